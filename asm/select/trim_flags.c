/*
 * Removes flag instructions without effect: instructions executed with no lane enabled, and an SFPPUSHC with its
 * SFPPOPC if only another SFPPOPC or an SFPENCC follows.
 */
#include "passes.h"

#include <stdlib.h>

struct trimming {
    struct selecting *s;
    struct states states;
    bool *left_out; /* by node */
};

static struct node *node_at(const struct trimming *t, size_t i)
{
    return &t->s->nodes.nodes[i];
}

static bool is_insn(const struct trimming *t, size_t i, enum sfp_id id)
{
    return i < t->s->nodes.count && !t->left_out[i] && node_at(t, i)->kind == NODE_INSN &&
           node_at(t, i)->insn->id == id;
}

static bool is_push(const struct trimming *t, size_t i) { return is_insn(t, i, SFP_I_SFPPUSHC); }
static bool is_pop(const struct trimming *t, size_t i) { return is_insn(t, i, SFP_I_SFPPOPC); }
static bool is_complement(const struct trimming *t, size_t i) { return is_insn(t, i, SFP_I_SFPCOMPC); }
static bool is_enabling(const struct trimming *t, size_t i) { return is_insn(t, i, SFP_I_SFPENCC); }

static bool still_changes_flags(const struct trimming *t, size_t i)
{
    return !t->left_out[i] && select_changes_flags(t->s, node_at(t, i));
}

/* Returns the node that ends the lanes enabled before node `i`, passing over inner pairs of SFPPUSHC and SFPPOPC;
 * the number of nodes if no node does. */
static size_t end_of_lanes(const struct trimming *t, size_t i)
{
    size_t within = 0;

    for (; i < t->s->nodes.count; i++) {
        if (within == 0 && (is_pop(t, i) || is_complement(t, i) || is_enabling(t, i)))
            break;
        within += is_push(t, i);
        within -= is_pop(t, i);
    }
    return i;
}

/* ---- No lanes ---- */

/* Does the node only make values, or change flags that end with the lanes? */
static bool is_for_values(const struct trimming *t, size_t i)
{
    const struct node *node = node_at(t, i);

    return node->kind == NODE_ASSIGN || select_is_pure(t->s, node) ||
           (node->kind == NODE_INSN && select_changes_flags(t->s, node));
}

/* Returns an assignment that makes the node's value equal to the old value in VD. */
static struct node unchanged_value(const struct node *node)
{
    struct node same = node_of(NODE_ASSIGN, node->place);

    same.uses[NODE_VD] = same.uses[NODE_VC] = node->uses[NODE_VD];
    same.makes[NODE_VD] = node->makes[NODE_VD];
    return same;
}

/* Empties the nodes of a range without enabled lanes: flag changes go, assignments keep the old value. */
static void empty_range(struct trimming *t, size_t from, size_t end)
{
    for (size_t i = from; i < end; i++) {
        struct node *node = node_at(t, i);
        const bool assigns = node->kind == NODE_ASSIGN && node->uses[NODE_VD] != NODE_NONE;

        if (select_changes_flags(t->s, node))
            t->left_out[i] = true;
        else if (assigns || select_keeps_lanes(node, NODE_VD))
            *node = unchanged_value(node);
    }
}

/* Removes the code after an SFPSETCC that disables all lanes, up to the node that enables lanes again. An SFPCOMPC
 * at the end would enable the lanes of the last SFPPUSHC, so it can go only if those lanes were enabled before. */
static void trim_empty(struct trimming *t, size_t i)
{
    const size_t end = end_of_lanes(t, i);

    if (end == t->s->nodes.count || (is_complement(t, end) && t->states.now != states_top(&t->states)))
        return;
    for (size_t k = i; k < end; k++)
        if (!is_for_values(t, k))
            return;
    empty_range(t, i, end);
    t->left_out[end] |= is_complement(t, end);
}

static bool trim_all_empty(struct trimming *t)
{
    for (size_t i = 0; i < t->s->nodes.count; i++) {
        const struct node *node = node_at(t, i);

        if (is_insn(t, i, SFP_I_SFPSETCC) && node->mod == SFP_MODE_SFPSETCC_CLEAR)
            trim_empty(t, i);
        if (!t->left_out[i] && !select_follow(t->s, &t->states, node))
            return false;
    }
    return true;
}

/* ---- Pairs ---- */

/* Returns the SFPPOPC of an SFPPUSHC. Returns the number of nodes if the pair contains an SFPCOMPC of its own level,
 * an SFPENCC, or own words or barriers, which might complement the lanes. Sets *narrows if fewer lanes are enabled
 * before the SFPPOPC than after the SFPPUSHC. */
static size_t plain_end(const struct trimming *t, size_t push, bool *narrows)
{
    size_t within = 1;

    *narrows = false;
    for (size_t i = push + 1; i < t->s->nodes.count; i++) {
        const enum node_kind kind = (enum node_kind)node_at(t, i)->kind;

        if (kind == NODE_WORD || kind == NODE_BARRIER || (within == 1 && is_complement(t, i)) || is_enabling(t, i))
            break;
        within += is_push(t, i);
        within -= is_pop(t, i);
        if (within == 0)
            return i;
        *narrows |= within == 1 && !is_pop(t, i) && still_changes_flags(t, i);
    }
    return t->s->nodes.count;
}

/* Is the code from node `i` to the next SFPPOPC or SFPENCC independent of enabled lanes? */
static bool is_indifferent(const struct trimming *t, size_t i)
{
    for (; i < t->s->nodes.count && !is_pop(t, i) && !is_enabling(t, i); i++) {
        const enum node_kind kind = (enum node_kind)node_at(t, i)->kind;

        if (!t->left_out[i] && kind != NODE_CONSTANT && kind != NODE_READ && kind != NODE_CALL)
            return false;
    }
    return i < t->s->nodes.count;
}

/* Removes pairs of SFPPUSHC and SFPPOPC, from the last to the first, so that an outer pair is judged without the
 * inner pairs removed. */
static void trim_pairs(struct trimming *t)
{
    for (size_t i = t->s->nodes.count; i-- > 0;) {
        bool narrows;
        size_t end;

        if (!is_push(t, i))
            continue;
        end = plain_end(t, i, &narrows);
        if (end < t->s->nodes.count && (!narrows || is_indifferent(t, end + 1)))
            t->left_out[i] = t->left_out[end] = true;
    }
}

static void remove_left_out(struct trimming *t)
{
    size_t kept = 0;

    for (size_t i = 0; i < t->s->nodes.count; i++)
        if (!t->left_out[i])
            t->s->nodes.nodes[kept++] = *node_at(t, i);
    t->s->nodes.count = kept;
}

bool select_trim_flags(struct selecting *s)
{
    struct trimming t = {.s = s, .left_out = calloc(s->nodes.count + 1, sizeof *t.left_out)};
    const bool trimmed = t.left_out && states_init(&t.states, &s->index, select_all_at_entry(s)) && trim_all_empty(&t);

    if (trimmed) {
        trim_pairs(&t);
        remove_left_out(&t);
    }
    states_free(&t.states);
    free(t.left_out);
    return trimmed;
}
