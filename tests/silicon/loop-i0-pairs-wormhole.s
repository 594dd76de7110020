# An iteration of i0-pairs.s, with what Wormhole needs between.
.macro coefficient, sum, square
    sfploadi L6, 0x3000, 8
    sfploadi L6, 0x1234, 10
    sfpmad   \sum, \sum, \square, L6, 0
.endm
.macro exact, sum, square, number
    sfpmul   \sum, \sum, \square, 0
    sfpnop
    sfpaddi  \sum, \number, 0
.endm
    sfpload  L0, 0, 0, 3
    sfpload  L3, 2, 0, 3
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
    sfpnop
    sfpstore L2, 0, 0, 3
    sfpmad   L5, L5, L4, L10, 0
    sfpnop
    sfpstore L5, 2, 0, 3
    ttincrwc 0, 4, 0, 0
