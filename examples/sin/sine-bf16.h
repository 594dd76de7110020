/*
 * sin r for the r in L0 and L3, with the squares in L1 and L4, and the rounding: 2^15 in L6, as an integer, is added
 * before the store drops the lower half. SFPSTOCHRND would make infinities of NaNs. Dropping the lower half of
 * Wormhole's NaNs, which have only their lowest bit set, would do so too. The last multiplication there, by a number
 * that is below 1 and no power of 2, leaves more bits set.
 */
#ifdef THIRD_IN_L14 /* if a constant register is free */
#define THIRD L14
#define LOAD_THIRD(word)
#else
#define THIRD L7
#define LOAD_THIRD(word) load_word L7, word;
#endif

#ifdef ARCH_WORMHOLE
#define C_OF_CUBE S3
#define SINE \
    load_short L6, S7; \
    load_half L7, S5; \
    sfpmad L2, L1, L6, L7, 0; \
    sfpmad L5, L4, L6, L7, 0; \
    LOAD_THIRD(C_OF_CUBE) \
    sfpmad L2, L1, L2, THIRD, 0; \
    sfpmad L5, L4, L5, THIRD, 0; \
    load_word L7, S1; \
    sfpmad L2, L1, L2, L7, 0; \
    sfpmad L5, L4, L5, L7, 0; \
    sfploadi L6, 0x8000, SFPLOADI_USHORT; \
    sfpmul L0, L0, L2, 0; \
    sfpmul L3, L3, L5, 0; \
    sfpmuli L0, LAST >> 16, 0; \
    sfpmuli L3, LAST >> 16, 0; \
    sfpnop
#else
#define C_OF_CUBE B3
#define SINE \
    load_short L6, B7; \
    load_half L7, B5; \
    sfpmad L2, L1, L6, L7, 0; \
    sfpmad L5, L4, L6, L7, 0; \
    LOAD_THIRD(C_OF_CUBE) \
    sfpmad L2, L1, L2, THIRD, 0; \
    sfpmad L5, L4, L5, THIRD, 0; \
    sfploadi L6, 0x8000, SFPLOADI_USHORT; \
    sfpmad L2, L1, L2, L10, 0; \
    sfpmad L5, L4, L5, L10, 0; \
    sfpmul L0, L0, L2, 0; \
    sfpmul L3, L3, L5, 0; \
    sfpnop
#endif

/* The sine of bf16, rounded, in the twins. */
.macro store_sine_bf16
    SINE
    sfpiadd L0, L6, 0, NO_FLAGS
    sfpiadd L3, L6, 0, NO_FLAGS
    sfpstore L0, 0, BF16, STEP
    sfpstore L3, 0, BF16, STEP
.endm
