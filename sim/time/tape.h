/*
 * Passes on tape: the primitive actions of passes, in the order in which execute.c performs them. period.c and rerun.c
 * run them again without computing times once more.
 */
#ifndef SFP_TAPE_H
#define SFP_TAPE_H

#include "engine.h"

struct sfp_step;

/* ---- Which loads and stores never meet in Dst, wherever the counters stand then: tape_simplify.c ---- */

/*
 * The place in Dst of a load or store. Within a stretch the counters only move on by amounts that the configuration
 * gives. So in a further run all loads and stores of the stretch shift by the same distance.
 */
struct sfp_reach {
    uint32_t stretch; /* number of the stretch, from 1; 0: unknown */
    uint16_t address;
    bool wide;        /* 32-bit cells */
};

/* State of the reaches while passes are taped. */
struct sfp_reaches {
    uint32_t stretch;                        /* the present stretch; stretches count from 1 */
    bool unsteady;                           /* a further run may use other address modifiers, or find other rows
                                              * valid */
    struct sfp_reach macro[SFP_ADDRESSES];   /* reaches of the SFPLOADMACROs, by index of the engine's `addresses` */
};

void sfp_reaches_begin(struct sfp_reaches *r);

/* Returns the reach of a step that is about to be performed. */
struct sfp_reach sfp_reach_of(struct sfp_reaches *r, const struct sfp_engine *e, const struct sfp_step *step);

/* Notes the effect on the counters of a step that has been performed. */
void sfp_reaches_after(struct sfp_reaches *r, const struct sfp_engine *e, const struct sfp_step *step);

/* ---- Tapes: tape.c ---- */

enum sfp_step_kind {
    SFP_STEP_EXEC,
    SFP_STEP_STORE,  /* an SFPSTORE whose Dst address its macro left at `address` */
    SFP_STEP_MACRO,  /* SFPLOADMACRO's load; its Dst address goes to `address` */
    SFP_STEP_SWAP_DECIDE,
    SFP_STEP_SWAP_MOVE,
    SFP_STEP_COMMIT,
    SFP_STEP_CONTROL, /* a cycle of the configuration unit in which a write lands late, or a late write starts */
    SFP_STEP_GUARD,   /* SFPCONFIG must have written the same values as when it was taped */
};

struct sfp_step {
    enum sfp_step_kind kind;
    uint8_t slot;    /* enum sfp_slot; SWAP_DECIDE: index in swap_lanes */
    uint8_t swap;    /* SWAP_MOVE: index in swap_lanes */
    uint8_t address; /* counted from the tape's first */
    size_t guard;    /* GUARD: index of the value */
    struct sfp_op op; /* CONTROL: insn is NULL if only a late write lands; GUARD: the SFPCONFIG */
    struct sfp_reach reach; /* cells that the load or store reaches */
};

/* The values that SFPCONFIG left in its target, by lane. */
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
    const char *spoilt; /* why the tape cannot be run again; NULL: it can */
};

/* Performs a step other than GUARD, and tapes it if e->tape is set. The step's address counts from 0. */
void sfp_step(struct sfp_engine *e, struct sfp_step step);

/* Empties the tape. */
void sfp_tape_begin(struct sfp_engine *e, struct sfp_tape *t);
void sfp_tape_free(struct sfp_tape *t);

/* Notes why the present tape cannot be run again. The first reason stays. */
void sfp_tape_spoil(struct sfp_engine *e, const char *why);

/* Tapes a finding about time if e->tape is set, since runs from tape do not look for findings. */
void sfp_tape_finding(struct sfp_engine *e, enum sfp_finding finding, const struct sfp_op *op, bool possible);

/*
 * Rewrites the steps into fewer steps with the same effect from the same start: tape_simplify.c. Without memory the
 * steps stay unchanged.
 */
void sfp_tape_simplify(struct sfp_tape *t);

/*
 * Runs `passes` passes over the program, from tape where possible; otherwise result->not_reused says why not: period.c.
 * `run_pass` runs one pass in full, and returns false if the run ends there.
 */
void sfp_run_passes(struct sfp_engine *e, unsigned long passes, bool (*run_pass)(struct sfp_engine *e));

/* ---- Performing steps, once or again: tape.c ---- */

/* The engine and the tape with which steps are performed. */
struct sfp_tape_place {
    struct sfp_engine *e;
    const struct sfp_tape *tape; /* tape of the step, which has the guards */
    uint8_t first_address;       /* index in the engine's ring at which the tape's addresses begin */
};

/* Returns false, with nothing changed, if a guard fails. */
typedef bool sfp_performer(const struct sfp_tape_place *at, struct sfp_step *step);

/* The steps of a tape. Equal steps are kept once, so that a loop's steps stay in the processor's nearest cache. */
struct sfp_steps {
    struct sfp_step *kept;
    struct sfp_turn *order; /* a turn for each step of the tape, in the tape's order */
    size_t count;
};

/* A step's turn: calls `exec` if present, which then is the whole step, and `perform` otherwise. */
struct sfp_turn {
    sfp_exec *exec; /* executor that is the whole step, or NULL */
    sfp_performer *perform;
    struct sfp_step *step;
};

/*
 * Makes the steps of a tape. `with_index`: keeps steps of different instructions of the program apart, for a listener
 * to findings. Returns false without memory. The tape, which has the guards, must outlive the steps. Free by
 * sfp_steps_free().
 */
bool sfp_steps_of(const struct sfp_tape *t, bool with_index, struct sfp_steps *steps);
void sfp_steps_free(struct sfp_steps *steps);

/*
 * Performs the steps from `from` up to, but not including, `to`. Returns false if a guard fails; the state is then from
 * the middle of the tape.
 */
bool sfp_steps_run(struct sfp_engine *e, const struct sfp_tape *t, const struct sfp_steps *steps, size_t from,
                   size_t to);

/*
 * ---- Boundaries: period.c ----
 *
 * Everything that decides how a pass over the program goes, taken at its start: the configuration, and the work under
 * way. Data are left out: the values in slots, registers and Dst decide nothing about time.
 */

/* The members that tell one instruction from another; the rest of struct sfp_op follows from these. */
struct sfp_op_key {
    sfp_exec *exec;
    uint32_t word, index;
    uint8_t va, vb, vc, vd, b, mod;
    bool scheduled;
};

/* Where an instruction under way is: in a queue, by sub-unit; in flight, by place; in a latch; delayed; or at the
 * input. */
enum sfp_place {
    SFP_PLACE_QUEUE, /* first place in a queue; each sub-unit has a queue */
    SFP_PLACE_FLIGHT = SFP_PLACE_QUEUE + SFP_UNITS, /* first place of a flight, in the order of the engine's places */
    SFP_PLACE_WAIT = SFP_PLACE_FLIGHT + SFP_PLACES,
    SFP_PLACE_DELAYED,
    SFP_PLACE_INPUT,
    SFP_PLACES_UNDER_WAY,
};

struct sfp_under_way {
    struct sfp_op_key op;
    uint8_t place, counter, address; /* counter: for a flight, number of cycles until it lands */
    bool counts_insns, done;
    uint32_t macro;  /* scheduled: how many ids ago its SFPLOADMACRO was */
    uint32_t owned;  /* queued: registers, as a mask, that its SFPLOADMACRO wrote last */
};

enum {
    SFP_DELAY_SLOTS = 8, /* delays of an item: a sub-unit has one item for each, if all lanes agree */
    SFP_MOST_UNDER_WAY = SFP_UNITS * SFP_DELAY_SLOTS + SFP_PLACES_UNDER_WAY,
};

/* Compared as bytes: padding between members is 0. */
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
        uint32_t phase; /* the engine's index in the ring of landings */
        uint32_t held, held_by; /* cycles for which an interlock holds the unit, and the stall */
        uint32_t input_by; /* stall of the instruction at the unit's input */
        uint64_t after_effect; /* cycles since the last effect */
        uint64_t matrix; /* cycles until the matrix unit is through */
        struct {
            struct sfp_rwc counters; /* they choose blocks of Dst; 0 if the run writes none */
            uint32_t takes_from[SFP_MATRIX_GROUPS]; /* by group: cycles until the unit takes it */
            struct {
                uint32_t ready; /* cycles until the block can be read; 0: not being written */
                uint32_t row, rows;
            } written[SFP_MATRIX_WRITES]; /* the newest first */
        } blocks;
        uint32_t delayed_gpr[SFP_GPRS];
        uint32_t any_lane_config_before, all_lane_config_before;
        uint32_t doubts[SFP_LREGS]; /* by register: index of the reader in doubt, plus 1 */
        uint32_t control;
        bool has_control, wrote_lane_config, wrote_macro_config;
        uint8_t macro_targets[2];
    } under_way;
};

/* Fills `b` with the engine's state between passes. Returns false if groups of lanes differ, since these cannot be
 * compared. */
bool sfp_boundary_take(const struct sfp_engine *e, struct sfp_boundary *b);

/* Returns NULL if two boundaries are equal, or else what differs. */
const char *sfp_boundary_differs(const struct sfp_boundary *a, const struct sfp_boundary *b);

#endif
