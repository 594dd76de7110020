/* sfpu-fma(7), step by step. Magnitudes are exact 128-bit integers; exponents are plain ints. */
#include "slow_fma.h"

#include <stdbool.h>

__extension__ typedef unsigned __int128 wide;

static const uint32_t hidden_bit = 0x800000;
static const uint32_t plus_zero = 0x00000000;
static const uint32_t plus_inf = 0x7F800000;
static const uint32_t wh_nan_bits = 0x7F800001;
static const uint32_t bh_nan = 0x7FC00000;

/* A floating operand taken apart: (-1)^sign * mantissa * 2^(exponent - 127 - 23). */
struct unpacked {
    uint32_t sign;
    int exponent;
    uint32_t mantissa;
};

/* A signed sum of products: three bits (guard, round, sticky) below the 24 of a mantissa. */
struct magnitude {
    uint32_t sign;
    int exponent;
    wide units;
};

static wide two_to(int n)
{
    return (wide)1 << n;
}

static bool is_even(wide v)
{
    return v % 2 == 0;
}

static int bit_length(wide v)
{
    int n = 0;
    while (v != 0) {
        v /= 2;
        n++;
    }
    return n;
}

static uint32_t signed_zero(uint32_t sign)
{
    return sign * 0x80000000u;
}

static uint32_t signed_inf(uint32_t sign)
{
    return signed_zero(sign) + plus_inf;
}

/* Step 0. A zero exponent means a zero mantissa, so denormals are zeros; the hidden bit is there even for E = 255. */
static struct unpacked step_0_unpack(uint32_t v)
{
    struct unpacked u = {
        .sign = v / 0x80000000u,
        .exponent = (int)(v / hidden_bit % 256),
        .mantissa = hidden_bit + v % hidden_bit,
    };
    if (u.exponent == 0)
        u.mantissa = 0;
    return u;
}

static bool is_zero(struct unpacked u) { return u.mantissa == 0; }
static bool is_inf(struct unpacked u) { return u.exponent == 255 && u.mantissa == hidden_bit; }
static bool is_nan(struct unpacked u) { return u.exponent == 255 && u.mantissa != hidden_bit; }

/* Steps 1 and 2. The exact product, then cut to 28 bits: what falls off survives only as a one in the last place. */
static struct magnitude step_1_2_product(struct unpacked x, struct unpacked y)
{
    wide exact = (wide)x.mantissa * y.mantissa;
    wide kept = exact / two_to(20);
    if (exact % two_to(20) != 0 && is_even(kept))
        kept += 1;
    return (struct magnitude){
        .sign = x.sign != y.sign,
        .exponent = x.exponent + y.exponent - 127,
        .units = kept,
    };
}

static struct magnitude step_2_addend(struct unpacked z)
{
    return (struct magnitude){.sign = z.sign, .exponent = z.exponent, .units = (wide)z.mantissa * 8};
}

/* Step 3's `inv`: a NaN factor, or infinity times (something the unit takes for) zero. */
static bool is_invalid_product(struct unpacked x, struct unpacked y)
{
    return is_nan(x) || is_nan(y) || (x.exponent == 255 && is_zero(y)) || (y.exponent == 255 && is_zero(x));
}

/* Step 5. At most one of the two moves. A sticky bit is set only in something that is still there to carry it. */
static void step_5_shift_right(struct magnitude *m, int distance)
{
    wide kept = 0;
    wide lost = m->units;
    if (distance < 128) {
        kept = m->units / two_to(distance);
        lost = m->units % two_to(distance);
    }
    if (kept != 0 && lost != 0 && is_even(kept))
        kept += 1;
    m->units = kept;
}

static int step_5_align(struct magnitude *p, struct magnitude *q)
{
    if (p->exponent > q->exponent) {
        step_5_shift_right(q, p->exponent - q->exponent);
        return p->exponent;
    }
    step_5_shift_right(p, q->exponent - p->exponent);
    return q->exponent;
}

/* Step 7, right shift by n on WH: the old last bit stays sticky, a second dropped bit is forgotten. */
static wide wh_shift_right(wide r, int n)
{
    wide kept = r / two_to(n);
    if (!is_even(r) && is_even(kept))
        kept += 1;
    return kept;
}

/*
 * Step 7, right shift by n on BH: the last bit, and for n > 1 the bit above it, stay sticky (mask n OR 1). The step's
 * n = 3 does not occur: after step 4 no exponent is below 0, so an exponent of 0 or less here comes from n <= 0.
 */
static wide bh_shift_right(wide r, int n)
{
    wide kept = r / two_to(n);
    wide watched = n == 1 ? r % 2 : r % 4;
    if (watched != 0 && is_even(kept))
        kept += 1;
    return kept;
}

/* Step 8. Eight units make one unit in the last place; ties go to even. The carry may run into the exponent. */
static uint32_t step_8_pack_and_round(int exponent, wide r)
{
    uint32_t packed = (uint32_t)exponent * hidden_bit + (uint32_t)(r / 8 % hidden_bit);
    uint32_t rest = (uint32_t)(r % 8);
    bool above_half = rest > 4;
    bool tie_to_odd = rest == 4 && packed % 2 == 1;
    return above_half || tie_to_odd ? packed + 1 : packed;
}

static uint32_t fma_bh(uint32_t z_bits, struct unpacked x, struct unpacked y, struct unpacked z)
{
    struct magnitude p = step_1_2_product(x, y);
    struct magnitude q = step_2_addend(z);
    uint32_t zero = signed_zero(z.sign & p.sign);

    /* Step 3. */
    bool infinite_factor = x.exponent == 255 || y.exponent == 255;
    if (infinite_factor || z.exponent == 255 || p.exponent >= 255) {
        if (is_invalid_product(x, y) || is_nan(z))
            return bh_nan;
        if (is_inf(z) && infinite_factor && z.sign != p.sign)
            return bh_nan;
        return is_inf(z) ? z_bits : signed_inf(p.sign);
    }

    /* Step 4. */
    if (p.units == 0 || p.exponent < 0)
        return is_zero(z) ? zero : z_bits;

    int exponent = step_5_align(&p, &q);

    /* Step 6. */
    uint32_t sign = p.units >= q.units ? p.sign : q.sign;
    wide r;
    if (p.sign == q.sign)
        r = p.units + q.units;
    else
        r = p.units >= q.units ? p.units - q.units : q.units - p.units;
    if (r == 0)
        return zero;

    /* Step 7. Whatever the true exponent below 1, there is one extra shift and no more. */
    int n = bit_length(r) - 27;
    exponent += n;
    if (exponent >= 255)
        return signed_inf(sign);
    if (exponent <= 0) {
        n += 1;
        exponent = 0;
    }
    r = n <= 0 ? r * two_to(-n) : bh_shift_right(r, n);

    uint32_t result = step_8_pack_and_round(exponent, r);
    /* Step 9. */
    if (result < hidden_bit)
        return signed_zero(sign);
    /* Step 10. */
    return signed_zero(sign) + result;
}

static uint32_t fma_wh(uint32_t z_bits, struct unpacked x, struct unpacked y, struct unpacked z)
{
    struct magnitude p = step_1_2_product(x, y);
    struct magnitude q = step_2_addend(z);
    bool nan_set = false;
    uint32_t nan = 0;

    /* Step 3. A NaN does not end the computation: the "number" goes on and leaks into the result in step 10. */
    bool infinite_product = x.exponent == 255 || y.exponent == 255 || p.exponent >= 255;
    if (infinite_product || z.exponent == 255) {
        if (is_invalid_product(x, y) || (is_inf(z) && infinite_product && z.sign != p.sign)) {
            nan_set = true;
            nan = signed_zero(p.sign) + wh_nan_bits;
        } else if (is_nan(z)) {
            nan_set = true;
            nan = signed_zero(z.sign) + wh_nan_bits;
        } else {
            return is_inf(z) ? z_bits : signed_inf(p.sign);
        }
        if (p.exponent > 255)
            p.exponent = 255;
    }

    /* What a vanished or flushed result turns into. */
    uint32_t nothing = nan_set ? nan : plus_zero;

    /* Step 4. */
    if (p.units == 0 || p.exponent < 0) {
        if (!nan_set)
            return is_zero(z) ? plus_zero : z_bits;
        p.units = 0;
        p.exponent = 0;
    }

    int exponent = step_5_align(&p, &q);

    /* Step 6. */
    uint32_t sign = p.units >= q.units ? p.sign : q.sign;
    wide r;
    if (p.sign == q.sign)
        r = p.units + q.units;
    else
        r = p.units >= q.units ? p.units - q.units : q.units - p.units;
    if (r == 0)
        return nothing;

    /* Step 7. */
    int n = bit_length(r) - 27;
    exponent += n;
    if (exponent >= 255)
        return nan_set ? nan : signed_inf(sign);
    if (exponent < 0)
        return nothing;
    r = n <= 0 ? r * two_to(-n) : wh_shift_right(r, n);

    uint32_t result = step_8_pack_and_round(exponent, r);
    /* Step 9. */
    if (result < hidden_bit)
        return nothing;
    /* Step 10. */
    return nan_set ? nan | result : signed_zero(sign) + result;
}

uint32_t slow_fma(enum sfp_arch arch, uint32_t x, uint32_t y, uint32_t z)
{
    struct unpacked ux = step_0_unpack(x);
    struct unpacked uy = step_0_unpack(y);
    struct unpacked uz = step_0_unpack(z);
    return arch == SFP_BH ? fma_bh(z, ux, uy, uz) : fma_wh(z, ux, uy, uz);
}
