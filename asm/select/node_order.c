/* Chooses the nodes of a window one after another. */
#include "node_order.h"

#include "node_operands.h"

#include "base/array.h"

#include <stdlib.h>

static const uint64_t NOT_YET = UINT64_MAX;

bool ordering_init(struct ordering *ordering, const struct selecting *s, const struct order_manner *manner,
                   const struct value_places *places, const struct own_words *own)
{
    *ordering = (struct ordering){.s = s, .manner = manner, .places = places, .own = own, .left = select_count_uses(s)};
    return ordering->left;
}

void ordering_free(struct ordering *ordering)
{
    free(ordering->left);
    free(ordering->cycles);
}

/* ---- Registers ---- */

/* Does the value occupy a register that another value could use? */
static bool takes_register(const struct ordering *ordering, int32_t value)
{
    const size_t maker = ordering->places->makers[value];
    const struct node *node = maker == SIZE_MAX ? NULL : &ordering->s->nodes.nodes[maker];

    return !node || node->kind != NODE_READ || node->imm < SFP_FIRST_CONSTANT_LREG;
}

void ordering_pass(struct ordering *ordering, const struct node *node)
{
    for (unsigned n = 0; n < NODE_OPERANDS; n++)
        if (node->uses[n] != NODE_NONE && --ordering->left[node->uses[n]] == 0)
            ordering->live -= takes_register(ordering, node->uses[n]);
    for (unsigned n = 0; n < NODE_OPERANDS; n++)
        if (node->makes[n] != NODE_NONE && ordering->left[node->makes[n]] > 0)
            ordering->live += takes_register(ordering, node->makes[n]);
}

static unsigned count_uses_of(const struct node *node, int32_t value)
{
    unsigned uses = 0;

    for (unsigned n = 0; n < NODE_OPERANDS; n++)
        uses += node->uses[n] == value;
    return uses;
}

/* Returns by how much the number of live values grows with the node. */
static int live_growth(const struct ordering *ordering, const struct node *node)
{
    int more = 0;

    for (unsigned n = 0; n < NODE_OPERANDS; n++) {
        const int32_t used = node->uses[n], made = node->makes[n];
        bool first = used != NODE_NONE;

        for (unsigned before = 0; before < n; before++)
            first = first && node->uses[before] != used;
        if (first && ordering->left[used] == count_uses_of(node, used))
            more -= takes_register(ordering, used);
        if (made != NODE_NONE && ordering->left[made] > 0)
            more += takes_register(ordering, made);
    }
    return more;
}

/* Does the node hold the last uses of the values whose registers it overwrites? */
static bool ends_values(const struct ordering *ordering, const struct node *node)
{
    const uint32_t written = node->kind == NODE_INSN ? operands_written(node->insn, node->mod) : 1u << NODE_VD;

    for (unsigned n = NODE_VA; n <= NODE_VD; n++)
        if (written >> n & 1 && node->uses[n] != NODE_NONE &&
            ordering->left[node->uses[n]] > count_uses_of(node, node->uses[n]))
            return false;
    return true;
}

/* ---- One window ---- */

struct listing {
    struct ordering *o;
    const struct node_window *w;
    size_t *order;
    size_t count, head; /* the number of ordered nodes; the first node of the window not yet ordered */
    uint64_t now;
    int32_t state; /* the lanes enabled now */
    int most;      /* the most values alive at once */
};

/* A node without words counts as ordered: it is put directly before its first user. */
static bool is_placed(const struct listing *listing, size_t i)
{
    return listing->o->cycles[i] != NOT_YET || listing->w->nodes[i].words == 0;
}

/* Returns the first cycle in which the node issues without a wait, or NOT_YET if another node must come before. */
static uint64_t earliest_cycle(const struct listing *listing, size_t i)
{
    const struct window_node *n = &listing->w->nodes[i];
    uint64_t cycle = listing->now;

    for (size_t a = n->first_arc; a < n->first_arc + n->arc_count; a++) {
        const struct window_arc arc = listing->w->arcs[a];

        if (!is_placed(listing, arc.from))
            return NOT_YET;
        if (listing->o->cycles[arc.from] != NOT_YET && listing->o->cycles[arc.from] + arc.cycles > cycle)
            cycle = listing->o->cycles[arc.from] + arc.cycles;
    }
    return cycle;
}

/* May the node be taken out of the list's order, without a copy and without too many live values? */
static bool fits_registers(const struct listing *listing, size_t i)
{
    const struct node *node = window_node_of(listing->w, i);
    int more;

    if (listing->w->nodes[i].ends && !ends_values(listing->o, node))
        return false;
    more = live_growth(listing->o, node);
    return more <= 0 || (int)listing->o->live + more <= listing->most;
}

static bool is_better_node(const struct listing *listing, size_t i, uint64_t cycle, size_t best, uint64_t best_cycle)
{
    if (cycle != best_cycle)
        return cycle < best_cycle;
    if (listing->o->manner->late && listing->w->nodes[i].changes != listing->w->nodes[best].changes)
        return listing->w->nodes[best].changes;
    return listing->o->manner->by_path && listing->w->nodes[i].path > listing->w->nodes[best].path;
}

/* May node `i` be next: are its lanes enabled now, or, if the node changes flags, is no earlier node left that must
 * precede the change? `last` is the least `last` of the earlier nodes left. */
static bool may_come(const struct listing *listing, size_t i, uint32_t last)
{
    const struct window_node *n = &listing->w->nodes[i];

    return n->changes ? last > n->changed : n->words > 0 && window_allows(listing->w, i, listing->state);
}

/* Returns the next node: the first possible node of the list, whatever registers it needs, or a better node that
 * fits. */
static size_t choose_node(const struct listing *listing)
{
    size_t best = listing->w->count, seen = 0;
    uint64_t best_cycle = NOT_YET;
    uint32_t last = UINT32_MAX; /* the least `last` of the nodes left so far */

    for (size_t i = listing->head;
         i < listing->w->count && (seen < listing->o->manner->ahead || best == listing->w->count); i++) {
        uint64_t cycle;

        if (listing->o->cycles[i] != NOT_YET)
            continue;
        seen++;
        cycle = may_come(listing, i, last) ? earliest_cycle(listing, i) : NOT_YET;
        if (cycle != NOT_YET &&
            (best == listing->w->count ||
             (is_better_node(listing, i, cycle, best, best_cycle) && fits_registers(listing, i)))) {
            best = i;
            best_cycle = cycle;
        }
        if (listing->w->nodes[i].words > 0 && last > listing->w->nodes[i].last)
            last = listing->w->nodes[i].last;
    }
    return best < listing->w->count ? best : listing->head;
}

static void place_node(struct listing *listing, size_t i)
{
    const struct window_node *n = &listing->w->nodes[i];

    listing->now = earliest_cycle(listing, i);
    for (size_t a = n->first_arc; a < n->first_arc + n->arc_count; a++)
        if (listing->o->cycles[listing->w->arcs[a].from] == NOT_YET)
            place_node(listing, listing->w->arcs[a].from);
    listing->o->cycles[i] = listing->now;
    listing->now += n->holds;
    listing->order[listing->count++] = listing->w->first + i;
    ordering_pass(listing->o, window_node_of(listing->w, i));
    if (n->changes)
        listing->state = window_state_behind(listing->w, i);
    while (listing->head < listing->w->count && listing->o->cycles[listing->head] != NOT_YET)
        listing->head++;
}

bool ordering_window(struct ordering *ordering, const struct node_window *window, size_t *order)
{
    struct listing listing = {.o = ordering, .w = window, .order = order, .state = ordering->s->state[window->first]};

    while (ordering->room < window->count)
        if (!array_room(&ordering->cycles, ordering->room, &ordering->room, sizeof *ordering->cycles))
            return false;
    for (size_t i = 0; i < window->count; i++)
        ordering->cycles[i] = NOT_YET;
    listing.most = ordering->manner->registers - __builtin_popcount(ordering->own->uses[window->first].kept);
    while (listing.head < window->count)
        place_node(&listing, choose_node(&listing));
    return true;
}
