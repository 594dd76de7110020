/*
 * The inside of a timed run. pipeline.c runs passes, cycle.c a cycle, which goes through these files in this order:
 *   macroqueue.c  items of SFPLOADMACRO that are due
 *   cycle.c       the front end's next instruction
 *   stalls.c      what holds it back: interlocks, and waits by STALLWAIT and SEMWAIT
 *   hazards.c     what is reported about the set that executes, by the rules of rules.def, and what data decide: ways.c
 *   execute.c     reads at the start of the cycle, results at its end
 *   flights.c     results that land in later cycles, and which registers wait for them
 * The rules themselves are data: timing_rules.c has them from quirks.def.
 * plain.c does at once what a cycle comes to in which no rule applies.
 * What is done goes through tape.c, in steps; period.c runs them again over further passes, after tape_simplify.c has
 * made them fewer, which it may where loads and stores are apart.
 */
#ifndef SFP_ENGINE_H
#define SFP_ENGINE_H

#include "isa/timing.h"
#include "model/model.h"
#include "pipeline.h"
#include "base/archive.h"
#include "ways.h"

enum {
    /* Delays 0..6 and one fresh 7, for each lane: a state file may give every lane a configuration of its own. */
    SFP_QUEUE_ROOM = 8 * SFP_LANES,
    SFP_ADDRESSES = 256, /* Dst addresses of macros in flight: at most 9 cycles' worth */
    SFP_GROUPS = 4 * SFP_LANES, /* groups of lanes beyond the first, times the sub-units that macros schedule on */
    SFP_SCORED_LREGS = 8, /* which Blackhole's interlock watches */
    SFP_LREG_MASK = (1 << SFP_SCORED_LREGS) - 1,
    SFP_UNINIT_LREGS = 0xFF | 1 << SFP_STAGING_LREG, /* those without a value at reset */
    SFP_ZEROACC_DISTANCE = 3, /* instructions that should separate ZEROACC and a load (sfpu-timing(7), Configuration) */
};

/* An instruction on its way through a cycle, and an item in a queue. */
struct sfp_part {
    struct sfp_op op; /* scheduled: with the index of its SFPLOADMACRO */
    uint64_t id;
    bool live;
    bool scheduled;
    bool is_template; /* a template load: takes its issue slot and nothing else */
    /* scheduled: */
    uint64_t macro_id, macro_cycle;
    uint8_t macro, loaded, selector;
    uint8_t counter, delay;
    bool counts_insns;
    uint8_t address; /* SFPSTORE: where in `addresses` its macro left the Dst address */
    bool some_lanes; /* executes in `lanes` only */
    uint32_t lanes;  /* bit l = lane l */
    struct sfp_transfer transfer; /* observed, and from its execution on; as `enabled` */
    uint32_t enabled; /* lanes in which it executes */
};

/*
 * Where an instruction of more than one cycle is kept until its results land: each sub-unit has a place for each cycle
 * that its instructions under way can have started in. In order of places, results of one cycle land.
 */
enum {
    SFP_MAD_PLACE = 0,
    SFP_ROUND_PLACE = SFP_MAD_PLACE + SFP_MAX_LATENCY,
    SFP_SIMPLE_PLACE = SFP_ROUND_PLACE + SFP_MAX_LATENCY,
    SFP_LOAD_PLACE = SFP_SIMPLE_PLACE + SFP_MAX_LATENCY,
    SFP_STORE_PLACE = SFP_LOAD_PLACE + SFP_MAX_LATENCY,
    SFP_PLACES = SFP_STORE_PLACE + SFP_MAX_LATENCY,
    SFP_ROUND_PLACES = ((1 << SFP_MAX_LATENCY) - 1) << SFP_ROUND_PLACE, /* as a set of places */
    SFP_SIMPLE_PLACES = ((1 << SFP_MAX_LATENCY) - 1) << SFP_SIMPLE_PLACE,
};
/* Where results wait for the end of their cycle: those of one-cycle instructions, and by place. */
enum sfp_slot {
    SFP_SLOT_SIMPLE, SFP_SLOT_ROUND, SFP_SLOT_LOAD,
    SFP_SLOT_PLACES,
    SFP_SLOTS = SFP_SLOT_PLACES + SFP_PLACES,
    SFP_NO_SLOT = SFP_SLOTS,
};
_Static_assert(SFP_SLOTS <= 32, "sets of places and of slots are words: no latency may be longer than 5 cycles");

/* An instruction under way whose results land in a later cycle than it started in. */
struct sfp_flight {
    struct sfp_part part;
    uint64_t lands; /* the cycle at whose end they do */
    uint8_t began, ends; /* the ring's index then, and when they do */
    uint32_t ways;       /* in which it executes, if the engine looks for findings: ways.h */
    bool done;      /* nobody could see when they land, and they have: it only occupies its sub-unit */
};

/* When a register's newest result can be read, and the places of the flights whose results it waits for. */
struct sfp_ready {
    uint64_t at;
    uint32_t by;
};

/* The Dst cells that a load or store reaches: a group of four physical rows, and which columns, a set. */
struct sfp_dst_cells {
    unsigned row; /* of 16-bit cells, or of the high halves of 32-bit ones, whose low halves are 8 rows on */
    unsigned columns;
    bool wide;
};

/* What the last cycle leaves for the rules of the next. */
struct sfp_last {
    bool wrote_lane_config, wrote_macro_config; /* by SFPCONFIG */
    uint8_t macro_targets[2]; /* 1 + what SFPCONFIG wrote of LoadMacroConfig in the last cycle and the one before; 0: none */
    uint32_t any_lane_config_before, all_lane_config_before; /* OR and AND over all lanes */
    enum sfp_id control;                        /* id of the instruction of another unit, if has_control */
    bool has_control;
};

/* What keeps all but SFPNOP out of the vector unit until cycle `until`. */
struct sfp_hold {
    uint64_t until;
    enum sfp_stall stall;
};

/*
 * A vector instruction that an interlock holds. It has left the wait gate for the vector unit's input, which has room
 * for one (sfpu-timing(7), What is held with it).
 */
struct sfp_at_input {
    bool live;
    struct sfp_op op;
    uint64_t id;
    enum sfp_stall by; /* what held it last */
    struct sfp_fetch_origin origin; /* if the engine stops between cycles */
};

/* Where Misc that makes delays count instructions may hang the unit: is it written, and does other work come before an
 * SFPLOADMACRO? */
enum sfp_arming { SFP_NOT_ARMED, SFP_ARMED, SFP_PASSED_BY };

struct sfp_tape;

/* A read of a register beside a write of it, by instructions of one SFPLOADMACRO: hazards_doubt.c. */
struct sfp_doubt {
    struct sfp_part reader, writer;
    uint64_t cycle, lands; /* when both started; at the end of which cycle the writer's result is there */
    uint32_t lanes;        /* in which the reader reads the register */
};

/* -Wuninit, apart from what data are: by LReg the ways in which it was written, and those, a mask, that were in some ways
 * of an earlier epoch. */
struct sfp_written_ways {
    uint32_t ways[SFP_LREGS], partly;
    unsigned epoch;
};

struct sfp_engine {
    struct sfp_machine *m;
    struct sfp_frontend *f;
    const struct sfp_timing_options *options;
    struct sfp_observer *observers; /* those of the options, as long as they want to hear more */
    struct sfp_timing_result *result;
    uint64_t cycle, next_id;
    uint64_t after_effect; /* the cycle after the last one in which anything happened */

    const struct sfp_op *head; /* fetched, not issued yet */
    uint64_t head_id;
    bool has_head, ended;
    bool told; /* observers know of the head */
    struct sfp_at_input input; /* older than the head */

    unsigned queued[SFP_UNITS], total_queued;
    uint8_t next_address;

    uint32_t flying;                     /* the places in use */
    uint32_t landing[SFP_MAX_LATENCY];   /* a ring: the places whose flights land at the end of a cycle */
    uint32_t opened;                     /* slots that hold something, or did: each costs a page of memory */
    unsigned beat;                       /* its index for this cycle; from 0 again when nothing has flown */
    unsigned others;                     /* further groups of lanes that fly */
    struct sfp_ready ready[SFP_LREGS];
    uint32_t unready;                    /* registers that may not be ready: a mask */
    struct sfp_ready seen[SFP_SCORED_LREGS]; /* by Blackhole's scoreboard; `by` is the newest flight's place */
    uint64_t seen_until;                 /* from here on all are ready */
    struct sfp_hold hold;

    const struct sfp_part *now;   /* observed: the vector instruction that executes, or NULL */
    struct sfp_reporter reporter; /* of who runs the engine */
    bool looks;                   /* for findings about time: somebody would hear of them */
    bool stops;                   /* between cycles, where results are to be seen that have landed, and no others */
    bool reuses;                  /* passes on tape, whose cycles are not counted one by one */

    struct sfp_last last;
    struct sfp_ways ways;         /* where it looks */
    struct sfp_op wait; /* the latch of the wait gate */
    bool waiting;
    struct sfp_op delayed; /* a configuration write that lands at the end of this cycle, or RDCFG */
    bool has_delayed;
    uint64_t delayed_id;
    uint32_t delayed_gpr[SFP_GPRS]; /* the GPRs as it found them; for RDCFG, the first is the value it read */

    uint64_t matrix_until; /* the cycle in which the matrix unit has nothing to do any more */

    bool seeded;
    uint64_t seeded_at;
    unsigned since_zeroacc; /* instructions issued since; saturates */
    uint32_t *written;               /* -Wuninit: lanes of each LReg that were written */
    uint32_t own_written[SFP_LREGS]; /* that, unless who runs the engine has it */
    struct sfp_written_ways written_ways;
    uint32_t doubted;          /* registers with a doubt: a mask */
    uint64_t owner[SFP_LREGS]; /* while anything is queued: who wrote each last, as hazards_owner.c numbers SFPLOADMACROs */
    struct sfp_dst_cells stored;     /* by the last store, in cycle stored_at */
    uint64_t stored_at;
    size_t stored_by;                /* its index, or that of its SFPLOADMACRO */
    bool outside_said;               /* an SFPLOADMACRO outside REPLAY and MOP was reported */
    enum sfp_arming arming;
    struct sfp_op armed_by;          /* the SFPCONFIG that wrote Misc */
    size_t passed_by;                /* the index of the first instruction that passed it by */
    const uint32_t *words;           /* the program */
    struct sfp_tape *tape;   /* what is done is taped; NULL: it is not */

    /* Room that needs no clearing, and costs nothing until it is used. */
    struct sfp_pending slots[SFP_SLOTS]; /* to be opened */
    _Alignas(64) uint32_t swap_lanes[SFP_MAX_LATENCY][SFP_LANES]; /* by when SFPSWAP decided */
    uint16_t addresses[SFP_ADDRESSES];
    struct sfp_flight flight[SFP_PLACES];
    struct sfp_doubt doubt[SFP_LREGS]; /* by register: those that are doubted */
    struct sfp_flight other[SFP_GROUPS]; /* flights of further lane groups (struct sfp_cycle) */
    struct sfp_part queue[SFP_UNITS][SFP_QUEUE_ROOM];
    struct sfp_machine flags_by_way; /* its flags and stack, while ways.decided */
};

/*
 * The instructions that execute in one cycle, at most one a sub-unit in any
 * lane. Where groups of lanes hold different macro configurations, a sub-unit
 * may do one thing in some lanes and another in others: those are in `other`.
 */
struct sfp_cycle {
    struct sfp_part part[SFP_UNITS];
    unsigned count; /* live parts */
    bool issued_vector;
    unsigned others;
    struct sfp_other {
        struct sfp_part part;
        enum sfp_unit unit;
    } other[SFP_GROUPS];
};

/* ---- pipeline.c ---- */

/* An engine at the start of a run; NULL, with *result saying so, without memory. */
struct sfp_engine *sfp_engine_new(struct sfp_machine *m, const uint32_t *words, size_t count,
                                  const struct sfp_timing_options *options, struct sfp_timing_result *result);
void sfp_engine_free(struct sfp_engine *e);

/* Saves or loads all of it, but for the machine; between cycles. engine_archive.c. */
void sfp_engine_archive(struct sfp_engine *e, struct archiving *a);

/* Before a pass. */
void sfp_engine_begin_pass(struct sfp_engine *e);

/* Brings those counts of the result up to date that are kept elsewhere, and sfp_refuse_sums(). */
void sfp_engine_count(const struct sfp_engine *e);

/* ---- cycle.c ---- */

/* Asks for the next word if there is none: the end shows only then, and takes no cycle. To be followed by the cycle that
 * it asks in, unless there is a head then. False: the run fails. */
bool sfp_engine_ahead(struct sfp_engine *e);

/* An instruction that the thread has still to issue. */
struct sfp_next {
    const struct sfp_op *op;
    uint64_t id;
    bool issues; /* in the cycle that comes */
};
enum { SFP_MOST_NEXT = 2 };

/* What is next to issue, oldest first: an instruction at the vector unit's input, and the head. Returns how many. */
unsigned sfp_engine_next(const struct sfp_engine *e, struct sfp_next next[SFP_MOST_NEXT]);

/* A cycle of a pass that has not ended. False: the run fails. */
bool sfp_engine_advance(struct sfp_engine *e);

/* A cycle behind the last pass, in which what is under way comes nearer to its end. False: nothing is. */
bool sfp_engine_drain(struct sfp_engine *e);

/* Would there be such a cycle? */
bool sfp_engine_under_way(const struct sfp_engine *e);

/* ---- timing_rules.c ---- */

/* Reads and writes of LRegs 0..7 that Blackhole's scoreboard sees. */
uint32_t sfp_detected_reads(const struct sfp_op *op);
uint32_t sfp_detected_writes(const struct sfp_op *op);

/* What keeps others out of the unit while `op` executes, or SFP_STALL_NONE. */
enum sfp_stall sfp_holding(enum sfp_arch arch, const struct sfp_op *op);

/* Cycles for which it occupies its sub-unit. */
unsigned sfp_busy_cycles(enum sfp_arch arch, const struct sfp_op *op);

static inline bool sfp_is(const struct sfp_op *op, enum sfp_id id)
{
    return op->insn->id == id;
}

/* ---- flights.c ---- */

/*
 * A place for `op`, which takes more than a cycle and starts in this one: the caller fills its part. With `regular`,
 * interlocks know of it.
 */
struct sfp_flight *sfp_take_off(struct sfp_engine *e, const struct sfp_op *op, bool regular);

/* Makes a slot ready for use, if it is not. */
static inline void sfp_open_slot(struct sfp_engine *e, enum sfp_slot slot)
{
    if (!(e->opened >> slot & 1))
        sfp_pending_clear(&e->slots[slot]);
    e->opened |= 1u << slot;
}

/* What landed in this cycle is over. */
void sfp_touch_down(struct sfp_engine *e);

/* The next cycle comes. */
static inline void sfp_next_cycle(struct sfp_engine *e)
{
    e->cycle++;
    e->beat = e->flying ? (e->beat + 1) % SFP_MAX_LATENCY : 0;
}

/* `cycles` more have gone by, in which all came to where it is. */
void sfp_flights_shift(struct sfp_engine *e, uint64_t cycles);

/* Those of the registers `lregs` whose newest results land at the end of this cycle or later: a mask. */
uint32_t sfp_not_ready(const struct sfp_engine *e, uint32_t lregs);

/* The flights, as a set of places, that the registers `lregs` wait for. */
uint32_t sfp_waits_for(const struct sfp_engine *e, uint32_t lregs);

/* Does Blackhole's scoreboard see `op` read what is not ready? */
bool sfp_is_scored(const struct sfp_engine *e, const struct sfp_op *op);

/* Which of the instructions under way that is: one that it does read, where there is one, and then *truly. */
const struct sfp_op *sfp_scored_writer(const struct sfp_engine *e, const struct sfp_op *op, bool *truly);

/* The places whose flights land at the end of this cycle. */
static inline uint32_t sfp_landing_now(const struct sfp_engine *e)
{
    return e->landing[e->beat];
}

/* The slot that its results wait in: those of one sub-unit that land together share it. */
enum sfp_slot sfp_flight_slot(const struct sfp_flight *flight);

/* ---- macroqueue.c ---- */

/* Takes the items that are due into `set`. */
void sfp_queue_due(struct sfp_engine *e, struct sfp_cycle *set);

/* Counts down what stays; `issued` says whether the thread issues a vector instruction in this cycle. */
void sfp_queue_tick(struct sfp_engine *e, bool issued);

/* Is anything in the queues that runs only once further instructions have issued? */
bool sfp_queue_awaits_insns(const struct sfp_engine *e);

/* Puts what SFPLOADMACRO `part` schedules into the queues; its load part used Dst address `addr`. */
void sfp_queue_macro(struct sfp_engine *e, const struct sfp_part *part, uint16_t addr);

/* Can none of the queued items ever become due, since they count instructions and none comes? */
bool sfp_queue_stuck(const struct sfp_engine *e);

/* Reports and drops all that is queued. */
void sfp_queue_abandon(struct sfp_engine *e);

/* ---- stalls.c: the wait gate ---- */

/* Wait conditions as the cycle finds them: what is in its second cycle, and the semaphores. */
struct sfp_conditions {
    bool sfpu, config, semaphore;
};

/* Is the matrix unit at work in this cycle, on what has issued? */
static inline bool sfp_matrix_busy(const struct sfp_engine *e)
{
    return e->matrix_until > e->cycle;
}

bool sfp_gate_holds(const struct sfp_engine *e, const struct sfp_op *head);
struct sfp_conditions sfp_gate_start_of_cycle(const struct sfp_engine *e);
void sfp_gate_end_of_cycle(struct sfp_engine *e, struct sfp_conditions found, const struct sfp_op *issued);

/* Is `head` held by a wait that nothing can end? Fills the result. */
bool sfp_gate_deadlock(struct sfp_engine *e);

/* ---- stalls.c ---- */

/* Are the interlocks of the vector unit on? */
bool sfp_interlocks_work(const struct sfp_engine *e);

/* Why an interlock of the vector unit holds `op` in this cycle: there is none for instructions of other units. */
enum sfp_stall sfp_interlock(const struct sfp_engine *e, const struct sfp_op *op);

/* Why the configuration unit keeps `head` before the wait gate in this cycle. */
enum sfp_stall sfp_configuration_stall(const struct sfp_engine *e, const struct sfp_op *head);

/* ---- hazards.c and hazards_*.c ---- */

/* All rules of rules.def; the cycle was in the situations `start` before anything in it was done. */
void sfp_hazards_check(struct sfp_engine *e, const struct sfp_cycle *set, uint32_t start);
void sfp_hazards_control(struct sfp_engine *e, const struct sfp_op *op);
void sfp_hazards_stall(struct sfp_engine *e, const struct sfp_op *head, enum sfp_stall stall);
void sfp_hazards_gate_open(struct sfp_engine *e);

/* The LRegs whose values the SFPLOADMACRO `macro_id`, or what it scheduled, wrote last. Known while that has items queued. */
uint32_t sfp_owned_lregs(const struct sfp_engine *e, uint64_t macro_id);

/* The LRegs that an instruction outside of macros wrote last, or nothing yet. */
uint32_t sfp_issued_lregs(const struct sfp_engine *e);

/* An SFPLOADMACRO executes; SFPCONFIG `op` has written Misc; the run is over. */
void sfp_hazards_macro(struct sfp_engine *e, const struct sfp_part *part);
void sfp_hazards_misc(struct sfp_engine *e, const struct sfp_op *op);
void sfp_hazards_end(struct sfp_engine *e);

/* The machine's reporter while the engine runs it: adds the cycle to what the semantics find, and tells the
 * observers. */
void sfp_hazard_of_state(void *engine, enum sfp_finding finding, const struct sfp_op *op,
                         const struct sfp_finding_detail *detail);

/* Reports a finding about `part` to who runs the engine and to the observers. */
void sfp_hazard(struct sfp_engine *e, enum sfp_finding finding, const struct sfp_part *part,
                const struct sfp_finding_detail *detail);

/* At the start of a run that looks for registers that nothing has written. */
void sfp_uninit_begin(struct sfp_engine *e);

/* What `part` will reach in Dst, as it starts to execute. */
struct sfp_transfer sfp_transfer_of(const struct sfp_engine *e, const struct sfp_part *part);

/* What is noted of an issued load's or store's Dst cells in a plain cycle. `op` must be one of these. */
void sfp_hazards_dst(struct sfp_engine *e, const struct sfp_op *op);

/* ---- plain.c ---- */

/* Runs the cycle if it is a plain one. */
bool sfp_run_plain(struct sfp_engine *e);

/* ---- execute.c ---- */

/* Executes `set` and lets results land. */
void sfp_execute(struct sfp_engine *e, struct sfp_cycle *set);

/* ---- tape.c ---- */

/* Executes an instruction of another unit, `op` or NULL, and what was delayed from the cycle before; one of the two. */
void sfp_execute_control(struct sfp_engine *e, const struct sfp_op *op);

/* ---- event.c ---- */

/* Sends an event about `part` (NULL: none) to all observers. Fields of `event` that depend on the part are filled
 * in. */
void sfp_emit(const struct sfp_engine *e, struct sfp_event event, const struct sfp_part *part);

/* Behind the first of several passes: observers of that one need hear no more if there are no others. */
void sfp_engine_end_first_pass(struct sfp_engine *e);

static inline bool sfp_observed(const struct sfp_engine *e)
{
    return __builtin_expect(e->observers != NULL, 0);
}

#endif
