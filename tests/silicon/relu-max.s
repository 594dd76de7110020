# A value limited from above by L1 and from below by zero, without tests: by the smaller and the larger of two.
.rept 32
    sfpload  L0, 0, 0, 7
    sfpmov   L2, L1, 0
    sfpswap  L0, L2, 1
    sfpswap  L9, L0, 1
    sfpstore L0, 0, 0, 7
    ttincrwc 0, 2, 0, 0
.endr
