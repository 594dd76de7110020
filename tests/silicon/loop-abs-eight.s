# An iteration of eight rows: one instruction on integers; the store steps the counter.
.rept 8
    sfpload  L0, 0, 4, 7
    sfpabs   L0, L0, 0
    sfpstore L0, 0, 4, 6
.endr
