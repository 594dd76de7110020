/* Floats as immediates hold them, and the patterns for numbers. */
#ifndef SFP_SMALL_FLOAT_H
#define SFP_SMALL_FLOAT_H

#include <stdbool.h>
#include <stdint.h>

/*
 * bf16 is the upper half of an IEEE float. fp16 is what SFPLOADI makes of it: an exponent of 5 bits with a bias of 15,
 * all of whose values are ordinary, so that neither 0 nor infinity nor a denormal is among the numbers
 * (sfpu-semantics(7), SFPLOADI).
 */
enum float_format { FLOAT_NONE, FLOAT_BF16, FLOAT_FP16, FLOAT_FP32 };

struct float_pattern {
    uint16_t bits;
    bool exact;  /* its value is the number that was asked for */
    bool within; /* that is not beyond the format's numbers, or too small for its smallest one: it can be rounded */
    double value;
};

/* The pattern of the finite number of 16 bits that is nearest to `number`; of two, the even one. */
struct float_pattern sfp_float_nearest(enum float_format format, double number);

/* The format that a literal with this suffix of C++23's is rounded to, NONE if there is none such. */
enum float_format sfp_float_suffix(const char *suffix);

const char *sfp_float_name(enum float_format format);

const char *sfp_float_suffix_of(enum float_format format);

/* The bits of the IEEE float that SFPLOADI makes of 16 bits of fp16. */
uint32_t sfp_float_of_fp16(uint16_t bits);

/* The bits of the IEEE float that is nearest to `number`. */
uint32_t sfp_float_bits(double number);

#endif
