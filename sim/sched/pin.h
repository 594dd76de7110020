/*
 * Pinned cells: cells of a .schedule that an answer must have. Each is an operation of the graph in the cell's row,
 * issued or scheduled by the load with its tag, with the cell's registers. The solver chooses the operation.
 */
#ifndef SFP_PIN_H
#define SFP_PIN_H

#include "action/machine_options.h"
#include "graph.h"
#include "table_model.h"
#include "program/sfp_program.h"

/* The literals of pinned cells in a model. */
struct pins {
    const struct sfp_schedule *table;
    int **matches;    /* matches[cell][operation]: the cell is this operation; mostly CNF_FALSE; owned; NULL for claims,
                       * cells without an operation */
    int *holds;       /* by cell, to be assumed: the cell is as pinned; owned */
    int whole;        /* to be assumed: the table has no other cells */
    size_t cell;      /* after a failure: index of the impossible cell */
    const char *why;  /* the reason, or NULL */
};

/* Can answers of these wants have the table's period, rows and turns? */
bool pins_fit(const struct sfp_schedule *table, const struct model_wants *wants);

/* Adds clauses for the cells to a model, before the solver opens it. The table must outlive *p. Returns false if
 * memory ran out, or if a cell matches no operation of the graph (p->why, p->cell). pins_free() is due either way. */
bool pins_make(struct pins *p, struct model *m, const struct sfp_schedule *table);
void pins_free(struct pins *p);

/* As pins_make(), without assumptions: the cells are required. Each must match an operation. False if memory ran
 * out. */
bool pins_require(struct model *m, const struct sfp_schedule *table);

/* Writes the literals to assume to `assumed`, which needs room for the table's cells plus one. `whole`: the table
 * has no other cells. Returns the number of literals. */
size_t pins_assume(const struct pins *p, bool whole, int *assumed);

/* ---- sfpsched --pin: part of a table in a source, in pin_file.c ---- */

/* Assembles the source at `path`, which has one .schedule; its cells may be missing or `?`. *program, for
 * sfp_program_free(), gets this schedule only. -D names of the command line do not apply here, because the kernel
 * can be in the same source. Returns false with a message in *error, which the caller frees, and an empty program;
 * *error is NULL if memory ran out. */
bool pin_file_read(const struct sfp_machine_options *o, enum sfp_arch arch, const char *path,
                   struct sfp_program *program, char **error);

/* Do the rules permit tables of the graph with these cells? Otherwise returns false with "FILE:LINE:COLUMN: ..." of
 * an impossible cell in *error, as above. */
bool pin_file_check(const struct graph *g, const struct sfp_program *program, char **error);

#endif
