/*
 * Functions of a number, enclosed (include/functions.def). Those of several operations round each outwards: where an
 * operation falls with its operand, the lower bound of that makes the upper bound of its result.
 */
#include "bounds.h"

#include <stdbool.h>
#include <string.h>

/* 0.044715 of gelu_tanh is this over that: as a decimal fraction it is no binary number. */
enum { CUBE_NUMERATOR = 44715, CUBE_DENOMINATOR = 1000000 };

static int divide_one(mpfr_ptr result, mpfr_srcptr x, mpfr_rnd_t rounding)
{
    return mpfr_ui_div(result, 1, x, rounding);
}

/* 1 / (1 + e) of an enclosed e from 0 up. */
static void logistic(struct bounds *b)
{
    mpfr_add_ui(b->low, b->low, 1, MPFR_RNDD);
    mpfr_add_ui(b->high, b->high, 1, MPFR_RNDU);
    mpfr_ui_div(b->low, 1, b->low, MPFR_RNDU);
    mpfr_ui_div(b->high, 1, b->high, MPFR_RNDD);
    mpfr_swap(b->low, b->high);
}

/* Multiplies bounds, of a factor from 0 up, by x. */
static void multiply(struct bounds *b, mpfr_srcptr x)
{
    if (mpfr_signbit(x))
        mpfr_swap(b->low, b->high);
    mpfr_mul(b->low, b->low, x, MPFR_RNDD);
    mpfr_mul(b->high, b->high, x, MPFR_RNDU);
}

static void exponential_of_minus(struct bounds *b, mpfr_srcptr x)
{
    mpfr_neg(b->low, x, MPFR_RNDD);
    mpfr_neg(b->high, x, MPFR_RNDU);
    mpfr_exp(b->low, b->low, MPFR_RNDD);
    mpfr_exp(b->high, b->high, MPFR_RNDU);
}

static void sigmoid(struct bounds *b, mpfr_srcptr x)
{
    exponential_of_minus(b, x);
    logistic(b);
}

/* Of factors that vanish at -infinity faster than x grows. */
static bool vanishes(struct bounds *b, mpfr_srcptr x)
{
    if (!mpfr_inf_p(x) || !mpfr_signbit(x))
        return false;
    mpfr_set_zero(b->low, -1);
    mpfr_set_zero(b->high, -1);
    return true;
}

static void silu(struct bounds *b, mpfr_srcptr x)
{
    if (vanishes(b, x))
        return;
    sigmoid(b, x);
    multiply(b, x);
}

/* x/2 erfc(-x / sqrt 2), whose argument falls as x rises. */
static void gelu(struct bounds *b, mpfr_srcptr x)
{
    if (vanishes(b, x))
        return;
    mpfr_sqrt_ui(b->low, 2, mpfr_signbit(x) ? MPFR_RNDU : MPFR_RNDD);
    mpfr_sqrt_ui(b->high, 2, mpfr_signbit(x) ? MPFR_RNDD : MPFR_RNDU);
    mpfr_div(b->low, x, b->low, MPFR_RNDU);
    mpfr_div(b->high, x, b->high, MPFR_RNDD);
    mpfr_swap(b->low, b->high);
    mpfr_neg(b->low, b->low, MPFR_RNDU);
    mpfr_neg(b->high, b->high, MPFR_RNDD);
    mpfr_erfc(b->low, b->low, MPFR_RNDD);
    mpfr_erfc(b->high, b->high, MPFR_RNDU);
    mpfr_div_2ui(b->low, b->low, 1, MPFR_RNDD);
    mpfr_div_2ui(b->high, b->high, 1, MPFR_RNDU);
    multiply(b, x);
}

/* |sqrt(8 / pi) (x + 0.044715 x^3)|, in `direction`, which is away from zero or to it. */
static void tanh_argument(mpfr_ptr y, mpfr_srcptr x, mpfr_rnd_t direction)
{
    const mpfr_rnd_t other = direction == MPFR_RNDU ? MPFR_RNDD : MPFR_RNDU;
    mpfr_t t;

    mpfr_init2(t, mpfr_get_prec(y));
    mpfr_abs(t, x, direction);
    mpfr_sqr(y, t, direction);
    mpfr_mul_ui(y, y, CUBE_NUMERATOR, direction);
    mpfr_div_ui(y, y, CUBE_DENOMINATOR, direction);
    mpfr_add_ui(y, y, 1, direction);
    mpfr_mul(y, y, t, direction);
    mpfr_const_pi(t, other);
    mpfr_ui_div(t, 8, t, direction);
    mpfr_sqrt(t, t, direction);
    mpfr_mul(y, y, t, direction);
    mpfr_clear(t);
}

/* x/2 (1 + tanh u) = x / (1 + exp -2u), which does not cancel. */
static void gelu_tanh(struct bounds *b, mpfr_srcptr x)
{
    if (vanishes(b, x))
        return;
    tanh_argument(b->low, x, mpfr_signbit(x) ? MPFR_RNDD : MPFR_RNDU);
    tanh_argument(b->high, x, mpfr_signbit(x) ? MPFR_RNDU : MPFR_RNDD);
    if (!mpfr_signbit(x)) {
        mpfr_neg(b->low, b->low, MPFR_RNDD);
        mpfr_neg(b->high, b->high, MPFR_RNDU);
    }
    mpfr_exp(b->low, b->low, MPFR_RNDD);
    mpfr_exp(b->high, b->high, MPFR_RNDU);
    logistic(b);
    multiply(b, x);
}

/* log(1 + exp x) */
static void softplus(struct bounds *b, mpfr_srcptr x)
{
    mpfr_exp(b->low, x, MPFR_RNDD);
    mpfr_exp(b->high, x, MPFR_RNDU);
    if (mpfr_inf_p(b->high) && !mpfr_inf_p(x)) { /* x + log(1 + exp -x), whose second term is next to nothing */
        mpfr_set(b->low, x, MPFR_RNDD);
        mpfr_set(b->high, x, MPFR_RNDU);
        mpfr_nextabove(b->high);
        return;
    }
    mpfr_log1p(b->low, b->low, MPFR_RNDD);
    mpfr_log1p(b->high, b->high, MPFR_RNDU);
}

#define FUNCTION(function, where, how) {.name = function, .domain = where, how},
#define MPFR(function) .call = function
#define OWN(function) .enclose = function

static const struct function functions[] = {
#include "functions.def"
};

const struct function *function_at(size_t i)
{
    return i < sizeof functions / sizeof functions[0] ? &functions[i] : NULL;
}

const struct function *function_named(const char *name)
{
    for (size_t i = 0; function_at(i); i++)
        if (strcmp(functions[i].name, name) == 0)
            return &functions[i];
    return NULL;
}

void function_enclose(const struct function *f, struct bounds *b, mpfr_srcptr x)
{
    if (!f->call) {
        f->enclose(b, x);
        return;
    }
    const bool inexact = f->call(b->low, x, MPFR_RNDD) != 0;

    mpfr_set(b->high, b->low, MPFR_RNDN);
    if (inexact)
        mpfr_nextabove(b->high);
}
