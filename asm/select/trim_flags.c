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

static struct node *node_at(const struct trimming *trimming, size_t i)
{
    return &trimming->s->nodes.nodes[i];
}

static bool is_insn(const struct trimming *trimming, size_t i, enum sfp_id id)
{
    return i < trimming->s->nodes.count && !trimming->left_out[i] && node_at(trimming, i)->kind == NODE_INSN &&
           node_at(trimming, i)->insn->id == id;
}

static bool is_push(const struct trimming *t, size_t i) { return is_insn(t, i, SFP_I_SFPPUSHC); }
static bool is_pop(const struct trimming *t, size_t i) { return is_insn(t, i, SFP_I_SFPPOPC); }
static bool is_complement(const struct trimming *t, size_t i) { return is_insn(t, i, SFP_I_SFPCOMPC); }
static bool is_enabling(const struct trimming *t, size_t i) { return is_insn(t, i, SFP_I_SFPENCC); }

static bool still_changes_flags(const struct trimming *trimming, size_t i)
{
    return !trimming->left_out[i] && select_changes_flags(trimming->s, node_at(trimming, i));
}

/* Returns the node that ends the lanes enabled before node `i`, passing over inner pairs of SFPPUSHC and SFPPOPC;
 * the number of nodes if no node does. */
static size_t end_of_lanes(const struct trimming *trimming, size_t i)
{
    size_t within = 0;

    for (; i < trimming->s->nodes.count; i++) {
        if (within == 0 && (is_pop(trimming, i) || is_complement(trimming, i) || is_enabling(trimming, i)))
            break;
        within += is_push(trimming, i);
        within -= is_pop(trimming, i);
    }
    return i;
}

/* ---- No lanes ---- */

/* Does the node only make values, or change flags that end with the lanes? */
static bool is_for_values(const struct trimming *trimming, size_t i)
{
    const struct node *node = node_at(trimming, i);

    return node->kind == NODE_ASSIGN || select_is_pure(trimming->s, node) ||
           (node->kind == NODE_INSN && select_changes_flags(trimming->s, node));
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
static void empty_range(struct trimming *trimming, size_t from, size_t end)
{
    for (size_t i = from; i < end; i++) {
        struct node *node = node_at(trimming, i);
        const bool assigns = node->kind == NODE_ASSIGN && node->uses[NODE_VD] != NODE_NONE;

        if (select_changes_flags(trimming->s, node))
            trimming->left_out[i] = true;
        else if (assigns || select_keeps_lanes(node, NODE_VD))
            *node = unchanged_value(node);
    }
}

/* Removes the code after an SFPSETCC that disables all lanes, up to the node that enables lanes again. An SFPCOMPC
 * at the end would enable the lanes of the last SFPPUSHC, so it can go only if those lanes were enabled before. */
static void trim_empty(struct trimming *trimming, size_t i)
{
    const size_t end = end_of_lanes(trimming, i);

    if (end == trimming->s->nodes.count ||
        (is_complement(trimming, end) && trimming->states.now != states_top(&trimming->states)))
        return;
    for (size_t k = i; k < end; k++)
        if (!is_for_values(trimming, k))
            return;
    empty_range(trimming, i, end);
    trimming->left_out[end] |= is_complement(trimming, end);
}

static bool trim_all_empty(struct trimming *trimming)
{
    for (size_t i = 0; i < trimming->s->nodes.count; i++) {
        const struct node *node = node_at(trimming, i);

        if (is_insn(trimming, i, SFP_I_SFPSETCC) && node->mod == SFP_MODE_SFPSETCC_CLEAR)
            trim_empty(trimming, i);
        if (!trimming->left_out[i] && !select_follow(trimming->s, &trimming->states, node))
            return false;
    }
    return true;
}

/* ---- Pairs ---- */

/* Returns the SFPPOPC of an SFPPUSHC. Returns the number of nodes if the pair contains an SFPCOMPC of its own level,
 * an SFPENCC, or own words or barriers, which might complement the lanes. Sets *narrows if fewer lanes are enabled
 * before the SFPPOPC than after the SFPPUSHC. */
static size_t plain_end(const struct trimming *trimming, size_t push, bool *narrows)
{
    size_t within = 1;

    *narrows = false;
    for (size_t i = push + 1; i < trimming->s->nodes.count; i++) {
        const enum node_kind kind = (enum node_kind)node_at(trimming, i)->kind;

        if (kind == NODE_WORD || kind == NODE_BARRIER || (within == 1 && is_complement(trimming, i)) ||
            is_enabling(trimming, i))
            break;
        within += is_push(trimming, i);
        within -= is_pop(trimming, i);
        if (within == 0)
            return i;
        *narrows |= within == 1 && !is_pop(trimming, i) && still_changes_flags(trimming, i);
    }
    return trimming->s->nodes.count;
}

/* Is the code from node `i` to the next SFPPOPC or SFPENCC independent of enabled lanes? */
static bool is_indifferent(const struct trimming *trimming, size_t i)
{
    for (; i < trimming->s->nodes.count && !is_pop(trimming, i) && !is_enabling(trimming, i); i++) {
        const enum node_kind kind = (enum node_kind)node_at(trimming, i)->kind;

        if (!trimming->left_out[i] && kind != NODE_CONSTANT && kind != NODE_READ && kind != NODE_CALL)
            return false;
    }
    return i < trimming->s->nodes.count;
}

/* Removes pairs of SFPPUSHC and SFPPOPC, from the last to the first, so that an outer pair is judged without the
 * inner pairs removed. */
static void trim_pairs(struct trimming *trimming)
{
    for (size_t i = trimming->s->nodes.count; i-- > 0;) {
        bool narrows;
        size_t end;

        if (!is_push(trimming, i))
            continue;
        end = plain_end(trimming, i, &narrows);
        if (end < trimming->s->nodes.count && (!narrows || is_indifferent(trimming, end + 1)))
            trimming->left_out[i] = trimming->left_out[end] = true;
    }
}

static void remove_left_out(struct trimming *trimming)
{
    size_t kept = 0;

    for (size_t i = 0; i < trimming->s->nodes.count; i++)
        if (!trimming->left_out[i])
            trimming->s->nodes.nodes[kept++] = *node_at(trimming, i);
    trimming->s->nodes.count = kept;
}

bool select_trim_flags(struct selecting *s)
{
    struct trimming trimming = {.s = s, .left_out = calloc(s->nodes.count + 1, sizeof *trimming.left_out)};
    const bool trimmed = trimming.left_out && states_init(&trimming.states, &s->index, select_all_at_entry(s)) &&
                         trim_all_empty(&trimming);

    if (trimmed) {
        trim_pairs(&trimming);
        remove_left_out(&trimming);
    }
    states_free(&trimming.states);
    free(trimming.left_out);
    return trimmed;
}
