/* What the thread in place issues in a cycle: its next instruction, and what holds it back. */
#include "issue.h"

#include "hazards.h"
#include "model/control.h"

void sfp_issued_part(const struct sfp_engine *e, struct sfp_part *part, const struct sfp_op *op, uint64_t id)
{
    part->op = *op;
    part->id = id;
    part->thread = e->own->thread;
    part->live = true;
    part->scheduled = part->is_template = part->some_lanes = false;
    part->address = 0;
    part->transfer = (struct sfp_transfer){0};
    part->enabled = 0;
}

void sfp_emit_issued(const struct sfp_engine *e, struct sfp_event event, const struct sfp_op *op, uint64_t id)
{
    struct sfp_part part;

    sfp_issued_part(e, &part, op, id);
    event.unit = (enum sfp_unit)op->insn->unit;
    event.latency = 1;
    sfp_emit(e, event, &part);
}

/* Tells observers once that the back end takes the head. The head of the vector unit must wait until the unit's input is
 * free; an instruction of another unit need not. */
static void tell_fetched(struct sfp_engine *e)
{
    struct sfp_event event = {.kind = SFP_EVENT_FETCH};

    if (e->own->told || (sfp_own_input(e) && e->own->head->insn->unit != SFP_UNIT_NONE))
        return;
    sfp_frontend_origin(e->own->f, &event.origin);
    sfp_emit_issued(e, event, e->own->head, e->own->head_id);
    e->own->told = true;
}

static void emit_bubble(const struct sfp_engine *e, enum sfp_stall stall)
{
    struct sfp_event bubble = {.kind = SFP_EVENT_BUBBLE, .stall = stall};

    sfp_frontend_origin(e->own->f, &bubble.origin);
    sfp_emit(e, bubble, NULL);
}

/* Adds a lost cycle, or with -1 takes one back. Only the totals of one thread are kept: passes from tape multiply
 * them. */
static void count_stall(struct sfp_engine *e, enum sfp_stall stall, int by)
{
    e->result->stalls[stall] += (uint64_t)by;
    if (e->threads)
        e->result->thread[e->own->thread].stalls[stall] += (uint64_t)by;
}

/* Counts a cycle in which no instruction came, unless an instruction at the vector unit's input uses the cycle, to
 * execute or to wait. */
static void lose_to_bubble(struct sfp_engine *e, enum sfp_stall stall)
{
    if (sfp_own_input(e))
        return;
    count_stall(e, stall, 1);
    if (sfp_hears(e, SFP_EVENT_BUBBLE))
        emit_bubble(e, stall);
    e->after_effect = e->cycle + 1;
}

/* Counts a cycle in which `op` is held. */
static void lose_to_stall(struct sfp_engine *e, enum sfp_stall stall, const struct sfp_op *op, uint64_t id)
{
    if (sfp_hears(e, SFP_EVENT_STALL))
        sfp_emit_issued(e, (struct sfp_event){.kind = SFP_EVENT_STALL, .stall = stall}, op, id);
    count_stall(e, stall, 1);
    if (e->looks)
        sfp_hazards_stall(e, op, stall);
}

/* Returns the cause of a cycle in which no instruction came. */
static enum sfp_stall bubble_cause(const struct sfp_engine *e)
{
    switch (sfp_frontend_late(e->own->f)) {
    case SFP_STAGE_MOP:
        return SFP_STALL_MOP;
    case SFP_STAGE_REPLAY:
        return SFP_STALL_REPLAY;
    case SFP_STAGE_PUSHER:
        break;
    }
    return SFP_STALL_GAP;
}

/* Fetches the next instruction if the thread has no head. Returns false if the run is refused. */
static inline bool fetch_head(struct sfp_engine *e)
{
    const struct sfp_op *op;

    if (e->own->has_head || e->own->ended)
        return true;
    switch (sfp_frontend_at(e->own->f, e->cycle, &op)) {
    case SFP_FETCH_OP:
        e->own->head = op;
        e->own->head_id = e->next_id++;
        e->own->has_head = true;
        e->own->told = false;
        return true;
    case SFP_FETCH_BUBBLE:
        lose_to_bubble(e, bubble_cause(e));
        return true;
    case SFP_FETCH_END:
        e->own->ended = true;
        return true;
    default:
        e->result->run.status = SFP_RUN_REFUSED;
        e->result->run.index = op->index;
        e->result->run.word = op->word;
        return false;
    }
}

bool sfp_engine_under_way(const struct sfp_engine *e)
{
    return e->flying || sfp_config_busy(e) || e->input.live || (e->total_queued && !sfp_queue_stuck(e));
}

/* Passes on the work of the feed's core as an event. */
static void hear_core(void *engine, const struct sfp_core_step *step)
{
    sfp_emit(engine, (struct sfp_event){.kind = SFP_EVENT_CORE, .core = step}, NULL);
}

/* Lets the thread's feed push words in this cycle. */
static void begin_feed_cycle(struct sfp_engine *e)
{
    struct sfp_thread thread = {.cycle = e->cycle, .listener = e};

    thread.at_input = sfp_own_input(e);
    thread.in_flight = e->own->has_head || e->own->waiting || sfp_matrix_busy(e) || sfp_engine_under_way(e);
    if (e->threads) {
        thread.quiet = e->quiet;
        thread.sync_taken = &e->sync_taken;
    }
    if (sfp_observed(e))
        thread.tell = hear_core;
    sfp_frontend_begin_cycle(e->own->f, &thread, !e->own->has_head);
}

bool sfp_look_at_front(struct sfp_engine *e)
{
    if (e->own->feed)
        begin_feed_cycle(e);
    if (!fetch_head(e))
        return false;
    if (e->own->has_head && sfp_hears(e, SFP_EVENT_FETCH))
        tell_fetched(e);
    e->ended = e->own->ended;
    return true;
}

/* Returns what keeps the thread's head before the wait gate, or in the gate, in this cycle. */
static enum sfp_stall gate_stall(const struct sfp_engine *e, const struct sfp_issuer *issuer)
{
    const enum sfp_stall stall = sfp_gate_holds(e, issuer) ? SFP_STALL_WAIT : sfp_configuration_stall(e, issuer);

    return stall == SFP_STALL_NONE ? sfp_matrix_stall(e, issuer) : stall;
}

bool sfp_input_executes(const struct sfp_engine *e)
{
    return e->input.live && sfp_interlock(e, &e->input.op) == SFP_STALL_NONE;
}

/* Returns whether an instruction at the vector unit's input blocks the thread's head. An instruction of another unit
 * may issue beside an input instruction that executes, and whenever the input instruction is another thread's. */
static bool is_behind_input(const struct sfp_engine *e, const struct sfp_issuer *issuer)
{
    return e->input.live && (issuer->head->insn->unit != SFP_UNIT_NONE
                             || (e->input.thread == issuer->thread && !sfp_input_executes(e)));
}

bool sfp_head_asks(const struct sfp_engine *e, const struct sfp_issuer *issuer)
{
    return !is_behind_input(e, issuer) && gate_stall(e, issuer) == SFP_STALL_NONE && !sfp_waits_for_mutex(e, issuer);
}

bool sfp_head_issues(const struct sfp_engine *e, const struct sfp_issuer *issuer)
{
    return sfp_head_asks(e, issuer) && sfp_interlock(e, issuer->head) == SFP_STALL_NONE;
}

/* Moves the head through the wait gate to the vector unit's input, where interlock `by` holds it. */
static void enter_input(struct sfp_engine *e, enum sfp_stall by)
{
    e->input.live = true;
    e->input.thread = e->own->thread;
    e->input.op = *e->own->head;
    e->input.id = e->own->head_id;
    e->input.by = by;
    if (e->stops)
        sfp_frontend_origin(e->own->f, &e->input.origin);
    e->own->has_head = false;
}

static void issue_other(struct sfp_engine *e, struct sfp_issue *i)
{
    i->other = true;
    i->other_op = *e->own->head;
    i->other_id = e->own->head_id;
    if (sfp_is_matrix(i->other_op.insn))
        sfp_matrix_start(e, &i->other_op);
    e->own->has_head = false;
}

/* Executes the instruction at the vector unit's input, or counts a lost cycle. */
static void issue_from_input(struct sfp_engine *e, struct sfp_issue *i)
{
    const enum sfp_stall stall = sfp_interlock(e, &e->input.op);

    if (stall != SFP_STALL_NONE) {
        e->input.by = stall;
        lose_to_stall(e, stall, &e->input.op, e->input.id);
        return;
    }
    i->vector = &e->input.op;
    i->vector_id = e->input.id;
    i->from_input = true;
}

/* With an empty input: issues the head, which has passed the gate, or moves it to the input. */
static void pass_head(struct sfp_engine *e, struct sfp_issue *i)
{
    const enum sfp_stall interlock = sfp_interlock(e, e->own->head);

    if (interlock != SFP_STALL_NONE) {
        lose_to_stall(e, interlock, e->own->head, e->own->head_id);
        enter_input(e, interlock);
        return;
    }
    if (e->own->head->insn->unit == SFP_UNIT_NONE) {
        issue_other(e, i);
        return;
    }
    i->vector = e->own->head;
    i->vector_id = e->own->head_id;
    e->own->has_head = false;
}

/* With an empty input: issues the head, holds it before the gate, or moves it to the input. */
static void issue_head(struct sfp_engine *e, struct sfp_issue *i)
{
    const enum sfp_stall stall = gate_stall(e, e->own);

    if (stall == SFP_STALL_NONE)
        pass_head(e, i);
    else
        lose_to_stall(e, stall, e->own->head, e->own->head_id);
}

/* Issues the head beside the instruction that leaves the input. A cycle that the input's instruction had lost then
 * counts as hidden. */
static void issue_beside(struct sfp_engine *e, struct sfp_issue *i)
{
    issue_other(e, i);
    count_stall(e, e->input.by, -1);
    e->result->hidden[e->input.by]++;
}

static void clear_issued(struct sfp_issue *i)
{
    i->vector = NULL;
    i->other = i->from_input = false;
}

void sfp_issue_alone(struct sfp_engine *e, struct sfp_issue *i)
{
    clear_issued(i);
    if (!e->input.live) {
        if (e->own->has_head)
            issue_head(e, i);
        return;
    }
    issue_from_input(e, i);
    if (e->own->has_head && i->vector && sfp_head_issues(e, e->own))
        issue_beside(e, i);
    e->input.live = !i->vector;
}

/* ---- One of several threads ---- */

bool sfp_waits_for_mutex(const struct sfp_engine *e, const struct sfp_issuer *issuer)
{
    return e->threads && issuer->has_head && sfp_is(issuer->head, SFP_I_ATGETM) && !sfp_gate_holds(e, issuer)
           && sfp_mutex_owner(e->m, issuer->head, issuer->thread) != SFP_THREADS;
}

/* Returns what holds the head of one of several threads before the arbiter decides, or SFP_STALL_NONE. */
static enum sfp_stall stall_before_arbiter(const struct sfp_engine *e)
{
    const enum sfp_stall stall = gate_stall(e, e->own);

    if (e->input.live && e->own->head->insn->unit != SFP_UNIT_NONE)
        return SFP_STALL_TAKEN;
    if (stall != SFP_STALL_NONE)
        return stall;
    return sfp_waits_for_mutex(e, e->own) ? SFP_STALL_MUTEX : SFP_STALL_NONE;
}

/* The thread's instruction is at the input. If that executes, the thread may also issue its head beside it. */
static enum sfp_contested ask_behind_input(struct sfp_engine *e, struct sfp_issue *i, bool *asks)
{
    issue_from_input(e, i);
    *asks = i->vector && e->own->has_head && stall_before_arbiter(e) == SFP_STALL_NONE;
    return *asks ? sfp_contested_by(e->own->head) : SFP_UNCONTESTED;
}

enum sfp_contested sfp_ask(struct sfp_engine *e, struct sfp_issue *i, bool *asks)
{
    enum sfp_stall stall;

    clear_issued(i);
    *asks = false;
    if (sfp_own_input(e))
        return ask_behind_input(e, i, asks);
    if (!e->own->has_head)
        return SFP_UNCONTESTED;
    stall = stall_before_arbiter(e);
    if (stall != SFP_STALL_NONE) {
        lose_to_stall(e, stall, e->own->head, e->own->head_id);
        return SFP_UNCONTESTED;
    }
    *asks = true;
    return sfp_contested_by(e->own->head);
}

void sfp_grant(struct sfp_engine *e, struct sfp_issue *i)
{
    if (i->from_input)
        issue_beside(e, i);
    else
        pass_head(e, i);
}

void sfp_deny(struct sfp_engine *e, const struct sfp_issue *i)
{
    if (!i->from_input)
        lose_to_stall(e, SFP_STALL_TAKEN, e->own->head, e->own->head_id);
}

