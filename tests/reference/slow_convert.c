/* Conversions as the pages of the manual state them, by exact integers and fractions; see the header. */
#include "slow_convert.h"

#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

__extension__ typedef unsigned __int128 wide;

static const uint32_t sign_bit = 0x80000000u;
static const uint32_t plus_inf = 0x7F800000u;

static uint64_t two_to(unsigned n)
{
    return UINT64_C(1) << n;
}

static uint32_t sign_of(uint32_t x)
{
    return x >= sign_bit ? sign_bit : 0;
}

static uint32_t magnitude_of(uint32_t x)
{
    return x % sign_bit;
}

static unsigned exponent_of(uint32_t x)
{
    return magnitude_of(x) / 0x800000u;
}

static uint32_t mantissa_of(uint32_t x)
{
    return x % 0x800000u;
}

static uint32_t smaller(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

/* ---- PRNG (sfpu-semantics(7), Random numbers) ---- */

uint32_t slow_prng_step(uint32_t state)
{
    static const unsigned taps[] = {31, 21, 1, 0};
    unsigned ones = 0;
    for (size_t i = 0; i < sizeof taps / sizeof taps[0]; i++)
        ones += (state >> taps[i]) & 1;
    /* XNOR: an even number of ones shifts in a one. */
    return state / 2 + (ones % 2 == 0 ? sign_bit : 0);
}

void slow_prng_seed(uint32_t seed, uint32_t lanes[SFP_LANES])
{
    uint32_t state = seed;
    for (int i = 0; i < 32; i++)
        state = slow_prng_step(state);
    for (int lane = SFP_LANES - 1; lane >= 0; lane--) {
        state = slow_prng_step(state);
        state = slow_prng_step(state);
        lanes[lane] = state;
    }
}

/* ---- sfpu-semantics(7), SFPCAST ---- */

/*
 * Sign-magnitude integer to FP32. The ISA page normalises to the left and looks at bits of the result; here the
 * integer is divided by its unit in the last place, and the remainder says what rounding does.
 */
static uint32_t cast_to_float(uint32_t c, bool stochastic, uint32_t prng)
{
    uint64_t value = magnitude_of(c);
    if (value == 0)
        return sign_of(c);
    unsigned log2 = 0;
    while (two_to(log2 + 1) <= value)
        log2++;
    uint64_t significand;
    bool up = false;
    if (log2 <= 23) {
        significand = value * two_to(23 - log2);
    } else {
        uint64_t ulp = two_to(log2 - 23);
        uint64_t rest = value % ulp;
        significand = value / ulp;
        if (stochastic) {
            /* At most 7 bits fall off; as a fraction of 128 they meet the PRNG's bits 16:10. */
            up = rest * 128 / ulp > prng / 0x400 % 128;
        } else {
            up = 2 * rest > ulp || (2 * rest == ulp && significand % 2 == 1);
        }
    }
    /* The hidden bit adds one to the exponent, and a carry out of the significand adds another. */
    return sign_of(c) + (126 + log2) * 0x800000u + (uint32_t)significand + up;
}

/* The mode after the bits that the arch does not look at are gone. */
static unsigned cast_mode(enum sfp_arch arch, unsigned mod1)
{
    return arch == SFP_BH ? mod1 % 4 : mod1 % 2;
}

uint32_t slow_cast(enum sfp_arch arch, unsigned mod1, uint32_t c, uint32_t prng)
{
    switch (cast_mode(arch, mod1)) {
    case 0:
        return cast_to_float(c, false, prng);
    case 1:
        return cast_to_float(c, true, prng);
    case 2:
        /* 80000000 has no positive counterpart: its negation wraps to itself. */
        return c >= sign_bit ? 0 - c : c;
    default:
        return c >= sign_bit ? sign_bit | (0 - c) : c;
    }
}

bool slow_cast_steps_prng(enum sfp_arch arch, unsigned mod1)
{
    return cast_mode(arch, mod1) == 1;
}

/* ---- sfpu-semantics(7), SFPSTOCHRND ---- */

uint32_t slow_round_threshold(enum sfp_arch arch, unsigned rnd, uint32_t prng)
{
    unsigned mode = arch == SFP_BH ? rnd % 4 : rnd % 2;
    switch (mode) {
    case 0:
        return 0x400000;
    case 2:
        return 0x7FFFFF;
    default:
        return prng % 0x800000;
    }
}

/* Modes 0 and 1: drop `bits` mantissa bits. The threshold is cut to as many bits, and reaching it is enough. */
static uint32_t round_float(uint32_t c, unsigned bits, uint32_t q)
{
    if (exponent_of(c) == 0)
        return 0;
    if (exponent_of(c) == 255)
        return sign_of(c) + plus_inf;
    uint32_t step = (uint32_t)two_to(bits);
    uint32_t threshold = q / (uint32_t)two_to(23 - bits);
    uint32_t kept = magnitude_of(c) / step;
    if (magnitude_of(c) % step >= threshold)
        kept++;
    return sign_of(c) + kept * step;
}

static uint32_t with_sign(uint32_t sign, uint32_t magnitude)
{
    return magnitude == 0 ? 0 : sign + magnitude;
}

/*
 * Modes 2, 3, 6, 7. The value is counted in units of 2^-24, in which every float from 2^-1 up to 2^16 is whole. (The
 * manual drops bit 0 of a value below 1; a whole threshold cannot tell.)
 */
static uint32_t round_float_to_int(uint32_t c, uint32_t max, bool keep_sign, uint32_t q)
{
    uint32_t sign = keep_sign ? sign_of(c) : 0;
    int exponent = (int)exponent_of(c) - 127;
    if (exponent < -1)
        return 0;
    if (exponent >= 16)
        return sign + max;
    uint64_t units = (0x800000u + mantissa_of(c)) * two_to((unsigned)(exponent + 1));
    uint64_t one = two_to(24);
    uint64_t whole = units / one;
    if (units % one >= 2 * (uint64_t)q)
        whole++;
    return with_sign(sign, smaller((uint32_t)whole, max));
}

/* Modes 4 and 5: a sign-magnitude integer divided by 2^scale. */
static uint32_t round_scaled_int(uint32_t c, unsigned scale, uint32_t max, bool keep_sign, uint32_t q)
{
    uint64_t divisor = two_to(scale);
    uint64_t whole = magnitude_of(c) / divisor;
    uint64_t rest = magnitude_of(c) % divisor;
    /* rest / divisor >= q / 2^23 */
    if (rest * two_to(23) >= q * divisor)
        whole++;
    return with_sign(keep_sign ? sign_of(c) : 0, smaller((uint32_t)whole, max));
}

uint32_t slow_stoch_rnd(unsigned mod1, uint32_t q, uint32_t c, uint32_t b, unsigned imm5)
{
    unsigned scale = mod1 & 8 ? imm5 % 32 : b % 32;
    switch (mod1 % 8) {
    case 0:
        return round_float(c, 13, q);
    case 1:
        return round_float(c, 16, q);
    case 2:
        return round_float_to_int(c, 0xFF, false, q);
    case 3:
        return round_float_to_int(c, 0x7F, true, q);
    case 4:
        return round_scaled_int(c, scale, 0xFF, false, q);
    case 5:
        return round_scaled_int(c, scale, 0x7F, true, q);
    case 6:
        return round_float_to_int(c, 0xFFFF, false, q);
    default:
        return round_float_to_int(c, 0x7FFF, true, q);
    }
}

/* ---- Dst formats (sfpu-dst(7)) ---- */

enum {
    MODE_FP16 = 1, MODE_BF16, MODE_FP32, MODE_INT32, MODE_INT8, MODE_UINT16, MODE_HI16, MODE_INT16, MODE_LO16,
    MODE_INT32_ALL, MODE_ZERO, MODE_INT32_SM, MODE_INT8_COMP, MODE_LO16_ONLY, MODE_HI16_ONLY,
};

/* sfpu-dst(7), Cell orders: a field of `width` bits at `lreg` in the register sits at `dst` in the cell. */
struct field_move {
    unsigned lreg;
    unsigned dst;
    unsigned width;
};

static const struct field_move bf16_order[] = {
    {.lreg = 15, .dst = 15, .width = 1}, /* S */
    {.lreg = 7, .dst = 0, .width = 8},   /* E */
    {.lreg = 0, .dst = 8, .width = 7},   /* M */
    {.width = 0},
};
static const struct field_move fp16_order[] = {
    {.lreg = 15, .dst = 15, .width = 1}, /* S */
    {.lreg = 10, .dst = 0, .width = 5},  /* E */
    {.lreg = 0, .dst = 5, .width = 10},  /* M */
    {.width = 0},
};
static const struct field_move order_32[] = {
    {.lreg = 31, .dst = 31, .width = 1}, /* S */
    {.lreg = 23, .dst = 16, .width = 8}, /* E */
    {.lreg = 16, .dst = 24, .width = 7}, /* Mhi */
    {.lreg = 0, .dst = 0, .width = 16},  /* Mlo */
    {.width = 0},
};

static uint32_t move_fields(const struct field_move *moves, bool to_dst, uint32_t in)
{
    uint32_t out = 0;
    for (const struct field_move *f = moves; f->width != 0; f++) {
        for (unsigned bit = 0; bit < f->width; bit++) {
            unsigned from = (to_dst ? f->lreg : f->dst) + bit;
            unsigned to = (to_dst ? f->dst : f->lreg) + bit;
            if (in / two_to(from) % 2 == 1)
                out += (uint32_t)two_to(to);
        }
    }
    return out;
}

uint16_t slow_shuffle_bf16(uint16_t x) { return (uint16_t)move_fields(bf16_order, true, x); }
uint16_t slow_unshuffle_bf16(uint16_t cell) { return (uint16_t)move_fields(bf16_order, false, cell); }
uint16_t slow_shuffle_fp16(uint16_t x) { return (uint16_t)move_fields(fp16_order, true, x); }
uint16_t slow_unshuffle_fp16(uint16_t cell) { return (uint16_t)move_fields(fp16_order, false, cell); }
uint32_t slow_shuffle_32(uint32_t x) { return move_fields(order_32, true, x); }
uint32_t slow_unshuffle_32(uint32_t cell) { return move_fields(order_32, false, cell); }

unsigned slow_srcb_mode(bool fp32_enabled, unsigned srcb)
{
    if (fp32_enabled)
        return MODE_FP32;
    switch (srcb) {
    case 0:  /* FP32 */
    case 4:  /* TF32 */
    case 5:  /* BF16 */
    case 6:  /* BFP8 */
    case 7:  /* BFP4 */
    case 8:  /* INT32 */
    case 9:  /* INT16 */
    case 15: /* BFP2 */
        return MODE_BF16;
    default:
        return MODE_FP16;
    }
}

unsigned slow_load_width(unsigned mode)
{
    return mode == MODE_FP32 || mode == MODE_INT32 || mode == MODE_INT32_ALL || mode == MODE_INT32_SM ? 32 : 16;
}

/* sfpu-dst(7), Loads, mode 1. Exponents are rebased, not interpreted: 31 is an ordinary one, 0 gives a denormal
 * pattern. */
static uint32_t load_fp16(uint16_t w16, bool enable_inf)
{
    uint32_t x = slow_unshuffle_fp16(w16);
    uint32_t sign = x / 0x8000 * sign_bit;
    uint32_t exponent = x / 0x400 % 32;
    uint32_t mantissa = x % 0x400;
    if (enable_inf && exponent == 31 && mantissa == 0x3FF)
        return sign + plus_inf;
    uint32_t rebased = exponent == 0 ? 0 : exponent + 112;
    return sign + rebased * 0x800000u + mantissa * 0x2000u;
}

uint32_t slow_load(enum sfp_arch arch, unsigned mode, uint16_t w16, uint32_t w32, uint32_t old, bool enable_fp16a_inf)
{
    bool wh = arch == SFP_WH;
    bool negative = w16 >= 0x8000;
    uint32_t sign = negative ? sign_bit : 0;
    uint32_t old_low = old % 0x10000;
    uint32_t old_high = old - old_low;
    uint32_t word = slow_unshuffle_32(w32);
    uint32_t int8_magnitude = w16 / 32u % 1024; /* the Integer 8 overlay's 14:5 */

    switch (mode) {
    case MODE_FP16:
        return load_fp16(w16, enable_fp16a_inf);
    case MODE_BF16:
        return slow_unshuffle_bf16(w16) * 0x10000u;
    case MODE_FP32:
    case MODE_INT32:
    case MODE_INT32_ALL:
        return word;
    case MODE_INT8:
        return sign + int8_magnitude % (wh ? 128 : 256);
    case MODE_UINT16:
    case MODE_LO16:
        return w16;
    case MODE_HI16:
        return w16 * 0x10000u;
    case MODE_INT16:
        return sign + w16 % 0x8000u;
    case MODE_ZERO:
        return 0;
    case MODE_INT32_SM:
        /* The conversion is gone on BH (deprecated); on WH -0 becomes 0 because 0 - 0 is 0. */
        return wh && word >= sign_bit ? 0 - magnitude_of(word) : word;
    case MODE_INT8_COMP:
        if (!wh)
            return sign + int8_magnitude;
        return negative ? 0 - int8_magnitude : int8_magnitude;
    case MODE_LO16_ONLY:
        return old_high + w16;
    case MODE_HI16_ONLY:
        return w16 * 0x10000u + old_low;
    default:
        return old;
    }
}

static uint32_t flush_denormal(uint32_t x)
{
    return exponent_of(x) == 0 ? sign_of(x) : x;
}

/* sfpu-dst(7), Stores, mode 1: cut to 5 exponent and 10 mantissa bits; what is too small is zero, what is too large all
 * ones. */
static uint16_t cut_to_fp16(uint32_t x)
{
    uint32_t sign = sign_of(x) / 0x10000u;
    int exponent = (int)exponent_of(x) - 112;
    if (exponent <= 0)
        return (uint16_t)sign;
    if (exponent > 31)
        return (uint16_t)(sign + 0x7FFF);
    return (uint16_t)(sign + (uint32_t)exponent * 0x400u + mantissa_of(x) / 0x2000u);
}

/* sfpu-dst(7), Stores, mode 12: two's complement to sign-magnitude; 80000000 stays, and now means -0. */
static uint32_t to_sign_magnitude(uint32_t x)
{
    return x >= sign_bit ? sign_bit + magnitude_of(0 - x) : x;
}

static struct slow_cell cell_16(uint32_t bits)
{
    return (struct slow_cell){.width = 16, .bits = bits % 0x10000u};
}

static struct slow_cell cell_32(uint32_t bits)
{
    return (struct slow_cell){.width = 32, .bits = bits};
}

/* The overlay's exponent field is always 16, even where an unpacker would write 0. */
static struct slow_cell int8_cell(uint32_t x)
{
    return cell_16(sign_of(x) / 0x10000u + x % 1024 * 32 + 16);
}

struct slow_cell slow_store(enum sfp_arch arch, unsigned mode, uint32_t x)
{
    bool wh = arch == SFP_WH;
    switch (mode) {
    case MODE_FP16:
        return cell_16(slow_shuffle_fp16(cut_to_fp16(x)));
    case MODE_BF16:
        return cell_16(slow_shuffle_bf16((uint16_t)(flush_denormal(x) / 0x10000u)));
    case MODE_FP32:
        return cell_32(slow_shuffle_32(flush_denormal(x)));
    case MODE_INT32:
    case MODE_INT32_ALL:
        return cell_32(slow_shuffle_32(x));
    case MODE_INT8:
        return int8_cell(x);
    case MODE_UINT16:
    case MODE_LO16_ONLY:
        return cell_16(x);
    case MODE_HI16:
        return cell_32(x);
    case MODE_INT16:
        return cell_16(sign_of(x) / 0x10000u + x % 0x8000u);
    case MODE_LO16:
        return cell_32(x % 0x10000u * 0x10000u + x / 0x10000u);
    case MODE_ZERO:
        return cell_16(0);
    case MODE_INT32_SM:
        return cell_32(slow_shuffle_32(wh ? to_sign_magnitude(x) : x));
    case MODE_INT8_COMP:
        return int8_cell(wh ? to_sign_magnitude(x) : x);
    case MODE_HI16_ONLY:
        return cell_16(x / 0x10000u);
    default:
        return (struct slow_cell){.width = 0, .bits = 0};
    }
}

/* ---- Look-up tables and 24-bit multiply (sfpu-semantics(7), Tables and SFPMUL24) ---- */

static uint32_t bits_of(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

/* (-1)^s * (1 + m/16) * 2^-e: a value that the host's float holds exactly. FF alone is zero. */
uint32_t slow_lut8(uint32_t x)
{
    x %= 0x100;
    if (x == 0xFF)
        return 0;
    float value = ldexpf(16.0f + (float)(x % 16), -4 - (int)(x / 16 % 8));
    return bits_of(x >= 0x80 ? -value : value);
}

/* (-1)^s * (1 + m/1024) * 2^(e-15), exponent 0 included; exponent 31 is a denormal pattern that holds only m. */
uint32_t slow_lut16(uint32_t x)
{
    x %= 0x10000;
    uint32_t sign = x >= 0x8000 ? sign_bit : 0;
    uint32_t mantissa = x % 0x400;
    int exponent = (int)(x / 0x400 % 32);
    if (exponent == 31)
        return sign + mantissa * 0x2000u;
    return sign + bits_of(ldexpf(1024.0f + (float)mantissa, exponent - 15 - 10));
}

uint32_t slow_mul24(unsigned mod1, uint32_t a, uint32_t b, uint32_t c)
{
    uint64_t product = (uint64_t)mantissa_of(a) * mantissa_of(b);
    uint64_t d = mod1 & 1 ? product / two_to(23) : product % two_to(23);
    unsigned c_exponent = exponent_of(c);
    if (c_exponent == 0)
        return (uint32_t)d;

    /* A non-zero VC is added with the multiply-add's hardware: aligned at exponent 129 or its own, if larger. */
    unsigned result_exponent = c_exponent > 129 ? c_exponent : 129;
    uint64_t addend = (0x800000u + mantissa_of(c)) * UINT64_C(8);
    uint64_t divisor = two_to((result_exponent - c_exponent) % 32);
    d /= two_to((result_exponent - 129) % 32);
    if (addend / divisor != 0) {
        d += addend / divisor;
        if (addend % divisor > 0xFFFF)
            d += 0x10000;
        d %= two_to(23);
    }
    return (uint32_t)d;
}

/* ---- sfpu-semantics(7), SFPARECIP ---- */

uint32_t slow_recip(uint32_t m)
{
    if (m < 0x00800000u)
        return plus_inf;
    if (m >= 0x7E800000u)
        return 0;
    /* floor(65536 / d + 1/2) = floor((2 * 65536 + d) / 2d), d the middle of the 128 intervals of [1, 2). */
    uint32_t divisor = 257 + 2 * (m / 0x10000 % 128);
    uint32_t entry = (2 * 65536 + divisor) / (2 * divisor) - 128;
    return (253 - exponent_of(m)) * 0x800000u + entry * 0x10000u;
}

/* A closed interval that holds a real number, in units of 2^-100. */
struct bounds {
    wide low;
    wide high;
};

/*
 * exp of the positive float `m` (low 16 bits clear, value below 2) by its power series. With the value k / 2^j, each
 * term is the last times k / (2^j * n), rounded down. A term's error is the last one's times x/n, x < 2, plus at most
 * one unit: 0, 1, 2, 7/3 and less from there on. So the sum of 64 terms falls short by less than 256 units, and of the
 * tail's less than one (the 65th term is below 2^-200).
 */
static struct bounds exp_bounds(uint32_t m)
{
    uint32_t k = 128 + m / 0x10000 % 128;
    unsigned j = 134 - exponent_of(m);
    wide term = (wide)1 << 100;
    wide sum = 0;
    for (unsigned n = 1; n <= 64; n++) {
        sum += term;
        term = term * k / (two_to(j) * n);
    }
    return (struct bounds){.low = sum, .high = sum + 256};
}

/* floor(v * 128 / divisor), which must be the same at both ends of the interval: that proves the entry. */
static uint32_t proven_floor(struct bounds v, uint32_t divisor)
{
    wide unit = ((wide)divisor << 100) / 128;
    if (v.low / unit != v.high / unit)
        abort();
    return (uint32_t)(v.low / unit);
}

uint32_t slow_exp_approx(uint32_t m)
{
    uint32_t low = m % 0x10000;
    if (m < 0x00800000u)
        return 0x3F800000u;
    if (m < 0x3C800000u)
        return 0x3F810000u + low;
    if (m >= 0x40000000u)
        return 0x40800000u + low;
    struct bounds e = exp_bounds(m - low);
    if (m < 0x3F320000u)
        return 0x3F800000u + (proven_floor(e, 1) - 128) * 0x10000u + low;
    /* 128 * (e/4 - 1) is at least 0 exactly when e is at least 4, and then the entry is 128 higher: one binade up. */
    if (proven_floor(e, 4) < 128)
        return 0x40000000u + (proven_floor(e, 2) - 128) * 0x10000u + low;
    return 0x40000000u + proven_floor(e, 4) * 0x10000u + low; /* 128 + (floor(32 e) - 128) */
}

uint32_t slow_arecip(unsigned mod1, uint32_t x, uint32_t b)
{
    uint32_t m = magnitude_of(x);
    switch (mod1) {
    case 0:
        return sign_of(x) + slow_recip(m);
    case 1:
        return b >= sign_bit ? slow_recip(m) : x;
    default:
        return sign_of(x) + slow_exp_approx(m);
    }
}
