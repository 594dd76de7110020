    .arch wormhole
    .schedule t, period=33
    .addrmod 3:+0
    t | Load                    | Simple
    0 | [v] sfpload L0, 0, 0, 3
    1 |                         | [v] sfpabs L0, L0, 0
    .endschedule
    .schedule_setup t
    .schedule_loop t, 4, solid=0
