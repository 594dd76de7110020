/* Finds rows: periods between stores that are alike, and the longest run of nodes that repeats with such a period. */
#include "row_stretches.h"

#include "dst_places.h"

#include "base/array.h"

#include <stdlib.h>

enum {
    LEAST_ROWS = 2,
    LEAST_ROW = 3,      /* nodes: a load, an operation, a store */
    STORES_OF_ROW = 8,  /* most stores of one row with the same operation and format */
    MOST_PERIODS = 64,
};

/* A search for rows: the nodes without shared constants, and where each value is made and last used. */
struct seeking {
    const struct selecting *s;
    size_t *nodes;          /* indices in s->nodes of the nodes that count */
    size_t count;
    size_t *makers, *last;  /* for each value, the places in `nodes` of the node that makes the value, and of the last
                             * node that uses the value; SIZE_MAX: no such node */
    struct row_stretches *found;
};

/* Nodes of a stretch: places in seeking.nodes. */
struct run {
    size_t first, period, rows;
};

bool is_shared_constant(const struct node *node)
{
    return node->kind == NODE_CONSTANT && node->uses[NODE_VD] == NODE_NONE && !node->option;
}

static const struct node *counted_node(const struct seeking *seeking, size_t place)
{
    return &seeking->s->nodes.nodes[seeking->nodes[place]];
}

static bool init_seeking(struct seeking *seeking)
{
    const struct node_list *list = &seeking->s->nodes;
    const size_t values = (size_t)list->values + 1;

    seeking->nodes = calloc(list->count + 1, sizeof *seeking->nodes);
    seeking->makers = malloc(values * sizeof *seeking->makers);
    seeking->last = malloc(values * sizeof *seeking->last);
    if (!seeking->nodes || !seeking->makers || !seeking->last)
        return false;
    for (size_t v = 0; v < values; v++)
        seeking->makers[v] = seeking->last[v] = SIZE_MAX;
    for (size_t i = 0; i < list->count; i++) {
        const struct node *node = &list->nodes[i];

        if (is_shared_constant(node))
            continue;
        for (unsigned operand = 0; operand < NODE_OPERANDS; operand++) {
            if (node->makes[operand] != NODE_NONE)
                seeking->makers[node->makes[operand]] = seeking->count;
            if (node->uses[operand] != NODE_NONE)
                seeking->last[node->uses[operand]] = seeking->count;
        }
        seeking->nodes[seeking->count++] = i;
    }
    return true;
}

static void free_seeking(struct seeking *seeking)
{
    free(seeking->nodes);
    free(seeking->makers);
    free(seeking->last);
}

/* ---- Nodes that are alike ---- */

/* Returns whether the two nodes are the same operation, except for values and addresses of Dst. */
static bool is_same_operation(const struct node *a, const struct node *b)
{
    if (a->kind != b->kind || a->relation != b->relation || a->type != b->type || a->mod != b->mod ||
        a->option != b->option || a->insn != b->insn || (a->imm != b->imm && !dst_is_used(a)))
        return false;
    for (unsigned operand = 0; operand < NODE_OPERANDS; operand++)
        if ((a->uses[operand] == NODE_NONE) != (b->uses[operand] == NODE_NONE) ||
            (a->makes[operand] == NODE_NONE) != (b->makes[operand] == NODE_NONE))
            return false;
    return true;
}

/* Returns whether `b` is the value for one row that `a` is for the row before: the same value, or one made a period
 * later. */
static bool is_next_value(const struct seeking *seeking, int32_t a, int32_t b, size_t period)
{
    const size_t from = a == NODE_NONE ? SIZE_MAX : seeking->makers[a];

    if (a == b)
        return true;
    if (a == NODE_NONE || b == NODE_NONE || from == SIZE_MAX || from + period != seeking->makers[b])
        return false;
    for (unsigned operand = 0; operand < NODE_OPERANDS; operand++)
        if (counted_node(seeking, from)->makes[operand] == a)
            return counted_node(seeking, from + period)->makes[operand] == b;
    return false;
}

/* Returns whether the node at `place` repeats a period later. */
static bool repeats(const struct seeking *seeking, size_t place, size_t period)
{
    const struct node *a = counted_node(seeking, place), *b = counted_node(seeking, place + period);

    if (a->kind == NODE_CALL || a->kind == NODE_BARRIER || !is_same_operation(a, b))
        return false;
    for (unsigned operand = 0; operand < NODE_OPERANDS; operand++)
        if (!is_next_value(seeking, a->uses[operand], b->uses[operand], period))
            return false;
    return true;
}

/* ---- Where rows begin ---- */

/* Returns whether a row may begin at this place: all lanes are enabled that can be, and the place is not between the
 * kernel's own words, which must stay consecutive. */
static bool may_begin(const struct seeking *seeking, size_t place)
{
    const size_t i = seeking->nodes[place];
    const struct node *nodes = seeking->s->nodes.nodes;

    return seeking->s->state[i] < STATES_AT_FIRST &&
           !(i > 0 && nodes[i].kind == NODE_WORD && nodes[i - 1].kind == NODE_WORD);
}

/* Returns how many values of the period before `place` are used from `place` on. */
static size_t count_crossing(const struct seeking *seeking, size_t place, size_t period)
{
    size_t crossing = 0;

    for (size_t n = place - period; n < place; n++)
        for (unsigned operand = 0; operand < NODE_OPERANDS; operand++) {
            const int32_t made = counted_node(seeking, n)->makes[operand];

            crossing += made != NODE_NONE && seeking->last[made] != SIZE_MAX && seeking->last[made] >= place;
        }
    return crossing;
}

/* Returns the rows in the nodes from `first` to `end`, which repeat with the period. Rows begin where the fewest values
 * of one row are used in the next. No rows: none can begin, or there are too few. */
static struct run cut_rows(const struct seeking *seeking, size_t first, size_t end, size_t period)
{
    struct run run = {.period = period};
    size_t least = SIZE_MAX;

    for (size_t begin = first; begin < first + period && begin + LEAST_ROWS * period <= end; begin++) {
        const size_t crossing = may_begin(seeking, begin) && may_begin(seeking, begin + period)
                                    ? count_crossing(seeking, begin + period, period) : SIZE_MAX;

        if (crossing >= least)
            continue;
        least = crossing;
        run.first = begin;
        run.rows = (end - begin) / period;
    }
    return run;
}

/* ---- Runs ---- */

static bool stores_dst(const struct node *node)
{
    return node->kind == NODE_INSN && node->insn->id == SFP_I_SFPSTORE;
}

/* Sets periods[] to the distances between stores that are alike. Returns their number. */
static size_t find_periods(const struct seeking *seeking, size_t first, size_t end, size_t periods[MOST_PERIODS])
{
    size_t count = 0;

    for (size_t i = first; i < end; i++) {
        const struct node *store = counted_node(seeking, i);

        for (size_t n = i + 1, alike = 0; stores_dst(store) && n < end && alike < STORES_OF_ROW; n++) {
            size_t k = 0;

            if (!is_same_operation(store, counted_node(seeking, n)))
                continue;
            alike++;
            while (k < count && periods[k] != n - i)
                k++;
            if (k == count && count < MOST_PERIODS && n - i >= LEAST_ROW)
                periods[count++] = n - i;
        }
    }
    return count;
}

/* Returns the run of rows with this period that has the most nodes, between two places. */
static struct run find_longest_run(const struct seeking *seeking, size_t first, size_t end, size_t period)
{
    struct run best = {0};

    for (size_t begin = first, n; begin + period < end; begin = n + 1) {
        struct run run;

        for (n = begin; n + period < end && repeats(seeking, n, period);)
            n++;
        run = cut_rows(seeking, begin, n + period, period);
        if (run.rows * run.period > best.rows * best.period)
            best = run;
    }
    return best;
}

static bool add_stretch(const struct seeking *seeking, const struct run *run)
{
    struct row_stretches *found = seeking->found;

    if (!array_room(&found->stretches, found->count, &found->room, sizeof *found->stretches))
        return false;
    found->stretches[found->count++] = (struct row_stretch){found->start_count, run->rows};
    for (size_t row = 0; row <= run->rows; row++) {
        const size_t place = run->first + row * run->period;

        if (!array_room(&found->starts, found->start_count, &found->start_room, sizeof *found->starts))
            return false;
        found->starts[found->start_count++] = place < seeking->count ? seeking->nodes[place]
                                                                     : seeking->s->nodes.count;
    }
    return true;
}

/* Finds the stretches between two places: the one with the most nodes, and those before and after it. */
static bool find_stretches(const struct seeking *seeking, size_t first, size_t end)
{
    size_t periods[MOST_PERIODS], count = find_periods(seeking, first, end, periods), after;
    struct run best = {0};

    for (size_t k = 0; k < count; k++) {
        const struct run run = find_longest_run(seeking, first, end, periods[k]);
        const size_t nodes = run.rows * run.period, most = best.rows * best.period;

        if (nodes > most || (nodes == most && run.period < best.period))
            best = run;
    }
    if (best.rows < LEAST_ROWS)
        return true;
    after = best.first + best.rows * best.period;
    return find_stretches(seeking, first, best.first) && add_stretch(seeking, &best) &&
           find_stretches(seeking, after, end);
}

bool row_stretches_find(struct row_stretches *found, const struct selecting *s)
{
    struct seeking seeking = {.s = s, .found = found};
    bool done;

    *found = (struct row_stretches){0};
    done = init_seeking(&seeking) && find_stretches(&seeking, 0, seeking.count);
    free_seeking(&seeking);
    return done;
}

void row_stretches_free(struct row_stretches *found)
{
    free(found->stretches);
    free(found->starts);
}
