/* Inputs in a row that have one result. */
#include "stretch.h"

#include <string.h>

#include "results.h"

enum { PROBES = 256 };

/* ---- What is known ---- */

/* One of two by the sign of an input, without a branch: this is done to several inputs at a time. */
static inline uint32_t by_sign(const uint32_t of_sign[2], uint32_t x, unsigned sign_bit)
{
    return of_sign[0] ^ (-(x >> sign_bit & 1) & (of_sign[0] ^ of_sign[1]));
}

/* A sign bit of one of two tells what is not below a length of at most 2^31. */
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

/* The last one of most blocks says that they are not. */
static bool is_known_block(const struct stretches *known, unsigned sign_bit, const uint32_t *x, size_t count)
{
    return count && are_known(known, sign_bit, x + count - 1, 1) && are_known(known, sign_bit, x, count);
}

static void repeat(const struct stretches *known, unsigned sign_bit, const uint32_t *x, size_t count,
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

/* ---- What can be learnt ---- */

/* Looks further on, a length at a time. */
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

/* The inputs of one sign, in the order of their sizes: have they one result? */
static void learn(struct stretch *s, const struct function *f, const struct number_format *in,
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
        repeat(known, in->bits - 1u, x, count, expected, expectation);
        return true;
    }
    if (!reference_fill(f, in, out, x, NULL, count, expected, expectation, unproven))
        return false;
    for (unsigned sign = 0; sign < 2 && f->course == COURSE_MONOTONE && in->mantissa_bits; sign++)
        learn(&known->of_sign[sign], f, in, out, sign, x, count, expected, expectation);
    return true;
}
