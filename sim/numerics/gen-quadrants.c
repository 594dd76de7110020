/*
 * Prints one line of C for each exponent e of a float m 2^e, where m is an integer of 24 bits. The line has three
 * numbers whose sum is 2^e 2/pi modulo 4, so that m times the sum is the angle in quadrants: the bits from 2^1 to
 * 2^-25, the bits from there to 2^-52, and 53 bits from the next set bit on. m times either of the first two numbers is
 * exact in double precision.
 */
#include <inttypes.h>
#include <stdio.h>

enum {
    MANTISSA_BITS = 23,                 /* m is from 2^23 to 2^24 */
    LEAST = -126 - MANTISSA_BITS,       /* exponent of m's unit in the least normal fp32 number */
    LARGEST = 127 - MANTISSA_BITS,
    LARGEST_PLACE = 1, /* because quadrants count modulo 4 */
    FIRST_BITS = 27,
    SECOND_BITS = 27,
    THIRD_BITS = 53,
    WORD_BITS = 32,
};

/* 2/pi after the binary point; from two_over_pi in fdlibm's e_rem_pio2.c. */
static const uint32_t words[] = {0xA2F9836E, 0x4E441529, 0xFC2757D1, 0xF534DDC0, 0xDB629599, 0x3C439041,
                                 0xFE5163AB, 0xDEBBC561, 0xB7246E3A, 0x424DD2E0};

/* Returns the bit of 2^place in 2/pi 2^e. */
static uint64_t bit_at(int e, int place)
{
    const int after_point = e - place; /* place after the binary point: 1 is the first */

    return after_point > 0 ? words[(after_point - 1) / WORD_BITS] >> (WORD_BITS - 1 - (after_point - 1) % WORD_BITS) & 1
                           : 0;
}

static void print_quadrant_part(int e, int first, int bits, const char *end)
{
    uint64_t part = 0;

    for (int place = first; place > first - bits; place--)
        part = 2 * part + bit_at(e, place);
    printf("0x%" PRIX64 "p%d%s", part, first - bits + 1, end);
}

int main(void)
{
    for (int e = LEAST; e <= LARGEST; e++) {
        int third = LARGEST_PLACE - FIRST_BITS - SECOND_BITS;

        printf("{");
        print_quadrant_part(e, LARGEST_PLACE, FIRST_BITS, ", ");
        print_quadrant_part(e, LARGEST_PLACE - FIRST_BITS, SECOND_BITS, ", ");
        while (!bit_at(e, third))
            third--;
        print_quadrant_part(e, third, THIRD_BITS, "},\n");
    }
    return fflush(stdout) != 0;
}
