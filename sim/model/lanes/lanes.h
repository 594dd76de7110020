/*
 * What every executor needs: registers as vectors, lane enables, and where results go. Files of this folder are parts of
 * semantics.c, which is compiled once a SIMD level.
 */
#ifndef SFP_LANES_H
#define SFP_LANES_H

#include "model/simd.h"
#include "model/model.h"

#define SFP_PASTE2(a, b) a##_##b
#define SFP_PASTE(a, b) SFP_PASTE2(a, b)
#define LEVELLED(name) SFP_PASTE(name, SFP_LEVEL)

/* The executor of one instruction at this level. */
#define EXEC(id) static void exec_##id(struct sfp_machine *m, const struct sfp_op *op)

#define INSN(id, ...) EXEC(id);
#define VARIANT(id, ...)
#include "sfpu.def"
#undef INSN
#undef VARIANT

/* Executors of multiply-adds of mode 0: any, those with L10 for a factor, and those with L9 for the addend. */
EXEC(mad);
EXEC(mad_sum);
EXEC(mad_product);
/* SFPENCC that sets both flags in all lanes. */
EXEC(encc_all);
/* What a word whose VD names a template does. */
EXEC(backdoor);

/* LRegs that take indices along, by L0 to L3 (sfpu-semantics(7), SFPSWAP). */
enum { FIRST_INDEX_LREG = 4, INDEX_LREGS = 4 };

/* Fields of floats. */
enum { EXP_LSB = 23, EXP_MAX = 0xFF, EXP_BIAS = 127 };
static const uint32_t sign_bit = 0x80000000, exp_bits = 0x7F800000, man_bits = 0x007FFFFF, hidden_one = 0x00800000;

#define EACH_VECTOR(i) for (unsigned i = 0; i < SFP_VN; i++)

static inline const sfp_v *vectors(const uint32_t *lanes)
{
    return (const sfp_v *)lanes;
}

static inline const sfp_v *lreg(const struct sfp_machine *m, unsigned reg)
{
    return vectors(m->s.lreg[reg]);
}

/* Lanes in which the instruction executes, bit l = lane l (sfpu-semantics(7), Lanes). */
static inline uint32_t enabled(const struct sfp_machine *m)
{
    return m->s.derived.enabled;
}

/* Lanes that may be touched by what ignores lane enables, bit l = lane l. */
static inline uint32_t all_lanes(const struct sfp_machine *m)
{
    return m->lanes ? sfp_signs(vectors(m->lanes)) : UINT32_MAX;
}

/* Can an ordinary result be written there (sfpu-semantics(7), Write guards)? */
static inline bool writable(unsigned reg)
{
    return reg < 8 || reg == SFP_STAGING_LREG;
}

/* Room for a result that waits for its cycle. */
static inline sfp_v *hold(struct sfp_pending *p, unsigned reg, uint32_t lanes)
{
    struct sfp_pending_write *w = &p->write[p->count++];

    w->reg = reg;
    w->lanes = lanes;
    return (sfp_v *)w->value;
}

/*
 * Where `lanes` of LReg `reg`, bit l = lane l, are to be stored. The caller stores whole vectors, with the old content of
 * the returned place in the other lanes; sources of the instruction may be the same place.
 */
static inline sfp_v *lreg_out(struct sfp_machine *m, unsigned reg, uint32_t lanes)
{
    if (__builtin_expect(m->pending != NULL, 0))
        return hold(m->pending, reg, lanes);
    return (sfp_v *)m->s.lreg[reg];
}

/* The same for the lanes of a mask. */
static inline sfp_v *lreg_out_under(struct sfp_machine *m, unsigned reg, const sfp_v mask[SFP_VN])
{
    if (__builtin_expect(m->pending != NULL, 0))
        return hold(m->pending, reg, sfp_signs(mask));
    return (sfp_v *)m->s.lreg[reg];
}

/* Do results go to all lanes, and at once? They do most of the time, and nothing of the old ones is needed then. */
static inline bool stores_whole(const struct sfp_machine *m)
{
    return enabled(m) == UINT32_MAX && !m->pending;
}

/* A one-register result: EXPR names the vector index i and the sources it likes. */
#define STORE_LREG(m, reg, EXPR)                                           \
    do {                                                                   \
        if (__builtin_expect(stores_whole(m), 1)) {                        \
            sfp_v *out_ = (sfp_v *)(m)->s.lreg[reg];                       \
            EACH_VECTOR(i) out_[i] = sfp_whole(EXPR);                      \
        } else {                                                           \
            const uint32_t en_ = enabled(m);                               \
            sfp_v *out_ = lreg_out(m, reg, en_);                           \
            EACH_VECTOR(i) out_[i] = sfp_sel(sfp_mask_from_bits(en_, i), (EXPR), out_[i]); \
        }                                                                  \
    } while (0)

/* Makes lane enables follow the flags. */
static inline void flags_done(struct sfp_machine *m)
{
    m->s.derived.enabled = m->s.derived.unmasked & (~m->s.use_flags | m->s.flags);
}

static inline void hold_flags(struct sfp_pending_flags *p, uint32_t lanes, uint32_t value)
{
    p->value = sfp_merge_lanes(p->value, value, lanes);
    p->mask |= lanes;
}

/* LaneFlags in `lanes`; lane enables follow. */
static inline void store_flags(struct sfp_machine *m, uint32_t lanes, uint32_t flags)
{
    if (__builtin_expect(m->pending != NULL, 0)) {
        hold_flags(&m->pending->flags, lanes, flags);
        return;
    }
    m->s.flags = sfp_merge_lanes(m->s.flags, flags, lanes);
    flags_done(m);
}

/* What sets flags is of no use where predication is off. */
static inline void expect_predication(const struct sfp_machine *m, const struct sfp_op *op)
{
    if (__builtin_expect(!m->s.use_flags, 0))
        sfp_report(m, SFP_FIND_PREDICATION_OFF, op);
}

/* SFPEXEXP, SFPIADD and SFPLZ can also set LaneFlags, by one rule. */
enum flag_condition { FLAG_IF_NEGATIVE, FLAG_IF_NONZERO };

/*
 * In enabled lanes LaneFlags become `condition` of tested[] if `set`, and are
 * then inverted if `invert` (alone: just inverted). Lanes outside keep theirs.
 */
static inline void set_flags(struct sfp_machine *m, bool set, bool invert, const sfp_v tested[SFP_VN],
                             enum flag_condition condition)
{
    uint32_t flags = !set ? m->s.flags : condition == FLAG_IF_NEGATIVE ? sfp_signs(tested) : sfp_nonzeros(tested);

    if (set || invert)
        store_flags(m, enabled(m), invert ? ~flags : flags);
}

/* Writes result[] to op's VD, then the flags; a result for the staging register sets none (sfpu-semantics(7),
 * Flags). */
static inline void store_flagged(struct sfp_machine *m, const struct sfp_op *op, const sfp_v result[SFP_VN],
                                 const sfp_v tested[SFP_VN], bool set, bool invert, enum flag_condition condition)
{
    STORE_LREG(m, op->vd, result[i]);
    if (op->vd == SFP_STAGING_LREG || !(set | invert))
        return;
    set_flags(m, set, invert, tested, condition);
    expect_predication(m, op);
}

/* `condition` is the same for all lanes. */
static inline sfp_v choose(bool condition, sfp_v a, sfp_v b)
{
    return condition ? a : b;
}

/* Orders floats and sign-magnitude integers as signed integers: -NaN < ... < -0 < +0 < ... < +NaN (sfpu-semantics(7),
 * Comparisons). */
static inline sfp_v total_order(sfp_v v)
{
    return v ^ (sfp_sign(v) & 0x7FFFFFFFu);
}

/* The unit's shifts: left by a signed amount, right if it is negative, the amount modulo 32 (sfpu-semantics(7), Integers
 * and bits). */
static inline sfp_v shift_logical(sfp_v x, sfp_v amount)
{
    return sfp_k_sel(sfp_k_sign(amount), sfp_srl(x, -amount & 31), sfp_sll(x, amount & 31));
}

static inline sfp_v shift_arithmetic(sfp_v x, sfp_v amount)
{
    return sfp_k_sel(sfp_k_sign(amount), sfp_sra(x, -amount & 31), sfp_sll(x, amount & 31));
}

/* The same amount in every lane: VD = x shifted. */
static inline void shift_by_immediate(struct sfp_machine *m, unsigned vd, const sfp_v *x, int32_t amount,
                                      bool arithmetic)
{
    const unsigned left = (unsigned)amount & 31, right = -(unsigned)amount & 31;

    if (amount >= 0)
        STORE_LREG(m, vd, x[i] << left);
    else if (arithmetic)
        STORE_LREG(m, vd, (sfp_v)((sfp_vs)x[i] >> right));
    else
        STORE_LREG(m, vd, x[i] >> right);
}

/* One step of the generator in every lane (sfpu-semantics(7), Random numbers): bits 31, 21, 1 and 0 make the new bit
 * 31. */
static inline sfp_v prng_step(sfp_v s)
{
    sfp_v taps = (s ^ s << 10) ^ (s >> 1 ^ s) << 31;

    return s >> 1 | (~taps & 1u << 31);
}

/* What the lanes of vector i draw; the generators of enabled ones step. */
static inline sfp_v prng_draw(struct sfp_machine *m, unsigned i)
{
    sfp_v *state = (sfp_v *)m->s.prng + i;
    const sfp_v drawn = *state;

    *state = sfp_sel(sfp_mask_from_bits(enabled(m), i), prng_step(drawn), drawn);
    return drawn;
}

/* The generators of enabled lanes step, and nobody uses what they draw. */
static inline void prng_skip(struct sfp_machine *m)
{
    EACH_VECTOR(i) prng_draw(m, i);
}

#endif
