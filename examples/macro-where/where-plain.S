/*
 * where(c, a, b) of 32x32 tiles of 16-bit values, in place of c, on Wormhole and
 * Blackhole: the twin of where.S without SFPLOADMACRO. See there.
 */
#ifndef VECTORS
#define VECTORS 32 /* 32 for a tile; any number up to 170, when c, a and b fill Dst */
#endif

#define STAY SFPLOAD_ADDR_MODE_NOINC
#define STEP SFPLOAD_ADDR_MODE_NOINC - 1

/* c, a and b follow each other in Dst; a vector takes 2 rows. */
#define C 0
#define A 2 * VECTORS
#define B 4 * VECTORS

#define UINT16 6        /* format of loads and stores: 16 bits as they are */
#define EQ0 6           /* SFPSETCC */

    ttreplay 0, 6, 1, 1
    sfpload L0, C, UINT16, STAY
    sfpload L1, A, UINT16, STAY
    sfpsetcc L0, 0, EQ0
    sfpload L1, B, UINT16, STAY     // where c is 0
    sfpencc 0, 0
    sfpstore L1, C, UINT16, STEP

    .rept VECTORS - 1
    ttreplay 0, 6, 0, 0
    .endr
