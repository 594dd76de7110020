/* Prints an operation of an answer as an instruction with its registers, for tables and plain orders. */
#ifndef SFP_PRINT_CELL_H
#define SFP_PRINT_CELL_H

#include "counter_steps.h"
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
    struct counter_steps steps;
    bool in_order;           /* the cells are words of a plain order, not of a table */
};

/* Prepares to print an answer's cells: in_order for a plain order, otherwise for a table. `kept`: names of the kernel's
 * constants, or NULL. `answer` and `kept` must outlive *p. */
void cell_printing_init(struct cell_printing *p, const struct answer *answer, const struct kept_names *kept,
                        bool in_order);

/* Writes the operation's cell without a newline. May add names of rotating registers to *p. */
void cell_print(struct cell_printing *p, size_t operation, char text[static PRINTED_CELL_SIZE]);

#endif
