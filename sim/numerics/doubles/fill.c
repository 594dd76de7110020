/*
 * Blocks of references, rounded from double precision. Loops treat every element alike, so that the compiler vectorizes
 * them. Bits of doubles are int64_t, like the numbers compared with them.
 */
#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "expressions.h"
#include "kernels.h"
#include "numerics/functions.h"
#include "numerics/reference.h"

enum { FP32_LARGEST_EXPONENT = 127 };

static const int64_t double_infinity = INT64_C(0x7FF) << DOUBLE_MANTISSA;

struct block {
    double x[DOUBLES_MOST], y[DOUBLES_MOST], r[DOUBLES_MOST];
    int64_t words[DOUBLES_MOST]; /* references, rounded from r (see reference_word()) */
    uint32_t expected[DOUBLES_MOST], expectation[DOUBLES_MOST]; /* the words' parts */
};

/* ---- Operands ---- */

/*
 * Decodes floats whose exponents are not fp32's. Denormals become zeros. The largest exponent, of infinities and NaNs,
 * is as far below a double's largest exponent as other exponents are below theirs. NaNs become quiet, since a power of
 * a signalling NaN is NaN even if the exponent is 0.
 */
static void decode_floats(const struct number_format *f, const uint32_t *restrict bits, double *restrict x)
{
    const int shift = DOUBLE_MANTISSA - f->mantissa_bits;
    const int64_t rebias = (int64_t)(DOUBLE_BIAS - f->largest_exponent) << DOUBLE_MANTISSA;
    const int64_t sign = INT64_C(1) << (f->bits - 1), least = INT64_C(1) << f->mantissa_bits;
    const int64_t infinity = (2 * f->largest_exponent + 1) * least;

    EACH {
        const int64_t all = bits[i], magnitude = all & (sign - 1);
        const int64_t finite = (magnitude << shift) + rebias, quiet = INT64_C(1) << (DOUBLE_MANTISSA - 1);
        const int64_t special = (finite + rebias) | (magnitude > infinity ? quiet : 0);
        const int64_t number = magnitude >= infinity ? special : finite;

        x[i] = double_of_signed_bits((magnitude < least ? 0 : number)
                                     | (int64_t)((uint64_t)(all & sign) << (64 - f->bits)));
    }
}

/* Decodes floats with fp32's exponents, by the machine's conversion, which makes NaNs quiet. */
static void decode_fp32(const struct number_format *f, const uint32_t *restrict bits, double *restrict x)
{
    const int end = 32 - f->bits;
    const uint32_t sign = UINT32_C(1) << 31, least = UINT32_C(1) << FP32_MANTISSA;

    EACH {
        const uint32_t all = bits[i] << end;
        const uint32_t number = (all & ~sign) < least ? all & sign : all;

        x[i] = (double)float_of_bits(number);
    }
}

/* Decodes integers by placing their bits in the double 2^52 + n. Signed integers are first offset by the sign bit's
 * value. */
static void decode_integers(const struct number_format *f, const uint32_t *restrict bits, double *restrict x)
{
    const uint32_t sign = f->is_signed ? UINT32_C(1) << (f->bits - 1) : 0;
    const int64_t base = signed_bits_of(0x1p52);

    EACH
        x[i] = double_of_signed_bits(base | (int64_t)(bits[i] ^ sign)) - (0x1p52 + sign);
}

/* Decodes a block. Missing operands at the block's end become 0. */
static void decode_operands(const struct number_format *f, const uint32_t *bits, size_t count, double *x)
{
    uint32_t padded[DOUBLES_MOST];

    if (count < DOUBLES_MOST) {
        memcpy(padded, bits, count * sizeof *bits);
        memset(padded + count, 0, (DOUBLES_MOST - count) * sizeof *bits);
        bits = padded;
    }
    if (!f->mantissa_bits)
        decode_integers(f, bits, x);
    else if (f->largest_exponent == FP32_LARGEST_EXPONENT)
        decode_fp32(f, bits, x);
    else
        decode_floats(f, bits, x);
}

/* ---- Results ---- */

/*
 * A reference as one 64-bit word: enum expectation above the bits. Loops over doubles and words of equal length
 * vectorize without conversions.
 */
enum { EXPECTATION_SHIFT = 32 };

static inline int64_t reference_word(enum expectation expectation, int64_t bits)
{
    return (int64_t)expectation << EXPECTATION_SHIFT | bits;
}

/* is_outside_domain(): x is not in the domain. is_kernel_unknown(): the kernel says nothing about f at x, or about a
 * result r. */
static inline bool is_outside_domain(double x, const struct kernel *k) { return !((x >= k->low) & (x <= k->high)); }
static inline bool is_kernel_unknown(double x, double r, const struct kernel *k)
{
    return (x == k->low) | (x == k->high) | (r == 0) | !(fabs(r) < (double)INFINITY);
}

/* Parameters for rounding to a float format. */
struct rounding {
    int shift;          /* a double's mantissa bits that the format lacks */
    int64_t mask, half; /* mask of the bits counted by `shift`, and half their unit */
    int64_t rebias, least, infinity, quiet;
    int64_t underflow;  /* bits of the smallest double that rounds to the least normal number, not below */
    int sign_shift;
};

static struct rounding rounding_to(const struct number_format *f)
{
    const int shift = DOUBLE_MANTISSA - f->mantissa_bits;
    const int64_t least = INT64_C(1) << f->mantissa_bits, infinity = (2 * f->largest_exponent + 1) * least;

    return (struct rounding){
        .shift = shift,
        .mask = (INT64_C(1) << shift) - 1,
        .half = INT64_C(1) << (shift - 1),
        .rebias = (DOUBLE_BIAS - f->largest_exponent) * least,
        .least = least,
        .infinity = infinity,
        .quiet = infinity | least >> 1,
        .underflow = signed_bits_of(ldexp(1, f->least_exponent) - ldexp(1, f->least_exponent - f->mantissa_bits - 1)),
        .sign_shift = 64 - f->bits,
    };
}

/*
 * Rounds to nearest. Ties, to even, occur for exact results only; an inexact result so close to the midpoint of two
 * numbers, or to the threshold of underflow, is not proven. A margin of n 2^-53, relative to a result, is at most n of
 * the result's last places; n is a power of two.
 */
static inline void round_floats(struct block *b, const struct number_format *f, const struct kernel *k,
                                enum trust trust)
{
    const struct rounding to = rounding_to(f);
    const int64_t margin = trust == TRUST_EXACT ? 0 : k->margin, far = ~(2 * margin - 1);
    const int64_t least_near = to.underflow - margin;
    const uint64_t middle = (uint64_t)to.half, near_middle = middle + (uint64_t)margin;
    const uint64_t middles = (uint64_t)(to.mask & far);
    const int64_t overflow = reference_word(EXPECT_OVERFLOW, to.infinity);
    const int64_t underflow = reference_word(EXPECT_UNDERFLOW, 0);
    const int64_t undefined = reference_word(EXPECT_NAN, to.quiet), nothing = reference_word(EXPECT_NOTHING, 0);

    EACH {
        const int64_t all = signed_bits_of(b->r[i]), r = all & INT64_MAX;
        const int64_t even = trust == TRUST_EXACT ? (r >> to.shift & 1) - 1 : 0;
        const int64_t number = (int64_t)(((uint64_t)r + middle + (uint64_t)even) >> to.shift) - to.rebias;
        const int64_t sign = (int64_t)((uint64_t)(all & INT64_MIN) >> to.sign_shift);
        const int64_t normal = number < to.least ? to.least : number;
        const int64_t finite = number >= to.infinity ? overflow : normal;
        const int64_t small = trust != TRUST_MARGIN && r == 0 ? 0 : underflow;
        const int64_t found = (r < to.underflow ? small : finite) | sign;
        const bool near = trust != TRUST_EXACT
            && (((((uint64_t)r + near_middle) & middles) == 0) | (((r - least_near) & far) == 0));
        const bool none = trust == TRUST_MARGIN ? is_outside_domain(b->x[i], k) : r > double_infinity;
        const bool unknown = near | (trust == TRUST_MARGIN && is_kernel_unknown(b->x[i], b->r[i], k));
        const int64_t known = unknown ? nothing : found;

        b->words[i] = none ? undefined : known;
    }
}

/* Rounds to integers, within their limits. A zero is not an underflow. */
static inline void round_integers(struct block *b, const struct number_format *f, const struct kernel *k,
                                  enum trust trust)
{
    static const double beyond = 0x1p34, to_integer = 0x1.8p52; /* adding to_integer leaves an integer's bits lowest */
    const double margin = trust == TRUST_EXACT ? 0 : (double)k->margin * 0x1p-53;
    const double lowest = f->lowest, largest = f->largest;
    const int64_t mask = (INT64_C(1) << f->bits) - 1, overflow = reference_word(EXPECT_OVERFLOW, 0);
    const int64_t undefined = reference_word(EXPECT_NAN, 0), nothing = reference_word(EXPECT_NOTHING, 0);

    EACH {
        const double r = b->r[i], above = r < -beyond ? -beyond : r, within = above > beyond ? beyond : above;
        const double integer = within + to_integer - to_integer, off = fabs(within - integer);
        const double at_least = integer < lowest ? lowest : integer, limited = at_least > largest ? largest : at_least;
        const int64_t kind = limited == integer ? 0 : overflow;
        const int64_t found = kind | (signed_bits_of(limited + to_integer) & mask);
        const bool near = trust != TRUST_EXACT && fabs(off - 0.5) <= margin * fabs(within);
        const bool none = trust == TRUST_MARGIN ? is_outside_domain(b->x[i], k) : r != r;
        const bool unknown = near | (trust == TRUST_MARGIN && is_kernel_unknown(b->x[i], r, k));
        const int64_t known = unknown ? nothing : found;

        b->words[i] = none ? undefined : known;
    }
}

static void round_all(struct block *b, const struct number_format *f, const struct kernel *k)
{
    switch (k->trust) {
    case TRUST_EXACT:
        f->mantissa_bits ? round_floats(b, f, k, TRUST_EXACT) : round_integers(b, f, k, TRUST_EXACT);
        break;
    case TRUST_SPECIAL:
        f->mantissa_bits ? round_floats(b, f, k, TRUST_SPECIAL) : round_integers(b, f, k, TRUST_SPECIAL);
        break;
    case TRUST_MARGIN:
        f->mantissa_bits ? round_floats(b, f, k, TRUST_MARGIN) : round_integers(b, f, k, TRUST_MARGIN);
        break;
    }
}

/* ---- fp32 ---- */

static inline bool is_fp32(const struct number_format *f)
{
    return f->mantissa_bits == FP32_MANTISSA && f->largest_exponent == FP32_LARGEST_EXPONENT;
}

/* Returns whether every operand is inside the domain, not at its ends, and every result is a number other than 0. */
static inline bool all_ordinary(const struct block *b, const struct kernel *k)
{
    int64_t others = 0;

    EACH
        others |= (int64_t)is_outside_domain(b->x[i], k) | (int64_t)is_kernel_unknown(b->x[i], b->r[i], k);
    return !others;
}

/*
 * Rounds ordinary TRUST_MARGIN results by the machine's conversion to fp32: if both ends of f's interval round to one
 * number, f does too. Each end moves by 2^-52 more than the margin, for the product's own rounding.
 */
static void round_fp32(const struct block *b, const struct kernel *k, uint32_t expected[DOUBLES_MOST],
                       uint32_t expectation[DOUBLES_MOST])
{
    static const uint32_t sign = UINT32_C(1) << 31, least = UINT32_C(1) << FP32_MANTISSA, infinity = 0x7F800000;
    const double margin = (double)k->margin * 0x1p-53 + 0x1p-52;
    float low[DOUBLES_MOST], high[DOUBLES_MOST];
    uint32_t other[DOUBLES_MOST];

    EACH {
        low[i] = (float)(b->r[i] * (1 - margin));
        high[i] = (float)(b->r[i] * (1 + margin));
    }
    memcpy(expected, low, sizeof low);
    memcpy(other, high, sizeof high);
    EACH {
        const uint32_t all = expected[i], magnitude = all & ~sign;
        const uint32_t large = magnitude == infinity ? (uint32_t)EXPECT_OVERFLOW : (uint32_t)EXPECT_NUMBER;
        const uint32_t kind = magnitude < least ? (uint32_t)EXPECT_UNDERFLOW : large;

        expected[i] = magnitude < least ? all & sign : all;
        expectation[i] = all == other[i] ? kind : (uint32_t)EXPECT_NOTHING;
    }
}

/*
 * Rounds TRUST_EXACT results by the machine's conversion to fp32. Returns false, without results, if a result is not an
 * ordinary number. The least normal number is not ordinary here, because the conversion may round a denormal up.
 */
static bool round_exact_fp32(const struct block *b, uint32_t expected[DOUBLES_MOST],
                             uint32_t expectation[DOUBLES_MOST])
{
    static const uint32_t sign = UINT32_C(1) << 31, least = UINT32_C(1) << FP32_MANTISSA, infinity = 0x7F800000;
    float rounded[DOUBLES_MOST];
    uint32_t others = 0;

    EACH
        rounded[i] = (float)b->r[i];
    memcpy(expected, rounded, sizeof rounded);
    EACH
        others |= (expected[i] & ~sign) <= least || (expected[i] & ~sign) >= infinity;
    EACH
        expectation[i] = (uint32_t)EXPECT_NUMBER;
    return !others;
}

/* ---- Blocks ---- */

static const struct kernel exact = {.trust = TRUST_EXACT};

/* Computes integer operations. Results have the operands' format. */
static void evaluate_integers(const struct function *f, const struct number_format *in, size_t count, struct block *b)
{
    for (size_t i = 0; i < count; i++) {
        const int64_t result = f->integers((int64_t)b->x[i], f->operands == 2 ? (int64_t)b->y[i] : 0, in->bits);

        b->r[i] = (double)integers_wrap(result, in->bits, in->is_signed);
    }
    for (size_t i = count; i < DOUBLES_MOST; i++)
        b->r[i] = 0;
}

static void decode_all(const struct function *f, const struct number_format *in, const uint32_t *x, const uint32_t *y,
                       size_t count, struct block *b)
{
    decode_operands(in, x, count, b->x);
    if (f->operands == 2)
        decode_operands(in, y, count, b->y);
}

/* Computes b->r for every operand. Returns the kernel used, or NULL if f has no kernel. */
static const struct kernel *evaluate_kernel(const struct function *f, const struct number_format *in, const uint32_t *x,
                                            const uint32_t *y, size_t count, struct block *b)
{
    const struct kernel *k = f->integers ? &exact : LEVELLED(kernel_of)(f->kernel, number_significant_bits(in));

    if (!k)
        return NULL;
    decode_all(f, in, x, y, count, b);
    if (f->integers)
        evaluate_integers(f, in, count, b);
    else if (k->two)
        k->two(b->x, b->y, b->r);
    else
        k->one(b->x, b->r);
    return k;
}

/* ---- Expressions ---- */

/* Returns the kind of a value between two doubles that round to the words `low` and `high`: known if the words are
 * equal, or if one word is a zero and the other an underflow to the same zero, since the value is not zero. */
static inline uint8_t expectation_between(int64_t low, int64_t high)
{
    static const int64_t underflow = (int64_t)EXPECT_UNDERFLOW << EXPECTATION_SHIFT;

    if (low == high)
        return (uint8_t)(low >> EXPECTATION_SHIFT);
    return (low ^ high) == underflow && (low >> EXPECTATION_SHIFT == 0 || high >> EXPECTATION_SHIFT == 0)
        ? (uint8_t)EXPECT_UNDERFLOW : (uint8_t)EXPECT_NOTHING;
}

/* Does the work of doubles_fill for an expression: if both bounds round to one result, the value does too. */
static void fill_expression(const struct function *f, const struct number_format *in, const struct number_format *out,
                            const uint32_t *x, const uint32_t *y, size_t count, uint32_t *expected,
                            uint8_t *expectation)
{
    struct block b;
    struct ends ends;
    int64_t low[DOUBLES_MOST];

    decode_all(f, in, x, y, count, &b);
    if (!LEVELLED(expression_ends)(f->expression, b.x, b.y, &ends)) {
        memset(expectation, EXPECT_NOTHING, count);
        return;
    }
    memcpy(b.r, ends.low, sizeof b.r);
    round_all(&b, out, &exact);
    memcpy(low, b.words, sizeof low);
    memcpy(b.r, ends.high, sizeof b.r);
    round_all(&b, out, &exact);
    for (size_t i = 0; i < count; i++) {
        expected[i] = (uint32_t)low[i];
        expectation[i] = expectation_between(low[i], b.words[i]);
    }
}

/* doubles_values for an expression: the middle of bounds that lie close enough (reference_offsets(),
 * numerics/reference.h). */
static void value_expression(const struct function *f, const struct number_format *in, const uint32_t *x,
                             const uint32_t *y, size_t count, double *values)
{
    static const double near = 0x1p-39;
    struct block b;
    struct ends ends;
    bool known;

    decode_all(f, in, x, y, count, &b);
    known = LEVELLED(expression_ends)(f->expression, b.x, b.y, &ends);
    for (size_t i = 0; i < count; i++)
        values[i] = known && ends.high[i] - ends.low[i] <= fabs(ends.low[i]) * near ? (ends.low[i] + ends.high[i]) / 2
                                                                                    : (double)NAN;
}

doubles_fill LEVELLED(doubles_fill);

void LEVELLED(doubles_fill)(const struct function *f, const struct number_format *in, const struct number_format *out,
                            const uint32_t *x, const uint32_t *y, size_t count, uint32_t *expected,
                            uint8_t *expectation)
{
    struct block b;
    const struct kernel *k;

    if (f->expression) {
        fill_expression(f, in, out, x, y, count, expected, expectation);
        return;
    }
    k = evaluate_kernel(f, in, x, y, count, &b);
    if (!k) {
        memset(expectation, EXPECT_NOTHING, count);
        return;
    }
    if (k->trust == TRUST_MARGIN && is_fp32(out) && all_ordinary(&b, k)) {
        round_fp32(&b, k, b.expected, b.expectation);
    } else if (k->trust != TRUST_EXACT || !is_fp32(out) || !round_exact_fp32(&b, b.expected, b.expectation)) {
        round_all(&b, out, k);
        EACH {
            b.expected[i] = (uint32_t)b.words[i];
            b.expectation[i] = (uint32_t)(b.words[i] >> EXPECTATION_SHIFT);
        }
    }
    memcpy(expected, b.expected, count * sizeof *expected);
    for (size_t i = 0; i < count; i++)
        expectation[i] = (uint8_t)b.expectation[i];
}

doubles_values LEVELLED(doubles_values);

void LEVELLED(doubles_values)(const struct function *f, const struct number_format *in, const uint32_t *x,
                              const uint32_t *y, size_t count, double *values)
{
    struct block b;
    const struct kernel *k;

    if (f->expression) {
        value_expression(f, in, x, y, count, values);
        return;
    }
    k = evaluate_kernel(f, in, x, y, count, &b);
    for (size_t i = 0; i < count; i++) {
        const bool unknown = !k || (k->trust == TRUST_MARGIN && is_kernel_unknown(b.x[i], b.r[i], k));

        values[i] = unknown ? (double)NAN : b.r[i];
    }
}
