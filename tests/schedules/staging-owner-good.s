    .arch wormhole
    .schedule t
    .addrmod 3:+0
    t | Load                    | Simple                | MAD | Round | Store
    0 | [a] sfpload L0, 0, 0, 3
    1 | [b] sfpload L1, 2, 0, 3 | [a] sfpabs L16, L0, 0
    2 |                         | [b] sfpabs L1, L1, 0  |     |       | [a] sfpstore L16, [a], 0
    .endschedule
    .schedule_setup t
    .schedule_loop t, 4, unroll
