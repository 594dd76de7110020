# One multiplication.
.rept 32
    sfpload  L0, 0, 0, 7
    sfpmul   L0, L0, L0, 0
    sfpstore L0, 0, 0, 7
    ttincrwc 0, 2, 0, 0
.endr
