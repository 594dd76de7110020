/*
 * Chooses the order of nodes that takes the fewest cycles. List scheduling orders each window in several manners. Each
 * window gets the order whose words, registers and waits included, take the fewest cycles. The list's own order stays
 * if no other order is shorter.
 */
#include "dst_places.h"
#include "node_order.h"

#include <stdlib.h>
#include <string.h>

/* The manners that together found the fewest cycles for several hundred kernels of tt-llk: the first is the best
 * single manner, each further one the best addition. */
static const struct order_manner manners[] = {
    {true, false, 8, 16}, {true, true, 12, 8}, {false, false, 12, 64},
    {true, true, 12, 32}, {false, true, 8, 8}, {false, true, 12, 16},
};

enum {
    MANNERS = sizeof manners / sizeof manners[0],
    WINDOW_NODES = 1024, /* longer windows are cut */
    MOST_GIVEN_UP = 32,
};

struct window_place {
    size_t first, count;
};

struct scheduling {
    struct selecting *s;
    struct window_place *windows;
    size_t count;
    uint32_t *steps; /* by node: the sum of the INCRWC steps before the node */
    struct value_places places;
    struct own_words own;
    /* Orders: arrays of indices in s->nodes, by new place. `written` is the list's own order, orders[] the manners'
     * orders, `mixed` takes each window's best order so far, and `best` is the best order tried as a whole. */
    size_t *written, *orders[MANNERS], *mixed, *best;
    uint64_t *least, best_cycles; /* by window, and for the whole list */
    /* A trial: the nodes in their new order, their states, and the cycles in which they end. */
    struct node *nodes;
    int32_t *states;
    uint64_t *ends;
};

/* ---- Windows ---- */

static bool find_windows(struct scheduling *g)
{
    const size_t count = g->s->nodes.count;
    bool *fences = window_fences(g->s);

    for (size_t i = 0, n; fences && i < count; i += n) {
        for (n = 1; !fences[i] && i + n < count && !fences[i + n] && n < WINDOW_NODES;)
            n++;
        if (n > 1)
            g->windows[g->count++] = (struct window_place){i, n};
    }
    free(fences);
    return fences;
}

static size_t *new_order(const struct scheduling *g)
{
    size_t *order = calloc(g->s->nodes.count + 1, sizeof *order);

    for (size_t i = 0; order && i < g->s->nodes.count; i++)
        order[i] = i;
    return order;
}

static bool init_scheduling(struct scheduling *g)
{
    const size_t room = g->s->nodes.count + 1;
    bool good;

    g->windows = calloc(room, sizeof *g->windows);
    g->steps = calloc(room, sizeof *g->steps);
    g->least = calloc(room, sizeof *g->least);
    g->nodes = calloc(room, sizeof *g->nodes);
    g->states = calloc(room, sizeof *g->states);
    g->ends = calloc(room, sizeof *g->ends);
    g->written = new_order(g);
    g->mixed = new_order(g);
    g->best = new_order(g);
    good = g->windows && g->steps && g->least && g->nodes && g->states && g->ends && g->written &&
           g->mixed && g->best;
    for (size_t m = 0; m < MANNERS; m++) {
        g->orders[m] = new_order(g);
        good = good && g->orders[m];
    }
    for (size_t i = 0; good && i < g->s->nodes.count; i++)
        g->steps[i + 1] = g->steps[i] + dst_step(g->s, &g->s->nodes.nodes[i]);
    return value_places_find(&g->places, g->s) && own_words_find(&g->own, g->s) && good && find_windows(g);
}

static void free_scheduling(struct scheduling *g)
{
    free(g->windows);
    free(g->steps);
    free(g->least);
    free(g->nodes);
    free(g->states);
    free(g->ends);
    value_places_free(&g->places);
    free(g->written);
    free(g->mixed);
    free(g->best);
    for (size_t m = 0; m < MANNERS; m++)
        free(g->orders[m]);
    own_words_free(&g->own);
}

/* ---- Orders ---- */

static bool order_windows(struct scheduling *g, struct ordering *orderings, struct node_window *window)
{
    size_t next = 0;

    for (size_t w = 0; w <= g->count; w++) {
        const struct window_place end = {g->s->nodes.count, 0}, place = w < g->count ? g->windows[w] : end;

        for (; next < place.first; next++)
            for (size_t m = 0; m < MANNERS; m++)
                ordering_pass(&orderings[m], &g->s->nodes.nodes[next]);
        if (place.count > 0 && !window_find(window, g->s, place.first, place.count, &g->places))
            return false;
        for (size_t m = 0; place.count > 0 && m < MANNERS; m++)
            if (!ordering_window(&orderings[m], window, &g->orders[m][place.first]))
                return false;
        next += place.count;
    }
    return true;
}

static bool find_orders(struct scheduling *g)
{
    struct ordering orderings[MANNERS];
    struct node_window window = {0};
    bool good = true;

    for (size_t m = 0; m < MANNERS; m++)
        good = ordering_init(&orderings[m], g->s, &manners[m], &g->places, &g->own) && good;
    good = good && order_windows(g, orderings, &window);
    window_free(&window);
    for (size_t m = 0; m < MANNERS; m++)
        ordering_free(&orderings[m]);
    return good;
}

/* ---- Trials ---- */

/* Arranges a window's nodes in an order. A load or store that changes places with an INCRWC has its address
 * corrected by the step. */
static void arrange_window(struct scheduling *g, struct window_place place, const size_t *order)
{
    const struct node *nodes = g->s->nodes.nodes;
    uint32_t steps = g->steps[place.first];
    int32_t state = g->s->state[place.first];

    for (size_t i = place.first; i < place.first + place.count; i++) {
        const size_t from = order[i];

        g->nodes[i] = nodes[from];
        g->states[i] = state;
        if (dst_is_used(&nodes[from]))
            g->nodes[i].imm += g->steps[from] - steps;
        steps += g->steps[from + 1] - g->steps[from];
        if (select_changes_flags(g->s, &nodes[from]))
            state = g->s->state[from + 1];
    }
}

static void arrange_nodes(struct scheduling *g, const size_t *order)
{
    memcpy(g->nodes, g->s->nodes.nodes, g->s->nodes.count * sizeof *g->nodes);
    memcpy(g->states, g->s->state, g->s->nodes.count * sizeof *g->states);
    for (size_t w = 0; w < g->count; w++)
        arrange_window(g, g->windows[w], order);
}

/* Makes the words in this order. */
static bool select_in_order(struct scheduling *g, const size_t *order, bool read, struct selection *selection)
{
    struct node *const nodes = g->s->nodes.nodes;
    int32_t *const states = g->s->state;
    bool good;

    arrange_nodes(g, order);
    *selection = (struct selection){0};
    g->s->nodes.nodes = g->nodes;
    g->s->state = g->states;
    g->s->ends = g->ends;
    good = select_registers(g->s, read, selection);
    g->s->nodes.nodes = nodes;
    g->s->state = states;
    g->s->ends = NULL;
    return good;
}

enum trial { TRIAL_GOOD, TRIAL_REFUSED, TRIAL_NO_MEMORY };

/* Makes the words in an order, and keeps the order if it is the best so far. */
static enum trial try_order(struct scheduling *g, const size_t *order)
{
    struct selection selection;
    const bool good = select_in_order(g, order, false, &selection), refused = !good && *g->s->error;
    const uint64_t cycles = selection.cycles;

    selection_free(&selection);
    if (refused) {
        free(*g->s->error);
        *g->s->error = NULL;
        return TRIAL_REFUSED;
    }
    if (good && cycles < g->best_cycles) {
        g->best_cycles = cycles;
        memcpy(g->best, order, g->s->nodes.count * sizeof *order);
    }
    return good ? TRIAL_GOOD : TRIAL_NO_MEMORY;
}

/* Restores the list's own order in the window in which the last trial failed. Returns false if the window already
 * has the list's own order, or if no window contains the failure. */
static bool give_up_window(const struct scheduling *g, size_t *order)
{
    for (size_t w = 0; w < g->count; w++) {
        const struct window_place place = g->windows[w];
        const size_t bytes = place.count * sizeof *order, end = place.first + place.count;

        if (g->s->ended < place.first || g->s->ended > end)
            continue;
        if (memcmp(order + place.first, g->written + place.first, bytes) == 0)
            return false;
        memcpy(order + place.first, g->written + place.first, bytes);
        return true;
    }
    return false;
}

/* Copies the order of each window that the last trial completed to `mixed`, if the window took fewer cycles than
 * before. */
static void take_windows(struct scheduling *g, const size_t *order)
{
    for (size_t w = 0; w < g->count; w++) {
        const struct window_place place = g->windows[w];
        const size_t end = place.first + place.count;
        uint64_t cycles;

        if (end > g->s->ended)
            return;
        cycles = g->ends[end - 1] - (place.first > 0 ? g->ends[place.first - 1] : 0);
        if (cycles >= g->least[w])
            continue;
        g->least[w] = cycles;
        memcpy(g->mixed + place.first, order + place.first, place.count * sizeof *order);
    }
}

/* Tries a manner's order. While selection refuses the order, because registers run out or a REPLAY would record too
 * few words, gives up the window that failed. Returns false if memory ran out. */
static bool try_manner(struct scheduling *g, size_t *order)
{
    enum trial result = try_order(g, order);

    for (unsigned i = 0; i < MOST_GIVEN_UP && result == TRIAL_REFUSED && give_up_window(g, order); i++)
        result = try_order(g, order);
    take_windows(g, order);
    return result != TRIAL_NO_MEMORY;
}

/* Tries the list's own order, before the others. An error here is the selection's error. */
static bool try_written(struct scheduling *g)
{
    struct selection selection;
    const bool good = select_in_order(g, g->written, false, &selection);

    g->best_cycles = selection.cycles;
    selection_free(&selection);
    for (size_t w = 0; w < g->count; w++)
        g->least[w] = UINT64_MAX;
    if (good)
        take_windows(g, g->written);
    return good;
}

bool select_scheduled(struct selecting *s, bool read, struct selection *selection)
{
    struct scheduling g = {.s = s};
    bool good = init_scheduling(&g) && try_written(&g) && find_orders(&g);

    for (size_t m = 0; good && m < MANNERS; m++)
        good = try_manner(&g, g.orders[m]);
    good = good && try_order(&g, g.mixed) != TRIAL_NO_MEMORY && select_in_order(&g, g.best, read, selection);
    free_scheduling(&g);
    return good;
}
