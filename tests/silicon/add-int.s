# A sum of integers, each of whose five words is in a register of the core.
.rept 32
    sfpload  L0, 0, 4, 7
    sfpload  L1, 64, 4, 7
    sfpiadd  L0, L1, 0, 4
    sfpstore L0, 0, 4, 7
    ttincrwc 0, 2, 0, 0
.endr
