/*
 * Follows what depends on data, for any data and not only this run's: which lanes are enabled, and which registers L7
 * names. Rules ask here when no lane of this run is concerned.
 *
 * A way is one combination of outcomes of the last tests of data. The number of ways is the number of lanes of a
 * machine: so a second machine stands for the ways, one lane for each, and executes every instruction that changes
 * flags or the flag stack once more. Both machines thus use the same code.
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
    bool decided;   /* flags, or the stack, depend on data */
    uint32_t data;  /* LRegs whose contents depend on data: a mask */
    uint32_t began; /* ways in which the instructions that start in this cycle execute, bit w = way w */
    unsigned given_up; /* number of tests that later tests have replaced */
    unsigned epoch;    /* changes whenever ways get a new meaning */
};

/* Begins a run. Registers may hold anything. */
void sfp_ways_begin(struct sfp_engine *e);

/* Returns the ways in which instructions of this cycle are enabled in some lane, bit w = way w. */
uint32_t sfp_ways_enabled(const struct sfp_engine *e);

struct archiving;

/* Saves or loads the flags of all ways. Call after the rest of the engine. */
void sfp_ways_archive(struct sfp_engine *e, struct archiving *a);

enum { SFP_NAMING_LREG = 7 };

/* Return whether `op` writes the register that L7 names; and the lanes whose L7 names LReg `reg`. */
bool sfp_writes_through_l7(const struct sfp_op *op);
uint32_t sfp_naming_lanes(const struct sfp_engine *e, unsigned reg);

/* Returns the enabled lanes in which `part` reads LReg `reg`. A read through L7 counts only in lanes whose L7 names
 * `reg`. */
uint32_t sfp_reading_lanes(const struct sfp_engine *e, const struct sfp_part *part, unsigned reg);

/*
 * Returns whether `part` could read or write LReg `reg` in a lane in which `writer` writes it, with other data than
 * this run's. `ways`: the ways in which the writer executes. Returns false if nothing depends on data, since other runs
 * are then like this run.
 */
bool sfp_may_meet(const struct sfp_engine *e, const struct sfp_part *part, const struct sfp_op *writer, uint32_t ways,
                  unsigned reg);

/* Follows `op`, or all instructions of a cycle, which are about to execute. */
void sfp_ways_follow(struct sfp_engine *e, const struct sfp_op *op);
void sfp_ways_follow_cycle(struct sfp_engine *e, const struct sfp_cycle *set);

#endif
