# One instruction of a cycle, on integers, for the eight rows of a face.
.rept 8
    sfpload  L0, 0, 4, 7
    sfpabs   L0, L0, 0
    sfpstore L0, 0, 4, 7
    ttincrwc 0, 2, 0, 0
.endr
