    .arch wormhole
    .schedule t
    .addrmod 3:+0
    .carried L1
    t | Load                    | Simple                | MAD | Round
    0 | [v] sfpload L0, 0, 0, 3
    1 |                         | [v] sfpswap L0, L1, 0
    3 |                         |                       |     | sfpstochrnd L3, L0, L4, 0, 0, 0
    .endschedule
    .schedule_setup t
    .schedule_loop t, 4, unroll
