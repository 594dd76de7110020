/*
 * 3 x + 0.5 of four vectors of fp32 in rows 8 to 15 of Dst, on Blackhole. The kernel is right alone. Beside another
 * thread's macros it needs -D GUARD: see ../README.md.
 */
    .arch blackhole
    .include "sfpu.inc"
#ifdef GUARD
    ttatgetm 4
#endif
    sfploadi L0, 0x4040, SFPLOADI_FLOATB    // L12 = 3
    sfpconfig 12, 0, 0
    sfploadi L0, 0x3f00, SFPLOADI_FLOATB    // L13 = 0.5
    sfpconfig 13, 0, 0
    sfpmad T1, L12, L0, L13, 0              // template 1
    sfploadi L0, 0x8500, SFPLOADI_LOWER     // sequence 0: template 1 on MAD, x as VB; delay 2 and a store
    sfploadi L0, 0x1300, SFPLOADI_UPPER
    sfpconfig 4, 0, 0
    sfpconfig 8, 0xff0, 1
    sfpnop
    sfpnop
    sfploadmacro 0, L1, 8, FP32, STAY
    sfploadmacro 0, L2, 10, FP32, STAY
    sfploadmacro 0, L3, 12, FP32, STAY
    sfploadmacro 0, L1, 14, FP32, STAY
    .rept 3
    sfpnop
    .endr
#ifdef GUARD
    ttstallwait 0x002, 0x800
    ttatrelm 4
#endif
