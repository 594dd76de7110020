# A sum.
.rept 32
    sfpload  L0, 0, 0, 7
    sfpload  L1, 64, 0, 7
    sfpadd   L0, L10, L0, L1, 0
    sfpstore L0, 0, 0, 7
    ttincrwc 0, 2, 0, 0
.endr
