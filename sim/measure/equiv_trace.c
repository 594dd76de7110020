/* Finds where two kernels diverge: traces one lane of each kernel, and finds the first write that differs. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "action/voice.h"
#include "equiv_parts.h"

/* ---- Both kernels ---- */

static int run_both(struct lane_trace t[EQUIV_KERNELS], const uint32_t *values)
{
    const int status = lane_trace_run(&t[0], values);

    return status ? status : lane_trace_run(&t[1], values);
}

/* ---- The block ---- */

static bool is_different(const struct lane_trace t[EQUIV_KERNELS], uint32_t cell)
{
    return lane_trace_cell(&t[0], cell) != lane_trace_cell(&t[1], cell);
}

/* Runs the block on both kernels, and sets equal[slot] for tried inputs with equal results. Returns 0 or an exit
 * status. */
static int find_equal(const struct equiv_plan *plan, struct lane_trace t[EQUIV_KERNELS],
                      const struct equiv_block *block, bool *equal)
{
    const int status = run_both(t, block->values);

    memcpy(equal, block->tried, plan->slots * sizeof *equal);
    for (size_t i = 0; i < plan->compared; i++)
        if (plan->owner[i] != EQUIV_NO_SLOT && is_different(t, plan->cell[i]))
            equal[plan->owner[i]] = false;
    return status;
}

/* Returns a slot with equal results, or `slot` if every slot differs. */
static size_t choose_equal(const struct equiv_plan *plan, const bool *equal, size_t slot)
{
    for (size_t i = 0; i < plan->slots; i++)
        if (equal[i])
            return i;
    return slot;
}

/* Returns a slot whose first operand differs from that of `slot`, or `slot` if every first operand is equal. */
static size_t choose_other(const struct equiv_plan *plan, const uint32_t *values, size_t slot)
{
    for (size_t i = 0; i < plan->slots; i++)
        if (values[i] != values[slot])
            return i;
    return slot;
}

/* Copies the block's values, and gives the lane's slots, except `kept`, the input of slot `from`. */
static void even_out_lane(const struct equiv_plan *plan, const struct equiv_block *block, unsigned lane, size_t kept,
                          size_t from, uint32_t *values)
{
    memcpy(values, block->values, plan->o->input.operands * plan->slots * sizeof *values);
    for (size_t slot = 0; slot < plan->slots; slot++) {
        if (slot == kept || probe_lane(plan->in_cell[slot]) != lane)
            continue;
        values[slot] = block->values[from];
        if (plan->o->input.operands > 1)
            values[plan->slots + slot] = block->values[plan->slots + from];
    }
}

/* ---- The run that shows the divergence ---- */

/* Runs the different input with a constant input in the lane's remaining slots, so that the lane's other results
 * agree. */
static int run_alone(const struct equiv_plan *plan, struct lane_trace t[EQUIV_KERNELS], uint32_t slot,
                     const struct equiv_block *block, const bool *equal)
{
    const size_t from = choose_equal(plan, equal, slot);
    const size_t other = from == slot ? choose_other(plan, block->values, slot) : from;
    uint32_t *values = calloc(2 * plan->slots, sizeof *values), *others = calloc(2 * plan->slots, sizeof *others);
    int status = 0;

    if (values && others) {
        even_out_lane(plan, block, t->lane, slot, from, values);
        even_out_lane(plan, block, t->lane, EQUIV_NO_SLOT, other, others);
        for (unsigned k = 0; !status && k < EQUIV_KERNELS; k++)
            status = lane_trace_run_marked(&t[k], values, others);
    } else {
        status = complain_no_memory();
    }
    free(values);
    free(others);
    return status;
}

/* Runs the different input alone in its lane; if the results then agree, runs the block unchanged. Returns 0 or an
 * exit status. */
static int find_run(const struct equiv_plan *plan, const struct equiv_difference *d, struct lane_trace t[EQUIV_KERNELS],
                    struct equiv_block *block)
{
    bool *equal = calloc(plan->slots, sizeof *equal);
    int status;

    if (!equal)
        return complain_no_memory();
    equiv_block_fill(block, plan, d->block, plan->end);
    status = find_equal(plan, t, block, equal);
    if (!status && d->owned)
        status = run_alone(plan, t, plan->owner[d->index], block, equal);
    free(equal);
    if (status || is_different(t, plan->cell[d->index]))
        return status;
    equiv_block_fill(block, plan, d->block, plan->end);
    return run_both(t, block->values);
}

/* ---- Comparing ---- */

static bool has_same_shape(const struct lane_trace *a, const struct lane_trace *b)
{
    if (a->count != b->count)
        return false;
    for (size_t i = 0; i < a->count; i++)
        if (!lane_same_insn(&a->steps[i], &b->steps[i]))
            return false;
    return true;
}

static int by_value(const void *a, const void *b)
{
    const struct lane_step *s = a, *t = b;

    if (s->result != t->result)
        return s->result < t->result ? -1 : 1;
    return (s->after > t->after) - (s->after < t->after);
}

/* A kernel's steps, sorted by value. */
struct lookup {
    struct lane_step *steps;
    size_t count;
};

static bool lookup_make(struct lookup *l, const struct lane_trace *t)
{
    *l = (struct lookup){.steps = calloc(t->count + 1, sizeof *l->steps), .count = t->count};
    if (!l->steps)
        return false;
    if (t->count)
        memcpy(l->steps, t->steps, t->count * sizeof *l->steps);
    qsort(l->steps, l->count, sizeof *l->steps, by_value);
    return true;
}

static bool lookup_has(const struct lookup *l, const struct lane_step *step)
{
    return bsearch(step, l->steps, l->count, sizeof *l->steps, by_value) != NULL;
}

/* Returns the first step, after the set-up, whose result the other kernel never has, or NULL. A step that depends on
 * the input takes precedence over a constant. Flags do not count: with four values, a flag almost always occurs in
 * the other kernel. */
static const struct lane_step *find_lacking_step(const struct lane_trace *t, const struct lookup *other)
{
    const struct lane_step *first = NULL;

    for (size_t i = lane_first_moved(t); i < t->count; i++) {
        if (t->steps[i].result == LANE_FLAGS || t->steps[i].configures || lookup_has(other, &t->steps[i]))
            continue;
        if (t->steps[i].moved)
            return &t->steps[i];
        first = first ? first : &t->steps[i];
    }
    return first;
}

static const struct lane_step *find_last_traced_store(const struct lane_trace *t, uint32_t cell)
{
    for (size_t i = t->count; i-- > 0;)
        if (t->steps[i].result == LANE_CELL && t->steps[i].at == cell)
            return &t->steps[i];
    return NULL;
}

/* Returns the first pair of steps with different results. A pair that configures (loads a sequence or a template)
 * counts only if no computing pair differs: computing pairs say more about the input. */
static size_t find_different_pair(const struct lane_trace t[EQUIV_KERNELS])
{
    size_t configuration = t[0].count;

    for (size_t i = 0; i < t[0].count; i++) {
        if (t[0].steps[i].after == t[1].steps[i].after)
            continue;
        if (!t[0].steps[i].configures)
            return i;
        configuration = configuration < i ? configuration : i;
    }
    return configuration;
}

/* Takes the first different pair as the divergence. Returns false if the instructions differ, or if each result of
 * the pair occurs elsewhere in the other kernel. */
static bool diverge_at_pair(const struct lane_trace t[EQUIV_KERNELS], const struct lookup sorted[EQUIV_KERNELS],
                            struct equiv_divergence *d)
{
    size_t i;

    if (!has_same_shape(&t[0], &t[1]))
        return false;
    i = find_different_pair(t);
    if (i == t[0].count || (t[0].steps[i].result != LANE_FLAGS && lookup_has(&sorted[1], &t[0].steps[i])
                            && lookup_has(&sorted[0], &t[1].steps[i])))
        return false;
    for (unsigned k = 0; k < EQUIV_KERNELS; k++) {
        d->there[k] = true;
        d->kind[k] = EQUIV_SAME_SHAPE;
        d->step[k] = t[k].steps[i];
    }
    return true;
}

static void find_divergence(const struct lane_trace t[EQUIV_KERNELS], const struct lookup sorted[EQUIV_KERNELS],
                            uint32_t cell, struct equiv_divergence *d)
{
    if (diverge_at_pair(t, sorted, d))
        return;
    for (unsigned k = 0; k < EQUIV_KERNELS; k++) {
        const struct lane_step *lacking = find_lacking_step(&t[k], &sorted[!k]);
        const struct lane_step *step = lacking ? lacking : find_last_traced_store(&t[k], cell);

        d->there[k] = step != NULL;
        d->kind[k] = lacking ? EQUIV_LACKING : EQUIV_STORES;
        if (step)
            d->step[k] = *step;
    }
}

static int compare_traces(const struct lane_trace t[EQUIV_KERNELS], uint32_t cell, struct equiv_divergence *d)
{
    struct lookup sorted[EQUIV_KERNELS] = {0};
    int status = 0;

    if (lookup_make(&sorted[0], &t[0]) && lookup_make(&sorted[1], &t[1]))
        find_divergence(t, sorted, cell, d);
    else
        status = complain_no_memory();
    free(sorted[0].steps);
    free(sorted[1].steps);
    return status;
}

static bool begin_traces(const struct equiv_plan *plan, const struct equiv_difference *difference,
                         struct equiv_divergence *divergence)
{
    struct lane_trace *t = calloc(EQUIV_KERNELS, sizeof *t);

    divergence->trace = t;
    for (unsigned k = 0; t && k < EQUIV_KERNELS; k++) {
        t[k].options = &plan->o->machine[k];
        t[k].kernel = plan->o->kernel[k];
        t[k].m = plan->m[k];
        t[k].in = equiv_in_cells(plan);
        t[k].out = plan->o->input.out;
        t[k].lane = probe_lane(plan->cell[difference->index]);
    }
    return t;
}

int equiv_diverge(const struct equiv_plan *plan, const struct equiv_difference *difference,
                  struct equiv_divergence *divergence)
{
    struct equiv_block block;
    int status = 0;

    *divergence = (struct equiv_divergence){0};
    if (!equiv_block_new(&block, plan) || !begin_traces(plan, difference, divergence))
        status = complain_no_memory();
    if (!status && (status = find_run(plan, difference, divergence->trace, &block)) == 0)
        status = compare_traces(divergence->trace, plan->cell[difference->index], divergence);
    equiv_block_free(&block);
    return status;
}

void equiv_divergence_end(struct equiv_divergence *divergence)
{
    for (unsigned k = 0; divergence->trace && k < EQUIV_KERNELS; k++)
        free(divergence->trace[k].steps);
    free(divergence->trace);
}
