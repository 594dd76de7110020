# A table of three pieces, and 0.5 to it, recorded as lut.s is.
.rept 4
    ttreplay 0, 5, 1, 1
    sfpload  L3, 0, 0, 7
    sfplut   L3, 0
    sfpaddi  L3, 0x3f00, 0
    sfpstore L3, 0, 0, 7
    ttincrwc 0, 2, 0, 0
.rept 7
    ttreplay 0, 5, 0, 0
.endr
.endr
