/* A schedule: the primitive actions of passes, in order, as execute.c performs them. */
#ifndef SFP_RECORDER_H
#define SFP_RECORDER_H

#include "reach.h"

enum sfp_step_kind {
    SFP_STEP_EXEC,
    SFP_STEP_STORE,  /* an SFPSTORE whose Dst address its macro left at `address` */
    SFP_STEP_MACRO,  /* SFPLOADMACRO's load; its Dst address goes to `address` */
    SFP_STEP_SWAP_DECIDE,
    SFP_STEP_SWAP_MOVE,
    SFP_STEP_COMMIT,
    SFP_STEP_CONTROL, /* a cycle of the configuration unit in which something lands late, or starts to */
    SFP_STEP_GUARD,   /* what SFPCONFIG wrote must be what it was when the schedule was found */
};

struct sfp_step {
    enum sfp_step_kind kind;
    uint8_t slot;    /* enum sfp_slot; SWAP_DECIDE: which of swap_lanes */
    uint8_t swap;    /* SWAP_MOVE: which of swap_lanes */
    uint8_t address; /* counted from the schedule's first */
    size_t guard;    /* GUARD: which value */
    struct sfp_op op; /* CONTROL: without insn where there is none; GUARD: the SFPCONFIG */
    struct sfp_reach reach; /* of a load or store */
};

/* What SFPCONFIG left in the lanes of what it wrote. */
struct sfp_configured {
    uint32_t lanes[SFP_LANES];
};

/* A finding about time. */
struct sfp_found {
    enum sfp_finding finding;
    struct sfp_op op;
    bool possible;
};

struct sfp_recorder {
    struct sfp_step *steps;
    size_t count, room;
    struct sfp_configured *guards;
    size_t guard_count, guard_room;
    struct sfp_found *found;
    size_t found_count, found_room;
    struct sfp_reaches reaches;
    uint8_t first_address;
    const char *spoilt; /* why what was recorded cannot be replayed; NULL: it can */
};

/* Performs a step other than GUARD, whose address counts from 0, and records it while e->recorder is set. */
void sfp_step(struct sfp_engine *e, struct sfp_step step);

/* Empties the recorder, whose next step is the first one of a schedule. */
void sfp_recorder_begin(struct sfp_engine *e, struct sfp_recorder *r);
void sfp_recorder_free(struct sfp_recorder *r);

/* Notes that what is being recorded cannot be replayed. The first reason stays. */
void sfp_recorder_spoil(struct sfp_engine *e, const char *why);

/* Records a finding about time while e->recorder is set: a replay does not look. */
void sfp_recorder_finding(struct sfp_engine *e, enum sfp_finding finding, const struct sfp_op *op, bool possible);

/*
 * Rewrites the recorded steps into fewer that do the same from the same start: simplify.c. Without memory to work on it
 * they stay as they are.
 */
void sfp_recorder_simplify(struct sfp_recorder *r);

/*
 * Runs `passes` passes over the program, those by replay that nothing stands against; what does is said in
 * result->not_reused. `run_pass` runs one pass in full and returns false if the run ends there.
 */
void sfp_schedule_passes(struct sfp_engine *e, unsigned long passes, bool (*run_pass)(struct sfp_engine *e));

#endif
