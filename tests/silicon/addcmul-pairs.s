# a + v b c, two rows at a time, so that no result is awaited; the last store steps the counter.
.rept 16
    sfpload     L0, 0, 0, 7
    sfpload     L1, 64, 0, 7
    sfpload     L2, 128, 0, 7
    sfpload     L4, 2, 0, 7
    sfpload     L5, 66, 0, 7
    sfpload     L6, 130, 0, 7
    sfpmul      L1, L1, L2, 0
    sfpmul      L5, L5, L6, 0
    sfpmad      L0, L1, L7, L0, 0
    sfpmad      L4, L5, L7, L4, 0
    sfpstochrnd L0, L0, L0, 0, 1, 0
    sfpstochrnd L4, L0, L4, 0, 1, 0
    sfpstore    L0, 0, 0, 7
    sfpstore    L4, 2, 0, 6
.endr
