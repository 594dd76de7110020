/* What a kernel does to a lane. */
#include "equiv_lane.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/complain.h"

enum { ROW_GROUP = 3, ODD_COLUMNS = 2 /* of an address (sfpu-dst(7), Addresses) */, LANE_COLUMNS = 8 };

/* ---- Listening ---- */

uint32_t equiv_lane_cell(const struct equiv_lane *t, uint32_t cell)
{
    const size_t size = sfpu_format_bytes(t->plan->o->input.out);
    uint32_t value = 0;

    memcpy(&value, t->dst + cell * size, size); /* little-endian, as images are */
    return value;
}

static void read_dst(struct equiv_lane *t)
{
    const int format = t->plan->o->input.out;
    const size_t size = (size_t)equiv_rows(format) * PROBE_COLUMNS * sfpu_format_bytes(format);

    if (sfpu_read_dst(t->m, format, SFPU_ROWS, t->dst, size) != SFPU_OK)
        t->failed = true;
}

static uint32_t read_flags(const struct equiv_lane *t)
{
    uint32_t flags, use_flags;

    sfpu_get_flags(t->m, &flags, &use_flags);
    return (flags >> t->lane & 1) | (use_flags >> t->lane & 1) << 1;
}

static uint32_t read_lreg(const struct equiv_lane *t, unsigned reg)
{
    uint32_t lanes[SFPU_LANES];

    sfpu_get_lreg(t->m, reg, lanes);
    return lanes[t->lane];
}

static void note(struct equiv_lane *t, const struct sfpu_event *event, enum equiv_result result, uint32_t at,
                 uint32_t before, uint32_t after)
{
    if (t->count == t->room) {
        const size_t room = t->room ? 2 * t->room : 64;
        struct equiv_step *steps = reallocarray(t->steps, room, sizeof *steps);

        if (!steps) {
            t->failed = true;
            return;
        }
        t->steps = steps;
        t->room = room;
    }
    t->steps[t->count] = (struct equiv_step){
        .id = event->id, .cycle = event->cycle, .index = event->index, .word = event->word,
        .scheduled = event->scheduled, .result = result, .at = at, .before = before, .after = after};
    if (event->scheduled && event->text)
        snprintf(t->steps[t->count].item, EQUIV_ITEM, "%s", event->text);
    t->count++;
}

static void note_store(struct equiv_lane *t, const struct sfpu_event *event)
{
    const uint32_t row = (uint32_t)(event->address & ~ROW_GROUP) + t->lane / LANE_COLUMNS;
    const uint32_t cell = row * PROBE_COLUMNS + 2 * (t->lane % LANE_COLUMNS) + !!(event->address & ODD_COLUMNS);
    uint32_t before;

    if (row >= equiv_rows(t->plan->o->input.out))
        return;
    before = equiv_lane_cell(t, cell);
    read_dst(t);
    note(t, event, EQUIV_CELL, cell, before, equiv_lane_cell(t, cell));
}

static void on_event(void *trace, const struct sfpu_event *event)
{
    struct equiv_lane *t = trace;

    if (event->kind != SFPU_EVENT_COMPLETE)
        return;
    for (unsigned reg = 0; reg < SFPU_LREGS; reg++)
        if (event->lregs >> reg & 1) {
            const uint32_t before = t->lreg[reg];

            t->lreg[reg] = read_lreg(t, reg);
            note(t, event, EQUIV_LREG, reg, before, t->lreg[reg]);
        }
    if (event->flags) {
        const uint32_t before = t->flags;

        t->flags = read_flags(t);
        note(t, event, EQUIV_FLAGS, 0, before, t->flags);
    }
    if (event->address >= 0 && strcmp(event->unit, "store") == 0)
        note_store(t, event);
}

/* ---- Running ---- */

static int write_block(struct equiv_lane *t, const uint32_t *values)
{
    const int format = t->plan->o->input.dst;
    const size_t size = sfpu_format_bytes(format);
    const struct sfpu_cells in = equiv_in_cells(t->plan);

    memset(t->dst, 0, sizeof t->dst);
    for (size_t i = 0; i < in.count; i++)
        memcpy(t->dst + in.cells[i] * size, &values[i], size);
    return sfpu_write_dst(t->m, format, SFPU_ROWS, t->dst, (size_t)equiv_rows(format) * PROBE_COLUMNS * size);
}

/* In order of issue, not of completion, which differs between arches; what an instruction does stays together. */
static int by_id(const void *a, const void *b)
{
    const struct equiv_step *s = a, *t = b;

    if (s->id != t->id)
        return s->id < t->id ? -1 : 1;
    if (s->result != t->result)
        return s->result < t->result ? -1 : 1;
    return (s->at > t->at) - (s->at < t->at);
}

int equiv_lane_run(struct equiv_lane *t, const uint32_t *values)
{
    const char *kernel = t->plan->o->kernel[t->kernel];
    int status = probe_begin(&t->plan->o->machine[t->kernel], t->m, t->plan->o->input.dst);

    if (status)
        return status;
    if (write_block(t, values) != SFPU_OK)
        return complain_for(t->m, kernel);
    for (unsigned reg = 0; reg < SFPU_LREGS; reg++)
        t->lreg[reg] = read_lreg(t, reg);
    t->flags = read_flags(t);
    t->count = 0;
    read_dst(t);
    sfpu_on_event(t->m, on_event, t);
    if (sfpu_run(t->m, 1) != SFPU_OK)
        status = complain_for(t->m, kernel);
    sfpu_on_event(t->m, NULL, NULL);
    read_dst(t);
    if (!status && t->failed)
        status = complain("not enough memory");
    if (t->count)
        qsort(t->steps, t->count, sizeof *t->steps, by_id);
    return status;
}
