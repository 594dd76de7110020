/*
 * Operands worth trying, for unit tests, fuzz seeds and sweeps, in the spirit of Berkeley TestFloat's levels: every
 * exponent at which some rule changes crossed with every significand that makes a rounding decision hard, then triples
 * for x * y + z built to meet at close exponents, to cancel, to tie, to overflow and to vanish.
 *
 * Everything is a pure function of an index (and a seed): no state, no memory, any part can be visited in any order.
 */
#ifndef OPERANDS_H
#define OPERANDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* ---- One operand: an FP32 pattern, and just as well an integer ---- */

size_t operand_exponent_count(void);
uint32_t operand_exponent_at(size_t i); /* 0..255, ascending, no duplicates */

size_t operand_significand_count(void);
uint32_t operand_significand_at(size_t i); /* 0..7FFFFF, no duplicates */

/* All exponents x all significands x both signs; no duplicates. */
size_t operand_count(void);
uint32_t operand_at(size_t i);

/* The few dozen of them to use where operands are crossed with one another. */
size_t operand_corner_count(void);
uint32_t operand_corner_at(size_t i);

/* ---- Triples x, y, z ---- */

struct operand_triple {
    uint32_t x;
    uint32_t y;
    uint32_t z;
};

enum triple_class {
    TRIPLE_CORNERS,   /* corner x corner x corner */
    TRIPLE_CLOSE,     /* the product's exponent within 30 of z's: every alignment distance, and beyond */
    TRIPLE_CANCEL,    /* z = -(x * y) give or take a few units in the last place */
    TRIPLE_TIE,       /* x * y half a unit of z, or a product that itself ends in a half, and their neighbours */
    TRIPLE_OVERFLOW,  /* exponents of product and sum around 254, 255, 256; infinite addends against overflow */
    TRIPLE_UNDERFLOW, /* exponents of product, sum and difference around -1, 0, 1 */
    TRIPLE_CLASSES,
};

const char *triple_class_name(enum triple_class c);
size_t triple_class_count(enum triple_class c);
struct operand_triple triple_class_at(enum triple_class c, size_t i);

/* All classes, one after another. */
size_t triple_count(void);
struct operand_triple triple_at(size_t i);

/*
 * Every `stride`-th triple of all classes, from `first` on: for (it = triples(0, 1); triple_next(&it, &t);). A prime
 * stride above 100 thins every dimension of the lists alike.
 */
struct triple_iterator {
    size_t next;
    size_t stride; /* at least 1 */
};
struct triple_iterator triples(size_t first, size_t stride);
bool triple_next(struct triple_iterator *it, struct operand_triple *t); /* false when there are no more */

/* ---- Random ones ---- */

/* splitmix64: `*state` may start anywhere and advances by a constant. */
uint64_t splitmix64(uint64_t *state);

/* Random bits, all patterns alike. */
uint32_t random_operand(uint64_t *state);

/* Exponent and significand drawn now from the lists above, now at random: far likelier to meet an edge. */
uint32_t random_edge_operand(uint64_t *state);

/* A third random bits, a third edges, a third random significands at close exponents. */
struct operand_triple random_triple(uint64_t *state);

#endif
