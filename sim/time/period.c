/*
 * Finds a period of passes, and runs it again from tape. Passes are taped until one ends in the state in which an
 * earlier pass ended: with the same configuration and the same work under way. The passes between then repeat. Guards
 * check the only dependence on data: SFPCONFIG must write the same values as before.
 */
#include "tape.h"

#include <stdlib.h>
#include <string.h>

#include "base/fail.h"

/* Counts of a run so far. */
struct period_counts {
    struct sfp_timing_result result;
    uint64_t cycle, next_id;
    uint8_t next_address;
};

static void take_counts(const struct sfp_engine *e, struct period_counts *counts)
{
    *counts = (struct period_counts){*e->result, e->cycle, e->next_id, e->next_address};
}

/*
 * The search for a period, by Brent's algorithm: compares every boundary with the boundary `from`. `from` moves on when
 * `reach` passes have gone by, and `reach` then doubles.
 */
struct search {
    struct sfp_tape tape; /* everything done since `from` */
    struct sfp_boundary from, now;
    struct period_counts start, end;
    unsigned long since, reach; /* passes since `from`, and their limit */
    unsigned long period;       /* passes; 0: not found */
};

/* Moves `from` to the engine's present boundary. */
static void begin_period_search(struct sfp_engine *e, struct search *s)
{
    if (!sfp_boundary_take(e, &s->from))
        sfp_tape_spoil(e, "LoadMacroConfig differs between lanes");
    if (e->m->banks)
        sfp_tape_spoil(e, "passes take other data from SrcA and SrcB");
    sfp_tape_begin(e, &s->tape);
    take_counts(e, &s->start);
    s->since = 0;
}

/* Checks after a pass whether the period is over. Returns NULL, or why not. */
static const char *check_period_over(struct sfp_engine *e, struct search *s)
{
    const char *differs = "LoadMacroConfig differs between lanes";

    s->since++;
    if (sfp_boundary_take(e, &s->now))
        differs = sfp_boundary_differs(&s->from, &s->now);
    if (!differs) {
        s->period = s->since;
        take_counts(e, &s->end);
    } else if (s->since == s->reach) {
        s->reach *= 2;
        begin_period_search(e, s);
    }
    return differs;
}

/* Runs and tapes passes until the period is found or the search gives up. Returns the passes left; 0 after an error. */
static unsigned long search_period(struct sfp_engine *e, struct search *s, unsigned long passes,
                                   bool (*run_pass)(struct sfp_engine *e))
{
    enum { MOST_PASSES = 64 };
    const char *why = NULL;

    s->reach = 1;
    e->tape = &s->tape;
    begin_period_search(e, s);
    for (unsigned n = 0; n < MOST_PASSES && passes > 0 && !s->period && !s->tape.spoilt; n++) {
        if (!run_pass(e)) {
            passes = 0;
            break;
        }
        passes--;
        why = check_period_over(e, s);
    }
    e->tape = NULL;
    if (s->tape.spoilt)
        s->period = 0;
    e->result->not_reused = s->tape.spoilt ? s->tape.spoilt : why;
    return passes;
}

/* The data that passes work on, from before periods that may have to be undone. */
struct snapshot {
    struct sfp_state state;
    struct sfp_pending slots[SFP_SLOTS];
    uint32_t swap_lanes[SFP_MAX_LATENCY][SFP_LANES];
    uint16_t addresses[SFP_ADDRESSES];
    uint32_t delayed_gpr[SFP_GPRS];
    struct sfp_op delayed;
    bool has_delayed;
    uint8_t next_address;
    unsigned long done;
};

static void copy_slots(struct sfp_pending *to, const struct sfp_pending *from, uint32_t opened)
{
    for (; opened; opened &= opened - 1) {
        const int slot = __builtin_ctz(opened);

        to[slot].count = from[slot].count;
        to[slot].flags = from[slot].flags;
        to[slot].use_flags = from[slot].use_flags;
        memcpy(to[slot].write, from[slot].write, from[slot].count * sizeof from[slot].write[0]);
    }
}

static void take_snapshot(const struct sfp_engine *e, unsigned long done, struct snapshot *s)
{
    s->state = e->m->s;
    copy_slots(s->slots, e->slots, e->opened);
    memcpy(s->swap_lanes, e->swap_lanes, sizeof s->swap_lanes);
    memcpy(s->addresses, e->addresses, sizeof s->addresses);
    memcpy(s->delayed_gpr, e->own->delayed_gpr, sizeof s->delayed_gpr);
    s->delayed = e->own->delayed;
    s->has_delayed = e->own->has_delayed;
    s->next_address = e->next_address;
    s->done = done;
}

static void restore_period_snapshot(struct sfp_engine *e, const struct snapshot *s)
{
    e->m->s = s->state;
    copy_slots(e->slots, s->slots, e->opened);
    memcpy(e->swap_lanes, s->swap_lanes, sizeof e->swap_lanes);
    memcpy(e->addresses, s->addresses, sizeof e->addresses);
    memcpy(e->own->delayed_gpr, s->delayed_gpr, sizeof e->own->delayed_gpr);
    e->own->delayed = s->delayed;
    e->own->has_delayed = s->has_delayed;
    e->next_address = s->next_address;
}

/* Returns whether to take a snapshot after `done` periods. A snapshot costs as much as some hundred instructions: so
 * many at first, where most failures happen, then few. */
static bool snapshot_due(unsigned long done)
{
    enum { APART = 64 };

    return (done & (done - 1)) == 0 || done % APART == 0;
}

/* Reports the run's progress after `periods` periods; `passes` were complete before the first of them. */
static void tell_progress(const struct sfp_engine *e, const struct search *s, uint64_t passes, unsigned long periods)
{
    struct sfp_progress *p = e->options->run.progress;

    if (p)
        sfp_progress_write(&p->passes, passes + periods * s->period);
    sfp_progress_cycle(p, e->cycle + periods * (s->end.cycle - s->start.cycle));
}

static const char no_memory[] = NO_MEMORY " to reuse passes";

/* Runs the period's `steps` up to `periods` times. Returns the number of periods done. */
static unsigned long run_periods(struct sfp_engine *e, struct search *s, const struct sfp_steps *steps,
                                 unsigned long periods)
{
    const uint8_t addresses = (uint8_t)(s->end.next_address - s->start.next_address);
    const bool may_fail = s->tape.guard_count > 0;
    struct snapshot *snapshot = may_fail ? aligned_alloc(_Alignof(struct snapshot), sizeof *snapshot) : NULL;
    const uint64_t passes = e->options->run.progress ? sfp_progress_read(&e->options->run.progress->passes) : 0;
    unsigned long done = 0;

    if (may_fail && !snapshot)
        e->result->not_reused = no_memory;
    for (; (snapshot || !may_fail) && done < periods && !sfp_progress_ends(e->options->run.progress); done++) {
        if (snapshot && snapshot_due(done))
            take_snapshot(e, done, snapshot);
        if (!sfp_steps_run(e, &s->tape, steps, 0, steps->count)) {
            restore_period_snapshot(e, snapshot);
            done = snapshot->done;
            e->result->not_reused = "SFPCONFIG wrote other values than before";
            break;
        }
        e->next_address = (uint8_t)(e->next_address + addresses);
        tell_progress(e, s, passes, done + 1);
    }
    tell_progress(e, s, passes, done);
    free(snapshot);
    return done;
}

/* Counts `periods` that were run from tape. */
static void add_counts(struct sfp_engine *e, const struct search *s, unsigned long periods)
{
    const struct period_counts *from = &s->start, *to = &s->end;
    const uint64_t cycles = periods * (to->cycle - from->cycle);
    struct sfp_timing_result *r = e->result;

#define ADD(member) r->member += periods * (to->result.member - from->result.member)
    ADD(run.executed);
    ADD(run.vector);
    ADD(discarded);
    for (unsigned i = 0; i < SFP_STALLS; i++)
        ADD(stalls[i]);
    for (unsigned i = 0; i < SFP_STALLS; i++)
        ADD(hidden[i]);
    for (unsigned i = 0; i < SFP_UNITS; i++)
        ADD(busy[i]);
#undef ADD
    e->cycle += cycles;
    e->after_effect += cycles;
    e->own->matrix_until += cycles;
    sfp_matrix_shift(e, cycles);
    sfp_flights_shift(e, cycles);
    sfp_frontend_shift(e->own->f, cycles);
    e->next_id += periods * (to->next_id - from->next_id);
    r->reused += periods * s->period;
}

/* Reports the findings of the taped period once more for each of `periods` periods. */
static void add_findings(const struct sfp_engine *e, const struct sfp_tape *r, unsigned long periods)
{
    const struct sfp_reporter *to = &e->reporter;

    for (size_t i = 0; to->again && periods > 0 && i < r->found_count; i++)
        to->again(to->context, r->found[i].finding, &r->found[i].op, r->found[i].possible, periods);
}

/* Gives the queued items the Dst addresses of the last period. Until then they have the taped period's addresses. */
static void move_addresses(struct sfp_engine *e, const struct search *s)
{
    const uint8_t moved = (uint8_t)(e->next_address - s->end.next_address);

    for (unsigned u = SFP_UNIT_SIMPLE; u <= SFP_UNIT_STORE; u++) {
        for (unsigned i = 0; i < e->queued[u]; i++) {
            struct sfp_part *item = &e->queue[u][i];

            item->address = (uint8_t)(item->address + moved);
            item->op.addr = e->addresses[item->address];
        }
    }
}

/* Tapes passes and runs whole periods of them from tape, as far as possible. Returns the passes left. */
static unsigned long reuse_passes(struct sfp_engine *e, unsigned long passes, bool (*run_pass)(struct sfp_engine *e))
{
    struct search *s = calloc(1, sizeof *s);
    struct sfp_steps steps = {0};
    unsigned long periods = 0;

    if (!s) {
        e->result->not_reused = no_memory;
        return passes;
    }
    passes = search_period(e, s, passes, run_pass);
    if (s->period && passes >= s->period) {
        sfp_tape_simplify(&s->tape);
        e->reuses = true;
        if (sfp_steps_of(&s->tape, e->reporter.report != NULL, &steps))
            periods = run_periods(e, s, &steps, passes / s->period);
        else
            e->result->not_reused = no_memory;
        e->reuses = false;
        add_counts(e, s, periods);
        add_findings(e, &s->tape, periods);
        move_addresses(e, s);
        passes -= periods * s->period;
    }
    sfp_steps_free(&steps);
    sfp_tape_free(&s->tape);
    free(s);
    return passes;
}

void sfp_run_passes(struct sfp_engine *e, unsigned long passes, bool (*run_pass)(struct sfp_engine *e))
{
    enum { WORTH_TAPING = 2 };

    if (!run_pass(e)) /* the first pass may set up state that later passes use */
        return;
    if (--passes > 0)
        sfp_engine_end_first_pass(e);
    if (passes >= WORTH_TAPING && !sfp_observed(e) && !e->threads)
        passes = reuse_passes(e, passes, run_pass);
    for (; passes > 0 && e->result->run.status == SFP_RUN_DONE; passes--)
        if (!run_pass(e))
            return;
}

/* ---- Taking and comparing what decides about a pass ---- */

static void take_configuration(const struct sfp_state *s, struct sfp_boundary *boundary)
{
#define TAKE(member, kept) memcpy(&boundary->configuration.kept, &s->member, sizeof s->member)
    TAKE(macro_template, macro_template);
    TAKE(macro_sequence, macro_sequence);
    TAKE(macro_misc, macro_misc);
    TAKE(lane_config, lane_config);
    TAKE(config, config);
    TAKE(own.thread_config, thread_config);
    TAKE(own.gpr, gpr);
    TAKE(semaphore, semaphore);
    TAKE(own.mutexes, mutexes);
    TAKE(expanders.replay, replay);
    TAKE(expanders.replay_recorded, replay_recorded);
    TAKE(expanders.mop_cfg, mop_cfg);
    TAKE(expanders.mop_cfg_set, mop_cfg_set);
    TAKE(expanders.mop_mask_hi, mop_mask_hi);
#undef TAKE
}

static struct sfp_under_way *add_under_way(struct sfp_boundary *boundary, unsigned place, const struct sfp_op *op)
{
    struct sfp_under_way *item = &boundary->under_way.item[boundary->under_way.items++];

    item->place = (uint8_t)place;
    item->op.exec = op->exec;
    item->op.word = op->word;
    item->op.index = op->index;
    item->op.va = op->va;
    item->op.vb = op->vb;
    item->op.vc = op->vc;
    item->op.vd = op->vd;
    item->op.b = op->b;
    item->op.mod = op->mod;
    item->op.scheduled = op->scheduled;
    return item;
}

/* Returns false if lanes differ. */
static bool take_queues(const struct sfp_engine *e, struct sfp_boundary *boundary)
{
    for (unsigned u = SFP_UNIT_SIMPLE; u <= SFP_UNIT_STORE; u++) {
        if (e->queued[u] > SFP_DELAY_SLOTS)
            return false;
        for (unsigned i = 0; i < e->queued[u]; i++) {
            const struct sfp_part *part = &e->queue[u][i];
            struct sfp_under_way *item = add_under_way(boundary, SFP_PLACE_QUEUE + u, &part->op);

            item->counter = part->counter;
            item->counts_insns = part->counts_insns;
            item->macro = (uint32_t)(e->next_id - part->macro_id);
            item->owned = sfp_owned_lregs(e, part->macro_id);
            item->address = (uint8_t)(part->address - e->next_address);
            if (part->some_lanes)
                return false;
        }
    }
    return true;
}

static bool take_flights(const struct sfp_engine *e, struct sfp_boundary *boundary)
{
    bool all_lanes = e->others == 0;

    for (uint32_t left = e->flying; left; left &= left - 1) {
        const unsigned place = (unsigned)__builtin_ctz(left);
        const struct sfp_flight *flight = &e->flight[place];
        struct sfp_under_way *item = add_under_way(boundary, SFP_PLACE_FLIGHT + place, &flight->part.op);

        item->counter = (uint8_t)(flight->lands - e->cycle);
        item->done = flight->done;
        item->macro = flight->part.scheduled ? (uint32_t)(e->next_id - flight->part.macro_id) : 0;
        all_lanes &= !flight->part.some_lanes;
    }
    boundary->under_way.phase = e->beat;
    return all_lanes;
}

static void take_latches(const struct sfp_engine *e, struct sfp_boundary *boundary)
{
    if (e->hold.until > e->cycle) {
        boundary->under_way.held = (uint32_t)(e->hold.until - e->cycle);
        boundary->under_way.held_by = (uint32_t)e->hold.stall;
    }
    if (e->own->waiting)
        add_under_way(boundary, SFP_PLACE_WAIT, &e->own->wait);
    if (e->input.live) {
        add_under_way(boundary, SFP_PLACE_INPUT, &e->input.op);
        boundary->under_way.input_by = (uint32_t)e->input.by;
    }
    if (!e->own->has_delayed)
        return;
    add_under_way(boundary, SFP_PLACE_DELAYED, &e->own->delayed);
    memcpy(boundary->under_way.delayed_gpr, e->own->delayed_gpr,
           sfp_is(&e->own->delayed, SFP_I_RDCFG) ? sizeof e->own->delayed_gpr[0] : sizeof e->own->delayed_gpr);
}

static uint32_t cycles_until(const struct sfp_engine *e, uint64_t cycle)
{
    return cycle > e->cycle ? (uint32_t)(cycle - e->cycle) : 0;
}

static void take_matrix(const struct sfp_engine *e, struct sfp_boundary *boundary)
{
    boundary->under_way.matrix = cycles_until(e, e->own->matrix_until);
    if (e->matrix.uses_blocks)
        boundary->under_way.blocks.counters = e->m->s.own.rwc;
    for (unsigned group = 0; group < SFP_MATRIX_GROUPS; group++)
        boundary->under_way.blocks.takes_from[group] = cycles_until(e, e->matrix.takes_from[group]);
    for (unsigned i = 0; i < SFP_MATRIX_WRITES; i++) {
        const struct sfp_matrix_write *write = &e->matrix.written[(e->cycle - 1 - i) % SFP_MATRIX_WRITES];
        const uint32_t ready = cycles_until(e, write->ready);

        boundary->under_way.blocks.written[i].ready = ready;
        boundary->under_way.blocks.written[i].row = ready ? write->block.row : 0;
        boundary->under_way.blocks.written[i].rows = ready ? write->block.rows : 0;
    }
}

static void take_last_cycle(const struct sfp_engine *e, struct sfp_boundary *boundary)
{
    const struct sfp_last *last = &e->last;

    boundary->under_way.wrote_macro_config = last->wrote_macro_config;
    memcpy(boundary->under_way.macro_targets, last->macro_targets, sizeof last->macro_targets);
    boundary->under_way.wrote_lane_config = last->wrote_lane_config;
    if (last->wrote_lane_config) {
        boundary->under_way.any_lane_config_before = last->any_lane_config_before;
        boundary->under_way.all_lane_config_before = last->all_lane_config_before;
    }
    boundary->under_way.has_control = e->own->has_control;
    if (e->own->has_control)
        boundary->under_way.control = (uint32_t)e->own->control;
}

bool sfp_boundary_take(const struct sfp_engine *e, struct sfp_boundary *boundary)
{
    memset(boundary, 0, sizeof *boundary);
    take_configuration(&e->m->s, boundary);
    sfp_frontend_key(e->own->f, e->cycle, &boundary->under_way.front);
    boundary->under_way.after_effect = e->cycle - e->after_effect;
    take_matrix(e, boundary);
    for (uint32_t left = e->doubted; left; left &= left - 1)
        boundary->under_way.doubts[__builtin_ctz(left)] = (uint32_t)e->doubt[__builtin_ctz(left)].reader.op.index + 1;
    take_last_cycle(e, boundary);
    take_latches(e, boundary);
    return take_flights(e, boundary) && take_queues(e, boundary);
}

const char *sfp_boundary_differs(const struct sfp_boundary *a, const struct sfp_boundary *b)
{
    if (memcmp(&a->configuration, &b->configuration, sizeof a->configuration) != 0)
        return "the configuration differs from pass to pass";
    if (memcmp(&a->under_way, &b->under_way, sizeof a->under_way) != 0)
        return "the instructions under way differ from pass to pass";
    return NULL;
}
