/*
 * The plain loop of log2-bf16-*.S and log10-bf16-*.S: as log-bf16.S, except that h has degree 3. LOG(H0) is the name of
 * a constant. FACTOR, unless it is 1, is the register with the factor of exponent + f.
 */
    .hazards auto
    .rept VECTORS
    sfpload L2, 0, BF16, STAY
    sfpsetexp L1, L2, 127, SFPSETEXP_ARG_IMM // 1 + f
    sfploadi L3, LOG(H3) >> 16, SFPLOADI_FLOATB
    sfpmad L1, L1, L11, L10, 0      // -f
    sfpstochrnd L0, L0, L2, 0, TO_BF16, 0 // x; +0 for denormals and -0
#ifdef ARCH_WORMHOLE
    sfpsetcc L0, 0, SFPSETCC_LREG_LT0
    sfploadi L2, 0x7FC0, SFPLOADI_FLOATB
    sfpencc 0, 0
#else
    sfpmad L2, L2, L12, L12, 0
#endif
    sfpmad L3, L3, L1, L7, 0
    sfpshft L0, L0, -8, SHIFT_BY
    sfpiadd L0, L12, 0, SFPIADD_MINUS_NONE
    sfpmad L0, L0, L13, L14, 0      // exponent + f - 128
    sfpmad L3, L3, L1, L6, 0
    sfpmad L3, L3, L1, L5, 0
    sfpmad L1, L1, L1, L1, 0
    sfpsetcc L0, 0, SFPSETCC_LREG_LT0 // where 0 <= x < infinity
    sfpaddi L0, 128.0, 0
#ifdef FACTOR
    sfpmad L0, L0, FACTOR, L9, 0
#endif
    sfpmad L1, L1, L3, L0, 0
    sfpstochrnd L2, L0, L1, 0, TO_BF16, 0
    sfpencc 0, 0
    sfpstore L2, 0, BF16, STEP
    .endr
