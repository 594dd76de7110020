/* The checks of a cycle: in which situations they are asked, from rules.def, and by family. */
#ifndef SFP_HAZARDS_H
#define SFP_HAZARDS_H

#include "engine.h"
#include "model/config.h"

/* ---- Situations in which a cycle is more than executing an instruction ---- */

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

/* ---- What the checks share ---- */

/* Reports a finding about `part` that has to do with another instruction. */
void sfp_hazard_about(struct sfp_engine *e, enum sfp_finding finding, const struct sfp_part *part,
                      const struct sfp_part *other);

/* What the value that `reader` reads from LReg `reg`, before `writer` replaces it, is to the reader. */
enum sfp_old_value {
    SFP_OLD_RIGHT,   /* the value that it is to read: its own SFPLOADMACRO's, or what a .schedule says */
    SFP_OLD_UNKNOWN, /* no table or macro says which value the reader wants */
    SFP_OLD_WRONG,   /* `writer` is scheduled by the same SFPLOADMACRO, and comes too late for it */
};
enum sfp_old_value sfp_old_value_of(const struct sfp_engine *e, const struct sfp_part *reader,
                                    const struct sfp_part *writer, unsigned reg);

/* Begins a doubt about LReg `reg`, which `reader` reads in `lanes`; and what is in doubt when the run ends. */
void sfp_doubt(struct sfp_engine *e, const struct sfp_part *reader, const struct sfp_part *writer, unsigned reg,
               uint32_t lanes);
void sfp_end_doubts(struct sfp_engine *e);

/* What SFPMUL24 adds. */
void sfp_hazards_addend(struct sfp_engine *e, const struct sfp_part *part);

/* An issued instruction as a part of no cycle, for reports. */
void sfp_reported_part(const struct sfp_op *op, struct sfp_part *part);

static inline bool sfp_part_works(const struct sfp_part *part)
{
    return part->live && !part->is_template && !sfp_is(&part->op, SFP_I_SFPNOP);
}

/* LRegs that `op` reads in its first cycle. */
static inline uint32_t sfp_reads_now(const struct sfp_op *op)
{
    return sfp_reads_first(op->insn, op->mod) ? op->reads & SFP_USES_LREGS : 0;
}

/* ---- The rules ---- */

#define RULE(check, situations) void check(struct sfp_engine *e, const struct sfp_cycle *set);
#include "rules.def"
#undef RULE

#endif
