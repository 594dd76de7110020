    .arch wormhole
    .schedule t, period=1
    .rows 2
    .addrmod 2:+2
    .rotate v = L0, L1
    t | Load                   | Simple               | MAD | Round | Store
    0 | [v] sfpload v, 0, 0, 2
    2 | ...                    | [v] sfpabs L16, v, 0
    3 | ...                    |                      |     |       | [v] sfpstore L16, [v], 0
    .endschedule
    .schedule_setup t
    .schedule_loop t, 4, unroll
