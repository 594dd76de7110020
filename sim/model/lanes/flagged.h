/* Results that can also set LaneFlags: SFPEXEXP, SFPIADD and SFPLZ share the rule. */
#ifndef SFP_FLAGGED_H
#define SFP_FLAGGED_H

#include "lanes.h"

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
        store_flags(m, m->s.derived.enabled_bits, invert ? ~flags : flags);
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

#endif
