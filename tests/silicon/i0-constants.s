# i0.s with three of its coefficients in constant registers.
.macro coefficient
    sfploadi L3, 0x3000, 8
    sfploadi L3, 0x1234, 10
    sfpmad   L2, L2, L1, L3, 0
.endm
.rept 32
    sfpload  L0, 0, 0, 7
    sfpmul   L1, L0, L0, 0
    sfploadi L2, 0x3000, 8
    sfploadi L2, 0x1234, 10
    coefficient
    coefficient
    coefficient
    coefficient
    coefficient
    sfpmad   L2, L2, L1, L14, 0
    sfpmad   L2, L2, L1, L13, 0
    sfpmad   L2, L2, L1, L12, 0
    sfpmul   L2, L2, L1, 0
    sfpaddi  L2, 0x3c80, 0
    sfpmul   L2, L2, L1, 0
    sfpaddi  L2, 0x3e80, 0
    sfpmad   L2, L2, L1, L10, 0
    sfpstore L2, 0, 0, 7
    ttincrwc 0, 2, 0, 0
.endr
