/* Arithmetic that C leaves undefined, or has no operator for. */
#ifndef RV_ARITH_H
#define RV_ARITH_H

#include <stdint.h>

/* By the sign; distances below 32. */
static inline uint32_t rv_shift_right(uint32_t a, uint32_t distance)
{
    return (uint32_t)((int32_t)a >> distance);
}

static inline uint32_t rv_rotate_right(uint32_t a, uint32_t distance)
{
    return a >> distance | a << (-distance & 31);
}

/* By 0 it is -1; the quotient that does not fit is the dividend. */
static inline uint32_t rv_divide(uint32_t a, uint32_t b)
{
    if (b == 0)
        return UINT32_MAX;
    if (a == (uint32_t)INT32_MIN && b == UINT32_MAX)
        return a;
    return (uint32_t)((int32_t)a / (int32_t)b);
}

/* By 0 it is the dividend, and 0 where the quotient does not fit. */
static inline uint32_t rv_remainder(uint32_t a, uint32_t b)
{
    if (b == 0)
        return a;
    if (b == UINT32_MAX)
        return 0;
    return (uint32_t)((int32_t)a % (int32_t)b);
}

/* Each byte 0 or 255: is a bit of it set? */
static inline uint32_t rv_or_bytes(uint32_t a)
{
    enum { BYTES = 0x01010101 };

    a |= a >> 4 & 0x0F0F0F0F;
    a |= a >> 2 & 0x3F3F3F3F;
    a |= a >> 1 & 0x7F7F7F7F;
    return (a & BYTES) * 255;
}

#endif
