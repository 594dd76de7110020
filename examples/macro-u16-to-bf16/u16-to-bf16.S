/*
 * uint16 to bf16 of a 32x32 tile, in place, one vector of 32 values a cycle, on
 * Wormhole and Blackhole. u16-to-bf16-plain.S does the same without
 * SFPLOADMACRO, in 4 cycles a vector, and gives the same bits.
 *
 * SFPCAST makes fp32 of the integer, which is exact below 2^24. SFPSTOCHRND
 * rounds that to bf16, to nearest, ties away from zero. Only 8 bits fit: above
 * 256 integers are rounded.
 *
 * All the work is that of one SFPLOADMACRO, which loads in cycle t, converts in
 * t + 1, rounds in t + 2 and stores in t + 3:
 *
 *     t | Load        | Simple            | MAD | Round              | Store
 *     --+-------------+-------------------+-----+--------------------+-------------
 *     0 | [0] L0 = x0 |                   |     |                    |
 *     1 | [1] L1 = x1 | [0] L0 = fp32(L0) |     |                    |
 *     2 | [0] L0 = x2 | [1] L1 = fp32(L1) |     | [0] L16 = bf16(L0) |
 *     3 | [1] L1 = x3 | [0] L0 = fp32(L0) |     | [1] L16 = bf16(L1) | [0] x0 = L16
 *     4 | [0] L0 = x4 | [1] L1 = fp32(L1) |     | [0] L16 = bf16(L0) | [1] x1 = L16
 *
 * From cycle 3 on, four sub-units work on four vectors. Two registers in turn are
 * enough, since all read at the start of a cycle and write at its end: L0 gets
 * x2 in the cycle in which x0, now fp32, is read from it. Simple and Round may
 * work in the same cycle because one of them, and only one, writes L16.
 *
 * Delays count cycles, and what a macro starts depends on nothing but its own
 * load: where instructions come late, as from a processor that is busy, vectors
 * only come later.
 *
 * Expects predication on and an address modifier that steps Dst by 2, as the
 * vendor's runtime leaves them (sfpsim --init=llk).
 */
#ifndef VECTORS
#define VECTORS 32 /* 32 for a tile; any multiple of 8 up to 512, which is all of Dst */
#endif

#define STEP SFPLOAD_ADDR_MODE_NOINC - 1

#define UINT16 6        /* format of loads */
#define BF16 2          /* format of stores */
#define FLOATB 0        /* SFPLOADI: the upper half of a word */
#define LOWER 10        /* SFPLOADI: the lower half */
#define FROM_INTEGER 0  /* SFPCAST */
#define TO_BF16 1       /* SFPSTOCHRND */
#define NEAREST 0

/* A byte of a sequence: what comes `delay` cycles after the next. */
#define SLOT(delay, what) ((delay) << 3 | (what))
#define TEMPLATE(n) (4 + (n))
#define STORE 3
#define L16 0x40        /* the result goes there; a store takes it from there */

/* Where SFPCONFIG puts L0, and an immediate. */
#define SEQUENCE_0 4
#define MISC 8
#define IMMEDIATE 1

    sfpcast T0, L0, FROM_INTEGER
    sfpstochrnd T1, L0, L0, 0, TO_BF16, NEAREST

    /* Bytes, from the upper: Store, Round, MAD, Simple. */
    sfploadi L0, SLOT(2, L16 | STORE) << 8 | SLOT(1, L16 | TEMPLATE(1)), FLOATB
    sfploadi L0, SLOT(0, TEMPLATE(0)), LOWER
    sfpconfig SEQUENCE_0, 0, 0
    sfpconfig MISC, BF16, IMMEDIATE // all delays count cycles

    /* Eight vectors, then the same from the replay buffer, which feeds one instruction a cycle. */
    ttreplay 0, 8, 1, 1
    .rept 4
    sfploadmacro 0, L0, 0, UINT16, STEP
    sfploadmacro 0, L1, 0, UINT16, STEP
    .endr

    .rept VECTORS / 8 - 1
    ttreplay 0, 8, 0, 0
    .endr
