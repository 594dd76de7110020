/*
 * Exact values of expressions, as fractions. A tie between two numbers of a format is a fraction, and bounds around a
 * tie never round to one number, at any precision. If a function's operands are fractions and its result is too, the
 * result is exact.
 */
#include "functions.h"

#include <stdlib.h>
#include <string.h>

enum {
    MOST_BITS = 1 << 14,   /* most bits in a numerator or a denominator */
    MOST_POWER = 1 << 10,  /* largest exponent of pow and exp2, and largest decimal exponent of a constant */
    RELU_MOST = 6,
    DECIMAL = 10,
};

struct fraction {
    mpq_t value;
    bool is_known;
};

static bool is_small(mpq_srcptr q)
{
    return mpz_sizeinbase(mpq_numref(q), 2) <= MOST_BITS && mpz_sizeinbase(mpq_denref(q), 2) <= MOST_BITS;
}

static bool is_integer_fraction(mpq_srcptr q)
{
    return mpz_cmp_ui(mpq_denref(q), 1) == 0;
}

/* Sets *value if q is an integer from -limit to limit. */
static bool get_small(mpq_srcptr q, long limit, long *value)
{
    if (!is_integer_fraction(q) || mpz_cmpabs_ui(mpq_numref(q), (unsigned long)limit) > 0)
        return false;
    *value = mpz_get_si(mpq_numref(q));
    return true;
}

/* ---- Functions ---- */

/* Sets `result` to q to an integer power. Returns false for zero to a negative power, and for a result that is too
 * long. */
static bool raise_to(mpq_ptr result, mpq_srcptr q, long power)
{
    const unsigned long times = (unsigned long)labs(power);
    const size_t bits = mpz_sizeinbase(mpq_numref(q), 2) + mpz_sizeinbase(mpq_denref(q), 2);

    if ((power < 0 && mpq_sgn(q) == 0) || bits * times > MOST_BITS)
        return false;
    mpz_pow_ui(mpq_numref(result), mpq_numref(q), times);
    mpz_pow_ui(mpq_denref(result), mpq_denref(q), times);
    if (power < 0)
        mpq_inv(result, result);
    return true;
}

/* Returns whether numerator and denominator are powers of integers, and sets `result` to the root. */
static bool take_root(mpq_ptr result, mpq_srcptr q, unsigned long degree)
{
    return (mpq_sgn(q) >= 0 || degree % 2) && mpz_root(mpq_numref(result), mpq_numref(q), degree)
           && mpz_root(mpq_denref(result), mpq_denref(q), degree);
}

static bool divide_fractions(mpq_ptr result, mpq_srcptr x, mpq_srcptr y)
{
    if (mpq_sgn(y) == 0)
        return false;
    mpq_div(result, x, y);
    return true;
}

/* Sets `result` to x - y trunc(x / y). Returns false if y is 0. */
static bool take_remainder(mpq_ptr result, mpq_srcptr x, mpq_srcptr y)
{
    if (!divide_fractions(result, x, y))
        return false;
    mpz_tdiv_q(mpq_numref(result), mpq_numref(result), mpq_denref(result));
    mpz_set_ui(mpq_denref(result), 1);
    mpq_mul(result, result, y);
    mpq_sub(result, x, result);
    return true;
}

static bool take_hypotenuse(mpq_ptr result, mpq_srcptr x, mpq_srcptr y)
{
    mpq_t square;
    bool known;

    mpq_init(square);
    mpq_mul(square, y, y);
    mpq_mul(result, x, x);
    mpq_add(square, square, result);
    known = take_root(result, square, 2);
    mpq_clear(square);
    return known;
}

static bool set_truth(mpq_ptr result, bool is_true)
{
    mpq_set_ui(result, is_true, 1);
    return true;
}

static bool copy_fraction(mpq_ptr result, mpq_srcptr q)
{
    mpq_set(result, q);
    return true;
}

static bool take_power_of_two(mpq_ptr result, mpq_srcptr x)
{
    long power;

    mpq_set_ui(result, 2, 1);
    return get_small(x, MOST_POWER, &power) && raise_to(result, result, power);
}

static bool clamp_below_six(mpq_ptr result, mpq_srcptr x)
{
    if (mpq_cmp_ui(x, RELU_MOST, 1) > 0)
        mpq_set_ui(result, RELU_MOST, 1);
    else
        mpq_set(result, x);
    return true;
}

/* Functions whose result is a fraction for some operands only. Returns false if the result is not a fraction, or not
 * known. */
static bool call_partial_function(enum function_kernel kernel, mpq_ptr result, mpq_srcptr x, mpq_srcptr y)
{
    long power;

    switch (kernel) {
    case KERNEL_reciprocal:
        return raise_to(result, x, -1);
    case KERNEL_div:
        return divide_fractions(result, x, y);
    case KERNEL_fmod:
        return take_remainder(result, x, y);
    case KERNEL_pow:
        return get_small(y, MOST_POWER, &power) && raise_to(result, x, power);
    case KERNEL_sqrt:
        return take_root(result, x, 2);
    case KERNEL_rsqrt:
        return take_root(result, x, 2) && raise_to(result, result, -1);
    case KERNEL_cbrt:
        return take_root(result, x, 3);
    case KERNEL_hypot:
        return take_hypotenuse(result, x, y);
    case KERNEL_exp2:
        return take_power_of_two(result, x);
    default:
        return false;
    }
}

/* Calls a function. For a function of one operand, `y` is x. Zeros lose their signs: the value is not known where a
 * sign decides. Returns false if the value is not known. */
static bool call_exactly(enum function_kernel kernel, mpq_ptr result, mpq_srcptr x, mpq_srcptr y)
{
    switch (kernel) {
    case KERNEL_add:
        return mpq_add(result, x, y), true;
    case KERNEL_sub:
        return mpq_sub(result, x, y), true;
    case KERNEL_rsub:
        return mpq_sub(result, y, x), true;
    case KERNEL_mul:
        return mpq_mul(result, x, y), true;
    case KERNEL_typecast:
        return copy_fraction(result, x);
    case KERNEL_abs:
        return mpq_abs(result, x), true;
    case KERNEL_neg:
        return mpq_neg(result, x), true;
    case KERNEL_sign:
        return mpq_set_si(result, mpq_sgn(x), 1), true;
    case KERNEL_relu:
        return mpq_sgn(x) > 0 ? copy_fraction(result, x) : set_truth(result, false);
    case KERNEL_relu6:
        return mpq_sgn(x) > 0 ? clamp_below_six(result, x) : set_truth(result, false);
    case KERNEL_max:
        return copy_fraction(result, mpq_cmp(x, y) > 0 ? x : y);
    case KERNEL_min:
        return copy_fraction(result, mpq_cmp(x, y) < 0 ? x : y);
    case KERNEL_eq:
        return set_truth(result, mpq_equal(x, y));
    case KERNEL_ne:
        return set_truth(result, !mpq_equal(x, y));
    case KERNEL_lt:
        return set_truth(result, mpq_cmp(x, y) < 0);
    case KERNEL_le:
        return set_truth(result, mpq_cmp(x, y) <= 0);
    case KERNEL_gt:
        return set_truth(result, mpq_cmp(x, y) > 0);
    case KERNEL_ge:
        return set_truth(result, mpq_cmp(x, y) >= 0);
    default:
        return call_partial_function(kernel, result, x, y);
    }
}

/* Computes an integer operation. Returns false if an operand is not an integer. */
static bool operate_exactly(const struct function *f, const struct number_format *format, mpq_ptr result, mpq_srcptr x,
                            mpq_srcptr y)
{
    long m, n;

    if (!get_small(x, INT32_MAX, &m) || !get_small(y, INT32_MAX, &n))
        return false;
    m = integers_wrap(m, format->bits, format->is_signed);
    n = integers_wrap(n, format->bits, format->is_signed);
    mpq_set_si(result, integers_wrap(f->integers(m, n, format->bits), format->bits, format->is_signed), 1);
    return true;
}

/* ---- Nodes ---- */

/* Reads a decimal number: digits with an optional point, and an optional exponent. */
static bool read_decimal_fraction(mpq_ptr result, const char *text)
{
    char digits[EXPRESSION_NUMBER];
    size_t count = 0;
    long exponent = 0;
    bool is_after_point = false;
    mpz_t power;

    for (; *text && *text != 'e' && *text != 'E'; text++) {
        if (*text == '.') {
            is_after_point = true;
        } else if (strchr("0123456789", *text) && count < sizeof digits - 1) {
            digits[count++] = *text;
            exponent -= is_after_point;
        } else {
            return false;
        }
    }
    digits[count] = '\0';
    if (*text)
        exponent += strtol(text + 1, NULL, DECIMAL);
    if (!count || labs(exponent) > MOST_POWER || mpz_set_str(mpq_numref(result), digits, DECIMAL) != 0)
        return false;
    mpz_set_ui(mpq_denref(result), 1);
    mpz_init(power);
    mpz_ui_pow_ui(power, DECIMAL, (unsigned long)labs(exponent));
    mpz_mul(exponent < 0 ? mpq_denref(result) : mpq_numref(result), exponent < 0 ? mpq_denref(result) : mpq_numref(result),
            power);
    mpz_clear(power);
    mpq_canonicalize(result);
    return true;
}

static bool read_operand_fraction(mpq_ptr result, mpfr_srcptr x)
{
    if (!mpfr_number_p(x))
        return false;
    mpfr_get_q(result, x);
    return true;
}

static bool find_node(const struct expression *e, const struct expression_node *node, const struct fraction *of,
                      mpfr_srcptr x, mpfr_srcptr y, mpq_ptr result)
{
    const struct fraction *first, *second;

    switch (node->kind) {
    case EXPRESSION_X:
        return read_operand_fraction(result, x);
    case EXPRESSION_Y:
        return read_operand_fraction(result, y);
    case EXPRESSION_PI:
        return false;
    case EXPRESSION_CONSTANT:
        return read_decimal_fraction(result, node->number);
    case EXPRESSION_CALL:
        break;
    }
    first = &of[node->operand[0]];
    second = &of[node->operand[node->call->operands - 1]];
    if (!first->is_known || !second->is_known)
        return false;
    if (node->call->integers)
        return operate_exactly(node->call, e->format, result, first->value, second->value);
    return call_exactly(node->call->kernel, result, first->value, second->value);
}

bool expression_fraction(const struct expression *e, mpq_ptr result, mpfr_srcptr x, mpfr_srcptr y)
{
    struct fraction of[EXPRESSION_MOST_NODES];
    const struct fraction *last = &of[e->count - 1];
    bool known;

    for (size_t i = 0; i < e->count; i++) {
        mpq_init(of[i].value);
        of[i].is_known = find_node(e, &e->nodes[i], of, x, y, of[i].value) && is_small(of[i].value);
    }
    known = last->is_known;
    if (known)
        mpq_set(result, last->value);
    for (size_t i = 0; i < e->count; i++)
        mpq_clear(of[i].value);
    return known;
}
