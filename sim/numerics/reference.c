/* What a kernel should give. Precision rises until both bounds round to the same number (Ziv's strategy). */
#include "reference.h"

#include <math.h>

enum {
    X_BITS = 53,           /* of a double */
    SPARE_BITS = 16,       /* beyond the format's, at first: one in 2^15 results is tried again */
    MOST_BITS = 1 << 14,
    INTEGER_BITS = 32,
};

static bool same(double a, double b)
{
    return isnan(a) ? isnan(b) : a == b && signbit(a) == signbit(b);
}

static void settle(const struct number_format *format, const struct bounds *b, double rounded, struct expected *e)
{
    const bool zero = mpfr_zero_p(b->low) && mpfr_zero_p(b->high);

    *e = (struct expected){.value = rounded};
    if (isinf(rounded)) {
        e->overflows = true;
        if (!format->mantissa_bits)
            e->value = rounded > 0 ? format->largest : format->lowest;
    } else if (format->mantissa_bits && (number_is_denormal(format, rounded) || (rounded == 0 && !zero))) {
        e->underflows = true;
        e->value = copysign(0, rounded);
    }
}

/* Tries a precision. */
static bool decide(const struct function *f, const struct number_format *format, mpfr_srcptr x, int bits,
                   struct expected *e)
{
    struct bounds b;
    double low;
    bool decided;

    mpfr_inits2(bits, b.low, b.high, NULL);
    function_enclose(f, &b, x);
    low = number_round(format, b.low);
    decided = same(low, number_round(format, b.high));
    if (decided)
        settle(format, &b, low, e);
    mpfr_clears(b.low, b.high, NULL);
    return decided;
}

bool reference_of(const struct function *f, const struct number_format *format, double x, struct expected *expected)
{
    bool decided = false;
    mpfr_t exact;

    mpfr_init2(exact, X_BITS);
    mpfr_set_d(exact, x, MPFR_RNDN);
    for (int bits = (format->mantissa_bits ? format->mantissa_bits : INTEGER_BITS) + SPARE_BITS;
         !decided && bits <= MOST_BITS; bits *= 2)
        decided = decide(f, format, exact, bits, expected);
    mpfr_clear(exact);
    return decided;
}
