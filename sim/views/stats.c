/* Statistics: observes the run, and counts the whole run. */

#include <stdlib.h>

#include "stats_parts.h"

/* Counts the start of an operation on a sub-unit. Overlapping cycles of two operations count once. */
static void count_unit(struct sfp_stats *s, const struct sfp_event *event)
{
    uint64_t *until = &s->busy_until[event->unit], from = *until > event->cycle ? *until : event->cycle;

    if (event->busy == 0)
        return;
    s->totals.started[event->unit]++;
    if (event->cycle + event->busy > from) {
        s->totals.busy[event->unit] += event->cycle + event->busy - from;
        *until = event->cycle + event->busy;
    }
}

/* Counts the start of work on the matrix unit, likewise. */
static void count_matrix(struct sfp_stats *s, const struct sfp_event *event)
{
    const uint64_t end = event->cycle + event->matrix;
    const uint64_t from = s->matrix_until > event->cycle ? s->matrix_until : event->cycle;

    s->totals.matrix.started++;
    s->totals.matrix.busy += end > from ? end - from : 0;
    s->matrix_until = end > from ? end : from;
}

static void take_slot(struct instance *instance, bool nop)
{
    instance->counts.cycles++;
    instance->counts.issued++;
    instance->counts.nops += nop;
}

/* Notes where the front end is. Of several threads, each has its own place. */
static void note_origin(struct sfp_stats *s, const struct sfp_event *event)
{
    if (s->of_threads)
        return;
    s->totals.held = event->origin.held;
    roles_at(s, &event->origin, event->op);
}

static void count_fetch(struct sfp_stats *s, const struct sfp_event *event)
{
    note_origin(s, event);
    roles_join(s, flight_new(s, event->id));
}

static void count_stats_issue(struct sfp_stats *s, const struct sfp_event *event, bool nop)
{
    s->totals.issued++;
    s->totals.vector += event->op->insn->unit != SFP_UNIT_NONE;
    s->totals.nops += nop;
}

/* Moves a cycle from lost to hidden: the instruction executed beside a held one, so the stall cost nothing. */
static void hide_loss(struct sfp_stats *s, const struct sfp_event *event)
{
    const struct flight *held = flight_find(s, event->beside_id);

    s->totals.lost[event->stall]--;
    s->totals.hidden[event->stall]++;
    rows_hide(s, event->stall, event->beside->index);
    for (unsigned i = 0; held && i < held->members; i++) {
        struct instance *instance = block_instance(&held->member[i]);

        if (!instance)
            continue;
        instance->counts.cycles--;
        instance->counts.lost[event->stall]--;
        instance->counts.hidden[event->stall]++;
    }
}

static void count_store(struct sfp_stats *s, const struct sfp_event *event)
{
    s->totals.stores++;
    if (event->transfer.reaches)
        vectors_store(&s->vectors, event->cycle, event->scheduled ? event->macro_cycle : event->cycle,
                      event->transfer.address);
}

static void count_execution(struct sfp_stats *s, const struct sfp_event *event)
{
    struct flight *flight = flight_find(s, event->id);
    bool nop = !event->scheduled && event->op->insn->id == SFP_I_SFPNOP;

    if (event->scheduled)
        s->totals.scheduled++;
    else
        count_stats_issue(s, event, nop);
    if (event->beside)
        hide_loss(s, event);
    if (event->unit == SFP_UNIT_STORE && event->op->insn->id == SFP_I_SFPSTORE)
        count_store(s, event);
    if (event->unit != SFP_UNIT_NONE)
        count_unit(s, event);
    if (event->matrix)
        count_matrix(s, event);
    if (!flight)
        return;
    for (unsigned i = 0; i < flight->members; i++) {
        struct instance *instance = block_instance(&flight->member[i]);

        if (!instance)
            continue;
        if (!event->scheduled)
            take_slot(instance, nop);
        if (event->unit != SFP_UNIT_NONE)
            instance->counts.units[event->unit] += event->busy;
    }
    flight_start(s, flight, event);
}

static void count_discard(struct sfp_stats *s, const struct sfp_event *event)
{
    struct flight *flight = flight_find(s, event->id);

    s->totals.discarded++;
    count_stats_issue(s, event, false);
    rows_add(s, ROW_DISCARD, SFP_STALL_NONE, event->op->index);
    if (!flight)
        return;
    for (unsigned i = 0; i < flight->members; i++) {
        struct instance *instance = block_instance(&flight->member[i]);

        if (instance)
            take_slot(instance, false);
    }
    flight_discard(s, flight, event->op);
    flight_drop(s, flight);
}

/* Notes an item. It starts no earlier than its delay after its SFPLOADMACRO. */
static void add_scheduled_item(struct sfp_stats *s, const struct sfp_event *event)
{
    struct flight *item = flight_new(s, event->id), *macro = flight_find(s, event->macro_id);

    item->item = true;
    if (macro)
        flight_schedule(s, item, macro, event->unit, event->delay);
}

static void count_forgotten_item(struct sfp_stats *s, const struct sfp_event *event)
{
    struct flight *flight = flight_find(s, event->id);

    s->totals.forgotten++;
    rows_add(s, ROW_FORGOTTEN, SFP_STALL_NONE, event->macro_index);
    if (flight)
        flight_drop(s, flight);
}

static void count_loss(struct sfp_stats *s, const struct sfp_event *event)
{
    bool bubble = event->kind == SFP_EVENT_BUBBLE;

    if (bubble) {
        note_origin(s, event);
        core_bubble(s, event);
    }
    roles_lose(s, event->stall);
    s->totals.lost[event->stall]++;
    rows_add(s, ROW_LOST, event->stall, bubble ? event->origin.position : event->op->index);
}

static void complete_flight(struct sfp_stats *s, const struct sfp_event *event)
{
    struct flight *flight = flight_find(s, event->id);

    if (flight)
        flight_complete(s, flight, event->cycle);
}

/* Starts the search for a steady state at the first SFPLOADMACRO. */
static void follow_steady(struct sfp_stats *s, const struct sfp_event *event)
{
    if (s->of_threads)
        return;
    if (!s->steady_search && event->kind == SFP_EVENT_EXEC && event->op->insn->id == SFP_I_SFPLOADMACRO) {
        s->steady_search = steady_new(event->cycle);
        s->no_memory |= !s->steady_search;
    }
    if (s->steady_search)
        steady_event(s->steady_search, event);
}

void stats_event(struct sfp_stats *s, const struct sfp_event *event)
{
    follow_steady(s, event);
    if (s->landings && event->cycle > s->landing_cycle)
        flights_land(s);
    switch (event->kind) {
    case SFP_EVENT_PASS:
        s->totals.passes++;
        roles_leave(s);
        vectors_pass(&s->vectors, event->cycle);
        return;
    case SFP_EVENT_FETCH:
        count_fetch(s, event);
        return;
    case SFP_EVENT_SCHEDULE:
        add_scheduled_item(s, event);
        return;
    case SFP_EVENT_FORGET:
        count_forgotten_item(s, event);
        return;
    case SFP_EVENT_EXEC:
        count_execution(s, event);
        break;
    case SFP_EVENT_DISCARD:
        count_discard(s, event);
        break;
    case SFP_EVENT_COMPLETE:
        complete_flight(s, event);
        break;
    case SFP_EVENT_STALL:
    case SFP_EVENT_BUBBLE:
        count_loss(s, event);
        break;
    case SFP_EVENT_CORE:
        core_step(s, event);
        return;
    default:
        return;
    }
    s->totals.cycles = event->cycle + 1;
}

struct sfp_stats *stats_new_of_one(const struct sfp_kernel *kernel)
{
    struct sfp_stats *s = calloc(1, sizeof *s);

    if (!s)
        return NULL;
    s->kernel = kernel;
    s->writes = 1;
    for (unsigned v = 0; v < CHAIN_VALUES; v++)
        s->write[v] = s->writes;
    s->flights = calloc(FLIGHTS, sizeof *s->flights);
    if (s->flights && roles_init(s))
        return s;
    stats_free_one(s);
    return NULL;
}

void stats_free_one(struct sfp_stats *s)
{
    if (s->flights)
        flights_free(s);
    roles_free(s);
    rows_free(s);
    steady_free(s->steady_search);
    core_free(s);
    free(s->counted);
    free(s);
}

struct sfp_observer *sfp_stats_observer(struct sfp_stats *s)
{
    return &s->observer;
}

void sfp_stats_set_vectors(struct sfp_stats *s, uint64_t each)
{
    s->vectors_each = each;
}

/* Takes back the matrix unit's cycles after the run, which does not wait for the unit. */
static void cut_matrix_cycles(struct sfp_stats *s)
{
    if (s->matrix_until > s->totals.cycles)
        s->totals.matrix.busy -= s->matrix_until - s->totals.cycles;
}

bool stats_finish_one(struct sfp_stats *s)
{
    uint64_t lost = 0;

    cut_matrix_cycles(s);
    flights_land(s);
    roles_leave(s);
    vectors_finish(&s->vectors, s->vectors_each, &s->totals);
    s->steady = s->steady_search ? steady_finish(s->steady_search) : NULL;
    s->no_memory |= s->steady_search && !s->steady;
    s->counted = calloc(s->block_count ? s->block_count : 1, sizeof *s->counted);
    if (!s->counted)
        return false;
    for (size_t i = 0; i < s->block_count; i++) {
        block_finish(s, s->blocks[i]);
        if (s->blocks[i]->result.instances)
            s->counted[s->counted_count++] = &s->blocks[i]->result;
    }
    for (unsigned i = 0; i < SFP_STALLS; i++)
        lost += s->totals.lost[i];
    /* Several threads issue, and lose cycles, in one cycle: their slots may be more than the cycles. */
    s->totals.drain = s->totals.issued + lost < s->totals.cycles ? s->totals.cycles - s->totals.issued - lost : 0;
    return !s->no_memory;
}

const struct sfp_stats_totals *sfp_stats_totals(const struct sfp_stats *s)
{
    return &s->totals;
}

const struct sfp_stats_steady *sfp_stats_steady(const struct sfp_stats *s)
{
    return s->steady;
}

size_t sfp_stats_blocks(const struct sfp_stats *s)
{
    return s->counted_count;
}

const struct sfp_stats_block *sfp_stats_block(const struct sfp_stats *s, size_t i)
{
    return s->counted[i];
}
