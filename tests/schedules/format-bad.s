    .arch wormhole
    .schedule t
    .addrmod 3:+0
    t | Load                    | Simple | MAD | Round | Store
    0 | [a] sfpload L0, 0, 0, 3
    1 | [b] sfpload L1, 2, 0, 3 |        |     |       | [a] sfpstore L0, [a], 2
    2 |                         |        |     |       | [b] sfpstore L1, [b], 3
    .endschedule
    .schedule_setup t
    .schedule_loop t, 4, unroll
