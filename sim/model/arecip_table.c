/* SFPARECIP's approximations, from tables made at build time (gen-arecip.c). */
#include "arecip_table.h"

#include "arecip_tables.inc"

enum { EXP_LSB = 23, TABLE_LSB = 16, LOW_HALF = 0xFFFF };

/* spec/02 section 2.7, R(m): tiny gives infinity, huge (and infinity and NaN) gives 0. */
uint32_t sfp_arecip(uint32_t magnitude)
{
    enum { MIN_NORMAL = 0x00800000, TOO_LARGE = 0x7E800000, INFINITE = 0x7F800000, EXP_SUM = 253, INDEX_MASK = 0x7F };

    if (magnitude < MIN_NORMAL)
        return INFINITE;
    if (magnitude >= TOO_LARGE)
        return 0;
    return (EXP_SUM - (magnitude >> EXP_LSB)) << EXP_LSB
           | (uint32_t)recip_mantissa[magnitude >> TABLE_LSB & INDEX_MASK] << TABLE_LSB;
}

/* spec/02 section 2.7, X(m): the low 16 bits pass straight through. */
uint32_t sfp_aexp(uint32_t magnitude)
{
    enum { MIN_NORMAL = 0x00800000, TABLE_FROM = 0x3C800000, ABOVE_TWO = 0x3F320000, TABLE_TO = 0x40000000 };
    enum { ONE = 0x3F800000, NEAR_ONE = 0x3F810000, TWO = 0x40000000, TOO_LARGE = 0x40800000 };
    uint32_t low = magnitude & LOW_HALF;

    if (magnitude < MIN_NORMAL)
        return ONE;
    if (magnitude < TABLE_FROM)
        return NEAR_ONE | low;
    if (magnitude >= TABLE_TO)
        return TOO_LARGE | low;
    return ((magnitude < ABOVE_TWO ? ONE : TWO)
            + ((uint32_t)exp_mantissa[(magnitude - TABLE_FROM) >> TABLE_LSB] << TABLE_LSB)) | low;
}
