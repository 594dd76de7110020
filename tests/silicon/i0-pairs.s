# i0-constants.s for two rows at a time, whose sums alternate; the coefficients are loaded for each.
.macro coefficient, sum, square
    sfploadi L6, 0x3000, 8
    sfploadi L6, 0x1234, 10
    sfpmad   \sum, \sum, \square, L6, 0
.endm
.macro exact, sum, square, half
    sfpmul   \sum, \sum, \square, 0
    sfpaddi  \sum, \half, 0
.endm
.rept 16
    sfpload  L0, 0, 0, 7
    sfpload  L3, 2, 0, 7
    sfpmul   L1, L0, L0, 0
    sfpmul   L4, L3, L3, 0
    sfploadi L2, 0x3000, 8
    sfploadi L2, 0x1234, 10
    sfploadi L5, 0x3000, 8
    sfploadi L5, 0x1234, 10
.rept 5
    coefficient L2, L1
    coefficient L5, L4
.endr
    sfpmad   L2, L2, L1, L14, 0
    sfpmad   L5, L5, L4, L14, 0
    sfpmad   L2, L2, L1, L13, 0
    sfpmad   L5, L5, L4, L13, 0
    sfpmad   L2, L2, L1, L12, 0
    sfpmad   L5, L5, L4, L12, 0
    exact    L2, L1, 0x3c80
    exact    L5, L4, 0x3c80
    exact    L2, L1, 0x3e80
    exact    L5, L4, 0x3e80
    sfpmad   L2, L2, L1, L10, 0
    sfpstore L2, 0, 0, 7
    sfpmad   L5, L5, L4, L10, 0
    sfpstore L5, 2, 0, 7
    ttincrwc 0, 4, 0, 0
.endr
