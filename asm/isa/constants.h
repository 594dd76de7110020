/* The named constants of constants.def and config_names.def, by name. */
#ifndef SFP_CONSTANTS_H
#define SFP_CONSTANTS_H

#include "isa.h"
#include "base/names.h"

struct constant {
    const char *type; /* the enclosing type in the vendor's headers; "" for a plain name */
    const char *name;
    const char *note; /* why its value is doubtful, or NULL */
    int64_t value;
    uint8_t archs;
    bool scoped; /* known behind its type's name only */
};

enum constant_match {
    CONSTANT_FOUND,
    CONSTANT_UNKNOWN,
    CONSTANT_OTHER_ARCH, /* the name exists, on the other arch only */
    CONSTANT_AMBIGUOUS,  /* a plain name that two types give different values: `hit` and `other` */
};

struct constant_hit {
    const struct constant *hit;
    const struct constant *other;
};

/* An index over the table; all zero until sfp_constants_init. */
struct constants {
    struct names names;
    const struct constant **next; /* for each row, the next row of the same name */
};

/* False if memory ran out; sfp_constants_free is due either way. */
bool sfp_constants_init(struct constants *constants);
void sfp_constants_free(struct constants *constants);

/* Looks up `name` or `type::name`, with the vendor's namespaces before it or without. A member of a type that is called
 * by a word of up to six letters, such as PoolType::MAX, is known with its type or a namespace before it only. */
enum constant_match sfp_constants_find(const struct constants *constants, enum sfp_arch arch, const char *name,
                                       size_t length, struct constant_hit *hit);

/* Is this an enclosing type of the table? */
bool sfp_constants_type(const char *name, size_t length);

/* Offers every name of `arch` to a search: those of `type`, or all plain names if `type_length` is 0. */
void sfp_constants_offer(enum sfp_arch arch, const char *type, size_t type_length, struct nearest *search);

/* Offers every enclosing type that has a constant of this name. */
void sfp_constants_offer_types(const struct constants *constants, const char *name, size_t length,
                               struct nearest *search);

/* The enclosing types, up to `most` of them, that have a constant of this name on `arch`. Returns their number. */
size_t sfp_constants_types(const struct constants *constants, enum sfp_arch arch, const char *name, size_t length,
                           const char **types, size_t most);

#endif
