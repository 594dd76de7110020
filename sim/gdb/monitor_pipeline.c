/* monitor pipeline: instructions that issue and land around the present cycle. */
#include <stdlib.h>
#include <stdio.h>

#include "monitor.h"
#include "retrace.h"

enum { USUAL_CYCLES = 8, MOST_CYCLES = 200, MOST_ROWS = 1024, CAUSE = 64, OP = 64 };

/* An instruction, or a stall in one cycle. */
struct row {
    uint64_t id, issued, lands;
    size_t index;
    uint32_t word;
    bool is_stall, has_landed, scheduled;
    int address, step; /* address in Dst and increment of the counter, as in struct sfpu_event */
    char text[CAUSE]; /* the instruction's sub-unit, or the stall's cause */
    char op[OP];      /* if scheduled: the instruction with its actual registers */
};

struct rows {
    struct row *rows;
    size_t count;
    uint64_t first, last; /* range of cycles to show */
};

static struct row *find_pipeline_row(struct rows *r, uint64_t id)
{
    for (size_t i = r->count; i-- > 0;)
        if (!r->rows[i].is_stall && r->rows[i].id == id)
            return &r->rows[i];
    return NULL;
}

/* Drops rows that landed before the first cycle to show. */
static void drop_landed_rows(struct rows *r)
{
    size_t kept = 0;

    for (size_t i = 0; i < r->count; i++)
        if (!r->rows[i].has_landed || r->rows[i].lands >= r->first)
            r->rows[kept++] = r->rows[i];
    r->count = kept;
}

static void add_pipeline_row(struct rows *r, const struct sfpu_event *e)
{
    struct row *row;

    if (r->count == MOST_ROWS)
        drop_landed_rows(r);
    if (r->count == MOST_ROWS)
        return;
    row = &r->rows[r->count++];
    *row = (struct row){.id = e->id, .issued = e->cycle, .lands = e->cycle, .word = e->word,
                        .index = e->scheduled ? e->macro_index : e->index, .scheduled = e->scheduled,
                        .is_stall = e->kind == SFPU_EVENT_STALL, .address = e->address, .step = e->step};
    row->has_landed = row->is_stall;
    snprintf(row->text, sizeof row->text, "%s", row->is_stall ? e->text : e->unit);
    if (e->scheduled && e->text)
        snprintf(row->op, sizeof row->op, "%s", e->text);
}

static void observe_pipeline(void *context, const struct sfpu_event *e)
{
    struct rows *r = context;
    struct row *row;

    if (e->kind == SFPU_EVENT_EXEC || (e->kind == SFPU_EVENT_STALL && e->cycle >= r->first)) {
        add_pipeline_row(r, e);
    } else if (e->kind == SFPU_EVENT_COMPLETE && (row = find_pipeline_row(r, e->id))) {
        row->lands = e->cycle;
        row->has_landed = true;
    }
}

static void put_pipeline_row(struct debuggee *d, const struct row *row, struct text *out)
{
    const bool under_way = !row->is_stall && row->issued < d->at.cycles
                        && (row->lands >= d->at.cycles || !row->has_landed);

    text_print(out, "%c %8llu ", under_way ? '*' : row->issued == d->at.cycles ? '>' : ' ',
               (unsigned long long)row->issued);
    if (row->is_stall)
        text_print(out, "         held: %s  ", row->text);
    else if (row->has_landed)
        text_print(out, "%8llu %-6s ", (unsigned long long)row->lands, row->text);
    else
        text_print(out, "%8s %-6s ", "later", row->text);
    if (row->scheduled)
        monitor_put_scheduled(d, row->index, row->word, row->op, out);
    else
        monitor_put_word(d, row->index, row->word, out);
    if (!row->is_stall && row->address >= 0)
        text_print(out, "  at %d, Dst %+d", row->address, row->step);
    text_print(out, "%s\n", row->scheduled ? " (scheduled)" : "");
}

static void put_pipeline(struct debuggee *d, struct rows *r, struct text *out)
{
    drop_landed_rows(r);
    text_print(out, "cycle %llu\n    issues    lands unit\n", (unsigned long long)d->at.cycles);
    for (size_t i = 0; i < r->count; i++)
        if (r->rows[i].issued <= r->last)
            put_pipeline_row(d, &r->rows[i], out);
}

void monitor_pipeline(struct debuggee *d, const char *arguments, struct text *out)
{
    unsigned long cycles = USUAL_CYCLES;
    struct rows r = {.rows = calloc(MOST_ROWS, sizeof *r.rows)};

    if (*arguments && (!monitor_number(&arguments, MOST_CYCLES, &cycles) || *arguments)) {
        text_print(out, "pipeline: expects a number of cycles, up to %d\n", MOST_CYCLES);
    } else if (r.rows) {
        const struct retrace retrace = {.before = cycles + MOST_CYCLES, .after = cycles + MOST_CYCLES / 10,
                                      .observe = observe_pipeline, .context = &r};

        r.first = d->at.cycles > cycles ? d->at.cycles - cycles : 0;
        r.last = d->at.cycles + cycles;
        if (debuggee_retrace(d, &retrace))
            put_pipeline(d, &r, out);
    }
    d->lost |= !r.rows;
    free(r.rows);
}
