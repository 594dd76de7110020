/* A schedule: the primitive actions of a pass, in order, as execute.c performs them. */
#ifndef SFP_RECORDER_H
#define SFP_RECORDER_H

#include "engine.h"

enum sfp_step_kind {
    SFP_STEP_EXEC,
    SFP_STEP_STORE,  /* an SFPSTORE whose Dst address its macro left at `address` */
    SFP_STEP_MACRO,  /* SFPLOADMACRO's load; its Dst address goes to `address` */
    SFP_STEP_SWAP_DECIDE,
    SFP_STEP_SWAP_MOVE,
    SFP_STEP_COMMIT,
    SFP_STEP_GUARD,  /* the unit's configuration must be what it was when the schedule was found */
};

struct sfp_step {
    enum sfp_step_kind kind;
    uint8_t slot;    /* enum sfp_slot; SWAP_DECIDE: which of swap_lanes */
    uint8_t swap;    /* SWAP_MOVE: which of swap_lanes */
    uint8_t address; /* counted from the pass's first */
    size_t guard;    /* GUARD: which configuration */
    struct sfp_op op;
};

/* Performs a step, and records it while e->recorder is set. */
void sfp_step(struct sfp_engine *e, struct sfp_step step);

/*
 * Runs the remaining `passes` passes: the first of them may only be recorded,
 * the later ones replay it if nothing stands against that; what does is said in
 * result->not_reused. `run_pass` runs one pass in full and returns false if the
 * run ends there.
 */
void sfp_schedule_passes(struct sfp_engine *e, unsigned long passes, bool (*run_pass)(struct sfp_engine *e));

/*
 * Rewrites `count` recorded steps in place into fewer that do the same from the
 * same start, and returns their number. `dead` has room for one mark a step.
 */
size_t sfp_simplify(struct sfp_step *steps, size_t count, bool *dead);

/* Notes that the pass being recorded cannot be replayed. */
void sfp_recorder_spoil(struct sfp_engine *e, const char *why);

#endif
