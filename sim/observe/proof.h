/*
 * Proof of schedules: compares a run with the tables that its words come from, cell by cell, whatever surrounds their
 * loops (sfpu-schedules(7), Proof). Reports each schedule's first difference as the finding schedule-cell, with a text
 * in the detail:
 *   missing    a cell does not execute: nothing was scheduled, or the item was forgotten, or lost its sub-unit
 *   late       a scheduled cell executes at another distance from its load than the rows say
 *   operand    another instruction, other registers, another address, or only some lanes
 *   flow       another cell than in the table last wrote a register that the cell reads
 *   extra      a load schedules something that the table does not have, or works on a sub-unit claimed idle
 * The thread may issue late: gaps between the table's words are allowed, and delays that count instructions stretch
 * with them. The proof stops after 4096 cells, and covers only the first pass.
 */
#ifndef SFP_PROOF_H
#define SFP_PROOF_H

#include <stdio.h>

#include "time/kernel.h"
#include "time/event.h"

struct sfp_proof;

/* A schedule's result. */
struct sfp_proof_result {
    const char *name;
    uint64_t iterations, cells; /* number of iterations begun, and of cells executed as the table says, up to the
                                 * first difference */
    bool differs;
};

/* Returns a proof for a run of `kernel`, which has schedules, or NULL if memory runs out. `kernel` and the
 * reporter's context must outlive the proof. */
struct sfp_proof *sfp_proof_new(const struct sfp_kernel *kernel, struct sfp_reporter reporter);
void sfp_proof_free(struct sfp_proof *proof);

/* Returns the observer to pass to sfp_run_timed(). */
struct sfp_observer *sfp_proof_observer(struct sfp_proof *proof);

struct archiving;

/* Saves or loads the proof's progress with `a` (archive.h). A proof loads only what a proof of the same kernel
 * saved. */
void sfp_proof_archive(struct sfp_proof *proof, struct archiving *a);

/* To be called after the last event. */
void sfp_proof_finish(struct sfp_proof *proof);

/* Gets the result of the `i`th schedule that executed at all. Returns false after the last. */
bool sfp_proof_get(const struct sfp_proof *proof, size_t i, struct sfp_proof_result *result);

/* Writes a line on each schedule that executed. */
void sfp_proof_print(const struct sfp_proof *proof, FILE *stream);

#endif
