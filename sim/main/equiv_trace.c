/*
 * Where two kernels part. The block in which results differ runs again on both, and what each instruction does to the
 * lane is noted as it lands. So that nothing else in that lane differs, its other slots have an input whose results are
 * equal, if the block has one, unless the difference goes away with that.
 */
#include "equiv_trace.h"

#include <stdlib.h>
#include <string.h>

#include "complain.h"

enum { OPCODE = 24, /* bits below it in a word */ ROW_GROUP = 3, ODD_COLUMNS = 2 /* of an address */ };

/* A lane of a run. */
struct trace {
    const struct equiv_plan *plan;
    sfpu_machine *m;
    unsigned lane;
    struct equiv_step *steps;
    size_t count, room;
    bool failed;                 /* memory ran out, or the run did */
    uint32_t lreg[SFPU_LREGS], flags;
    unsigned char dst[PROBE_CELLS * sizeof(uint16_t)]; /* in the results' format */
    uint32_t got;                /* in the cell that differs */
};

/* ---- Listening ---- */

static uint32_t cell_of(const struct trace *t, uint32_t cell)
{
    const size_t size = sfpu_format_bytes(t->plan->o->out);
    uint32_t value = 0;

    memcpy(&value, t->dst + cell * size, size); /* little-endian, as images are */
    return value;
}

static void read_dst(struct trace *t)
{
    const int format = t->plan->o->out;
    const size_t size = (size_t)equiv_rows(format) * PROBE_COLUMNS * sfpu_format_bytes(format);

    if (sfpu_read_dst(t->m, format, SFPU_ROWS, t->dst, size) != SFPU_OK)
        t->failed = true;
}

static uint32_t read_flags(const struct trace *t)
{
    uint32_t flags, use_flags;

    sfpu_get_flags(t->m, &flags, &use_flags);
    return (flags >> t->lane & 1) | (use_flags >> t->lane & 1) << 1;
}

static uint32_t read_lreg(const struct trace *t, unsigned reg)
{
    uint32_t lanes[SFPU_LANES];

    sfpu_get_lreg(t->m, reg, lanes);
    return lanes[t->lane];
}

static void note(struct trace *t, const struct sfpu_event *event, enum equiv_result result, uint32_t at,
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
    t->steps[t->count++] = (struct equiv_step){
        .id = event->id, .cycle = event->cycle, .index = event->index, .word = event->word,
        .scheduled = event->scheduled, .result = result, .at = at, .before = before, .after = after};
}

static void note_store(struct trace *t, const struct sfpu_event *event)
{
    const uint32_t row = (uint32_t)(event->address & ~ROW_GROUP) + t->lane / 8;
    const uint32_t cell = row * PROBE_COLUMNS + 2 * (t->lane % 8) + !!(event->address & ODD_COLUMNS);
    uint32_t before;

    if (row >= equiv_rows(t->plan->o->out))
        return;
    before = cell_of(t, cell);
    read_dst(t);
    note(t, event, EQUIV_CELL, cell, before, cell_of(t, cell));
}

static void on_event(void *trace, const struct sfpu_event *event)
{
    struct trace *t = trace;

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

static int write_block(struct trace *t, const uint32_t *values)
{
    const int format = t->plan->o->dst;
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

static int run(struct trace *t, unsigned kernel, const uint32_t *values, uint32_t cell)
{
    int status = probe_begin(&t->plan->o->machine[kernel], t->m, t->plan->o->dst);

    if (status)
        return status;
    if (write_block(t, values) != SFPU_OK)
        return complain_for(t->m, t->plan->o->kernel[kernel]);
    for (unsigned reg = 0; reg < SFPU_LREGS; reg++)
        t->lreg[reg] = read_lreg(t, reg);
    t->flags = read_flags(t);
    t->count = 0;
    read_dst(t);
    sfpu_on_event(t->m, on_event, t);
    if (sfpu_run(t->m, 1) != SFPU_OK)
        status = complain_for(t->m, t->plan->o->kernel[kernel]);
    sfpu_on_event(t->m, NULL, NULL);
    read_dst(t);
    t->got = cell_of(t, cell);
    if (!status && t->failed)
        status = complain("not enough memory");
    if (t->count)
        qsort(t->steps, t->count, sizeof *t->steps, by_id);
    return status;
}

static int run_both(struct trace t[EQUIV_KERNELS], const uint32_t *values, uint32_t cell)
{
    const int status = run(&t[0], 0, values, cell);

    return status ? status : run(&t[1], 1, values, cell);
}

/* ---- The block ---- */

/* Has a block's results, and says which of its slots have equal ones. */
static int find_equal(const struct equiv_plan *plan, struct trace t[EQUIV_KERNELS], const struct equiv_block *block,
                      bool *equal)
{
    const int status = run_both(t, block->values, 0);

    for (size_t slot = 0; slot < plan->slots; slot++)
        equal[slot] = !block->skipped[slot];
    for (size_t i = 0; i < plan->compared; i++)
        if (plan->owner[i] != EQUIV_NO_SLOT && cell_of(&t[0], plan->cell[i]) != cell_of(&t[1], plan->cell[i]))
            equal[plan->owner[i]] = false;
    return status;
}

/* Gives all other slots of the lane the input of one that has equal results, or else of the one that differs. */
static void make_even(const struct equiv_plan *plan, const struct equiv_difference *d, const bool *equal,
                      struct equiv_block *block)
{
    const uint32_t slot = plan->owner[d->index];
    const unsigned lane = equiv_lane(plan->cell[d->index]);
    size_t from = 0;

    while (from < plan->slots && !equal[from])
        from++;
    if (from == plan->slots)
        from = slot;
    for (size_t other = 0; other < plan->slots; other++) {
        if (other == slot || equiv_lane(plan->in_cell[other]) != lane)
            continue;
        block->values[other] = block->values[from];
        if (plan->o->operands > 1)
            block->values[plan->slots + other] = block->values[plan->slots + from];
    }
}

/* The run in which kernels part: with nothing else in the lane, or as it was. */
static int find_run(const struct equiv_plan *plan, const struct equiv_difference *d, struct trace t[EQUIV_KERNELS],
                    struct equiv_block *block)
{
    const uint32_t cell = plan->cell[d->index];
    bool *equal = calloc(plan->slots, sizeof *equal);
    int status;

    if (!equal)
        return complain("not enough memory");
    equiv_block_fill(block, plan, d->block, plan->end);
    status = find_equal(plan, t, block, equal);
    if (!status && d->owned) {
        make_even(plan, d, equal, block);
        status = run_both(t, block->values, cell);
    }
    free(equal);
    if (status || (d->owned && t[0].got != t[1].got))
        return status;
    equiv_block_fill(block, plan, d->block, plan->end);
    return run_both(t, block->values, cell);
}

/* ---- Comparing ---- */

static bool is_same_insn(const struct equiv_step *a, const struct equiv_step *b)
{
    return a->word >> OPCODE == b->word >> OPCODE && a->result == b->result;
}

static bool has_same_shape(const struct trace *a, const struct trace *b)
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

static bool lookup_make(struct lookup *l, const struct trace *t)
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

/* The first step whose result the other kernel has nowhere, or NULL. Flags are so few that any is somewhere. */
static const struct equiv_step *first_lacking(const struct trace *t, const struct lookup *other)
{
    for (size_t i = 0; i < t->count; i++)
        if (t->steps[i].result != EQUIV_FLAGS && !has(other, &t->steps[i]))
            return &t->steps[i];
    return NULL;
}

static const struct equiv_step *last_store(const struct trace *t, uint32_t cell)
{
    for (size_t i = t->count; i-- > 0;)
        if (t->steps[i].result == EQUIV_CELL && t->steps[i].at == cell)
            return &t->steps[i];
    return NULL;
}

/* The first pair with different results, unless each of these is somewhere else in the other. */
static bool part_in_step(const struct trace t[EQUIV_KERNELS], const struct lookup sorted[EQUIV_KERNELS],
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

static void part(const struct trace t[EQUIV_KERNELS], const struct lookup sorted[EQUIV_KERNELS], uint32_t cell,
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

static int compare(const struct trace t[EQUIV_KERNELS], uint32_t cell, struct equiv_divergence *d)
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
    struct trace *t = calloc(EQUIV_KERNELS, sizeof *t);
    struct equiv_block block;
    int status = 0;

    *divergence = (struct equiv_divergence){0};
    if (!equiv_block_new(&block, plan) || !t)
        status = complain("not enough memory");
    for (unsigned k = 0; t && k < EQUIV_KERNELS; k++) {
        t[k].plan = plan;
        t[k].m = plan->m[k];
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
