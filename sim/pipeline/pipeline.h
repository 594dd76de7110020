/* Running a program in time: which instruction on which sub-unit in which cycle (sfpu-timing(7)). */
#ifndef SFP_PIPELINE_H
#define SFP_PIPELINE_H

#include "event.h"
#include "run.h"

struct sfp_timing_options {
    struct sfp_run_options run;
    const uint32_t *gaps; /* cycles by which each word of the program is pushed late (frontend.h), or NULL */
    const uint32_t *later_gaps; /* the same in passes behind the first; NULL: alike */
    const uint32_t *late; /* cycles by which each comes late to the wait gate (frontend.h), or NULL */
    bool uninit;          /* look for reads of registers that nothing has written */
    uint32_t *written;    /* for that, by LReg: lanes that have been written, which the run adds to; NULL: none */
    struct sfp_observer *observers; /* NULL: none */
    bool results_only; /* no observers, and no findings about time; those of the semantics come without a cycle */
};

struct sfp_timing_result {
    struct sfp_run_result run;
    uint64_t cycles;   /* from the first word's entry to the last effect (sfpu-timing(7), Counting cycles) */
    uint64_t stalls[SFP_STALLS]; /* cycles lost, by cause */
    uint64_t hidden[SFP_STALLS]; /* cycles not lost, since another unit's instruction issued beside what had been held */
    uint64_t held;     /* cycles in which a full queue held a word ready to be pushed; not in passes that are reused */
    uint64_t discarded;          /* regular instructions lost to scheduled items */
    uint64_t busy[SFP_UNITS];    /* cycles in which each sub-unit started an instruction other than SFPNOP */
    uint64_t reused;   /* passes that replayed a schedule found before */
    uint64_t course;   /* of a program: runs that have the same were alike in time (sfp_frontend_course) */
    const char *not_reused; /* why later passes did not, where they could have been; NULL otherwise */
};

/*
 * Runs `count` words on `m` from the state it has. Findings go to m->reporter, everything to the observers; with neither,
 * nothing is looked for.
 */
void sfp_run_timed(struct sfp_machine *m, const uint32_t *words, size_t count,
                   const struct sfp_timing_options *options, struct sfp_timing_result *result);

#endif
