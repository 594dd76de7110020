/*
 * erf(x) of a tile of bf16, in place, on Wormhole, correctly rounded. See README.md.
 *
 * kernel: erf, bf16
 * arch: wormhole
 * domain: all
 * cycles: 14
 * options: -Wno-flags-clash -Wno-schedule
 * sweep: --fn=erf --in=bf16
 *     max_ulp=0 max_real_ulp=0.499935558 cycles=15.1875
 * twin: -DPLAIN --in=bf16
 * solved long: wormhole found 14 floor 7 shorter model inputs all
 * left: none
 * published: 1 ULP, 103.5 cycles (the vendor's header, measured), https://github.com/tenstorrent/tt-metal/pull/41850
 */
    .arch wormhole
#include "../schedule.h"
#include "coefficients.h"

#define C0 L12
#define C1 L13
#define C2 L14
#define C3 L4
#define C4 L5
#define C5 L6
#define NOT_NAN L7 /* added to -|x| as an integer, gives a negative number for all x except NaNs */

#ifndef PLAIN
/*
 * Made by: sfpsched --arch=wormhole --period=14 -DPLAIN. Row 24 stores under the flags of row 23, so the cell of a NaN
 * keeps x. In the same cycle SFPENCC turns all lanes on again. In row 23 the SFPMAD of the next vector works while the
 * flags change, and finds all lanes on. In both rows the old flags are intended, so -Wno-flags-clash and -Wno-schedule
 * switch the findings off.
 */
    .schedule erf_bf16
    .period 14
    .rows 2
    .addrmod STAY:+0, STEP:+2
    .delays instructions
     t | Load                                   | Simple                                             | MAD                           | Round                                 | Store
     0 | sfploadi L3, F6 >> 16, SFPLOADI_FLOATB
     1 | [v0] sfpload L1, 0, BF16, STAY
     2 |                                        | sfpsetsgn L0, L1, 1, SFPSETSGN_ARG_IMM
     3 |                                        |                                                    | sfpmad L1, L0, L3, C5, 0
     5 |                                        |                                                    | sfpmad L1, L0, L1, C4, 0
     7 |                                        |                                                    | sfpmad L1, L0, L1, C3, 0
     9 |                                        |                                                    | [v0] sfpmad L1, L0, L1, C2, 0
    11 |                                        |                                                    | sfpmad L1, L0, L1, C1, 0
    12 | [v1] sfpload L2, 0, BF16, STAY
    13 |                                        |                                                    | sfpmad L2, L0, L1, C0, 0
    16 |                                        |                                                    | [v1] sfpmul L2, L0, L2, 0
    18 | [v2] sfpload L3, 0, BF16, STEP         | [v1] sfpswap L2, L11, SWAP_MAX
    20 |                                        |                                                    |                               | sfpstochrnd L2, L0, L2, 0, TO_BF16, 0
    21 |                                        | [v2] sfpsetsgn L16, L2, 0, SFPSETSGN_ARG_LREG b=L3
    22 |                                        | sfpsetsgn L2, L3, 1, SFPSETSGN_ARG_IMM
    23 |                                        | sfpiadd L2, NOT_NAN, 0, SFPIADD_LREG_LT0
    24 |                                        | sfpencc 0, 0                                       |                               |                                       | [v2] sfpstore L16, [v2], BF16
    .endschedule

    .schedule_setup erf_bf16
#else
    .hazards auto
#endif

    set_constant 12, F0
    set_constant 13, F1
    set_constant 14, F2
    load_word C3, F3
    load_word C4, F4
    load_word C5, F5
    sfploadi NOT_NAN, 0x007F, SFPLOADI_FLOATB // -inf: FF80 + 007F = FFFF, below 0; for -NaN the sum wraps to 0 or more

#ifdef PLAIN
    .rept VECTORS
    sfpload L0, 0, BF16, STAY
    sfpsetsgn L1, L0, 1, SFPSETSGN_ARG_IMM  // -|x|
    sfploadi L2, F6 >> 16, SFPLOADI_FLOATB
    sfpmad L2, L2, L1, C5, 0
    sfpmad L2, L2, L1, C4, 0
    sfpmad L2, L2, L1, C3, 0
    sfpmad L2, L2, L1, C2, 0
    sfpmad L2, L2, L1, C1, 0
    sfpmad L2, L2, L1, C0, 0
    sfpmul L2, L2, L1, 0                    // -erf(|x|), or less than -1
    sfpswap L2, L11, SWAP_MAX
    sfpstochrnd L2, L2, L2, 0, TO_BF16, 0
    sfpload L0, 0, BF16, STAY
    sfpsetsgn L0, L2, 0, SFPSETSGN_ARG_LREG // with the sign of x
    sfpiadd L1, NOT_NAN, 0, SFPIADD_LREG_LT0
    sfpstore L0, 0, BF16, STAY              // not where x is NaN, which stays
    sfpencc 0, 0
    ttincrwc 0, 2, 0, 0
    .endr
#else
    .schedule_loop erf_bf16, VECTORS, FORM
#endif
