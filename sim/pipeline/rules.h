/* The situations in which a cycle is more than executing an instruction, from rules.def. */
#ifndef SFP_RULES_H
#define SFP_RULES_H

#include "engine.h"
#include "model/config.h"

enum sfp_situation {
#define SITUATION(id, condition, text) SFP_SITUATION_##id,
#define SITUATION_OF(id, condition, text) SFP_SITUATION_##id,
#define NOTED_OF(id, condition, text) SFP_SITUATION_##id,
#include "rules.def"
#undef SITUATION
#undef SITUATION_OF
#undef NOTED_OF
};

/* As a set. */
#define SFP_IN(id) (1u << SFP_SITUATION_##id)

/* Could the second half of an SFPSWAP or SFPSHFT2 under way meet what executes in this cycle? */
static inline bool sfp_is_crossed(const struct sfp_engine *e)
{
    for (uint32_t left = e->flying & (SFP_ROUND_PLACES | SFP_SIMPLE_PLACES); left; left &= left - 1)
        if (!e->flight[__builtin_ctz(left)].done)
            return true;
    return false;
}

/* Could anything execute between the halves of this SFPSWAP? One cycle behind it there is, and that can be closed. */
static inline bool sfp_is_seen_halfway(const struct sfp_engine *e, const struct sfp_op *op)
{
    enum { HALVES = 2 };

    return op->latency != HALVES || sfp_holding(e->m->s.arch, op) == SFP_STALL_NONE || !sfp_interlocks_work(e);
}

/* What the engine is in at the start of a cycle: a set. */
static inline uint32_t sfp_situations(const struct sfp_engine *e)
{
    uint32_t now = 0;

#define SITUATION(id, condition, text) now |= (condition) ? SFP_IN(id) : 0;
#include "rules.def"
#undef SITUATION
    return now;
}

/* What is noted about `op`. */
static inline uint32_t sfp_noted_of(const struct sfp_op *op)
{
    uint32_t now = 0;

#define NOTED_OF(id, condition, text) now |= (condition) ? SFP_IN(id) : 0;
#include "rules.def"
#undef NOTED_OF
    return now;
}

/* What `op` adds to the situations, with what is noted about it. */
static inline uint32_t sfp_situations_of(const struct sfp_engine *e, const struct sfp_op *op)
{
    uint32_t now = sfp_noted_of(op);

#define SITUATION_OF(id, condition, text) now |= (condition) ? SFP_IN(id) : 0;
#include "rules.def"
#undef SITUATION_OF
    return now;
}

/* Is there none of them, but for what is noted, if `op` issues in this cycle? */
static inline bool sfp_is_plain(const struct sfp_engine *e, const struct sfp_op *op)
{
#define SITUATION(id, condition, text) || (condition)
#define SITUATION_OF(id, condition, text) || (condition)
    return !(false
#include "rules.def"
    );
#undef SITUATION
#undef SITUATION_OF
}

#endif
