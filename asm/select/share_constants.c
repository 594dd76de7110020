/*
 * Shares constants. A constant that an LReg holds permanently is read there. Other constants with equal bits are loaded
 * once, before the first user, where the lanes of all users are enabled. A constant stays separate if a node reads
 * disabled lanes of its value. The negation of a constant is a constant.
 */
#include "passes.h"

#include <stdlib.h>
#include <string.h>

/* Is a value a constant, and if so, which? */
struct known {
    bool is;
    uint32_t bits;
};

struct sharing {
    const struct node **firsts; /* loaded constants, one for each bit pattern */
    size_t count;
    int32_t *same_as; /* by value */
    bool *apart;      /* by value: a user reads or keeps disabled lanes */
    struct known *known; /* by value */
};

static void find_apart(const struct selecting *s, bool *apart)
{
    for (size_t i = 0; i < s->nodes.count; i++) {
        const struct node *node = &s->nodes.nodes[i];

        for (unsigned operand = 0; operand < NODE_OPERANDS; operand++)
            if (node->uses[operand] != NODE_NONE && (select_crosses_lanes(node) || select_keeps_lanes(node, operand)))
                apart[node->uses[operand]] = true;
    }
}

static const struct node *find_first_with(const struct sharing *sharing, uint32_t bits)
{
    for (size_t i = 0; i < sharing->count; i++)
        if (sharing->firsts[i]->imm == bits)
            return sharing->firsts[i];
    return NULL;
}

/* Turns a constant into a read of an LReg, records the first constant with these bits, or replaces the value by the
 * first one's. A separate constant gets `option` 1. */
static void share_constant(const struct selecting *s, struct sharing *sharing, struct node *node)
{
    const int reg = select_constant_lreg(s, node->imm);
    const struct node *first = find_first_with(sharing, node->imm);

    if (reg >= 0) {
        node->kind = NODE_READ;
        node->imm = (uint32_t)reg;
    } else if (sharing->apart[node->makes[NODE_VD]]) {
        node->option = 1;
    } else if (first) {
        sharing->same_as[node->makes[NODE_VD]] = first->makes[NODE_VD];
    } else {
        sharing->firsts[sharing->count++] = node;
    }
}

/* ---- Negations ---- */

static bool negates_known(const struct sharing *sharing, const struct node *node)
{
    return node->kind == NODE_INSN && node->insn->id == SFP_I_SFPMOV && node->mod == SFP_MODE_SFPMOV_NEGATE &&
           node->uses[NODE_VD] == NODE_NONE && sharing->known[node->uses[NODE_VC]].is;
}

static void fold_negation(const struct sharing *sharing, struct node *node)
{
    enum { SIGN = 31 };
    struct node constant = node_of(NODE_CONSTANT, node->place);

    constant.imm = sharing->known[node->uses[NODE_VC]].bits ^ 1u << SIGN;
    constant.makes[NODE_VD] = node->makes[NODE_VD];
    *node = constant;
}

static void share_all_constants(const struct selecting *s, struct sharing *sharing)
{
    for (size_t i = 0; i < s->nodes.count; i++) {
        struct node *node = &s->nodes.nodes[i];

        if (negates_known(sharing, node))
            fold_negation(sharing, node);
        for (unsigned operand = 0; operand < NODE_OPERANDS; operand++)
            if (node->uses[operand] != NODE_NONE)
                node->uses[operand] = sharing->same_as[node->uses[operand]];
        if (node->kind != NODE_CONSTANT || node->uses[NODE_VD] != NODE_NONE || node->makes[NODE_VD] == NODE_NONE)
            continue;
        sharing->known[node->makes[NODE_VD]] = (struct known){true, node->imm};
        share_constant(s, sharing, node);
    }
}

/* ---- Where they are loaded ---- */

/* Returns, by value, the state that covers the lanes of all its users, or 0 for an unused value; NULL if memory ran
 * out. The caller frees the array. */
static int32_t *find_lanes(const struct selecting *s)
{
    int32_t *lanes = calloc((size_t)s->nodes.values + 1, sizeof *lanes);
    bool *used = calloc((size_t)s->nodes.values + 1, sizeof *used);

    for (size_t i = 0; lanes && used && i < s->nodes.count; i++) {
        for (unsigned operand = 0; operand < NODE_OPERANDS; operand++) {
            const int32_t value = s->nodes.nodes[i].uses[operand];

            if (value == NODE_NONE)
                continue;
            lanes[value] = used[value] ? states_join(&s->states, lanes[value], s->state[i]) : s->state[i];
            used[value] = true;
        }
    }
    if (!used) {
        free(lanes);
        lanes = NULL;
    }
    free(used);
    return lanes;
}

/* Is node `k` an own word directly after another own word? Nothing may come between the two. */
static bool is_within_own(const struct selecting *s, size_t k)
{
    return k > 0 && s->nodes.nodes[k].kind == NODE_WORD && s->nodes.nodes[k - 1].kind == NODE_WORD;
}

size_t select_place_above(const struct selecting *s, size_t i, int32_t lanes)
{
    size_t k = i;

    for (; !states_covers(&s->states, s->state[k], lanes) || is_within_own(s, k); k--)
        if (k == 0 || s->nodes.nodes[k - 1].kind == NODE_BARRIER || s->nodes.nodes[k - 1].kind == NODE_CALL)
            return i;
    return k;
}

void select_move_up(struct selecting *s, size_t from, size_t to)
{
    const struct node node = s->nodes.nodes[from];

    memmove(&s->nodes.nodes[to + 1], &s->nodes.nodes[to], (from - to) * sizeof node);
    memmove(&s->state[to + 1], &s->state[to], (from - to) * sizeof *s->state);
    s->nodes.nodes[to] = node;
}

/* Moves loads up to where the lanes of all users are enabled, so that users need not load the constant again. */
static bool load_above(struct selecting *s)
{
    int32_t *lanes = find_lanes(s);

    for (size_t i = 0; lanes && i < s->nodes.count; i++) {
        const struct node *node = &s->nodes.nodes[i];

        if (node->kind == NODE_CONSTANT && node->uses[NODE_VD] == NODE_NONE && !node->option)
            select_move_up(s, i, select_place_above(s, i, lanes[node->makes[NODE_VD]]));
    }
    free(lanes);
    return lanes;
}

bool select_share_constants(struct selecting *s)
{
    const size_t values = (size_t)s->nodes.values + 1;
    struct sharing sharing = {.firsts = calloc(s->nodes.count + 1, sizeof *sharing.firsts),
                              .same_as = calloc(values, sizeof *sharing.same_as),
                              .apart = calloc(values, sizeof *sharing.apart),
                              .known = calloc(values, sizeof *sharing.known)};
    const bool room = sharing.firsts && sharing.same_as && sharing.apart && sharing.known;

    for (int32_t v = 0; room && v < s->nodes.values; v++)
        sharing.same_as[v] = v;
    if (room) {
        find_apart(s, sharing.apart);
        share_all_constants(s, &sharing);
    }
    free(sharing.firsts);
    free(sharing.same_as);
    free(sharing.apart);
    free(sharing.known);
    return room && select_drop_dead(s) && load_above(s);
}
