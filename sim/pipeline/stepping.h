/* Passes over a program in time that can stop on their way. */
#ifndef SFP_STEPPING_H
#define SFP_STEPPING_H

#include "pipeline.h"

/* Where to stop, before an instruction that is next to issue. What is 0 is no limit. */
struct sfp_stop {
    uint64_t cycles, instructions; /* so many more */
    const size_t *breakpoints;     /* words of the program; not where the run goes on from */
    size_t breakpoint_count;
    bool at_issue; /* at a breakpoint, not before the cycle in which it issues */
};

/* Why it stops, all that apply: a set. */
enum { SFP_STOP_CYCLES = 1, SFP_STOP_INSTRUCTIONS = 2, SFP_STOP_BREAKPOINT = 4 };

enum sfp_stepping_end {
    SFP_STEPPING_STOPPED,
    SFP_STEPPING_ENDED,  /* all of it is over, what was under way too */
    SFP_STEPPING_FAILED, /* as the result says */
};

struct sfp_stepping;

/*
 * The start of options->run.repeat passes of `count` words on `m`, which must be left to it until it is freed; its state may be looked at
 * and changed where it stops. `words`, what `options` points to, and `result` must outlive it. NULL without memory.
 */
struct sfp_stepping *sfp_stepping_new(struct sfp_machine *m, const uint32_t *words, size_t count,
                                      const struct sfp_timing_options *options, struct sfp_timing_result *result);
void sfp_stepping_free(struct sfp_stepping *s);

/* Goes on; not after it has ended or failed. */
enum sfp_stepping_end sfp_stepping_run(struct sfp_stepping *s, const struct sfp_stop *stop);

/* The word that is next to issue; SFP_NO_INDEX where none has come yet. And where it comes from. */
size_t sfp_stepping_next(const struct sfp_stepping *s);
struct sfp_fetch_origin sfp_stepping_origin(const struct sfp_stepping *s);

/* Why it has stopped. */
unsigned sfp_stepping_reasons(const struct sfp_stepping *s);

#endif
