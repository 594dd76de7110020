    .arch wormhole
    .schedule t
    .addrmod 3:+0
    .delays instructions, gapless
    t | Load                    | Simple
    0 | [v] sfpload L0, 0, 0, 3
    1 |                         | [v] sfpsetcc L0, 0, 6
    2 | sfpload L1, 0, 0, 3
    .endschedule
    .schedule_setup t
    .schedule_loop t, 4, unroll
