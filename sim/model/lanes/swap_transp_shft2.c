/* Across registers and lanes: SFPSWAP, SFPTRANSP, SFPSHFT2 (sfpu-semantics(7), SFPSWAP, SFPTRANSP and SFPSHFT2). */
#include <string.h>

#include "lanes.h"

/* Everything besides operands that decides an SFPSWAP. */
struct decision {
    bool always;     /* exchanges without comparing */
    bool may_invert; /* some lane has EXCHANGE_SRCB_SRCC set */
    uint32_t min;    /* lanes in which VD receives the smaller value */
};

static inline struct decision decision_of(const struct sfp_machine *m, const struct sfp_op *op)
{
    return (struct decision){
        .always = op->mod == SFP_MODE_SFPSWAP_SWAP,
        .may_invert = m->s.derived.any_lane_config & SFP_LC_EXCHANGE_SRCB_SRCC,
        .min = sfp_swap_minimum(op->mod),
    };
}

/*
 * Returns the lanes in which c is smaller than d. Equal operands count as smaller if they are negative, which shows in
 * the indices that move along (tt-isa-documentation issue 62).
 */
static inline sfp_v is_smaller(sfp_v c, sfp_v d)
{
    return sfp_lts(total_order(c), total_order(d)) | (sfp_eq(c, d) & sfp_sign(c));
}

/* Returns the enabled lanes of vector i that exchange c and d. */
static inline sfp_v exchanging_lanes(const struct sfp_machine *m, const struct decision *by, unsigned i, sfp_v c,
                                     sfp_v d)
{
    sfp_v en = sfp_mask_from_bits(enabled_lanes(m), i), keep;

    if (by->always)
        return en;
    keep = is_smaller(c, d) ^ sfp_mask_from_bits(by->min, i);
    if (__builtin_expect(by->may_invert, 0))
        keep ^= sfp_ne(as_vectors(m->s.lane_config)[i] & SFP_LC_EXCHANGE_SRCB_SRCC, sfp_splat(0));
    return en & ~keep;
}

/* Does the first half of SFPSWAP: decides which enabled lanes exchange. */
static void swap_decide(const struct sfp_machine *m, const struct sfp_op *op, uint32_t lanes[SFP_LANES])
{
    const struct decision by = decision_of(m, op);
    const sfp_v *c = lreg_vectors(m, op->vc), *d = lreg_vectors(m, op->b);

    EACH_VECTOR(i) ((sfp_v *)lanes)[i] = exchanging_lanes(m, &by, i, c[i], d[i]);
}

/* Exchanges two LRegs in the lanes of `mask`. A side that cannot be written keeps its value. */
static void exchange_lregs(struct sfp_machine *m, unsigned x, unsigned y, const sfp_v mask[SFP_VN], bool to_x,
                           bool to_y)
{
    sfp_v old_x[SFP_VN], old_y[SFP_VN];

    EACH_VECTOR(i) {
        old_x[i] = lreg_vectors(m, x)[i];
        old_y[i] = lreg_vectors(m, y)[i];
    }
    if (to_x) {
        sfp_v *out = lreg_out_under(m, x, mask);

        EACH_VECTOR(i) out[i] = sfp_sel(mask[i], old_y[i], out[i]);
    }
    if (to_y) {
        sfp_v *out = lreg_out_under(m, y, mask);

        EACH_VECTOR(i) out[i] = sfp_sel(mask[i], old_x[i], out[i]);
    }
}

/* Does the second half of SFPSWAP: moves the values; argmin/argmax lanes move their indices along
 * (sfpu-semantics(7), SFPSWAP). */
static void swap_move(struct sfp_machine *m, const struct sfp_op *op, const uint32_t lanes[SFP_LANES])
{
    const sfp_v *swap = as_vectors(lanes);
    unsigned index_c = FIRST_INDEX_LREG + op->vc % INDEX_LREGS, index_d = FIRST_INDEX_LREG + op->b % INDEX_LREGS;
    const sfp_v *config = as_vectors(m->s.lane_config);
    sfp_v plain[SFP_VN], indexed[SFP_VN];

    if (!(m->s.derived.any_lane_config & SFP_LC_DEST_INDEX)) {
        exchange_lregs(m, op->vc, op->b, swap, op->vc < 8, op->b < 8);
        return;
    }
    EACH_VECTOR(i) {
        sfp_v off = sfp_eq(config[i] & SFP_LC_DEST_INDEX, sfp_splat(0));

        plain[i] = swap[i] & off;
        indexed[i] = swap[i] & ~off;
    }
    exchange_lregs(m, op->vc, op->b, plain, op->vc < 8, op->b < 8);
    exchange_lregs(m, op->vc, op->b, indexed, op->vc < FIRST_INDEX_LREG, op->b < FIRST_INDEX_LREG);
    if (index_c != index_d)
        exchange_lregs(m, index_c, index_d, indexed, true, true);
}

/* Returns the lanes that exchange, possibly with lanes in which c and d are equal, where an exchange has no effect.
 * Integer comparison orders two negative values the other way round. */
static inline sfp_v exchanging_plain(const struct sfp_machine *m, const struct decision *by, unsigned i, sfp_v c, sfp_v d)
{
    if (by->always | by->may_invert)
        return exchanging_lanes(m, by, i, c, d);
    return sfp_mask_from_bits(enabled_lanes(m), i)
           & ~(sfp_lts(c, d) ^ sfp_sign(c & d) ^ sfp_mask_from_bits(by->min, i));
}

/* Does both halves at once, if only VC and VD are concerned. A register that cannot be written keeps its value. */
static void swap_plain(struct sfp_machine *m, const struct sfp_op *op)
{
    const struct decision by = decision_of(m, op);
    sfp_v *c = (sfp_v *)m->s.lreg[op->vc], *d = (sfp_v *)m->s.lreg[op->b];
    const bool to_c = op->vc < 8, to_d = op->b < 8;

    EACH_VECTOR(i) {
        sfp_v old_c = c[i], old_d = d[i], swap = exchanging_plain(m, &by, i, old_c, old_d);

        if (to_c)
            c[i] = sfp_sel(swap, old_d, old_c);
        if (to_d)
            d[i] = sfp_sel(swap, old_c, old_d);
    }
}

EXEC(SFPSWAP)
{
    _Alignas(64) uint32_t swap[SFP_LANES];

    if (__builtin_expect(!m->pending && !(m->s.derived.any_lane_config & SFP_LC_DEST_INDEX), 1)) {
        swap_plain(m, op);
        return;
    }
    swap_decide(m, op, swap);
    swap_move(m, op, swap);
}

enum { HALF = 4, ROW_BYTES = SFP_COLUMNS * sizeof(uint32_t) };

/* A row of lanes, whatever the vectors' width. */
typedef uint32_t lane_row __attribute__((vector_size(ROW_BYTES), may_alias));

static inline lane_row *lane_row_of(uint32_t lanes[SFP_LANES], unsigned row)
{
    return (lane_row *)&lanes[row * SFP_COLUMNS];
}

/* Exchanges row b of register a and row a of register b, both counted in the half that `half` starts. */
static inline void exchange_rows(uint32_t half[][SFP_LANES], unsigned a, unsigned b, const lane_row en[SFP_ROWS])
{
    lane_row *in_a = lane_row_of(half[a], b), *in_b = lane_row_of(half[b], a);
    const lane_row different = *in_a ^ *in_b;

    *in_a ^= different & en[b];
    *in_b ^= different & en[a];
}

/* Transposes. Each half of the registers is a 4x4 matrix of lane rows; a row moves only into enabled lanes
 * (sfpu-semantics(7), SFPTRANSP). */
static void transpose_lregs(struct sfp_machine *m)
{
    _Alignas(64) uint32_t lanes[SFP_LANES];
    lane_row en[SFP_ROWS];

    EACH_VECTOR(i) ((sfp_v *)lanes)[i] = sfp_mask_from_bits(enabled_lanes(m), i);
    for (unsigned row = 0; row < SFP_ROWS; row++)
        en[row] = *lane_row_of(lanes, row);
    for (unsigned half = 0; half < 2 * HALF; half += HALF)
        for (unsigned a = 0; a < HALF; a++)
            for (unsigned b = 0; b < a; b++)
                exchange_rows(&m->s.lreg[half], a, b, en);
}

/* Transposes with results held back. */
static void hold_transposed(struct sfp_machine *m)
{
    _Alignas(64) uint32_t moved[2 * HALF][SFP_LANES];

    for (unsigned reg = 0; reg < 2 * HALF; reg++)
        for (unsigned row = 0; row < SFP_ROWS; row++)
            memcpy(&moved[reg][row * SFP_COLUMNS],
                   &m->s.lreg[reg / HALF * HALF + row][reg % HALF * SFP_COLUMNS], ROW_BYTES);
    for (unsigned reg = 0; reg < 2 * HALF; reg++)
        STORE_LREG(m, reg, as_vectors(moved[reg])[i]);
}

EXEC(SFPTRANSP)
{
    (void)op;
    if (__builtin_expect(m->pending != NULL, 0))
        hold_transposed(m);
    else
        transpose_lregs(m);
}

/* Moves each lane's value to its right neighbour in the row; column 0 receives `first` of its row. */
static void from_left(const uint32_t source[SFP_LANES], const uint32_t first[SFP_ROWS], uint32_t moved[SFP_LANES])
{
    for (unsigned row = 0; row < SFP_ROWS; row++) {
        memcpy(&moved[row * SFP_COLUMNS + 1], &source[row * SFP_COLUMNS], (SFP_COLUMNS - 1) * sizeof moved[0]);
        moved[row * SFP_COLUMNS] = first[row];
    }
}

/* Returns the last column of each row. */
static void last_column(const uint32_t source[SFP_LANES], uint32_t column[SFP_ROWS])
{
    for (unsigned row = 0; row < SFP_ROWS; row++)
        column[row] = source[row * SFP_COLUMNS + SFP_COLUMNS - 1];
}

static inline void rotate_rows_right(const uint32_t source[SFP_LANES], uint32_t moved[SFP_LANES])
{
    sfp_rotate_rows(as_vectors(source), (sfp_v *)moved);
}

/* Copies L0 = L1, L1 = L2, L2 = L3, L3 = `last`. `last` must not be a register. */
static void copy_along(struct sfp_machine *m, const uint32_t last[SFP_LANES])
{
    for (unsigned reg = 0; reg < 3; reg++) {
        const sfp_v *from = lreg_vectors(m, reg + 1);

        STORE_LREG(m, reg, from[i]);
    }
    STORE_LREG(m, 3, as_vectors(last)[i]);
}

/* Executes modes 0 to 2: copy_along() with each mode's value for L3. */
static void copy_four_registers(struct sfp_machine *m, const struct sfp_op *op)
{
    _Alignas(64) uint32_t last[SFP_LANES] = {0};

    if (op->mod == SFP_MODE_SFPSHFT2_CHAINED_COPY4)
        memcpy(last, m->s.lreg[0] + SFP_COLUMNS, (SFP_LANES - SFP_COLUMNS) * sizeof last[0]);
    else if (op->mod == SFP_MODE_SFPSHFT2_SHFLROR1_AND_COPY4)
        rotate_rows_right(m->s.lreg[op->vc], last);
    copy_along(m, last);
}

/* Returns whether the latch still has its value from the start. */
static bool is_latch_empty(const struct sfp_state *s)
{
    uint32_t any = 0;

    for (unsigned row = 0; row < SFP_ROWS; row++)
        any |= s->shft2_latch[row];
    return !s->shft2_latched && !any;
}

/* Shifts lanes right. Wormhole shifts in the values that the last rotation latched, instead of 0. */
static void shift_lanes(struct sfp_machine *m, const struct sfp_op *op)
{
    static const uint32_t zeros[SFP_ROWS];
    _Alignas(64) uint32_t moved[SFP_LANES];

    if (m->s.kernels == SFP_WH && is_latch_empty(&m->s))
        sfp_report(m, SFP_FIND_SHFT2_LATCH, op);
    from_left(m->s.lreg[op->vc], m->s.kernels == SFP_WH ? m->s.shft2_latch : zeros, moved);
    STORE_LREG(m, op->vd, as_vectors(moved)[i]);
}

/* Latches on Wormhole the values that a rotation moves out of each row, unless VD is beyond L11 (sfpu-semantics(7),
 * SFPSHFT2). */
static inline void latch_rotation(struct sfp_machine *m, const struct sfp_op *op)
{
    if (m->s.kernels != SFP_WH || op->vd >= SFP_FIRST_TEMPLATE_VD)
        return;
    last_column(m->s.lreg[op->vc], m->s.shft2_latch);
    m->s.shft2_latched = true;
}

/* Executes a rotation. Not inlined, like the other moves between lanes, so that plain shifts do not pay for their
 * needs. */
static __attribute__((noinline)) void rotate_lanes(struct sfp_machine *m, const struct sfp_op *op)
{
    _Alignas(64) uint32_t moved[SFP_LANES];

    latch_rotation(m, op);
    rotate_rows_right(m->s.lreg[op->vc], moved);
    if (is_writable(op->vd))
        STORE_LREG(m, op->vd, as_vectors(moved)[i]);
}

/* Executes the other modes that move values between lanes. Modes beyond them are undefined and have no effect
 * (sfpu-semantics(7), SFPSHFT2). */
static __attribute__((noinline)) void copy_or_shift_lanes(struct sfp_machine *m, const struct sfp_op *op)
{
    if (op->mod == SFP_MODE_SFPSHFT2_SHFLROR1_AND_COPY4)
        latch_rotation(m, op);
    if (op->mod <= SFP_MODE_SFPSHFT2_SHFLROR1_AND_COPY4)
        copy_four_registers(m, op);
    else if (op->mod == SFP_MODE_SFPSHFT2_SHFLSHR1 && is_writable(op->vd)) /* write guard, as for the shifts */
        shift_lanes(m, op);
}

EXEC(SFPSHFT2)
{
    const sfp_v *x = lreg_vectors(m, op->vb), *c = lreg_vectors(m, op->vc);

    if (op->mod == SFP_MODE_SFPSHFT2_SHFLROR1)
        rotate_lanes(m, op);
    else if (op->mod != SFP_MODE_SFPSHFT2_SHFT_LREG && op->mod != SFP_MODE_SFPSHFT2_SHFT_IMM)
        copy_or_shift_lanes(m, op);
    else if (!is_writable(op->vd))
        return;
    else if (op->mod == SFP_MODE_SFPSHFT2_SHFT_LREG)
        STORE_LREG(m, op->vd, shift_logical(x[i], c[i]));
    else
        shift_by_immediate(m, op->vd, x, sfp_signed_12((uint32_t)op->imm), false);
}
