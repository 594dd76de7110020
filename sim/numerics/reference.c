/* What a kernel should give. Precision rises until both bounds round to the same number (Ziv's strategy). */
#include "reference.h"

#include <math.h>

#include "bounds.h"
#include "integers.h"
#include "results.h"

enum {
    LEAST_BITS = 64, /* more than operands, results, and numbers half-way between two of them have */
    MOST_BITS = 1 << 14,
};

static bool same(double a, double b)
{
    return isnan(a) ? isnan(b) : a == b && signbit(a) == signbit(b);
}

/* `zero`: that is f, exactly. */
static enum expectation settle(const struct number_format *format, bool zero, double *value)
{
    if (isnan(*value))
        return EXPECT_NAN;
    if (isinf(*value)) {
        if (!format->mantissa_bits)
            *value = *value > 0 ? format->largest : format->lowest;
        return EXPECT_OVERFLOW;
    }
    if (format->mantissa_bits && (number_is_denormal(format, *value) || (*value == 0 && !zero))) {
        *value = copysign(0, *value);
        return EXPECT_UNDERFLOW;
    }
    return EXPECT_NUMBER;
}

/* Tries a precision. */
static bool decide(const struct function *f, const struct number_format *format, mpfr_srcptr x, mpfr_srcptr y, int bits,
                   double *value, enum expectation *expectation)
{
    struct bounds b;
    bool decided;

    mpfr_inits2(bits, b.low, b.high, NULL);
    function_enclose(f, &b, x, y);
    *value = number_round(format, b.low);
    decided = same(*value, number_round(format, b.high));
    if (decided)
        *expectation = settle(format, mpfr_zero_p(b.low) && mpfr_zero_p(b.high), value);
    mpfr_clears(b.low, b.high, NULL);
    return decided;
}

static bool prove(const struct function *f, const struct number_format *format, double x, double y, double *value,
                  enum expectation *expectation)
{
    bool decided = false;
    mpfr_t exact_x, exact_y;

    mpfr_inits2(LEAST_BITS, exact_x, exact_y, NULL);
    mpfr_set_d(exact_x, x, MPFR_RNDN);
    mpfr_set_d(exact_y, y, MPFR_RNDN);
    for (int bits = LEAST_BITS; !decided && bits <= MOST_BITS; bits *= 2)
        decided = decide(f, format, exact_x, exact_y, bits, value, expectation);
    mpfr_clears(exact_x, exact_y, NULL);
    return decided;
}

/* What f makes of integers is one of their own format, which is then converted. */
static double operate(const struct function *f, const struct number_format *in, double x, double y)
{
    return (double)integers_wrap(f->integers((int64_t)x, (int64_t)y, in->bits), in->bits, in->is_signed);
}

static double operand(const struct number_format *in, uint32_t bits)
{
    const double x = number_of(in, bits);

    return number_is_denormal(in, x) ? copysign(0, x) : x;
}

static bool find(const struct function *f, const struct number_format *in, const struct number_format *out, double x,
                 double y, double *value, enum expectation *expectation)
{
    if (f->integers)
        return prove(function_named("typecast"), out, operate(f, in, x, y), 0, value, expectation);
    return prove(f, out, x, y, value, expectation);
}

bool reference_fill(const struct function *f, const struct number_format *in, const struct number_format *out,
                    const uint32_t *x, const uint32_t *y, size_t count, uint32_t *expected, uint8_t *expectation,
                    size_t *unproven)
{
    for (size_t i = 0; i < count; i++) {
        enum expectation found;
        double value;

        if (expectation[i] == EXPECT_NOTHING)
            continue;
        if (!find(f, in, out, operand(in, x[i]), y ? operand(in, y[i]) : 0, &value, &found)) {
            *unproven = i;
            return false;
        }
        expected[i] = found == EXPECT_NAN && !out->mantissa_bits ? 0 : number_bits(out, value);
        expectation[i] = (uint8_t)found;
    }
    return true;
}

void reference_thread_end(void) { mpfr_free_cache(); }

bool reference_of(const struct function *f, const struct number_format *format, double x, struct expected *expected)
{
    enum expectation found;

    *expected = (struct expected){0};
    if (f->operands != 1 || f->integers || !prove(f, format, x, 0, &expected->value, &found))
        return false;
    expected->underflows = found == EXPECT_UNDERFLOW;
    expected->overflows = found == EXPECT_OVERFLOW;
    return true;
}
