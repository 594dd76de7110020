/* Data for runs whose Dst nobody has filled: a kernel that only ever sees zeros shows nothing of what gaps change. */
#include "perturbation_parts.h"

/* SplitMix64 (Steele, Lea, Flood 2014). */
static uint64_t next_number(uint64_t *state)
{
    uint64_t z = *state += UINT64_C(0x9E3779B97F4A7C15);

    z = (z ^ z >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ z >> 27) * UINT64_C(0x94D049BB133111EB);
    return z ^ z >> 31;
}

/* A cell: one in eight is 0, the others are bf16 numbers of either sign from 2^-16 to 2^16. */
static uint16_t draw_cell(uint64_t bits)
{
    enum { LEAST_EXPONENT = 127 - 16, EXPONENTS = 32, MANTISSA = 0x7F, SIGN = 0x8000, ZEROS = 7 };
    const unsigned exponent = LEAST_EXPONENT + (unsigned)(bits >> 16) % EXPONENTS;

    if ((bits >> 32 & ZEROS) == 0)
        return 0;
    return (uint16_t)((bits & SIGN) | exponent << 7 | (bits & MANTISSA));
}

bool sfp_dst_is_zero(const struct sfp_state *s)
{
    for (unsigned row = 0; row < SFP_DST_ROWS; row++)
        for (unsigned column = 0; column < SFP_DST_COLUMNS; column++)
            if (s->dst[row][column])
                return false;
    return true;
}

void sfp_draw_dst(struct sfp_state *s)
{
    uint64_t state = 1;

    for (unsigned row = 0; row < SFP_DST_ROWS; row++)
        for (unsigned column = 0; column < SFP_DST_COLUMNS; column++)
            s->dst[row][column] = draw_cell(next_number(&state));
}
