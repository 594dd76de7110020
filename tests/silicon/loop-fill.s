# An iteration: one value is stored, and the counter stepped.
    sfpstore L0, 0, 4, 7
    ttincrwc 0, 2, 0, 0
