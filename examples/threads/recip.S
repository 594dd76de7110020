/*
 * The approximation of 1 / x by SFPARECIP, of four vectors of fp32 in rows 0 to 7 of Dst, on Blackhole. The kernel is right
 * alone. Beside another thread's macros it needs -D GUARD: see ../README.md.
 */
    .arch blackhole
    .include "sfpu.inc"
#ifdef GUARD
    ttatgetm 4                              // before the first write of what all threads share
#endif
    sfparecip T0, L0, 0                     // template 0
    sfploadi L0, 0x0004, SFPLOADI_LOWER     // sequence 0: template 0 on Simple; delay 2 and a store
    sfploadi L0, 0x1300, SFPLOADI_UPPER
    sfpconfig 4, 0, 0
    sfpconfig 8, 0xff0, 1                   // Misc: the load's format; delays count instructions
    sfpnop
    sfpnop
    sfploadmacro 0, L1, 0, FP32, STAY
    sfploadmacro 0, L2, 2, FP32, STAY
    sfploadmacro 0, L3, 4, FP32, STAY
    sfploadmacro 0, L1, 6, FP32, STAY
    .rept 3                                 // the last store's delay + 1
    sfpnop
    .endr
#ifdef GUARD
    ttstallwait 0x002, 0x800                // holds ATRELM until the vector unit is done
    ttatrelm 4
#endif
