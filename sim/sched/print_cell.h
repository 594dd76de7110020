/* Prints an operation of an answer as an instruction with its registers, for tables and plain orders. */
#ifndef SFP_PRINT_CELL_H
#define SFP_PRINT_CELL_H

#include "answer.h"
#include "kept_names.h"

enum {
    PRINTED_CELL_SIZE = 128,
    PRINTED_NAMES = 26,
};

struct cell_printing {
    const struct answer *answer;
    const struct kept_names *kept; /* names of the kernel's constants, or NULL */
    struct sfp_index index;
    struct {
        uint8_t registers[MODEL_TURNS];
    } names[PRINTED_NAMES];  /* rotating registers, named by the letters of the alphabet */
    unsigned name_count;
    unsigned steps;          /* how many of the last operations that can step the counter step it, by equal numbers
                              * of rows; 0: the counter stands still */
    bool in_order;           /* stores can step the counter too, as no table counts for them */
};

/* Prepares to print an answer's cells: in_order for a plain order, otherwise for a table. `kept`: names of the kernel's
 * constants, or NULL. `answer` and `kept` must outlive *p. */
void cell_printing_init(struct cell_printing *p, const struct answer *answer, const struct kept_names *kept,
                        bool in_order);

/* Writes the operation's cell without a newline. May add names of rotating registers to *p. */
void cell_print(struct cell_printing *p, size_t operation, char text[static PRINTED_CELL_SIZE]);

/* Returns the fewest loads that can add an iteration's rows to the counter, each by the rows of an address modifier.
 * 0: the counter stands still, or no modifier fits. */
unsigned cell_steps(const struct graph *g);

/* Returns an address modifier that adds `rows`: one that sfpu.inc names, or else the first one; the last modifier if no
 * modifier adds them. */
unsigned cell_modifier(const struct graph *g, int32_t rows);

/* Rows that each stepping operation adds. */
static inline int32_t cell_step(const struct cell_printing *p)
{
    return p->steps > 0 ? p->answer->graph->rows / (int32_t)p->steps : 0;
}

#endif
