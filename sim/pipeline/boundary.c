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

static bool take_flight(const struct sfp_flight *flight, enum sfp_place place, struct sfp_boundary *b)
{
    if (!flight->part.live)
        return true;
    add(b, place, &flight->part.op);
    return !flight->part.some_lanes;
}

static void take_latches(const struct sfp_engine *e, struct sfp_boundary *b)
{
    if (e->last.regular)
        add(b, SFP_PLACE_LAST, e->last.op);
    if (e->waiting)
        add(b, SFP_PLACE_WAIT, &e->wait);
    if (!e->has_delayed)
        return;
    add(b, SFP_PLACE_DELAYED, &e->delayed);
    memcpy(b->under_way.delayed_gpr, e->delayed_gpr,
           sfp_is(&e->delayed, SFP_I_RDCFG) ? sizeof e->delayed_gpr[0] : sizeof e->delayed_gpr);
}

static void take_last(const struct sfp_last *last, struct sfp_boundary *b)
{
    b->under_way.scheduled_shft2 = last->scheduled_shft2;
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

static bool anything_flies(const struct sfp_engine *e)
{
    return e->mad.part.live || e->shft2.part.live || e->swap.part.live;
}

bool sfp_boundary_take(const struct sfp_engine *e, struct sfp_boundary *b)
{
    memset(b, 0, sizeof *b);
    take_configuration(&e->m->s, b);
    sfp_frontend_key(e->f, e->cycle, &b->under_way.front);
    b->under_way.turn = anything_flies(e) ? e->turn : 0;
    b->under_way.after_effect = e->cycle - e->after_effect;
    take_last(&e->last, b);
    if (e->others || !take_queues(e, b))
        return false;
    take_latches(e, b);
    return take_flight(&e->mad, SFP_PLACE_MAD, b) && take_flight(&e->shft2, SFP_PLACE_SHFT2, b)
           && take_flight(&e->swap, SFP_PLACE_SWAP, b);
}

const char *sfp_boundary_differs(const struct sfp_boundary *a, const struct sfp_boundary *b)
{
    if (memcmp(&a->configuration, &b->configuration, sizeof a->configuration) != 0)
        return "the configuration differs from pass to pass";
    if (memcmp(&a->under_way, &b->under_way, sizeof a->under_way) != 0)
        return "what is under way differs from pass to pass";
    return NULL;
}
