# 218 words in straight line, without a stall: as many as the vendor's EMA of a tile has.
.rept 218
    sfpnop
.endr
