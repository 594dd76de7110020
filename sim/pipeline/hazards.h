/* The checks of a cycle, by family, and what they share. rules.def says when each is asked. */
#ifndef SFP_HAZARDS_H
#define SFP_HAZARDS_H

#include "engine.h"
#include "rules.h"

/* ---- hazards.c ---- */

/* Reports a finding about `part` that has to do with another instruction. */
void sfp_hazard_about(struct sfp_engine *e, enum sfp_finding finding, const struct sfp_part *part,
                      const struct sfp_part *other);

/* Enabled lanes in which `part` reads LReg `reg`: through L7 only those that name it. */
uint32_t sfp_reading_lanes(const struct sfp_engine *e, const struct sfp_part *part, unsigned reg);

/*
 * Could `part` read or write LReg `reg` in a lane in which `writer` writes it, with other data than those of this run?
 * `ways`: in which the writer executes. Only for data to say: where nothing depends on them, this run is like all others.
 */
bool sfp_may_meet(const struct sfp_engine *e, const struct sfp_part *part, const struct sfp_op *writer, uint32_t ways,
                  unsigned reg);

/* What SFPMUL24 adds. */
void sfp_hazards_addend(struct sfp_engine *e, const struct sfp_part *part);

/* An issued instruction as a part of no cycle, for reports. */
void sfp_reported_part(const struct sfp_op *op, struct sfp_part *part);

static inline bool sfp_part_works(const struct sfp_part *part)
{
    return part->live && !part->captured && !sfp_is(&part->op, SFP_I_SFPNOP);
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
