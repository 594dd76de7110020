    .arch wormhole
    .schedule t
    .addrmod 3:+0
    t | Load                    | Simple | MAD                          | Round | Store
    0 | [v] sfpload L0, 0, 0, 3
    1 |                         |        | [v] sfpmad L0, L1, L0, L2, 0
    3 |                         |        |                              |       | [v] sfpstore L0, [v], 0
    .endschedule
    .schedule_setup t
    .schedule_loop t, 4, unroll
