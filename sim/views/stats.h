/*
 * Statistics of a timed run: where its cycles went, and how near each region, REPLAY body and loop comes to the fewest
 * possible cycles.
 *
 * A block is one of:
 *   - a region (.region NAME ... .endregion);
 *   - a REPLAY body: the slots that a playback plays. Playbacks of the same slots with the same recording share a body;
 *   - a loop of the program, as program/loops.h defines it. Loops whose turns come from the same places share a block.
 *
 * An instance is one way through a block:
 *   - of a region, from entering it in the program to leaving it, with everything that a MOP or REPLAY in it expands
 *     to. If a region lies in recorded code, each playback through it is an instance too;
 *   - of a body, one playback;
 *   - of a loop, one turn, with everything that a MOP or REPLAY in it expands to.
 * Instances that issue nothing, such as the recording of a body, do not count.
 *
 * An instance takes the cycles in which the thread's next instruction belongs to it, whether the instruction issues or
 * is held, and the cycles in which a word of it yields no instruction: its issue slots and the cycles lost between
 * them. Results and scheduled work may come later, in parallel with the code after it.
 *
 * Floors, in cycles per instance:
 *   issue       its issue slots: one for every instruction, including SFPNOP and discarded instructions;
 *   sub-unit    cycles for which its instructions and scheduled items hold each sub-unit: 0 for SFPNOP; all cycles
 *               until the result can be read if an interlock keeps others out, as after SFPSWAP; otherwise 1;
 *   chain       1 + the latest start of an issued instruction, if each started as soon as the values that it reads
 *               were present: LRegs, flags, flag stack, SFPSHFT2's latch. Values from before the instance are present
 *               at 0. Latencies are those of latency.def. SFPSWAP also reads in its last cycle (Mod1 0: only there). A
 *               scheduled item starts no earlier than 1 + delay after its SFPLOADMACRO. A dependence is on the value
 *               that was really read: a result that had not landed (Wormhole) is no dependence. A write under flags
 *               depends on the old value too. Dependences through Dst and counters are left out;
 *   carried     for a body played back to back, or an innermost loop without a playback and with no more words than
 *               the replay buffer: the longest chain from an instruction to the same instruction in the next playback
 *               (as OSACA's loop-carried dependency), over the first few pairs of playbacks.
 * The dependence floor is the larger of chain and carried, or carried if they are equal. Reports list the instructions
 * of one chain of that length. If the chain has more than SFP_STATS_LINKS instructions, as in a long region, they list
 * the first ones and the last. `latency` is the chain to the last result, including scheduled results; it is not a
 * floor, because instances overlap.
 *
 * A vector of 32 lanes is the contents of an address of Dst: four rows of even or odd columns. A pass's last store to a
 * vector is a result, whatever the pass stored there before, and whichever lanes are enabled. The cost of a vector is
 * the run's cycles divided by the results of all passes.
 *
 * The cost in the steady state, without set-up and end, comes from the cycles between one result of a pass and the
 * next. Among the stretches in which these gaps repeat, with a period of 1 to 16 results and at least 3 times, the
 * longest counts; among equally long stretches, the one with the shortest period. The cost is the cycles of a period
 * divided by its results. A stretch does not count if, at its cost, the pass's results would take less than three
 * quarters of the cycles from the pass's first store to its last: such a pass goes over its vectors several times, and
 * the stretch is only part of its work. If no stretch counts, the cost is the cycles from the first store to the last,
 * divided by the number of results after the first, in the first pass with two results; otherwise the run's cycles
 * divided by its results.
 *
 * The caller may set the number of vectors of a pass, because the stores of a reduction do not show it. The number then
 * replaces the results, both in the steady state and, without one, over the run's cycles.
 *
 * For kernels with macros, the statistics also have the schedule's steady state: the period of P cycles, up to 256,
 * with the longest stretch. In a stretch, each cycle starts the same instructions and items as the cycle P before it,
 * ignoring registers, addresses and macro numbers; the period must occur at least 3 times. The floors of a period are
 * issue and sub-units as above, and ports: Simple and Round share a cycle only if exactly one of them writes L16
 * (sfpu-timing(7), Conflicts).
 *
 * A block is bound by the floors that equal the achieved cycles (the median), or, if no floor does, by the causes of
 * the cycles above the issue floor.
 *
 * Memory is bounded by the program's size, not the run's length. Of the cycles per instance, SFP_STATS_BINS different
 * values are kept; further values count as the nearest kept value.
 *
 * ---- JSON, schema "sfpsim-stats", version 3 ----
 *
 * Members may be added within a version, but no member goes or changes its meaning. CAUSE is a name of STALL in
 * quirks.def, UNIT one of load, simple, mad, round, store. Counts are integers. PLACE is {"index": word of the program,
 * "file", "line", "column", "text": the source line}, without the last four if the program has no source.
 *
 * {
 *   "schema": "sfpsim-stats", "version": 3,
 *   "kernel": path, "arch": "wormhole" | "blackhole", "passes": n,
 *   "cycles": n,                   first word's entry to last effect
 *   "instructions": {
 *     "issued": n,                 "vector": issued to the vector unit; "nops": SFPNOPs of these;
 *     "vector": n, "nops": n,      "discarded": lost to scheduled items
 *     "discarded": n,
 *     "scheduled": n,              items scheduled by SFPLOADMACRO that executed
 *     "forgotten": n               items that did not execute
 *   },
 *   "ipc": x,                      issued / cycles
 *   "operations_per_cycle": x,     sub-unit operations except SFPNOP / cycles
 *   "stores": n,                   SFPSTOREs executed
 *   "vectors": n,                  results, or the caller's number
 *   "cycles_per_32_lanes": x,      cycles / vectors; null without vectors
 *   "cycles_per_face": x,          of 8 vectors, and of 32: 8 and 32 times as many; null without vectors
 *   "cycles_per_tile": x,
 *   "steady_cycles_per_32_lanes": x,   without set-up and end; null without vectors
 *   "steady_cycles_per_face": x, "steady_cycles_per_tile": x,
 *   "slots": {                     issued, lost and drain add up to cycles, except of several threads, each of which
 *                                  has a slot in each cycle
 *     "issued": n,
 *     "lost": {CAUSE: n, ...},     every cause, including zeros
 *     "hidden": {CAUSE: n, ...},   cycles in which an instruction was held but another unit's instruction issued, so
 *                                  that no cycle was lost
 *     "drain": n                   after the last instruction
 *   },
 *   "pusher_held": n,              cycles in which a full queue held a word ready to be pushed
 *   "units": {UNIT: {
 *     "started": n,                operations except SFPNOP
 *     "busy": n,                   cycles in which the sub-unit was held
 *     "busy_percent": x            share of all cycles
 *                                  UNIT "matrix", the matrix unit, only if it has worked
 *   }, ...},
 *   "lost": [{"cause": CAUSE, "cycles": n, "words": n, PLACE}, ...],
 *   "hidden": [{"cause": CAUSE, "cycles": n, "words": n, PLACE}, ...],       by the held instruction
 *   "discards": [{"times": n, "words": n, PLACE}, ...],
 *   "forgotten": [{"times": n, "words": n, PLACE}, ...],     by SFPLOADMACRO
 *                                  largest first; words of one source line share an entry with the first word's PLACE
 *   "blocks": [{
 *     "thread": name,              only of a run of several threads
 *     "kind": "region" | "replay" | "loop",
 *     "name": name,                region: its name
 *     "slot": n, "count": n,       body: first slot, number of slots played
 *     "recorded": PLACE,           body: its first instruction
 *     "played": PLACE,             body: the REPLAY or MOP that first played it
 *     "words": n,                  loop: words in a turn
 *     "begins": PLACE,             loop: its first word
 *     "instances": n,
 *     "cycles": {"first": n, "min": n, "median": n, "max": n, "total": n},
 *     "issued": n, "nops": n,      of an instance of median length, like the members up to "latency"
 *     "lost": {CAUSE: n, ...}, "hidden": {CAUSE: n, ...},
 *     "floors": {
 *       "issue": n,
 *       "units": {UNIT: n, ...},
 *       "dependence": n, "chain": n,
 *       "carried": n               null: not a body or such a loop, or never played back to back
 *     },
 *     "critical": {                the instructions of the dependence floor, in order
 *       "floor": "chain" | "carried",
 *       "instructions": [{
 *         "cycles": n,             from its earliest start to the next instruction's; for a chain's last instruction 1,
 *                                  for a carried chain's last to the first of the next instance; the sum is the floor
 *         "latency": n,            until its result can be read
 *         "left_out": n,           instructions of a long chain left out before the next one
 *         "by": "issue" | "macro", "item": instruction, PLACE}, ...]   by macro, PLACE is the SFPLOADMACRO's
 *     },
 *     "latency": n,
 *     "lost_total": {CAUSE: n, ...}, "hidden_total": {CAUSE: n, ...},          over all instances
 *     "binds": ["issue" | UNIT | "dependence" | "stall:CAUSE", ...]
 *   }, ...],
 *   "schedule": {                  null: no SFPLOADMACRO executed
 *     "period": n,                 null: no steady state; then only the last two members follow
 *     "from": n, "cycles": n,      first cycle and length of its longest stretch
 *     "nops": n, "stores": n,      SFPNOPs issued and SFPSTOREs executed in a period
 *     "floors": {"issue": n, "units": {UNIT: n, ...}, "ports": n},
 *     "floor": n,                  the largest floor
 *     "binds": ["issue" | UNIT | "ports", ...],      floors of that size
 *     "items": [{"row": n, "unit": UNIT | "front", "by": "issue" | "macro", "item": instruction, PLACE}, ...],
 *                                  instructions that cause these floors; by macro, PLACE is the SFPLOADMACRO's
 *     "templates_left": [n, ...],  templates, from 0 to 3, that no scheduled item came from,
 *     "macros_left": [n, ...]      macros that no SFPLOADMACRO named
 *   },
 *   "by_thread": [{                only of a run of several threads: each that has words. The totals above are of all
 *                                  threads, "blocks" has those of each, and "schedule" is null
 *     "thread": name,
 *     "cycles": n,                 to the thread's last effect
 *     "instructions": {...}, "stores": n, "slots": {...}, "schedule": {...}     as above, of the thread
 *   }, ...],
 *   "core": [{                     compiled kernels only: functions in program order, each before its loops
 *     "function": name,            "": code outside functions; null: a loop of the function before
 *     PLACE,                       of its first instruction
 *     "iterations": n,             executions of its first instruction
 *     "cycles": n, "instructions": n,    without the functions that it calls
 *     "waits": n,                  cycles in which the core is held for the thread: sync, full
 *     "awaited": n                 cycles in which the thread has no word: gap,
 *     "fetched": n                 cycles in which the core waits for an instruction of it to be fetched
 *   }, ...],
 *   "proof": [{                    programs with schedules: schedules that executed, compared with their tables
 *     "schedule": name,
 *     "iterations": n,             iterations compared: of the first pass, up to 4096 cells of all schedules
 *     "cells": n,                  cells executed as the table says, up to the first difference
 *     "differs": bool
 *   }, ...]
 * }
 */
#ifndef SFP_STATS_H
#define SFP_STATS_H

#include <stdio.h>

#include "time/event.h"
#include "time/kernel.h"
#include "program/loops.h"
#include "observe/proof.h"

enum { SFP_STATS_VERSION = 3, SFP_STATS_BINS = 64 };

struct sfp_stats_totals {
    uint64_t passes, cycles;
    uint64_t issued, vector, nops, discarded;
    uint64_t scheduled, forgotten;
    uint64_t stores;
    uint64_t vectors;
    bool repeats; /* the cycles between results became periodic */
    uint64_t steady_cycles, steady_vectors; /* cycles and results of one period, or of all results unless `repeats`;
                                             * 0 vectors: no results */
    uint64_t lost[SFP_STALLS];
    uint64_t hidden[SFP_STALLS]; /* by stall: number of cycles that cost nothing, because another unit's instruction
                                  * issued */
    uint64_t drain; /* cycles after the last instruction issued: cycles = issued + lost + drain; of several
                     * threads, 0 if issued + lost exceed the cycles */
    uint64_t held;  /* number of cycles in which a full queue held a word that was ready to be pushed */
    uint64_t started[SFP_UNITS], busy[SFP_UNITS];
    struct {
        uint64_t started, busy; /* the matrix unit's: without SETRWC, INCRWC and ZEROACC */
    } matrix;
};

/* One instance of a block. */
struct sfp_stats_instance {
    uint64_t cycles; /* length in cycles: issued + lost */
    uint64_t issued, nops;
    uint64_t lost[SFP_STALLS], hidden[SFP_STALLS];
    uint64_t units[SFP_UNITS];
    uint64_t chain, latency;
};

enum sfp_stats_kind { SFP_STATS_REGION, SFP_STATS_REPLAY, SFP_STATS_LOOP };

/* An instruction of the dependence floor's chain. */
struct sfp_stats_link {
    struct sfp_op op;
    bool scheduled;    /* item scheduled by the SFPLOADMACRO at op.index */
    unsigned latency;  /* number of cycles until the result can be read */
    uint64_t cycles;   /* number of cycles until the chain's next instruction can start; the sum over the chain is
                        * the floor */
    uint64_t left_out; /* number of instructions left out before the next link, in a long chain */
};
enum { SFP_STATS_LINKS = 64 }; /* most links of a chain within an instance; a longer chain keeps only its first and
                                * last links */

struct sfp_stats_block {
    enum sfp_stats_kind kind;
    const char *name;        /* region: name of the region */
    unsigned slot, count;    /* body: first replay slot, and number of slots */
    size_t begins, words;    /* loop: index of the first word, and number of words in a turn */
    size_t recorded, played; /* body: index of the first recorded instruction, or SFP_NO_INDEX, and of the word that
                              * first played the body */
    uint64_t instances;
    uint64_t cycles, lost[SFP_STALLS], hidden[SFP_STALLS]; /* sums over all instances */
    uint64_t first, least, median, most; /* numbers of cycles of an instance */
    struct sfp_stats_instance typical;   /* the last instance of median length */
    bool repeats;                        /* two instances of the body or loop ran back to back, and `carried` is
                                          * known */
    uint64_t carried;
    bool carries; /* the dependence floor is `carried`, not the typical instance's chain */
    struct sfp_stats_link *links; /* instructions of the dependence floor's chain */
    size_t link_count;
};

/* A reason why a block is not faster. */
struct sfp_stats_bind {
    enum { SFP_BINDS_ISSUE, SFP_BINDS_UNIT, SFP_BINDS_DEPENDENCE, SFP_BINDS_STALL } by;
    enum sfp_unit unit;   /* sub-unit that binds, for SFP_BINDS_UNIT */
    enum sfp_stall stall; /* cause of lost cycles, for SFP_BINDS_STALL */
    uint64_t cycles;      /* size of the floor, or number of cycles lost */
};
enum { SFP_STATS_BINDS = 2 + SFP_UNITS + SFP_STALLS };

/* The start of an instruction or item on a sub-unit, in a row of a period. */
struct sfp_stats_cell {
    unsigned row;        /* cycle within the period, from 0, the row of the first SFPLOADMACRO in program order */
    enum sfp_unit unit;  /* sub-unit; NONE: an instruction of another unit */
    struct sfp_op op;    /* instruction or item in the row's first occurrence */
    bool scheduled;      /* item scheduled by the SFPLOADMACRO at op.index */
    bool staged;         /* the instruction or item writes L16 */
    unsigned busy;       /* number of cycles for which the instruction or item holds the sub-unit */
};

/* The steady state of a kernel with macros. */
struct sfp_stats_steady {
    unsigned period;       /* length of the period in cycles; 0: no steady state */
    uint64_t from, cycles; /* first cycle and length in cycles of the longest stretch with this period */
    unsigned issue;        /* number of issue slots used in a period */
    unsigned nops;         /* number of SFPNOPs in these slots */
    unsigned units[SFP_UNITS];
    unsigned ports;        /* least cycles for the writes of Simple and Round, alone or in pairs */
    unsigned stores;
    unsigned templates, macros; /* sets of numbers used in the whole run, bit i for number i */
    struct sfp_stats_cell *cells; /* starts in a period, row by row */
    size_t count;
};

/* Floor returns the fewest cycles that a period of these cells could take. Binds returns whether the cell
 * contributes to a floor of that size. */
unsigned sfp_stats_steady_floor(const struct sfp_stats_steady *steady);
bool sfp_stats_steady_binds(const struct sfp_stats_steady *steady, const struct sfp_stats_cell *cell);

struct sfp_stats;

/* Returns statistics for runs of `kernel`, which must outlive them, or NULL if memory runs out. */
struct sfp_stats *sfp_stats_new(const struct sfp_kernel *kernel);
void sfp_stats_free(struct sfp_stats *stats);

/* Returns the observer to chain into the run's observers. The statistics own it. */
struct sfp_observer *sfp_stats_observer(struct sfp_stats *stats);

/* Sets the number of vectors in a pass, whatever the pass stores; 0: count results instead. To be called before the
 * end of the run. */
void sfp_stats_set_vectors(struct sfp_stats *stats, uint64_t each);

/* To be called after the run, before the functions below. Returns false if memory ran out and counts are missing. */
bool sfp_stats_finish(struct sfp_stats *stats);

const struct sfp_stats_totals *sfp_stats_totals(const struct sfp_stats *stats);

/* Return the cycles for each vector, over the whole run and in the steady state, or 0 without vectors. All reports
 * use these functions. */
double sfp_stats_per_vector(const struct sfp_stats_totals *totals);
double sfp_stats_steady_per_vector(const struct sfp_stats_totals *totals);

/* Return the blocks that had instances: regions in program order, then loops and bodies in the order of their first
 * instance. */
size_t sfp_stats_blocks(const struct sfp_stats *stats);
const struct sfp_stats_block *sfp_stats_block(const struct sfp_stats *stats, size_t i);

/* Returns the steady state of the schedule, or NULL if no SFPLOADMACRO executed. */
const struct sfp_stats_steady *sfp_stats_steady(const struct sfp_stats *stats);

uint64_t sfp_stats_dependence(const struct sfp_stats_block *block);

/* Fills `binds`, most telling first, and returns their number. */
size_t sfp_stats_binds(const struct sfp_stats_block *block, struct sfp_stats_bind binds[SFP_STATS_BINDS]);

/* Prints the statistics as text. Returns false if memory ran out and the text is incomplete. */
bool sfp_stats_print(const struct sfp_stats *stats, FILE *stream);

/* Returns the statistics as JSON, as above, `*size` bytes ending in a newline, to be freed by the caller; or NULL if
 * memory runs out. `proof`: the schedules' proof, or NULL. */
char *sfp_stats_json(const struct sfp_stats *stats, const struct sfp_proof *proof, size_t *size);

#endif
