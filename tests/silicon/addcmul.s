# a + v b c, a row at a time.
.rept 32
    sfpload     L0, 0, 0, 7
    sfpload     L1, 64, 0, 7
    sfpload     L2, 128, 0, 7
    sfpmul      L3, L1, L2, 0
    sfpmad      L3, L3, L4, L0, 0
    sfpstochrnd L3, L0, L3, 0, 1, 0
    sfpstore    L3, 0, 0, 7
    ttincrwc    0, 2, 0, 0
.endr
