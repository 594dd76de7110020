/* Words as little-endian bytes of a file. */
#ifndef SFP_WORD_BYTES_H
#define SFP_WORD_BYTES_H

#include <stdint.h>

enum { SFP_WORD_BYTES = 4 };

static inline uint32_t sfp_word_at(const void *bytes)
{
    const uint8_t *b = bytes;

    return b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 | (uint32_t)b[3] << 24;
}

/* Returns the Tensix word that appears as `stream` among a RISC-V core's instructions, where it is rotated left by
 * two bits. */
static inline uint32_t sfp_unrotated(uint32_t stream)
{
    return stream >> 2 | stream << 30;
}

/* Rotates a Tensix word left by two bits, for a RISC-V core's instructions. */
static inline uint32_t sfp_rotated(uint32_t word)
{
    return word << 2 | word >> 30;
}

#endif
