    .arch wormhole
    .schedule t
    .addrmod 3:+0
    t | Load                    | Simple
    0 | [a] sfpload L0, 0, 0, 3
    1 | [b] sfpload L1, 0, 0, 3 | [a] sfpabs L0, L0, 0
    2 | [c] sfpload L2, 0, 0, 3 | [b] sfpnot L1, L1
    3 | [d] sfpload L3, 0, 0, 3 | [c] sfpexexp L2, L2, 0
    4 | [e] sfpload L0, 0, 0, 3 | [d] sfpexman L3, L3, 0
    5 |                         | [e] sfplz L0, L0, 0
    .endschedule
    .schedule_setup t
    .schedule_loop t, 4, unroll
