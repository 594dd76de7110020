/* What the parts of the generator (sfpi_generate.h) share. */
#ifndef SFPI_GENERATING_H
#define SFPI_GENERATING_H

#include "operands.h"
#include "sfpi_generate.h"

enum {
    VARIABLE_CELLS = 32, /* of one variable of dst_reg, at most */
    FLOAT_INPUTS = 3, INTEGER_INPUTS = 2,
    TRIES = 8,
};

struct variable {
    uint8_t type;
    bool number;  /* it may be a number that was written down */
    bool product; /* it may be a product: a sum of it may be rounded once with it */
};

struct generating {
    struct sfpi_kernel *kernel;
    struct sfpi_meaning *meaning;
    uint64_t random;
    struct variable variables[SFPI_VARIABLES];
    unsigned count;  /* of variables in scope */
    unsigned budget; /* of statements */
    unsigned scopes; /* v_if and v_block around this place: what v_and narrows ends with one */
    bool known;      /* a comparison may be one of numbers, after which no lanes change */
};

/* Random numbers. */
static inline uint32_t below(struct generating *g, uint32_t n)
{
    return (uint32_t)(splitmix64(&g->random) >> 33) % n;
}

static inline bool chance(struct generating *g, uint32_t percent)
{
    return below(g, 100) < percent;
}

/* ---- sfpi_expressions.c: each returns the number of what it appends to the kernel's expressions or conditions ---- */

int16_t sfpi_new_expression(struct generating *g, unsigned operation, unsigned type, uint32_t number, int16_t a,
                            int16_t b);
int16_t sfpi_use_variable(struct generating *g, unsigned which);
int16_t sfpi_some_number(struct generating *g, unsigned type);
int16_t sfpi_some_expression(struct generating *g, unsigned type, unsigned depth);

/* Of the value `a`, mostly. */
int16_t sfpi_some_operation(struct generating *g, unsigned type, int16_t a, unsigned depth);

/* x * y + z, or SFPI_NONE: the variables that were drawn cannot be there. */
int16_t sfpi_some_multiply_add(struct generating *g);

/* One that is clear where it is decided, and parts lanes if such a one is found; *lanes: where it holds. */
int16_t sfpi_clear_condition(struct generating *g, uint32_t *lanes);

/* A variable of the type, of which there is one always; and a cell of dst_reg. */
unsigned sfpi_some_variable(struct generating *g, unsigned type);
unsigned sfpi_some_cell(struct generating *g, unsigned type);

#endif
