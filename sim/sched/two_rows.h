/* Tries two kernel iterations ("two rows") as one iteration of the answer. */
#ifndef SFP_TWO_ROWS_H
#define SFP_TWO_ROWS_H

#include "answer.h"

struct scheduling;

enum two_rows_result {
    TWO_ROWS_UNTRIED,  /* counting excludes fewer cycles, or the options do not permit it */
    TWO_ROWS_ODD,      /* not tried, because the kernel has an odd number of iterations */
    TWO_ROWS_FOUND,    /* the answer is of two rows */
    TWO_ROWS_NONE,     /* every model is refuted */
    TWO_ROWS_GIVEN_UP, /* models were given up */
    TWO_ROWS_STOPPED,  /* time was up */
    TWO_ROWS_CANNOT,   /* not tried: two rows have more operations than a model, or cannot step the counter of Dst */
};

struct two_rows {
    enum two_rows_result result;
    unsigned alone; /* period of the one-row answer; not valid with TWO_ROWS_UNTRIED */
};

/* Returns the longest period for two iterations as one that is shorter than twice the answer's period and not
 * excluded by counting; 0 if there is none, or if the answer has several kernel iterations as one. */
unsigned two_rows_period(const struct answer *a);

/* After the search for an answer of one row: if counting and the options permit fewer cycles for each row by two rows
 * as one, searches for these, and makes them the answer if they are found. s->search, s->used and s->two_rows are set
 * accordingly. Returns an exit status, after a complaint if not 0. */
int two_rows_try(struct scheduling *s);

#endif
