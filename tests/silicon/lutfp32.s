# A table of three pieces in fp32; the store steps the counter.
.rept 32
    sfpload    L3, 0, 0, 7
    sfplutfp32 L7, 0
    sfpstore   L7, 0, 0, 6
.endr
