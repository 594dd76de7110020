/*
 * Functions in double precision. u is 2^-53, an operation's relative error. glibc's functions are within 4 ULP, or 8 u:
 * the GNU C Library's manual, "Known Maximum Errors in Math Functions", lists smaller errors, and 4 ULP is the design
 * goal of libmvec (notes on version 2.22 of the library; page "libmvec" of the library's wiki). A margin of 4096 u
 * leaves room for 500 times this error, and still settles all but one in 2^16 fp32 results.
 *
 * Operands are numbers of Dst's formats: zeros, or from 2^-126 to 2^128. Within expressions, operands may be any
 * doubles from 2^-126 to 2^300 (is_kernel_operand(), expressions.c), except fmod's. Results' formats also end at 2^-126
 * and 2^128, so that arguments may be limited where the result is far outside this range, but well within double
 * precision. If an expression uses such a result, the result is nearer to 1 than f: f lies between the result and 0 or
 * infinity.
 */
#include "kernels.h"

#include <math.h>
#include <stdbool.h>

#include "numerics/bits.h"

#define INF ((double)INFINITY)
#define QUIET ((double)NAN)

/* libmvec's versions of the functions, if libmvec exists. */
#ifdef SFP_HAVE_LIBMVEC
#define VECTOR __attribute__((simd("notinbranch")))
VECTOR double exp(double), exp2(double), expm1(double), log(double), log2(double), log10(double), log1p(double),
    cbrt(double), asin(double), acos(double), atan(double), sinh(double), cosh(double), tanh(double), asinh(double),
    acosh(double), atanh(double), erf(double), erfc(double), atan2(double, double);
#endif

enum {
    FEW = 4,         /* error in u: two or three operations */
    LIBRARY = 4096,  /* error in u: a library function and a few operations */
    POWER = 8192,
};

static inline double limit_argument(double x, double low, double high)
{
    const double above = x < low ? low : x;

    return above > high ? high : above;
}

/* ---- The library's functions, with few operations added ---- */

/*
 * A function NAME is NAME_value(x, a), where a = NAME_argument(x) is x, limited where the library's function would be
 * slow, because the result is beyond the formats or x is outside the domain. A compiler could evaluate the library's
 * function at the constant limits, and select these results after the call instead. To prevent this, every argument is
 * in memory before the function's loop reads the first.
 */
#define ITSELF(name) static inline double name##_argument(double x) { return x; }
#define LIMITED(name, low, high) static inline double name##_argument(double x) { return limit_argument(x, low, high); }
#define OF_LIBRARY(name) static inline double name##_value(double x, double a) { (void)x; return name(a); }

/* Limits beyond the formats: e^200 is 2^288; erfc 20 is below 2^-581. */
LIMITED(exp, -200, 200) OF_LIBRARY(exp)
LIMITED(exp2, -300, 300) OF_LIBRARY(exp2)
LIMITED(expm1, -200, 200) OF_LIBRARY(expm1)
LIMITED(sinh, -200, 200) OF_LIBRARY(sinh)
LIMITED(cosh, -200, 200) OF_LIBRARY(cosh)
LIMITED(erfc, -20, 20) OF_LIBRARY(erfc)

/* Limits at the domain, without its ends. */
LIMITED(log, 0x1p-126, INF) OF_LIBRARY(log)
LIMITED(log2, 0x1p-126, INF) OF_LIBRARY(log2)
LIMITED(log10, 0x1p-126, INF) OF_LIBRARY(log10)
LIMITED(log1p, -1 + 0x1p-24, INF) OF_LIBRARY(log1p)
LIMITED(asin, -1 + 0x1p-24, 1 - 0x1p-24) OF_LIBRARY(asin)
LIMITED(acos, -1 + 0x1p-24, 1 - 0x1p-24) OF_LIBRARY(acos)
LIMITED(acosh, 1 + 0x1p-23, INF) OF_LIBRARY(acosh)
LIMITED(atanh, -1 + 0x1p-24, 1 - 0x1p-24) OF_LIBRARY(atanh)

/* Functions without limits. */
ITSELF(cbrt) OF_LIBRARY(cbrt)
ITSELF(atan) OF_LIBRARY(atan)
ITSELF(tanh) OF_LIBRARY(tanh)
ITSELF(asinh) OF_LIBRARY(asinh)
ITSELF(erf) OF_LIBRARY(erf)

/* Operations with one or two roundings. */
ITSELF(sqrt) OF_LIBRARY(sqrt)
ITSELF(rsqrt) static inline double rsqrt_value(double x, double a) { (void)a; return 1 / sqrt(x); }
ITSELF(reciprocal) static inline double reciprocal_value(double x, double a) { (void)a; return 1 / x; }

/* ---- Compositions ---- */

/* Errors: 8 u from e^-x, and 2 u from the sum with 1 and from the quotient; silu's product adds 1 u. */
static inline double sigmoid_argument(double x) { return limit_argument(-x, -200, 200); }
static inline double sigmoid_value(double x, double a) { (void)x; return 1 / (1 + exp(a)); }

static inline double silu_argument(double x) { return limit_argument(-x, -200, 200); }
static inline double silu_value(double x, double a) { return (x < -200 ? -200 : x) / (1 + exp(a)); }

/*
 * x/2 erfc(v), with v = -x / sqrt 2, which has an error of 2 u. erfc multiplies v's error by v erfc'(v) / erfc(v),
 * which is below 2 v^2 + 1: 2^8 for x from -14.5 up, hence 2^9 u in total, and 2^11 u down to the limit of v. Beyond
 * this limit, from x = -28.3 down, the result's magnitude is above f's.
 */
static inline double gelu_argument(double x) { return limit_argument(x * -M_SQRT1_2, -20, 20); }
static inline double gelu_value(double x, double a) { return (x < -29 ? -29 : x) * 0.5 * erfc(a); }

/*
 * x / (1 + e^-v), with v = sqrt(8/pi) (x + 0.044715 x^3), which has an error of 7 u. This makes 7 |v| u in e^-v, and
 * |v| is below 150 unless the result is below 2^-140: 2^10 u in total.
 */
static inline double gelu_tanh_argument(double x)
{
    static const double factor = 1.5957691216057307117597842397375; /* sqrt(8/pi) */

    return limit_argument(-x * (factor + factor * 0.044715 * (x * x)), -200, 200);
}
static inline double gelu_tanh_value(double x, double a) { return (x < -200 ? -200 : x) / (1 + exp(a)); }

/* log1p does not increase the error of e^-|x|, 16 u; the sum of two numbers from 0 up adds 1 u. */
static inline double softplus_argument(double x) { return limit_argument(-fabs(x), -200, 0); }
static inline double softplus_value(double x, double a) { return (x > 0 ? x : 0) + log1p(exp(a)); }

/* ---- Angles ---- */

static const double quadrants[][3] = {
#include "quadrants.inc"
};

/* Factors by which angles are multiplied to get quadrants: three for each angle. */
struct factors {
    double part[3][DOUBLES_MOST];
};

/* An angle in [-pi/4, pi/4], and the number of quadrants q, modulo 4, between this angle and |x|. */
struct angle {
    double radians;
    uint64_t q;
};

enum { BIASED_LEAST = DOUBLE_BIAS - 126, BIASED_MOST = DOUBLE_BIAS + 127 }; /* a double's biased exponents */

static void look_up_factors(const double *restrict x, struct factors *restrict factors)
{
    static const double of_zero[3];

    EACH {
        const uint64_t biased = bits_of_double(fabs(x[i])) >> DOUBLE_MANTISSA;
        const uint64_t most = biased > BIASED_MOST ? BIASED_MOST : biased;
        const double *row = most < BIASED_LEAST ? of_zero : quadrants[most - BIASED_LEAST];

        factors->part[0][i] = row[0];
        factors->part[1][i] = row[1];
        factors->part[2][i] = row[2];
    }
}

/* Adding this number rounds to an integer, whose bits are then the sum's lowest bits. */
static const double to_integer = 0x1.8p52;

/*
 * Reduces |x| = m 2^e to an angle. The number of quadrants is m times three numbers (gen-quadrants.c). The products
 * with the first two are exact, and so are their remainders without the integers; the third product is below 2^-28 and
 * 2^-82 off. m 2^e is 0, or at least 2^-31 away from an integer number of quadrants (the nearest is 16367173 2^72:
 * J.-M. Muller, "Elementary Functions", on range reduction), so that the angle's error is at most 8 u.
 */
static inline struct angle angle_of(double x, const struct factors *factors, int i)
{
    const uint64_t mantissa = bits_of_double(x) & ((UINT64_C(1) << DOUBLE_MANTISSA) - 1);
    const double m = double_of_bits(mantissa | (uint64_t)(DOUBLE_BIAS + FP32_MANTISSA) << DOUBLE_MANTISSA);
    const double first = m * factors->part[0][i], round_first = first + to_integer;
    const double second = first - (round_first - to_integer) + m * factors->part[1][i];
    const double round_second = second + to_integer;
    const double left = second - (round_second - to_integer) + m * factors->part[2][i];

    return (struct angle){left * M_PI_2, bits_of_double(round_first) + bits_of_double(round_second)};
}

/* Taylor series. For angles in [-pi/4, pi/4], the omitted terms are below a^15/15! < 2^-45, or a^16/16!: 2^8 u. */
static inline double taylor_sine(double a)
{
    const double z = a * a;

    return a + a * z * (-1 / 6.0 + z * (1 / 120.0 + z * (-1 / 5040.0 + z * (1 / 362880.0 + z * (-1 / 39916800.0
        + z * (1 / 6227020800.0))))));
}

static inline double taylor_cosine(double a)
{
    const double z = a * a;

    return 1 + z * (-1 / 2.0 + z * (1 / 24.0 + z * (-1 / 720.0 + z * (1 / 40320.0 + z * (-1 / 3628800.0
        + z * (1 / 479001600.0 + z * (-1 / 87178291200.0)))))));
}

static const uint64_t sign_bit = UINT64_C(1) << 63;

static inline double with_sign(double x, uint64_t sign) { return double_of_bits(bits_of_double(x) ^ sign); }

/* Returns the sine of a.radians plus a.q quadrants. */
static inline double sine_at(struct angle a)
{
    const double s = taylor_sine(a.radians), c = taylor_cosine(a.radians);

    return with_sign(a.q & 1 ? c : s, a.q >> 1 << 63);
}

static inline double sin_at(double x, struct angle a) { return with_sign(sine_at(a), bits_of_double(x) & sign_bit); }

static inline double cos_at(double x, struct angle a)
{
    (void)x;
    a.q++;
    return sine_at(a);
}

static inline double tan_at(double x, struct angle a)
{
    const double s = taylor_sine(a.radians), c = taylor_cosine(a.radians), odd = -c / s, even = s / c;

    return with_sign(a.q & 1 ? odd : even, bits_of_double(x) & sign_bit);
}

/* For wider operands: the library's functions, without SIMD. */
ITSELF(sin_wide) static inline double sin_wide_value(double x, double a) { (void)x; return sin(a); }
ITSELF(cos_wide) static inline double cos_wide_value(double x, double a) { (void)x; return cos(a); }
ITSELF(tan_wide) static inline double tan_wide_value(double x, double a) { (void)x; return tan(a); }

/* ---- Exact functions ---- */

static inline double typecast_value(double x) { return x; }
static inline double abs_value(double x) { return fabs(x); }
static inline double neg_value(double x) { return -x; }
static inline double sign_value(double x) { return x > 0 ? 1 : x < 0 ? -1 : x; }
static inline double relu_value(double x) { return x <= 0 ? 0 : x; }
static inline double relu6_value(double x) { return x > 6 ? 6 : relu_value(x); }

/* Returns the sum. An inexact sum is replaced by the odd one of the two doubles around it, which rounds like the
 * sum; the error tells the side (D. Knuth's TwoSum). */
static inline double add_value(double x, double y)
{
    const double sum = x + y, y_part = sum - x, error = (x - (sum - y_part)) + (y - y_part);
    const uint64_t bits = bits_of_double(sum), away = (error > 0) == (sum > 0) ? 1 : UINT64_MAX;

    return (error < 0 || error > 0) && !(bits & 1) ? double_of_bits(bits + away) : sum;
}

static inline double sub_value(double x, double y) { return add_value(x, -y); }
static inline double rsub_value(double x, double y) { return add_value(y, -x); }

/* mul: exact for factors with at most 26 bits; for longer factors, one rounding, like div. */
static inline double mul_value(double x, double y) { return x * y; }
static inline double div_value(double x, double y) { return x / y; }

static inline double max_value(double x, double y)
{
    const double larger = x > y || (x == y && bits_of_double(y) >> 63) ? x : y; /* +0 is larger than -0 */

    return x != x ? x : larger;
}

static inline double min_value(double x, double y)
{
    const double smaller = x < y || (x == y && bits_of_double(x) >> 63) ? x : y;

    return x != x ? x : smaller;
}

static inline double eq_value(double x, double y) { return x == y ? 1 : 0; }
static inline double ne_value(double x, double y) { return x != y ? 1 : 0; }
static inline double lt_value(double x, double y) { return x < y ? 1 : 0; }
static inline double le_value(double x, double y) { return x <= y ? 1 : 0; }
static inline double gt_value(double x, double y) { return x > y ? 1 : 0; }
static inline double ge_value(double x, double y) { return x >= y ? 1 : 0; }

/* ---- Functions of two numbers ---- */

/* The root halves the squares' errors: 2 u in total, or 3 u if the squares are rounded. */
static inline double hypot_value(double x, double y)
{
    const double root = sqrt(x * x + y * y);

    return fabs(x) == INF || fabs(y) == INF ? INF : root;
}

/* Tests numbers below 2^51; larger floats are even integers. */
static inline bool is_integer_exponent(double y) { return !(fabs(y) < 0x1p51) || y == y + to_integer - to_integer; }
static inline bool is_odd_exponent(double y) { return is_integer_exponent(y) && !is_integer_exponent(y * 0.5); }

/*
 * pow is 2^(y log2 |x|). The exponent is 10 u off and limited to 200, so that the power is 2^11 u off. pow_special()
 * handles zeros, infinities and NaN.
 */
static inline double pow_argument(double x, double y) { return limit_argument(y * log2(fabs(x)), -200, 200); }

static inline double pow_value(double x, double y, double a)
{
    const double power = exp2(a), of_integer = x < 0 && is_odd_exponent(y) ? -power : power;

    return x < 0 && !is_integer_exponent(y) ? QUIET : of_integer;
}

/* Remainder of operands with at most 32 significant bits, by long division, 32 bits of the quotient at a time. */
static double fmod_value(double x, double y)
{
    const uint64_t bits = bits_of_double(fabs(x)), y_bits = bits_of_double(fabs(y));
    const uint64_t hidden = UINT64_C(1) << DOUBLE_MANTISSA;
    const uint64_t divisor = ((y_bits & (hidden - 1)) | hidden) >> 21;
    uint64_t rest = ((bits & (hidden - 1)) | hidden) >> 21;

    if (!(fabs(x) < INF) || !(fabs(y) > 0)) /* or NaN */
        return fmod(x, y);
    if (!(fabs(x) >= fabs(y)))
        return y != y ? y : x;
    rest %= divisor;
    for (uint64_t shift = (bits >> DOUBLE_MANTISSA) - (y_bits >> DOUBLE_MANTISSA), step; shift; shift -= step) {
        step = shift < 32 ? shift : 32;
        rest = (rest << step) % divisor;
    }
    return copysign((double)rest * double_of_bits(((y_bits >> DOUBLE_MANTISSA) - 31) << DOUBLE_MANTISSA), x);
}

/* ---- Blocks ---- */

/* Tells the compiler that memory may have changed. */
#define UNKNOWN(array) __asm__ volatile("" : : "r"(array) : "memory")

#define ONE(name) \
    static void name##_block(const double *restrict x, double *restrict r) { EACH r[i] = name##_value(x[i]); }
#define TWO(name) \
    static void name##_block(const double *restrict x, const double *restrict y, double *restrict r) \
    { \
        EACH r[i] = name##_value(x[i], y[i]); \
    }
#define ONE_ARGUED(name) \
    static void name##_block(const double *restrict x, double *restrict r) \
    { \
        double a[DOUBLES_MOST]; \
\
        EACH a[i] = name##_argument(x[i]); \
        UNKNOWN(a); \
        EACH r[i] = name##_value(x[i], a[i]); \
    }

/* name, margin, domain */
#define MARGINS(ROW) \
    ROW(exp, LIBRARY, -INF, INF) ROW(exp2, LIBRARY, -INF, INF) ROW(expm1, LIBRARY, -INF, INF) \
    ROW(log, LIBRARY, 0, INF) ROW(log2, LIBRARY, 0, INF) ROW(log10, LIBRARY, 0, INF) ROW(log1p, LIBRARY, -1, INF) \
    ROW(sqrt, FEW, 0, INF) ROW(rsqrt, FEW, 0, INF) ROW(cbrt, LIBRARY, -INF, INF) ROW(reciprocal, FEW, -INF, INF) \
    ROW(asin, LIBRARY, -1, 1) ROW(acos, LIBRARY, -1, 1) ROW(atan, LIBRARY, -INF, INF) \
    ROW(sinh, LIBRARY, -INF, INF) ROW(cosh, LIBRARY, -INF, INF) ROW(tanh, LIBRARY, -INF, INF) \
    ROW(asinh, LIBRARY, -INF, INF) ROW(acosh, LIBRARY, 1, INF) ROW(atanh, LIBRARY, -1, 1) \
    ROW(erf, LIBRARY, -INF, INF) ROW(erfc, LIBRARY, -INF, INF) \
    ROW(sigmoid, LIBRARY, -INF, INF) ROW(silu, LIBRARY, -INF, INF) ROW(gelu, LIBRARY, -INF, INF) \
    ROW(gelu_tanh, LIBRARY, -INF, INF) ROW(softplus, LIBRARY, -INF, INF)
#define ANGLES(ROW) ROW(sin, LIBRARY, -INF, INF) ROW(cos, LIBRARY, -INF, INF) ROW(tan, LIBRARY, -INF, INF)
#define EXACT_ONES(ROW) ROW(typecast) ROW(abs) ROW(neg) ROW(sign) ROW(relu) ROW(relu6)
#define EXACT_TWOS(ROW) \
    ROW(add) ROW(sub) ROW(rsub) ROW(mul) ROW(fmod) ROW(max) ROW(min) ROW(eq) ROW(ne) ROW(lt) ROW(le) ROW(gt) ROW(ge)

#define ANGLE_BLOCK(name, margin, low, high) \
    static void name##_block(const double *restrict x, double *restrict r) \
    { \
        struct factors factors; \
\
        look_up_factors(x, &factors); \
        EACH r[i] = name##_at(x[i], angle_of(x[i], &factors, i)); \
    }
#define MARGIN_BLOCK(name, margin, low, high) ONE_ARGUED(name)
MARGINS(MARGIN_BLOCK)
ANGLES(ANGLE_BLOCK)
EXACT_ONES(ONE)
EXACT_TWOS(TWO)
ONE_ARGUED(sin_wide) ONE_ARGUED(cos_wide) ONE_ARGUED(tan_wide)
TWO(div) TWO(hypot)

/* The C library's functions handle zeros, infinities and NaN correctly; noinline keeps the compiler from using
 * libmvec's. */
#define SPECIAL(name) \
    __attribute__((noinline)) static double name##_scalar(double x, double y) { return name(x, y); } \
    static void name##_special(const double *restrict x, const double *restrict y, double *restrict r) \
    { \
        EACH if (is_special(x[i]) || is_special(y[i])) r[i] = name##_scalar(x[i], y[i]); \
    }

static inline bool is_special(double x) { return !(fabs(x) > 0 && fabs(x) < INF); }
SPECIAL(pow)
SPECIAL(atan2)

static void pow_block(const double *restrict x, const double *restrict y, double *restrict r)
{
    double a[DOUBLES_MOST];

    EACH a[i] = pow_argument(x[i], y[i]);
    UNKNOWN(a);
    EACH r[i] = pow_value(x[i], y[i], a[i]);
    pow_special(x, y, r);
}

static void atan2_block(const double *restrict x, const double *restrict y, double *restrict r)
{
    EACH r[i] = atan2(x[i], y[i]);
    atan2_special(x, y, r);
}

#define MARGIN_ROW(name, room, from, to) \
    [KERNEL_##name] = {.one = name##_block, .trust = TRUST_MARGIN, .margin = room, .low = from, .high = to},
#define EXACT_ONE_ROW(name) [KERNEL_##name] = {.one = name##_block, .trust = TRUST_EXACT},
#define EXACT_TWO_ROW(name) [KERNEL_##name] = {.two = name##_block, .trust = TRUST_EXACT},

static const struct kernel kernels[KERNELS] = {
    MARGINS(MARGIN_ROW)
    ANGLES(MARGIN_ROW)
    EXACT_ONES(EXACT_ONE_ROW)
    EXACT_TWOS(EXACT_TWO_ROW)
    [KERNEL_div] = {.two = div_block, .trust = TRUST_SPECIAL, .margin = FEW},
    [KERNEL_hypot] = {.two = hypot_block, .trust = TRUST_SPECIAL, .margin = FEW},
    [KERNEL_pow] = {.two = pow_block, .trust = TRUST_SPECIAL, .margin = POWER},
    [KERNEL_atan2] = {.two = atan2_block, .trust = TRUST_SPECIAL, .margin = LIBRARY},
};

enum { ANGLE_BITS = FP32_MANTISSA + 1, FACTOR_BITS = 26 };

const struct kernel *LEVELLED(kernel_of)(enum function_kernel kernel, unsigned bits)
{
    static const struct kernel wide_mul = {.two = mul_block, .trust = TRUST_SPECIAL, .margin = FEW},
        wide_sin = {.one = sin_wide_block, .trust = TRUST_MARGIN, .margin = LIBRARY, .low = -INF, .high = INF},
        wide_cos = {.one = cos_wide_block, .trust = TRUST_MARGIN, .margin = LIBRARY, .low = -INF, .high = INF},
        wide_tan = {.one = tan_wide_block, .trust = TRUST_MARGIN, .margin = LIBRARY, .low = -INF, .high = INF};

    if (kernel == KERNEL_mul && bits > FACTOR_BITS)
        return &wide_mul;
    if (bits > ANGLE_BITS && (kernel == KERNEL_sin || kernel == KERNEL_cos || kernel == KERNEL_tan))
        return kernel == KERNEL_sin ? &wide_sin : kernel == KERNEL_cos ? &wide_cos : &wide_tan;
    return kernels[kernel].one || kernels[kernel].two ? &kernels[kernel] : NULL;
}
