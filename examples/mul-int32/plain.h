/*
 * The plain kernel of in-place.S and mul.S, without macros: the product of one vector is recorded, and played for each
 * other vector. TO is the address of the store.
 */
    ttreplay 0, 13, 1, 1
    sfpload L0, 0, INT32, STAY
    sfpload L1, B, INT32, STAY
    sfpshft L2, L0, -23, SFPSHFT_IMM_LREGC    // a1
    sfpshft L3, L1, -23, SFPSHFT_IMM_LREGC    // b1
    sfpmul24 L4, L0, L1, SFPMUL24_UPPER      // h
    sfpmul24 L2, L2, L1, SFPMUL24_LOWER
    sfpmul24 L3, L0, L3, SFPMUL24_LOWER
    sfpmul24 L5, L0, L1, SFPMUL24_LOWER      // l
    sfpiadd L2, L4, 0, SFPIADD_LREG_NONE
    sfpiadd L2, L3, 0, SFPIADD_LREG_NONE
    sfpshft L2, L0, 23, SHIFT_BY
    sfpiadd L2, L5, 0, SFPIADD_LREG_NONE
    sfpstore L2, TO, INT32, STEP

    .rept VECTORS - 1
    ttreplay 0, 13, 0, 0
    .endr
