    .arch wormhole
    .schedule t
    .addrmod 3:+0
    t | Load                    | Simple               | MAD | Round
    0 | [v] sfpload L0, 0, 0, 3
    1 |                         | [v] sfpabs L0, L0, 0 |     | [v] sfpstochrnd L0, L0, L0, 0, 0, 0
    .endschedule
    .schedule_setup t
    .schedule_loop t, 4, unroll
