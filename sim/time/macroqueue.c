/* The queues of SFPLOADMACRO: counting down, coming due, forgetting (sfpu-timing(7), Delays). */
#include "engine.h"

static void remove_item(struct sfp_engine *e, enum sfp_unit unit, unsigned i)
{
    e->queue[unit][i] = e->queue[unit][--e->queued[unit]];
    e->total_queued--;
}

void sfp_queue_due(struct sfp_engine *e, struct sfp_cycle *set)
{
    for (unsigned u = SFP_UNIT_SIMPLE; u <= SFP_UNIT_STORE; u++) {
        for (unsigned i = 0; i < e->queued[u]; i++) {
            struct sfp_part *due = &set->part[u];

            if (e->queue[u][i].counter != 0)
                continue;
            if (due->live) { /* another group of lanes */
                struct sfp_other *other = &set->other[set->others++];

                other->unit = (enum sfp_unit)u;
                due = &other->part;
            }
            *due = e->queue[u][i];
            due->live = true;
            set->count++;
            remove_item(e, (enum sfp_unit)u, i--);
        }
    }
}

/* Returns whether a queued item counts instructions: then all items count instructions. */
static bool any_counts_insns(const struct sfp_engine *e)
{
    for (unsigned u = SFP_UNIT_SIMPLE; u <= SFP_UNIT_STORE; u++)
        for (unsigned i = 0; i < e->queued[u]; i++)
            if (e->queue[u][i].counts_insns)
                return true;
    return false;
}

bool sfp_queue_awaits_insns(const struct sfp_engine *e)
{
    bool awaits = false;

    for (unsigned u = SFP_UNIT_SIMPLE; u <= SFP_UNIT_STORE; u++)
        for (unsigned i = 0; i < e->queued[u]; i++)
            awaits |= e->queue[u][i].counter != 0;
    return awaits && any_counts_insns(e);
}

void sfp_queue_tick(struct sfp_engine *e, bool issued)
{
    if (!issued && any_counts_insns(e))
        return;
    for (unsigned u = SFP_UNIT_SIMPLE; u <= SFP_UNIT_STORE; u++)
        for (unsigned i = 0; i < e->queued[u]; i++)
            e->queue[u][i].counter--;
}

static void report_forgotten(struct sfp_engine *e, enum sfp_unit unit, const struct sfp_part *item,
                             enum sfp_finding finding)
{
    sfp_hazard(e, finding, item, NULL);
    if (sfp_observed(e))
        sfp_emit(e, (struct sfp_event){.kind = SFP_EVENT_FORGET, .unit = unit}, item);
}

/* Drops the pending items whose delay slot the new item takes, in the new item's lanes. An item of delay 7 meets no
 * pending items, since they have counted down. */
static void forget_same_slot(struct sfp_engine *e, enum sfp_unit unit, const struct sfp_part *item)
{
    for (unsigned i = 0; i < e->queued[unit]; i++) {
        struct sfp_part *pending = &e->queue[unit][i];
        uint32_t left;

        if (pending->counter != item->delay)
            continue;
        left = pending->lanes & ~item->lanes;
        if (left) {
            pending->lanes = left;
            pending->some_lanes = true;
            continue;
        }
        report_forgotten(e, unit, pending, SFP_FIND_MACRO_FORGOTTEN);
        remove_item(e, unit, i--);
    }
}

/* Queues the items that the lanes configured like `lane` schedule. `group`: a mask of these lanes, or NULL for all
 * lanes. */
static void queue_group(struct sfp_engine *e, const struct sfp_part *macro, uint16_t addr, unsigned lane,
                        const uint32_t *group)
{
    const struct sfp_macro_plan *plan = sfp_macro_plan(e->m, &macro->op, lane);

    for (unsigned u = SFP_UNIT_SIMPLE; u <= SFP_UNIT_STORE; u++) {
        struct sfp_part item;

        if (!plan->present[u])
            continue;
        sfp_macro_bind(plan, (enum sfp_unit)u, &macro->op, addr, &item.op);
        if (u == SFP_UNIT_MAD && item.op.vd == SFP_STAGING_LREG) /* L16 as the destination: indirect VD is ignored
                                                                  * (sfpu-timing(7), Field overrides) */
            item.op.writes = 1u << SFP_STAGING_LREG;
        item.id = e->next_id++;
        item.thread = macro->thread;
        item.live = item.scheduled = true;
        item.is_template = false;
        item.macro_id = macro->id;
        item.macro_cycle = e->cycle;
        item.macro = macro->op.macro;
        item.loaded = macro->op.vd;
        item.selector = plan->item[u].selector;
        item.counter = item.delay = plan->item[u].delay;
        item.counts_insns = plan->item[u].counts_insns;
        item.address = e->next_address;
        item.some_lanes = group != NULL;
        item.lanes = group ? sfp_mask_pack(group) : UINT32_MAX;
        item.transfer = (struct sfp_transfer){0};
        forget_same_slot(e, (enum sfp_unit)u, &item);
        e->queue[u][e->queued[u]++] = item;
        e->total_queued++;
        if (sfp_observed(e))
            sfp_emit(e, (struct sfp_event){.kind = SFP_EVENT_SCHEDULE, .unit = (enum sfp_unit)u}, &item);
    }
}

void sfp_queue_macro(struct sfp_engine *e, const struct sfp_part *part, uint16_t addr)
{
    _Alignas(64) uint32_t group[SFP_LANES];

    if (!e->m->s.derived.macros_differ) {
        queue_group(e, part, addr, 0, NULL);
    } else {
        sfp_hazard(e, SFP_FIND_MACRO_DIVERGES, part, NULL);
        for (uint32_t left = UINT32_MAX, rest; left; left = rest) {
            rest = sfp_macro_group(&e->m->s, part->op.macro, left, group);
            queue_group(e, part, addr, (unsigned)__builtin_ctz(left), group);
        }
    }
    e->addresses[e->next_address++] = addr;
}

bool sfp_queue_stuck(const struct sfp_engine *e)
{
    for (unsigned u = SFP_UNIT_SIMPLE; u <= SFP_UNIT_STORE; u++)
        for (unsigned i = 0; i < e->queued[u]; i++)
            if (e->queue[u][i].counter == 0)
                return false;
    return any_counts_insns(e);
}

void sfp_queue_abandon(struct sfp_engine *e)
{
    for (unsigned u = SFP_UNIT_SIMPLE; u <= SFP_UNIT_STORE; u++) {
        for (unsigned i = 0; i < e->queued[u]; i++)
            report_forgotten(e, (enum sfp_unit)u, &e->queue[u][i], SFP_FIND_MACRO_PENDING);
        e->queued[u] = 0;
    }
    e->total_queued = 0;
}
