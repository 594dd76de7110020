/* Figures for a kernel's header: cycles of a run, things that the run expects, things that it leaves. */
#ifndef SFP_HEADER_MEASURE_H
#define SFP_HEADER_MEASURE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/text_buffer.h"
#include "shape.h"

struct kernel_figures {
    const char *init;  /* the state in which the run began, a value of --init */
    char *failure;     /* why the words could not be run; NULL: they ran. The other figures are then empty */
    uint64_t cycles, rows;  /* cycles of the whole run; rows of 32 lanes that were stored */
    double cycles_per_row;  /* cycles for each row in the steady state; 0 without one */
    size_t rows_per_turn;   /* rows that each turn of the loop adds; 0: no loop, no rows, or turns that add
                             * different numbers */
    bool free_turns;        /* each value stored by a run with one turn less equals the whole run's value */
    size_t errors, warnings; /* findings of the run of these severities */
    const char *finding;    /* name of the first error in program order, or without errors of the first warning; NULL:
                             * neither */
    size_t finding_word;    /* index of its word */
    struct text expects, leaves; /* things that the kernel expects and leaves, with commas between them */
    struct text error;      /* sfpsim sweep's figures and a NUL; empty without --sweep */
    struct text table;      /* the table of scheduled work, lines of `.schedule`; empty without SFPLOADMACRO */
};

/*
 * Runs `count` words on `arch`, from the state `init` or, if that is NULL, as the vendor's runtime calls a kernel
 * ("llk"). If the shape has a loop, a second run leaves out one turn, on the same random bits in Dst. Returns false
 * if memory runs out. The caller frees the figures in either case.
 */
bool figures_measure(int arch, const char *init, const uint32_t *words, size_t count,
                     const struct kernel_shape *shape, struct kernel_figures *figures);
void figures_free(struct kernel_figures *figures);

/* Writes the number of errors, the number of warnings, and the name of the first finding. The run must have
 * findings. */
void figures_put_findings(const struct kernel_figures *figures, struct text *out);

#endif
