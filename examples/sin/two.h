/*
 * Steps of the twins (-DPLAIN) of sin and cos, for two vectors, of which one is a step later than the other. So no
 * result is read in the next cycle, and each constant is loaded once for both.
 *
 * L0 and L3 have the remainder of x, and at the end the result. L1 and L4 have n or k, then s = r^2. L2 and L5 have k,
 * or the sum with the bits of k, then the polynomial. L6 and L7 have constants. README.md has the mathematics.
 */

/* ---- Any x ---- */

/* n, and x - n A; then, in L2 and L5, an approximation of that plus n D, for k. L6 keeps the first part of D. */
.macro subtract_n format:req
    load_short L6, MAGIC_N
    sfpload L0, 0, \format, STAY
    sfpload L3, 2, \format, STAY
    sfpmad L1, L0, L11, L6, 0
    sfpmad L4, L3, L11, L6, 0
    ADD(L1, MINUS(MAGIC_N))
    ADD(L4, MINUS(MAGIC_N))
    load_word L7, MINUS_A
    sfpmad L0, L1, L7, L0, 0
    sfpmad L3, L4, L7, L3, 0
    load_half L6, D0
    sfpmad L2, L1, L6, L0, 0
    sfpmad L5, L4, L6, L3, 0
.endm

/* k of the sine: an integer. */
.macro find_k
    load_short L7, MAGIC_K
    sfpmad L2, L2, L12, L7, 0
    sfpmad L5, L5, L12, L7, 0
    ADD(L2, MINUS(MAGIC_K))
    ADD(L5, MINUS(MAGIC_K))
.endm

/* k of the cosine: an integer and a half. */
.macro find_k_and_half
    load_short L7, MINUS(HALF_K)
    sfpmad L2, L2, L12, L7, 0
    sfpmad L5, L5, L12, L7, 0
    ADD(L2, MAGIC_K)
    ADD(L5, MAGIC_K)
    ADD(L2, MINUS(MAGIC_K))
    ADD(L5, MINUS(MAGIC_K))
    ADD(L2, HALF_K)
    ADD(L5, HALF_K)
.endm

/* r, from x - n A: subtracts parts of pi times k (L13 has the last part), and adds parts of D times n. */
.macro subtract_k part0:req, part1:req, part2:req, part3:req
    load_short L7, \part0
    sfpmad L0, L2, L7, L0, 0
    sfpmad L3, L5, L7, L3, 0
    load_half L7, \part1
    sfpmad L0, L2, L7, L0, 0
    sfpmad L3, L5, L7, L3, 0
    load_half L7, \part2
    sfpmad L0, L1, L6, L0, 0
    sfpmad L3, L4, L6, L3, 0
    load_half L6, D1
    sfpmad L0, L2, L7, L0, 0
    sfpmad L3, L5, L7, L3, 0
    load_half L7, \part3
    sfpmad L0, L1, L6, L0, 0
    sfpmad L3, L4, L6, L3, 0
    sfpmad L0, L2, L7, L0, 0
    sfpmad L3, L5, L7, L3, 0
    load_word L6, D2
    sfpmad L0, L1, L6, L0, 0
    sfpmad L3, L4, L6, L3, 0
    sfpmad L0, L2, L13, L0, 0
    sfpmad L3, L5, L13, L3, 0
.endm

/* The same for bf16: three parts of pi, and two parts of D (L14 has the last part). */
.macro subtract_k_bf16
    load_short L7, MINUS_P0
    sfpmad L0, L2, L7, L0, 0
    sfpmad L3, L5, L7, L3, 0
    load_half L7, MINUS_P1
    sfpmad L0, L2, L7, L0, 0
    sfpmad L3, L5, L7, L3, 0
    sfpmad L0, L1, L6, L0, 0
    sfpmad L3, L4, L6, L3, 0
    sfpmad L0, L2, L13, L0, 0
    sfpmad L3, L5, L13, L3, 0
    sfpmad L0, L1, L14, L0, 0
    sfpmad L3, L4, L14, L3, 0
.endm

/* For the sine: s, and k's lowest bit in bit 0 of L2 and L5. */
.macro square
    ADD(L2, MAGIC_K)
    sfpmad L1, L0, L0, L9, 0
    sfpmad L4, L3, L3, L9, 0
    ADD(L5, MAGIC_K)
.endm

/* For the cosine: s, and the lowest bit of k + 1/2 in bit 1 of L2 and L5. */
.macro square_half
    ADD(L2, MAGIC_HALVES)
    ADD(L5, MAGIC_HALVES)
    sfpmad L1, L0, L0, L9, 0
    sfpmad L4, L3, L3, L9, 0
    sfpiadd L2, L2, 1, SFPIADD_IMM_NONE
    sfpiadd L5, L5, 1, SFPIADD_IMM_NONE
.endm

/* Negates r by the bit that `shift` moves to the place of the sign. */
.macro turn shift:req
    sfpshft L2, L0, \shift, SHIFT_BY
    sfpshft L5, L0, \shift, SHIFT_BY
    sfpxor L0, L2
    sfpxor L3, L5
.endm

/* ---- Small x ---- */

/* k of the sine, and in L2 and L5 the sum with the bits of k. */
.macro find_small_k format:req
    load_short L7, MAGIC_J
    sfpload L0, 0, \format, STAY
    sfpload L3, 2, \format, STAY
    sfpmad L2, L0, L11, L7, 0
    sfpmad L5, L3, L11, L7, 0
    K_OF_BITS
.endm

/* The same of the cosine. */
.macro find_small_k_and_half format:req
    load_short L7, MAGIC_PARTS
    sfpload L0, 0, \format, STAY
    sfpload L3, 2, \format, STAY
    sfpmad L2, L0, L11, L7, 0
    sfpmad L5, L3, L11, L7, 0
    sfploadi L6, 0xFF80, SFPLOADI_SHORT
    bit_and L2, L6
    bit_and L5, L6
    load_word L6, HALF_MINUS
    sfpmad L1, L2, L10, L6, 0
    sfpmad L4, L5, L10, L6, 0
.endm

/* Subtracts the first two parts of pi times k; L12 has the first part. */
.macro subtract_small_k part1:req
    sfpmad L0, L1, L12, L0, 0
    sfpmad L3, L4, L12, L3, 0
    load_short L7, \part1
    sfpmad L0, L1, L7, L0, 0
    sfpmad L3, L4, L7, L3, 0
.endm

/* The third part. */
.macro subtract_third_part part2:req
    load_half L6, \part2
    sfpmad L0, L1, L6, L0, 0
    sfpmad L3, L4, L6, L3, 0
.endm

/* The last part, in L13; then s; then r, negated by k's lowest bit, which `shift` moves to the place of the sign. */
.macro subtract_last_part shift:req
    sfpmad L0, L1, L13, L0, 0
    sfpmad L3, L4, L13, L3, 0
    sfpshft L2, L0, \shift, SHIFT_BY
    sfpmad L1, L0, L0, L9, 0
    sfpmad L4, L3, L3, L9, 0
    sfpshft L5, L0, \shift, SHIFT_BY
    sfpxor L0, L2
    sfpxor L3, L5
.endm

/* The third part, and the last part plus the rounding error of the third; then s. r is negated first. */
.macro subtract_close part2:req, shift:req
    load_half L6, \part2
    sfpshft L2, L0, \shift, SHIFT_BY
    sfpshft L5, L0, \shift, SHIFT_BY
    sfpxor L0, L2
    sfpxor L1, L2
    sfpxor L3, L5
    sfpxor L4, L5
    sfpmad L2, L1, L6, L0, 0
    sfpmad L5, L4, L6, L3, 0
    load_short L7, MINUS_ONE
    sfpmad L0, L2, L7, L0, 0
    sfpmad L3, L5, L7, L3, 0
    sfpmad L0, L1, L6, L0, 0
    sfpmad L3, L4, L6, L3, 0
    sfpmad L0, L1, L13, L0, 0
    sfpmad L3, L4, L13, L3, 0
    sfpmad L0, L2, L10, L0, 0
    sfpmad L3, L5, L10, L3, 0
    sfpmad L1, L0, L0, L9, 0
    sfpmad L4, L3, L3, L9, 0
.endm

/* ---- The sine of r, and its store ---- */

/* The polynomial in s, with the first two coefficients in L6 and L7. */
.macro store_polynomial
    sfpmad L2, L1, L6, L7, 0
    sfpmad L5, L4, L6, L7, 0
    load_word L7, C5
    sfpmad L2, L1, L2, L7, 0
    sfpmad L5, L4, L5, L7, 0
    sfpmad L2, L1, L2, L14, 0
    sfpmad L5, L4, L5, L14, 0
    sfpmul L1, L1, L0, 0
    sfpmul L4, L4, L3, 0
    sfpmad L0, L1, L2, L0, 0
    sfpmad L3, L4, L5, L3, 0
    sfpstore L0, 0, FP32, STEP
    sfpstore L3, 0, FP32, STEP
.endm

.macro store_sine
    load_short L6, C9
    load_half L7, C7
    store_polynomial
.endm

/* The same after the reduction of any x, whose sign is negated meanwhile. */
.macro turn_and_store_sine shift:req
    sfpshft L2, L0, \shift, SHIFT_BY
    load_short L6, C9
    sfpshft L5, L0, \shift, SHIFT_BY
    sfpxor L0, L2
    load_half L7, C7
    sfpxor L3, L5
    store_polynomial
.endm

