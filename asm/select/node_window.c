/* Finds fences, and the order that values, flags, Dst and random numbers require between fences. */
#include "node_window.h"

#include "dst_places.h"
#include "node_operands.h"

#include "base/array.h"

#include <stdlib.h>

/* ---- Fences ---- */

/* Returns the length of the REPLAY's recorded body after node `i` if the body consists of own words only, between
 * which nothing may come; 0 otherwise. */
static size_t recorded_behind(const struct selecting *s, size_t i)
{
    const uint32_t word = s->nodes.nodes[i].imm;
    const struct sfp_replay replay = sfp_replay_of(sfp_insn_of_word(&s->index, word), word);

    if (!replay.records)
        return 0;
    for (size_t n = 1; n <= replay.length; n++)
        if (i + n >= s->nodes.count || s->nodes.nodes[i + n].kind != NODE_WORD)
            return 0;
    return replay.length;
}

/* Does the node write anything besides registers, flags, Dst and the random number generator's state? The tables say
 * that loads and stores write the Dst counter; plain loads and stores leave the counter unchanged. */
static bool has_other_effects(const struct selecting *s, const struct node *node)
{
    const uint32_t known = SFP_USES_LREGS | SFP_USES_FLAGS | SFP_USES_STACK | SFP_USES_PRNG;

    if (dst_is_used(node))
        return !dst_is_plain(node);
    return select_issued(s, node).writes & ~known;
}

/* A NODE_READ of L0 to L7 is a fence: its contents must be read before another value could need the register. */
static bool is_fence(const struct selecting *s, const struct node *node)
{
    switch (node->kind) {
    case NODE_INSN: return has_other_effects(s, node);
    case NODE_CONSTANT: return false;
    case NODE_READ: return node->imm < SFP_FIRST_CONSTANT_LREG;
    case NODE_WORD: return dst_step(s, node) == 0;
    default: return true;
    }
}

/* Is the node an own word next to another own word that is not a Dst step? Nothing may come between such words. */
static bool is_beside_own(const struct selecting *s, size_t i)
{
    const struct node *nodes = s->nodes.nodes;

    if (nodes[i].kind != NODE_WORD)
        return false;
    return (i > 0 && nodes[i - 1].kind == NODE_WORD && dst_step(s, &nodes[i - 1]) == 0) ||
           (i + 1 < s->nodes.count && nodes[i + 1].kind == NODE_WORD && dst_step(s, &nodes[i + 1]) == 0);
}

bool *window_fences(const struct selecting *s)
{
    bool *fences = calloc(s->nodes.count + 1, sizeof *fences);
    uint32_t steps = 0;
    size_t recorded = 0;

    for (size_t i = 0; fences && i < s->nodes.count; i++) {
        const struct node *node = &s->nodes.nodes[i];

        steps += dst_step(s, node);
        fences[i] = recorded > 0 || is_fence(s, node) || is_beside_own(s, i) || steps >= MOVED_ADDRESSES;
        recorded = recorded > 0 ? recorded - 1 : node->kind == NODE_WORD ? recorded_behind(s, i) : 0;
        if (fences[i])
            steps = 0;
    }
    if (fences && s->nodes.count > 0 && select_changes_flags(s, &s->nodes.nodes[s->nodes.count - 1]))
        fences[s->nodes.count - 1] = true; /* the last node is a fence if it changes flags, because no state is
                                            * recorded after it */
    return fences;
}

/* ---- Values ---- */

bool value_places_find(struct value_places *places, const struct selecting *s)
{
    places->makers = select_makers(s);
    places->last = malloc(((size_t)s->nodes.values + 1) * sizeof *places->last);
    for (int32_t v = 0; places->last && v < s->nodes.values; v++)
        places->last[v] = SIZE_MAX;
    for (size_t i = 0; places->last && i < s->nodes.count; i++)
        for (unsigned operand = 0; operand < NODE_OPERANDS; operand++)
            if (s->nodes.nodes[i].uses[operand] != NODE_NONE)
                places->last[s->nodes.nodes[i].uses[operand]] = i;
    return places->makers && places->last;
}

void value_places_free(struct value_places *places)
{
    free(places->makers);
    free(places->last);
}

/* ---- Arcs ---- */

static bool add_arc(struct node_window *window, size_t from, unsigned cycles)
{
    if (!array_room(&window->arcs, window->arc_count, &window->arc_room, sizeof *window->arcs))
        return false;
    window->arcs[window->arc_count++] = (struct window_arc){(uint32_t)from, cycles};
    return true;
}

/* Returns the distance in cycles from a node to a node that uses its result. Both words have L0 as all operands. */
static unsigned cycles_apart(const struct node_window *window, size_t from, size_t to)
{
    const struct node *before = window_node_of(window, from), *next = window_node_of(window, to);
    struct sfp_issued first, second;

    if (before->kind != NODE_INSN || next->kind != NODE_INSN)
        return window->nodes[from].words;
    first = select_issued(window->s, before);
    second = select_issued(window->s, next);
    return sfp_cycles_apart(window->s->list->arch, &first, &second);
}

static bool add_value_arcs(struct node_window *window, size_t i, const struct value_places *places)
{
    for (unsigned operand = 0; operand < NODE_OPERANDS; operand++) {
        const int32_t value = window_node_of(window, i)->uses[operand];
        const size_t maker = value == NODE_NONE ? SIZE_MAX : places->makers[value];

        if (maker != SIZE_MAX && maker >= window->first &&
            !add_arc(window, maker - window->first, cycles_apart(window, maker - window->first, i)))
            return false;
    }
    return true;
}

static struct dst_place dst_place_of(const struct node_window *window, size_t i)
{
    return (struct dst_place){window_node_of(window, i), window_node_of(window, i)->imm + window->nodes[i].steps};
}

/* Adds arcs from the earlier loads and stores that clash. The search stops at a store to the same cells in the same
 * format, because earlier clashes already precede that store. */
static bool add_dst_arcs(struct node_window *window, size_t i)
{
    const struct dst_place here = dst_place_of(window, i);
    const bool loads = here.node->insn->id == SFP_I_SFPLOAD;
    const unsigned cycles = loads && sfp_quirk(window->s->list->arch, SFP_QUIRK_STORE_LOAD) ? 2 : 1;

    for (size_t n = i; n-- > 0;) {
        struct dst_place there;

        if (!dst_is_used(window_node_of(window, n)))
            continue;
        there = dst_place_of(window, n);
        if (!dst_clash(there, here))
            continue;
        if (!add_arc(window, n, cycles))
            return false;
        if (there.node->insn->id == SFP_I_SFPSTORE && there.node->mod == here.node->mod &&
            there.address == here.address)
            return true;
    }
    return true;
}

static bool makes_random(const struct node_window *window, size_t i)
{
    return window_node_of(window, i)->kind == NODE_INSN &&
           select_issued(window->s, window_node_of(window, i)).writes & SFP_USES_PRNG;
}

/* Random numbers keep their order, and so do the kernel's own words. */
static bool add_order_arc(struct node_window *window, size_t i)
{
    const bool random = makes_random(window, i), own = window_node_of(window, i)->kind == NODE_WORD;

    if (!random && !own)
        return true;
    for (size_t n = i; n-- > 0;)
        if (own ? window_node_of(window, n)->kind == NODE_WORD : makes_random(window, n))
            return add_arc(window, n, 1);
    return true;
}

/* ---- Nodes ---- */

static uint8_t count_node_words(const struct node_window *window, const struct node *node)
{
    uint32_t words[CONSTANT_WORDS];

    if (node->kind == NODE_CONSTANT)
        return (uint8_t)constant_words(&window->s->index, node->imm, 0, words);
    return node->kind != NODE_READ;
}

/* Does the node depend on its exact lanes? Other nodes make values lane by lane from enabled lanes only, so extra
 * enabled lanes do no harm. */
static bool is_exact(const struct selecting *s, const struct node *node)
{
    for (unsigned operand = 0; operand < NODE_OPERANDS; operand++)
        if (select_keeps_lanes(node, operand))
            return true;
    if (node->kind != NODE_INSN)
        return false;
    if (node->insn->id == SFP_I_SFPLOAD)
        return false;
    return select_issued(s, node).writes & ~(uint32_t)SFP_USES_LREGS;
}

static bool ends_value(const struct node_window *window, size_t i, const struct value_places *places)
{
    const struct node *node = window_node_of(window, i);
    const uint32_t written = node->kind == NODE_INSN ? operands_written(node->insn, node->mod) : 1u << NODE_VD;

    for (unsigned operand = NODE_VA; operand <= NODE_VD; operand++)
        if (written >> operand & 1 && node->uses[operand] != NODE_NONE &&
            places->last[node->uses[operand]] == window->first + i)
            return true;
    return false;
}

static void begin_node(struct node_window *window, size_t i, const struct value_places *places)
{
    const struct node *node = window_node_of(window, i);
    struct window_node *n = &window->nodes[i];

    *n = (struct window_node){.words = count_node_words(window, node), .step = dst_step(window->s, node), .holds = 1,
                              .exact = is_exact(window->s, node), .first_arc = window->arc_count,
                              .changes = select_changes_flags(window->s, node), .ends = ends_value(window, i, places)};
    n->changed = i > 0 ? window->nodes[i - 1].changed + window->nodes[i - 1].changes : 0;
    n->steps = i > 0 ? window->nodes[i - 1].steps + window->nodes[i - 1].step : 0;
    if (node->kind == NODE_INSN && sfp_interlocks(node->insn, window->s->list->arch, node->mod))
        n->holds = (uint8_t)sfp_latency(node->insn, window->s->list->arch, node->mod);
    if (node->kind == NODE_CONSTANT || node->kind == NODE_READ)
        n->holds = n->words;
}

/* Returns the states of the window: the first node's, then the state after each node that changes flags. NULL if
 * memory ran out. */
static int32_t *window_states(const struct node_window *window)
{
    int32_t *states = calloc(window->count + 1, sizeof *states);

    if (states)
        states[0] = window->s->state[window->first];
    for (size_t i = 0; states && i < window->count; i++)
        if (window->nodes[i].changes)
            states[window->nodes[i].changed + 1] = window_state_behind(window, i);
    return states;
}

/* Finds the last state in which the node can be executed before its users. */
static void find_last_state(struct node_window *window, size_t i, const int32_t *states)
{
    struct window_node *n = &window->nodes[i];

    if (n->changes)
        n->last = n->changed;
    while (n->last > n->changed && !window_allows(window, i, states[n->last]))
        n->last--;
    for (size_t a = n->first_arc; a < n->first_arc + n->arc_count; a++)
        if (window->nodes[window->arcs[a].from].last > n->last)
            window->nodes[window->arcs[a].from].last = n->last;
}

static bool find_last_states(struct node_window *window)
{
    const struct window_node *end = &window->nodes[window->count - 1];
    int32_t *states = window_states(window);

    for (size_t i = 0; i < window->count; i++)
        window->nodes[i].last = end->changed + end->changes;
    for (size_t i = window->count; states && i-- > 0;)
        find_last_state(window, i, states);
    free(states);
    return states;
}

/* Computes the paths from the end of the window. A node that changes flags also precedes all later nodes that change
 * flags. */
static void find_window_paths(struct node_window *window)
{
    uint32_t changes = 0;

    for (size_t i = window->count; i-- > 0;) {
        struct window_node *n = &window->nodes[i];

        if (n->changes && n->path < changes + 1)
            n->path = changes + 1;
        if (n->path < n->holds)
            n->path = n->holds;
        if (n->changes || (n->exact && n->path > changes))
            changes = n->path;
        for (size_t a = n->first_arc; a < n->first_arc + n->arc_count; a++) {
            const uint32_t path = n->path + window->arcs[a].cycles;

            if (window->nodes[window->arcs[a].from].path < path)
                window->nodes[window->arcs[a].from].path = path;
        }
    }
}

bool window_find(struct node_window *window, const struct selecting *s, size_t first, size_t count,
                 const struct value_places *places)
{
    while (window->room < count)
        if (!array_room(&window->nodes, window->room, &window->room, sizeof *window->nodes))
            return false;
    window->s = s;
    window->first = first;
    window->count = count;
    window->arc_count = 0;
    for (size_t i = 0; i < count; i++) {
        begin_node(window, i, places);
        if (!add_value_arcs(window, i, places) ||
            (dst_is_used(window_node_of(window, i)) && !add_dst_arcs(window, i)) ||
            !add_order_arc(window, i))
            return false;
        window->nodes[i].arc_count = window->arc_count - window->nodes[i].first_arc;
    }
    find_window_paths(window);
    return find_last_states(window);
}

void window_free(struct node_window *window)
{
    free(window->nodes);
    free(window->arcs);
}

/* ---- Lanes ---- */

bool window_allows(const struct node_window *window, size_t i, int32_t state)
{
    const int32_t own = window->s->state[window->first + i];

    if (state == own || window->nodes[i].step || window->nodes[i].words == 0)
        return true;
    return !window->nodes[i].exact && states_covers(&window->s->states, state, own);
}

int32_t window_state_behind(const struct node_window *window, size_t i)
{
    return window->s->state[window->first + i + 1];
}
