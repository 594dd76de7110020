/* Proves an answer on the machine: the source assembles, runs as in its table at its period, and leaves in Dst what
 * the kernel leaves. */
#ifndef SFP_PROVE_H
#define SFP_PROVE_H

#include "action/machine_options.h"
#include "sched_compare.h"
#include "sched_source.h"

struct prove_wants {
    const struct sfp_machine_options *machine;
    const uint32_t *words;  /* the plain kernel's */
    sfpu_machine *plain;    /* the kernel's machine, after a run: a table may repeat findings of this run, and cycles
                             * are compared with this run's; NULL: without that */
    size_t count;
    unsigned operands, workers;
    bool carries;           /* iterations hand values on */
    bool all;               /* the proof tries all 2^32 inputs */
    bool goes_on;           /* the proof counts every difference, since rewrites may change values */
    sat_stop *stop;         /* function that tells whether to stop, or NULL */
    void *context;
};

struct proof {
    const struct source_form *form; /* the form that was proven: the first without a warning, or else the first that
                                     * assembles; NULL for prove_file() */
    bool warned;                    /* the assembler warns in every form */
    char *warnings;                 /* the warnings' text; owned, or NULL */
    bool as_plain;                  /* the run's findings include some that the plain kernel's run has */
    bool clashes;                   /* the run has flags-clash, as the assembler has warned */
    uint64_t cycles;                /* number of cycles of PROVE_ITERATIONS further iterations; 0: not measured */
    uint64_t whole_cycles;          /* cycles of the whole source: set-up, loop, and words after the loop */
    uint64_t plain_cycles;          /* cycles of the whole plain kernel; 0: not known */
    struct compared compared;
};

enum { PROVE_ITERATIONS = 48 /* a multiple of 1, 2, 3 and 4 turns */ };

/* Proves an answer. Returns false with one or more lines in *error, which the caller frees, if the machine
 * contradicts the model; *error is NULL if memory ran out. Different results in Dst are no error: see
 * proof->compared. proof_free() is due either way. */
bool prove_answer(const struct prove_wants *wants, const struct source *source, struct proof *proof, char **error);

/* Can a source include sfpu.inc, which the assembler looks for near the program? Also true if memory ran out. */
bool prove_finds_include(enum sfp_arch arch);

/* Measures the cycles of PROVE_ITERATIONS further iterations of the source. Fails as prove_answer(). */
bool prove_cycles(const struct prove_wants *wants, const struct source *source, const struct source_form *form,
                  uint64_t *cycles, char **error);

/* The first schedule of a file. */
struct checked_table {
    unsigned period;
    unsigned step; /* rows of Dst from one iteration to the next */
};

/* As prove_answer(), for the table in a file. Sets *table. */
bool prove_file(const struct prove_wants *wants, enum sfp_arch arch, const char *path, struct proof *proof,
                struct checked_table *table, char **error);

/* Returns whether the source takes more cycles in all than the plain kernel, as loops of few iterations may. */
bool proof_is_slower(const struct proof *proof);

void proof_free(struct proof *proof);

#endif
