/* The checks of a cycle, by family, and the situations in which they are called, from rules.def. */
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

/* A situation as a set. */
#define SFP_IN(id) (1u << SFP_SITUATION_##id)

/* Returns whether the second half of an SFPSWAP or SFPSHFT2 under way could meet an instruction of this cycle. */
static inline bool sfp_is_crossed(const struct sfp_engine *e)
{
    for (uint32_t left = e->flying & (SFP_ROUND_PLACES | SFP_SIMPLE_PLACES); left; left &= left - 1)
        if (!e->flight[__builtin_ctz(left)].done)
            return true;
    return false;
}

/* Returns whether an instruction could execute between the halves of this SFPSWAP. The only chance is the cycle
 * after it, which an interlock may close. */
static inline bool sfp_is_seen_halfway(const struct sfp_engine *e, const struct sfp_op *op)
{
    enum { HALVES = 2 };

    return op->latency != HALVES || sfp_holding(e->m->s.arch, op) == SFP_STALL_NONE || !sfp_interlocks_work(e);
}

/* Returns the engine's situations at the start of a cycle, as a set. */
static inline uint32_t sfp_situations(const struct sfp_engine *e)
{
    uint32_t now = 0;

#define SITUATION(id, condition, text) now |= (condition) ? SFP_IN(id) : 0;
#include "rules.def"
#undef SITUATION
    return now;
}

/* Returns the set of NOTED_OF conditions in rules.def that `op` meets: conditions that do not end a plain cycle,
 * because plain.c acts on them itself. */
static inline uint32_t sfp_noted_of(const struct sfp_op *op)
{
    uint32_t now = 0;

#define NOTED_OF(id, condition, text) now |= (condition) ? SFP_IN(id) : 0;
#include "rules.def"
#undef NOTED_OF
    return now;
}

/* Returns the situations and the noted conditions that `op` meets. */
static inline uint32_t sfp_situations_of(const struct sfp_engine *e, const struct sfp_op *op)
{
    uint32_t now = sfp_noted_of(op);

#define SITUATION_OF(id, condition, text) now |= (condition) ? SFP_IN(id) : 0;
#include "rules.def"
#undef SITUATION_OF
    return now;
}

/* Returns whether the cycle is plain if `op` issues in it: no situation applies, except noted conditions. */
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

/* Reports a finding about `part` and another instruction. */
void sfp_hazard_about(struct sfp_engine *e, enum sfp_finding finding, const struct sfp_part *part,
                      const struct sfp_part *other);

/* How the reader means the old value of LReg `reg`, which `reader` reads before `writer` replaces it. */
enum sfp_old_value {
    SFP_OLD_RIGHT,   /* the right value: its own SFPLOADMACRO's, or the one that a .schedule states */
    SFP_OLD_UNKNOWN, /* no table or macro says which value the reader wants */
    SFP_OLD_WRONG,   /* the reader wants the new value, from the same SFPLOADMACRO; `writer` comes too late */
};
enum sfp_old_value sfp_old_value_of(const struct sfp_engine *e, const struct sfp_part *reader,
                                    const struct sfp_part *writer, unsigned reg);

/* Begins a doubt about LReg `reg`, which `reader` reads in `lanes`; reports the open doubts when the run ends. */
void sfp_doubt(struct sfp_engine *e, const struct sfp_part *reader, const struct sfp_part *writer, unsigned reg,
               uint32_t lanes);
void sfp_end_doubts(struct sfp_engine *e);

/* Checks the addend of an SFPMUL24 in `part`. */
void sfp_hazards_addend(struct sfp_engine *e, const struct sfp_part *part);

/* Makes an instruction of the thread e->own into a part without a cycle, for reports. */
void sfp_reported_part(const struct sfp_engine *e, const struct sfp_op *op, struct sfp_part *part);

static inline bool sfp_part_works(const struct sfp_part *part)
{
    return part->live && !part->is_template && !sfp_is(&part->op, SFP_I_SFPNOP);
}

/* Returns the LRegs that `op` reads in its first cycle. */
static inline uint32_t sfp_reads_now(const struct sfp_op *op)
{
    return sfp_reads_first(op->insn, op->mod) ? op->reads & SFP_USES_LREGS : 0;
}

/* ---- The rules ---- */

#define RULE(check, situations) void check(struct sfp_engine *e, const struct sfp_cycle *set);
#include "rules.def"
#undef RULE

#endif
