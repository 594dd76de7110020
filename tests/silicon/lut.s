# A table of three pieces.
.rept 32
    sfpload  L3, 0, 0, 7
    sfplut   L3, 0
    sfpstore L3, 0, 0, 7
    ttincrwc 0, 2, 0, 0
.endr
