/* Floats in immediates: 16-bit patterns of numbers. */
#ifndef SFP_SMALL_FLOAT_H
#define SFP_SMALL_FLOAT_H

#include <stdbool.h>
#include <stdint.h>

/*
 * bf16 is the upper half of an IEEE float. fp16 is SFPLOADI's format: an exponent of 5 bits with bias 15, whose values
 * are all normal numbers, so that fp16 has no 0, infinity or denormals (sfpu-semantics(7), SFPLOADI).
 */
enum float_format { FLOAT_NONE, FLOAT_BF16, FLOAT_FP16, FLOAT_FP32 };

struct float_pattern {
    uint16_t bits;
    bool exact;  /* `value` equals the requested number */
    bool within; /* the number can be rounded: it is neither beyond the format's largest value nor below its smallest */
    double value;
};

/* Returns the pattern of the finite 16-bit number nearest to `number`; of two equally near, the even one. */
struct float_pattern sfp_float_nearest(enum float_format format, double number);

/* Returns the format of a literal with this C++23 suffix, or FLOAT_NONE. */
enum float_format sfp_float_suffix(const char *suffix);

const char *sfp_float_name(enum float_format format);

const char *sfp_float_suffix_of(enum float_format format);

/* Returns the bits of the IEEE float that SFPLOADI makes of an fp16 pattern. */
uint32_t sfp_float_of_fp16(uint16_t bits);

/* Returns the bits of the IEEE float nearest to `number`. */
uint32_t sfp_float_bits(double number);

#endif
