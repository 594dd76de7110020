# An iteration of relu-max-tested.s, with what Wormhole needs between.
    sfpload  L0, 0, 0, 3
    sfpmad   L2, L1, L11, L0, 0
    sfpnop
    sfpsetcc L2, 0, 4
    sfpsetcc L2, 0, 2
    sfpmov   L0, L1, 0
    sfpencc  0, 0
    sfpsetcc L0, 0, 0
    sfpmov   L0, L9, 0
    sfpencc  0, 0
    sfpstore L0, 0, 0, 3
    ttincrwc 0, 2, 0, 0
