/*
 * A schedule found once is replayed over further passes. Where it could depend
 * on data it is checked: the pass must start from the same configuration and
 * the same work under way, and what the program writes into the unit's
 * configuration from registers must be what it was. Otherwise the pass is
 * scheduled anew.
 */
#include "recorder.h"

#include <stdlib.h>
#include <string.h>

/* The unit's own configuration, which SFPCONFIG can take from registers. */
struct unit_config {
    uint32_t macro_template[SFP_TEMPLATES][SFP_LANES];
    uint32_t macro_sequence[SFP_SEQUENCES][SFP_LANES];
    uint32_t macro_misc[SFP_LANES];
    uint32_t lane_config[SFP_LANES];
};

/* All that a schedule depends on at the start of a pass. */
struct schedule_key {
    struct unit_config unit;
    uint32_t config[SFP_CONFIG_BANKS][SFP_CONFIG_WORDS];
    uint16_t thread_config[SFP_THREAD_CONFIGS];
    uint32_t gpr[SFP_GPRS];
    struct sfp_semaphore semaphore[SFP_SEMAPHORES];
    uint32_t mutexes;
    uint32_t replay[SFP_REPLAY_SLOTS], replay_recorded;
    uint32_t mop_cfg[SFP_MOP_CFGS], mop_cfg_set, mop_mask_hi;
    struct sfp_frontend_key front;
};

struct sfp_recorder {
    struct sfp_step *steps;
    size_t count, room;
    struct unit_config *guards;
    size_t guard_count, guard_room;
    uint8_t first_address;
    const char *spoilt; /* why the pass cannot be replayed */
};

/* Longer passes are not kept: a step takes about a hundred bytes. */
enum { MAX_STEPS = 1 << 22 };

static void unit_config_of(const struct sfp_state *s, struct unit_config *u)
{
    memcpy(u->macro_template, s->macro_template, sizeof u->macro_template);
    memcpy(u->macro_sequence, s->macro_sequence, sizeof u->macro_sequence);
    memcpy(u->macro_misc, s->macro_misc, sizeof u->macro_misc);
    memcpy(u->lane_config, s->lane_config, sizeof u->lane_config);
}

static void key_of(const struct sfp_engine *e, struct schedule_key *k)
{
    const struct sfp_state *s = &e->m->s;

    memset(k, 0, sizeof *k);
    unit_config_of(s, &k->unit);
    memcpy(k->config, s->config, sizeof k->config);
    memcpy(k->thread_config, s->thread_config, sizeof k->thread_config);
    memcpy(k->gpr, s->gpr, sizeof k->gpr);
    memcpy(k->semaphore, s->semaphore, sizeof k->semaphore);
    k->mutexes = s->mutexes;
    memcpy(k->replay, s->replay, sizeof k->replay);
    k->replay_recorded = s->replay_recorded;
    memcpy(k->mop_cfg, s->mop_cfg, sizeof k->mop_cfg);
    k->mop_cfg_set = s->mop_cfg_set;
    k->mop_mask_hi = s->mop_mask_hi;
    sfp_frontend_key(e->f, e->cycle, &k->front);
}

/* Nothing under way: the only boundary between passes that is taken for the same as another. */
static bool at_rest(const struct sfp_engine *e)
{
    return !e->total_queued && !e->mad.part.live && !e->shft2.part.live && !e->swap.part.live && !e->has_delayed
           && !e->waiting && !e->last.regular && sfp_frontend_at_rest(e->f);
}

/* The first reason stays. */
static void spoil(struct sfp_recorder *r, const char *why)
{
    if (!r->spoilt)
        r->spoilt = why;
}

void sfp_recorder_spoil(struct sfp_engine *e, const char *why)
{
    if (e->recorder)
        spoil(e->recorder, why);
}

static void *grow(void *array, size_t *room, size_t size)
{
    size_t more = *room ? 2 * *room : 256;
    void *bigger = realloc(array, more * size);

    if (bigger)
        *room = more;
    return bigger;
}

static void record(struct sfp_engine *e, const struct sfp_step *step)
{
    struct sfp_recorder *r = e->recorder;

    if (r->spoilt)
        return;
    if (r->count == MAX_STEPS) {
        r->spoilt = "the pass is too long to keep";
        return;
    }
    if (r->count == r->room) {
        struct sfp_step *steps = grow(r->steps, &r->room, sizeof *steps);

        if (!steps) {
            r->spoilt = "not enough memory to keep the schedule";
            return;
        }
        r->steps = steps;
    }
    r->steps[r->count] = *step;
    r->steps[r->count++].address = (uint8_t)(step->address - r->first_address);
}

/* Does the step write the unit's configuration? From registers, or in lanes that the flags choose: from data. */
static bool configures_from_data(const struct sfp_step *step)
{
    enum { MISC = 8, LANE_CONFIG = 15 };
    const struct sfp_op *op = &step->op;

    if (step->kind != SFP_STEP_EXEC || !sfp_is(op, SFP_I_SFPCONFIG))
        return false;
    return op->vd <= MISC || op->vd == LANE_CONFIG;
}

static void record_guard(struct sfp_engine *e)
{
    struct sfp_recorder *r = e->recorder;
    struct sfp_step step = {.kind = SFP_STEP_GUARD, .guard = r->guard_count};

    if (r->guard_count == r->guard_room) {
        struct unit_config *guards = grow(r->guards, &r->guard_room, sizeof *guards);

        if (!guards) {
            r->spoilt = "not enough memory to keep the schedule";
            return;
        }
        r->guards = guards;
    }
    unit_config_of(&e->m->s, &r->guards[r->guard_count++]);
    record(e, &step);
}

/* Performs a step other than GUARD. */
static void perform(struct sfp_engine *e, const struct sfp_step *step, uint8_t first_address)
{
    struct sfp_machine *m = e->m;
    struct sfp_op op;

    m->pending = step->slot == SFP_NO_SLOT ? NULL : &e->slots[step->slot];
    switch (step->kind) {
    case SFP_STEP_EXEC:
        step->op.exec(m, &step->op);
        break;
    case SFP_STEP_STORE:
        op = step->op;
        op.addr = e->addresses[(uint8_t)(first_address + step->address)];
        op.exec(m, &op);
        break;
    case SFP_STEP_MACRO:
        e->addresses[(uint8_t)(first_address + step->address)] = m->semantics->load_part(m, &step->op);
        break;
    case SFP_STEP_SWAP_DECIDE:
        m->semantics->swap_decide(m, &step->op, e->swap_lanes[step->slot]);
        break;
    case SFP_STEP_SWAP_MOVE:
        m->semantics->swap_move(m, &step->op, e->swap_lanes[step->swap]);
        break;
    default:
        m->semantics->commit(m, &e->slots[step->slot]);
        break;
    }
    m->pending = NULL;
}

void sfp_step(struct sfp_engine *e, struct sfp_step step)
{
    perform(e, &step, 0);
    if (__builtin_expect(e->recorder != NULL, 0)) {
        record(e, &step);
        if (configures_from_data(&step))
            record_guard(e);
    }
}

static bool guard_holds(const struct sfp_engine *e, const struct unit_config *expected)
{
    struct unit_config now;

    unit_config_of(&e->m->s, &now);
    return memcmp(&now, expected, sizeof now) == 0;
}

/* One pass by its schedule. False: a guard failed, and the state is that of the middle of the pass. */
static bool replay(struct sfp_engine *e, const struct sfp_recorder *r)
{
    uint8_t first_address = e->next_address;

    for (size_t i = 0; i < r->count; i++) {
        const struct sfp_step *step = &r->steps[i];

        if (step->kind != SFP_STEP_GUARD)
            perform(e, step, first_address);
        else if (!guard_holds(e, &r->guards[step->guard]))
            return false;
    }
    return true;
}

/* What one pass adds to the counts. */
struct pass_counts {
    struct sfp_timing_result before;
    uint64_t cycle, next_id;
    uint8_t next_address;
};

static void add_pass(struct sfp_engine *e, const struct pass_counts *from, const struct pass_counts *to)
{
    struct sfp_timing_result *r = e->result;

    r->run.executed += to->before.run.executed - from->before.run.executed;
    r->run.vector += to->before.run.vector - from->before.run.vector;
    r->discarded += to->before.discarded - from->before.discarded;
    for (unsigned i = 0; i < SFP_STALLS; i++)
        r->stalls[i] += to->before.stalls[i] - from->before.stalls[i];
    for (unsigned i = 0; i < SFP_UNITS; i++)
        r->busy[i] += to->before.busy[i] - from->before.busy[i];
    e->cycle += to->cycle - from->cycle;
    e->after_effect += to->cycle - from->cycle;
    sfp_frontend_shift(e->f, to->cycle - from->cycle);
    e->next_id += to->next_id - from->next_id;
    e->next_address = (uint8_t)(e->next_address + (to->next_address - from->next_address));
    r->reused++;
}

static void counts_now(const struct sfp_engine *e, struct pass_counts *c)
{
    *c = (struct pass_counts){*e->result, e->cycle, e->next_id, e->next_address};
}

static void recorder_free(struct sfp_recorder *r)
{
    free(r->steps);
    free(r->guards);
}

/* Makes the schedule cheaper if there is memory to work on it. */
static void simplify(struct sfp_recorder *r)
{
    bool *dead = malloc(r->count + 1);

    if (dead)
        r->count = sfp_simplify(r->steps, r->count, dead);
    free(dead);
}

/* Passes left after the replays that went through. */
static unsigned long replay_passes(struct sfp_engine *e, const struct sfp_recorder *r, unsigned long passes,
                                   const struct pass_counts *from, const struct pass_counts *to)
{
    struct sfp_state *start = r->guard_count ? aligned_alloc(_Alignof(struct sfp_state), sizeof *start) : NULL;
    bool same;

    if (r->guard_count && !start)
        return passes;
    for (; passes > 0; passes--) {
        if (start)
            *start = e->m->s;
        e->replays = true;
        same = replay(e, r);
        e->replays = false;
        if (!same) {
            e->m->s = *start;
            for (unsigned i = 0; i < SFP_SLOTS; i++) /* what the half pass held back */
                e->slots[i].count = 0;
            e->result->not_reused = "SFPCONFIG wrote other values than before";
            break;
        }
        add_pass(e, from, to);
        sfp_progress_pass(e->options->run.progress, 1);
        sfp_progress_cycle(e->options->run.progress, e->cycle);
    }
    free(start);
    return passes;
}

/* Records one pass. False: the run ends there. */
static bool record_pass(struct sfp_engine *e, struct sfp_recorder *r, bool (*run_pass)(struct sfp_engine *e))
{
    bool ok;

    r->first_address = e->next_address;
    e->recorder = r;
    ok = run_pass(e);
    e->recorder = NULL;
    return ok;
}

/* The second pass is recorded, since the first may set up what later ones find; returns the passes left, 0 after an
 * error. */
static unsigned long reuse(struct sfp_engine *e, unsigned long passes, bool (*run_pass)(struct sfp_engine *e))
{
    struct sfp_recorder recorder = {0};
    struct schedule_key *start = malloc(sizeof *start), *end = malloc(sizeof *end);
    struct pass_counts from, to;
    bool rested = at_rest(e), ok = start && end;

    if (!ok) {
        free(start);
        free(end);
        return passes;
    }
    key_of(e, start);
    counts_now(e, &from);
    ok = record_pass(e, &recorder, run_pass);
    counts_now(e, &to);
    key_of(e, end);
    passes = ok ? passes - 1 : 0;
    if (!rested || !at_rest(e))
        spoil(&recorder, "work is under way where one pass follows another");
    else if (memcmp(start, end, sizeof *start) != 0)
        spoil(&recorder, "the configuration differs from pass to pass");
    if (passes && recorder.spoilt) {
        e->result->not_reused = recorder.spoilt;
    } else if (passes) {
        simplify(&recorder);
        passes = replay_passes(e, &recorder, passes, &from, &to);
    }
    recorder_free(&recorder);
    free(start);
    free(end);
    return passes;
}

void sfp_schedule_passes(struct sfp_engine *e, unsigned long passes, bool (*run_pass)(struct sfp_engine *e))
{
    enum { WORTH_RECORDING = 2 };

    if (!run_pass(e))
        return;
    passes--;
    if (passes >= WORTH_RECORDING && !sfp_observed(e))
        passes = reuse(e, passes, run_pass);
    for (; passes > 0 && e->result->run.status == SFP_RUN_DONE; passes--)
        if (!run_pass(e))
            return;
}
