# A line through L12 and L13, limited to 0 and 1 without tests; a copy of 1.0 fills the multiplication's second cycle.
.rept 32
    sfpload  L0, 0, 0, 7
    sfpmad   L0, L0, L12, L13, 0
    sfpmov   L1, L10, 0
    sfpswap  L0, L1, 1
    sfpswap  L9, L0, 1
    sfpstore L0, 0, 0, 7
    ttincrwc 0, 2, 0, 0
.endr
