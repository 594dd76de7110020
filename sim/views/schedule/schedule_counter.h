/*
 * Where Dst's counter is in the source of a run. Words that are left out may have stepped it. What comes behind them
 * has other addresses then, or the counter is brought to where it was in the run.
 */
#ifndef SFP_SCHEDULE_COUNTER_H
#define SFP_SCHEDULE_COUNTER_H

#include "schedule_parts.h"

enum { INCRWC_MOST = 15 }; /* rows that one adds */

struct counter_change {
    uint16_t steps; /* what the counter is stepped by in front of the word */
    uint16_t more;  /* what is added to the address of a word that is printed */
};

/*
 * Decides for each word that is printed, and for each part, whose cells get other addresses. INCRWC takes a cycle that
 * no delay counts: there is none while something that was scheduled has yet to execute, unless nothing else will do.
 */
void counter_plan(struct parts *p, const bool *dropped, struct counter_change *changes);

/* The word, which has an address, with `more` added to that. */
uint32_t counter_word(const struct stream *s, const struct stream_word *w, uint16_t more);

#endif
