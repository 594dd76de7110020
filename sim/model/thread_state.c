/* The power-on state, and pure functions of the state that several files need. */
#include "thread_state.h"

#include <string.h>

static void fill_lanes(uint32_t lanes[SFP_LANES], uint32_t value)
{
    for (unsigned l = 0; l < SFP_LANES; l++)
        lanes[l] = value;
}

void sfp_state_reset(struct sfp_state *s, enum sfp_arch arch)
{
    memset(s, 0, sizeof *s);
    s->arch = arch;
    s->kernels = sfp_arch_facts(arch)->kernels;
    fill_lanes(s->lreg[SFP_LREG_0_8373], SFP_BITS_0_8373);
    fill_lanes(s->lreg[SFP_LREG_ONE], SFP_BITS_ONE);
    for (unsigned i = 0; i < SFP_PROGRAMMABLE_LREGS; i++)
        fill_lanes(s->lreg[SFP_FIRST_PROGRAMMABLE_LREG + i], sfp_lreg_defaults[i]);
    for (unsigned l = 0; l < SFP_LANES; l++)
        s->lreg[SFP_LREG_LANE_ID][l] = 2 * l;
    memset(s->dst_valid, 1, sizeof s->dst_valid); /* sfpu-dst(7), Valid rows */
    sfp_state_refresh(s);
}

void sfp_state_refresh(struct sfp_state *s)
{
    s->derived.all_rows_valid = memchr(s->dst_valid, 0, sizeof s->dst_valid) == NULL;
    sfp_state_refresh_config(s);
    for (unsigned target = 0; target <= SFP_TARGET_MISC; target++)
        sfp_state_refresh_macro(s, target);
    sfp_state_refresh_lanes(s);
}

const uint32_t *sfp_config_lanes(const struct sfp_state *s, unsigned target)
{
    if (target < SFP_TARGET_SEQUENCES)
        return s->macro_template[target];
    if (target < SFP_TARGET_MISC)
        return s->macro_sequence[target - SFP_TARGET_SEQUENCES];
    if (target == SFP_TARGET_MISC)
        return s->macro_misc;
    return target == SFP_TARGET_LANE_CONFIG ? s->lane_config : NULL;
}

void sfp_state_refresh_macro(struct sfp_state *s, unsigned target)
{
    const uint32_t *lanes = sfp_config_lanes(s, target);
    const bool differ = memcmp(lanes, lanes + 1, (SFP_LANES - 1) * sizeof *lanes) != 0;

    s->derived.macros_differ = (uint16_t)((s->derived.macros_differ & ~(1u << target)) | (unsigned)differ << target);
}

/* Computes lane masks (sfpu-semantics(7), Lanes). ROW_MASK comes from the LaneConfig of the lane's column. */
void sfp_state_refresh_lanes(struct sfp_state *s)
{
    uint32_t any = 0, all = UINT32_MAX, unmasked = 0;

    for (unsigned l = 0; l < SFP_LANES; l++) {
        uint32_t column = s->lane_config[l % SFP_COLUMNS];
        uint32_t masked = column >> (SFP_LC_ROW_MASK_LSB + l / SFP_COLUMNS) & 1;

        any |= s->lane_config[l];
        all &= s->lane_config[l];
        unmasked |= (masked ^ 1) << l;
    }
    s->derived.unmasked = unmasked;
    s->derived.enabled = unmasked & (~s->use_flags | s->flags);
    s->derived.any_lane_config = any;
    s->derived.all_lane_config = all;
}

void sfp_mask_expand(uint32_t bits, uint32_t lanes[SFP_LANES])
{
    for (unsigned l = 0; l < SFP_LANES; l++)
        lanes[l] = 0u - (bits >> l & 1);
}

uint32_t sfp_mask_pack(const uint32_t lanes[SFP_LANES])
{
    uint32_t bits = 0;

    for (unsigned l = 0; l < SFP_LANES; l++)
        bits |= (lanes[l] & 1) << l;
    return bits;
}

static unsigned remap_row(const struct sfp_state *s, unsigned row)
{
    if (!s->derived.own.remap)
        return row;
    return (row & 0x3C7) ^ ((row & 0x030) >> 1) ^ ((row & 0x008) << 2);
}

unsigned sfp_dst_row16(const struct sfp_state *s, unsigned row)
{
    return s->dst_16bit_view ? sfp_dst_row32(s, row) : remap_row(s, row);
}

unsigned sfp_dst_row32(const struct sfp_state *s, unsigned row)
{
    unsigned r = remap_row(s, row);

    if (s->derived.own.swizzle)
        r = (r & 0x3F3) ^ ((r & 0x018) >> 1) ^ ((r & 0x004) << 1);
    return (r & 0x1F8) << 1 | (r & 0x207);
}
