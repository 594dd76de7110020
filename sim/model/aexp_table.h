/* SFPARECIP's exponential of a float from 2^-6 to 2, without the low 16 bits of either (sfpu-semantics(7),
 * SFPARECIP). */
#ifndef SFP_AEXP_TABLE_H
#define SFP_AEXP_TABLE_H

#include <stdint.h>

enum {
    SFP_AEXP_FIRST = 0x3C7F, /* upper half of the first entry's argument; it stands for all smaller ones ... */
    SFP_AEXP_LAST = 0x4000,  /* ... as the last does for all larger ones */
    SFP_AEXP_ENTRIES = SFP_AEXP_LAST - SFP_AEXP_FIRST + 1,
};

extern const uint32_t sfp_aexp_table[SFP_AEXP_ENTRIES];

#endif
