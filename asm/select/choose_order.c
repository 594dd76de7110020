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

static bool find_windows(struct scheduling *search)
{
    const size_t count = search->s->nodes.count;
    bool *fences = window_fences(search->s);

    for (size_t i = 0, n; fences && i < count; i += n) {
        for (n = 1; !fences[i] && i + n < count && !fences[i + n] && n < WINDOW_NODES;)
            n++;
        if (n > 1)
            search->windows[search->count++] = (struct window_place){i, n};
    }
    free(fences);
    return fences;
}

static size_t *new_order(const struct scheduling *search)
{
    size_t *order = calloc(search->s->nodes.count + 1, sizeof *order);

    for (size_t i = 0; order && i < search->s->nodes.count; i++)
        order[i] = i;
    return order;
}

static bool init_scheduling(struct scheduling *search)
{
    const size_t room = search->s->nodes.count + 1;
    bool good;

    search->windows = calloc(room, sizeof *search->windows);
    search->steps = calloc(room, sizeof *search->steps);
    search->least = calloc(room, sizeof *search->least);
    search->nodes = calloc(room, sizeof *search->nodes);
    search->states = calloc(room, sizeof *search->states);
    search->ends = calloc(room, sizeof *search->ends);
    search->written = new_order(search);
    search->mixed = new_order(search);
    search->best = new_order(search);
    good = search->windows && search->steps && search->least && search->nodes && search->states && search->ends &&
           search->written && search->mixed && search->best;
    for (size_t m = 0; m < MANNERS; m++) {
        search->orders[m] = new_order(search);
        good = good && search->orders[m];
    }
    for (size_t i = 0; good && i < search->s->nodes.count; i++)
        search->steps[i + 1] = search->steps[i] + dst_step(search->s, &search->s->nodes.nodes[i]);
    return value_places_find(&search->places, search->s) && own_words_find(&search->own, search->s) && good &&
           find_windows(search);
}

static void free_scheduling(struct scheduling *search)
{
    free(search->windows);
    free(search->steps);
    free(search->least);
    free(search->nodes);
    free(search->states);
    free(search->ends);
    value_places_free(&search->places);
    free(search->written);
    free(search->mixed);
    free(search->best);
    for (size_t m = 0; m < MANNERS; m++)
        free(search->orders[m]);
    own_words_free(&search->own);
}

/* ---- Orders ---- */

static bool order_windows(struct scheduling *search, struct ordering *orderings, struct node_window *window)
{
    size_t next = 0;

    for (size_t w = 0; w <= search->count; w++) {
        const struct window_place end = {search->s->nodes.count, 0};
        const struct window_place place = w < search->count ? search->windows[w] : end;

        for (; next < place.first; next++)
            for (size_t m = 0; m < MANNERS; m++)
                ordering_pass(&orderings[m], &search->s->nodes.nodes[next]);
        if (place.count > 0 && !window_find(window, search->s, place.first, place.count, &search->places))
            return false;
        for (size_t m = 0; place.count > 0 && m < MANNERS; m++)
            if (!ordering_window(&orderings[m], window, &search->orders[m][place.first]))
                return false;
        next += place.count;
    }
    return true;
}

static bool find_orders(struct scheduling *search)
{
    struct ordering orderings[MANNERS];
    struct node_window window = {0};
    bool good = true;

    for (size_t m = 0; m < MANNERS; m++)
        good = ordering_init(&orderings[m], search->s, &manners[m], &search->places, &search->own) && good;
    good = good && order_windows(search, orderings, &window);
    window_free(&window);
    for (size_t m = 0; m < MANNERS; m++)
        ordering_free(&orderings[m]);
    return good;
}

/* ---- Trials ---- */

/* Arranges a window's nodes in an order. A load or store that changes places with an INCRWC has its address
 * corrected by the step. */
static void arrange_window(struct scheduling *search, struct window_place place, const size_t *order)
{
    const struct node *nodes = search->s->nodes.nodes;
    uint32_t steps = search->steps[place.first];
    int32_t state = search->s->state[place.first];

    for (size_t i = place.first; i < place.first + place.count; i++) {
        const size_t from = order[i];

        search->nodes[i] = nodes[from];
        search->states[i] = state;
        if (dst_is_used(&nodes[from]))
            search->nodes[i].imm += search->steps[from] - steps;
        steps += search->steps[from + 1] - search->steps[from];
        if (select_changes_flags(search->s, &nodes[from]))
            state = search->s->state[from + 1];
    }
}

static void arrange_nodes(struct scheduling *search, const size_t *order)
{
    memcpy(search->nodes, search->s->nodes.nodes, search->s->nodes.count * sizeof *search->nodes);
    memcpy(search->states, search->s->state, search->s->nodes.count * sizeof *search->states);
    for (size_t w = 0; w < search->count; w++)
        arrange_window(search, search->windows[w], order);
}

/* Makes the words in this order. */
static bool select_in_order(struct scheduling *search, const size_t *order, bool read, struct selection *selection)
{
    struct node *const nodes = search->s->nodes.nodes;
    int32_t *const states = search->s->state;
    bool good;

    arrange_nodes(search, order);
    *selection = (struct selection){0};
    search->s->nodes.nodes = search->nodes;
    search->s->state = search->states;
    search->s->ends = search->ends;
    good = select_registers(search->s, read, selection);
    search->s->nodes.nodes = nodes;
    search->s->state = states;
    search->s->ends = NULL;
    return good;
}

enum trial { TRIAL_GOOD, TRIAL_REFUSED, TRIAL_NO_MEMORY };

/* Makes the words in an order, and keeps the order if it is the best so far. */
static enum trial try_order(struct scheduling *search, const size_t *order)
{
    struct selection selection;
    const bool good = select_in_order(search, order, false, &selection), refused = !good && *search->s->error;
    const uint64_t cycles = selection.cycles;

    selection_free(&selection);
    if (refused) {
        free(*search->s->error);
        *search->s->error = NULL;
        return TRIAL_REFUSED;
    }
    if (good && cycles < search->best_cycles) {
        search->best_cycles = cycles;
        memcpy(search->best, order, search->s->nodes.count * sizeof *order);
    }
    return good ? TRIAL_GOOD : TRIAL_NO_MEMORY;
}

/* Restores the list's own order in the window in which the last trial failed. Returns false if the window already
 * has the list's own order, or if no window contains the failure. */
static bool give_up_window(const struct scheduling *search, size_t *order)
{
    for (size_t w = 0; w < search->count; w++) {
        const struct window_place place = search->windows[w];
        const size_t bytes = place.count * sizeof *order, end = place.first + place.count;

        if (search->s->ended < place.first || search->s->ended > end)
            continue;
        if (memcmp(order + place.first, search->written + place.first, bytes) == 0)
            return false;
        memcpy(order + place.first, search->written + place.first, bytes);
        return true;
    }
    return false;
}

/* Copies the order of each window that the last trial completed to `mixed`, if the window took fewer cycles than
 * before. */
static void take_windows(struct scheduling *search, const size_t *order)
{
    for (size_t w = 0; w < search->count; w++) {
        const struct window_place place = search->windows[w];
        const size_t end = place.first + place.count;
        uint64_t cycles;

        if (end > search->s->ended)
            return;
        cycles = search->ends[end - 1] - (place.first > 0 ? search->ends[place.first - 1] : 0);
        if (cycles >= search->least[w])
            continue;
        search->least[w] = cycles;
        memcpy(search->mixed + place.first, order + place.first, place.count * sizeof *order);
    }
}

/* Tries a manner's order. While selection refuses the order, because registers run out or a REPLAY would record too
 * few words, gives up the window that failed. Returns false if memory ran out. */
static bool try_manner(struct scheduling *search, size_t *order)
{
    enum trial result = try_order(search, order);

    for (unsigned i = 0; i < MOST_GIVEN_UP && result == TRIAL_REFUSED && give_up_window(search, order); i++)
        result = try_order(search, order);
    take_windows(search, order);
    return result != TRIAL_NO_MEMORY;
}

/* Tries the list's own order, before the others. An error here is the selection's error. */
static bool try_written(struct scheduling *search)
{
    struct selection selection;
    const bool good = select_in_order(search, search->written, false, &selection);

    search->best_cycles = selection.cycles;
    selection_free(&selection);
    for (size_t w = 0; w < search->count; w++)
        search->least[w] = UINT64_MAX;
    if (good)
        take_windows(search, search->written);
    return good;
}

bool select_scheduled(struct selecting *s, bool read, struct selection *selection)
{
    struct scheduling search = {.s = s};
    bool good = init_scheduling(&search) && try_written(&search) && find_orders(&search);

    for (size_t m = 0; good && m < MANNERS; m++)
        good = try_manner(&search, search.orders[m]);
    good = good && try_order(&search, search.mixed) != TRIAL_NO_MEMORY &&
           select_in_order(&search, search.best, read, selection);
    free_scheduling(&search);
    return good;
}
