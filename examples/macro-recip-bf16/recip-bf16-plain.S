/*
 * 1/x of a 32x32 bf16 tile, in place, correctly rounded, on Blackhole: the twin
 * of recip-bf16.S without SFPLOADMACRO. See there.
 */
    .arch blackhole

#ifndef VECTORS
#define VECTORS 32 /* 32 for a tile; any number up to 512, which is all of Dst */
#endif

#define STAY SFPLOAD_ADDR_MODE_NOINC
#define STEP SFPLOAD_ADDR_MODE_NOINC - 1

#define BF16 2          /* format of loads and stores */
#define LOWER 10        /* SFPLOADI: the lower half */
#define BY 1            /* SFPSHFT: by an immediate */
#define NO_CC 4         /* SFPIADD: flags kept */

    ttreplay 0, 8, 1, 1
    sfpload L0, 0, BF16, STAY
    sfparecip L1, L0, 0             // q
    sfploadi L1, 0x8000, LOWER      // q + 1/2
    sfpmad L0, L0, L1, L11, 0       // e
    sfpnop                          // Blackhole does not see that SFPSHFT reads L0
    sfpshft L0, L0, -16, BY
    sfpiadd L0, L1, 0, NO_CC
    sfpstore L0, 0, BF16, STEP

    .rept VECTORS - 1
    ttreplay 0, 8, 0, 0
    .endr
