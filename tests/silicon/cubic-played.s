# cubic.s with its coefficients loaded once; six words are recorded without execution, and played back 32 times.
    sfploadi L2, 0x3c00, 8
    sfploadi L2, 0x1234, 10
    sfploadi L3, 0x3e00, 8
    sfploadi L3, 0x5678, 10
    ttreplay 0, 6, 0, 1
    sfpload  L0, 0, 0, 7
    sfpmul   L1, L0, L0, 0
    sfpmad   L1, L1, L2, L3, 0
    sfpmul   L1, L1, L0, 0
    sfpaddi  L1, 0x3f00, 0
    sfpstore L1, 0, 0, 7
.rept 32
    ttreplay 0, 6, 0, 0
    ttincrwc 0, 2, 0, 0
.endr
