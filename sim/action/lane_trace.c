/* Runs a kernel and notes the writes of one lane. */
#include "lane_trace.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "voice.h"

enum { ROW_GROUP = 3, ODD_COLUMNS = 2 /* bits of an address (sfpu-dst(7), Addresses) */, LANE_COLUMNS = 8 };

/* ---- Observing ---- */

uint32_t lane_trace_cell(const struct lane_trace *t, uint32_t cell)
{
    const size_t size = sfpu_format_bytes(t->out);
    uint32_t value = 0;

    memcpy(&value, t->dst + cell * size, size); /* little-endian, as images are */
    return value;
}

static void read_dst(struct lane_trace *t)
{
    const int format = t->out;
    const size_t size = (size_t)probe_rows(format) * PROBE_COLUMNS * sfpu_format_bytes(format);

    if (sfpu_read_dst(t->m, format, SFPU_ROWS, t->dst, size) != SFPU_OK)
        t->failed = true;
}

static uint32_t read_flags(const struct lane_trace *t)
{
    uint32_t flags, use_flags;

    sfpu_get_flags(t->m, &flags, &use_flags);
    return (flags >> t->lane & 1) | (use_flags >> t->lane & 1) << 1;
}

static uint32_t read_lane_lreg(const struct lane_trace *t, unsigned reg)
{
    uint32_t lanes[SFPU_LANES];

    sfpu_get_lreg(t->m, reg, lanes);
    return lanes[t->lane];
}

static void note_lane_step(struct lane_trace *t, const struct sfpu_event *event, enum lane_result result, uint32_t at,
                           uint32_t before, uint32_t after)
{
    if (t->count == t->room) {
        const size_t room = t->room ? 2 * t->room : 64;
        struct lane_step *steps = array_resized(t->steps, room, sizeof *steps);

        if (!steps) {
            t->failed = true;
            return;
        }
        t->steps = steps;
        t->room = room;
    }
    t->steps[t->count] = (struct lane_step){
        .id = event->id, .cycle = event->cycle, .index = event->index, .word = event->word,
        .scheduled = event->scheduled, .result = result, .at = at, .before = before, .after = after};
    if (event->scheduled && event->text)
        snprintf(t->steps[t->count].item, LANE_ITEM, "%s", event->text);
    t->count++;
}

static void note_lane_store(struct lane_trace *t, const struct sfpu_event *event)
{
    const uint32_t row = (uint32_t)(event->address & ~ROW_GROUP) + t->lane / LANE_COLUMNS;
    const uint32_t cell = row * PROBE_COLUMNS + 2 * (t->lane % LANE_COLUMNS) + !!(event->address & ODD_COLUMNS);
    uint32_t before;

    if (row >= probe_rows(t->out))
        return;
    before = lane_trace_cell(t, cell);
    read_dst(t);
    note_lane_step(t, event, LANE_CELL, cell, before, lane_trace_cell(t, cell));
}

/* Returns whether the instruction executes on the simple sub-unit and leaves registers, flags and stack alone, as
 * SFPCONFIG of a target other than an LReg does. */
static bool is_lane_configuration(const struct sfpu_event *event)
{
    return !event->scheduled && strcmp(event->unit, "simple") == 0 && !event->lregs && !event->flags && !event->stack;
}

/* Marks the last steps that filled L0, one for each half, as configuration. */
static void mark_configuration(struct lane_trace *t)
{
    for (size_t i = t->count; i-- > 0 && t->steps[i].result == LANE_LREG && t->steps[i].at == 0;)
        t->steps[i].configures = true;
}

static void on_event(void *trace, const struct sfpu_event *event)
{
    struct lane_trace *t = trace;

    if (event->kind != SFPU_EVENT_COMPLETE)
        return;
    if (is_lane_configuration(event))
        mark_configuration(t);
    for (unsigned reg = 0; reg < SFPU_LREGS; reg++)
        if (event->lregs >> reg & 1) {
            const uint32_t before = t->lreg[reg];

            t->lreg[reg] = read_lane_lreg(t, reg);
            note_lane_step(t, event, LANE_LREG, reg, before, t->lreg[reg]);
        }
    if (event->flags) {
        const uint32_t before = t->flags;

        t->flags = read_flags(t);
        note_lane_step(t, event, LANE_FLAGS, 0, before, t->flags);
    }
    if (event->address >= 0 && strcmp(event->unit, "store") == 0)
        note_lane_store(t, event);
}

/* ---- Running ---- */

static int write_block(struct lane_trace *t, const uint32_t *values)
{
    const int format = t->in.format;
    const size_t size = sfpu_format_bytes(format);

    memset(t->dst, 0, sizeof t->dst);
    for (size_t i = 0; i < t->in.count; i++)
        memcpy(t->dst + t->in.cells[i] * size, &values[i], size);
    return sfpu_write_dst(t->m, format, SFPU_ROWS, t->dst, (size_t)probe_rows(format) * PROBE_COLUMNS * size);
}

/* Order of qsort: by issue, because the order of completion differs between arches; then by kind of result, for the
 * several results of an instruction. */
static int by_id(const void *a, const void *b)
{
    const struct lane_step *s = a, *t = b;

    if (s->id != t->id)
        return s->id < t->id ? -1 : 1;
    if (s->result != t->result)
        return s->result < t->result ? -1 : 1;
    return (s->at > t->at) - (s->at < t->at);
}

int lane_trace_run(struct lane_trace *t, const uint32_t *values)
{
    int status = probe_begin(t->options, t->m, t->m, t->in.format);

    if (status)
        return status;
    if (write_block(t, values) != SFPU_OK)
        return complain_for(t->m, t->kernel);
    for (unsigned reg = 0; reg < SFPU_LREGS; reg++)
        t->lreg[reg] = read_lane_lreg(t, reg);
    t->flags = read_flags(t);
    t->count = 0;
    read_dst(t);
    sfpu_on_event(t->m, on_event, t);
    if (sfpu_run(t->m, 1) != SFPU_OK)
        status = complain_for(t->m, t->kernel);
    sfpu_on_event(t->m, NULL, NULL);
    read_dst(t);
    if (!status && t->failed)
        status = complain_no_memory();
    if (t->count)
        qsort(t->steps, t->count, sizeof *t->steps, by_id);
    return status;
}

/* ---- Dependence on the input ---- */

enum { OPCODE = 24 /* bit of the opcode in a word */ };

bool lane_same_insn(const struct lane_step *a, const struct lane_step *b)
{
    return a->word >> OPCODE == b->word >> OPCODE && a->result == b->result;
}

static void mark_moved(struct lane_trace *t, const struct lane_step *other, size_t count)
{
    bool alike = t->count == count;

    for (size_t i = 0; alike && i < count; i++)
        alike = lane_same_insn(&t->steps[i], &other[i]);
    for (size_t i = 0; i < t->count; i++)
        t->steps[i].moved = !alike || t->steps[i].after != other[i].after;
}

int lane_trace_run_marked(struct lane_trace *t, const uint32_t *values, const uint32_t *others)
{
    int status = lane_trace_run(t, others);
    struct lane_step *const steps = t->steps;
    const size_t count = t->count;

    t->steps = NULL;
    t->count = t->room = 0;
    if (!status && (status = lane_trace_run(t, values)) == 0)
        mark_moved(t, steps, count);
    free(steps);
    return status;
}

size_t lane_first_moved(const struct lane_trace *t)
{
    for (size_t i = 0; i < t->count; i++)
        if (t->steps[i].moved)
            return i;
    return 0;
}
