# An iteration of eight rows: a sum of integers.
.rept 8
    sfpload  L0, 0, 4, 7
    sfpload  L1, 64, 4, 7
    sfpiadd  L0, L1, 0, 4
    sfpstore L0, 0, 4, 7
    ttincrwc 0, 2, 0, 0
.endr
