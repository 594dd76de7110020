/* The multiply-add sub-unit: SFPMAD and its family, both look-up tables, SFPMUL24 (sfpu-semantics(7), Multiply-add
 * family, Tables and SFPMUL24). */
#include "lanes.h"
#include "model/fma.h"

enum { LREG_FIELD = 15, BF16_LSB = 16 };
static const uint32_t bits_of_1 = 0x3F800000;

/* Returns the number of the LReg that lane l's L7 names. */
static unsigned lreg_named_by_l7(const struct sfp_machine *m, unsigned l)
{
    return m->s.lreg[SFP_LREG_NAMING][l] & LREG_FIELD;
}

static inline void store_to_vd(struct sfp_machine *m, const struct sfp_op *op, const sfp_v result[SFP_VN])
{
    if (is_writable(op->vd))
        STORE_LREG(m, op->vd, result[i]);
}

/* Writes result[] in each lane to the LReg that the lane's L7 names. */
static void store_indirect(struct sfp_machine *m, const sfp_v result[SFP_VN])
{
    _Alignas(64) uint32_t mask[8][SFP_LANES] = {0};
    uint32_t used = 0;

    for (unsigned l = 0; l < SFP_LANES; l++) {
        unsigned reg = lreg_named_by_l7(m, l);

        if (reg < 8) {
            mask[reg][l] = 0u - (enabled_lanes(m) >> l & 1);
            used |= 1u << reg;
        }
    }
    for (unsigned reg = 0; reg < 8; reg++) {
        sfp_v *out;

        if (!(used >> reg & 1))
            continue;
        out = lreg_out_under(m, reg, as_vectors(mask[reg]));
        EACH_VECTOR(i) out[i] = sfp_sel(as_vectors(mask[reg])[i], result[i], out[i]);
    }
}

/* Writes result[] to VD, or in each lane to the LReg that L7 names. The write guard has checked VD only. */
static void store_result(struct sfp_machine *m, const struct sfp_op *op, bool indirect, const sfp_v result[SFP_VN])
{
    if (indirect && op->vd != SFP_STAGING_LREG)
        store_indirect(m, result);
    else
        store_to_vd(m, op, result);
}

/* Returns VA, or a copy in `gathered` of the LReg that L7 names, lane by lane. */
static const sfp_v *source_a(const struct sfp_machine *m, const struct sfp_op *op, uint32_t gathered[SFP_LANES])
{
    if (!(op->mod & SFP_MODE_SFPMAD_INDIRECT_VA))
        return lreg_vectors(m, op->va);
    for (unsigned l = 0; l < SFP_LANES; l++)
        gathered[l] = m->s.lreg[lreg_named_by_l7(m, l)][l];
    return as_vectors(gathered);
}

/* Computes a * b + c in the host's floating point. Returns false if that is not exact. */
__attribute__((always_inline)) static inline bool multiply_add_fast(const struct sfp_machine *m,
                                                                    const sfp_v a[SFP_VN], const sfp_v b[SFP_VN],
                                                                    const sfp_v c[SFP_VN], sfp_v result[SFP_VN])
{
    return __builtin_expect(sfp_host_fma(m->s.kernels, a, b, c, result), 1);
}

/* Computes a * b + c in integers, for all operands. */
static void multiply_add_exact(const struct sfp_machine *m, const sfp_v a[SFP_VN], const sfp_v b[SFP_VN],
                               const sfp_v c[SFP_VN], sfp_v result[SFP_VN])
{
    if (m->s.kernels == SFP_WH)
        EACH_VECTOR(i) result[i] = sfp_fma_wh(a[i], b[i], c[i]);
    else
        EACH_VECTOR(i) result[i] = sfp_fma_bh(a[i], b[i], c[i]);
}

/* Returns the lanes whose product vanishes and whose operands are numbers (sfpu-fma(7), Vanishing product). */
static inline sfp_v vanished_lanes(sfp_v a, sfp_v b, sfp_v c)
{
    const sfp_v infinite = sfp_splat(SFP_FMA_INFINITE), none = sfp_splat(0), bias = sfp_splat(SFP_FMA_E(127));
    sfp_v e_a = a & infinite, e_b = b & infinite, e_c = c & infinite;

    return (sfp_eq(sfp_minu(e_a, e_b), none) | sfp_gtu(bias, e_a + e_b))
           & sfp_lts(sfp_maxu(sfp_maxu(e_a, e_b), e_c), infinite);
}

/* Returns the result of lanes without a product: the addend, or a zero. */
static inline sfp_v without_product(const struct sfp_machine *m, sfp_v a, sfp_v b, sfp_v c)
{
    const uint32_t bh_sign = m->s.kernels == SFP_BH ? sign_bit : 0;

    return sfp_k_sel(sfp_k_nonzero(c & SFP_FMA_INFINITE), c, (a ^ b) & c & bh_sign);
}

/* Makes the second attempt, with enlarged small numbers. Changes the operands. Returns false if the attempt fails. */
static inline bool multiply_add_small(const struct sfp_machine *m, sfp_v x[SFP_VN], sfp_v y[SFP_VN], sfp_v z[SFP_VN],
                                      sfp_v result[SFP_VN])
{
    if (!sfp_host_enlarge(x, y, z) || !multiply_add_fast(m, x, y, z, result))
        return false;
    return m->s.kernels == SFP_WH ? sfp_host_reduce(SFP_WH, result) : sfp_host_reduce(SFP_BH, result);
}

/* Fills x, y, z with the operands; lanes of `aside` compute 0 * 0 + 1 instead. */
static inline void take_others(const sfp_v a[SFP_VN], const sfp_v b[SFP_VN], const sfp_v c[SFP_VN],
                               const sfp_v aside[SFP_VN], sfp_v x[SFP_VN], sfp_v y[SFP_VN], sfp_v z[SFP_VN])
{
    EACH_VECTOR(i) {
        x[i] = a[i] & ~aside[i];
        y[i] = b[i] & ~aside[i];
        z[i] = sfp_sel(aside[i], sfp_splat(bits_of_1), c[i]);
    }
}

/*
 * Makes further attempts, without the lanes that have no product and the lanes that do not execute: zeros are common,
 * and lanes left out by predication may hold any value. Not inlined, so that the callers' first attempts keep their
 * registers.
 */
static __attribute__((noinline)) void multiply_add_otherwise(const struct sfp_machine *m, const sfp_v a[SFP_VN],
                                                             const sfp_v b[SFP_VN], const sfp_v c[SFP_VN],
                                                             sfp_v result[SFP_VN])
{
    sfp_v x[SFP_VN], y[SFP_VN], z[SFP_VN], vanished[SFP_VN], aside[SFP_VN];
    bool found;

    EACH_VECTOR(i) {
        vanished[i] = vanished_lanes(a[i], b[i], c[i]);
        aside[i] = vanished[i] | ~sfp_mask_from_bits(enabled_lanes(m), i);
    }
    take_others(a, b, c, aside, x, y, z);
    found = multiply_add_small(m, x, y, z, result);
    if (!found) {
        take_others(a, b, c, aside, x, y, z);
        found = multiply_add_fast(m, x, y, z, result);
    }
    if (found)
        EACH_VECTOR(i) result[i] = sfp_sel(vanished[i], without_product(m, a[i], b[i], c[i]), result[i]);
    else
        multiply_add_exact(m, a, b, c, result);
}

static void multiply_add_any(const struct sfp_machine *m, const sfp_v a[SFP_VN], const sfp_v b[SFP_VN],
                             const sfp_v c[SFP_VN], sfp_v result[SFP_VN])
{
    if (!multiply_add_fast(m, a, b, c, result))
        multiply_add_otherwise(m, a, b, c, result);
}

/* Returns the sign flip that Blackhole's mode bit asks for; Wormhole ignores the bit. */
static uint32_t negation_flip(const struct sfp_machine *m, const struct sfp_op *op, unsigned bit)
{
    return m->s.kernels == SFP_BH && op->mod & bit ? sign_bit : 0;
}

static inline struct sfp_host_flips flips_of(const struct sfp_machine *m, const struct sfp_op *op)
{
    return (struct sfp_host_flips){.factor = negation_flip(m, op, SFP_MODE_SFPMAD_NEGATE_VA),
                                   .addend = negation_flip(m, op, SFP_MODE_SFPMAD_NEGATE_VC)};
}

/* Executes a multiply-add of any mode and any operands. */
static __attribute__((noinline)) void mad_in_general(struct sfp_machine *m, const struct sfp_op *op)
{
    _Alignas(64) uint32_t gathered[SFP_LANES];
    const sfp_v *a = source_a(m, op, gathered), *b = lreg_vectors(m, op->vb), *c = lreg_vectors(m, op->vc);
    const struct sfp_host_flips flips = flips_of(m, op);
    sfp_v result[SFP_VN], x[SFP_VN], z[SFP_VN];

    EACH_VECTOR(i) {
        x[i] = a[i] ^ flips.factor;
        z[i] = c[i] ^ flips.addend;
    }
    multiply_add_any(m, x, b, z, result);
    store_result(m, op, op->mod & SFP_MODE_SFPMAD_INDIRECT_VD, result);
}

/* Executes mode 0 after the first attempt has failed. */
static __attribute__((noinline)) void mad_otherwise(struct sfp_machine *m, const struct sfp_op *op)
{
    sfp_v result[SFP_VN];

    multiply_add_otherwise(m, lreg_vectors(m, op->va), lreg_vectors(m, op->vb), lreg_vectors(m, op->vc), result);
    store_to_vd(m, op, result);
}

/* Executes a multiply-add for which the fused one is not exact. */
__attribute__((always_inline)) static inline void mad_jammed(enum sfp_arch arch, struct sfp_machine *m,
                                                             const struct sfp_op *op, const sfp_v *a, const sfp_v *b,
                                                             const sfp_v *c, struct sfp_host_flips flips,
                                                             sfp_host_exponents h[SFP_VN])
{
    sfp_v result[SFP_VN];

    sfp_host_jammed(arch, a, b, c, flips, h, result);
    store_to_vd(m, op, result);
}

/*
 * Computes from three registers to VD. Returns false if the host's floating point is not exact. Each path ends with its
 * own store to the register: an array in which two paths meet would lie in memory.
 */
__attribute__((always_inline)) static inline bool mad_direct(struct sfp_machine *m, const struct sfp_op *op,
                                                             struct sfp_host_flips flips)
{
    const sfp_v *a = lreg_vectors(m, op->va), *b = lreg_vectors(m, op->vb), *c = lreg_vectors(m, op->vc);
    sfp_host_exponents h[SFP_VN];
    sfp_v result[SFP_VN];

    if (!sfp_host_in_range(a, b, c, h))
        return false;
    SFP_HOST_AGAIN(a, b, c);
    if (sfp_host_fused(a, b, c, flips, h, result)) {
        store_to_vd(m, op, result);
        return true;
    }
    SFP_HOST_AGAIN(a, b, c);
    if (m->s.kernels == SFP_WH)
        mad_jammed(SFP_WH, m, op, a, b, c, flips, h);
    else
        mad_jammed(SFP_BH, m, op, a, b, c, flips, h);
    return true;
}

/* Mode 0, as in most multiply-adds. */
EXEC(mad)
{
    if (!mad_direct(m, op, sfp_host_as_is))
        mad_otherwise(m, op);
}

static void execute_mad(struct sfp_machine *m, const struct sfp_op *op)
{
    const bool direct = !(op->mod & (SFP_MODE_SFPMAD_INDIRECT_VA | SFP_MODE_SFPMAD_INDIRECT_VD));

    if (!direct || !mad_direct(m, op, flips_of(m, op)))
        mad_in_general(m, op);
}

/* Mode 0 with a factor L10. */
EXEC(mad_sum)
{
    sfp_v result[SFP_VN];

    if (sfp_host_sum(lreg_vectors(m, op->va == SFP_LREG_ONE ? op->vb : op->va), lreg_vectors(m, op->vc), result))
        store_to_vd(m, op, result);
    else
        mad_otherwise(m, op);
}

static __attribute__((noinline)) void mad_product_otherwise(struct sfp_machine *m, const struct sfp_op *op)
{
    sfp_v result[SFP_VN];

    if (sfp_host_product_beyond(lreg_vectors(m, op->va), lreg_vectors(m, op->vb), result))
        store_to_vd(m, op, result);
    else
        mad_otherwise(m, op);
}

/* Mode 0 with an addend L9. */
EXEC(mad_product)
{
    sfp_v result[SFP_VN];

    if (sfp_host_product(lreg_vectors(m, op->va), lreg_vectors(m, op->vb), result))
        store_to_vd(m, op, result);
    else
        mad_product_otherwise(m, op);
}

/* Three opcodes, one operation in hardware. */
EXEC(SFPMAD)
{
    execute_mad(m, op);
}

EXEC(SFPADD)
{
    execute_mad(m, op);
}

EXEC(SFPMUL)
{
    execute_mad(m, op);
}

/* Executes any immediate form: x * y + z with two of the three given. */
static __attribute__((noinline)) void mad_immediate(struct sfp_machine *m, const struct sfp_op *op, bool multiply)
{
    const sfp_v *c = lreg_vectors(m, op->vc);
    uint32_t flip = negation_flip(m, op, SFP_MODE_SFPMAD_NEGATE_VC);
    sfp_v x[SFP_VN], y[SFP_VN], z[SFP_VN], result[SFP_VN];

    EACH_VECTOR(i) {
        x[i] = sfp_splat((uint32_t)op->imm << BF16_LSB);
        y[i] = choose_vector(multiply, c[i] ^ flip, sfp_splat(bits_of_1));
        z[i] = choose_vector(multiply, sfp_splat(0), c[i] ^ flip);
    }
    multiply_add_any(m, x, y, z, result);
    store_result(m, op, op->mod & SFP_MODE_SFPMAD_INDIRECT_VD, result);
}

/* Spreads the immediate, a bf16, over all lanes. */
static inline void spread_immediate(const struct sfp_op *op, sfp_v imm[SFP_VN])
{
    EACH_VECTOR(i) imm[i] = sfp_splat((uint32_t)op->imm << BF16_LSB);
}

EXEC(SFPMULI)
{
    sfp_v imm[SFP_VN], result[SFP_VN];

    spread_immediate(op, imm);
    if (op->mod == 0 && sfp_host_product(imm, lreg_vectors(m, op->vc), result))
        store_to_vd(m, op, result);
    else
        mad_immediate(m, op, true);
}

EXEC(SFPADDI)
{
    sfp_v imm[SFP_VN], result[SFP_VN];

    spread_immediate(op, imm);
    if (op->mod == 0 && sfp_host_sum(imm, lreg_vectors(m, op->vc), result))
        store_to_vd(m, op, result);
    else
        mad_immediate(m, op, false);
}

/* Returns an 8-bit table float as a float: sign, 3 bits of negative exponent, 4 of mantissa; FF is zero. */
static inline sfp_v decode_lut8(sfp_v x)
{
    enum { ZERO = 0xFF, BIAS = 127 };
    sfp_v value = (x & 0x80) << 24 | (BIAS - (x >> 4 & 7)) << EXP_LSB | (x & 0xF) << 19;

    return sfp_k_keep(sfp_k_ne(x, sfp_splat(ZERO)), value);
}

/* Returns a 16-bit table float as a float: fp16 without zero or denormals, whose exponent 31 becomes 0. Bits above
 * do not matter. */
static inline sfp_v decode_lut16(sfp_v x)
{
    enum { EXP_BITS = 0x7C00, REBIAS = 112, MOVE = EXP_LSB - 10 };
    sfp_v magnitude = (x & 0x7FFF) << MOVE;
    sfp_k is_number = sfp_k_nonzero(~x & EXP_BITS);

    magnitude = sfp_k_sel(is_number, magnitude + ((uint32_t)REBIAS << EXP_LSB), magnitude & man_bits);
    return (x & 0x8000) << 16 | magnitude;
}

enum { LUT_INPUT = 3 };

/* Computes slope * |L3| + offset, with the sign of L3 if the mode says so, and writes the result. */
static void finish_lut(struct sfp_machine *m, const struct sfp_op *op, const sfp_v slope[SFP_VN],
                       const sfp_v offset[SFP_VN], bool indirect)
{
    const sfp_v *input = lreg_vectors(m, LUT_INPUT);
    sfp_v magnitude[SFP_VN], result[SFP_VN];

    EACH_VECTOR(i) magnitude[i] = input[i] & ~sign_bit;
    multiply_add_any(m, slope, magnitude, offset, result);
    if (op->mod & SFP_MODE_SFPLUT_SGN_RETAIN)
        EACH_VECTOR(i) result[i] = (result[i] & ~sign_bit) | (input[i] & sign_bit);
    store_result(m, op, indirect, result);
}

/* Returns the lanes with |L3| below `cut`. Compares integers, so that NaN and infinity are above. */
static inline sfp_k is_input_below(const struct sfp_machine *m, unsigned i, uint32_t cut)
{
    return sfp_k_lts(lreg_vectors(m, LUT_INPUT)[i] & ~sign_bit, sfp_splat(cut));
}

static const uint32_t cut_half = 0x3F000000, cut_1 = 0x3F800000, cut_1_5 = 0x3FC00000, cut_2 = 0x40000000,
                      cut_3 = 0x40400000, cut_4 = 0x40800000;

/* Returns one of three registers from `first` on: for |L3| below 1, below 2, and above. */
static inline sfp_v table_entry(const struct sfp_machine *m, unsigned i, unsigned first)
{
    sfp_v upper = sfp_k_sel(is_input_below(m, i, cut_2), lreg_vectors(m, first + 1)[i], lreg_vectors(m, first + 2)[i]);

    return sfp_k_sel(is_input_below(m, i, cut_1), lreg_vectors(m, first)[i], upper);
}

EXEC(SFPLUT)
{
    sfp_v slope[SFP_VN], offset[SFP_VN];

    EACH_VECTOR(i) {
        sfp_v entry = table_entry(m, i, 0);

        slope[i] = decode_lut8(entry >> 8 & 0xFF);
        offset[i] = decode_lut8(entry & 0xFF);
    }
    finish_lut(m, op, slope, offset, op->mod & SFP_MODE_SFPMAD_INDIRECT_VD);
}

/* Returns the half of its register that each lane takes, as a shift of 0 or 16, by |L3| within the register's
 * interval. */
static inline sfp_v half_select(const struct sfp_machine *m, unsigned i, uint32_t last_cut)
{
    const sfp_v upper = sfp_splat(16);
    sfp_v half = sfp_k_drop(is_input_below(m, i, last_cut), upper);

    half = sfp_k_sel(is_input_below(m, i, cut_2), sfp_k_drop(is_input_below(m, i, cut_1_5), upper), half);
    return sfp_k_sel(is_input_below(m, i, cut_1), sfp_k_drop(is_input_below(m, i, cut_half), upper), half);
}

EXEC(SFPLUTFP32)
{
    enum { SIX_ENTRY_CUT_3 = SFP_MODE_SFPLUTFP32_FP16_6ENTRY_TABLE1 };
    enum { SIX_ENTRY_CUT_4 = SFP_MODE_SFPLUTFP32_FP16_6ENTRY_TABLE2 };
    enum { SLOPES = 0, OFFSETS = 4 };
    unsigned table = op->mod & ~(unsigned)SFP_MODE_SFPLUTFP32_SGN_RETAIN;
    bool three_fp16 = (table & SFP_MODE_SFPLUTFP32_FP16_3ENTRY) == SFP_MODE_SFPLUTFP32_FP16_3ENTRY;
    sfp_v slope[SFP_VN], offset[SFP_VN];

    EACH_VECTOR(i) {
        sfp_v a = table_entry(m, i, SLOPES), c = table_entry(m, i, OFFSETS);

        if (three_fp16) {
            slope[i] = decode_lut16(a >> 16);
            offset[i] = decode_lut16(a);
        } else if (table == SIX_ENTRY_CUT_3 || table == SIX_ENTRY_CUT_4) {
            sfp_v half = half_select(m, i, table == SIX_ENTRY_CUT_3 ? cut_3 : cut_4);

            slope[i] = decode_lut16(sfp_srl(a, half));
            offset[i] = decode_lut16(sfp_srl(c, half));
        } else {
            slope[i] = a;
            offset[i] = c;
        }
    }
    /* The three-entry selector shares its bit with SFP_MODE_SFPMAD_INDIRECT_VD (sfpu-semantics(7), Tables). */
    finish_lut(m, op, slope, offset, op->mod & SFP_MODE_SFPMAD_INDIRECT_VD);
}

/* Returns the result of SFPMUL24 for a nonzero VC: unpromised, but described (sfpu-semantics(7), SFPMUL24). */
static uint32_t mul24_add(uint32_t product, uint32_t c)
{
    enum { SMALLEST_EXPONENT = 129, SHIFT_MASK = 31, ROUND_LIMIT = 0xFFFF, ROUND_STEP = 0x10000 };
    uint32_t exponent = c >> EXP_LSB & EXP_MAX;
    uint32_t aligned = exponent > SMALLEST_EXPONENT ? exponent : SMALLEST_EXPONENT;
    uint32_t shift = (aligned - exponent) & SHIFT_MASK, addend = (hidden_one + (c & man_bits)) << 3, shifted;

    if (exponent == 0)
        return product;
    product >>= (aligned - SMALLEST_EXPONENT) & SHIFT_MASK;
    shifted = addend >> shift;
    if (shifted == 0)
        return product;
    product += shifted;
    if (((shifted << shift) ^ addend) > ROUND_LIMIT)
        product += ROUND_STEP;
    return product & man_bits;
}

EXEC(SFPMUL24)
{
    _Alignas(64) uint32_t gathered[SFP_LANES], product[SFP_LANES];
    const uint32_t *a = (const uint32_t *)source_a(m, op, gathered), *b = m->s.lreg[op->vb], *c = m->s.lreg[op->vc];
    uint32_t addend = 0;

    for (unsigned l = 0; l < SFP_LANES; l++) {
        uint64_t whole = (uint64_t)(a[l] & man_bits) * (b[l] & man_bits);

        product[l] = (uint32_t)(op->mod & SFP_MODE_SFPMUL24_UPPER ? whole >> EXP_LSB : whole & man_bits);
        addend |= c[l];
    }
    if (addend) {
        sfp_report(m, SFP_FIND_MUL24_ADDEND, op);
        for (unsigned l = 0; l < SFP_LANES; l++)
            if (c[l])
                product[l] = mul24_add(product[l], c[l]);
    }
    store_result(m, op, op->mod & SFP_MODE_SFPMAD_INDIRECT_VD, as_vectors(product));
}
