/*
 * Tables that answers have to have in them: cells of a .schedule, all of one or some. Each is one operation of the
 * graph, in that row, issued or scheduled by the load of its tag, with those registers; which operation it is, is the
 * solver's to find.
 */
#ifndef SFP_PIN_H
#define SFP_PIN_H

#include "action/machine_options.h"
#include "graph.h"
#include "table_model.h"
#include "program/sfp_program.h"

/* The cells in a model. */
struct pins {
    const struct sfp_schedule *table;
    int **is;         /* by cell and operation: it is this one; CNF_FALSE of most; owned, NULL of claims */
    int *holds;       /* by cell, to be assumed: what it says is so; owned */
    int whole;        /* to be assumed: nothing is there but the cells */
    size_t cell;      /* of a cell that cannot be: which */
    const char *why;  /* and why, or NULL */
};

/* May answers of these wants have the table in them? If not, not even so many rows or turns are there. */
bool pins_fit(const struct sfp_schedule *table, const struct model_wants *wants);

/* Adds clauses for the cells to a model, before the solver gets it; pins_free() is due in any case. The table has to
 * last. False if memory ran out, or if a cell is none of the graph's operations, as p->why says. */
bool pins_make(struct pins *p, struct model *m, const struct sfp_schedule *table);
void pins_free(struct pins *p);

/* The same for cells that have to be there whatever is assumed, each of which is some operation's. False: no memory. */
bool pins_require(struct model *m, const struct sfp_schedule *table);

/* Puts what is to be assumed into `assumed`, which has room for the table's cells and one more; `whole`: that they are
 * all, too. Returns how many that are. */
size_t pins_assume(const struct pins *p, bool whole, int *assumed);

/* ---- A part of a table in a source, sfpsched --pin: pin_file.c ---- */

/* Assembles the source at `path`, which has one .schedule, where cells may be missing or `?`. The program, for
 * sfp_program_free(), has it as its only schedule. False with a line in *error, which the caller frees (NULL: no
 * memory); the program is empty then. Names of -D are the kernel's alone, which can be in the same source. */
bool pin_file_read(const struct sfp_machine_options *o, enum sfp_arch arch, const char *path,
                   struct sfp_program *program, char **error);

/* Can tables of the graph have these cells in them, as far as rules go? False with "FILE:LINE:COLUMN: ..." of one that
 * cannot be in *error, as above. */
bool pin_file_check(const struct graph *g, const struct sfp_program *program, char **error);

#endif
