/* An answer proven on the machine: it is assembled, runs as in its table, at its period, and does what the kernel
 * does. */
#ifndef SFP_PROVE_H
#define SFP_PROVE_H

#include "action/machine_options.h"
#include "sched_compare.h"
#include "sched_source.h"

struct prove_wants {
    const struct sfp_machine_options *machine;
    const uint32_t *words;  /* the plain kernel's */
    sfpu_machine *plain;    /* which it has run on: what it finds there is no fault of a table */
    size_t count;
    unsigned operands, workers;
    bool all;               /* of 2^32 inputs all */
    bool goes_on;           /* all differences are counted: some are meant */
    sat_stop *stop;         /* or NULL, with its context */
    void *context;
};

struct proof {
    const struct source_form *form; /* the first in which it is assembled; of a table that is checked NULL */
    bool warned;                    /* by the assembler, in whatever form */
    char *warnings;                 /* what it says; owned, or NULL */
    bool as_plain;                  /* the run has findings that the plain kernel's has */
    bool clashes;                   /* and flags-clash, which the assembler has warned of */
    uint64_t cycles;                /* that PROVE_ITERATIONS more take; 0: not measured */
    struct compared compared;
};

enum { PROVE_ITERATIONS = 48 /* so many turns of 1, 2, 3 or 4 */ };

/* Each is false with a line, or lines, in *error, which the caller frees (NULL: no memory): of what contradicts the
 * model. That results differ is no error. proof_free() is due in any case. */
bool prove_answer(const struct prove_wants *wants, const struct source *source, struct proof *proof, char **error);

/* Can a source include sfpu.inc? The assembler looks for it by where the program is. True also without memory. */
bool prove_finds_include(enum sfp_arch arch);

/* Cycles that PROVE_ITERATIONS more of the source's iterations take. False as above. */
bool prove_cycles(const struct prove_wants *wants, const struct source *source, const struct source_form *form,
                  uint64_t *cycles, char **error);

/* The same of a program that is there; *period: what its table says, that of the first if it has several. */
bool prove_file(const struct prove_wants *wants, enum sfp_arch arch, const char *path, struct proof *proof,
                unsigned *period,
                char **error);

void proof_free(struct proof *proof);

#endif
