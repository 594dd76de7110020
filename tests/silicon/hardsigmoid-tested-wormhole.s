# A line through L12 and L13, limited to 0 and 1 by tests of flags, with what Wormhole needs between.
.rept 32
    sfpload  L0, 0, 0, 3
    sfpmad   L0, L0, L12, L13, 0
    sfpnop
    sfpadd   L2, L10, L0, L11, 0
    sfpnop
    sfpsetcc L2, 0, 4
    sfpsetcc L2, 0, 2
    sfpmov   L0, L10, 0
    sfpencc  0, 0
    sfpsetcc L0, 0, 0
    sfpmov   L0, L9, 0
    sfpencc  0, 0
    sfpstore L0, 0, 0, 3
    ttincrwc 0, 2, 0, 0
.endr
