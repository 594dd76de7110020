/* The solver: CaDiCaL, whose answers are the same on each machine, as limits are counted in conflicts. */
#ifndef SFP_SAT_H
#define SFP_SAT_H

#include "cnf.h"

#include <stdint.h>

enum sat_result { SAT_UNKNOWN, SAT_YES, SAT_NO };

struct sat {
    void *solver; /* owned; NULL: none */
};

/* Asked again and again while it solves: true ends that, and the result is SAT_UNKNOWN. */
typedef int sat_stop(void *context);

/* A solver with these clauses. False if memory ran out; sat_close is due either way. */
bool sat_open(struct sat *s, const struct cnf *cnf, sat_stop *stop, void *context);
void sat_close(struct sat *s);

/* Is there an answer in which `assumed` is so? `conflicts`: after how many to give up; 0: never. */
enum sat_result sat_solve(struct sat *s, const int *assumed, size_t count, uint32_t conflicts);

/* After SAT_YES: is it so? */
bool sat_is(const struct sat *s, int literal);

/* After SAT_NO: was this one, that was assumed, needed for it? */
bool sat_failed(const struct sat *s, int assumed);

/* Clauses as DIMACS has them, for other solvers, and for who wants a proof. */
bool sat_write(const struct cnf *cnf, bool (*write)(void *context, const char *bytes, size_t size), void *context);

#endif
