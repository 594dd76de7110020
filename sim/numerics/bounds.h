/* Functions of one number or of two, between bounds. */
#ifndef SFP_NUMERICS_BOUNDS_H
#define SFP_NUMERICS_BOUNDS_H

#include <mpfr.h>

struct function;

/*
 * f lies between `low` and `high`, or is one of them; or both are NaN. Or both are the same number between two
 * neighbours of so many bits, between which f lies too: it rounds as that number does, as long as a format's numbers,
 * and those half-way between two of them, have fewer bits.
 */
struct bounds {
    mpfr_t low, high;
};

/* f, which is no operation on integers, at the precision that both bounds have; afterwards they may have another. */
void function_enclose(const struct function *f, struct bounds *b, mpfr_srcptr x, mpfr_srcptr y);

/* What include/functions.def names. */
void enclose_sigmoid(struct bounds *b, mpfr_srcptr x);
void enclose_silu(struct bounds *b, mpfr_srcptr x);
void enclose_gelu(struct bounds *b, mpfr_srcptr x);
void enclose_gelu_tanh(struct bounds *b, mpfr_srcptr x);
void enclose_softplus(struct bounds *b, mpfr_srcptr x);

/* The same of functions that are rounded once, as MPFR does. */
int exactly_divide_one(mpfr_ptr result, mpfr_srcptr x, mpfr_rnd_t rounding);
int exactly_sign(mpfr_ptr result, mpfr_srcptr x, mpfr_rnd_t rounding);
int exactly_relu(mpfr_ptr result, mpfr_srcptr x, mpfr_rnd_t rounding);
int exactly_relu6(mpfr_ptr result, mpfr_srcptr x, mpfr_rnd_t rounding);
int exactly_subtract_from(mpfr_ptr result, mpfr_srcptr x, mpfr_srcptr y, mpfr_rnd_t rounding);
int exactly_maximum(mpfr_ptr result, mpfr_srcptr x, mpfr_srcptr y, mpfr_rnd_t rounding);
int exactly_minimum(mpfr_ptr result, mpfr_srcptr x, mpfr_srcptr y, mpfr_rnd_t rounding);
int exactly_equal(mpfr_ptr result, mpfr_srcptr x, mpfr_srcptr y, mpfr_rnd_t rounding);
int exactly_unequal(mpfr_ptr result, mpfr_srcptr x, mpfr_srcptr y, mpfr_rnd_t rounding);
int exactly_less(mpfr_ptr result, mpfr_srcptr x, mpfr_srcptr y, mpfr_rnd_t rounding);
int exactly_less_equal(mpfr_ptr result, mpfr_srcptr x, mpfr_srcptr y, mpfr_rnd_t rounding);
int exactly_greater(mpfr_ptr result, mpfr_srcptr x, mpfr_srcptr y, mpfr_rnd_t rounding);
int exactly_greater_equal(mpfr_ptr result, mpfr_srcptr x, mpfr_srcptr y, mpfr_rnd_t rounding);

#endif
