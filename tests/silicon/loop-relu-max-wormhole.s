# An iteration of relu-max.s.
    sfpload  L0, 0, 0, 3
    sfpmov   L2, L1, 0
    sfpswap  L0, L2, 1
    sfpswap  L9, L0, 1
    sfpstore L0, 0, 0, 3
    ttincrwc 0, 2, 0, 0
