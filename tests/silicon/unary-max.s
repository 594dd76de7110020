# The larger of a value and L12, by a macro that would have been configured before: what it schedules costs no cycle, and
# is left out.
    sfploadi L0, 0x0000, 10
    sfploadi L0, 0x3f80, 8
    sfpconfig 12, 0, 0
.rept 16
    sfploadmacro 0, L0, 0, 0, 6
    sfpnop
    sfploadmacro 0, L1, 0, 0, 6
    sfpnop
.endr
    sfpnop
    sfpnop
