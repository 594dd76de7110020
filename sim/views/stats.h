/*
 * Statistics of a timed run: where its cycles went, and for each region and
 * REPLAY body how near it comes to the fewest cycles it could take.
 *
 * A block is a region (.region NAME ... .endregion), a REPLAY body: what a
 * playback plays, one body for all playbacks of the same slots with the same
 * recording; or a loop of the program, as program/loops.h has it, one for all
 * whose turns come from the same places. An instance is one way through a block:
 *   - of a region, from entering it in the program to leaving it; whatever a MOP
 *     or REPLAY in it expands to belongs to it. Where a region lies in recorded
 *     code, each playback that comes through it is an instance too;
 *   - of a body, one playback;
 *   - of a loop, one turn, with whatever a MOP or REPLAY in it expands to.
 * Instances that issue nothing, such as the recording of a body, do not count.
 *
 * An instance takes the cycles in which the thread's next instruction is one of
 * its own, whether it issues or is held, and those in which a word of it yields
 * none: its issue slots and what is lost between them. Results and scheduled
 * work may come later, beside what follows.
 *
 * Floors, in cycles per instance:
 *   issue       its issue slots: every instruction takes one, SFPNOP and
 *               discarded ones too;
 *   sub-unit    cycles that its instructions and scheduled items hold each
 *               sub-unit. SFPNOP none; while an interlock keeps others out, as
 *               behind SFPSWAP, all until the result can be read; others one;
 *   chain       1 + the latest start of an instruction that it issues, if each
 *               started as soon as the values it reads are there: LRegs, flags,
 *               flag stack, SFPSHFT2's latch; what came from before the instance
 *               is there at 0. Latencies are those of latency.def; SFPSWAP reads
 *               in its last cycle as well (Mod1 0: only). A scheduled item starts no earlier than
 *               1 + delay after its SFPLOADMACRO. What counts is the value that
 *               was read in fact: one that had not landed (Wormhole) is no
 *               dependence. A write under flags keeps the old value beside the
 *               new one. Dependences through Dst and counters are left out;
 *   carried     of a body that was played back to back, or of an innermost loop
 *               without a playback and of no more words than the replay buffer
 *               has: the longest such chain
 *               from an instruction to the same one in the next playback (as
 *               OSACA's loop-carried dependency), in the first few pairs of
 *               playbacks.
 * The dependence floor is the larger of chain and carried, or carried where they are the same. It is told by its
 * instructions too; where several chains are as long, by those of one. Of a chain of more than SFP_STATS_LINKS, which
 * a long region may have, the first ones are, and the last. `latency` is the
 * chain to the last result, scheduled ones too; since instances overlap it is
 * no floor.
 *
 * A vector of 32 lanes is what lies at an address of Dst, four rows of even or odd columns, and its result what a pass
 * stores there last, whatever it has stored there before, and whichever lanes are enabled. What it costs is the cycles
 * of the run by the results of its passes.
 *
 * What it costs in the steady state, set-up and end apart, is told by the cycles from one result to the next of its
 * pass. Of all stretches in which they come again and again, with a period of 1 to 16 results and three times or more,
 * the longest counts, and of those the one of the shortest period: the cycles of a period by its results. None counts
 * at whose cost the results of the pass take less than three quarters of its cycles from the first store to the last:
 * it goes over them again and again, and does not do all of its work in the stretch.
 * Where nothing comes three times it is the cycles from the first store to the last, by the results behind the first,
 * of the first pass that has two; or else the cycles of the run by its results.
 *
 * The caller may say how many vectors a pass has, as that of a reduction is not for its stores to tell. It counts
 * instead of the results, then, in the steady state too, or without one in the cycles of the run.
 *
 * Of kernels with macros the steady state is told too: the period of P cycles, up to 256, whose longest stretch, each
 * cycle of which starts what the one P before it started, covers most of the run, if it comes three times or more;
 * registers, addresses and numbers of macros do not count. Its floors are those of a period: issue and sub-units as
 * above; ports: Simple and Round share a cycle only if exactly one of them writes L16 (sfpu-timing(7), Conflicts).
 *
 * What binds: the floors that equal what was achieved (the median), or, where
 * none does, what the cycles above the issue floor were lost to.
 *
 * Memory is bounded by the program's size, not the run's length. Of the cycles
 * per instance SFP_STATS_BINS different values are told apart; further ones
 * count as the nearest of them.
 *
 * ---- JSON, schema "sfpsim-stats", version 3 ----
 *
 * Members may be added within a version; none changes its meaning or goes.
 * CAUSE is a name of STALL in quirks.def, UNIT one of load, simple, mad, round,
 * store. Counts are integers. PLACE is {"index": word of the program, "file",
 * "line", "column", "text": the source line}, without the last four where the
 * program has no source.
 *
 * {
 *   "schema": "sfpsim-stats", "version": 3,
 *   "kernel": path, "arch": "wormhole" | "blackhole", "passes": n,
 *   "cycles": n,                   first word's entry to last effect
 *   "instructions": {
 *     "issued": n,                 of them "vector": to the vector unit, "nops": SFPNOP,
 *     "vector": n, "nops": n,      "discarded": lost to scheduled items
 *     "discarded": n,
 *     "scheduled": n,              items that SFPLOADMACRO scheduled and that executed
 *     "forgotten": n               those that did not
 *   },
 *   "ipc": x,                      issued / cycles
 *   "operations_per_cycle": x,     sub-unit operations other than SFPNOP / cycles
 *   "stores": n,                   SFPSTOREs executed
 *   "vectors": n,                  results, or as many as the caller says
 *   "cycles_per_32_lanes": x,      cycles / vectors; null without vectors
 *   "steady_cycles_per_32_lanes": x,   without what comes before and behind; null without vectors
 *   "slots": {                     issued, lost and drain add up to cycles
 *     "issued": n,
 *     "lost": {CAUSE: n, ...},     every cause, zeros too
 *     "hidden": {CAUSE: n, ...},   cycles for which an instruction was held and that are not lost, since one of another
 *                                  unit issued beside it
 *     "drain": n                   after the last instruction
 *   },
 *   "pusher_held": n,              cycles in which a full queue held a word ready to be pushed
 *   "units": {UNIT: {
 *     "started": n,                operations other than SFPNOP
 *     "busy": n,                   cycles in which it was held
 *     "busy_percent": x            of all cycles
 *   }, ...},
 *   "lost": [{"cause": CAUSE, "cycles": n, "words": n, PLACE}, ...],
 *   "hidden": [{"cause": CAUSE, "cycles": n, "words": n, PLACE}, ...],       by what was held
 *   "discards": [{"times": n, "words": n, PLACE}, ...],
 *   "forgotten": [{"times": n, "words": n, PLACE}, ...],     by SFPLOADMACRO
 *                                  largest first; words of one source line are one entry, PLACE that of the first
 *   "blocks": [{
 *     "kind": "region" | "replay" | "loop",
 *     "name": name,                of a region
 *     "slot": n, "count": n,       of a body: first slot, slots played
 *     "recorded": PLACE,           of a body: its first instruction
 *     "played": PLACE,             of a body: the REPLAY, or MOP, that first played it
 *     "words": n,                  of a loop: in a turn
 *     "begins": PLACE,             of a loop: its first word
 *     "instances": n,
 *     "cycles": {"first": n, "min": n, "median": n, "max": n, "total": n},
 *     "issued": n, "nops": n,      of an instance of median length; so also the following
 *     "lost": {CAUSE: n, ...}, "hidden": {CAUSE: n, ...},
 *     "floors": {
 *       "issue": n,
 *       "units": {UNIT: n, ...},
 *       "dependence": n, "chain": n,
 *       "carried": n               null: neither body nor such a loop, or never played back to back
 *     },
 *     "critical": {                the instructions of the dependence floor, in order
 *       "floor": "chain" | "carried",
 *       "instructions": [{
 *         "cycles": n,             from its earliest start to that of the next; of the last of a chain 1, of a carried
 *                                  one to the first of the next instance: they add up to the floor
 *         "latency": n,            until its result can be read
 *         "left_out": n,           how many of a long chain are left out between it and the next
 *         "by": "issue" | "macro", "item": instruction, PLACE}, ...]   by macro, PLACE is that of the SFPLOADMACRO
 *     },
 *     "latency": n,
 *     "lost_total": {CAUSE: n, ...}, "hidden_total": {CAUSE: n, ...},          of all instances
 *     "binds": ["issue" | UNIT | "dependence" | "stall:CAUSE", ...]
 *   }, ...],
 *   "schedule": {                  null: no SFPLOADMACRO executed
 *     "period": n,                 null: no steady state, and then only the last two members follow
 *     "from": n, "cycles": n,      its longest stretch: first cycle, and how many
 *     "nops": n, "stores": n,      SFPNOPs issued and SFPSTOREs executed in a period
 *     "floors": {"issue": n, "units": {UNIT: n, ...}, "ports": n},
 *     "floor": n,                  the largest of them
 *     "binds": ["issue" | UNIT | "ports", ...],      those of that size
 *     "items": [{"row": n, "unit": UNIT | "front", "by": "issue" | "macro", "item": instruction, PLACE}, ...],
 *                                  what makes them so large; by macro, PLACE is that of the SFPLOADMACRO
 *     "templates_left": [n, ...],  of 0 to 3, those that no scheduled item came from,
 *     "macros_left": [n, ...]      and those that no SFPLOADMACRO named
 *   },
 *   "core": [{                     of a compiled kernel, in order of the program, a function before the loops in it:
 *     "function": name,            "": code of none; null: a loop, of the function before it
 *     PLACE,                       of its first instruction
 *     "iterations": n,             how often that was executed
 *     "cycles": n, "instructions": n,    without what it calls
 *     "waits": n,                  cycles in which the core is held for the thread: sync, full
 *     "awaited": n                 cycles in which the thread has no word: gap,
 *     "fetched": n                 cycles in which the core waits until an instruction of it is fetched
 *   }, ...],
 *   "proof": [{                    of a program with schedules: those of which something executed, compared with their
 *                                  tables
 *     "schedule": name,
 *     "iterations": n,             that were compared: of the first pass, and so many that cells are 4096 in all
 *     "cells": n,                  that executed as the table says, up to the first difference
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
    uint64_t steady_cycles, steady_vectors; /* of one period; of all results if not `repeats`; 0 vectors if none */
    uint64_t lost[SFP_STALLS];
    uint64_t hidden[SFP_STALLS]; /* cycles not lost, since something issued beside what had been held */
    uint64_t drain; /* cycles = issued + lost + drain */
    uint64_t held;  /* cycles in which a full queue held a word that was ready to be pushed */
    uint64_t started[SFP_UNITS], busy[SFP_UNITS];
};

/* One instance of a block. */
struct sfp_stats_instance {
    uint64_t cycles; /* = issued + lost */
    uint64_t issued, nops;
    uint64_t lost[SFP_STALLS], hidden[SFP_STALLS];
    uint64_t units[SFP_UNITS];
    uint64_t chain, latency;
};

enum sfp_stats_kind { SFP_STATS_REGION, SFP_STATS_REPLAY, SFP_STATS_LOOP };

/* An instruction of the chain that is the dependence floor. */
struct sfp_stats_link {
    struct sfp_op op;
    bool scheduled;    /* by the SFPLOADMACRO at op.index */
    unsigned latency;  /* cycles until its result can be read */
    uint64_t cycles;   /* until the next one of the chain can start; they add up to the floor */
    uint64_t left_out; /* instructions of the chain between it and the next one: of a long chain */
};
enum { SFP_STATS_LINKS = 64 }; /* the first, and the last, of a longer chain within an instance */

struct sfp_stats_block {
    enum sfp_stats_kind kind;
    const char *name;        /* region */
    unsigned slot, count;    /* body */
    size_t begins, words;    /* loop: the first word, and how many a turn has */
    size_t recorded, played; /* body: words of the program; recorded may be SFP_NO_INDEX */
    uint64_t instances;
    uint64_t cycles, lost[SFP_STALLS], hidden[SFP_STALLS]; /* of all instances */
    uint64_t first, least, median, most; /* cycles per instance */
    struct sfp_stats_instance typical;   /* the last instance of median length */
    bool repeats;                        /* body or loop: was played back to back, and followed */
    uint64_t carried;
    bool carries; /* what it carries is the dependence floor, not the chain of the typical instance */
    struct sfp_stats_link *links; /* of that one */
    size_t link_count;
};

/* What keeps a block from being faster. */
struct sfp_stats_bind {
    enum { SFP_BINDS_ISSUE, SFP_BINDS_UNIT, SFP_BINDS_DEPENDENCE, SFP_BINDS_STALL } by;
    enum sfp_unit unit;   /* UNIT */
    enum sfp_stall stall; /* STALL */
    uint64_t cycles;      /* the floor, or what was lost */
};
enum { SFP_STATS_BINDS = 2 + SFP_UNITS + SFP_STALLS };

/* What a sub-unit starts in a row of a period. */
struct sfp_stats_cell {
    unsigned row;        /* from 0, in which an SFPLOADMACRO issues */
    enum sfp_unit unit;  /* NONE: an instruction of another unit */
    struct sfp_op op;    /* the first time that a cycle was such */
    bool scheduled;      /* by the SFPLOADMACRO at op.index */
    bool staged;         /* writes L16 */
    unsigned busy;       /* cycles for which it holds the sub-unit */
};

/* The steady state of a kernel with macros. */
struct sfp_stats_steady {
    unsigned period;       /* cycles; 0: nothing came again and again */
    uint64_t from, cycles; /* the longest stretch of it */
    unsigned issue;        /* of a period: issue slots used, */
    unsigned nops;         /* of them SFPNOP */
    unsigned units[SFP_UNITS];
    unsigned ports;        /* cycles in which Simple or Round has to write, alone or both */
    unsigned stores;
    unsigned templates, macros; /* used in the whole run: bit i is number i */
    struct sfp_stats_cell *cells; /* row by row */
    size_t count;
};

/* The fewest cycles that a period of these cells could take; is the cell one of those that it is due to? */
unsigned sfp_stats_steady_floor(const struct sfp_stats_steady *steady);
bool sfp_stats_steady_binds(const struct sfp_stats_steady *steady, const struct sfp_stats_cell *cell);

struct sfp_stats;

/* Statistics for runs of `kernel`, which must outlive them. NULL without memory. */
struct sfp_stats *sfp_stats_new(const struct sfp_kernel *kernel);
void sfp_stats_free(struct sfp_stats *stats);

/* What to chain into the run's observers. Belongs to the statistics. */
struct sfp_observer *sfp_stats_observer(struct sfp_stats *stats);

/* A pass has so many vectors, whatever it stores. To be called before the end of the run; 0: as if it were not. */
void sfp_stats_set_vectors(struct sfp_stats *stats, uint64_t each);

/* To be called when the run is over, before anything below. False: memory was lacking, and counts are missing. */
bool sfp_stats_finish(struct sfp_stats *stats);

const struct sfp_stats_totals *sfp_stats_totals(const struct sfp_stats *stats);

/* Cycles for each vector, of the whole run and in the steady state; 0: there are no vectors. All reports take them from
 * here. */
double sfp_stats_per_vector(const struct sfp_stats_totals *totals);
double sfp_stats_steady_per_vector(const struct sfp_stats_totals *totals);

/* Blocks that had instances: regions in order of the program, loops and bodies in order of their first instance. */
size_t sfp_stats_blocks(const struct sfp_stats *stats);
const struct sfp_stats_block *sfp_stats_block(const struct sfp_stats *stats, size_t i);

/* NULL: no SFPLOADMACRO executed. */
const struct sfp_stats_steady *sfp_stats_steady(const struct sfp_stats *stats);

uint64_t sfp_stats_dependence(const struct sfp_stats_block *block);

/* Fills `binds`, most telling first, and returns their number. */
size_t sfp_stats_binds(const struct sfp_stats_block *block, struct sfp_stats_bind binds[SFP_STATS_BINDS]);

/* Prints for people. False without memory: then something is missing. */
bool sfp_stats_print(const struct sfp_stats *stats, FILE *stream);

/* JSON text as above, with what was proven of schedules, or NULL; `*size` bytes ending in a newline, which the caller
 * frees. NULL without memory. */
char *sfp_stats_json(const struct sfp_stats *stats, const struct sfp_proof *proof, size_t *size);

#endif
