# One instruction of a cycle; the store steps the counter.
.rept 32
    sfpload  L0, 0, 0, 7
    sfpmov   L0, L0, 1
    sfpstore L0, 0, 0, 6
.endr
