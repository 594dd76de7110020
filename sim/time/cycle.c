/* Runs one cycle: takes the due items, issues the thread's instruction, executes both. shared_cycle.c runs the cycles
 * of several threads. */
#include "issue.h"

#include "hazards.h"
#include "tape.h"

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

void sfp_place_regular(struct sfp_engine *e, struct sfp_cycle *set, const struct sfp_issue *i)
{
    enum sfp_unit unit = (enum sfp_unit)i->vector->insn->unit;
    struct sfp_part regular, *place;

    sfp_issued_part(e, &regular, i->vector, i->vector_id);
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
    return e->flying || sfp_config_busy(e);
}

static unsigned matrix_work(const struct sfp_engine *e, const struct sfp_op *op)
{
    return sfp_is_matrix_work(op->insn) ? sfp_matrix_cycles(op->insn, e->m->s.arch) : 0;
}

static void emit_control_landed(const struct sfp_engine *e, const struct sfp_op *op, uint64_t id)
{
    struct sfp_part part;

    sfp_issued_part(e, &part, op, id);
    sfp_emit(e, (struct sfp_event){.kind = SFP_EVENT_COMPLETE, .unit = (enum sfp_unit)op->insn->unit,
                                   .matrix = matrix_work(e, op)}, &part);
}

/* Sends the start of another unit's instruction, with the vector instruction that it went beside at no cost. */
static void emit_control(const struct sfp_engine *e, const struct sfp_issue *i)
{
    struct sfp_event event = {.kind = SFP_EVENT_EXEC, .matrix = matrix_work(e, &i->other_op)};

    if (i->from_input) {
        event.stall = e->input.by;
        event.beside = i->vector;
        event.beside_id = i->vector_id;
    }
    sfp_emit_issued(e, event, &i->other_op, i->other_id);
}

/* Checks what `op` has changed under the matrix unit. */
static void look_at_settings(struct sfp_engine *e, const struct sfp_matrix_settings *before, const struct sfp_op *op)
{
    struct sfp_part part;

    sfp_reported_part(e, op, &part);
    sfp_check_settings(e, before, &part);
}

/* A late write completes when it lands. */
static void execute_control(struct sfp_engine *e, const struct sfp_issue *i)
{
    const struct sfp_op *control = i->other ? &i->other_op : NULL;
    const bool lands = e->own->has_delayed;
    const struct sfp_op late = lands ? e->own->delayed : (struct sfp_op){0};
    const uint64_t late_id = e->own->delayed_id;
    const bool configures = control && control->insn->block & SFP_HELD_CONFIG;
    const bool under_matrix = e->looks && (lands || configures) && sfp_matrix_busy(e);
    struct sfp_matrix_settings settings;

    if (control && sfp_observed(e))
        emit_control(e, i);
    if (control && e->looks)
        sfp_hazards_control(e, control);
    if (under_matrix)
        sfp_matrix_settings(&e->m->s, &settings);
    sfp_execute_control(e, control);
    if (under_matrix)
        look_at_settings(e, &settings, configures ? control : &late);
    if (control)
        e->own->delayed_id = i->other_id;
    if (lands && sfp_hears(e, SFP_EVENT_COMPLETE))
        emit_control_landed(e, &late, late_id);
    if (control && !e->own->has_delayed && sfp_hears(e, SFP_EVENT_COMPLETE))
        emit_control_landed(e, control, i->other_id);
}

/* Returns whether the only observer has heard enough. */
static inline bool nobody_listens(const struct sfp_engine *e)
{
    return e->observers && e->observers->enough && !e->observers->next;
}

void sfp_drop_observers(struct sfp_engine *e)
{
    if (__builtin_expect(nobody_listens(e), 0))
        sfp_set_observers(e, NULL);
}

struct sfp_cycle_start sfp_start_cycle(const struct sfp_engine *e)
{
    return (struct sfp_cycle_start){
        .any_lane_config = e->m->s.derived.any_lane_config, .all_lane_config = e->m->s.derived.all_lane_config,
        .situations = e->looks ? sfp_situations(e) : 0, .landing = anything_flies(e)};
}

void sfp_begin_set(struct sfp_engine *e, struct sfp_cycle *set)
{
    set->count = set->others = 0;
    for (unsigned u = 0; u < SFP_UNITS; u++)
        set->part[u].live = false;
    if (e->total_queued)
        sfp_queue_due(e, set);
}

/* Fills the cycle with the due items of SFPLOADMACROs and the instructions that the thread issues. */
static void fill_cycle(struct sfp_engine *e, struct sfp_cycle *set, struct sfp_issue *issued)
{
    sfp_begin_set(e, set);
    sfp_issue_alone(e, issued);
    set->issued_vector = issued->vector != NULL;
    if (e->total_queued)
        sfp_queue_tick(e, set->issued_vector);
    if (issued->vector)
        sfp_place_regular(e, set, issued);
}

bool sfp_execute_set(struct sfp_engine *e, struct sfp_cycle *set, const struct sfp_cycle_start *start)
{
    const bool works = set->count || start->landing;

    if (e->looks && works)
        sfp_hazards_check(e, set, start->situations);
    if (works)
        sfp_execute(e, set);
    e->result->run.executed += set->issued_vector;
    e->result->run.vector += set->issued_vector;
    if (works || set->issued_vector)
        e->after_effect = e->cycle + 1;
    return works;
}

void sfp_execute_other(struct sfp_engine *e, const struct sfp_issue *i)
{
    if (i->other || e->own->has_delayed)
        execute_control(e, i);
    e->result->run.executed += i->other;
    if (i->other)
        e->after_effect = e->cycle + 1;
}

void sfp_keep_cycle(struct sfp_engine *e, const struct sfp_cycle *set, const struct sfp_cycle_start *start)
{
    keep_last_cycle(e, set);
    e->last.any_lane_config_before = start->any_lane_config;
    e->last.all_lane_config_before = start->all_lane_config;
}

void sfp_end_issue(struct sfp_engine *e, const struct sfp_issue *i, struct sfp_conditions found)
{
    e->own->has_control = i->other;
    if (i->other)
        e->own->control = (enum sfp_id)i->other_op.insn->id;
    sfp_gate_end_of_cycle(e, found, i->other ? &i->other_op : NULL);
}

/* Flat, since calls of the parts, which shared_cycle.c calls too, would take a few per cent of a run's time. */
__attribute__((flatten)) void sfp_run_cycle(struct sfp_engine *e)
{
    const struct sfp_conditions found = sfp_gate_start_of_cycle(e);
    const struct sfp_cycle_start start = sfp_start_cycle(e);
    struct sfp_cycle set;
    struct sfp_issue issued;

    sfp_drop_observers(e);
    fill_cycle(e, &set, &issued);
    sfp_execute_set(e, &set, &start);
    sfp_execute_other(e, &issued);
    sfp_keep_cycle(e, &set, &start);
    sfp_end_issue(e, &issued, found);
    sfp_next_cycle(e);
}
