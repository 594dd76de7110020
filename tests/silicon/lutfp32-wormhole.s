# Four words a row, straight line. What SFPLUTFP32 gives is stored a row later.
.rept 32
    sfplutfp32 L7, 0
    sfpload    L3, 0, 0, 3
    sfpstore   L7, 0, 0, 3
    ttincrwc   0, 2, 0, 0
.endr
