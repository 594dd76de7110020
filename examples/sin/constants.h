/* A constant of 8 bits, or of 11 within the range of fp16, is one load; so is one that SFPADDI adds. */
.macro load_short reg:req, bits:req
    sfploadi \reg, (\bits) >> 16, SFPLOADI_FLOATB
.endm

.macro load_half reg:req, bits:req
    sfploadi \reg, ((\bits) >> 16 & 0x8000) + ((((\bits) & 0x7FFFFFFF) - 0x38000000) >> 13), SFPLOADI_FLOATA
.endm

#define ADD(reg, bits) sfpaddi reg, (bits) >> 16, 0
#define MINUS(bits) ((bits) ^ 0x80000000)
