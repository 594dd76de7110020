/*
 * A constant of 8 bits, or of 11 bits within the range of fp16, takes one load; so does a constant that SFPADDI adds.
 * Tables cannot use macros of the assembler. Their fields are SHORT(bits) and HALF(bits); other constants take
 * SHORT(bits) and then LOW(bits).
 */
#define SHORT(bits) (bits) >> 16
#define LOW(bits) (bits) & 0xFFFF
#define HALF(bits) ((bits) >> 16 & 0x8000) + ((((bits) & 0x7FFFFFFF) - 0x38000000) >> 13)

.macro load_short reg:req, bits:req
    sfploadi \reg, (\bits) >> 16, SFPLOADI_FLOATB
.endm

.macro load_half reg:req, bits:req
    sfploadi \reg, ((\bits) >> 16 & 0x8000) + ((((\bits) & 0x7FFFFFFF) - 0x38000000) >> 13), SFPLOADI_FLOATA
.endm

#define ADD(reg, bits) sfpaddi reg, SHORT(bits), 0
#define MINUS(bits) ((bits) ^ 0x80000000)
#define MINUS_ONE 0xBF800000

/* Computes k from the sums with L7 in L2 and L5, to L1 and L4. */
#ifdef ARCH_WORMHOLE
#define K_OF_BITS \
    load_short L6, MINUS(MAGIC_J); \
    sfpmad L1, L2, L10, L6, 0; \
    sfpmad L4, L5, L10, L6, 0
#else
#define K_OF_BITS \
    sfpmad L1, L2, L10, L7, SFPMAD_NEGATE_VC; \
    sfpmad L4, L5, L10, L7, SFPMAD_NEGATE_VC
#endif
