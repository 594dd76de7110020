    .arch wormhole
    .schedule t, period=3
    .addrmod 3:+0
    t | Load                    | Simple | MAD
    0 | [v] sfpload L0, 0, 0, 3
    1 |                         |        | [v] sfpmad L16, L1, L0, L2, 0
    4 |                         |        | sfpmad L3, L1, L1, L2, 0
    .endschedule
    .schedule_setup t
    .schedule_loop t, 4, unroll
