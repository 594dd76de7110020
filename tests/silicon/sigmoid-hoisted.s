# sigmoid.s without the loading of its table, which is done once for all tiles.
    ttsetc16 18, 0
    ttsetc16 34, 2
    ttsetc16 53, 0
    ttreplay 0, 4, 0, 1
    sfpload    L3, 0, 0, 7
    sfplutfp32 L7, 0
    sfpaddi    L7, 0x3f00, 0
    sfpstore   L7, 0, 0, 6
.rept 32
    ttreplay 0, 4, 0, 0
.endr
