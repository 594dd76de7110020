/*
 * Schedules proven: what a run executes is compared with the tables that its words come from (sfpu-schedules(7), Proof),
 * cell by cell, whatever surrounds their loops. The first difference of each schedule is reported as the finding
 * schedule-cell, whose detail has a text:
 *   missing    a cell does not execute: nothing was scheduled, it was forgotten, or lost its sub-unit
 *   late       a scheduled cell executes in another cycle behind its load than its row says
 *   operand    another instruction, other registers, another address, or only some lanes
 *   flow       a register that it reads was last written by another cell than in the table
 *   extra      its load schedules what the table does not have, or a sub-unit that is to be idle is not
 * The thread may issue late: words of the table may come apart by gaps, and what delays count goes on with them. Of a
 * long run the first 4096 cells are compared, and of several passes the first.
 */
#ifndef SFP_PROOF_H
#define SFP_PROOF_H

#include <stdio.h>

#include "time/kernel.h"
#include "time/event.h"

struct sfp_proof;

/* How a schedule came out. */
struct sfp_proof_result {
    const char *name;
    uint64_t iterations, cells; /* that began, and executed as the table says, up to the first difference */
    bool differs;
};

/* For a run of `kernel`, which has schedules; both must outlive it. NULL without memory. */
struct sfp_proof *sfp_proof_new(const struct sfp_kernel *kernel, struct sfp_reporter reporter);
void sfp_proof_free(struct sfp_proof *proof);

/* For the observers of sfp_run_timed(). */
struct sfp_observer *sfp_proof_observer(struct sfp_proof *proof);

struct archiving;

/* Saves or loads where it stands, as util/archive.h has it: to one of the same kernel. */
void sfp_proof_archive(struct sfp_proof *proof, struct archiving *a);

/* To be called behind the last event. */
void sfp_proof_finish(struct sfp_proof *proof);

/* The schedules of which something executed, by number; false behind the last. */
bool sfp_proof_get(const struct sfp_proof *proof, size_t i, struct sfp_proof_result *result);

/* Writes a line on each. */
void sfp_proof_print(const struct sfp_proof *proof, FILE *stream);

#endif
