/* Instructions and items under way. */
#include "stats_parts.h"

#include <stdlib.h>

/* Drops the oldest flight that is not landing. An item of some lanes can merge into another item, and then has no
 * further events. */
static void drop_oldest_flight(struct sfp_stats *s)
{
    unsigned i = 0;

    while (s->flights[s->order[i]].landing)
        i++;
    flight_drop(s, &s->flights[s->order[i]]);
}

struct flight *flight_new(struct sfp_stats *s, uint64_t id)
{
    unsigned place = 0;
    struct flight *flight;

    if (s->under_way == FLIGHTS)
        drop_oldest_flight(s);
    while (s->flights[place].live)
        place++;
    flight = &s->flights[place];
    flight->live = true;
    flight->id = id;
    flight->item = flight->landing = flight->late_reads = flight->merges = false;
    flight->reads = flight->writes = 0;
    flight->issued = 0;
    flight->latency = 1;
    flight->members = 0;
    s->order[s->under_way++] = place;
    return flight;
}

struct flight *flight_find(struct sfp_stats *s, uint64_t id)
{
    for (unsigned i = s->under_way; i-- > 0;)
        if (s->flights[s->order[i]].id == id)
            return &s->flights[s->order[i]];
    return NULL;
}

void flight_drop(struct sfp_stats *s, struct flight *flight)
{
    unsigned place = (unsigned)(flight - s->flights), i = 0;

    for (unsigned m = 0; m < flight->members; m++) {
        block_member_gone(s, &flight->member[m]);
        chain_link_drop(flight->member[m].before);
    }
    flight->live = false;
    while (s->order[i] != place)
        i++;
    for (s->under_way--; i < s->under_way; i++)
        s->order[i] = s->order[i + 1];
}

void flights_free(struct sfp_stats *s)
{
    for (unsigned i = 0; i < s->under_way; i++)
        for (unsigned m = 0; m < s->flights[s->order[i]].members; m++)
            chain_link_drop(s->flights[s->order[i]].member[m].before);
    free(s->flights);
}

/* Returns whether the instruction may write any LReg named by a lane's L7. */
static bool writes_any(const struct sfp_op *op)
{
    return sfp_resources_written(op->insn, op->mod, op->vd) >> SFP_R_ANY & 1;
}

static bool flight_enables_all_lanes(const struct sfp_event *event)
{
    return event->machine->s.derived.enabled == UINT32_MAX;
}

static void note_uses(struct flight *flight, const struct sfp_event *event)
{
    const struct sfp_op *op = event->op;
    bool captured = event->unit == SFP_UNIT_LOAD && op->insn->unit != SFP_UNIT_LOAD;

    flight->op = *op;
    flight->latency = event->latency;
    if (event->unit == SFP_UNIT_NONE || captured)
        return;
    flight->reads = chain_values(op->reads);
    flight->writes = chain_values(op->writes);
    flight->merges = flight->writes && (!flight_enables_all_lanes(event) || writes_any(op));
    flight->late_reads = event->reading != SFP_READS_FIRST;
}

static void raise_count(uint64_t *most, uint64_t value)
{
    if (value > *most)
        *most = value;
}

/* Takes the member's earliest start into its instance's floors. */
static void count_start(struct sfp_stats *s, const struct flight *flight, const struct member *member)
{
    struct instance *instance = block_instance(member);

    if (!instance)
        return;
    raise_count(&instance->counts.latency, member->start + flight->latency);
    if (flight->item || member->start < instance->counts.chain)
        return;
    instance->counts.chain = member->start + 1;
    chain_link_drop(instance->end);
    instance->end = chain_link_new(s, flight, member);
}

void flight_discard(struct sfp_stats *s, struct flight *flight, const struct sfp_op *op)
{
    flight->op = *op;
    for (unsigned i = 0; i < flight->members; i++)
        count_start(s, flight, &flight->member[i]);
}

void flight_schedule(struct sfp_stats *s, struct flight *item, const struct flight *macro, enum sfp_unit unit,
                     unsigned delay)
{
    item->members = macro->members;
    item->issued = macro->issued;
    for (unsigned i = 0; i < macro->members; i++) {
        struct instance *instance = block_instance(&macro->member[i]);

        item->member[i] = macro->member[i];
        item->member[i].node += unit;
        item->member[i].start += 1 + delay;
        item->member[i].before = chain_link_new(s, macro, &macro->member[i]);
        if (instance)
            instance->pending++;
    }
    carry_schedule(item, delay);
}

static void read_flight_values(struct sfp_stats *s, struct flight *flight, bool late)
{
    for (unsigned i = 0; i < flight->members; i++) {
        chain_read(s, flight, &flight->member[i], late ? flight->latency - 1 : 0);
        count_start(s, flight, &flight->member[i]);
    }
    carry_read(s, flight, late);
}

void flight_start(struct sfp_stats *s, struct flight *flight, const struct sfp_event *event)
{
    note_uses(flight, event);
    if (!flight->item)
        flight->issued = event->cycle;
    if (event->reading == SFP_READS_LAST)
        return;
    read_flight_values(s, flight, false);
}

void flight_complete(struct sfp_stats *s, struct flight *flight, uint64_t cycle)
{
    if (flight->late_reads)
        read_flight_values(s, flight, true);
    s->landing_cycle = cycle;
    flight->landing = true;
    s->landing[s->landings++] = flight;
}

static void land_flight(struct sfp_stats *s, const struct flight *flight)
{
    for (uint32_t left = flight->merges ? 0 : flight->writes; left; left &= left - 1)
        s->write[__builtin_ctz(left)] = ++s->writes;
    for (unsigned i = 0; i < flight->members; i++)
        chain_write(s, flight, &flight->member[i]);
    carry_write(s, flight);
}

void flights_land(struct sfp_stats *s)
{
    for (unsigned i = 0; i < s->landings; i++) {
        land_flight(s, s->landing[i]);
        flight_drop(s, s->landing[i]);
    }
    s->landings = 0;
}
