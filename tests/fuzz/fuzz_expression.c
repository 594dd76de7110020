/*
 * References that users write: any text is refused, with a message, or is the same function when it is read again, of
 * which bounds at more precision lie within those at less. Input: a byte for x, one for y, and the text.
 */
#include "fuzz.h"

#include <stdlib.h>
#include <string.h>

#include "numerics/functions.h"
#include "sfpu.h"

static void enclose(const struct expression *e, struct bounds *b, int bits, mpfr_srcptr x, mpfr_srcptr y)
{
    mpfr_set_prec(b->low, bits);
    mpfr_set_prec(b->high, bits);
    expression_enclose(e, b, x, y);
}

static void check_bounds(const struct expression *e, signed char first, signed char second)
{
    enum { FEW = 64, MORE = 128 };
    struct bounds wide, narrow;
    mpfr_t x, y;

    mpfr_inits2(FEW, x, y, wide.low, wide.high, narrow.low, narrow.high, NULL);
    mpfr_set_si_2exp(x, first, -4, MPFR_RNDN);
    mpfr_set_si_2exp(y, second, -4, MPFR_RNDN);
    enclose(e, &wide, FEW, x, y);
    enclose(e, &narrow, MORE, x, y);
    if (mpfr_number_p(wide.low) && mpfr_number_p(wide.high)
        && (mpfr_nan_p(narrow.low) || mpfr_nan_p(narrow.high) || mpfr_less_p(narrow.high, wide.low)
            || mpfr_less_p(wide.high, narrow.low)))
        fuzz_fail("'%s': other bounds at more precision", e->text);
    mpfr_clears(x, y, wide.low, wide.high, narrow.low, narrow.high, NULL);
    mpfr_free_cache();
}

int fuzz_expression(const uint8_t *data, size_t size)
{
    enum { MOST = EXPRESSION_MOST_BYTES + 1 };
    struct fuzz_input in = {data, size};
    const signed char x = (signed char)fuzz_byte(&in), y = (signed char)fuzz_byte(&in);
    const size_t length = in.size < MOST ? in.size : MOST;
    char text[MOST + 1] = "", *error;
    struct expression *e;

    memcpy(text, in.data, length);
    e = expression_parse(text, &error);
    if (e) {
        e->format = number_format(SFPU_INT32);
        check_bounds(e, x, y);
    } else {
        fuzz_message(error);
    }
    free(e);
    return 0;
}
