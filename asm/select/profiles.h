/* Profiles: a profile decides bits and modes wherever nodes leave a choice. The rows are in include/profiles.def. */
#ifndef SFP_PROFILES_H
#define SFP_PROFILES_H

#include "isa/arch.h"

#include <stddef.h>

/* The form of a sum or product with a 16-bit constant. */
enum profile_immediates {
    IMMEDIATES_NONE,  /* rule: immediates are not used; constants are loaded */
    IMMEDIATES_ENDS,  /* rule: SFPMULI or SFPADDI if the other operand's last use is here, chosen before products
                       * join sums; only for constants written as floats; 0, 1 and -1 included */
    IMMEDIATES_FIRST, /* rule: like IMMEDIATES_ENDS, but also where the other operand must be copied, and without 0,
                       * 1 and -1 */
    IMMEDIATES_LAST,  /* rule: SFPMULI or SFPADDI for the sums and products left after products have joined sums */
};

enum profile_products {
    PRODUCTS_APART,
    PRODUCTS_IN_SUMS, /* rule: a product that only one sum uses becomes SFPMAD with that sum */
};

/* The floats whose negation a mode of the instruction takes over, if the arch has such modes. */
enum profile_negations {
    NEGATIONS_OF_OPERANDS,
    NEGATIONS_OF_RESULTS, /* rule: also negations of sums: -(a + b) becomes -a - b, which has the other sign if the
                           * result is 0 */
};

enum profile_compare {
    COMPARE_BY_SIGN,  /* comparison by the sign of first minus second; greater is neither less nor equal */
    COMPARE_BY_LESS,  /* comparison in which greater is less with the operands exchanged */
    COMPARE_BY_BITS,  /* comparison like COMPARE_BY_LESS, and equal floats have equal bits */
    COMPARE_BY_ORDER, /* comparison like COMPARE_BY_BITS, and floats are ordered by SFPGT and SFPLE */
};

enum profile_outermost {
    OUTERMOST_PUSHED, /* condition like any inner condition: SFPPUSHC and SFPPOPC */
    OUTERMOST_ENCC,   /* condition that ends in SFPENCC, which enables every lane, instead of SFPPOPC; no SFPPUSHC */
};

struct profile {
    const char *name;
    uint8_t archs; /* set of archs, mask of enum sfp_arch */
    uint8_t products, immediates, negations, compare, outermost;
    const char *source;
};

/* Returns the profile of this name for `arch`, or NULL. */
const struct profile *profile_named(const char *name, enum sfp_arch arch);

/* Returns the name of the i-th profile for `arch`, or NULL after the last. Errors list the names. */
const char *profile_name(size_t i, enum sfp_arch arch);

/* Returns the profile used unless the user names another. */
const struct profile *profile_default(enum sfp_arch arch);

#endif
