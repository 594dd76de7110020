/* A kernel's inputs, by number: every value of a format, every pair of values, or a random sample. */
#ifndef SFP_NUMERICS_INPUTS_H
#define SFP_NUMERICS_INPUTS_H

#include <stddef.h>

#include "number.h"

enum inputs_signs { INPUTS_BOTH, INPUTS_POSITIVE, INPUTS_NEGATIVE };

/*
 * Numbered inputs, from 0. With one operand, |x| never falls from one number to the next, and +m comes before -m. The
 * lowest integer (such as -2^31), which has no +m, takes the place of -0. Inputs of one sign are numbered by |x|, after
 * the zero of the other sign if `other_zero` is set. Pairs are ordered by the first operand's bits, then by the
 * second's. Samples are drawn with replacement: a sampled input depends on the seed and on the input's number only.
 */
struct inputs {
    const struct number_format *format;
    unsigned operands; /* number of operands, 1 or 2 */
    uint64_t count;
    uint64_t sample;   /* number of sampled inputs; 0: every input */
    uint64_t seed;
    enum inputs_signs signs; /* INPUTS_BOTH for samples, for pairs and for unsigned formats */
    bool other_zero;         /* for floats of one sign: the inputs include the zero of the other sign */
};

enum { INPUTS_MOST_BITS = 32 }; /* largest width of an input, in bits, for a sweep without sampling */

/* Sets up a sample of `sample` inputs, or every input if `sample` is 0. Returns false if every input is wanted and
 * an input has more than INPUTS_MOST_BITS bits. */
bool inputs_make(struct inputs *inputs, const struct number_format *format, unsigned operands, uint64_t sample,
                 uint64_t seed);

/* Leaves out the inputs of one sign if every x from `low` to `high` has the other sign or is zero. `low` and `high`
 * are not both NaN. inputs->count stays. */
void inputs_narrow(struct inputs *inputs, double low, double high);

/* Returns the difference in number between an input and its next neighbour of equal sign: 1 or 2; 0 if the inputs
 * are not ordered by |x|. */
unsigned inputs_stride(const struct inputs *inputs);

/* Stores the bits of `count` inputs, from number `first` on. y may be NULL if inputs have one operand. */
void inputs_take(const struct inputs *inputs, uint64_t first, size_t count, uint32_t *x, uint32_t *y);

/* Sets [*first, *end) to numbers between which every input with x from `low` to `high` lies; the interval may
 * contain other inputs too. `low` and `high` are not both NaN. For samples, and for pairs if `low` is negative, the
 * interval is the whole sweep. */
void inputs_between(const struct inputs *inputs, double low, double high, uint64_t *first, uint64_t *end);

/* Values between two numbers, by sign (0: positive, 1: negative): magnitudes m, as bits, with first <= m < end. */
struct inputs_range {
    uint64_t first[2], end[2];
};

/* Sets *range to the values from `low` to `high`. The range contains NaNs only if `low` and `high` are -infinity and
 * infinity. */
void inputs_range_of(const struct number_format *format, double low, double high, struct inputs_range *range);

/* Clears in[i] if x[i] is outside the range. */
void inputs_keep(const struct number_format *format, const struct inputs_range *range, const uint32_t *x, size_t count,
                 bool *in);

/*
 * Special values, which reports list one by one. Of floats: both zeros, both infinities, the least and the largest
 * normal numbers, and for each sign the quiet NaN without payload, the least signalling NaN, and the NaN with the
 * largest payload. Of integers: 0 and the limits. A pair is special if both operands are.
 *
 * inputs_specials() stores the special inputs' numbers, ascending, and returns their count; for samples it returns 0,
 * and inputs_is_special() tells whether an input is special.
 */
enum { INPUTS_MOST_SPECIALS = 196 };

size_t inputs_specials(const struct inputs *inputs, uint64_t numbers[INPUTS_MOST_SPECIALS]);
bool inputs_is_special(const struct inputs *inputs, uint32_t x, uint32_t y);

#endif
