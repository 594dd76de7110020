/*
 * Passes on tape: the primitive actions of passes, in order, as execute.c performs them, so that they can be run again
 * (period.c, rerun.c) without looking at time once more.
 */
#ifndef SFP_TAPE_H
#define SFP_TAPE_H

#include "engine.h"

struct sfp_step;

/* ---- Which loads and stores never meet in Dst, wherever the counters stand then: tape_simplify.c ---- */

/*
 * Where in Dst a load or store was. Between two of one stretch the counters have only been moved on, by amounts that the
 * configuration gives: run again, both are as far from where they were, and from each other as they were.
 */
struct sfp_reach {
    uint32_t stretch; /* 0: unknown */
    uint16_t address;
    bool wide;        /* 32-bit cells */
};

/* What is known on the way through passes that are taped. */
struct sfp_reaches {
    uint32_t stretch;                        /* the present one; stretches count from 1 */
    bool unsteady;                           /* run again, other address modifiers may be taken, or other rows be valid */
    struct sfp_reach macro[SFP_ADDRESSES];   /* of the SFPLOADMACROs that left the engine's `addresses` */
};

void sfp_reaches_begin(struct sfp_reaches *r);

/* Where a step that is about to be performed will be. */
struct sfp_reach sfp_reach_of(struct sfp_reaches *r, const struct sfp_engine *e, const struct sfp_step *step);

/* Notes what a step that has been performed did to the counters. */
void sfp_reaches_after(struct sfp_reaches *r, const struct sfp_engine *e, const struct sfp_step *step);

/* ---- Tapes: tape.c ---- */

enum sfp_step_kind {
    SFP_STEP_EXEC,
    SFP_STEP_STORE,  /* an SFPSTORE whose Dst address its macro left at `address` */
    SFP_STEP_MACRO,  /* SFPLOADMACRO's load; its Dst address goes to `address` */
    SFP_STEP_SWAP_DECIDE,
    SFP_STEP_SWAP_MOVE,
    SFP_STEP_COMMIT,
    SFP_STEP_CONTROL, /* a cycle of the configuration unit in which something lands late, or starts to */
    SFP_STEP_GUARD,   /* what SFPCONFIG wrote must be what it was when this was taped */
};

struct sfp_step {
    enum sfp_step_kind kind;
    uint8_t slot;    /* enum sfp_slot; SWAP_DECIDE: which of swap_lanes */
    uint8_t swap;    /* SWAP_MOVE: which of swap_lanes */
    uint8_t address; /* counted from the tape's first */
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

struct sfp_tape {
    struct sfp_step *steps;
    size_t count, room;
    struct sfp_configured *guards;
    size_t guard_count, guard_room;
    struct sfp_found *found;
    size_t found_count, found_room;
    struct sfp_reaches reaches;
    uint8_t first_address;
    const char *spoilt; /* why what was taped cannot be run again; NULL: it can */
};

/* Performs a step other than GUARD, whose address counts from 0, and tapes it while e->tape is set. */
void sfp_step(struct sfp_engine *e, struct sfp_step step);

/* Empties the tape. */
void sfp_tape_begin(struct sfp_engine *e, struct sfp_tape *t);
void sfp_tape_free(struct sfp_tape *t);

/* Notes that what is being taped cannot be run again. The first reason stays. */
void sfp_tape_spoil(struct sfp_engine *e, const char *why);

/* Tapes a finding about time while e->tape is set: who runs the tape does not look. */
void sfp_tape_finding(struct sfp_engine *e, enum sfp_finding finding, const struct sfp_op *op, bool possible);

/*
 * Rewrites the steps into fewer that do the same from the same start: tape_simplify.c. Without memory to work on it they
 * stay as they are.
 */
void sfp_tape_simplify(struct sfp_tape *t);

/*
 * Runs `passes` passes over the program, those from tape that nothing stands against, which is said in
 * result->not_reused: period.c. `run_pass` runs one pass in full and returns false if the run ends there.
 */
void sfp_run_passes(struct sfp_engine *e, unsigned long passes, bool (*run_pass)(struct sfp_engine *e));

/* ---- Performing steps, once or again: tape.c ---- */

/* Where and from when on steps are performed. */
struct sfp_tape_place {
    struct sfp_engine *e;
    const struct sfp_tape *tape; /* which has the guards */
    uint8_t first_address;       /* where in the engine's ring the tape's addresses begin */
};

/* False: a guard fails, and nothing is changed. */
typedef bool sfp_performer(const struct sfp_tape_place *at, struct sfp_step *step);

/* The steps of a tape with equal ones kept once, so that those of a loop stay in the processor's nearest cache. */
struct sfp_steps {
    struct sfp_step *kept;
    struct sfp_turn *order; /* a turn for each step of the tape, in its order */
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
 * memory. The tape, which has the guards, must outlive the steps.
 */
bool sfp_steps_of(const struct sfp_tape *t, bool with_index, struct sfp_steps *steps);
void sfp_steps_free(struct sfp_steps *steps);

/*
 * Performs the steps from `from` on once more, up to but without `to`. False: a guard failed, and the state is that of the
 * middle of the tape.
 */
bool sfp_steps_run(struct sfp_engine *e, const struct sfp_tape *t, const struct sfp_steps *steps, size_t from,
                   size_t to);

/*
 * ---- Boundaries: period.c ----
 *
 * What decides how a pass over the program goes, as its start finds it: the configuration, and all that is under way. Data
 * are not in it: what waits in the slots, in registers and in Dst decides nothing about time.
 */

/* An instruction under way, as far as it differs from others: the rest follows from these. */
struct sfp_op_key {
    sfp_exec *exec;
    uint32_t word, index;
    uint8_t va, vb, vc, vd, b, mod;
    bool scheduled;
};

/* What is under way: queued items by unit and order, results that have not landed, and what latches hold. */
enum sfp_place {
    SFP_PLACE_QUEUE, /* for each sub-unit */
    SFP_PLACE_FLIGHT = SFP_PLACE_QUEUE + SFP_UNITS, /* for each of the engine's places */
    SFP_PLACE_WAIT = SFP_PLACE_FLIGHT + SFP_PLACES,
    SFP_PLACE_DELAYED,
    SFP_PLACE_INPUT,
    SFP_PLACES_UNDER_WAY,
};

struct sfp_under_way {
    struct sfp_op_key op;
    uint8_t place, counter, address; /* counter: of a flight, cycles until it lands */
    bool counts_insns, done;
    uint32_t macro;  /* scheduled: how many ids ago its SFPLOADMACRO was */
    uint32_t owned;  /* queued: registers that it finds as that left them, a mask */
};

enum {
    SFP_DELAY_SLOTS = 8, /* in each of which a sub-unit has one item, if all lanes agree */
    SFP_MOST_UNDER_WAY = SFP_UNITS * SFP_DELAY_SLOTS + SFP_PLACES_UNDER_WAY,
};

/* Compared as bytes: room between members is 0. */
struct sfp_boundary {
    struct {
        uint32_t macro_template[SFP_TEMPLATES][SFP_LANES];
        uint32_t macro_sequence[SFP_SEQUENCES][SFP_LANES];
        uint32_t macro_misc[SFP_LANES];
        uint32_t lane_config[SFP_LANES];
        uint32_t config[SFP_CONFIG_BANKS][SFP_CONFIG_WORDS];
        uint16_t thread_config[SFP_THREAD_CONFIGS];
        uint32_t gpr[SFP_GPRS];
        struct sfp_semaphore semaphore[SFP_SEMAPHORES];
        uint32_t mutexes;
        uint32_t replay[SFP_REPLAY_SLOTS], replay_recorded;
        uint32_t mop_cfg[SFP_MOP_CFGS], mop_cfg_set, mop_mask_hi;
    } configuration;
    struct {
        struct sfp_frontend_key front;
        struct sfp_under_way item[SFP_MOST_UNDER_WAY];
        uint32_t items;
        uint32_t phase; /* of the ring of landings */
        uint32_t held, held_by; /* cycles for which the unit is held, and by what */
        uint32_t input_by; /* what held the instruction at its input last */
        uint64_t after_effect; /* cycles since anything happened */
        uint64_t matrix; /* cycles until the matrix unit is through */
        uint32_t delayed_gpr[SFP_GPRS];
        uint32_t any_lane_config_before, all_lane_config_before;
        uint32_t doubts[SFP_LREGS]; /* by register: one more than the index of the reader in doubt */
        uint32_t control;
        bool has_control, wrote_lane_config, wrote_macro_config;
        uint8_t macro_targets[2];
    } under_way;
};

/* Fills `b` from where the engine is, between passes. False: groups of lanes differ, which is not compared. */
bool sfp_boundary_take(const struct sfp_engine *e, struct sfp_boundary *b);

/* NULL if two boundaries are the same, else what differs. */
const char *sfp_boundary_differs(const struct sfp_boundary *a, const struct sfp_boundary *b);

#endif
