/*
 * Moves and the unit's own configuration: SFPMOV, SFPCONFIG, SFPNOP, the template backdoor (sfpu-semantics(7), SFPMOV,
 * SFPCONFIG and Template loads).
 */
#include "lanes.h"

EXEC(SFPNOP)
{
    (void)m;
    (void)op;
}

static void move_random(struct sfp_machine *m, unsigned vd, uint32_t lanes)
{
    sfp_v *out;

    if (!is_writable(vd)) {
        prng_skip(m);
        return;
    }
    out = lreg_out(m, vd, lanes);
    EACH_VECTOR(i) out[i] = sfp_sel(sfp_mask_from_bits(lanes, i), prng_draw(m, i), out[i]);
}

/* Executes SFPMOV of any mode, to any lanes. */
static __attribute__((noinline)) void move_lanes(struct sfp_machine *m, const struct sfp_op *op)
{
    enum { RESERVED = 4 };
    static const _Alignas(64) uint32_t zeros[SFP_LANES];
    const bool to_all = (op->mod & ~RESERVED) == SFP_MODE_SFPMOV_ALL_LANES_ENABLED;
    const uint32_t lanes = to_all ? touchable_lanes(m) : enabled_lanes(m);
    const sfp_v *source = lreg_vectors(m, op->vc);
    sfp_v *out;
    uint32_t flip = 0;

    if (op->mod & SFP_MODE_SFPMOV_FROM_SPECIAL) {
        const uint32_t *special = sfp_config_lanes(&m->s, op->vc);

        source = as_vectors(special ? special : zeros);
        if (op->vc == SFP_TARGET_RANDOM) {
            move_random(m, op->vd, lanes);
            return;
        }
    } else if (op->mod & SFP_MODE_SFPMOV_NEGATE) {
        flip = sign_bit;
    }
    if (!is_writable(op->vd))
        return;
    out = lreg_out(m, op->vd, lanes);
    EACH_VECTOR(i) out[i] = sfp_sel(sfp_mask_from_bits(lanes, i), source[i] ^ flip, out[i]);
}

/* Most SFPMOVs go from register to register, in all lanes: this path is for them. */
EXEC(SFPMOV)
{
    const uint32_t flip = op->mod & SFP_MODE_SFPMOV_NEGATE ? sign_bit : 0;
    const sfp_v *source = lreg_vectors(m, op->vc);
    sfp_v *out = (sfp_v *)m->s.lreg[op->vd];

    if (__builtin_expect(!stores_whole(m) || op->mod & SFP_MODE_SFPMOV_FROM_SPECIAL || !is_writable(op->vd), 0)) {
        move_lanes(m, op);
        return;
    }
    EACH_VECTOR(i) out[i] = sfp_whole(source[i] ^ flip);
}

/* Combines values for Misc and LaneConfig, by SFPCONFIG's mode. */
static uint32_t combine_config(unsigned mod, uint32_t old, uint32_t value)
{
    switch (sfp_config_combine(mod)) {
    case SFP_COMBINE_REPLACE: return value;
    case SFP_COMBINE_OR: return old | value;
    case SFP_COMBINE_AND: return old & value;
    case SFP_COMBINE_XOR:
    case SFP_COMBINES: break;
    }
    return old ^ value;
}

/* Writes destination `dest` in lane l, from its column's value. */
static void configure_lane(struct sfp_machine *m, const struct sfp_op *op, unsigned l, uint32_t *programmable)
{
    bool immediate = op->mod & SFP_MODE_SFPCONFIG_IMM16_IS_VALUE;
    uint32_t from_l0 = m->s.lreg[0][l % SFP_COLUMNS], value = immediate ? (uint32_t)op->imm : from_l0;
    unsigned dest = op->vd;

    if (dest < SFP_TARGET_SEQUENCES) {
        m->s.macro_template[dest][l] = from_l0;
    } else if (dest < SFP_TARGET_MISC) {
        m->s.macro_sequence[dest - SFP_TARGET_SEQUENCES][l] = value;
    } else if (dest == SFP_TARGET_MISC) {
        m->s.macro_misc[l] = combine_config(op->mod, m->s.macro_misc[l], value) & SFP_MISC_BITS;
    } else if (dest == SFP_TARGET_LANE_CONFIG) {
        uint32_t old = m->s.lane_config[l], now = combine_config(op->mod, old, value) & SFP_LC_BITS;

        m->s.lane_config[l] = immediate ? now | (old & SFP_LC_L0_ONLY) : now;
    } else if (sfp_is_programmable(dest)) { /* a macro can name L16 */
        *programmable = immediate ? sfp_lreg_defaults[dest - SFP_FIRST_PROGRAMMABLE_LREG] : from_l0;
    }
}

/* Returns the lanes that SFPCONFIG writes. Row 0's flags govern a column; lane enables and ROW_MASK do not count
 * (sfpu-semantics(7), SFPCONFIG). */
static uint32_t configured_lanes(const struct sfp_machine *m, const struct sfp_op *op)
{
    uint32_t lanes = 0;

    for (unsigned column = 0; column < SFP_COLUMNS; column++) {
        if (op->mod & SFP_MODE_SFPCONFIG_IMM16_IS_LANE_MASK && !((uint32_t)op->imm >> 2 * column & 1))
            continue;
        if (m->s.use_flags >> column & ~m->s.flags >> column & 1)
            continue;
        for (unsigned row = 0; row < SFP_ROWS; row++)
            lanes |= 1u << (row * SFP_COLUMNS + column);
    }
    return lanes & touchable_lanes(m);
}

EXEC(SFPCONFIG)
{
    const uint32_t lanes = configured_lanes(m, op);
    _Alignas(64) uint32_t programmable[SFP_LANES] = {0};

    for (uint32_t left = lanes; left; left &= left - 1) {
        const unsigned l = (unsigned)__builtin_ctz(left);

        configure_lane(m, op, l, &programmable[l]);
    }
    if (sfp_is_programmable(op->vd)) {
        sfp_v *out = lreg_out(m, op->vd, lanes);

        EACH_VECTOR(i) out[i] = sfp_sel(sfp_mask_from_bits(lanes, i), as_vectors(programmable)[i], out[i]);
    }
    if (op->vd <= SFP_TARGET_MISC)
        sfp_state_refresh_macro(&m->s, op->vd);
    else if (op->vd == SFP_TARGET_LANE_CONFIG)
        sfp_state_refresh_lanes(&m->s);
}

/*
 * Executes an instruction whose VD field is 12..15 (sfpu-semantics(7), Template loads). Lanes with an open backdoor
 * take the word as template VD - 12, whatever their enables; other lanes execute it.
 */
EXEC(backdoor)
{
    _Alignas(64) uint32_t closed[SFP_LANES];

    if (m->s.derived.all_lane_config & SFP_LC_DISABLE_BACKDOOR) {
        op->inner(m, op);
        return;
    }
    if (!(m->s.derived.any_lane_config & SFP_LC_DISABLE_BACKDOOR)) {
        sfp_load_template(m, op);
        return;
    }
    for (unsigned l = 0; l < SFP_LANES; l++) {
        closed[l] = m->s.lane_config[l] & SFP_LC_DISABLE_BACKDOOR ? ~0u : 0u;
        if (!closed[l])
            m->s.macro_template[op->vd - SFP_FIRST_TEMPLATE_VD][l] = op->word;
    }
    sfp_state_refresh_macro(&m->s, op->vd - SFP_FIRST_TEMPLATE_VD);
    sfp_report(m, SFP_FIND_BACKDOOR_DIVERGES, op);
    sfp_exec_on_lanes(m, op->inner, op, closed);
}

/* ---- Whole rows of Dst as values and back, for callers that move many rows (sfpu-dst(7), Cell orders) ---- */

enum { COLUMNS = SFP_DST_COLUMNS, HALF_BITS = 16 };

/* Convert BF16 to a cell and back. The cell has the mantissa above the exponent. */
static inline uint32_t to_cell(uint32_t bf16)
{
    return (bf16 & 0x8000) | (bf16 & 0x7F) << 8 | (bf16 >> 7 & 0xFF);
}

static inline uint32_t from_cell(uint32_t cell)
{
    return (cell & 0x8000) | (cell & 0xFF) << 7 | (cell >> 8 & 0x7F);
}

static void put_bits_row(const uint32_t *restrict values, uint16_t *restrict row)
{
    for (unsigned i = 0; i < COLUMNS; i++)
        row[i] = (uint16_t)values[i];
}

static void put_bf16_row(const uint32_t *restrict values, uint16_t *restrict row)
{
    for (unsigned i = 0; i < COLUMNS; i++)
        row[i] = (uint16_t)to_cell(values[i]);
}

static void put_wide_row(const uint32_t *restrict values, uint16_t *restrict high, uint16_t *restrict low)
{
    for (unsigned i = 0; i < COLUMNS; i++)
        high[i] = (uint16_t)to_cell(values[i] >> HALF_BITS);
    for (unsigned i = 0; i < COLUMNS; i++)
        low[i] = (uint16_t)values[i];
}

static void get_bits_row(const uint16_t *restrict row, uint32_t *restrict values)
{
    for (unsigned i = 0; i < COLUMNS; i++)
        values[i] = row[i];
}

static void get_bf16_row(const uint16_t *restrict row, uint32_t *restrict values)
{
    for (unsigned i = 0; i < COLUMNS; i++)
        values[i] = from_cell(row[i]);
}

static void get_wide_row(const uint16_t *restrict high, const uint16_t *restrict low, uint32_t *restrict values)
{
    for (unsigned i = 0; i < COLUMNS; i++)
        values[i] = from_cell(high[i]) << HALF_BITS | low[i];
}

static void put_dst_rows(struct sfp_state *s, enum sfp_row_kind kind, const uint16_t *rows, size_t count,
                         const uint32_t *values)
{
    for (size_t i = 0; i < count; i++, values += COLUMNS) {
        if (kind == SFP_ROW_WIDE)
            put_wide_row(values, s->dst[rows[i]], s->dst[rows[i] + SFP_LOW_HALF_ROWS]);
        else if (kind == SFP_ROW_BF16)
            put_bf16_row(values, s->dst[rows[i]]);
        else
            put_bits_row(values, s->dst[rows[i]]);
    }
}

static void get_dst_rows(const struct sfp_state *s, enum sfp_row_kind kind, const uint16_t *rows, size_t count,
                         uint32_t *values)
{
    for (size_t i = 0; i < count; i++, values += COLUMNS) {
        if (kind == SFP_ROW_WIDE)
            get_wide_row(s->dst[rows[i]], s->dst[rows[i] + SFP_LOW_HALF_ROWS], values);
        else if (kind == SFP_ROW_BF16)
            get_bf16_row(s->dst[rows[i]], values);
        else
            get_bits_row(s->dst[rows[i]], values);
    }
}
