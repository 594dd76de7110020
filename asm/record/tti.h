/*
 * Instructions of the vector unit and its surroundings, for C and C++ of the core that pushes them, compiled by any
 * RISC-V gcc or clang: sfpu-tti(3). Made from sfpasm's tables; sfpu(7) lists the instructions and constants.
 */
#ifndef SFPU_TTI_H
#define SFPU_TTI_H

#include <stdint.h>

/* An operand at its place in the word, as in the vendor's macros: the value must fit. */
#define SFPU_TTI_AT(value, lsb) ((uint32_t)(value) << (lsb))

/* Does the value fit in `bits` bits, as far as the compiler knows the value? */
#define SFPU_TTI_FITS(value, bits) (!__builtin_constant_p(value) || (uint32_t)(value) >> (bits) == 0)

#ifdef __cplusplus
extern "C"
#else
extern
#endif
void sfpu_tti_operand_does_not_fit(void) __attribute__((error("an operand does not fit its field")));

#define SFPU_TTI_CHECK(fits) ((fits) ? (void)0 : sfpu_tti_operand_does_not_fit())

/*
 * A word among the core's instructions. Rotated left by two bits, the word is no RISC-V instruction, and the core
 * pushes it. GNU as takes the word for data, and records its source line only at a label. The vendor's assembler
 * rotates the operand of .ttinsn itself.
 */
#ifndef SFPU_TTI_DATA
#define SFPU_TTI_DATA ".4byte %0"
#endif
#ifdef SFPU_TTI_TTINSN
#define SFPU_TTI_ASM(word) __asm__ volatile(".ttinsn %0" : : "i"(word))
#else
#ifndef __clang__
__asm__(".loc_mark_labels 1");
#endif
#define SFPU_TTI_ASM(word) __asm__ volatile("0: " SFPU_TTI_DATA : : "i"((uint32_t)((word) << 2 | (word) >> 30)))
#endif

#define SFPU_TTI_IN_LINE(word, fits) \
    do { \
        SFPU_TTI_CHECK(fits); \
        SFPU_TTI_ASM(word); \
    } while (0)

/* A store of the word to an address where stores push. */
#define SFPU_TTI_STORE(word, fits) \
    do { \
        SFPU_TTI_CHECK(fits); \
        *SFPU_TTI_BUFFER = (word); \
    } while (0)

