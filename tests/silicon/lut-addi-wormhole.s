# A table of three pieces, and 0.5 to it, with what Wormhole needs between: a loop, of words that are recorded.
.rept 32
    sfpload  L3, 0, 0, 3
    sfplut   L3, 0
    sfpnop
    sfpaddi  L3, 0x3f00, 0
    sfpnop
    sfpstore L3, 0, 0, 3
    ttincrwc 0, 2, 0, 0
.endr
