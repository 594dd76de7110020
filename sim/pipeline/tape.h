/* Which loads and stores of a schedule never meet in Dst, wherever the counters stand when it is replayed. */
#ifndef SFP_TAPE_H
#define SFP_TAPE_H

#include "engine.h"

struct sfp_step;

/*
 * Where in Dst a load or store was. Between two of one stretch the counters have only been moved on, by amounts that the
 * configuration gives: replayed, both are as far from where they were, and from each other as they were.
 */
struct sfp_reach {
    uint32_t stretch; /* 0: unknown */
    uint16_t address;
    bool wide;        /* 32-bit cells */
};

/* What is known on the way through a schedule that is being recorded. */
struct sfp_reaches {
    uint32_t stretch;                        /* the present one; stretches count from 1 */
    bool unsteady;                           /* replayed, other address modifiers may be taken, or other rows be valid */
    struct sfp_reach macro[SFP_ADDRESSES];   /* of the SFPLOADMACROs that left the engine's `addresses` */
};

void sfp_reaches_begin(struct sfp_reaches *r);

/* Where a step that is about to be performed will be. */
struct sfp_reach sfp_reach_of(struct sfp_reaches *r, const struct sfp_engine *e, const struct sfp_step *step);

/* Notes what a step that has been performed did to the counters. */
void sfp_reaches_after(struct sfp_reaches *r, const struct sfp_engine *e, const struct sfp_step *step);

/* Are there no cells that both reach, whenever what was recorded is replayed? */
bool sfp_reaches_apart(const struct sfp_reaches *r, struct sfp_reach a, struct sfp_reach b);

/* ---- A schedule: the primitive actions of passes, in order, as execute.c performs them ---- */

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

/* ---- Performing steps, once or again ---- */

/* Where and from when on steps are performed. */
struct sfp_replay {
    struct sfp_engine *e;
    const struct sfp_recorder *recorder; /* which has the guards */
    uint8_t first_address;               /* where in the engine's ring the schedule's addresses begin */
};

/* False: a guard fails, and nothing is changed. */
typedef bool sfp_performer(const struct sfp_replay *r, struct sfp_step *step);

sfp_performer sfp_perform;

/* What SFPCONFIG writes of the unit's own configuration, or NULL: from registers, or in lanes that the flags choose,
 * which is to say from data. */
const uint32_t *sfp_step_configured(const struct sfp_engine *e, const struct sfp_step *step);

/*
 * The steps of a recorder with equal ones kept once, so that those of a loop stay in the processor's nearest cache.
 */
struct sfp_steps {
    struct sfp_step *kept;
    struct sfp_turn *order; /* each of them, as they follow each other */
    size_t count;
};

/* A step's turn: `exec` is all that there is to it, or else `perform`. */
struct sfp_turn {
    sfp_exec *exec; /* or NULL */
    sfp_performer *perform;
    struct sfp_step *step;
};

/*
 * `with_index`: steps of different instructions of the program are kept apart, for who hears of findings. False without
 * memory. The recorder, which has the guards, must outlive the steps.
 */
bool sfp_steps_of(const struct sfp_recorder *r, bool with_index, struct sfp_steps *steps);
void sfp_steps_free(struct sfp_steps *steps);

/*
 * Performs the steps from `from` on once more, up to but without `to`. False: a guard failed, and the state is that of the
 * middle of the schedule.
 */
bool sfp_steps_replay(struct sfp_engine *e, const struct sfp_recorder *r, const struct sfp_steps *steps, size_t from,
                      size_t to);

#endif
