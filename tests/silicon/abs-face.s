# One instruction of a cycle, for the eight rows of a face.
.rept 8
    sfpload  L0, 0, 0, 7
    sfpabs   L0, L0, 1
    sfpstore L0, 0, 0, 7
    ttincrwc 0, 2, 0, 0
.endr
