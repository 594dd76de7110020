/* Chooses the nodes of a window one after another. */
#include "node_order.h"

#include "node_operands.h"

#include "base/array.h"

#include <stdlib.h>

static const uint64_t NOT_YET = UINT64_MAX;

bool ordering_init(struct ordering *o, const struct selecting *s, const struct order_manner *manner,
                   const struct value_places *places, const struct own_words *own)
{
    *o = (struct ordering){.s = s, .manner = manner, .places = places, .own = own, .left = select_count_uses(s)};
    return o->left;
}

void ordering_free(struct ordering *o)
{
    free(o->left);
    free(o->cycles);
}

/* ---- Registers ---- */

/* Does the value occupy a register that another value could use? */
static bool takes_register(const struct ordering *o, int32_t value)
{
    const size_t maker = o->places->makers[value];
    const struct node *node = maker == SIZE_MAX ? NULL : &o->s->nodes.nodes[maker];

    return !node || node->kind != NODE_READ || node->imm < SFP_FIRST_CONSTANT_LREG;
}

void ordering_pass(struct ordering *o, const struct node *node)
{
    for (unsigned n = 0; n < NODE_OPERANDS; n++)
        if (node->uses[n] != NODE_NONE && --o->left[node->uses[n]] == 0)
            o->live -= takes_register(o, node->uses[n]);
    for (unsigned n = 0; n < NODE_OPERANDS; n++)
        if (node->makes[n] != NODE_NONE && o->left[node->makes[n]] > 0)
            o->live += takes_register(o, node->makes[n]);
}

static unsigned count_uses_of(const struct node *node, int32_t value)
{
    unsigned uses = 0;

    for (unsigned n = 0; n < NODE_OPERANDS; n++)
        uses += node->uses[n] == value;
    return uses;
}

/* Returns by how much the number of live values grows with the node. */
static int live_growth(const struct ordering *o, const struct node *node)
{
    int more = 0;

    for (unsigned n = 0; n < NODE_OPERANDS; n++) {
        const int32_t used = node->uses[n], made = node->makes[n];
        bool first = used != NODE_NONE;

        for (unsigned before = 0; before < n; before++)
            first = first && node->uses[before] != used;
        if (first && o->left[used] == count_uses_of(node, used))
            more -= takes_register(o, used);
        if (made != NODE_NONE && o->left[made] > 0)
            more += takes_register(o, made);
    }
    return more;
}

/* Does the node hold the last uses of the values whose registers it overwrites? */
static bool ends_values(const struct ordering *o, const struct node *node)
{
    const uint32_t written = node->kind == NODE_INSN ? operands_written(node->insn, node->mod) : 1u << NODE_VD;

    for (unsigned n = NODE_VA; n <= NODE_VD; n++)
        if (written >> n & 1 && node->uses[n] != NODE_NONE &&
            o->left[node->uses[n]] > count_uses_of(node, node->uses[n]))
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
static bool is_placed(const struct listing *l, size_t i)
{
    return l->o->cycles[i] != NOT_YET || l->w->nodes[i].words == 0;
}

/* Returns the first cycle in which the node issues without a wait, or NOT_YET if another node must come before. */
static uint64_t earliest_cycle(const struct listing *l, size_t i)
{
    const struct window_node *n = &l->w->nodes[i];
    uint64_t cycle = l->now;

    for (size_t a = n->first_arc; a < n->first_arc + n->arc_count; a++) {
        const struct window_arc arc = l->w->arcs[a];

        if (!is_placed(l, arc.from))
            return NOT_YET;
        if (l->o->cycles[arc.from] != NOT_YET && l->o->cycles[arc.from] + arc.cycles > cycle)
            cycle = l->o->cycles[arc.from] + arc.cycles;
    }
    return cycle;
}

/* May the node be taken out of the list's order, without a copy and without too many live values? */
static bool fits_registers(const struct listing *l, size_t i)
{
    const struct node *node = window_node_of(l->w, i);
    int more;

    if (l->w->nodes[i].ends && !ends_values(l->o, node))
        return false;
    more = live_growth(l->o, node);
    return more <= 0 || (int)l->o->live + more <= l->most;
}

static bool is_better_node(const struct listing *l, size_t i, uint64_t cycle, size_t best, uint64_t best_cycle)
{
    if (cycle != best_cycle)
        return cycle < best_cycle;
    if (l->o->manner->late && l->w->nodes[i].changes != l->w->nodes[best].changes)
        return l->w->nodes[best].changes;
    return l->o->manner->by_path && l->w->nodes[i].path > l->w->nodes[best].path;
}

/* May node `i` be next: are its lanes enabled now, or, if the node changes flags, is no earlier node left that must
 * precede the change? `last` is the least `last` of the earlier nodes left. */
static bool may_come(const struct listing *l, size_t i, uint32_t last)
{
    const struct window_node *n = &l->w->nodes[i];

    return n->changes ? last > n->changed : n->words > 0 && window_allows(l->w, i, l->state);
}

/* Returns the next node: the first possible node of the list, whatever registers it needs, or a better node that
 * fits. */
static size_t choose_node(const struct listing *l)
{
    size_t best = l->w->count, seen = 0;
    uint64_t best_cycle = NOT_YET;
    uint32_t last = UINT32_MAX; /* the least `last` of the nodes left so far */

    for (size_t i = l->head; i < l->w->count && (seen < l->o->manner->ahead || best == l->w->count); i++) {
        uint64_t cycle;

        if (l->o->cycles[i] != NOT_YET)
            continue;
        seen++;
        cycle = may_come(l, i, last) ? earliest_cycle(l, i) : NOT_YET;
        if (cycle != NOT_YET &&
            (best == l->w->count || (is_better_node(l, i, cycle, best, best_cycle) && fits_registers(l, i)))) {
            best = i;
            best_cycle = cycle;
        }
        if (l->w->nodes[i].words > 0 && last > l->w->nodes[i].last)
            last = l->w->nodes[i].last;
    }
    return best < l->w->count ? best : l->head;
}

static void place_node(struct listing *l, size_t i)
{
    const struct window_node *n = &l->w->nodes[i];

    l->now = earliest_cycle(l, i);
    for (size_t a = n->first_arc; a < n->first_arc + n->arc_count; a++)
        if (l->o->cycles[l->w->arcs[a].from] == NOT_YET)
            place_node(l, l->w->arcs[a].from);
    l->o->cycles[i] = l->now;
    l->now += n->holds;
    l->order[l->count++] = l->w->first + i;
    ordering_pass(l->o, window_node_of(l->w, i));
    if (n->changes)
        l->state = window_state_behind(l->w, i);
    while (l->head < l->w->count && l->o->cycles[l->head] != NOT_YET)
        l->head++;
}

bool ordering_window(struct ordering *o, const struct node_window *w, size_t *order)
{
    struct listing l = {.o = o, .w = w, .order = order, .state = o->s->state[w->first]};

    while (o->room < w->count)
        if (!array_room(&o->cycles, o->room, &o->room, sizeof *o->cycles))
            return false;
    for (size_t i = 0; i < w->count; i++)
        o->cycles[i] = NOT_YET;
    l.most = o->manner->registers - __builtin_popcount(o->own->uses[w->first].kept);
    while (l.head < w->count)
        place_node(&l, choose_node(&l));
    return true;
}
