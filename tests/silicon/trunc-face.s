# A number without its fraction, as ceil.s, for the eight rows of a face.
.rept 8
    sfpload  L0, 0, 0, 7
    sfploadi L3, 23, 2
    sfploadi L1, 0x8000, 0
    sfpexexp L2, L0, 10
    sfploadi L1, 0xffff, 4
    sfpiadd  L2, L3, 0, 10
    sfpshft2 L1, L1, L2, 5
    sfpencc  0, 0
    sfpand   L1, L0, L1, 1
    sfpstore L1, 0, 0, 7
    ttincrwc 0, 2, 0, 0
.endr
