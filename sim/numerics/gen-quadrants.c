/*
 * What a float's exponent means for its angle, as lines of C: of m 2^e, an integer m of 24 bits, the quadrants are m
 * times 2^e 2/pi modulo 4, which is the sum of three numbers of a line: the bits from 2^1 to 2^-25, those to 2^-52,
 * and 53 bits from there, or from the first that is set. m times each of the first two is exact in double precision.
 */
#include <inttypes.h>
#include <stdio.h>

enum {
    MANTISSA_BITS = 23,                 /* m is from 2^23 to 2^24 */
    LEAST = -126 - MANTISSA_BITS,       /* of the least normal number of fp32 */
    LARGEST = 127 - MANTISSA_BITS,
    LARGEST_PLACE = 1, /* modulo 4 */
    FIRST_BITS = 27,
    SECOND_BITS = 27,
    THIRD_BITS = 53,
    WORD_BITS = 32,
};

/* 2/pi behind the point; as in two_over_pi of fdlibm's e_rem_pio2.c. */
static const uint32_t words[] = {0xA2F9836E, 0x4E441529, 0xFC2757D1, 0xF534DDC0, 0xDB629599, 0x3C439041,
                                 0xFE5163AB, 0xDEBBC561, 0xB7246E3A, 0x424DD2E0};

/* Whether 2^place is in 2/pi 2^e. */
static uint64_t bit_at(int e, int place)
{
    const int behind = e - place; /* the point: 1 is the first */

    return behind > 0 ? words[(behind - 1) / WORD_BITS] >> (WORD_BITS - 1 - (behind - 1) % WORD_BITS) & 1 : 0;
}

static void print_part(int e, int first, int bits, const char *end)
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
        print_part(e, LARGEST_PLACE, FIRST_BITS, ", ");
        print_part(e, LARGEST_PLACE - FIRST_BITS, SECOND_BITS, ", ");
        while (!bit_at(e, third))
            third--;
        print_part(e, third, THIRD_BITS, "},\n");
    }
    return fflush(stdout) != 0;
}
