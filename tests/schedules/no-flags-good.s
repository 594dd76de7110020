    .arch wormhole
    .schedule t
    .addrmod 3:+0
    t | Load                    | Simple
    0 | [v] sfpload L0, 0, 0, 3
    1 |                         | [v] sfpiadd L16, L0, 1, 5
    .endschedule
    .schedule_setup t
    .schedule_loop t, 4, unroll
