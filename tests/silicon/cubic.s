# An odd polynomial of degree three, and 0.5 to it; both coefficients are loaded again in each row.
.rept 32
    sfpload  L0, 0, 0, 7
    sfpmul   L1, L0, L0, 0
    sfploadi L2, 0x3c00, 8
    sfploadi L2, 0x1234, 10
    sfploadi L3, 0x3e00, 8
    sfploadi L3, 0x5678, 10
    sfpmad   L1, L1, L2, L3, 0
    sfpmul   L1, L1, L0, 0
    sfpaddi  L1, 0x3f00, 0
    sfpstore L1, 0, 0, 7
    ttincrwc 0, 2, 0, 0
.endr
