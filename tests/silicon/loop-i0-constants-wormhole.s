# An iteration of i0-constants.s, with what Wormhole needs between.
.macro coefficient, sum, square, own
    sfploadi \own, 0x3000, 8
    sfploadi \own, 0x1234, 10
    sfpmad   \sum, \sum, \square, \own, 0
.endm
.macro exact, sum, square, number
    sfpmul   \sum, \sum, \square, 0
    sfpnop
    sfpaddi  \sum, \number, 0
    sfpnop
.endm
    sfpload  L0, 0, 0, 3
    sfpmul   L1, L0, L0, 0
    sfploadi L2, 0x3000, 8
    sfploadi L2, 0x1234, 10
.rept 5
    coefficient L2, L1, L3
.endr
    sfpnop
    sfpmad   L2, L2, L1, L14, 0
    sfpnop
    sfpmad   L2, L2, L1, L13, 0
    sfpnop
    sfpmad   L2, L2, L1, L12, 0
    sfpnop
    exact    L2, L1, 0x3c80
    exact    L2, L1, 0x3e80
    sfpmad   L2, L2, L1, L10, 0
    sfpnop
    sfpstore L2, 0, 0, 3
    ttincrwc 0, 2, 0, 0
