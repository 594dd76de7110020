/*
 * where(c, a, b), that is c ? a : b, of 32x32 tiles of 16-bit values, in place of
 * c, 3 cycles a vector of 32 values, on Wormhole and Blackhole. where-plain.S
 * does the same without SFPLOADMACRO, in 6 cycles a vector, and gives the same
 * bits.
 *
 * Values are moved as they are, whatever their format. c is true where any of
 * its 16 bits is set, so that the floating-point number -0.0 is true.
 *
 * Three loads make 3 cycles; everything else must fit in beside them:
 *
 *     t | Load               | Simple               | MAD | Round | Store
 *     --+--------------------+----------------------+-----+-------+-----------
 *     0 | [0] L0 = c         |                      |     |       |
 *     1 | [0] L0 = a         | [0] flags = (L0 = 0) |     |       |
 *     2 | L0 = b under flags | [0] flags = all      |     |       |
 *     3 | [0] L0 = next c    |                      |     |       | [0] c = L0
 *
 * All sub-units read registers and flags at the start of a cycle and write them
 * at its end. So in cycle 1 SFPSETCC still sees c, and a goes to all lanes, under
 * the old flags. In cycle 2, and in no other, flags are those of c: b goes to the
 * lanes where c is 0, while SFPENCC enables all lanes again. In cycle 3 L0 is
 * stored where c came from, and the next c is loaded.
 *
 * That flags change while a load executes under the old ones is reported, twice,
 * as flags-clash: that this is so in hardware is derived from the vendor's
 * kernels, not documented. Here it is meant.
 *
 * Cycles 0 to 2 must follow each other without a gap, or flags change at the
 * wrong time. The replay buffer sees to that; between two of its runs there may
 * be gaps.
 *
 * Expects predication on and address modifiers that stay and that step Dst by
 * 2, as the vendor's runtime leaves them (sfpsim --init=llk).
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
#define FLOATB 0        /* SFPLOADI: the upper half of a word */
#define LOWER 10        /* SFPLOADI: the lower half */
#define EQ0 6           /* SFPSETCC */

/* A byte of a sequence: what comes `delay` cycles after the next. */
#define SLOT(delay, what) ((delay) << 3 | (what))
#define TEMPLATE(n) (4 + (n))
#define STORE 3

/* Where SFPCONFIG puts L0, or an immediate. */
#define SEQUENCE_0 4
#define SEQUENCE_1 5
#define MISC 8
#define IMMEDIATE 1

    sfpsetcc T0, L0, 0, EQ0
    sfpencc T1, 0, 0                // LaneFlags = 1; predication stays on

    /* Bytes, from the upper: Store, Round, MAD, Simple. */
    sfploadi L0, SLOT(2, STORE) << 8, FLOATB
    sfploadi L0, SLOT(0, TEMPLATE(0)), LOWER
    sfpconfig SEQUENCE_0, 0, 0
    sfpconfig SEQUENCE_1, SLOT(0, TEMPLATE(1)), IMMEDIATE
    sfpconfig MISC, UINT16, IMMEDIATE // all delays count cycles

    ttreplay 0, 3, 0, 1
    sfploadmacro 0, L0, C, UINT16, STAY
    sfploadmacro 1, L0, A, UINT16, STAY
    sfpload L0, B, UINT16, STEP

    .rept VECTORS
    ttreplay 0, 3, 0, 0
    .endr
