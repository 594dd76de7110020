/* Running a program for its results: every instruction in order, each complete before the next. */
#ifndef SFP_RUN_H
#define SFP_RUN_H

#include "frontend/frontend.h"
#include "progress.h"

enum sfp_run_status {
    SFP_RUN_DONE,
    SFP_RUN_REFUSED,  /* `index` names an instruction that is not modelled */
    SFP_RUN_DEADLOCK, /* `index` is a wait that nothing in this thread can end */
    SFP_RUN_NO_MEMORY,
};

struct sfp_run_options {
    unsigned long repeat; /* passes over the program, back to back; at least 1 */
    struct sfp_progress *progress; /* kept up to date if not NULL */
    const struct sfp_feed *feed; /* whose words are run, in one pass; NULL: those of a program */
    bool ignore_waits;    /* SEMWAIT counts as satisfied: kernels lifted from a pipeline hold the packer's handshake */
};

struct sfp_run_result {
    enum sfp_run_status status;
    uint64_t executed;      /* instructions that reached the back end */
    uint64_t vector;        /* of those, the vector unit's */
    size_t index;           /* REFUSED, DEADLOCK: the program's word */
    uint32_t word;          /* the instruction itself, which an expansion may have made */
    unsigned semaphore;     /* DEADLOCK: the one waited for */
    size_t held;            /* DEADLOCK: the program's word that cannot pass */
};

/*
 * Runs `count` words on `m` from the state it has. Where these words, the replay buffer or the MOP configuration hold an
 * SFPLOADMACRO, what it schedules happens in its cycle, which decides what it finds: the results are those of
 * sfp_run_timed(), and so is the way to them, without the findings.
 */
void sfp_run_untimed(struct sfp_machine *m, const uint32_t *words, size_t count, const struct sfp_run_options *options,
                     struct sfp_run_result *result);

#endif
