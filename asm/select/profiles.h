/* Profiles: what decides bits and modes where nodes leave a choice. Rows are include/profiles.def. */
#ifndef SFP_PROFILES_H
#define SFP_PROFILES_H

#include "isa/arch.h"

#include <stddef.h>

/* What sums and products with a constant of 16 bits become. */
enum profile_immediates {
    IMMEDIATES_NONE,  /* like any other: the constant is loaded */
    IMMEDIATES_ENDS,  /* SFPMULI and SFPADDI where the other operand ends there, before sums take products; of what was
                         written as a float, 0, 1 and -1 too */
    IMMEDIATES_FIRST, /* the same wherever a register can be overwritten or copied, but not of 0, 1 and -1 */
    IMMEDIATES_LAST,  /* of what is left when sums have taken products */
};

enum profile_products {
    PRODUCTS_APART,
    PRODUCTS_IN_SUMS, /* a product that one sum alone uses becomes SFPMAD with it */
};

/* Which floats' negations a mode takes over, where the arch has such modes. */
enum profile_negations {
    NEGATIONS_OF_OPERANDS,
    NEGATIONS_OF_RESULTS, /* of sums too: where one is 0 its sign is the other */
};

enum profile_compare {
    COMPARE_BY_SIGN,  /* by the sign of the first less the second: greater is neither less nor equal */
    COMPARE_BY_LESS,  /* greater is less the other way round */
    COMPARE_BY_BITS,  /* the same, and equal floats have equal bits */
    COMPARE_BY_ORDER, /* these, and floats by SFPGT and SFPLE */
};

enum profile_outermost {
    OUTERMOST_PUSHED, /* as any other */
    OUTERMOST_ENCC,   /* no SFPPUSHC, and SFPENCC, all lanes, for SFPPOPC */
};

struct profile {
    const char *name;
    uint8_t archs; /* mask of enum sfp_arch */
    uint8_t products, immediates, negations, compare, outermost;
    const char *source;
};

/* The profile of this name for `arch`, or NULL. */
const struct profile *profile_named(const char *name, enum sfp_arch arch);

/* The names of all profiles for `arch`, for errors: the i-th, or NULL. */
const char *profile_name(size_t i, enum sfp_arch arch);

/* That which is used unless another is named. */
const struct profile *profile_default(enum sfp_arch arch);

#endif
