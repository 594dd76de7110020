/*
 * Writes SFPARECIP's table of exponentials as C, at build time, from the formulas of sfpu-semantics(7), SFPARECIP:
 * upper halves of floats, in place.
 */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum {
    FIRST = 0x3C7F,      /* upper half of the first entry's argument; smaller arguments use this entry too */
    LAST = 0x4000,       /* upper half of the last entry's argument; larger arguments use this entry too */
    MANTISSA_BITS = 7,   /* number of mantissa bits in an upper half */
    ONE = 0x3F80, TWO = 0x4000,
    BELOW_TABLE = 0x3F81, /* just above 1 */
    ABOVE_TABLE = 0x4080, /* 4 */
    EXP_ABOVE_TWO = 0x3F32, /* exp(x) is stored with the exponent of 2 from here on */
};

static double aexp_argument(uint32_t bits)
{
    float f;

    memcpy(&f, &bits, sizeof f);
    return (double)f;
}

static unsigned aexp_entry(unsigned upper)
{
    const double scale = 1 << MANTISSA_BITS, e = exp(aexp_argument((uint32_t)upper << 16));

    if (upper == FIRST)
        return BELOW_TABLE;
    if (upper == LAST)
        return ABOVE_TABLE;
    if (upper < EXP_ABOVE_TWO)
        return ONE + (unsigned)floor(scale * (e - 1));
    if (e < 4)
        return TWO + (unsigned)floor(scale * (e / 2 - 1));
    return TWO + (1 << MANTISSA_BITS) + (unsigned)floor(scale * (e / 4 - 1));
}

int main(void)
{
    printf("enum { AEXP_FIRST = 0x%04X, AEXP_LAST = 0x%04X };\n", FIRST, LAST);
    printf("static const uint32_t aexp_table[AEXP_LAST - AEXP_FIRST + 1] = {\n");
    for (unsigned upper = FIRST; upper <= LAST; upper++)
        printf("0x%04X0000,\n", aexp_entry(upper));
    printf("};\n");
    return fflush(stdout) != 0;
}
