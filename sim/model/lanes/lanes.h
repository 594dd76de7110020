/*
 * Shared by all executors: registers as vectors, lane enables, and storing results. The files of this folder are parts
 * of semantics.c, which is compiled once for each SIMD level.
 */
#ifndef SFP_LANES_H
#define SFP_LANES_H

#include "model/simd.h"
#include "model/model.h"

#define SFP_PASTE2(a, b) a##_##b
#define SFP_PASTE(a, b) SFP_PASTE2(a, b)
#define LEVELLED(name) SFP_PASTE(name, SFP_LEVEL)

/* Declares or begins the executor of one instruction at this level. */
#define EXEC(id) static void exec_##id(struct sfp_machine *m, const struct sfp_op *op)

#define INSN(id, ...) EXEC(id);
#define VARIANT(id, ...)
#include "sfpu.def"
#undef INSN
#undef VARIANT

/* Executors of multiply-adds of mode 0: for any operands, for a factor L10, and for an addend L9. */
EXEC(mad);
EXEC(mad_sum);
EXEC(mad_product);
/* Executor of an SFPENCC that sets both flags in all lanes. */
EXEC(encc_all);
/* Executor of a word whose VD names a template. */
EXEC(backdoor);

/* LRegs with the indices that move along with L0 to L3 (sfpu-semantics(7), SFPSWAP). */
enum { FIRST_INDEX_LREG = 4, INDEX_LREGS = 4 };

/* Fields of floats. */
enum { EXP_LSB = 23, EXP_MAX = 0xFF, EXP_BIAS = 127 };
static const uint32_t sign_bit = 0x80000000, exp_bits = 0x7F800000, man_bits = 0x007FFFFF, hidden_one = 0x00800000;

#define EACH_VECTOR(i) for (unsigned i = 0; i < SFP_VN; i++)

static inline const sfp_v *as_vectors(const uint32_t *lanes)
{
    return (const sfp_v *)lanes;
}

static inline const sfp_v *lreg_vectors(const struct sfp_machine *m, unsigned reg)
{
    return as_vectors(m->s.lreg[reg]);
}

/* Returns the lanes in which the instruction executes, bit l = lane l (sfpu-semantics(7), Lanes). */
static inline uint32_t enabled_lanes(const struct sfp_machine *m)
{
    return m->s.derived.enabled;
}

/* Returns the lanes that instructions without regard to lane enables may change, bit l = lane l. */
static inline uint32_t touchable_lanes(const struct sfp_machine *m)
{
    return m->lanes ? sfp_signs(as_vectors(m->lanes)) : UINT32_MAX;
}

/* Returns whether an ordinary result can be written to `reg` (sfpu-semantics(7), Write guards). */
static inline bool is_writable(unsigned reg)
{
    return reg < 8 || reg == SFP_STAGING_LREG;
}

/* Adds a pending write of `lanes` of LReg `reg`. Returns the place for its value. */
static inline sfp_v *hold_result(struct sfp_pending *p, unsigned reg, uint32_t lanes)
{
    struct sfp_pending_write *w = &p->write[p->count++];

    w->reg = reg;
    w->lanes = lanes;
    return (sfp_v *)w->value;
}

/*
 * Returns the place to store `lanes` of LReg `reg`, bit l = lane l. The caller stores whole vectors, with the old
 * content of the returned place in the other lanes. Sources of the instruction may lie at the same place.
 */
static inline sfp_v *lreg_out(struct sfp_machine *m, unsigned reg, uint32_t lanes)
{
    if (__builtin_expect(m->pending != NULL, 0))
        return hold_result(m->pending, reg, lanes);
    return (sfp_v *)m->s.lreg[reg];
}

/* lreg_out() for the lanes of a mask. */
static inline sfp_v *lreg_out_under(struct sfp_machine *m, unsigned reg, const sfp_v mask[SFP_VN])
{
    if (__builtin_expect(m->pending != NULL, 0))
        return hold_result(m->pending, reg, sfp_signs(mask));
    return (sfp_v *)m->s.lreg[reg];
}

/* Returns whether results go to all lanes, and at once. Mostly they do, and no old value is needed then. */
static inline bool stores_whole(const struct sfp_machine *m)
{
    return enabled_lanes(m) == UINT32_MAX && !m->pending;
}

/* Stores a one-register result: EXPR names the vector index i and any sources. */
#define STORE_LREG(m, reg, EXPR)                                           \
    do {                                                                   \
        if (__builtin_expect(stores_whole(m), 1)) {                        \
            sfp_v *out_ = (sfp_v *)(m)->s.lreg[reg];                       \
            EACH_VECTOR(i) out_[i] = sfp_whole(EXPR);                      \
        } else {                                                           \
            const uint32_t en_ = enabled_lanes(m);                         \
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

/* Sets LaneFlags in `lanes`; lane enables follow. */
static inline void store_flags(struct sfp_machine *m, uint32_t lanes, uint32_t flags)
{
    if (__builtin_expect(m->pending != NULL, 0)) {
        hold_flags(&m->pending->flags, lanes, flags);
        return;
    }
    m->s.flags = sfp_merge_lanes(m->s.flags, flags, lanes);
    flags_done(m);
}

/* Reports an instruction that sets flags while predication is off, and so without use. */
static inline void expect_predication(const struct sfp_machine *m, const struct sfp_op *op)
{
    if (__builtin_expect(!m->s.use_flags, 0))
        sfp_report(m, SFP_FIND_PREDICATION_OFF, op);
}

/* SFPEXEXP, SFPIADD and SFPLZ can also set LaneFlags, by one rule. */
enum flag_condition { FLAG_IF_NEGATIVE, FLAG_IF_NONZERO };

/*
 * Sets LaneFlags in enabled lanes to `condition` of tested[] if `set`, and then inverts them if `invert` (alone: just
 * inverts). Other lanes keep their flags.
 */
static inline void set_flags(struct sfp_machine *m, bool set, bool invert, const sfp_v tested[SFP_VN],
                             enum flag_condition condition)
{
    uint32_t flags = !set ? m->s.flags : condition == FLAG_IF_NEGATIVE ? sfp_signs(tested) : sfp_nonzeros(tested);

    if (set || invert)
        store_flags(m, enabled_lanes(m), invert ? ~flags : flags);
}

/* Writes result[] to op's VD, then the flags; a result for the staging register sets no flags (sfpu-semantics(7),
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

/* Returns a or b, by a `condition` that is the same for all lanes. */
static inline sfp_v choose_vector(bool condition, sfp_v a, sfp_v b)
{
    return condition ? a : b;
}

/* Orders floats and sign-magnitude integers as signed integers: -NaN < ... < -0 < +0 < ... < +NaN (sfpu-semantics(7),
 * Comparisons). */
static inline sfp_v total_order(sfp_v v)
{
    return v ^ (sfp_sign(v) & 0x7FFFFFFFu);
}

/* The unit's shifts: left by a signed amount, right by a negative amount, modulo 32 (sfpu-semantics(7), Integers and
 * bits). */
static inline sfp_v shift_logical(sfp_v x, sfp_v amount)
{
    return sfp_k_sel(sfp_k_sign(amount), sfp_srl(x, -amount & 31), sfp_sll(x, amount & 31));
}

static inline sfp_v shift_arithmetic(sfp_v x, sfp_v amount)
{
    return sfp_k_sel(sfp_k_sign(amount), sfp_sra(x, -amount & 31), sfp_sll(x, amount & 31));
}

/* Shifts x by the same amount in every lane, to VD. */
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

/* Returns the generators' state after one step in every lane (sfpu-semantics(7), Random numbers): bits 31, 21, 1 and
 * 0 make the new bit 31. */
static inline sfp_v prng_step(sfp_v s)
{
    sfp_v taps = (s ^ s << 10) ^ (s >> 1 ^ s) << 31;

    return s >> 1 | (~taps & 1u << 31);
}

/* Returns the numbers that the lanes of vector i draw, and steps the generators of enabled lanes. */
static inline sfp_v prng_draw(struct sfp_machine *m, unsigned i)
{
    sfp_v *state = (sfp_v *)m->s.prng + i;
    const sfp_v drawn = *state;

    *state = sfp_sel(sfp_mask_from_bits(enabled_lanes(m), i), prng_step(drawn), drawn);
    return drawn;
}

/* Steps the generators of enabled lanes, and ignores the numbers drawn. */
static inline void prng_skip(struct sfp_machine *m)
{
    EACH_VECTOR(i) prng_draw(m, i);
}

#endif
