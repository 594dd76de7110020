/* The named constants of constants.def and config_names.def, by name. */
#ifndef SFP_CONSTANTS_H
#define SFP_CONSTANTS_H

#include "isa.h"
#include "base/names.h"

struct constant {
    const char *type; /* the enclosing type in the vendor's headers; "" for a plain name */
    const char *name;
    const char *note; /* the reason why the value is doubtful, or NULL */
    int64_t value;
    uint8_t archs;
    bool scoped; /* the name is known only with its type before it */
};

enum constant_match {
    CONSTANT_FOUND,
    CONSTANT_UNKNOWN,
    CONSTANT_OTHER_ARCH, /* the name exists on the other arch only */
    CONSTANT_AMBIGUOUS,  /* an unqualified name to which two types give different values: `hit` and `other` */
};

struct constant_hit {
    const struct constant *hit;
    const struct constant *other;
};

/* An index of the table, by name. All zero until sfp_constants_init(). */
struct constants {
    struct names names;
    const struct constant **next; /* next row with the same name, for each row */
};

/* Builds the index. Returns false without memory; sfp_constants_free() is needed in either case. */
bool sfp_constants_init(struct constants *constants);
void sfp_constants_free(struct constants *constants);

/* Looks up `name` or `type::name`, with or without the vendor's namespaces. A type's member whose name is a word of
 * up to six letters, such as PoolType::MAX, is found only with its type or a namespace. */
enum constant_match sfp_constants_find(const struct constants *constants, enum sfp_arch arch, const char *name,
                                       size_t length, struct constant_hit *hit);

/* Returns the first name of `type` in the table that has this value on `arch`, or NULL. */
const char *sfp_constants_name(enum sfp_arch arch, const char *type, int64_t value);

/* Sets *value to the value of `name` in `type` on `arch`. Returns false, and leaves *value, if the table has no such
 * name. */
bool sfp_constants_value(enum sfp_arch arch, const char *type, const char *name, int64_t *value);

/* Is the name an enclosing type of the table? */
bool sfp_constants_type(const char *name, size_t length);

/* Offers the arch's names to a search: the names of `type`, or all unqualified names if `type_length` is 0. */
void sfp_constants_offer(enum sfp_arch arch, const char *type, size_t type_length, struct nearest *search);

/* Offers the enclosing types that have a constant of this name. */
void sfp_constants_offer_types(const struct constants *constants, const char *name, size_t length,
                               struct nearest *search);

/* Lists the enclosing types, `most` at most, that have a constant of this name on `arch`. Returns their number. */
size_t sfp_constants_types(const struct constants *constants, enum sfp_arch arch, const char *name, size_t length,
                           const char **types, size_t most);

#endif
