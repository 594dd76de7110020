/* Runs one cycle: takes the due items, issues the thread's instruction, executes both. */
#include "engine.h"
#include "hazards.h"
#include "tape.h"

/* Makes an issued instruction into a part, for events. */
static void issued_part(struct sfp_part *part, const struct sfp_op *op, uint64_t id)
{
    part->op = *op;
    part->id = id;
    part->live = true;
    part->scheduled = part->is_template = part->some_lanes = false;
    part->address = 0;
    part->transfer = (struct sfp_transfer){0};
    part->enabled = 0;
}

static void emit_issued(const struct sfp_engine *e, struct sfp_event event, const struct sfp_op *op, uint64_t id)
{
    struct sfp_part part;

    issued_part(&part, op, id);
    event.unit = (enum sfp_unit)op->insn->unit;
    event.latency = 1;
    sfp_emit(e, event, &part);
}

/* Tells observers once that the back end takes the head. The head of the vector unit must wait until the unit's
 * input is free; an instruction of another unit need not. */
static void tell_fetched(struct sfp_engine *e)
{
    struct sfp_event event = {.kind = SFP_EVENT_FETCH};

    if (e->told || (e->input.live && e->head->insn->unit != SFP_UNIT_NONE))
        return;
    sfp_frontend_origin(e->f, &event.origin);
    emit_issued(e, event, e->head, e->head_id);
    e->told = true;
}

static void emit_control_landed(const struct sfp_engine *e, const struct sfp_op *op, uint64_t id)
{
    struct sfp_part part;

    issued_part(&part, op, id);
    sfp_emit(e, (struct sfp_event){.kind = SFP_EVENT_COMPLETE, .unit = (enum sfp_unit)op->insn->unit}, &part);
}

static void emit_bubble(const struct sfp_engine *e, enum sfp_stall stall)
{
    struct sfp_event bubble = {.kind = SFP_EVENT_BUBBLE, .stall = stall};

    sfp_frontend_origin(e->f, &bubble.origin);
    sfp_emit(e, bubble, NULL);
}

/* Counts a cycle in which no instruction came, unless an instruction at the vector unit's input uses the cycle, to
 * execute or to wait. */
static void lose_to_bubble(struct sfp_engine *e, enum sfp_stall stall)
{
    if (e->input.live)
        return;
    e->result->stalls[stall]++;
    if (sfp_observed(e))
        emit_bubble(e, stall);
    e->after_effect = e->cycle + 1;
}

/* Counts a cycle in which `op` is held. */
static void lose_to_stall(struct sfp_engine *e, enum sfp_stall stall, const struct sfp_op *op, uint64_t id)
{
    if (sfp_observed(e))
        emit_issued(e, (struct sfp_event){.kind = SFP_EVENT_STALL, .stall = stall}, op, id);
    e->result->stalls[stall]++;
    if (e->looks)
        sfp_hazards_stall(e, op, stall);
}

/* Returns the cause of a cycle in which no instruction came. */
static enum sfp_stall bubble_cause(const struct sfp_engine *e)
{
    switch (sfp_frontend_late(e->f)) {
    case SFP_STAGE_MOP:
        return SFP_STALL_MOP;
    case SFP_STAGE_REPLAY:
        return SFP_STALL_REPLAY;
    case SFP_STAGE_PUSHER:
        break;
    }
    return SFP_STALL_GAP;
}

/* Fetches the next instruction if the engine has no head. Returns false if the run is refused. */
static bool fetch_head(struct sfp_engine *e)
{
    const struct sfp_op *op;

    if (e->has_head || e->ended)
        return true;
    switch (sfp_frontend_at(e->f, e->cycle, &op)) {
    case SFP_FETCH_OP:
        e->head = op;
        e->head_id = e->next_id++;
        e->has_head = true;
        e->told = false;
        return true;
    case SFP_FETCH_BUBBLE:
        lose_to_bubble(e, bubble_cause(e));
        return true;
    case SFP_FETCH_END:
        e->ended = true;
        return true;
    default:
        e->result->run.status = SFP_RUN_REFUSED;
        e->result->run.index = op->index;
        e->result->run.word = op->word;
        return false;
    }
}

/* Returns what keeps the head before the wait gate, or in the gate, in this cycle. */
static enum sfp_stall gate_stall(const struct sfp_engine *e)
{
    return sfp_gate_holds(e, e->head) ? SFP_STALL_WAIT : sfp_configuration_stall(e, e->head);
}

/* Returns whether the instruction at the vector unit's input executes in this cycle. */
static bool input_executes(const struct sfp_engine *e)
{
    return e->input.live && sfp_interlock(e, &e->input.op) == SFP_STALL_NONE;
}

/* Returns whether an instruction at the vector unit's input blocks the head. An instruction of another unit may
 * issue beside an input instruction that executes. */
static bool is_behind_input(const struct sfp_engine *e)
{
    return e->input.live && (e->head->insn->unit != SFP_UNIT_NONE || !input_executes(e));
}

static bool head_issues(const struct sfp_engine *e)
{
    return !is_behind_input(e) && gate_stall(e) == SFP_STALL_NONE && sfp_interlock(e, e->head) == SFP_STALL_NONE;
}

unsigned sfp_engine_next(const struct sfp_engine *e, struct sfp_next next[SFP_MOST_NEXT])
{
    unsigned count = 0;

    if (e->input.live)
        next[count++] = (struct sfp_next){&e->input.op, e->input.id, input_executes(e)};
    if (e->has_head)
        next[count++] = (struct sfp_next){e->head, e->head_id, head_issues(e)};
    return count;
}

/* Moves the head through the wait gate to the vector unit's input, where interlock `by` holds it. */
static void enter_input(struct sfp_engine *e, enum sfp_stall by)
{
    e->input.live = true;
    e->input.op = *e->head;
    e->input.id = e->head_id;
    e->input.by = by;
    if (e->stops)
        sfp_frontend_origin(e->f, &e->input.origin);
    e->has_head = false;
}

/* The instructions that the thread issues in a cycle: a vector instruction and, if that came from the unit's input,
 * another unit's instruction beside it. */
struct issued {
    const struct sfp_op *vector; /* NULL: no vector instruction */
    uint64_t vector_id, other_id;
    bool from_input, other;
    struct sfp_op other_op; /* a copy: executing it may change the front end's decoded words */
};

static void issue_other(struct sfp_engine *e, struct issued *i)
{
    i->other = true;
    i->other_op = *e->head;
    i->other_id = e->head_id;
    e->has_head = false;
}

/* Executes the instruction at the vector unit's input, or counts a lost cycle. */
static void issue_from_input(struct sfp_engine *e, struct issued *i)
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

/* With an empty input: issues the head, holds it before the gate, or moves it to the input. */
static void issue_head(struct sfp_engine *e, struct issued *i)
{
    enum sfp_stall stall = gate_stall(e), interlock = SFP_STALL_NONE;

    if (stall == SFP_STALL_NONE)
        stall = interlock = sfp_interlock(e, e->head);
    if (stall != SFP_STALL_NONE) {
        lose_to_stall(e, stall, e->head, e->head_id);
        if (interlock != SFP_STALL_NONE)
            enter_input(e, interlock);
        return;
    }
    if (e->head->insn->unit == SFP_UNIT_NONE) {
        issue_other(e, i);
        return;
    }
    i->vector = e->head;
    i->vector_id = e->head_id;
    e->has_head = false;
}

/* Issues the head beside the instruction that leaves the input, if possible. A cycle that the input's instruction
 * had lost then counts as hidden. */
static void issue_beside(struct sfp_engine *e, struct issued *i)
{
    if (!i->vector || !head_issues(e))
        return;
    issue_other(e, i);
    e->result->stalls[e->input.by]--;
    e->result->hidden[e->input.by]++;
}

static void issue_of_cycle(struct sfp_engine *e, struct issued *i)
{
    i->vector = NULL;
    i->other = i->from_input = false;
    if (!e->input.live) {
        if (e->has_head)
            issue_head(e, i);
        return;
    }
    issue_from_input(e, i);
    if (e->has_head)
        issue_beside(e, i);
    e->input.live = !i->vector;
}

/*
 * Resolves the template backdoor for an instruction that could go through it. The setting that counts in this cycle is
 * the one from before an SFPCONFIG of the last cycle (sfpu-timing(7), Configuration). Returns true if the word is a
 * template in all lanes.
 */
static bool goes_through_backdoor(const struct sfp_engine *e, struct sfp_part *part)
{
    const struct sfp_derived *d = &e->m->s.derived;
    bool old = e->last.wrote_lane_config;
    uint32_t any = old ? e->last.any_lane_config_before : d->any_lane_config;
    uint32_t all = old ? e->last.all_lane_config_before : d->all_lane_config;

    if (part->op.exec != e->m->semantics->backdoor)
        return false;
    if (!(any & SFP_LC_DISABLE_BACKDOOR))
        part->op.exec = sfp_load_template;
    else if (all & SFP_LC_DISABLE_BACKDOOR)
        part->op.exec = part->op.inner;
    return !(any & SFP_LC_DISABLE_BACKDOOR);
}

/* Puts the issued vector instruction into the set, or discards it (sfpu-timing(7), Conflicts). */
static void place_regular(struct sfp_engine *e, struct sfp_cycle *set, const struct issued *i)
{
    enum sfp_unit unit = (enum sfp_unit)i->vector->insn->unit;
    struct sfp_part regular, *place;

    issued_part(&regular, i->vector, i->vector_id);
    regular.is_template = goes_through_backdoor(e, &regular);
    place = &set->part[regular.is_template ? SFP_UNIT_LOAD : unit];
    if (place->live) {
        e->result->discarded++;
        if (sfp_observed(e))
            sfp_emit(e, (struct sfp_event){.kind = SFP_EVENT_DISCARD, .unit = unit}, &regular);
        sfp_hazard(e, SFP_FIND_MACRO_DISCARD, &regular,
                   &(struct sfp_finding_detail){.other = place->op.index, .by = &place->op, .lreg = -1});
        return;
    }
    *place = regular;
    set->count++;
}

/* Keeps this cycle's facts that the next cycle's rules need. */
static void keep_last_cycle(struct sfp_engine *e, const struct sfp_cycle *set)
{
    const struct sfp_part *simple = &set->part[SFP_UNIT_SIMPLE];
    bool configures = simple->live && sfp_is(&simple->op, SFP_I_SFPCONFIG);

    e->last.wrote_macro_config = configures && simple->op.vd <= SFP_TARGET_MISC;
    e->last.macro_targets[1] = e->last.macro_targets[0];
    e->last.macro_targets[0] = e->last.wrote_macro_config ? (uint8_t)(1 + simple->op.vd) : 0;
    e->last.wrote_lane_config = configures && simple->op.vd == SFP_TARGET_LANE_CONFIG;
    if (e->looks && configures && simple->op.vd == SFP_TARGET_MISC)
        sfp_hazards_misc(e, &simple->op);
}

static bool anything_flies(const struct sfp_engine *e)
{
    return e->flying || e->has_delayed;
}

/* Sends the start of another unit's instruction, with the vector instruction that it went beside at no cost. */
static void emit_control(const struct sfp_engine *e, const struct issued *i)
{
    struct sfp_event event = {.kind = SFP_EVENT_EXEC};

    if (i->from_input) {
        event.stall = e->input.by;
        event.beside = i->vector;
        event.beside_id = i->vector_id;
    }
    emit_issued(e, event, &i->other_op, i->other_id);
}

/* Executes another unit's instruction, if present, and the write that was delayed from the cycle before. A late
 * write completes when it lands. */
static void execute_control(struct sfp_engine *e, const struct issued *i)
{
    const struct sfp_op *control = i->other ? &i->other_op : NULL;
    const bool lands = e->has_delayed;
    const struct sfp_op late = lands ? e->delayed : (struct sfp_op){0};
    const uint64_t late_id = e->delayed_id;

    if (control && sfp_observed(e))
        emit_control(e, i);
    if (control && e->looks)
        sfp_hazards_control(e, control);
    sfp_execute_control(e, control);
    if (control)
        e->delayed_id = i->other_id;
    if (lands && sfp_observed(e))
        emit_control_landed(e, &late, late_id);
    if (control && !e->has_delayed && sfp_observed(e))
        emit_control_landed(e, control, i->other_id);
}

/* Returns whether the only observer has heard enough. */
static inline bool nobody_listens(const struct sfp_engine *e)
{
    return e->observers && e->observers->enough && !e->observers->next;
}

/* State at the beginning of a cycle. */
struct start {
    uint32_t any_lane_config, all_lane_config;
    struct sfp_conditions found;
    uint32_t situations;
    bool landing;
};

static struct start start_of_cycle(const struct sfp_engine *e)
{
    return (struct start){
        .any_lane_config = e->m->s.derived.any_lane_config, .all_lane_config = e->m->s.derived.all_lane_config,
        .found = sfp_gate_start_of_cycle(e), .situations = e->looks ? sfp_situations(e) : 0,
        .landing = anything_flies(e)};
}

/* Fills the cycle with the due items of SFPLOADMACROs and the instructions that the thread issues. */
static void fill_cycle(struct sfp_engine *e, struct sfp_cycle *set, struct issued *issued)
{
    set->count = set->others = 0;
    for (unsigned u = 0; u < SFP_UNITS; u++)
        set->part[u].live = false;
    if (e->total_queued)
        sfp_queue_due(e, set);
    issue_of_cycle(e, issued);
    set->issued_vector = issued->vector != NULL;
    if (e->total_queued)
        sfp_queue_tick(e, set->issued_vector);
    if (issued->vector)
        place_regular(e, set, issued);
}

static void execute_cycle(struct sfp_engine *e, struct sfp_cycle *set, const struct issued *issued,
                          const struct start *start)
{
    const bool works = set->count || start->landing;

    if (e->looks && works)
        sfp_hazards_check(e, set, start->situations);
    if (works)
        sfp_execute(e, set);
    if (issued->other || e->has_delayed)
        execute_control(e, issued);
    e->result->run.executed += set->issued_vector + issued->other;
    e->result->run.vector += set->issued_vector;
    if (works || issued->vector || issued->other)
        e->after_effect = e->cycle + 1;
}

static void end_of_cycle(struct sfp_engine *e, const struct sfp_cycle *set, const struct issued *issued,
                         const struct start *start)
{
    e->last.has_control = issued->other;
    if (issued->other)
        e->last.control = (enum sfp_id)issued->other_op.insn->id;
    keep_last_cycle(e, set);
    e->last.any_lane_config_before = start->any_lane_config;
    e->last.all_lane_config_before = start->all_lane_config;
    sfp_gate_end_of_cycle(e, start->found, issued->other ? &issued->other_op : NULL);
    sfp_next_cycle(e);
}

/* Runs one cycle, with the head, or without one. */
static void run_cycle(struct sfp_engine *e)
{
    const struct start start = start_of_cycle(e);
    struct sfp_cycle set;
    struct issued issued;

    if (__builtin_expect(nobody_listens(e), 0))
        e->observers = NULL;
    fill_cycle(e, &set, &issued);
    execute_cycle(e, &set, &issued, &start);
    end_of_cycle(e, &set, &issued, &start);
}

/* Passes on the work of the feed's core as an event. */
static void hear_core(void *engine, const struct sfp_core_step *step)
{
    sfp_emit(engine, (struct sfp_event){.kind = SFP_EVENT_CORE, .core = step}, NULL);
}

static void begin_feed_cycle(struct sfp_engine *e)
{
    struct sfp_thread thread = {.cycle = e->cycle, .listener = e};

    if (!e->options->run.feed)
        return;
    thread.at_input = e->input.live;
    thread.in_flight = e->has_head || e->waiting || sfp_matrix_busy(e) || sfp_engine_under_way(e);
    if (sfp_observed(e))
        thread.tell = hear_core;
    sfp_frontend_begin_cycle(e->f, &thread, !e->has_head);
}

bool sfp_engine_ahead(struct sfp_engine *e)
{
    if (sfp_progress_ends(e->options->run.progress)) {
        e->result->run.status = SFP_RUN_ENDED;
        return false;
    }
    begin_feed_cycle(e);
    if (!fetch_head(e))
        return false;
    if (e->has_head && sfp_observed(e))
        tell_fetched(e);
    if (e->ended)
        sfp_progress_pass(e->options->run.progress, 1);
    return true;
}

bool sfp_engine_advance(struct sfp_engine *e)
{
    const uint64_t effect = e->after_effect;

    sfp_progress_cycle(e->options->run.progress, e->cycle);
    if (!e->stops && sfp_run_plain(e))
        return true;
    run_cycle(e);
    return e->after_effect != effect || !sfp_gate_deadlock(e);
}

bool sfp_engine_under_way(const struct sfp_engine *e)
{
    return anything_flies(e) || e->input.live || (e->total_queued && !sfp_queue_stuck(e));
}

bool sfp_engine_drain(struct sfp_engine *e)
{
    if (sfp_engine_under_way(e)) {
        run_cycle(e);
        return true;
    }
    if (e->total_queued)
        sfp_queue_abandon(e);
    return false;
}
