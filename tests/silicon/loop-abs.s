# An iteration: one instruction on integers, and the counter stepped.
    sfpload  L0, 0, 4, 7
    sfpabs   L0, L0, 0
    sfpstore L0, 0, 4, 7
    ttincrwc 0, 2, 0, 0
