/* Taking and comparing what decides about a pass. */
#include "boundary.h"

#include <string.h>

static void take_configuration(const struct sfp_state *s, struct sfp_boundary *b)
{
#define TAKE(member) memcpy(&b->configuration.member, &s->member, sizeof s->member)
    TAKE(macro_template);
    TAKE(macro_sequence);
    TAKE(macro_misc);
    TAKE(lane_config);
    TAKE(config);
    TAKE(thread_config);
    TAKE(gpr);
    TAKE(semaphore);
    TAKE(mutexes);
    TAKE(replay);
    TAKE(replay_recorded);
    TAKE(mop_cfg);
    TAKE(mop_cfg_set);
    TAKE(mop_mask_hi);
#undef TAKE
}

static struct sfp_under_way *add(struct sfp_boundary *b, unsigned place, const struct sfp_op *op)
{
    struct sfp_under_way *item = &b->under_way.item[b->under_way.items++];

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

/* False: not all lanes agree. */
static bool take_queues(const struct sfp_engine *e, struct sfp_boundary *b)
{
    for (unsigned u = SFP_UNIT_SIMPLE; u <= SFP_UNIT_STORE; u++) {
        if (e->queued[u] > SFP_DELAY_SLOTS)
            return false;
        for (unsigned i = 0; i < e->queued[u]; i++) {
            const struct sfp_part *part = &e->queue[u][i];
            struct sfp_under_way *item = add(b, SFP_PLACE_QUEUE + u, &part->op);

            item->counter = part->counter;
            item->counts_insns = part->counts_insns;
            item->address = (uint8_t)(part->address - e->next_address);
            if (part->some_lanes)
                return false;
        }
    }
    return true;
}

static bool take_flights(const struct sfp_engine *e, struct sfp_boundary *b)
{
    bool all_lanes = e->others == 0;

    for (uint32_t left = e->flying; left; left &= left - 1) {
        const unsigned place = (unsigned)__builtin_ctz(left);
        const struct sfp_flight *flight = &e->flight[place];
        struct sfp_under_way *item = add(b, SFP_PLACE_FLIGHT + place, &flight->part.op);

        item->counter = (uint8_t)(flight->lands - e->cycle);
        item->done = flight->done;
        all_lanes &= !flight->part.some_lanes;
    }
    b->under_way.phase = e->beat;
    return all_lanes;
}

static void take_latches(const struct sfp_engine *e, struct sfp_boundary *b)
{
    if (e->hold.until > e->cycle) {
        b->under_way.held = (uint32_t)(e->hold.until - e->cycle);
        b->under_way.held_by = (uint32_t)e->hold.stall;
    }
    if (e->waiting)
        add(b, SFP_PLACE_WAIT, &e->wait);
    if (e->input.live) {
        add(b, SFP_PLACE_INPUT, &e->input.op);
        b->under_way.input_by = (uint32_t)e->input.by;
    }
    if (!e->has_delayed)
        return;
    add(b, SFP_PLACE_DELAYED, &e->delayed);
    memcpy(b->under_way.delayed_gpr, e->delayed_gpr,
           sfp_is(&e->delayed, SFP_I_RDCFG) ? sizeof e->delayed_gpr[0] : sizeof e->delayed_gpr);
}

static void take_last(const struct sfp_last *last, struct sfp_boundary *b)
{
    b->under_way.wrote_macro_config = last->wrote_macro_config;
    b->under_way.wrote_lane_config = last->wrote_lane_config;
    if (last->wrote_lane_config) {
        b->under_way.any_lane_config_before = last->any_lane_config_before;
        b->under_way.all_lane_config_before = last->all_lane_config_before;
    }
    b->under_way.has_control = last->has_control;
    if (last->has_control)
        b->under_way.control = (uint32_t)last->control;
}

bool sfp_boundary_take(const struct sfp_engine *e, struct sfp_boundary *b)
{
    memset(b, 0, sizeof *b);
    take_configuration(&e->m->s, b);
    sfp_frontend_key(e->f, e->cycle, &b->under_way.front);
    b->under_way.after_effect = e->cycle - e->after_effect;
    b->under_way.matrix = sfp_matrix_busy(e) ? e->matrix_until - e->cycle : 0;
    take_last(&e->last, b);
    take_latches(e, b);
    return take_flights(e, b) && take_queues(e, b);
}

const char *sfp_boundary_differs(const struct sfp_boundary *a, const struct sfp_boundary *b)
{
    if (memcmp(&a->configuration, &b->configuration, sizeof a->configuration) != 0)
        return "the configuration differs from pass to pass";
    if (memcmp(&a->under_way, &b->under_way, sizeof a->under_way) != 0)
        return "what is under way differs from pass to pass";
    return NULL;
}
