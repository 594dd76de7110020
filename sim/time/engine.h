/*
 * The inside of a timed run. pipeline.c runs passes, and advance.c runs their cycles, by cycle.c or shared_cycle.c. A
 * cycle goes through these files in this order:
 *   macroqueue.c  takes the items of SFPLOADMACRO that are due
 *   issue.c       fetches the front end's next instruction, and issues it; shared_cycle.c does so for each of
 *                 several threads, and arbiter.c decides between them
 *   stalls.c      decides what holds the instruction back: interlocks, and waits by STALLWAIT and SEMWAIT;
 *                 matrix_stalls.c does so for the matrix unit
 *   hazards.c     reports findings about what executes, by the rules of rules.def; ways.c follows tests of data
 *   execute.c     reads registers at the start of the cycle and commits results at its end
 *   flights.c     keeps results that land in later cycles, and the registers that wait for them
 *
 * The timing rules are data: timing_rules.c takes them from quirks.def. plain.c runs a cycle to which no rule applies
 * in one step. tape.c records the steps of a pass, and period.c runs them again in further passes. tape_simplify.c
 * merges steps first, where loads and stores are apart.
 */
#ifndef SFP_ENGINE_H
#define SFP_ENGINE_H

#include "isa/timing.h"
#include "model/model.h"
#include "pipeline.h"
#include "arbiter.h"
#include "base/archive.h"
#include "matrix_work.h"
#include "ways.h"

enum {
    /* Delays 0..6 and one fresh delay 7, times the lanes: a state file may configure every lane differently. */
    SFP_QUEUE_ROOM = 8 * SFP_LANES,
    SFP_ADDRESSES = 256, /* Dst addresses of macros in flight: at most 9 cycles' worth */
    SFP_GROUPS = 4 * SFP_LANES, /* groups of lanes beyond the first, times the sub-units that macros schedule on */
    SFP_SCORED_LREGS = 8, /* LRegs that Blackhole's interlock watches */
    SFP_LREG_MASK = (1 << SFP_SCORED_LREGS) - 1,
    SFP_UNINIT_LREGS = 0xFF | 1 << SFP_STAGING_LREG, /* LRegs without a value at reset, as a mask */
    SFP_ZEROACC_DISTANCE = 3, /* instructions that should separate ZEROACC and a load (sfpu-timing(7), Configuration) */
};

/* An instruction that executes in a cycle, or an item in a queue of SFPLOADMACRO. */
struct sfp_part {
    struct sfp_op op; /* instruction or item; a scheduled item has the index of its SFPLOADMACRO */
    uint64_t id;
    enum sfp_thread_id thread; /* thread that issued the instruction, or the item's SFPLOADMACRO */
    bool live;
    bool scheduled;
    bool is_template; /* a template load: takes its issue slot and does nothing else */
    /* Members up to `address` are for scheduled items only. */
    uint64_t macro_id, macro_cycle;
    uint8_t macro, loaded, selector;
    uint8_t counter, delay;
    bool counts_insns;
    uint8_t address; /* SFPSTORE: index of the macro's Dst address in sfp_engine's `addresses` */
    bool some_lanes; /* the part executes in `lanes` only */
    uint32_t lanes;  /* bit l = lane l */
    struct sfp_transfer transfer; /* transfer between LRegs and Dst; set from the start of execution on, if observers
                                   * listen, like `enabled` */
    uint32_t enabled; /* enabled lanes in which the part executes: a mask */
};

/*
 * Places of flights. A flight keeps an instruction of more than one cycle until its results land. Each sub-unit has one
 * place for every cycle of the ring in which an instruction can start. Results of one cycle land in the order of their
 * places.
 */
enum {
    SFP_MAD_PLACE = 0,
    SFP_ROUND_PLACE = SFP_MAD_PLACE + SFP_MAX_LATENCY,
    SFP_SIMPLE_PLACE = SFP_ROUND_PLACE + SFP_MAX_LATENCY,
    SFP_LOAD_PLACE = SFP_SIMPLE_PLACE + SFP_MAX_LATENCY,
    SFP_STORE_PLACE = SFP_LOAD_PLACE + SFP_MAX_LATENCY,
    SFP_PLACES = SFP_STORE_PLACE + SFP_MAX_LATENCY,
    SFP_ROUND_PLACES = ((1 << SFP_MAX_LATENCY) - 1) << SFP_ROUND_PLACE, /* set of Round's places */
    SFP_SIMPLE_PLACES = ((1 << SFP_MAX_LATENCY) - 1) << SFP_SIMPLE_PLACE,
};
/* Slots hold results until the end of the cycle in which they land: three for one-cycle instructions, then one for
 * every place. SFP_NO_SLOT: results land at once. */
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
    uint64_t lands; /* cycle at whose end the results land */
    uint8_t began, ends; /* index of the ring `landing` at the start, and when the results land */
    uint32_t ways;       /* ways (ways.h) in which the instruction executes; set if the engine looks for findings */
    bool done;      /* results have landed early, unseen: the flight only occupies its sub-unit */
};

/* The cycle from which a register's newest result can be read, and the places of the flights that the register waits
 * for. */
struct sfp_ready {
    uint64_t at;
    uint32_t by;
};

/* The Dst cells that a load or store reaches: a group of four physical rows, and a set of columns. */
struct sfp_dst_cells {
    unsigned row; /* 16-bit cells: their row; 32-bit cells: the row of the high halves, 8 rows before the low halves */
    unsigned columns;
    bool wide;
};

/* Facts about the last cycle that the rules of the next cycle need. */
struct sfp_last {
    bool wrote_lane_config, wrote_macro_config; /* by SFPCONFIG */
    uint8_t macro_targets[2]; /* targets of LoadMacroConfig that SFPCONFIG wrote in the last cycle and the cycle
                               * before, plus 1; 0: no write */
    uint32_t any_lane_config_before, all_lane_config_before; /* OR and AND of LaneConfig over all lanes, before the
                                                              * last cycle */
};

/* An interlock that keeps every instruction except SFPNOP out of the vector unit before cycle `until`. */
struct sfp_hold {
    uint64_t until;
    enum sfp_stall stall;
};

/*
 * What each thread has in front of the units: its front end, the instruction that it issues next, its wait gate, and
 * work of other units that lasts longer than the cycle of issue.
 */
struct sfp_issuer {
    enum sfp_thread_id thread;
    bool runs;                 /* the thread has words */
    const struct sfp_feed *feed; /* source of its words, or NULL */
    struct sfp_frontend *f;    /* NULL if the thread has no words */
    const struct sfp_op *head; /* instruction fetched last; has_head: it has not issued yet; NULL before the first */
    uint64_t head_id;
    bool has_head, ended;
    bool told; /* observers have heard of the head */

    struct sfp_op wait; /* the wait gate's latch; valid if `waiting` */
    bool waiting;
    bool has_control;    /* the thread issued to another unit in the last cycle */
    enum sfp_id control; /* id of that instruction */
    struct sfp_op delayed; /* RDCFG, or a configuration write that lands at the end of this cycle; valid if
                            * has_delayed */
    bool has_delayed;
    uint64_t delayed_id;
    uint32_t delayed_gpr[SFP_GPRS]; /* GPRs as the delayed write found them; for RDCFG, [0] is the value read */
    uint64_t matrix_until; /* first cycle in which the matrix unit has no more work of the thread */
    struct sfp_seam seam;
    unsigned since_zeroacc; /* instructions issued since ZEROACC; saturates at SFP_ZEROACC_DISTANCE */
};

/*
 * A vector instruction held by an interlock. The instruction has left the wait gate for the vector unit's input, which
 * has room for one (sfpu-timing(7), What is held with it).
 */
struct sfp_at_input {
    bool live;
    enum sfp_thread_id thread; /* thread of the instruction */
    struct sfp_op op;
    uint64_t id;
    enum sfp_stall by; /* cause of the newest stall */
    struct sfp_fetch_origin origin; /* origin of the instruction; set only if the engine can stop between cycles */
};

/* Progress of an armed Misc. Misc that makes delays count instructions hangs the unit if other work comes before an
 * SFPLOADMACRO (ARMED_MISC_HANGS in quirks.def). NOT_ARMED: Misc does not count instructions, or an SFPLOADMACRO has
 * come. ARMED: nothing has come since the write of Misc. PASSED_BY: other work came first. */
enum sfp_arming { SFP_NOT_ARMED, SFP_ARMED, SFP_PASSED_BY };

struct sfp_tape;

/* A doubt: one instruction of an SFPLOADMACRO reads a register in the cycle in which another writes it
 * (hazards_doubt.c). */
struct sfp_doubt {
    struct sfp_part reader, writer;
    uint64_t cycle, lands; /* cycle in which both started; cycle at whose end the writer's result lands */
    uint32_t lanes;        /* lanes in which the reader reads the register */
};

/* -Wuninit for other data than this run's: for every LReg the ways (ways.h) in which something wrote the register in
 * this epoch. `partly` is a mask of LRegs written in some ways of an earlier epoch, but not in all. */
struct sfp_written_ways {
    uint32_t ways[SFP_LREGS], partly;
    unsigned epoch;
};

struct sfp_engine {
    struct sfp_machine *m;
    struct sfp_issuer *own;            /* the thread that is being looked at, whose state is in place in `m` */
    struct sfp_issuer issuer[SFP_THREADS];
    const struct sfp_threads *threads; /* several threads run; NULL: one */
    struct sfp_arbiter_state arbiter;
    const struct sfp_timing_options *options;
    struct sfp_observer *observers; /* observers of the options; NULL once none wants to hear more */
    uint32_t heard; /* set of the kinds of events that an observer wants to hear */
    struct sfp_timing_result *result;
    uint64_t cycle, next_id;
    uint64_t after_effect; /* cycle after the last cycle with an effect */

    bool ended;                /* all threads have ended */
    bool sync_taken;           /* a feed's core has written a semaphore in this cycle */
    uint64_t quiet;            /* with several threads: cycle since which none has issued, and nothing was under way */
    unsigned stuck;            /* number of cycles in a row in which every thread waited for others */
    struct sfp_at_input input; /* instruction held at the vector unit's input, older than its thread's head */

    unsigned queued[SFP_UNITS], total_queued;
    uint8_t next_address;

    uint32_t flying;                     /* set of places in use */
    uint32_t landing[SFP_MAX_LATENCY];   /* a ring: for each cycle, the places whose flights land at its end */
    uint32_t opened;                     /* slots that have been cleared for use: a set. Opening a slot costs a page
                                          * of memory */
    unsigned beat;                       /* this cycle's index in `landing`; restarts at 0 when nothing flies */
    unsigned others;                     /* number of flights in `other` */
    struct sfp_ready ready[SFP_LREGS];
    uint32_t unready;                    /* set of registers that may not be ready */
    struct sfp_ready seen[SFP_SCORED_LREGS]; /* ready times by Blackhole's scoreboard; `by` is the newest flight's
                                              * place */
    uint64_t seen_until;                 /* cycle from which the scoreboard sees every register ready */
    struct sfp_hold hold;
    struct sfp_matrix_unit matrix;
    bool products_open; /* the table of products has been cleared for use */
    uint32_t products; /* number that grows when products added before no longer count: sources or Dst have changed */

    const struct sfp_part *now;   /* if observers listen: the vector instruction that executes, or NULL */
    struct sfp_reporter reporter; /* the caller's reporter */
    bool looks;                   /* looks for findings about time: an observer or reporter would hear them */
    bool stops;                   /* the run may stop between cycles, and must then show exactly the results that
                                   * have landed */
    bool reuses;                  /* runs passes from tape, without counting cycles */

    struct sfp_last last;
    struct sfp_ways ways;         /* kept up to date if `looks` */
    bool seeded;
    uint64_t seeded_at;
    uint32_t *written;               /* -Wuninit: for every LReg, a mask of the lanes written */
    uint32_t own_written[SFP_LREGS]; /* room for `written`, used if the caller gives none */
    struct sfp_written_ways written_ways;
    uint32_t doubted;          /* mask of registers with an open doubt */
    uint64_t owner[SFP_LREGS]; /* while anything is queued: the last writer of every register, as hazards_owner.c
                                * numbers SFPLOADMACROs */
    struct sfp_dst_cells stored;     /* cells that the last store wrote, in cycle stored_at */
    uint64_t stored_at;
    size_t stored_by;                /* the store's index, or its SFPLOADMACRO's */
    bool outside_said;               /* an SFPLOADMACRO outside REPLAY and MOP was reported */
    enum sfp_arming arming;
    struct sfp_op armed_by;          /* the SFPCONFIG that wrote Misc */
    size_t passed_by;                /* index of the work that came before an SFPLOADMACRO, if PASSED_BY */
    const uint32_t *words;           /* words of the program */
    struct sfp_tape *tape;   /* tape that records steps; NULL: no recording */

    /* Members from here on need no clearing, and cost no memory before use. */
    struct sfp_pending slots[SFP_SLOTS]; /* slots for results; each valid after sfp_open_slot() */
    _Alignas(64) uint32_t swap_lanes[SFP_MAX_LATENCY][SFP_LANES]; /* for every index of the ring: lanes in which
                                                                   * SFPSWAP exchanges */
    uint16_t addresses[SFP_ADDRESSES];
    struct sfp_product product[SFP_PRODUCTS]; /* a hash table: place key % SFP_PRODUCTS */
    struct sfp_flight flight[SFP_PLACES];
    struct sfp_doubt doubt[SFP_LREGS]; /* open doubts, valid for registers of `doubted` */
    struct sfp_flight other[SFP_GROUPS]; /* flights of further lane groups (struct sfp_cycle) */
    struct sfp_part queue[SFP_UNITS][SFP_QUEUE_ROOM];
    struct sfp_machine flags_by_way; /* flags and flag stack with one lane for each way; valid while ways.decided */
};

/*
 * The instructions that execute in one cycle: at most one for each sub-unit in any lane. Groups of lanes may hold
 * different macro configurations, and then a sub-unit does different things in different lanes. `other` holds the
 * groups after the first.
 */
struct sfp_cycle {
    struct sfp_part part[SFP_UNITS];
    unsigned count; /* number of live parts */
    bool issued_vector;
    unsigned others;
    struct sfp_other {
        struct sfp_part part;
        enum sfp_unit unit;
    } other[SFP_GROUPS];
};

/* ---- pipeline.c ---- */

/* Makes an engine at the start of a run. Returns NULL without memory; *result then says so. The caller frees the
 * engine by sfp_engine_free(). */
struct sfp_engine *sfp_engine_new(struct sfp_machine *m, const uint32_t *words, size_t count,
                                  const struct sfp_timing_options *options, struct sfp_timing_result *result);
void sfp_engine_free(struct sfp_engine *e);

/* Saves or loads the engine's whole state, except the machine. Call between cycles. In engine_archive.c. */
void sfp_engine_archive(struct sfp_engine *e, struct archiving *a);

/* Prepares a pass: rewinds the front end and tells observers. */
void sfp_engine_begin_pass(struct sfp_engine *e);

/* Brings the result's cycles, held cycles and course up to date, and calls sfp_refuse_sums(). */
void sfp_engine_count(const struct sfp_engine *e);

/* ---- advance.c ---- */

/* Fetches the next instruction if the engine has no head. The caller then runs the cycle by sfp_engine_advance(),
 * except at the end of the program, which takes no cycle and sets `ended`. Returns false if the run fails. */
bool sfp_engine_ahead(struct sfp_engine *e);

/* An instruction that a thread has still to issue. */
struct sfp_next {
    enum sfp_thread_id thread;
    const struct sfp_op *op;
    uint64_t id;
    bool issues; /* the instruction issues in the coming cycle */
};
enum { SFP_MOST_NEXT = 1 + SFP_THREADS };

/* Fills `next` with the next instructions to issue: the instruction at the vector unit's input, and every thread's
 * head. Returns their number. */
unsigned sfp_engine_next(const struct sfp_engine *e, struct sfp_next next[SFP_MOST_NEXT]);

/* Runs one cycle of a pass that has not ended. Returns false if the run fails. */
bool sfp_engine_advance(struct sfp_engine *e);

/* Runs one cycle after the last pass, to let instructions under way finish. Returns false, and runs no cycle, if
 * nothing is under way; drops queued items that can never become due. */
bool sfp_engine_drain(struct sfp_engine *e);

/* Returns whether sfp_engine_drain() would run a cycle. */
bool sfp_engine_under_way(const struct sfp_engine *e);

/* ---- timing_rules.c ---- */

/* Return the LRegs 0..7, as a mask, that Blackhole's scoreboard sees `op` read or write. */
uint32_t sfp_detected_reads(const struct sfp_op *op);
uint32_t sfp_detected_writes(const struct sfp_op *op);

/* Returns the stall that keeps other instructions out of the vector unit while `op` executes, or SFP_STALL_NONE. */
enum sfp_stall sfp_holding(enum sfp_arch arch, const struct sfp_op *op);

/* Returns the number of cycles for which `op` occupies its sub-unit: 0 for SFPNOP. */
unsigned sfp_busy_cycles(enum sfp_arch arch, const struct sfp_op *op);

static inline bool sfp_is(const struct sfp_op *op, enum sfp_id id)
{
    return op->insn->id == id;
}

/* ---- flights.c ---- */

/*
 * Starts a flight for `op`, an instruction of more than one cycle that starts in this cycle. The caller fills the
 * flight's part. `regular`: the thread issued `op`, so that interlocks take note of it.
 */
struct sfp_flight *sfp_take_off(struct sfp_engine *e, const struct sfp_op *op, bool regular);

/* Clears a slot before its first use. */
static inline void sfp_open_slot(struct sfp_engine *e, enum sfp_slot slot)
{
    if (!(e->opened >> slot & 1))
        sfp_pending_clear(&e->slots[slot]);
    e->opened |= 1u << slot;
}

/* Ends the flights that land in this cycle. */
void sfp_touch_down(struct sfp_engine *e);

/* Moves on to the next cycle. */
static inline void sfp_next_cycle(struct sfp_engine *e)
{
    e->cycle++;
    e->beat = e->flying ? (e->beat + 1) % SFP_MAX_LATENCY : 0;
}

/* Moves the times of all flights and interlocks `cycles` later, for cycles that were skipped. */
void sfp_flights_shift(struct sfp_engine *e, uint64_t cycles);

/* Returns the registers of `lregs`, as a mask, whose newest results land at the end of this cycle or later. */
uint32_t sfp_not_ready(const struct sfp_engine *e, uint32_t lregs);

/* Returns the flights, as a set of places, that the registers `lregs` wait for. */
uint32_t sfp_waits_for(const struct sfp_engine *e, uint32_t lregs);

/* Returns whether Blackhole's scoreboard sees `op` read a register that is not ready. */
bool sfp_is_scored(const struct sfp_engine *e, const struct sfp_op *op);

/* Returns the instruction in flight that the scoreboard sees `op` depend on, preferably one whose result `op` really
 * reads: *truly says so. Returns NULL without such an instruction. */
const struct sfp_op *sfp_scored_writer(const struct sfp_engine *e, const struct sfp_op *op, bool *truly);

/* Returns the places whose flights land at the end of this cycle. */
static inline uint32_t sfp_landing_now(const struct sfp_engine *e)
{
    return e->landing[e->beat];
}

/* Returns the slot that holds the flight's results. Results of one sub-unit that land together share a slot. */
enum sfp_slot sfp_flight_slot(const struct sfp_flight *flight);

/* ---- macroqueue.c ---- */

/* Moves the items that are due from the queues into `set`. */
void sfp_queue_due(struct sfp_engine *e, struct sfp_cycle *set);

/* Counts down the delays of the queued items. `issued`: a thread issues a vector instruction in this cycle. */
void sfp_queue_tick(struct sfp_engine *e, bool issued);

/* Returns whether a queued item waits for further instructions to issue. */
bool sfp_queue_awaits_insns(const struct sfp_engine *e);

/* Queues the items that SFPLOADMACRO `part` schedules. `addr`: Dst address of the SFPLOADMACRO's load. */
void sfp_queue_macro(struct sfp_engine *e, const struct sfp_part *part, uint16_t addr);

/* Returns whether no queued item can ever become due, because delays count instructions and none will come. */
bool sfp_queue_stuck(const struct sfp_engine *e);

/* Reports and drops all queued items. */
void sfp_queue_abandon(struct sfp_engine *e);

/* ---- shared_cycle.c: the cycles of several threads ---- */

/* Gives every thread's front end its turn, and sets `ended` if all threads have ended. Returns false if the run is
 * refused. */
bool sfp_threads_look(struct sfp_engine *e);

/* Runs one cycle of all threads. */
void sfp_threads_run_cycle(struct sfp_engine *e);

/* Returns whether every thread that has not ended waits for what no thread can give. If so, fills the result.
 * `had_effect`: the cycle that was run last had an effect. */
bool sfp_threads_deadlock(struct sfp_engine *e, bool had_effect);

/* Brings the state of `thread` into place, and returns to the selected thread's state. Do nothing with one thread. */
static inline void sfp_bring_in(const struct sfp_engine *e, enum sfp_thread_id thread)
{
    if (__builtin_expect(e->threads != NULL, 0))
        sfp_machine_swap_in(e->m, thread);
}

static inline void sfp_bring_selected(struct sfp_engine *e)
{
    sfp_bring_in(e, e->m->expander);
}

/* Returns whether a result of the thread's instructions or of its SFPLOADMACROs' items is under way. */
static inline bool sfp_thread_flies(const struct sfp_engine *e)
{
    if (__builtin_expect(e->threads == NULL, 1))
        return e->flying != 0;
    for (uint32_t left = e->flying; left; left &= left - 1)
        if (e->flight[__builtin_ctz(left)].part.thread == e->own->thread)
            return true;
    return false;
}

/* Returns whether a late configuration write of any thread is under way. */
static inline bool sfp_config_busy(const struct sfp_engine *e)
{
    if (__builtin_expect(e->threads == NULL, 1))
        return e->own->has_delayed;
    for (unsigned t = 0; t < SFP_THREADS; t++)
        if (e->issuer[t].has_delayed)
            return true;
    return false;
}

/* ---- issue.c ---- */

/* Returns whether the instruction at the vector unit's input executes in the coming cycle; whether a thread's head asks
 * for its unit; and whether it issues, unless another thread takes the unit. */
bool sfp_input_executes(const struct sfp_engine *e);
bool sfp_head_asks(const struct sfp_engine *e, const struct sfp_issuer *issuer);
bool sfp_head_issues(const struct sfp_engine *e, const struct sfp_issuer *issuer);

/* ---- stalls.c: the wait gate ---- */

/* The conditions of waits at the start of a cycle: results in flight, a configuration write in its second cycle, and
 * the semaphores that SEMWAIT waits for. */
struct sfp_conditions {
    bool sfpu, config, semaphore;
};

/* Returns whether the matrix unit works in this cycle on issued instructions of the thread. */
static inline bool sfp_matrix_busy(const struct sfp_engine *e)
{
    return e->own->matrix_until > e->cycle;
}

/* Returns whether the latched STALLWAIT or SEMWAIT of a thread holds its head in this cycle. */
bool sfp_gate_holds(const struct sfp_engine *e, const struct sfp_issuer *issuer);

/* Returns the conditions at the start of the cycle. */
struct sfp_conditions sfp_gate_start_of_cycle(const struct sfp_engine *e);

/* Opens the gate if no selected condition lasts. Then latches `issued`, another unit's instruction or NULL, if it is a
 * STALLWAIT or SEMWAIT. */
void sfp_gate_end_of_cycle(struct sfp_engine *e, struct sfp_conditions found, const struct sfp_op *issued);

/* Returns whether a wait that nothing in the thread can end holds the head. If so, fills *end. */
bool sfp_gate_stuck(struct sfp_engine *e, struct sfp_deadlock_end *end);

/* Returns whether the only thread waits for ever. If so, fills the result. */
bool sfp_gate_deadlock(struct sfp_engine *e);

/* ---- stalls.c ---- */

/* Returns whether the vector unit's interlocks are on. */
bool sfp_interlocks_work(const struct sfp_engine *e);

/* Returns the interlock of the vector unit that holds `op` in this cycle, or SFP_STALL_NONE. Interlocks never hold
 * other units' instructions. */
enum sfp_stall sfp_interlock(const struct sfp_engine *e, const struct sfp_op *op);

/* Returns why the configuration unit keeps a thread's head before the wait gate in this cycle, or SFP_STALL_NONE. */
enum sfp_stall sfp_configuration_stall(const struct sfp_engine *e, const struct sfp_issuer *issuer);

/* ---- matrix_stalls.c ---- */

/* Returns what keeps a thread's head before the matrix unit in this cycle, or SFP_STALL_NONE; SFP_STALL_NONE for other
 * units' instructions. */
enum sfp_stall sfp_matrix_stall(const struct sfp_engine *e, const struct sfp_issuer *issuer);

/* Notes that the thread issues `op` to the matrix unit in this cycle. Call before anything executes in the cycle. */
void sfp_matrix_start(struct sfp_engine *e, const struct sfp_op *op);

/* Moves the times of the unit's work `cycles` later, for cycles that were skipped. */
void sfp_matrix_shift(struct sfp_engine *e, uint64_t cycles);

/* ---- hazards.c and hazards_*.c ---- */

/* Asks the rules of rules.def about the cycle. `start`: the cycle's situations, taken before anything executed. */
void sfp_hazards_check(struct sfp_engine *e, const struct sfp_cycle *set, uint32_t start);

/* Checks an instruction of another unit, before it executes, and notes its effects for the rules. */
void sfp_hazards_control(struct sfp_engine *e, const struct sfp_op *op);

/* Reports a stall without need: the scoreboard holds `head` although it does not read the result. */
void sfp_hazards_stall(struct sfp_engine *e, const struct sfp_op *head, enum sfp_stall stall);

/* Reports a STALLWAIT for the vector unit that ends while SFPLOADMACRO still has items queued. */
void sfp_hazards_gate_open(struct sfp_engine *e);

/* Returns the LRegs, as a mask, that SFPLOADMACRO `macro_id` or its items wrote last. Valid while the macro has
 * items queued. */
uint32_t sfp_owned_lregs(const struct sfp_engine *e, uint64_t macro_id);

/* Returns the LRegs, as a mask, that an instruction outside macros wrote last, or that nothing wrote yet. */
uint32_t sfp_issued_lregs(const struct sfp_engine *e);

/* Check an SFPLOADMACRO that executes; note an SFPCONFIG `op` that has written Misc; end the run, and report what is
 * open. */
void sfp_hazards_macro(struct sfp_engine *e, const struct sfp_part *part);
void sfp_hazards_misc(struct sfp_engine *e, const struct sfp_op *op);
void sfp_hazards_end(struct sfp_engine *e);

/* The machine's reporter while the engine runs. Adds the cycle to a finding of the semantics, and tells the caller's
 * reporter and the observers. */
void sfp_hazard_of_state(void *engine, enum sfp_finding finding, const struct sfp_op *op,
                         const struct sfp_finding_detail *detail);

/* Reports a finding about `part` to the caller's reporter and to the observers. */
void sfp_hazard(struct sfp_engine *e, enum sfp_finding finding, const struct sfp_part *part,
                const struct sfp_finding_detail *detail);

/* ---- hazards_matrix.c ---- */

/* Begins without writes of the matrix unit that a load could come too early for. */
void sfp_seam_begin(struct sfp_seam *seam);

/* Counts an instruction that the thread issues. */
void sfp_seam_count(struct sfp_engine *e);

/* Notes the store at `index` to `cells`. */
void sfp_seam_store(struct sfp_engine *e, size_t index, const struct sfp_dst_cells *cells);

/* Checks a load of `cells`. */
void sfp_seam_load(struct sfp_engine *e, const struct sfp_part *part, const struct sfp_dst_cells *cells);

/* Checks an instruction of another unit, before it executes. */
void sfp_seam_control(struct sfp_engine *e, const struct sfp_part *part);

/* Reports banks that a finished run leaves valid, and data for SrcA and SrcB that no bank has taken. */
void sfp_seam_end(struct sfp_engine *e);

/* Records that the STALLWAIT `wait` no longer waits. */
void sfp_seam_drained(struct sfp_engine *e, const struct sfp_op *wait);

/* ---- hazards_product.c ---- */

/* Remembers a word of the matrix unit that adds a product to Dst, and reports it if the same product was added before.
 * Any other word of the unit, except a word that only steps counters, makes the engine forget the products. A bank of
 * SrcA or SrcB that is given back does so too. */
void sfp_check_product(struct sfp_engine *e, const struct sfp_part *part);

/* Forgets the products that were added to Dst. */
void sfp_products_forget(struct sfp_engine *e);

/* Copies the configuration fields that the matrix unit reads. */
void sfp_matrix_settings(const struct sfp_state *s, struct sfp_matrix_settings *settings);

/* Reports `part`, a write of configuration, if the settings now differ from `before`. */
void sfp_check_settings(struct sfp_engine *e, const struct sfp_matrix_settings *before, const struct sfp_part *part);

/* Marks the registers that have been written at the start of a run, for -Wuninit. */
void sfp_uninit_begin(struct sfp_engine *e);

/* Returns the Dst cells that `part` will reach. Call when `part` starts to execute. */
struct sfp_transfer sfp_transfer_of(const struct sfp_engine *e, const struct sfp_part *part);

/* Runs the Dst rules on the issued load or store `op` in a plain cycle. */
void sfp_hazards_dst(struct sfp_engine *e, const struct sfp_op *op);

/* ---- plain.c ---- */

/* Runs the cycle if it is plain: no rule applies (rules.def). Returns false, and does nothing, otherwise. */
bool sfp_run_plain(struct sfp_engine *e);

/* ---- execute.c ---- */

/* Executes `set`, and lands the results that are due at the end of this cycle. */
void sfp_execute(struct sfp_engine *e, struct sfp_cycle *set);

/* ---- tape.c ---- */

/* Executes an instruction of another unit, `op` or NULL, and the instruction delayed from the cycle before. At least
 * one must be present. */
void sfp_execute_control(struct sfp_engine *e, const struct sfp_op *op);

/* ---- event.c ---- */

/* Sends an event to all observers. Fills the members that depend on `part` (NULL: none), the cycle and the machine. */
void sfp_emit(const struct sfp_engine *e, struct sfp_event event, const struct sfp_part *part);

/* Sets the engine's observers: a chain, or NULL. */
void sfp_set_observers(struct sfp_engine *e, struct sfp_observer *observers);

/* After the first of several passes, drops the observers if every observer wants only that pass. */
void sfp_engine_end_first_pass(struct sfp_engine *e);

static inline bool sfp_observed(const struct sfp_engine *e)
{
    return __builtin_expect(e->observers != NULL, 0);
}

/* Returns whether an observer wants to hear events of this kind. */
static inline bool sfp_hears(const struct sfp_engine *e, enum sfp_event_kind kind)
{
    return __builtin_expect(e->heard >> kind & 1, 0);
}

#endif
