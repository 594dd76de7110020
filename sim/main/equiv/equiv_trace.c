/* Where two kernels part: one lane of each, run with its writes noted, and the first of them that differs. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/voice.h"
#include "equiv_parts.h"
#include "util/array.h"

/* ---- One lane of a kernel ---- */

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
        struct equiv_step *steps = array_resized(t->steps, room, sizeof *steps);

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

/* ---- The first difference ---- */

enum { OPCODE = 24 /* bits below it in a word */ };

static bool is_same_insn(const struct equiv_step *a, const struct equiv_step *b)
{
    return a->word >> OPCODE == b->word >> OPCODE && a->result == b->result;
}

static int run_both(struct equiv_lane t[EQUIV_KERNELS], const uint32_t *values)
{
    const int status = equiv_lane_run(&t[0], values);

    return status ? status : equiv_lane_run(&t[1], values);
}

/* ---- The block ---- */

static bool is_different(const struct equiv_lane t[EQUIV_KERNELS], uint32_t cell)
{
    return equiv_lane_cell(&t[0], cell) != equiv_lane_cell(&t[1], cell);
}

/* Has a block's results, and says which of its slots have equal ones. */
static int find_equal(struct equiv_lane t[EQUIV_KERNELS], const struct equiv_block *block, bool *equal)
{
    const struct equiv_plan *plan = t->plan;
    const int status = run_both(t, block->values);

    memcpy(equal, block->tried, plan->slots * sizeof *equal);
    for (size_t i = 0; i < plan->compared; i++)
        if (plan->owner[i] != EQUIV_NO_SLOT && is_different(t, plan->cell[i]))
            equal[plan->owner[i]] = false;
    return status;
}

/* A slot of a block with equal results, or else the one that differs. */
static size_t choose_equal(const struct equiv_plan *plan, const bool *equal, size_t slot)
{
    for (size_t i = 0; i < plan->slots; i++)
        if (equal[i])
            return i;
    return slot;
}

/* One with another first operand, or else the same. */
static size_t choose_other(const struct equiv_plan *plan, const uint32_t *values, size_t slot)
{
    for (size_t i = 0; i < plan->slots; i++)
        if (values[i] != values[slot])
            return i;
    return slot;
}

/* Gives the lane's slots, but for `kept`, the input that `from` has in the block. */
static void make_even(const struct equiv_plan *plan, const struct equiv_block *block, unsigned lane, size_t kept,
                      size_t from, uint32_t *values)
{
    memcpy(values, block->values, plan->o->input.operands * plan->slots * sizeof *values);
    for (size_t slot = 0; slot < plan->slots; slot++) {
        if (slot == kept || equiv_lane(plan->in_cell[slot]) != lane)
            continue;
        values[slot] = block->values[from];
        if (plan->o->input.operands > 1)
            values[plan->slots + slot] = block->values[plan->slots + from];
    }
}

/* ---- What depends on the input ---- */

/* Marks the steps of a run that differ from one with another input; all, if the two do not go step by step. */
static void mark_moved(struct equiv_lane *t, const struct equiv_step *other, size_t count)
{
    bool alike = t->count == count;

    for (size_t i = 0; alike && i < count; i++)
        alike = is_same_insn(&t->steps[i], &other[i]);
    for (size_t i = 0; i < t->count; i++)
        t->steps[i].moved = !alike || t->steps[i].after != other[i].after;
}

/* Runs on `values`, and marks what is not the same on `others`. */
static int run_marked(struct equiv_lane t[EQUIV_KERNELS], const uint32_t *values, const uint32_t *others)
{
    struct equiv_step *steps[EQUIV_KERNELS];
    size_t counts[EQUIV_KERNELS];
    int status = run_both(t, others);

    for (unsigned k = 0; k < EQUIV_KERNELS; k++) {
        steps[k] = t[k].steps;
        counts[k] = t[k].count;
        t[k].steps = NULL;
        t[k].count = t[k].room = 0;
    }
    if (!status)
        status = run_both(t, values);
    for (unsigned k = 0; k < EQUIV_KERNELS; k++) {
        if (!status)
            mark_moved(&t[k], steps[k], counts[k]);
        free(steps[k]);
    }
    return status;
}

/* ---- The run in which kernels part ---- */

/* Nothing else in the lane is to differ. */
static int run_alone(struct equiv_lane t[EQUIV_KERNELS], uint32_t slot, const struct equiv_block *block,
                     const bool *equal)
{
    const struct equiv_plan *plan = t->plan;
    const size_t from = choose_equal(plan, equal, slot);
    const size_t other = from == slot ? choose_other(plan, block->values, slot) : from;
    uint32_t *values = calloc(2 * plan->slots, sizeof *values), *others = calloc(2 * plan->slots, sizeof *others);
    int status;

    if (values && others) {
        make_even(plan, block, t->lane, slot, from, values);
        make_even(plan, block, t->lane, EQUIV_NO_SLOT, other, others);
        status = run_marked(t, values, others);
    } else {
        status = complain("not enough memory");
    }
    free(values);
    free(others);
    return status;
}

/* The lane with nothing else in it, or as it was. */
static int find_run(const struct equiv_plan *plan, const struct equiv_difference *d, struct equiv_lane t[EQUIV_KERNELS],
                    struct equiv_block *block)
{
    bool *equal = calloc(plan->slots, sizeof *equal);
    int status;

    if (!equal)
        return complain("not enough memory");
    equiv_block_fill(block, plan, d->block, plan->end);
    status = find_equal(t, block, equal);
    if (!status && d->owned)
        status = run_alone(t, plan->owner[d->index], block, equal);
    free(equal);
    if (status || is_different(t, plan->cell[d->index]))
        return status;
    equiv_block_fill(block, plan, d->block, plan->end);
    return run_both(t, block->values);
}

/* ---- Comparing ---- */

static bool has_same_shape(const struct equiv_lane *a, const struct equiv_lane *b)
{
    if (a->count != b->count)
        return false;
    for (size_t i = 0; i < a->count; i++)
        if (!is_same_insn(&a->steps[i], &b->steps[i]))
            return false;
    return true;
}

static int by_value(const void *a, const void *b)
{
    const struct equiv_step *s = a, *t = b;

    if (s->result != t->result)
        return s->result < t->result ? -1 : 1;
    return (s->after > t->after) - (s->after < t->after);
}

/* A kernel's steps by value. */
struct lookup {
    struct equiv_step *steps;
    size_t count;
};

static bool lookup_make(struct lookup *l, const struct equiv_lane *t)
{
    *l = (struct lookup){.steps = calloc(t->count + 1, sizeof *l->steps), .count = t->count};
    if (!l->steps)
        return false;
    if (t->count)
        memcpy(l->steps, t->steps, t->count * sizeof *l->steps);
    qsort(l->steps, l->count, sizeof *l->steps, by_value);
    return true;
}

static bool has(const struct lookup *l, const struct equiv_step *step)
{
    return bsearch(step, l->steps, l->count, sizeof *l->steps, by_value) != NULL;
}

/* The first that depends on the input: what is before it sets a loop up. 0: none does. */
static size_t first_moved(const struct equiv_lane *t)
{
    for (size_t i = 0; i < t->count; i++)
        if (t->steps[i].moved)
            return i;
    return 0;
}

/* The first step whose result the other kernel has nowhere, or NULL; one that depends on the input rather than one that
 * does not, such as a constant, and nothing that sets up. Flags are so few that any is somewhere. */
static const struct equiv_step *first_lacking(const struct equiv_lane *t, const struct lookup *other)
{
    const struct equiv_step *first = NULL;

    for (size_t i = first_moved(t); i < t->count; i++) {
        if (t->steps[i].result == EQUIV_FLAGS || has(other, &t->steps[i]))
            continue;
        if (t->steps[i].moved)
            return &t->steps[i];
        first = first ? first : &t->steps[i];
    }
    return first;
}

static const struct equiv_step *last_store(const struct equiv_lane *t, uint32_t cell)
{
    for (size_t i = t->count; i-- > 0;)
        if (t->steps[i].result == EQUIV_CELL && t->steps[i].at == cell)
            return &t->steps[i];
    return NULL;
}

/* The first pair with different results, unless each of these is somewhere else in the other. */
static bool part_in_step(const struct equiv_lane t[EQUIV_KERNELS], const struct lookup sorted[EQUIV_KERNELS],
                         struct equiv_divergence *d)
{
    size_t i = 0;

    if (!has_same_shape(&t[0], &t[1]))
        return false;
    while (i < t[0].count && t[0].steps[i].after == t[1].steps[i].after)
        i++;
    if (i == t[0].count || (t[0].steps[i].result != EQUIV_FLAGS && has(&sorted[1], &t[0].steps[i])
                            && has(&sorted[0], &t[1].steps[i])))
        return false;
    for (unsigned k = 0; k < EQUIV_KERNELS; k++) {
        d->there[k] = true;
        d->parting[k] = EQUIV_SAME_SHAPE;
        d->step[k] = t[k].steps[i];
    }
    return true;
}

static void part(const struct equiv_lane t[EQUIV_KERNELS], const struct lookup sorted[EQUIV_KERNELS], uint32_t cell,
                 struct equiv_divergence *d)
{
    if (part_in_step(t, sorted, d))
        return;
    for (unsigned k = 0; k < EQUIV_KERNELS; k++) {
        const struct equiv_step *lacking = first_lacking(&t[k], &sorted[!k]);
        const struct equiv_step *step = lacking ? lacking : last_store(&t[k], cell);

        d->there[k] = step != NULL;
        d->parting[k] = lacking ? EQUIV_LACKING : EQUIV_STORES;
        if (step)
            d->step[k] = *step;
    }
}

static int compare(const struct equiv_lane t[EQUIV_KERNELS], uint32_t cell, struct equiv_divergence *d)
{
    struct lookup sorted[EQUIV_KERNELS] = {0};
    int status = 0;

    if (lookup_make(&sorted[0], &t[0]) && lookup_make(&sorted[1], &t[1]))
        part(t, sorted, cell, d);
    else
        status = complain("not enough memory");
    free(sorted[0].steps);
    free(sorted[1].steps);
    return status;
}

int equiv_diverge(const struct equiv_plan *plan, const struct equiv_difference *difference,
                  struct equiv_divergence *divergence)
{
    struct equiv_lane *t = calloc(EQUIV_KERNELS, sizeof *t);
    struct equiv_block block;
    int status = 0;

    *divergence = (struct equiv_divergence){0};
    if (!equiv_block_new(&block, plan) || !t)
        status = complain("not enough memory");
    for (unsigned k = 0; t && k < EQUIV_KERNELS; k++) {
        t[k].plan = plan;
        t[k].m = plan->m[k];
        t[k].kernel = k;
        t[k].lane = equiv_lane(plan->cell[difference->index]);
    }
    if (!status && (status = find_run(plan, difference, t, &block)) == 0)
        status = compare(t, plan->cell[difference->index], divergence);
    for (unsigned k = 0; t && k < EQUIV_KERNELS; k++)
        free(t[k].steps);
    free(t);
    equiv_block_free(&block);
    return status;
}
