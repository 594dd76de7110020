# 160 words in straight line, without a stall: a table of six pieces and 0.5 to it, five words a row.
.rept 160
    sfpnop
.endr
