/*
 * What data decide, apart from what they are in this run: which lanes are enabled, and which registers L7 names. Rules
 * ask it where no lane of this run is concerned.
 *
 * A way is one in which the last tests of data may come out, as many as there are lanes in a machine. So a second machine
 * has a lane a way, in which whatever changes flags or the flag stack executes once more: one meaning for both.
 */
#ifndef SFP_WAYS_H
#define SFP_WAYS_H

#include <stdbool.h>
#include <stdint.h>

struct sfp_engine;
struct sfp_op;
struct sfp_cycle;
struct sfp_part;

struct sfp_ways {
    bool decided;   /* flags, or the stack, follow from data */
    uint32_t data;  /* LRegs whose content does: a mask */
    uint32_t began; /* ways in which what starts in this cycle executes, bit w = way w */
    unsigned given_up; /* tests that later ones took the place of */
    unsigned epoch;    /* changes where a way is no longer what it was */
};

/* At the start of a run, which knows nothing of what registers hold. */
void sfp_ways_begin(struct sfp_engine *e);

/* The ways in which what executes in this cycle is enabled in some lane, bit w = way w. */
uint32_t sfp_ways_enabled(const struct sfp_engine *e);

struct archiving;

/* Saves or loads the flags of all ways, behind the rest of the engine. */
void sfp_ways_archive(struct sfp_engine *e, struct archiving *a);

enum { SFP_NAMING_LREG = 7 };

/* Does `op` write the register that L7 names? And the lanes whose L7 names LReg `reg`. */
bool sfp_writes_through_l7(const struct sfp_op *op);
uint32_t sfp_naming_lanes(const struct sfp_engine *e, unsigned reg);

/* Enabled lanes in which `part` reads LReg `reg`: through L7 only those that name it. */
uint32_t sfp_reading_lanes(const struct sfp_engine *e, const struct sfp_part *part, unsigned reg);

/*
 * Could `part` read or write LReg `reg` in a lane in which `writer` writes it, with other data than those of this run?
 * `ways`: in which the writer executes. Only for data to say: where nothing depends on them, this run is like all others.
 */
bool sfp_may_meet(const struct sfp_engine *e, const struct sfp_part *part, const struct sfp_op *writer, uint32_t ways,
                  unsigned reg);

/* `op`, or all of a cycle, is about to execute. */
void sfp_ways_follow(struct sfp_engine *e, const struct sfp_op *op);
void sfp_ways_follow_cycle(struct sfp_engine *e, const struct sfp_cycle *set);

#endif
