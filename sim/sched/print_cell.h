/* The instruction of an operation as an answer has it, with its registers: what tables and plain orders are printed
 * of. */
#ifndef SFP_PRINT_CELL_H
#define SFP_PRINT_CELL_H

#include "answer.h"

enum {
    PRINTED_CELL_SIZE = 128,
    PRINTED_NAMES = 26,
};

struct cell_printing {
    const struct answer *answer;
    struct sfp_index index;
    struct {
        uint8_t registers[MODEL_TURNS];
    } names[PRINTED_NAMES];  /* of registers that take turns: they are called by the letters of the alphabet */
    unsigned name_count;
    unsigned steps;          /* so many of the last that can step the counter do, by as many rows; 0: it stands still */
    bool in_order;           /* the last of loads and stores, as no table counts for them; else of loads */
};

void cell_printing_init(struct cell_printing *p, const struct answer *answer, bool in_order);

/* Without a newline. New names may come of it. */
void cell_print(struct cell_printing *p, size_t operation, char text[static PRINTED_CELL_SIZE]);

/* How many loads step the counter, so that each adds what a modifier can; 0: the counter stands still, or none can. */
unsigned cell_steps(const struct graph *g);

/* The address modifier that adds so many rows; the first one. */
unsigned cell_modifier(const struct graph *g, int32_t rows);

/* Rows that each of those adds that step. */
static inline int32_t cell_step(const struct cell_printing *p)
{
    return p->steps > 0 ? p->answer->graph->rows / (int32_t)p->steps : 0;
}

#endif
