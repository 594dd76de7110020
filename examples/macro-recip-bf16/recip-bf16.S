/*
 * 1/x of a 32x32 bf16 tile, in place, correctly rounded, 3 cycles a vector of 32
 * values, on Blackhole. recip-bf16-plain.S does the same without SFPLOADMACRO, in
 * 8 cycles a vector, and gives the same bits.
 *
 * A bf16 number has 8 significant bits: up to sign and exponent x is d/128 with d
 * an integer, 128 <= d < 256, and 1/x is 32768/d units in the last place of
 * bf16. SFPARECIP looks at these 8 bits only and gives q of them, the rounded
 * reciprocal of the middle of x's interval [d, d + 1):
 *
 *     q = floor(32768 / (d + 1/2) + 1/2)
 *
 * 32768/d is greater than 32768/(d + 1/2) by more than 0 and less than 1, so that
 * the nearest integer to it is q or q + 1. It is q + 1 if 1/x > q + 1/2, or
 *
 *     e = x (q + 1/2) - 1 < 0
 *
 * 1/x = q + 1/2 does not occur, since 65536 = (2q + 1) d would make 2q + 1 a power
 * of two. e is exact in fp32: x and q + 1/2 have 8 and 9 significant bits.
 *
 * In the register q is the upper half of an fp32 word, q + 1/2 is the same with
 * 8000 (hexadecimal) in the lower half. The upper half of e, moved to the lower,
 * is 8000 or more if e < 0, and less than 8000 if e >= 0 or e is a NaN (the unit
 * makes 7FC0 0000). Added to q + 1/2 as an integer, it carries into the upper
 * half exactly if e < 0; from 255 to 256 that raises the exponent, as it should.
 * The store drops the lower half.
 *
 * Zeros, to which bf16 subnormals count, infinities and NaNs make e a NaN, and
 * the result is SFPARECIP's: infinity for a zero, zero for an infinity and,
 * unlike in mathematics, for a NaN. For |x| >= 2^126, too, it is a zero; of the
 * numbers from there on, only the reciprocal of 2^126 itself, 2^-126, would not
 * be subnormal.
 *
 * Three instructions are issued: a macro for x, SFPARECIP, and SFPLOADI for the
 * 8000. The rest is scheduled by the macro:
 *
 *     t | Load        | Simple            | MAD                | Round         | Store
 *     --+-------------+-------------------+--------------------+---------------+-------------
 *     0 | [0] L0 = x0 |                   |                    |               |
 *     1 |             | L2 = q(L0)        |                    |               |
 *     2 | L2 |= 8000  |                   |                    |               |
 *     3 | [1] L1 = x1 |                   | [0] L0 = L0 L2 - 1 |               |
 *     4 |             | L3 = q(L1)        |  .                 |               |
 *     5 | L3 |= 8000  |                   |                    | [0] L0 >>= 16 |
 *     6 | [0] L0 = x2 | [0] L16 = L0 + L2 | [1] L1 = L1 L3 - 1 |               |
 *     7 |             | L2 = q(L0)        |  .                 |               | [0] x0 = L16
 *     8 | L2 |= 8000  |                   |                    | [1] L1 >>= 16 |
 *     9 | [1] L1 = x3 | [1] L16 = L1 + L3 | [0] L0 = L0 L2 - 1 |               |
 *
 * One vector takes 8 cycles, three are under way. Registers come in pairs, for
 * even and odd vectors: L0 and L1 for x, L2 and L3 for q. Each is written again
 * in the cycle of its last use, or later.
 *
 * The macro's register can stand for VB or VC, never for VA. So the pairs take
 * two multiply-add templates, one a q. One SFPIADD template does for both, since
 * it names L2 as VC and L3 as VD, which a macro reads for VB: with the macro's
 * register for VB the other operand is L2, with it for VC the other is L3.
 *
 * SFPARECIP and SFPLOADI are issued between the macros, and must have come when
 * the multiply-add starts. So delays count instructions: where those come late,
 * so does what the macros schedule. Four SFPNOPs bring the last of it to its end.
 *
 * Expects predication on, L11 = -1.0 and address modifiers that step Dst by 2, as
 * the vendor's runtime leaves them (sfpsim --init=llk).
 */
    .arch blackhole

#ifndef VECTORS
#define VECTORS 32 /* 32 for a tile; any even number up to 512, which is all of Dst */
#endif

#define STEP SFPLOAD_ADDR_MODE_NOINC - 1

#define BF16 2          /* format of loads and stores */
#define FLOATB 0        /* SFPLOADI: the upper half of a word */
#define LOWER 10        /* SFPLOADI: the lower half */
#define SHFT_IMM 6      /* SFPSHFT2 */
#define NO_CC 4         /* SFPIADD: flags kept */

/* A byte of a sequence: what comes `delay` instructions after the next. */
#define SLOT(delay, what) ((delay) << 3 | (what))
#define TEMPLATE(n) (4 + (n))
#define STORE 3
#define L16 0x40        /* the result goes there; a store takes it from there */
#define AS_VB 0x80      /* the macro's register is VB, not VC */

/* Where SFPCONFIG puts L0, and an immediate. */
#define TEMPLATE_3 3
#define SEQUENCE_0 4
#define SEQUENCE_1 5
#define MISC 8
#define IMMEDIATE 1
#define COUNT_INSTRUCTIONS 0xF00

#define WHOLE(reg, bits) sfploadi reg, (bits) >> 16, FLOATB; sfploadi reg, (bits) & 0xFFFF, LOWER

/* Bytes, from the upper: Store, Round, MAD, Simple. */
#define SEQUENCE(simple, mad) \
    (SLOT(6, L16 | STORE) << 24 | SLOT(4, AS_VB | TEMPLATE(2)) << 16 | \
     SLOT(2, AS_VB | TEMPLATE(mad)) << 8 | SLOT(5, L16 | simple | TEMPLATE(3)))

    sfpmad T0, L2, L0, L11, 0       // VB is the macro's register
    sfpmad T1, L3, L0, L11, 0
    sfpshft2 T2, L0, -16, SHFT_IMM  // so it is here

    /* A template whose VD matters cannot come by way of T3, which is a VD itself. */
    WHOLE(L0, TT_OP_SFPIADD(0, p_sfpu::LREG2, p_sfpu::LREG3, NO_CC))
    sfpconfig TEMPLATE_3, 0, 0
    WHOLE(L0, SEQUENCE(AS_VB, 0))   // even vectors
    sfpconfig SEQUENCE_0, 0, 0
    WHOLE(L0, SEQUENCE(0, 1))       // odd vectors
    sfpconfig SEQUENCE_1, 0, 0
    sfpconfig MISC, COUNT_INSTRUCTIONS | BF16, IMMEDIATE

    ttreplay 0, 6, 1, 1
    sfploadmacro 0, L0, 0, BF16, STEP
    sfparecip L2, L0, 0
    sfploadi L2, 0x8000, LOWER
    sfploadmacro 1, L1, 0, BF16, STEP
    sfparecip L3, L1, 0
    sfploadi L3, 0x8000, LOWER

    .rept VECTORS / 2 - 1
    ttreplay 0, 6, 0, 0
    .endr
    sfpnop
    sfpnop
    sfpnop
    sfpnop
