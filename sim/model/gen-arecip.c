/*
 * Writes the tables of SFPARECIP as C, at build time: 128 mantissas of
 * reciprocals and 896 of exponentials, from the formulas of spec/02 section 2.7.
 */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum {
    RECIP_ENTRIES = 128,
    EXP_FIRST = 0x3C80, /* upper halves of the floats 2^-6 .. 2 */
    EXP_ENTRIES = 0x380,
    EXP_ABOVE_TWO = 0x3F32, /* from here on exp(x) is stored with the exponent of 2 */
};

/* floor(65536 / (257 + 2i) + 1/2) - 128, in integers. */
static unsigned recip_entry(unsigned i)
{
    unsigned d = 257 + 2 * i;

    return (2 * 65536 + d) / (2 * d) - 128;
}

static double float_of(uint32_t bits)
{
    float f;

    memcpy(&f, &bits, sizeof f);
    return (double)f;
}

static unsigned exp_entry(unsigned upper)
{
    double e = exp(float_of((uint32_t)upper << 16));

    if (upper < EXP_ABOVE_TWO)
        return (unsigned)floor(128 * (e - 1));
    if (e < 4)
        return (unsigned)floor(128 * (e / 2 - 1));
    return 128 + (unsigned)floor(128 * (e / 4 - 1));
}

static void table(const char *name, unsigned (*entry)(unsigned), unsigned first, unsigned count)
{
    printf("static const uint8_t %s[%u] = {", name, count);
    for (unsigned i = 0; i < count; i++)
        printf("%s%u,", i % 16 ? " " : "\n    ", entry(first + i));
    printf("\n};\n");
}

int main(void)
{
    table("recip_mantissa", recip_entry, 0, RECIP_ENTRIES);
    table("exp_mantissa", exp_entry, EXP_FIRST, EXP_ENTRIES);
    return fflush(stdout) != 0;
}
