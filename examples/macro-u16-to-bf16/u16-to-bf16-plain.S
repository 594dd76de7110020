/*
 * uint16 to bf16 of a 32x32 tile, in place, on Wormhole and Blackhole: the twin
 * of u16-to-bf16.S without SFPLOADMACRO. See there.
 */
#ifndef VECTORS
#define VECTORS 32 /* 32 for a tile; any number up to 512, which is all of Dst */
#endif

#define STAY SFPLOAD_ADDR_MODE_NOINC
#define STEP SFPLOAD_ADDR_MODE_NOINC - 1

#define UINT16 6        /* format of loads */
#define BF16 2          /* format of stores */
#define FROM_INTEGER 0  /* SFPCAST */
#define TO_BF16 1       /* SFPSTOCHRND */
#define NEAREST 0

    ttreplay 0, 4, 1, 1
    sfpload L0, 0, UINT16, STAY
    sfpcast L0, L0, FROM_INTEGER
    sfpstochrnd L0, L0, L0, 0, TO_BF16, NEAREST
    sfpstore L0, 0, BF16, STEP

    .rept VECTORS - 1
    ttreplay 0, 4, 0, 0
    .endr
