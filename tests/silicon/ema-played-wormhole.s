# A moving average: eight blocks of four rows. The 16 words of a block's products, with what Wormhole needs between, are
# recorded as they execute in the first block and played back in the others.
    sfploadi L5, 0x3f00, 0
    sfploadi L6, 0x3f00, 0
.macro load
    sfpload  L0, 0, 0, 3
    sfpload  L1, 2, 0, 3
    sfpload  L2, 16, 0, 3
    sfpload  L3, 18, 0, 3
    sfptransp
.endm
.macro store
    sfpmov   L4, L3, 0
    sfptransp
    sfpstore L0, 64, 0, 3
    sfpstore L1, 66, 0, 3
    sfpstore L2, 80, 0, 3
    sfpstore L3, 82, 0, 3
.endm
    load
    ttreplay 0, 16, 1, 1
    sfpmad   L7, L5, L4, L9, 0
    sfpnop
    sfpmad   L0, L6, L0, L7, 0
    sfpnop
    sfpmad   L7, L5, L0, L9, 0
    sfpnop
    sfpmad   L1, L6, L1, L7, 0
    sfpnop
    sfpmad   L7, L5, L1, L9, 0
    sfpnop
    sfpmad   L2, L6, L2, L7, 0
    sfpnop
    sfpmad   L7, L5, L2, L9, 0
    sfpnop
    sfpmad   L3, L6, L3, L7, 0
    sfpnop
    store
.rept 7
    load
    ttreplay 0, 16, 0, 0
    store
.endr
