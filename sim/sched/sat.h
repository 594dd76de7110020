/* The solver, CaDiCaL. Limits count conflicts, so answers do not depend on the machine. */
#ifndef SFP_SAT_H
#define SFP_SAT_H

#include "cnf.h"

#include <stdint.h>

enum sat_result { SAT_UNKNOWN, SAT_YES, SAT_NO };

struct sat {
    void *solver; /* state of the solver; owned, or NULL */
};

/* Called repeatedly during solving. Returning true ends the solving with SAT_UNKNOWN. */
typedef int sat_stop(void *context);

/* Opens a solver with these clauses. False if memory ran out. sat_close() is due either way. */
bool sat_open(struct sat *s, const struct cnf *cnf, sat_stop *stop, void *context);
void sat_close(struct sat *s);

/* Looks for an assignment that makes the `assumed` literals true. `conflicts`: limit; 0: none. */
enum sat_result sat_solve(struct sat *s, const int *assumed, size_t count, uint32_t conflicts);

/* After SAT_YES: is the literal true? */
bool sat_is(const struct sat *s, int literal);

/* After SAT_NO: was this assumption needed for the refutation? */
bool sat_failed(const struct sat *s, int assumed);

/* Writes the clauses in DIMACS, for other solvers and for proofs. False if `write` fails. */
bool sat_write(const struct cnf *cnf, bool (*write)(void *context, const char *bytes, size_t size), void *context);

#endif
