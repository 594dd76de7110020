/* What goes into a kernel: every value of a format, every pair, or a sample of them, by number. */
#ifndef SFP_NUMERICS_INPUTS_H
#define SFP_NUMERICS_INPUTS_H

#include <stddef.h>

#include "number.h"

enum inputs_signs { INPUTS_BOTH, INPUTS_POSITIVE, INPUTS_NEGATIVE };

/*
 * Inputs have numbers from 0. All of one operand come with |x| that never falls, +m before -m; -2^31 and its like, which
 * have no +m, stand in the place of -0. Those of one sign alone are numbered by |x|, behind the other zero if that belongs
 * to them. Pairs come by the bits of the first operand, then of the second. Samples are drawn with replacement; which
 * input has a number depends on nothing but the seed.
 */
struct inputs {
    const struct number_format *format;
    unsigned operands; /* 1 or 2 */
    uint64_t count;
    uint64_t sample;   /* so many; 0: all */
    uint64_t seed;
    enum inputs_signs signs; /* INPUTS_BOTH of samples, of pairs and of formats without signs */
    bool other_zero;         /* floats of one sign: the zero of the other one too */
};

enum { INPUTS_MOST_BITS = 32 }; /* of all inputs; what has more is sampled */

/* False: there are too many for all of them. */
bool inputs_make(struct inputs *inputs, const struct number_format *format, unsigned operands, uint64_t sample,
                 uint64_t seed);

/* Leaves out what is of the other sign where all x from `low` to `high`, which are not both NaN, are of one, but for zeros.
 * The count stays. */
void inputs_narrow(struct inputs *inputs, double low, double high);

/* By how many an input stands behind its neighbour of the same sign; 0: they stand in no order. */
unsigned inputs_stride(const struct inputs *inputs);

/* The bits of `count` inputs from number `first` on; y may be NULL if there is one operand. */
void inputs_take(const struct inputs *inputs, uint64_t first, size_t count, uint32_t *x, uint32_t *y);

/* The numbers [*first, *end) beyond which no input has x from `low` to `high`, not both NaN; there may be others between
 * them. All, for samples, and for pairs where x may be negative. */
void inputs_between(const struct inputs *inputs, double low, double high, uint64_t *first, uint64_t *end);

/* Bits of the values from one number to another; by sign, the magnitudes from `first` up to before `end`. */
struct inputs_range {
    uint64_t first[2], end[2];
};

/* Has no NaN in it, unless the range has no ends. */
void inputs_range_of(const struct number_format *format, double low, double high, struct inputs_range *range);

/* Clears in[i] where x[i] is not in it. */
void inputs_keep(const struct number_format *format, const struct inputs_range *range, const uint32_t *x, size_t count,
                 bool *in);

/*
 * Values that are shown by themselves: zeros, infinities, the ends of what is normal, and of both signs the quiet NaN
 * without payload, the least signalling one and the largest payload; of an integer, 0 and its limits. Of a pair, both
 * are such values. The numbers of such inputs, in order, and how many there are; none of samples,
 * whose inputs can be asked one by one.
 */
enum { INPUTS_MOST_SPECIALS = 196 };

size_t inputs_specials(const struct inputs *inputs, uint64_t numbers[INPUTS_MOST_SPECIALS]);
bool inputs_is_special(const struct inputs *inputs, uint32_t x, uint32_t y);

#endif
