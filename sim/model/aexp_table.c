/* The table is made at build time (gen-aexp.c). */
#include "aexp_table.h"

const uint32_t sfp_aexp_table[SFP_AEXP_ENTRIES] = {
#include "aexp_table.inc"
};
