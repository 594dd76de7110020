# The smaller of two operands: four words are recorded, as they execute, and played back seven times, four times.
.rept 4
    ttreplay 0, 4, 1, 1
    sfpload  L0, 0, 0, 7
    sfpload  L1, 64, 0, 7
    sfpswap  L0, L1, 1
    sfpstore L0, 0, 0, 7
    ttincrwc 0, 2, 0, 0
.rept 7
    ttreplay 0, 4, 0, 0
    ttincrwc 0, 2, 0, 0
.endr
.endr
