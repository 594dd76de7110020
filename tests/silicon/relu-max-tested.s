# A value limited from above by L1 and from below by zero, by tests of flags.
.rept 32
    sfpload  L0, 0, 0, 7
    sfpmad   L2, L1, L11, L0, 0
    sfpsetcc L2, 0, 4
    sfpsetcc L2, 0, 2
    sfpmov   L0, L1, 0
    sfpencc  0, 0
    sfpsetcc L0, 0, 0
    sfpmov   L0, L9, 0
    sfpencc  0, 0
    sfpstore L0, 0, 0, 7
    ttincrwc 0, 2, 0, 0
.endr
