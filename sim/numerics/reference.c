/* References by rising precision: both bounds are computed more precisely until they round to one number (Ziv's
 * strategy). */
#include "reference.h"

#include <math.h>
#include <string.h>

#include "bits.h"
#include "functions.h"
#include "numerics/doubles/doubles.h"

enum {
    LEAST_BITS = 64, /* more bits than operands, results, and the midpoints between two results have */
    MOST_BITS = 1 << 14,
    FRACTION_BITS = 128,
    OFFSET_BITS = 192, /* subtracting the reference cancels the leading bits; this leaves a double's */
};

/* Zeros compare equal: a value between two zeros rounds to zero, though of either sign. */
static bool same_rounding(double a, double b)
{
    return isnan(a) ? isnan(b) : a == b;
}

/* Turns a rounded value into a reference, in *value, and returns its kind. `zero`: f itself is exactly zero. */
static enum expectation settle_reference(const struct number_format *format, bool zero, double *value)
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

/* MPFR numbers, allocated once for many proofs. */
struct prover {
    mpfr_t x, y;
    struct bounds b;
};

static void prover_init(struct prover *p) { mpfr_inits2(LEAST_BITS, p->x, p->y, p->b.low, p->b.high, NULL); }
static void prover_clear(struct prover *p) { mpfr_clears(p->x, p->y, p->b.low, p->b.high, NULL); }

/* Tries a precision. Returns false if the bounds do not round to one number. */
static bool decide_at_precision(struct prover *p, const struct function *f, const struct number_format *format,
                                int bits, double *value, enum expectation *expectation)
{
    mpfr_set_prec(p->b.low, bits);
    mpfr_set_prec(p->b.high, bits);
    function_enclose(f, &p->b, p->x, p->y);
    *value = number_round(format, p->b.low);
    if (!mpfr_equal_p(p->b.low, p->b.high) && !same_rounding(*value, number_round(format, p->b.high)))
        return false;
    *expectation = settle_reference(format, mpfr_zero_p(p->b.low) && mpfr_zero_p(p->b.high), value);
    return true;
}

/*
 * Sets `value` to a fraction, truncated, with an extra last bit of 1 if the truncation is inexact. The result rounds to
 * every format like the fraction, since midpoints between a format's numbers have fewer bits.
 */
static void set_to_fraction(mpfr_ptr value, mpq_srcptr fraction)
{
    mpfr_set_prec(value, FRACTION_BITS);
    if (!mpfr_set_q(value, fraction, MPFR_RNDZ))
        return;
    mpfr_prec_round(value, FRACTION_BITS + 1, MPFR_RNDZ);
    if (mpfr_signbit(value))
        mpfr_nextbelow(value);
    else
        mpfr_nextabove(value);
}

/* Decides an expression whose value is an exact fraction. Bounds cannot separate such values, ties and zeros among
 * them, from their surroundings. */
static bool decide_fraction(struct prover *p, const struct function *f, const struct number_format *format,
                            double *value, enum expectation *expectation)
{
    mpq_t fraction;
    bool known;

    mpq_init(fraction);
    known = f->expression && expression_fraction(f->expression, fraction, p->x, p->y);
    if (known) {
        set_to_fraction(p->b.low, fraction);
        *value = number_round(format, p->b.low);
        *expectation = settle_reference(format, mpfr_zero_p(p->b.low), value);
    }
    mpq_clear(fraction);
    return known;
}

static bool straddles_zero(const struct bounds *b)
{
    return !mpfr_nan_p(b->low) && !mpfr_nan_p(b->high) && mpfr_sgn(b->low) < 0 && mpfr_sgn(b->high) > 0;
}

static bool prove_reference(struct prover *p, const struct function *f, const struct number_format *format, double x,
                            double y, double *value, enum expectation *expectation)
{
    bool decided;

    mpfr_set_d(p->x, x, MPFR_RNDN);
    mpfr_set_d(p->y, y, MPFR_RNDN);
    decided = decide_at_precision(p, f, format, LEAST_BITS, value, expectation);
    if ((!decided || straddles_zero(&p->b)) && decide_fraction(p, f, format, value, expectation))
        return true;
    for (int bits = 2 * LEAST_BITS; !decided && bits <= MOST_BITS; bits *= 2)
        decided = decide_at_precision(p, f, format, bits, value, expectation);
    return decided;
}

/* Computes an integer operation. The result has the operands' format; the caller converts it. */
static double compute_integers(const struct function *f, const struct number_format *in, double x, double y)
{
    return (double)integers_wrap(f->integers((int64_t)x, (int64_t)y, in->bits), in->bits, in->is_signed);
}

static double operand_number(const struct number_format *in, uint32_t bits)
{
    const double x = number_of(in, bits);

    return number_is_denormal(in, x) ? copysign(0, x) : x;
}

static bool find_reference(struct prover *p, const struct function *f, const struct number_format *in,
                           const struct number_format *out, double x, double y, double *value,
                           enum expectation *expectation)
{
    if (f->integers)
        return prove_reference(p, function_named("typecast"), out, compute_integers(f, in, x, y), 0, value,
                               expectation);
    return prove_reference(p, f, out, x, y, value, expectation);
}

bool reference_prove(const struct function *f, const struct number_format *in, const struct number_format *out,
                     const uint32_t *x, const uint32_t *y, size_t count, uint32_t *expected, uint8_t *expectation,
                     size_t *unproven)
{
    struct prover p;
    size_t i;

    prover_init(&p);
    for (i = 0; i < count; i++) {
        enum expectation found;
        double value;

        if (expectation[i] == EXPECT_NOTHING)
            continue;
        if (!find_reference(&p, f, in, out, operand_number(in, x[i]), y ? operand_number(in, y[i]) : 0, &value, &found))
            break;
        expected[i] = found == EXPECT_NAN && !out->mantissa_bits ? 0 : number_bits(out, value);
        expectation[i] = (uint8_t)found;
    }
    prover_clear(&p);
    *unproven = i;
    return i == count;
}

/* Arguments of a request, and the results for +0 and -0, if known: a sweep has many denormals in a row, which count
 * as zeros. */
struct request {
    const struct function *f;
    const struct number_format *in, *out;
    const uint32_t *x, *y;
    bool has_zero[2]; /* [0]: +0, [1]: -0 */
    uint32_t of_zero[2];
    uint8_t expectation_of_zero[2];
};

/* Computes one reference that double precision did not prove. */
static bool fill_one(struct request *r, size_t i, uint32_t *expected, uint8_t *expectation)
{
    const bool is_zero = r->f->operands == 1 && number_is_zero(r->in, r->x[i]), sign = r->x[i] >> (r->in->bits - 1);
    size_t unproven;

    if (is_zero && r->has_zero[sign]) {
        *expected = r->of_zero[sign];
        *expectation = r->expectation_of_zero[sign];
        return true;
    }
    if (!reference_prove(r->f, r->in, r->out, &r->x[i], r->y ? &r->y[i] : NULL, 1, expected, expectation, &unproven))
        return false;
    if (is_zero) {
        r->has_zero[sign] = true;
        r->of_zero[sign] = *expected;
        r->expectation_of_zero[sign] = *expectation;
    }
    return true;
}

/* Computes the references of a block, which starts at input `first`, that double precision did not prove. */
static bool fill_rest(struct request *r, size_t first, size_t count, uint32_t *expected, uint8_t *expectation,
                      size_t *unproven)
{
    const uint8_t *at = expectation;

    while ((at = memchr(at, EXPECT_NOTHING, (size_t)(expectation + count - at)))) {
        const size_t i = (size_t)(at - expectation);

        expectation[i] = EXPECT_NUMBER;
        if (!fill_one(r, first + i, &expected[i], &expectation[i])) {
            *unproven = first + i;
            return false;
        }
    }
    return true;
}

/* Fills a block in which some inputs are to be skipped. */
static bool fill_some(struct request *r, doubles_fill *doubles, size_t first, size_t count, uint32_t *expected,
                      uint8_t *expectation, size_t *unproven)
{
    uint32_t bits[DOUBLES_MOST];
    uint8_t found[DOUBLES_MOST];

    doubles(r->f, r->in, r->out, r->x + first, r->y ? r->y + first : NULL, count, bits, found);
    for (size_t i = 0; i < count; i++) {
        if (expectation[i] == EXPECT_NOTHING)
            continue;
        if (found[i] == EXPECT_NOTHING && !fill_rest(r, first + i, 1, &bits[i], &found[i], unproven))
            return false;
        expected[i] = bits[i];
        expectation[i] = found[i];
    }
    return true;
}

/* Fills a block, which starts at input `first`. */
static bool fill_block(struct request *r, doubles_fill *doubles, size_t first, size_t count, uint32_t *expected,
                       uint8_t *expectation, size_t *unproven)
{
    if (memchr(expectation, EXPECT_NOTHING, count))
        return fill_some(r, doubles, first, count, expected, expectation, unproven);
    doubles(r->f, r->in, r->out, r->x + first, r->y ? r->y + first : NULL, count, expected, expectation);
    return fill_rest(r, first, count, expected, expectation, unproven);
}

#ifdef SFP_HAVE_X86_LEVELS
doubles_fill doubles_fill_v3;
doubles_values doubles_values_v3;
#endif
doubles_fill doubles_fill_base;
doubles_values doubles_values_base;

size_t doubles_list(struct doubles list[DOUBLES_LEVELS])
{
    size_t count = 0;

#ifdef SFP_HAVE_X86_LEVELS
    __builtin_cpu_init();
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("fma"))
        list[count++] = (struct doubles){doubles_fill_v3, doubles_values_v3};
#endif
    list[count++] = (struct doubles){doubles_fill_base, doubles_values_base};
    return count;
}

bool reference_fill(const struct function *f, const struct number_format *in, const struct number_format *out,
                    const uint32_t *x, const uint32_t *y, size_t count, uint32_t *expected, uint8_t *expectation,
                    size_t *unproven)
{
    struct request r = {.f = f, .in = in, .out = out, .x = x, .y = y};
    struct doubles levels[DOUBLES_LEVELS];
    const size_t most = DOUBLES_MOST;

    doubles_list(levels);
    for (size_t i = 0; i < count; i += most)
        if (!fill_block(&r, levels[0].fill, i, count - i < most ? count - i : most, expected + i, expectation + i,
                        unproven))
            return false;
    return true;
}

/* ---- Distance of f from its reference ---- */

static const double least_offset = 0x1p-64; /* in ULP: an offset of 0 may never be proven to be 0 */

/* Computes the offset (see reference_offset()) at one precision. Returns false if the bounds are too far apart. */
static bool find_offset(struct prover *p, const struct function *f, const struct number_format *out, double expected,
                        int bits, double *offset)
{
    const double places = 1 / number_ulp(out, expected);
    double high;

    mpfr_set_prec(p->b.low, bits);
    mpfr_set_prec(p->b.high, bits);
    function_enclose(f, &p->b, p->x, p->y);
    mpfr_sub_d(p->b.low, p->b.low, expected, MPFR_RNDN);
    mpfr_sub_d(p->b.high, p->b.high, expected, MPFR_RNDN);
    *offset = mpfr_get_d(p->b.low, MPFR_RNDN) * places;
    high = mpfr_get_d(p->b.high, MPFR_RNDN) * places;
    return same_rounding(*offset, high) || high - *offset < least_offset;
}

static double prove_offset(struct prover *p, const struct function *f, const struct number_format *out, double x,
                           double y, double expected)
{
    double offset = 0;
    bool found = false;

    mpfr_set_d(p->x, x, MPFR_RNDN);
    mpfr_set_d(p->y, y, MPFR_RNDN);
    for (int bits = OFFSET_BITS; !found && bits <= MOST_BITS; bits *= 2)
        found = find_offset(p, f, out, expected, bits, &offset);
    return offset;
}

double reference_offset(const struct function *f, const struct number_format *in, const struct number_format *out,
                        uint32_t x, uint32_t y, uint32_t expected)
{
    const bool two = f->operands == 2;
    const double e = number_of(out, expected);
    struct prover p;
    double offset;

    if (f->integers)
        return (compute_integers(f, in, operand_number(in, x), two ? operand_number(in, y) : 0) - e)
               / number_ulp(out, e);
    prover_init(&p);
    offset = prove_offset(&p, f, out, operand_number(in, x), two ? operand_number(in, y) : 0, e);
    prover_clear(&p);
    return offset;
}

/* Replaces values of f in double precision by offsets; NaN stays NaN, where double precision has no value. */
static void subtract_references(const struct number_format *out, const uint32_t *expected, size_t count, double *values)
{
    for (size_t i = 0; i < count; i++)
        values[i] = (values[i] - value_of_bits(out, expected[i])) * places_of(out, expected[i]);
}

void reference_offsets(const struct function *f, const struct number_format *in, const struct number_format *out,
                       const uint32_t *x, const uint32_t *y, const uint32_t *expected, size_t count, double *offset)
{
    struct doubles levels[DOUBLES_LEVELS];
    const size_t most = DOUBLES_MOST;

    doubles_list(levels);
    for (size_t i = 0; i < count; i += most)
        levels[0].values(f, in, x + i, y ? y + i : NULL, count - i < most ? count - i : most, offset + i);
    subtract_references(out, expected, count, offset);
    for (size_t i = 0; i < count; i++)
        if (!isfinite(offset[i]))
            offset[i] = reference_offset(f, in, out, x[i], y ? y[i] : 0, expected[i]);
}

void reference_thread_end(void) { mpfr_free_cache(); }

/* ---- Stretches with one result: use ---- */

enum { PROBES = 256 };

/* Selects one of two values by x's sign, without a branch, so that the compiler vectorizes the loop. */
static inline uint32_t by_sign(const uint32_t of_sign[2], uint32_t x, unsigned sign_bit)
{
    return of_sign[0] ^ (-(x >> sign_bit & 1) & (of_sign[0] ^ of_sign[1]));
}

/* Returns whether every x[i] lies in the known stretch of its sign. Stretches are at most 2^31 long, so that a set
 * sign bit in one of the two differences means "outside". */
static bool are_known(const struct stretches *known, unsigned sign_bit, const uint32_t *x, size_t count)
{
    const struct stretch *s = known->of_sign;
    const uint32_t low[2] = {s[0].low, s[1].low}, last[2] = {s[0].end - s[0].low - 1, s[1].end - s[1].low - 1};
    uint32_t beyond = 0;

    for (size_t i = 0; i < count; i++) {
        const uint32_t distance = x[i] - by_sign(low, x[i], sign_bit);

        beyond |= distance | (by_sign(last, x[i], sign_bit) - distance);
    }
    return !(beyond >> 31);
}

/* Tests the last input first: in most blocks this input is not known, which saves the loop. */
static bool is_known_block(const struct stretches *known, unsigned sign_bit, const uint32_t *x, size_t count)
{
    return count && are_known(known, sign_bit, x + count - 1, 1) && are_known(known, sign_bit, x, count);
}

static void repeat_known(const struct stretches *known, unsigned sign_bit, const uint32_t *x, size_t count,
                         uint32_t *expected, uint8_t *expectation)
{
    const struct stretch *s = known->of_sign;
    const uint32_t results[2] = {s[0].expected, s[1].expected};
    const uint32_t expectations[2] = {s[0].expectation, s[1].expectation};

    for (size_t i = 0; i < count; i++)
        expected[i] = by_sign(results, x[i], sign_bit);
    if (expectations[0] == expectations[1]) {
        memset(expectation, (int)expectations[0], count);
        return;
    }
    for (size_t i = 0; i < count; i++)
        expectation[i] = (uint8_t)by_sign(expectations, x[i], sign_bit);
}

/* ---- Stretches with one result: search ---- */

/* Extends the stretch in steps of its length, as long as the result stays. */
static void look_ahead(struct stretch *s, const struct function *f, const struct number_format *in,
                       const struct number_format *out, uint32_t largest)
{
    const uint32_t step = s->end - s->low;
    uint32_t ahead[PROBES], expected[PROBES], at = s->end - 1;
    uint8_t expectation[PROBES];
    size_t unproven;

    for (unsigned i = 0; i < PROBES; i++)
        ahead[i] = at = largest - at > step ? at + step : largest;
    memset(expectation, EXPECT_NUMBER, sizeof expectation);
    if (!reference_fill(f, in, out, ahead, NULL, PROBES, expected, expectation, &unproven))
        return;
    for (unsigned i = 0; i < PROBES && expected[i] == s->expected && expectation[i] == s->expectation; i++)
        s->end = ahead[i] + 1;
}

/* Keeps the stretch of one sign's inputs, ordered by magnitude, if the first and the last of these have one result. */
static void learn_stretch(struct stretch *s, const struct function *f, const struct number_format *in,
                          const struct number_format *out, bool negative, const uint32_t *x, size_t count,
                          const uint32_t *expected, const uint8_t *expectation)
{
    const unsigned sign_bit = in->bits - 1u;
    const uint32_t largest = (uint32_t)negative << sign_bit | number_bits(in, in->largest);
    size_t first = 0, last = count;

    while (first < count && (x[first] >> sign_bit & 1) != negative)
        first++;
    while (last > first && (x[last - 1] >> sign_bit & 1) != negative)
        last--;
    if (last-- == first || x[first] > x[last] || x[last] > largest || x[last] - x[first] >= count
        || expectation[first] == EXPECT_NOTHING || expectation[first] != expectation[last]
        || expected[first] != expected[last])
        return;
    *s = (struct stretch){x[first], x[last] + 1, expected[first], expectation[first]};
    look_ahead(s, f, in, out, largest);
}

bool stretch_fill(struct stretches *known, const struct function *f, const struct number_format *in,
                  const struct number_format *out, const uint32_t *x, size_t count, uint32_t *expected,
                  uint8_t *expectation, size_t *unproven)
{
    if (!memchr(expectation, EXPECT_NOTHING, count) && is_known_block(known, in->bits - 1u, x, count)) {
        repeat_known(known, in->bits - 1u, x, count, expected, expectation);
        return true;
    }
    if (!reference_fill(f, in, out, x, NULL, count, expected, expectation, unproven))
        return false;
    for (unsigned sign = 0; sign < 2 && f->course == COURSE_MONOTONE && in->mantissa_bits; sign++)
        learn_stretch(&known->of_sign[sign], f, in, out, sign, x, count, expected, expectation);
    return true;
}
