/* Cycles for each vector, of the whole run and in the steady state: what comes again and again between results. */
#include <stdlib.h>

#include "stats_parts.h"

enum {
    MOST_PERIOD = 16, /* results */
    LEAST_TIMES = 3,
    ADDRESSES_EACH = 2, /* bit 0 of an address counts for nothing (sfpu-dst(7), Addresses) */
};

/* A pass, in which stores to a vector come before its result: gaps are those between results. */
struct pass {
    uint64_t gaps[STATS_VECTORS];
    size_t count;    /* results */
    uint64_t cycles; /* from the first store to the last, which makes a result */
};

void vectors_store(struct vectors *v, uint64_t cycle, uint64_t issued, unsigned address)
{
    const size_t vector = address / ADDRESSES_EACH;

    if (issued < v->start) {
        v->count += !v->before[vector];
        v->before[vector] = true;
        return;
    }
    if (!v->begun)
        v->first = cycle;
    v->begun = true;
    v->latest = cycle;
    v->last[vector] = cycle + 1;
}

static int by_cycle(const void *a, const void *b)
{
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

    return (x > y) - (x < y);
}

/* What the pass has stored last, vector by vector. */
static void take_results(const struct vectors *v, struct pass *pass)
{
    pass->count = 0;
    pass->cycles = v->latest - v->first;
    for (size_t i = 0; i < STATS_VECTORS; i++)
        if (v->last[i])
            pass->gaps[pass->count++] = v->last[i];
    qsort(pass->gaps, pass->count, sizeof pass->gaps[0], by_cycle);
    for (size_t i = 0; i + 1 < pass->count; i++)
        pass->gaps[i] = pass->gaps[i + 1] - pass->gaps[i];
}

/* The longest stretch of gaps each of which is that of `period` results before it, with the first `period` of them. */
static size_t longest(const struct pass *pass, unsigned period, size_t *first)
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

static uint64_t sum(const uint64_t *gaps, size_t count)
{
    uint64_t all = 0;

    for (size_t i = 0; i < count; i++)
        all += gaps[i];
    return all;
}

/* At this cost, would all results take three quarters of the pass at least? Else it goes over its vectors more than
 * once, and what is steady is the last time alone. */
static bool explains(const struct pass *pass, uint64_t cycles, unsigned results)
{
    enum { MOST = 3, OF = 4 };

    return OF * cycles * pass->count >= MOST * pass->cycles * results;
}

/* Takes the period whose stretch is the longest, of those that are as long the shortest; of passes, the first. */
static void find_period(struct vectors *v, const struct pass *pass)
{
    for (unsigned period = 1; period <= MOST_PERIOD && LEAST_TIMES * period < pass->count; period++) {
        size_t first = 0;
        const size_t length = longest(pass, period, &first);
        const uint64_t cycles = sum(pass->gaps + first, period);

        if (length < LEAST_TIMES * period || length <= v->covered || !explains(pass, cycles, period))
            continue;
        v->covered = length;
        v->results = period;
        v->cycles = cycles;
    }
}

/* The pass is over: later stores of what it issued only tell whether there was such a result. */
static void end_pass(struct vectors *v)
{
    struct pass pass;

    if (v->begun) {
        take_results(v, &pass);
        v->count += pass.count;
        find_period(v, &pass);
        if (!v->results && pass.count > 1) {
            v->results = pass.count - 1;
            v->cycles = pass.cycles;
        }
    }
    for (size_t i = 0; i < STATS_VECTORS; i++) {
        v->before[i] = v->last[i] != 0;
        v->last[i] = 0;
    }
    v->begun = false;
}

void vectors_pass(struct vectors *v, uint64_t cycle)
{
    end_pass(v);
    v->start = cycle;
}

void vectors_finish(struct vectors *v, uint64_t each, struct sfp_stats_totals *totals)
{
    end_pass(v);
    totals->repeats = v->covered > 0;
    totals->vectors = each ? each * totals->passes : v->count;
    if (v->covered) {
        totals->steady_cycles = each ? v->cycles * v->count : v->cycles;
        totals->steady_vectors = each ? v->results * totals->vectors : v->results;
    } else {
        totals->steady_cycles = v->results && !each ? v->cycles : totals->cycles;
        totals->steady_vectors = v->results && !each ? v->results : totals->vectors;
    }
}

/* ---- What all reports say ---- */

static double quotient(uint64_t cycles, uint64_t vectors)
{
    return vectors ? (double)cycles / (double)vectors : 0;
}

double sfp_stats_per_vector(const struct sfp_stats_totals *totals)
{
    return quotient(totals->cycles, totals->vectors);
}

double sfp_stats_steady_per_vector(const struct sfp_stats_totals *totals)
{
    return quotient(totals->steady_cycles, totals->steady_vectors);
}
