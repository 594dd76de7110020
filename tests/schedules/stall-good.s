    .arch wormhole
    .schedule t
    .addrmod 3:+0
    .carried L1, L2
    t | Load                    | Simple
    0 | [v] sfpload L0, 0, 0, 3
    1 |                         | [v] sfpabs L0, L0, 0
    2 |                         | sfpswap L1, L2, 0
    4 | sfploadi L3, 0, 0
    .endschedule
    .schedule_setup t
    .schedule_loop t, 4, unroll
