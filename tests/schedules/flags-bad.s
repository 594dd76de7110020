    .arch wormhole
    .schedule t
    .addrmod 3:+0
    t | Load                    | Simple                | MAD | Round | Store
    0 | [v] sfpload L0, 0, 0, 3
    2 |                         | [v] sfpsetcc L0, 0, 6 |     |       | [v] sfpstore L0, [v], 0
    .endschedule
    .schedule_setup t
    .schedule_loop t, 4, unroll
