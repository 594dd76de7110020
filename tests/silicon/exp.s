# An exponential of sixteen words a row, recorded as the first row executes, and played back; SFPSWAP limits the argument.
    sfploadi L5, 0x42fe, 0
    sfploadi L6, 0x3380, 8
    sfploadi L6, 0x1234, 10
    sfploadi L7, 0x3f80, 0
    ttreplay 0, 16, 1, 1
    sfpload     L0, 0, 0, 7
    sfpmad      L3, L0, L12, L5, 0
    sfploadi    L1, 0x437f, 0
    sfpswap     L3, L1, 1
    sfpexexp    L1, L3, 0
    sfpexman    L0, L3, 0
    sfpshft     L0, L1, 0, 0
    sfpexman    L1, L0, 1
    sfpcast     L1, L1, 0
    sfpmad      L2, L1, L13, L6, 0
    sfpgt       L3, L9, 0, 8
    sfpmad      L1, L2, L1, L7, 0
    sfpand      L0, L0, L3, 1
    sfpsetexp   L0, L1, 0, 2
    sfpstochrnd L0, L0, L0, 0, 1, 0
    sfpstore    L0, 0, 0, 6
.rept 31
    ttreplay 0, 16, 0, 0
.endr
