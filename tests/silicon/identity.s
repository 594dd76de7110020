# A float operand is stored as it is.
.rept 32
    sfpload  L0, 0, 0, 7
    sfpstore L0, 0, 0, 7
    ttincrwc 0, 2, 0, 0
.endr
