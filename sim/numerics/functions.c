/* The reference functions (include/functions.def). */
#include "functions.h"

#include <string.h>

/* ---- Integer operations. An operation that may leave int64_t's range works modulo 2^64 ---- */

static bool is_shift_count(int64_t count, unsigned bits)
{
    return count >= 0 && count < (int64_t)bits;
}

static int64_t integers_invert(int64_t x, int64_t y, unsigned bits)
{
    (void)y, (void)bits;
    return ~x;
}

static int64_t integers_and(int64_t x, int64_t y, unsigned bits)
{
    (void)bits;
    return x & y;
}

static int64_t integers_or(int64_t x, int64_t y, unsigned bits)
{
    (void)bits;
    return x | y;
}

static int64_t integers_xor(int64_t x, int64_t y, unsigned bits)
{
    (void)bits;
    return x ^ y;
}

static int64_t integers_shift_left(int64_t x, int64_t y, unsigned bits)
{
    return is_shift_count(y, bits) ? (int64_t)((uint64_t)x << y) : 0;
}

static int64_t integers_shift_right(int64_t x, int64_t y, unsigned bits)
{
    return is_shift_count(y, bits) ? integers_wrap(x, bits, false) >> y : 0;
}

static int64_t integers_shift_right_arithmetic(int64_t x, int64_t y, unsigned bits)
{
    const int64_t value = integers_wrap(x, bits, true);

    return value >> (is_shift_count(y, bits) ? y : (int64_t)bits - 1);
}

static int64_t integers_wrapping_add(int64_t x, int64_t y, unsigned bits)
{
    (void)bits;
    return x + y;
}

static int64_t integers_wrapping_subtract(int64_t x, int64_t y, unsigned bits)
{
    (void)bits;
    return x - y;
}

static int64_t integers_wrapping_multiply(int64_t x, int64_t y, unsigned bits)
{
    (void)bits;
    return (int64_t)((uint64_t)x * (uint64_t)y);
}

static int64_t integers_wrapping_square(int64_t x, int64_t y, unsigned bits)
{
    (void)y;
    return integers_wrapping_multiply(x, x, bits);
}

/* Returns the quotient. Division by 0 sets all bits, as in RISC-V. */
static int64_t integers_quotient(int64_t x, int64_t y, unsigned bits)
{
    (void)bits;
    return y != 0 ? x / y : -1;
}

static int64_t integers_remainder(int64_t x, int64_t y, unsigned bits)
{
    (void)bits;
    return y != 0 ? x % y : x;
}

/* Returns 1 if rounding towards minus infinity makes the quotient one less than truncation: the remainder is not 0,
 * and x and y have different signs. */
static int64_t is_below_zero(int64_t x, int64_t y)
{
    return y != 0 && x % y != 0 && (x < 0) != (y < 0);
}

static int64_t integers_floor_quotient(int64_t x, int64_t y, unsigned bits)
{
    return integers_quotient(x, y, bits) - is_below_zero(x, y);
}

static int64_t integers_modulo(int64_t x, int64_t y, unsigned bits)
{
    return integers_remainder(x, y, bits) + is_below_zero(x, y) * y;
}

static int64_t integers_ones(int64_t x, int64_t y, unsigned bits)
{
    (void)y;
    return __builtin_popcountll((uint64_t)integers_wrap(x, bits, false));
}

static int64_t integers_leading_zeros(int64_t x, int64_t y, unsigned bits)
{
    const uint64_t value = (uint64_t)integers_wrap(x, bits, false);

    (void)y;
    return value != 0 ? __builtin_clzll(value) - (64 - (int64_t)bits) : bits;
}

/*
 * ---- Bounds ----
 *
 * Functions of one number, between bounds (include/functions.def). Functions with several operations round each
 * operation outwards. If an operation falls as its operand rises, the operand's lower bound gives the result's upper
 * bound.
 */

/* 0.044715 in gelu_tanh is this quotient: binary floating point has no such number. */
enum { CUBE_NUMERATOR = 44715, CUBE_DENOMINATOR = 1000000 };

/*
 * From x = 8 on, the factor of x in both gelus differs from 1 by less than e^-(x^2 / 2), which is at most e^-4x. x = 8
 * corresponds to a precision of 32 bits.
 */
enum { GELU_SPEED = 4 };

enum { RELU_MOST = 6 };

static int exactly_divide_one(mpfr_ptr result, mpfr_srcptr x, mpfr_rnd_t rounding)
{
    return mpfr_ui_div(result, 1, x, rounding);
}

/* Replaces the bounds of e >= 0 by bounds of 1 / (1 + e). */
static void apply_logistic(struct bounds *b)
{
    mpfr_add_ui(b->low, b->low, 1, MPFR_RNDD);
    mpfr_add_ui(b->high, b->high, 1, MPFR_RNDU);
    mpfr_ui_div(b->low, 1, b->low, MPFR_RNDU);
    mpfr_ui_div(b->high, 1, b->high, MPFR_RNDD);
    mpfr_swap(b->low, b->high);
}

/* Multiplies bounds of a factor from 0 up by x. */
static void multiply_bounds(struct bounds *b, mpfr_srcptr x)
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

static void enclose_sigmoid(struct bounds *b, mpfr_srcptr x)
{
    exponential_of_minus(b, x);
    apply_logistic(b);
}

/*
 * Handles the tails of x times a factor that tends to 0 as x falls, faster than x grows, and to 1 as x rises, where 1 -
 * factor falls faster than e^(-x times `speed`). At -infinity the result is -0. If x times `speed` is more than the
 * precision in bits, the result lies between x and the next number below x at this precision. This result rounds like
 * that number, if a format's numbers and their midpoints have fewer bits. Returns false if x is in neither tail.
 */
static bool is_tail(struct bounds *b, mpfr_srcptr x, long speed)
{
    if (mpfr_number_p(x) && mpfr_cmp_si(x, mpfr_get_prec(b->low) / speed) > 0) {
        mpfr_set(b->low, x, MPFR_RNDD);
        mpfr_nextbelow(b->low);
        mpfr_set(b->high, b->low, MPFR_RNDU);
        return true;
    }
    if (!mpfr_inf_p(x) || !mpfr_signbit(x))
        return false;
    mpfr_set_zero(b->low, -1);
    mpfr_set_zero(b->high, -1);
    return true;
}

static void enclose_silu(struct bounds *b, mpfr_srcptr x)
{
    if (is_tail(b, x, 1))
        return;
    enclose_sigmoid(b, x);
    multiply_bounds(b, x);
}

/* x/2 erfc(-x / sqrt 2); the argument of erfc falls as x rises. */
static void enclose_gelu(struct bounds *b, mpfr_srcptr x)
{
    if (is_tail(b, x, GELU_SPEED))
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
    multiply_bounds(b, x);
}

/* Computes |sqrt(8 / pi) (x + 0.044715 x^3)|, rounded away from zero or towards zero, as `direction` says. */
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

/* x/2 (1 + tanh u) = x / (1 + exp -2u); the right side does not cancel. */
static void enclose_gelu_tanh(struct bounds *b, mpfr_srcptr x)
{
    if (is_tail(b, x, GELU_SPEED))
        return;
    tanh_argument(b->low, x, mpfr_signbit(x) ? MPFR_RNDD : MPFR_RNDU);
    tanh_argument(b->high, x, mpfr_signbit(x) ? MPFR_RNDU : MPFR_RNDD);
    if (!mpfr_signbit(x)) {
        mpfr_neg(b->low, b->low, MPFR_RNDD);
        mpfr_neg(b->high, b->high, MPFR_RNDU);
    }
    mpfr_exp(b->low, b->low, MPFR_RNDD);
    mpfr_exp(b->high, b->high, MPFR_RNDU);
    apply_logistic(b);
    multiply_bounds(b, x);
}

/* log(1 + exp x) = x + log(1 + exp -x). If x is large, the result rounds like the next number above x, as in
 * is_tail(). */
static void enclose_softplus(struct bounds *b, mpfr_srcptr x)
{
    if (mpfr_number_p(x) && mpfr_cmp_si(x, mpfr_get_prec(b->low)) > 0) {
        mpfr_set(b->low, x, MPFR_RNDU);
        mpfr_nextabove(b->low);
        mpfr_set(b->high, b->low, MPFR_RNDU);
        return;
    }
    mpfr_exp(b->low, x, MPFR_RNDD);
    mpfr_exp(b->high, x, MPFR_RNDU);
    mpfr_log1p(b->low, b->low, MPFR_RNDD);
    mpfr_log1p(b->high, b->high, MPFR_RNDU);
}

/* ---- Functions with exact results, or rounded once, as in MPFR ---- */

static int exactly_sign(mpfr_ptr result, mpfr_srcptr x, mpfr_rnd_t rounding)
{
    if (mpfr_nan_p(x) || mpfr_zero_p(x))
        return mpfr_set(result, x, rounding);
    return mpfr_set_si(result, mpfr_sgn(x), rounding);
}

static int exactly_relu(mpfr_ptr result, mpfr_srcptr x, mpfr_rnd_t rounding)
{
    if (mpfr_nan_p(x) || mpfr_sgn(x) > 0)
        return mpfr_set(result, x, rounding);
    return mpfr_set_ui(result, 0, rounding);
}

static int exactly_relu6(mpfr_ptr result, mpfr_srcptr x, mpfr_rnd_t rounding)
{
    if (!mpfr_nan_p(x) && mpfr_cmp_ui(x, RELU_MOST) > 0)
        return mpfr_set_ui(result, RELU_MOST, rounding);
    return exactly_relu(result, x, rounding);
}

static int exactly_subtract_from(mpfr_ptr result, mpfr_srcptr x, mpfr_srcptr y, mpfr_rnd_t rounding)
{
    return mpfr_sub(result, y, x, rounding);
}

/* MPFR's maximum and minimum ignore a NaN. */
static int exactly_maximum(mpfr_ptr result, mpfr_srcptr x, mpfr_srcptr y, mpfr_rnd_t rounding)
{
    return mpfr_nan_p(x) ? mpfr_set(result, x, rounding) : mpfr_max(result, y, mpfr_nan_p(y) ? y : x, rounding);
}

static int exactly_minimum(mpfr_ptr result, mpfr_srcptr x, mpfr_srcptr y, mpfr_rnd_t rounding)
{
    return mpfr_nan_p(x) ? mpfr_set(result, x, rounding) : mpfr_min(result, y, mpfr_nan_p(y) ? y : x, rounding);
}

static int exactly_equal(mpfr_ptr result, mpfr_srcptr x, mpfr_srcptr y, mpfr_rnd_t rounding)
{
    return mpfr_set_ui(result, mpfr_equal_p(x, y) != 0, rounding);
}

static int exactly_unequal(mpfr_ptr result, mpfr_srcptr x, mpfr_srcptr y, mpfr_rnd_t rounding)
{
    return mpfr_set_ui(result, mpfr_equal_p(x, y) == 0, rounding);
}

static int exactly_less(mpfr_ptr result, mpfr_srcptr x, mpfr_srcptr y, mpfr_rnd_t rounding)
{
    return mpfr_set_ui(result, mpfr_less_p(x, y) != 0, rounding);
}

static int exactly_less_equal(mpfr_ptr result, mpfr_srcptr x, mpfr_srcptr y, mpfr_rnd_t rounding)
{
    return mpfr_set_ui(result, mpfr_lessequal_p(x, y) != 0, rounding);
}

static int exactly_greater(mpfr_ptr result, mpfr_srcptr x, mpfr_srcptr y, mpfr_rnd_t rounding)
{
    return exactly_less(result, y, x, rounding);
}

static int exactly_greater_equal(mpfr_ptr result, mpfr_srcptr x, mpfr_srcptr y, mpfr_rnd_t rounding)
{
    return exactly_less_equal(result, y, x, rounding);
}

/* ---- Every function ---- */

/* Moves a value that was truncated towards zero to the midpoint between itself and the next number away from zero. */
static void step_inside(mpfr_ptr value)
{
    mpfr_prec_round(value, mpfr_get_prec(value) + 1, MPFR_RNDZ);
    if (mpfr_signbit(value))
        mpfr_nextbelow(value);
    else
        mpfr_nextabove(value);
}

void function_enclose(const struct function *f, struct bounds *b, mpfr_srcptr x, mpfr_srcptr y)
{
    if (f->expression) {
        expression_enclose(f->expression, b, x, y);
        return;
    }
    if (f->enclose) {
        f->enclose(b, x);
        return;
    }
    /* Rounding towards zero gives zeros the sign that rounding to nearest gives. */
    if (f->call2 ? f->call2(b->low, x, y, MPFR_RNDZ) : f->call(b->low, x, MPFR_RNDZ))
        step_inside(b->low);
    mpfr_set_prec(b->high, mpfr_get_prec(b->low));
    mpfr_set(b->high, b->low, MPFR_RNDN);
}

/* ---- The table ---- */

#define ROW(function, what, where, count) \
    .name = #function, .kernel = KERNEL_##function, .meaning = what, .domain = where, .operands = count
#define FUNCTION(function, what, where, way, how) {ROW(function, what, where, 1), .course = COURSE_##way, how},
#define FUNCTION2(function, what, where, way, how) {ROW(function, what, where, 2), .course = COURSE_##way, how},
#define INTEGERS(function, what, where, how) {ROW(function, what, where, 1), .integers = integers_##how},
#define INTEGERS2(function, what, where, how) {ROW(function, what, where, 2), .integers = integers_##how},
#define MPFR(function) .call = function
#define MPFR2(function) .call2 = function
#define OWN(function) .enclose = enclose_##function

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

bool expression_has_integers(const struct expression *e)
{
    for (size_t i = 0; i < e->count; i++)
        if (e->nodes[i].kind == EXPRESSION_CALL && e->nodes[i].call->integers)
            return true;
    return false;
}

const char *function_refuses(const struct function *f, const struct number_format *in)
{
    const bool takes_integers = f->expression ? expression_has_integers(f->expression) : f->integers != NULL;

    return takes_integers && in->mantissa_bits ? "integers only" : NULL;
}
