# A table of three pieces. The vendor's compiler records a row as it executes and plays it back seven times, four times.
.rept 4
    ttreplay 0, 4, 1, 1
    sfpload  L3, 0, 0, 7
    sfplut   L3, 0
    sfpstore L3, 0, 0, 7
    ttincrwc 0, 2, 0, 0
.rept 7
    ttreplay 0, 4, 0, 0
.endr
.endr
