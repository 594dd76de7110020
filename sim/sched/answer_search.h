/* Runs the search for an answer: its limits from the options, its progress on a terminal, and its end in time. */
#ifndef SFP_ANSWER_SEARCH_H
#define SFP_ANSWER_SEARCH_H

#include "scheduling.h"

/* Returns the time of the monotonic clock in seconds. */
double answer_search_clock(void);

/* Returns whether time is up, or a signal told the program to stop. `scheduling`: a struct scheduling. A sat_stop. */
int answer_search_is_over(void *scheduling);

/* Returns whether the user asked for a single period. */
bool answer_is_one_period(const struct scheduling *s);

/* Translates the command line's options into the limits of a search of s->used. */
struct search_wants answer_search_wants(struct scheduling *s);

/* Searches s->used, and sets s->search. Returns 0, also if no answer was found, or an exit status after a complaint. */
int answer_search(struct scheduling *s);

/* Prints why the search found nothing, unless --quiet. Returns the exit status. */
int answer_search_report_none(const struct scheduling *s);

/* ---- The line of progress ---- */

void progress_show(struct scheduling *s, const char *text);
void progress_clear(struct scheduling *s);

#endif
