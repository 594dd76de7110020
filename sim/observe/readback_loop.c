/* Finds periods: stretches in which each cycle issues the same as the cycle one period earlier, and their extent. */
#include "readback_parts.h"

#include <stdlib.h>
#include <string.h>

enum { FURTHER_MOST = 4 /* cells that run on before the first iteration, or after the last */ };

/* ---- Words by cycle ---- */

bool span_make(const struct stream *s, size_t first, size_t end, struct span *span)
{
    *span = (struct span){.stream = s, .first = first, .end = end, .base = s->words[first].cycle};
    span->cycles = (size_t)(s->words[end - 1].cycle - span->base) + 1;
    span->words = malloc(span->cycles * sizeof *span->words);
    if (!span->words)
        return false;
    for (size_t c = 0; c < span->cycles; c++)
        span->words[c] = NO_WORD;
    for (size_t i = first; i < end; i++)
        if (s->words[i].key != 0)
            span->words[s->words[i].cycle - span->base] = (long)i;
    return true;
}

void span_free(struct span *span)
{
    free(span->words);
}

const struct stream_word *span_word(const struct span *span, size_t cycle)
{
    return span->words[cycle] == NO_WORD ? NULL : &span->stream->words[span->words[cycle]];
}

const struct stream_word *loop_word(const struct span *span, const struct loop *loop, unsigned row, size_t d)
{
    return span_word(span, loop->start + row + d * loop->period);
}

bool loop_has(const struct loop *loop, uint64_t cycle)
{
    for (unsigned i = 0; i < loop->row_count; i++) {
        const uint64_t since = cycle - loop->rows[i];

        if (since % loop->period == 0 && since / loop->period < loop->count)
            return true;
    }
    return false;
}

static uint32_t key_at(const struct span *span, size_t cycle)
{
    const struct stream_word *word = span_word(span, cycle);

    return word ? word->key : 0;
}

static size_t count_cycle_macros(const struct span *span, size_t from, size_t to)
{
    size_t macros = 0;

    for (size_t c = from; c < to; c++) {
        const struct stream_word *word = span_word(span, c);

        macros += word && word->kind == STREAM_MACRO;
    }
    return macros;
}

/* ---- Extent of a loop ---- */

/* A residue: the recurring cell at one cycle of the period. */
struct residue {
    uint32_t key;       /* key of the cell; 0: idle */
    size_t first, last; /* cycles of its first and last occurrence */
    bool over;          /* the residue's occurrences have ended, in the present direction */
};

struct reach {
    const struct span *span;
    unsigned period;
    size_t from, to; /* cycle with which the repeating stretch begins */
    struct residue residues[LOOP_PERIOD_MOST];
};

/* Returns whether the word may fill a slot outside the iterations. Before the first iteration and after the last,
 * kernels put loads that step the counter or fill the slot, and whose result nobody reads. */
static bool may_be_filling(const struct stream_word *word)
{
    return word->kind == STREAM_VECTOR && word->unit == SFP_UNIT_LOAD && !word->immediate;
}

/* Returns whether cycle `c` belongs to the loop, going outwards from the repeating stretch. */
static bool extends_loop(struct reach *reach, size_t c)
{
    struct residue *residue = &reach->residues[c % reach->period];
    const struct stream_word *word = span_word(reach->span, c);

    if (word && !residue->over && word->key == residue->key) {
        residue->first = c < residue->first ? c : residue->first;
        residue->last = c > residue->last ? c : residue->last;
        return true;
    }
    residue->over = true;
    return !word || may_be_filling(word);
}

static void turn_back(struct reach *reach)
{
    for (unsigned i = 0; i < reach->period; i++)
        reach->residues[i].over = false;
}

/* Extends the repeating stretch in both directions, as far as cells recur. */
static void extend_reach(struct reach *reach)
{
    for (size_t c = reach->from; c < reach->from + reach->period; c++)
        reach->residues[c % reach->period] = (struct residue){.key = key_at(reach->span, c), .first = c, .last = c};
    for (size_t c = reach->from; c < reach->span->cycles && extends_loop(reach, c); c++)
        ;
    turn_back(reach);
    for (size_t c = reach->from; c-- > 0 && extends_loop(reach, c);)
        ;
}

/* Returns how often a residue occurs. */
static size_t count_residue(const struct reach *reach, const struct residue *residue)
{
    return (residue->last - residue->first) / reach->period + 1;
}

static int compare_loop_rows(const void *a, const void *b)
{
    const unsigned x = *(const unsigned *)a, y = *(const unsigned *)b;

    return (x > y) - (x < y);
}

/* Returns whether occurrences `k` to `end` - 1 of a residue can be left out without effect. */
static bool are_harmless_cells(const struct reach *reach, const struct residue *residue, size_t k, size_t end)
{
    for (; k < end; k++)
        if (!stream_harmless(reach->span->stream, (size_t)reach->span->words[residue->first + k * reach->period]))
            return false;
    return true;
}

/*
 * Finds the cycle of a residue's cell in the first iteration. A residue may occur more often than there are iterations,
 * because kernels let harmless cells run on. Returns false if the surplus is not harmless.
 */
static bool first_cell(const struct reach *reach, const struct residue *residue, size_t count, size_t *cycle)
{
    const size_t all = count_residue(reach, residue), more = all - count;

    for (size_t k = 0; k <= more && more <= FURTHER_MOST; k++) {
        if (!are_harmless_cells(reach, residue, 0, k) || !are_harmless_cells(reach, residue, k + count, all))
            continue;
        *cycle = residue->first + k * reach->period;
        return true;
    }
    return false;
}

/* Sets the loop's number of iterations, and its first and last words. */
static void measure_reach(const struct reach *reach, struct loop *loop)
{
    size_t first = SIZE_MAX, last = 0;

    loop->count = SIZE_MAX;
    for (unsigned i = 0; i < reach->period; i++) {
        const struct residue *residue = &reach->residues[i];

        if (residue->key == 0)
            continue;
        loop->count = count_residue(reach, residue) < loop->count ? count_residue(reach, residue) : loop->count;
        first = residue->first < first ? residue->first : first;
        last = residue->last > last ? residue->last : last;
    }
    loop->first = (size_t)reach->span->words[first];
    loop->end = (size_t)reach->span->words[last] + 1;
}

/* Fills *loop, if each cell occurs once in an iteration. Returns false if not. Leaves loop->rows NULL if memory runs
 * out. */
static bool loop_of(const struct reach *reach, struct loop *loop)
{
    size_t cycles[LOOP_PERIOD_MOST];

    *loop = (struct loop){.start = SIZE_MAX, .period = reach->period,
                          .rows = malloc(reach->period * sizeof *loop->rows)};
    measure_reach(reach, loop);
    for (unsigned i = 0; i < reach->period; i++) {
        if (reach->residues[i].key == 0)
            continue;
        if (!first_cell(reach, &reach->residues[i], loop->count, &cycles[i]))
            return false;
        loop->start = cycles[i] < loop->start ? cycles[i] : loop->start;
    }
    for (unsigned i = 0; i < reach->period && loop->rows; i++) {
        if (reach->residues[i].key == 0)
            continue;
        if (cycles[i] - loop->start >= LOOP_ROWS_MOST)
            return false;
        loop->rows[loop->row_count++] = (unsigned)(cycles[i] - loop->start);
    }
    if (loop->rows)
        qsort(loop->rows, loop->row_count, sizeof *loop->rows, compare_loop_rows);
    return true;
}

/* ---- The best loop ---- */

struct search {
    const struct span *span;
    size_t count_least; /* least number of iterations */
    loop_judge *accept;
    void *context;
    struct loop *best;
    size_t macros; /* SFPLOADMACROs of the best loop */
    bool lost;
};

/* Extends the repeating cycles `from` to `from` + period - 1, and keeps the loop if it is the best so far. */
static void try_loop(struct search *s, unsigned period, size_t from)
{
    struct reach reach = {.span = s->span, .period = period, .from = from};
    struct loop loop;
    size_t macros;
    bool good;

    extend_reach(&reach);
    good = loop_of(&reach, &loop);
    s->lost |= !loop.rows;
    macros = good && loop.count >= s->count_least ? loop.count * count_cycle_macros(s->span, from, from + period) : 0;
    if (s->lost || macros <= s->macros || !s->accept(s->context, s->span, &loop)) {
        loop_free(&loop);
        return;
    }
    loop_free(s->best);
    *s->best = loop;
    s->macros = macros;
}

static void try_loop_period(struct search *s, unsigned period)
{
    for (size_t c = 0, e; c + 2 * period <= s->span->cycles; c = e + 1) {
        for (e = c; e + period < s->span->cycles && key_at(s->span, e) == key_at(s->span, e + period); e++)
            ;
        if (e - c >= period && count_cycle_macros(s->span, c, c + period) > 0)
            try_loop(s, period, c);
    }
}

bool loop_find(const struct span *span, loop_judge *accept, void *context, struct loop *loop, bool *lost)
{
    static const struct {
        size_t count_least;
        unsigned period_most;
    } wanted[] = {{3, 32}, {2, LOOP_PERIOD_MOST}};
    struct loop best = {0};
    struct search s = {.span = span, .accept = accept, .context = context, .best = &best};

    for (unsigned i = 0; i < sizeof wanted / sizeof wanted[0] && s.macros == 0; i++) {
        s.count_least = wanted[i].count_least;
        for (unsigned period = 1; period <= wanted[i].period_most && period <= span->cycles / 2 && !s.lost; period++)
            try_loop_period(&s, period);
    }
    *lost |= s.lost;
    if (s.lost || s.macros == 0) {
        loop_free(&best);
        return false;
    }
    *loop = best;
    return true;
}

bool loop_once(const struct span *span, struct loop *loop)
{
    *loop = (struct loop){.first = span->first, .end = span->end, .period = (unsigned)span->cycles, .count = 1};
    loop->rows = malloc(span->cycles * sizeof *loop->rows);
    for (size_t c = 0; loop->rows && c < span->cycles; c++)
        if (span_word(span, c))
            loop->rows[loop->row_count++] = (unsigned)c;
    return loop->rows != NULL;
}

void loop_free(struct loop *loop)
{
    free(loop->rows);
    loop->rows = NULL;
}
