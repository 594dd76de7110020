/* Makes a source from the events of a run: chooses the words that form loops, and the SFPLOADMACROs that stand
 * alone. */
#include "readback_parts.h"

#include <stdlib.h>
#include <string.h>

#include "base/array.h"

enum {
    SPAN_GAP = 64,  /* cycles without a word, after which a new span begins */
    ONCE_GAP = 16,  /* cycles between SFPLOADMACROs that share a table */
};

/* Returns whether the word ends a span. No table can express such a word's effect on addresses or schedules. */
static bool breaks_span(const struct stream_word *word)
{
    return word->kind == STREAM_OTHER || word->kind == STREAM_CONFIGURE;
}

/* ---- A part ---- */

/* Returns the amount that the table's cells add to Dst's counter over all iterations. */
static uint16_t added_by(const struct span *span, const struct loop *loop, const struct table *table)
{
    int added = 0;

    for (unsigned i = 0; i < loop->row_count; i++) {
        const struct stream_word *word = loop_word(span, loop, loop->rows[i], 0);

        added += word->kind == STREAM_STEP ? word->step : 0;
    }
    for (size_t i = 0; i < table->cell_count; i++)
        if (strchr(span->stream->texts[table->cells[i].phrase.text], PHRASE_ADDRMOD))
            added += table->addr_step[table->cells[i].addr_mode];
    return (uint16_t)((unsigned)added * loop->count & SFP_COUNTER_MASK);
}

/* Adds a part with `loop` and `table`, which it then owns. Returns false if memory runs out. */
static bool add_made(struct parts *parts, const struct span *span, const struct loop *loop, const struct table *table)
{
    struct part part = {.loop = *loop, .cells = *table, .start = span->base + loop->start,
                        .added = added_by(span, loop, table)};

    part.until = part.start + table->cells[table->cell_count - 1].row + (loop->count - 1) * loop->period;
    if (!array_room(&parts->parts, parts->count, &parts->capacity, sizeof *parts->parts))
        return false;
    parts->parts[parts->count++] = part;
    return true;
}

/* Makes the table of `loop`, for which a table exists, and adds a part. Frees both and sets parts->lost if memory runs
 * out. */
static void add_loop_part(struct parts *parts, const struct span *span, struct loop *loop)
{
    struct table table;

    if (table_make(span, loop, &table) == TABLE_MADE && add_made(parts, span, loop, &table))
        return;
    parts->lost = true;
    loop_free(loop);
    table_free(&table);
}

/* ---- Loops ---- */

static bool accept_loop(void *context, const struct span *span, const struct loop *loop)
{
    struct parts *parts = context;
    struct table table;
    enum table_result result = table_make(span, loop, &table);

    parts->lost |= result == TABLE_NO_MEMORY;
    table_free(&table);
    return result == TABLE_MADE;
}

static size_t count_word_macros(const struct stream *s, size_t first, size_t end)
{
    size_t macros = 0;

    for (size_t i = first; i < end; i++)
        macros += s->words[i].kind == STREAM_MACRO;
    return macros;
}

/* Finds the loops among words `first` to `end` - 1: the best loop, then the loops before and after it. */
static void find_loops(struct parts *parts, size_t first, size_t end)
{
    while (!parts->lost && count_word_macros(parts->stream, first, end) > 1) {
        struct span span;
        struct loop loop;

        if (!span_make(parts->stream, first, end, &span)) {
            parts->lost = true;
            return;
        }
        if (!loop_find(&span, accept_loop, parts, &loop, &parts->lost)) {
            span_free(&span);
            return;
        }
        add_loop_part(parts, &span, &loop);
        span_free(&span);
        find_loops(parts, first, loop.first);
        first = loop.end;
    }
}

static void find_all_loops(struct parts *parts)
{
    const struct stream *s = parts->stream;
    size_t first = 0;

    for (size_t i = 0; i <= s->count; i++) {
        if (i < s->count && !breaks_span(&s->words[i])
            && (i == first || s->words[i].cycle - s->words[i - 1].cycle <= SPAN_GAP))
            continue;
        find_loops(parts, first, i);
        first = i < s->count && breaks_span(&s->words[i]) ? i + 1 : i;
    }
}

static int compare_parts(const void *a, const void *b)
{
    const struct part *x = a, *y = b;

    return (x->loop.first > y->loop.first) - (x->loop.first < y->loop.first);
}

/* ---- SFPLOADMACROs outside loops ---- */

/* Returns the end of the words that share a table with SFPLOADMACRO `first`: SFPLOADMACROs that follow soon, and
 * words issued until their items have executed. At most `end`. */
static size_t once_end(const struct stream *s, size_t first, size_t end)
{
    uint64_t until = stream_last_cycle(s, &s->words[first]);
    size_t last = first;

    for (size_t i = first + 1; i < end && !breaks_span(&s->words[i]); i++) {
        const struct stream_word *word = &s->words[i];

        if (word->cycle > until + ONCE_GAP || word->cycle - s->words[first].cycle >= LOOP_ROWS_MOST)
            break;
        if (word->kind == STREAM_MACRO && stream_last_cycle(s, word) > until)
            until = stream_last_cycle(s, word);
        if (word->key != 0 && (word->kind == STREAM_MACRO || word->cycle <= until))
            last = i;
    }
    return last + 1;
}

/* Makes a table of one iteration for each stretch of SFPLOADMACROs among words `first` to `end` - 1. */
static void find_once(struct parts *parts, size_t first, size_t end)
{
    for (size_t i = first; i < end && !parts->lost; i++) {
        struct span span;
        struct loop loop;

        if (parts->stream->words[i].kind != STREAM_MACRO)
            continue;
        if (!span_make(parts->stream, i, once_end(parts->stream, i, end), &span)) {
            parts->lost = true;
            return;
        }
        i = span.end - 1;
        if (loop_once(&span, &loop))
            add_loop_part(parts, &span, &loop);
        else
            parts->lost = true;
        span_free(&span);
    }
}

static void sort_parts(struct parts *parts)
{
    if (parts->count)
        qsort(parts->parts, parts->count, sizeof *parts->parts, compare_parts);
}

/* Finds all parts. Returns false, with the reason in parts->why unless memory ran out, if the run cannot be read
 * back. The caller calls parts_free() in any case. */
static bool parts_find(const struct stream *s, struct parts *parts)
{
    size_t loops, behind = 0;

    *parts = (struct parts){.stream = s, .lost = s->lost};
    if (s->macros == 0)
        parts->why = "no SFPLOADMACRO executed";
    else if (s->too_long)
        parts->why = "the run is too long";
    else if (s->diverges)
        parts->why = "LoadMacroConfig differs between lanes";
    if (parts->why || parts->lost)
        return false;
    find_all_loops(parts);
    sort_parts(parts);
    loops = parts->count;
    for (size_t i = 0; i < loops; i++) {
        const struct loop *loop = &parts->parts[i].loop;
        const size_t first = loop->first, end = loop->end; /* copied, since find_once() may move the parts */

        find_once(parts, behind, first);
        behind = end;
    }
    find_once(parts, behind, s->count);
    sort_parts(parts);
    return !parts->lost;
}

/* Returns whether every part is a loop, so that no SFPLOADMACRO stands alone. */
static bool parts_are_loops(const struct parts *parts)
{
    for (size_t i = 0; i < parts->count; i++)
        if (parts->parts[i].loop.count == 1)
            return false;
    return true;
}

static void parts_free(struct parts *parts)
{
    for (size_t i = 0; i < parts->count; i++) {
        loop_free(&parts->parts[i].loop);
        table_free(&parts->parts[i].cells);
    }
    for (size_t i = 0; i < parts->table_count; i++)
        free(parts->tables[i]);
    free(parts->parts);
    free(parts->tables);
}

/* ---- The run ---- */

struct sfp_readback {
    struct stream stream;
};

struct sfp_readback *sfp_readback_new(enum sfp_arch arch)
{
    struct sfp_readback *r = malloc(sizeof *r);

    if (r)
        stream_init(&r->stream, arch);
    return r;
}

void sfp_readback_free(struct sfp_readback *r)
{
    if (r)
        stream_free(&r->stream);
    free(r);
}

void sfp_readback_event(struct sfp_readback *r, const struct sfp_event *event)
{
    stream_event(&r->stream, event);
}

/* Finds the parts, by cycles first. If an SFPLOADMACRO stands alone, removes short gaps, which a late front end
 * leaves before loops, and searches again. */
static bool find_parts_twice(struct stream *s, struct parts *parts)
{
    enum { BUBBLE = 2 }; /* longest gap to remove, in cycles */

    if (!parts_find(s, parts))
        return false;
    if (parts_are_loops(parts) || !stream_close_gaps(s, BUBBLE)) {
        parts->lost |= s->lost;
        return !parts->lost;
    }
    parts_free(parts);
    return parts_find(s, parts);
}

bool sfp_readback_print(struct sfp_readback *r, FILE *stream)
{
    struct parts parts;

    stream_finish(&r->stream);
    if (find_parts_twice(&r->stream, &parts))
        parts.lost |= !parts_print(&parts, stream);
    else if (parts.why)
        fprintf(stream, "// no schedule: %s\n", parts.why);
    parts_free(&parts);
    return !parts.lost;
}
