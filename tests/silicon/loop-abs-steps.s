# An iteration: one instruction on integers; the store steps the counter.
    sfpload  L0, 0, 4, 7
    sfpabs   L0, L0, 0
    sfpstore L0, 0, 4, 6
