/* The multiply-add sub-unit: SFPMAD and its family, both look-up tables, SFPMUL24 (spec/02 section 2.2). */
#include "../fma.h"
#include "lanes.h"

enum { LREG_FIELD = 15, EXP_LSB = 23 };
static const uint32_t sign_bit = 0x80000000, man_bits = 0x007FFFFF, hidden_one = 0x00800000, one = 0x3F800000;

/* The LReg that lane l's L7 names. */
static unsigned named_by_l7(const struct sfp_machine *m, unsigned l)
{
    return m->s.lreg[SFP_LREG_NAMING][l] & LREG_FIELD;
}

/* Writes result[] to VD, or to what each lane's L7 names. The guard looked at VD only. */
static void store_result(struct sfp_machine *m, const struct sfp_op *op, bool indirect, const sfp_v result[SFP_VN])
{
    _Alignas(64) uint32_t mask[8][SFP_LANES] = {0};
    uint32_t used = 0;

    if (!indirect || op->vd == SFP_STAGING_LREG) {
        if (writable(op->vd))
            STORE_LREG(m, op->vd, result[i]);
        return;
    }
    for (unsigned l = 0; l < SFP_LANES; l++) {
        unsigned reg = named_by_l7(m, l);

        if (reg < 8) {
            mask[reg][l] = enabled(m)[l];
            used |= 1u << reg;
        }
    }
    for (unsigned reg = 0; reg < 8; reg++) {
        sfp_v *out;

        if (!(used >> reg & 1))
            continue;
        out = lreg_out(m, reg, mask[reg]);
        EACH_VECTOR(i) out[i] = sfp_sel(vectors(mask[reg])[i], result[i], out[i]);
    }
}

/* VA, or lane by lane the LReg that L7 names, copied to `gathered`. */
static const sfp_v *source_a(const struct sfp_machine *m, const struct sfp_op *op, uint32_t gathered[SFP_LANES])
{
    if (!(op->mod & SFP_MAD_INDIRECT_VA))
        return lreg(m, op->va);
    for (unsigned l = 0; l < SFP_LANES; l++)
        gathered[l] = m->s.lreg[named_by_l7(m, l)][l];
    return vectors(gathered);
}

/* result = a * b + c on the machine's arch. */
static inline void multiply_add(const struct sfp_machine *m, const sfp_v a[SFP_VN], const sfp_v b[SFP_VN],
                                const sfp_v c[SFP_VN], sfp_v result[SFP_VN])
{
    if (m->s.arch == SFP_WH)
        EACH_VECTOR(i) result[i] = sfp_fma_wh(a[i], b[i], c[i]);
    else
        EACH_VECTOR(i) result[i] = sfp_fma_bh(a[i], b[i], c[i]);
}

/* Sign flips that Blackhole's mode bits ask for; Wormhole ignores them. */
static uint32_t negation(const struct sfp_machine *m, const struct sfp_op *op, unsigned bit)
{
    return m->s.arch == SFP_BH && op->mod & bit ? sign_bit : 0;
}

static void mad(struct sfp_machine *m, const struct sfp_op *op)
{
    _Alignas(64) uint32_t gathered[SFP_LANES];
    const sfp_v *a = source_a(m, op, gathered), *b = lreg(m, op->vb), *c = lreg(m, op->vc);
    uint32_t flip_a = negation(m, op, SFP_MAD_NEGATE_VA), flip_c = negation(m, op, SFP_MAD_NEGATE_VC);
    sfp_v result[SFP_VN], x[SFP_VN], z[SFP_VN];

    if (flip_a | flip_c) {
        EACH_VECTOR(i) {
            x[i] = a[i] ^ flip_a;
            z[i] = c[i] ^ flip_c;
        }
        a = x;
        c = z;
    }
    multiply_add(m, a, b, c, result);
    store_result(m, op, op->mod & SFP_MAD_INDIRECT_VD, result);
}

/* Three opcodes, one operation in hardware. */
EXEC(SFPMAD)
{
    mad(m, op);
}

EXEC(SFPADD)
{
    mad(m, op);
}

EXEC(SFPMUL)
{
    mad(m, op);
}

/* The constant operand of the immediate forms: x * y + z with two of the three given. */
static void mad_immediate(struct sfp_machine *m, const struct sfp_op *op, bool multiply)
{
    const sfp_v *c = lreg(m, op->vc);
    uint32_t flip = negation(m, op, SFP_MAD_NEGATE_VC);
    sfp_v x[SFP_VN], y[SFP_VN], z[SFP_VN], result[SFP_VN];

    EACH_VECTOR(i) {
        x[i] = sfp_splat((uint32_t)op->imm << 16); /* bf16 */
        y[i] = choose(multiply, c[i] ^ flip, sfp_splat(one));
        z[i] = choose(multiply, sfp_splat(0), c[i] ^ flip);
    }
    multiply_add(m, x, y, z, result);
    store_result(m, op, op->mod & SFP_MAD_INDIRECT_VD, result);
}

EXEC(SFPMULI)
{
    mad_immediate(m, op, true);
}

EXEC(SFPADDI)
{
    mad_immediate(m, op, false);
}

/* 8-bit table float: sign, 3 bits of negative exponent, 4 of mantissa; FF is zero. */
static inline sfp_v lut8(sfp_v x)
{
    enum { ZERO = 0xFF, BIAS = 127 };
    sfp_v value = (x & 0x80) << 24 | (BIAS - (x >> 4 & 7)) << EXP_LSB | (x & 0xF) << 19;

    return sfp_k_keep(sfp_k_ne(x, sfp_splat(ZERO)), value);
}

/* 16-bit table float: fp16 without zero or denormals, whose exponent 31 becomes 0. Bits above do not matter. */
static inline sfp_v lut16(sfp_v x)
{
    enum { EXP_BITS = 0x7C00, REBIAS = 112, MOVE = EXP_LSB - 10 };
    sfp_v magnitude = (x & 0x7FFF) << MOVE;
    sfp_k is_number = sfp_k_nonzero(~x & EXP_BITS);

    magnitude = sfp_k_sel(is_number, magnitude + ((uint32_t)REBIAS << EXP_LSB), magnitude & man_bits);
    return (x & 0x8000) << 16 | magnitude;
}

enum { SGN_RETAIN = 4, LUT_INPUT = 3 };

/* slope * |L3| + offset, with the sign of L3 if the mode says so. */
static void finish_lut(struct sfp_machine *m, const struct sfp_op *op, const sfp_v slope[SFP_VN],
                       const sfp_v offset[SFP_VN], bool indirect)
{
    const sfp_v *input = lreg(m, LUT_INPUT);
    sfp_v magnitude[SFP_VN], result[SFP_VN];

    EACH_VECTOR(i) magnitude[i] = input[i] & ~sign_bit;
    multiply_add(m, slope, magnitude, offset, result);
    if (op->mod & SGN_RETAIN)
        EACH_VECTOR(i) result[i] = (result[i] & ~sign_bit) | (input[i] & sign_bit);
    store_result(m, op, indirect, result);
}

/* Is |L3| below `cut`? Compared as an integer, so that NaN and infinity are above. */
static inline sfp_k below(const struct sfp_machine *m, unsigned i, uint32_t cut)
{
    return sfp_k_lts(lreg(m, LUT_INPUT)[i] & ~sign_bit, sfp_splat(cut));
}

static const uint32_t cut_half = 0x3F000000, cut_1 = 0x3F800000, cut_1_5 = 0x3FC00000, cut_2 = 0x40000000,
                      cut_3 = 0x40400000, cut_4 = 0x40800000;

/* One of three registers from `first` on: |L3| below 1, below 2, above. */
static inline sfp_v table_entry(const struct sfp_machine *m, unsigned i, unsigned first)
{
    sfp_v upper = sfp_k_sel(below(m, i, cut_2), lreg(m, first + 1)[i], lreg(m, first + 2)[i]);

    return sfp_k_sel(below(m, i, cut_1), lreg(m, first)[i], upper);
}

EXEC(SFPLUT)
{
    sfp_v slope[SFP_VN], offset[SFP_VN];

    EACH_VECTOR(i) {
        sfp_v entry = table_entry(m, i, 0);

        slope[i] = lut8(entry >> 8 & 0xFF);
        offset[i] = lut8(entry & 0xFF);
    }
    finish_lut(m, op, slope, offset, op->mod & SFP_MAD_INDIRECT_VD);
}

/* Which half of its register a lane takes: 0 or 16, by |L3| within the register's interval. */
static inline sfp_v half_select(const struct sfp_machine *m, unsigned i, uint32_t last_cut)
{
    const sfp_v upper = sfp_splat(16);
    sfp_v half = sfp_k_drop(below(m, i, last_cut), upper);

    half = sfp_k_sel(below(m, i, cut_2), sfp_k_drop(below(m, i, cut_1_5), upper), half);
    return sfp_k_sel(below(m, i, cut_1), sfp_k_drop(below(m, i, cut_half), upper), half);
}

EXEC(SFPLUTFP32)
{
    enum { TABLE_MASK = 0xB, SIX_ENTRY_CUT_3 = 2, SIX_ENTRY_CUT_4 = 3, THREE_ENTRY_BIT = 2 };
    enum { SLOPES = 0, OFFSETS = 4 };
    unsigned table = op->mod & TABLE_MASK;
    bool three_fp16 = (table & (SFP_MAD_INDIRECT_VD | THREE_ENTRY_BIT)) == (SFP_MAD_INDIRECT_VD | THREE_ENTRY_BIT);
    sfp_v slope[SFP_VN], offset[SFP_VN];

    EACH_VECTOR(i) {
        sfp_v a = table_entry(m, i, SLOPES), c = table_entry(m, i, OFFSETS);

        if (three_fp16) {
            slope[i] = lut16(a >> 16);
            offset[i] = lut16(a);
        } else if (table == SIX_ENTRY_CUT_3 || table == SIX_ENTRY_CUT_4) {
            sfp_v half = half_select(m, i, table == SIX_ENTRY_CUT_3 ? cut_3 : cut_4);

            slope[i] = lut16(sfp_srl(a, half));
            offset[i] = lut16(sfp_srl(c, half));
        } else {
            slope[i] = a;
            offset[i] = c;
        }
    }
    /* The three-entry selector shares its bit with SFP_MAD_INDIRECT_VD (spec/02 section 2.2). */
    finish_lut(m, op, slope, offset, op->mod & SFP_MAD_INDIRECT_VD);
}

/* What SFPMUL24 adds for a nonzero VC: unpromised, but described (spec/06 C-57). */
static uint32_t mul24_add(uint32_t product, uint32_t c)
{
    enum { SMALLEST_EXPONENT = 129, EXP_MAX = 0xFF, SHIFT_MASK = 31, ROUND_LIMIT = 0xFFFF, ROUND_STEP = 0x10000 };
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
    enum { UPPER = 1 };
    _Alignas(64) uint32_t gathered[SFP_LANES], product[SFP_LANES];
    const uint32_t *a = (const uint32_t *)source_a(m, op, gathered), *b = m->s.lreg[op->vb], *c = m->s.lreg[op->vc];
    uint32_t addend = 0;

    for (unsigned l = 0; l < SFP_LANES; l++) {
        uint64_t whole = (uint64_t)(a[l] & man_bits) * (b[l] & man_bits);

        product[l] = (uint32_t)(op->mod & UPPER ? whole >> EXP_LSB : whole & man_bits);
        addend |= c[l];
    }
    if (addend) {
        sfp_report(m, SFP_FIND_MUL24_ADDEND, op);
        for (unsigned l = 0; l < SFP_LANES; l++)
            if (c[l])
                product[l] = mul24_add(product[l], c[l]);
    }
    store_result(m, op, op->mod & SFP_MAD_INDIRECT_VD, vectors(product));
}
