/* FNV-1a with 64 bits: a checksum against accidental differences of contents, not against intended ones. */
#ifndef SFP_CHECKSUM_H
#define SFP_CHECKSUM_H

#include <stdint.h>

#define CHECKSUM_START UINT64_C(0xCBF29CE484222325)

/* Returns the checksum with the next part added: a byte, or a word for a faster checksum. */
static inline uint64_t checksum_add(uint64_t sum, uint32_t part)
{
    return (sum ^ part) * UINT64_C(0x100000001B3);
}

#endif
