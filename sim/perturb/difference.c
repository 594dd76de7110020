/* Where two states differ, member by member. */
#include "difference.h"

#include <stddef.h>
#include <string.h>

/* Values of a member of the state. */
struct place {
    const char *name;
    size_t offset;
    unsigned entries; /* each has an index if there are several */
    unsigned lanes;   /* values of each, 1: it has no lanes */
    unsigned size;    /* of a value: 1, 2 or 4 bytes */
};

#define ONE(name, member) {name, offsetof(struct sfp_state, member), 1, 1, sizeof ((struct sfp_state *)0)->member}
#define SOME(name, member, entries) \
    {name, offsetof(struct sfp_state, member), entries, 1, sizeof ((struct sfp_state *)0)->member / (entries)}
#define LANES(name, member, entries) {name, offsetof(struct sfp_state, member), entries, SFP_LANES, sizeof(uint32_t)}

static const struct place registers = LANES("L", lreg, SFP_LREGS);

/* In order of how near they are to a kernel's results. */
static const struct place places[] = {
    ONE("stack depth", stack_size),
    ONE("rwc.dst", rwc.dst), ONE("rwc.dst_cr", rwc.dst_cr), ONE("rwc.sp", rwc.sp),
    ONE("rwc.srca", rwc.srca), ONE("rwc.srca_cr", rwc.srca_cr), ONE("rwc.srcb", rwc.srcb),
    ONE("rwc.srcb_cr", rwc.srcb_cr), ONE("rwc.fidelity", rwc.fidelity), ONE("rwc.extra_addr_mod", rwc.extra_addr_mod),
    SOME("latch", shft2_latch, SFP_ROWS),
    LANES("laneconfig", lane_config, 1), LANES("template", macro_template, SFP_TEMPLATES),
    LANES("sequence", macro_sequence, SFP_SEQUENCES), LANES("misc", macro_misc, 1),
    SOME("gpr", gpr, SFP_GPRS), SOME("threadconfig", thread_config, SFP_THREAD_CONFIGS),
    SOME("config", config, SFP_CONFIG_BANKS * SFP_CONFIG_WORDS),
    SOME("semaphore", semaphore, SFP_SEMAPHORES), ONE("mutexes", mutexes),
    SOME("replay", replay, SFP_REPLAY_SLOTS), SOME("mop_cfg", mop_cfg, SFP_MOP_CFGS), ONE("mop_mask_hi", mop_mask_hi),
    SOME("dst valid", dst_valid, SFP_DST_ROWS),
};

static uint32_t value_at(const struct sfp_state *s, const struct place *p, size_t i)
{
    const unsigned char *at = (const unsigned char *)s + p->offset + i * p->size;
    uint16_t half;
    uint32_t word;

    if (p->size == 1)
        return *at;
    if (p->size == sizeof half) {
        memcpy(&half, at, sizeof half);
        return half;
    }
    memcpy(&word, at, sizeof word);
    return word;
}

static bool differs_in(const struct place *p, const struct sfp_state *was, const struct sfp_state *is,
                       struct sfp_difference *d)
{
    const size_t count = (size_t)p->entries * p->lanes;

    if (memcmp((const char *)was + p->offset, (const char *)is + p->offset, count * p->size) == 0)
        return false;
    for (size_t i = 0; i < count && !d->any; i++) {
        const uint32_t before = value_at(was, p, i), after = value_at(is, p, i);

        if (before != after)
            *d = (struct sfp_difference){
                .any = true, .name = p->name, .index = p->entries > 1 ? (int)(i / p->lanes) : -1,
                .lane = p->lanes > 1 ? (int)(i % p->lanes) : -1, .row = -1, .column = -1,
                .digits = (int)(2 * p->size), .was = before, .is = after};
    }
    return d->any;
}

static bool differs_in_dst(const struct sfp_state *was, const struct sfp_state *is, struct sfp_difference *d)
{
    enum { CELL_DIGITS = 4 };

    if (memcmp(was->dst, is->dst, sizeof was->dst) == 0)
        return false;
    for (int row = 0; row < SFP_DST_ROWS; row++)
        for (int column = 0; column < SFP_DST_COLUMNS; column++)
            if (was->dst[row][column] != is->dst[row][column]) {
                *d = (struct sfp_difference){.any = true, .name = "dst", .index = -1, .lane = -1, .row = row,
                                             .column = column, .digits = CELL_DIGITS, .was = was->dst[row][column],
                                             .is = is->dst[row][column]};
                return true;
            }
    return false;
}

/* Flags have a bit a lane. `index`: of an entry of the stack, or -1. */
static bool differs_in_flags(const char *name, int index, uint32_t was, uint32_t is, struct sfp_difference *d)
{
    const int lane = was != is ? __builtin_ctz(was ^ is) : 0;

    if (was == is)
        return false;
    *d = (struct sfp_difference){.any = true, .name = name, .index = index, .lane = lane, .row = -1, .column = -1,
                                 .digits = 1, .was = was >> lane & 1, .is = is >> lane & 1};
    return true;
}

/* As far as both stacks are filled: their depths are compared by themselves. */
static bool differs_in_stack(const struct sfp_state *was, const struct sfp_state *is, struct sfp_difference *d)
{
    const unsigned filled = was->stack_size < is->stack_size ? was->stack_size : is->stack_size;

    for (unsigned i = 0; i < filled && i < SFP_STACK_DEPTH; i++)
        if (differs_in_flags("stack", (int)i, was->stack.flags[i], is->stack.flags[i], d)
            || differs_in_flags("stack use", (int)i, was->stack.use_flags[i], is->stack.use_flags[i], d))
            return true;
    return false;
}

struct sfp_difference sfp_state_difference(const struct sfp_state *was, const struct sfp_state *is)
{
    struct sfp_difference d = {0};

    if (differs_in_dst(was, is, &d) || differs_in(&registers, was, is, &d)
        || differs_in_flags("flags", -1, was->flags, is->flags, &d)
        || differs_in_flags("use flags", -1, was->use_flags, is->use_flags, &d) || differs_in_stack(was, is, &d))
        return d;
    for (size_t i = 0; i < sizeof places / sizeof places[0] && !d.any; i++)
        differs_in(&places[i], was, is, &d);
    return d;
}
