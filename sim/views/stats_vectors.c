/* Cycles for each vector, over the whole run and in the steady state, in which the gaps between results repeat. */
#include <stdlib.h>

#include "stats_parts.h"

enum {
    MOST_PERIOD = 16, /* longest period, in results */
    LEAST_TIMES = 3,   /* times that a period must occur */
    ADDRESSES_EACH = 2, /* the hardware ignores bit 0 of addresses (sfpu-dst(7), Addresses) */
};

/* A pass's results. A gap is the distance between two results in cycles. */
struct pass {
    uint64_t gaps[STATS_VECTORS];
    size_t count;    /* number of results */
    uint64_t cycles; /* number of cycles from the first store to the last, which makes a result */
};

void vectors_store(struct vectors *vectors, uint64_t cycle, uint64_t issued, unsigned address)
{
    const size_t vector = address / ADDRESSES_EACH;

    if (issued < vectors->start) {
        vectors->count += !vectors->before[vector];
        vectors->before[vector] = true;
        return;
    }
    if (!vectors->begun)
        vectors->first = cycle;
    vectors->begun = true;
    vectors->latest = cycle;
    vectors->last[vector] = cycle + 1;
}

static int compare_cycles(const void *a, const void *b)
{
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

    return (x > y) - (x < y);
}

/* Collects the last store to each vector in the pass. */
static void take_results(const struct vectors *vectors, struct pass *pass)
{
    pass->count = 0;
    pass->cycles = vectors->latest - vectors->first;
    for (size_t i = 0; i < STATS_VECTORS; i++)
        if (vectors->last[i])
            pass->gaps[pass->count++] = vectors->last[i];
    qsort(pass->gaps, pass->count, sizeof pass->gaps[0], compare_cycles);
    for (size_t i = 0; i + 1 < pass->count; i++)
        pass->gaps[i] = pass->gaps[i + 1] - pass->gaps[i];
}

/* Returns the length of the longest stretch in which each gap equals the gap `period` results before, including the
 * stretch's first `period` gaps. Sets *first to its start. */
static size_t find_longest_stretch(const struct pass *pass, unsigned period, size_t *first)
{
    size_t most = 0;

    for (size_t i = period, length = period; i + 1 < pass->count; i++) {
        length = pass->gaps[i] == pass->gaps[i - period] ? length + 1 : period;
        if (length > most) {
            most = length;
            *first = i + 1 - length;
        }
    }
    return most;
}

static uint64_t sum_gaps(const uint64_t *gaps, size_t count)
{
    uint64_t all = 0;

    for (size_t i = 0; i < count; i++)
        all += gaps[i];
    return all;
}

/* Returns whether all results, at this cost, take at least three quarters of the pass. If not, the pass goes over
 * its vectors several times, and only its last time is steady. */
static bool explains_pass(const struct pass *pass, uint64_t cycles, unsigned results)
{
    enum { MOST = 3, OF = 4 };

    return OF * cycles * pass->count >= MOST * pass->cycles * results;
}

/* Takes the period with the longest stretch; among equals, the shortest period of the earliest pass. */
static void find_gap_period(struct vectors *vectors, const struct pass *pass)
{
    for (unsigned period = 1; period <= MOST_PERIOD && LEAST_TIMES * period < pass->count; period++) {
        size_t first = 0;
        const size_t length = find_longest_stretch(pass, period, &first);
        const uint64_t cycles = sum_gaps(pass->gaps + first, period);

        if (length < LEAST_TIMES * period || length <= vectors->covered || !explains_pass(pass, cycles, period))
            continue;
        vectors->covered = length;
        vectors->results = period;
        vectors->cycles = cycles;
    }
}

/* Ends a pass. Later stores of its instructions only add results for vectors that the pass had not stored. */
static void end_pass(struct vectors *vectors)
{
    struct pass pass;

    if (vectors->begun) {
        take_results(vectors, &pass);
        vectors->count += pass.count;
        find_gap_period(vectors, &pass);
        if (!vectors->results && pass.count > 1) {
            vectors->results = pass.count - 1;
            vectors->cycles = pass.cycles;
        }
    }
    for (size_t i = 0; i < STATS_VECTORS; i++) {
        vectors->before[i] = vectors->last[i] != 0;
        vectors->last[i] = 0;
    }
    vectors->begun = false;
}

void vectors_pass(struct vectors *vectors, uint64_t cycle)
{
    end_pass(vectors);
    vectors->start = cycle;
}

void vectors_finish(struct vectors *vectors, uint64_t each, struct sfp_stats_totals *totals)
{
    end_pass(vectors);
    totals->repeats = vectors->covered > 0;
    totals->vectors = each ? each * totals->passes : vectors->count;
    if (vectors->covered) {
        totals->steady_cycles = each ? vectors->cycles * vectors->count : vectors->cycles;
        totals->steady_vectors = each ? vectors->results * totals->vectors : vectors->results;
    } else {
        totals->steady_cycles = vectors->results && !each ? vectors->cycles : totals->cycles;
        totals->steady_vectors = vectors->results && !each ? vectors->results : totals->vectors;
    }
}

/* ---- Costs, as in all reports ---- */

static double divide_by_vectors(uint64_t cycles, uint64_t vectors)
{
    return vectors ? (double)cycles / (double)vectors : 0;
}

double sfp_stats_per_vector(const struct sfp_stats_totals *totals)
{
    return divide_by_vectors(totals->cycles, totals->vectors);
}

double sfp_stats_steady_per_vector(const struct sfp_stats_totals *totals)
{
    return divide_by_vectors(totals->steady_cycles, totals->steady_vectors);
}
