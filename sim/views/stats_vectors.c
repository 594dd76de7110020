/* Cycles for each vector in the steady state: what comes again and again between one SFPSTORE and the next. */
#include <stdlib.h>

#include "stats_parts.h"
#include "util/array.h"

enum {
    MOST_PERIOD = 16, /* stores */
    LEAST_TIMES = 3,
};

/* A pass begins: no gap leads into it from the one before. */
void vectors_pass(struct vectors *v)
{
    vectors_finish(v);
    v->count = 0;
    v->begun = false;
}

bool vectors_store(struct vectors *v, uint64_t cycle)
{
    const uint64_t gap = cycle - v->last;

    v->last = cycle;
    if (!v->begun) {
        v->begun = true;
        return true;
    }
    if (!array_room(&v->gaps, v->count, &v->room, sizeof *v->gaps))
        return false;
    v->gaps[v->count++] = gap;
    return true;
}

/* The longest stretch of gaps each of which is that of `period` stores before it, with the first `period` of them. */
static size_t longest(const struct vectors *v, unsigned period, size_t *first)
{
    size_t most = 0;

    for (size_t i = period, length = period; i < v->count; i++) {
        length = v->gaps[i] == v->gaps[i - period] ? length + 1 : period;
        if (length > most) {
            most = length;
            *first = i + 1 - length;
        }
    }
    return most;
}

static uint64_t sum(const uint64_t *gaps, size_t count)
{
    uint64_t all = 0;

    for (size_t i = 0; i < count; i++)
        all += gaps[i];
    return all;
}

/* Takes the period whose stretch is the longest, of those that are as long the shortest; of passes, the first. */
void vectors_finish(struct vectors *v)
{
    for (unsigned period = 1; period <= MOST_PERIOD && LEAST_TIMES * period <= v->count; period++) {
        size_t first = 0;
        const size_t length = longest(v, period, &first);

        if (length < LEAST_TIMES * period || length <= v->covered)
            continue;
        v->covered = length;
        v->stores = period;
        v->cycles = sum(v->gaps + first, period);
    }
    if (v->covered || v->stores || !v->count)
        return;
    v->stores = v->count;
    v->cycles = sum(v->gaps, v->count);
}

void vectors_free(struct vectors *v)
{
    free(v->gaps);
}
