# A product of integers by macros that would have been configured before, eight words a row: what they schedule costs no
# cycle, and is left out.
.rept 32
    sfpload      L0, 64, 4, 7
    sfploadmacro 0, L1, 0, 4, 7
    sfploadmacro 1, L2, 64, 4, 7
    sfpload      L0, 0, 4, 7
    sfploadmacro 2, L3, 64, 4, 7
    sfpmul24     L4, L0, L3, L9, 1
    sfpiadd      L2, L1, 0, 4
    sfploadmacro 3, L4, 1, 4, 6
.endr
    sfpnop
    sfpnop
    sfpnop
