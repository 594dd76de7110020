/*
 * What every executor needs: registers as vectors, lane enables, and where
 * results go. Files of this directory are compiled once per SIMD level; their
 * external names carry the level.
 */
#ifndef SFP_LANES_H
#define SFP_LANES_H

#include "model/check.h"
#include "model/simd.h"
#include "model/model.h"

#define SFP_PASTE2(a, b) a##_##b
#define SFP_PASTE(a, b) SFP_PASTE2(a, b)
#define LEVELLED(name) SFP_PASTE(name, SFP_LEVEL)

/* The executor of one instruction at this level. */
#define EXEC(id) void LEVELLED(sfp_exec_##id)(struct sfp_machine *m, const struct sfp_op *op)

#define INSN(id, ...) EXEC(id);
#define VARIANT(id, ...)
#include "sfpu.def"
#undef INSN
#undef VARIANT

/* Executors of multiply-adds of mode 0: any, those with L10 for a factor, and those with L9 for the addend. */
EXEC(mad);
EXEC(mad_sum);
EXEC(mad_product);

#define EACH_VECTOR(i) for (unsigned i = 0; i < SFP_VN; i++)

static inline const sfp_v *vectors(const uint32_t *lanes)
{
    return (const sfp_v *)lanes;
}

static inline const sfp_v *lreg(const struct sfp_machine *m, unsigned reg)
{
    return vectors(m->s.lreg[reg]);
}

/* Lanes in which the instruction executes (spec/00 section 4). */
static inline const uint32_t *enabled(const struct sfp_machine *m)
{
    return m->s.derived.enabled;
}

/* Lanes that may be touched by what ignores lane enables. */
static inline const uint32_t *all_lanes(const struct sfp_machine *m)
{
    static const _Alignas(64) uint32_t all[SFP_LANES] = {
        ~0u, ~0u, ~0u, ~0u, ~0u, ~0u, ~0u, ~0u, ~0u, ~0u, ~0u, ~0u, ~0u, ~0u, ~0u, ~0u,
        ~0u, ~0u, ~0u, ~0u, ~0u, ~0u, ~0u, ~0u, ~0u, ~0u, ~0u, ~0u, ~0u, ~0u, ~0u, ~0u,
    };

    return m->lanes ? m->lanes : all;
}

/* Can an ordinary result be written there (spec/00 section 8)? */
static inline bool writable(unsigned reg)
{
    return reg < 8 || reg == SFP_STAGING_LREG;
}

/* Room for a result that waits for its cycle. */
static inline sfp_v *hold(struct sfp_pending *p, unsigned reg, const uint32_t *mask)
{
    struct sfp_pending_write *w = &p->write[p->count++];

    w->reg = reg;
    EACH_VECTOR(i) ((sfp_v *)w->mask)[i] = vectors(mask)[i];
    return (sfp_v *)w->value;
}

/*
 * Where the lanes of LReg `reg` under `mask` are to be stored. The caller
 * stores whole vectors, with the old content of the returned place in the lanes
 * outside the mask; sources of the instruction may be the same place.
 */
static inline sfp_v *lreg_out(struct sfp_machine *m, unsigned reg, const uint32_t *mask)
{
    if (__builtin_expect(m->pending != NULL, 0))
        return hold(m->pending, reg, mask);
    return (sfp_v *)m->s.lreg[reg];
}

/* Makes lane enables follow the flags. */
static inline void flags_done(struct sfp_machine *m)
{
    const sfp_v *flags = vectors(m->s.flags), *use = vectors(m->s.use_flags);
    const sfp_v *unmasked = vectors(m->s.derived.unmasked);
    sfp_v *en = (sfp_v *)m->s.derived.enabled;

    EACH_VECTOR(i) en[i] = unmasked[i] & (~use[i] | flags[i]);
}

/* What sets flags is mostly of no use where predication is off; where lane 0 has it on, that is enough to know. */
static inline void expect_predication(const struct sfp_machine *m, const struct sfp_op *op)
{
    if (__builtin_expect(!m->s.use_flags[0], 0))
        sfp_check_predication(m, op);
}

/* A one-register result: EXPR names the vector index i and the sources it likes. */
#define STORE_LREG(m, reg, EXPR)                                       \
    do {                                                               \
        const sfp_v *en_ = vectors(enabled(m));                        \
        sfp_v *out_ = lreg_out(m, reg, enabled(m));                    \
        EACH_VECTOR(i) out_[i] = sfp_sel(en_[i], (EXPR), out_[i]);     \
    } while (0)

/* The same for LaneFlags, in the lanes of the array `lanes`; lane enables follow. */
#define STORE_FLAGS(m, lanes, EXPR)                                                             \
    do {                                                                                        \
        const sfp_v *in_ = vectors(lanes), *use_ = vectors((m)->s.use_flags);                   \
        const sfp_v *unmasked_ = vectors((m)->s.derived.unmasked);                              \
        sfp_v *flags_ = (sfp_v *)(m)->s.flags, *en_ = (sfp_v *)(m)->s.derived.enabled;          \
                                                                                                \
        if (__builtin_expect((m)->pending != NULL, 0)) {                                        \
            sfp_v *held_ = hold((m)->pending, SFP_PENDING_FLAGS, lanes);                        \
                                                                                                \
            EACH_VECTOR(i) held_[i] = (EXPR);                                                   \
            break;                                                                              \
        }                                                                                       \
        EACH_VECTOR(i) {                                                                        \
            sfp_v now_ = sfp_sel(in_[i], (EXPR), flags_[i]);                                    \
                                                                                                \
            flags_[i] = now_;                                                                   \
            en_[i] = unmasked_[i] & (~use_[i] | now_);                                          \
        }                                                                                       \
    } while (0)

/* Both kinds of flags in all lanes, whatever their enables. Mostly nothing stands in the way. */
#define STORE_ALL_FLAGS(m, EXPR, USE_EXPR)                                                      \
    do {                                                                                        \
        const sfp_v *all_ = vectors(all_lanes(m)), *open_ = vectors((m)->s.derived.unmasked);   \
        sfp_v *used_ = (sfp_v *)(m)->s.use_flags, *set_ = (sfp_v *)(m)->s.flags;                \
        sfp_v *enabled_ = (sfp_v *)(m)->s.derived.enabled;                                      \
                                                                                                \
        if (__builtin_expect(!(m)->pending && !(m)->lanes, 1)) {                                \
            EACH_VECTOR(i) {                                                                    \
                sfp_v uses_ = (USE_EXPR), flag_ = (EXPR);                                       \
                                                                                                \
                used_[i] = uses_;                                                               \
                set_[i] = flag_;                                                                \
                enabled_[i] = open_[i] & (~uses_ | flag_);                                      \
            }                                                                                   \
            break;                                                                              \
        }                                                                                       \
        if ((m)->pending)                                                                       \
            used_ = hold((m)->pending, SFP_PENDING_USE_FLAGS, all_lanes(m));                    \
        EACH_VECTOR(i) used_[i] = sfp_sel(all_[i], (USE_EXPR), used_[i]);                       \
        STORE_FLAGS(m, all_lanes(m), EXPR);                                                     \
    } while (0)

/* `condition` is the same for all lanes. */
static inline sfp_v choose(bool condition, sfp_v a, sfp_v b)
{
    return condition ? a : b;
}

/* Orders floats and sign-magnitude integers as signed integers: -NaN < ... < -0 < +0 < ... < +NaN (spec/02, 2.5). */
static inline sfp_v total_order(sfp_v v)
{
    return v ^ (sfp_sign(v) & 0x7FFFFFFFu);
}

/* One step of the generator in every lane (spec/00 section 7). */
static inline sfp_v prng_step(sfp_v s)
{
    sfp_v taps = (s >> 31 ^ s >> 21) ^ (s >> 1 ^ s); /* in pairs: draws wait for one another */

    return (s >> 1 | 1u << 31) ^ taps << 31;
}

/* The value each lane draws; the generators of enabled lanes step. */
static inline void prng_draw(struct sfp_machine *m, sfp_v drawn[SFP_VN])
{
    const sfp_v *en = vectors(enabled(m));
    sfp_v *state = (sfp_v *)m->s.prng;

    EACH_VECTOR(i) {
        drawn[i] = state[i];
        state[i] = sfp_sel(en[i], prng_step(state[i]), state[i]);
    }
}

#endif
