/* The functions that kernels are measured against (include/functions.def). */
#include "functions.h"

#include <string.h>

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

const char *function_refuses(const struct function *f, const struct number_format *in)
{
    const bool takes_integers = f->expression ? expression_has_integers(f->expression) : f->integers != NULL;

    return takes_integers && in->mantissa_bits ? "integers only" : NULL;
}

/* ---- Operations on integers of some bits. Those that may leave int64_t's range work modulo 2^64 ---- */

int64_t integers_wrap(int64_t value, unsigned bits, bool is_signed)
{
    const uint64_t sign = UINT64_C(1) << (bits - 1), low = (uint64_t)value & (2 * sign - 1);

    return is_signed ? (int64_t)((low ^ sign) - sign) : (int64_t)low;
}

static bool is_shift(int64_t count, unsigned bits)
{
    return count >= 0 && count < (int64_t)bits;
}

int64_t integers_invert(int64_t x, int64_t y, unsigned bits)
{
    (void)y, (void)bits;
    return ~x;
}

int64_t integers_and(int64_t x, int64_t y, unsigned bits)
{
    (void)bits;
    return x & y;
}

int64_t integers_or(int64_t x, int64_t y, unsigned bits)
{
    (void)bits;
    return x | y;
}

int64_t integers_xor(int64_t x, int64_t y, unsigned bits)
{
    (void)bits;
    return x ^ y;
}

int64_t integers_shift_left(int64_t x, int64_t y, unsigned bits)
{
    return is_shift(y, bits) ? (int64_t)((uint64_t)x << y) : 0;
}

int64_t integers_shift_right(int64_t x, int64_t y, unsigned bits)
{
    return is_shift(y, bits) ? integers_wrap(x, bits, false) >> y : 0;
}

int64_t integers_shift_right_arithmetic(int64_t x, int64_t y, unsigned bits)
{
    const int64_t value = integers_wrap(x, bits, true);

    return value >> (is_shift(y, bits) ? y : (int64_t)bits - 1);
}

int64_t integers_wrapping_add(int64_t x, int64_t y, unsigned bits)
{
    (void)bits;
    return x + y;
}

int64_t integers_wrapping_subtract(int64_t x, int64_t y, unsigned bits)
{
    (void)bits;
    return x - y;
}

int64_t integers_wrapping_multiply(int64_t x, int64_t y, unsigned bits)
{
    (void)bits;
    return (int64_t)((uint64_t)x * (uint64_t)y);
}

int64_t integers_wrapping_square(int64_t x, int64_t y, unsigned bits)
{
    (void)y;
    return integers_wrapping_multiply(x, x, bits);
}
