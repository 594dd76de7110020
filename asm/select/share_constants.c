/*
 * Constants: those that LRegs hold are read there, and what is loaded for one of a value is there for all. What is
 * loaded where fewer lanes are enabled would not do for who reads others: such constants stay by themselves.
 */
#include "passes.h"

#include <stdlib.h>

struct sharing {
    const struct node **firsts; /* constants that are loaded, each once */
    size_t count;
    int32_t *same_as; /* by value */
    bool *apart;      /* by value: a node that uses it takes lanes that are not enabled */
};

static void find_apart(const struct selecting *s, bool *apart)
{
    for (size_t i = 0; i < s->nodes.count; i++) {
        const struct node *node = &s->nodes.nodes[i];

        for (unsigned o = 0; o < NODE_OPERANDS; o++)
            if (node->uses[o] != NODE_NONE && (select_crosses_lanes(node) || select_keeps_lanes(node, o)))
                apart[node->uses[o]] = true;
    }
}

static const struct node *find(const struct sharing *sharing, uint32_t bits)
{
    for (size_t i = 0; i < sharing->count; i++)
        if (sharing->firsts[i]->imm == bits)
            return sharing->firsts[i];
    return NULL;
}

/* A node that makes a constant: it reads an LReg, is the first of its value, or nobody uses what it makes. Those that
 * are by themselves have an `option`. */
static void share(const struct selecting *s, struct sharing *sharing, struct node *node)
{
    const int reg = select_constant_lreg(s, node->imm);
    const struct node *first = find(sharing, node->imm);

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

bool select_share_constants(struct selecting *s)
{
    struct sharing sharing = {.firsts = calloc(s->nodes.count + 1, sizeof *sharing.firsts),
                              .same_as = calloc((size_t)s->nodes.values + 1, sizeof *sharing.same_as),
                              .apart = calloc((size_t)s->nodes.values + 1, sizeof *sharing.apart)};
    const bool room = sharing.firsts && sharing.same_as && sharing.apart;

    if (room)
        find_apart(s, sharing.apart);
    for (int32_t v = 0; room && v < s->nodes.values; v++)
        sharing.same_as[v] = v;
    for (size_t i = 0; room && i < s->nodes.count; i++) {
        struct node *node = &s->nodes.nodes[i];

        for (unsigned o = 0; o < NODE_OPERANDS; o++)
            if (node->uses[o] != NODE_NONE)
                node->uses[o] = sharing.same_as[node->uses[o]];
        if (node->kind == NODE_CONSTANT && node->uses[NODE_VD] == NODE_NONE)
            share(s, &sharing, node);
    }
    free(sharing.firsts);
    free(sharing.same_as);
    free(sharing.apart);
    return room && select_drop_dead(s);
}
