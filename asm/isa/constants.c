/* Lookup of named constants. */
#include "constants.h"

#include <stdlib.h>
#include <string.h>

static const struct constant table[] = {
#define CONSTANT(type, name, value, archs) {type, name, NULL, value, archs, false},
#define ENUMERATOR CONSTANT
#define SCOPED(type, name, value, archs) {type, name, NULL, value, archs, true},
#define DUBIOUS(type, name, value, archs, note) {type, name, note, value, archs, false},
#define FIELD(name, archs, index, lsb, mask) \
    CONSTANT("", name "_ADDR32", index, archs) \
    CONSTANT("", name "_SHAMT", lsb, archs) \
    CONSTANT("", name "_MASK", mask, archs)
#include "constants.def"
#include "config_names.def"
#undef FIELD
#undef CONSTANT
#undef ENUMERATOR
#undef SCOPED
#undef DUBIOUS
};

enum { ROWS = sizeof table / sizeof table[0] };

bool sfp_constants_init(struct constants *constants)
{
    constants->next = calloc(ROWS, sizeof *constants->next);
    if (!constants->next)
        return false;
    for (size_t i = 0; i < ROWS; i++) {
        const size_t length = strlen(table[i].name);
        size_t first;

        if (!names_find(&constants->names, table[i].name, length, &first)) {
            if (!names_add(&constants->names, table[i].name, length, i))
                return false;
        } else {
            constants->next[i] = constants->next[first];
            constants->next[first] = &table[i];
        }
    }
    return true;
}

void sfp_constants_free(struct constants *constants)
{
    names_free(&constants->names);
    free(constants->next);
    *constants = (struct constants){0};
}

const char *sfp_constants_name(enum sfp_arch arch, const char *type, int64_t value)
{
    for (size_t i = 0; i < ROWS; i++)
        if (table[i].value == value && sfp_row_is_of(table[i].archs, arch) && strcmp(table[i].type, type) == 0)
            return table[i].name;
    return NULL;
}

bool sfp_constants_value(enum sfp_arch arch, const char *type, const char *name, int64_t *value)
{
    for (size_t i = 0; i < ROWS; i++)
        if (sfp_row_is_of(table[i].archs, arch) && strcmp(table[i].type, type) == 0 && strcmp(table[i].name, name) == 0) {
            *value = table[i].value;
            return true;
        }
    return false;
}

/* A name's parts. */
struct path {
    bool qualified; /* by a type or a namespace */
    const char *type;
    size_t type_length;
    const char *name;
    size_t name_length;
};

/* Splits a name at the last "::". The last component before it is the type, unless it is a vendor namespace. */
static struct path split_name(const char *name, size_t length)
{
    static const char *const namespaces[] = {"ckernel", "sfpi", "sfpu", "math"};
    struct path path = {.type = "", .name = name, .name_length = length};
    const char *end = name + length;
    const char *type;

    for (const char *p = name; p + 1 < end; p++)
        if (p[0] == ':' && p[1] == ':')
            path.name = p + 2;
    if (path.name == name)
        return path;
    path.qualified = true;
    path.name_length = (size_t)(end - path.name);
    end = path.name - 2;
    for (type = end; type > name && type[-1] != ':';)
        type--;
    for (size_t i = 0; i < sizeof namespaces / sizeof namespaces[0]; i++)
        if (strlen(namespaces[i]) == (size_t)(end - type) && strncmp(namespaces[i], type, strlen(namespaces[i])) == 0)
            return path;
    path.type = type;
    path.type_length = (size_t)(end - type);
    return path;
}

/*
 * Is the constant's name too common to be known without its type, such as MAX, AND or X? Otherwise a source that
 * forgets to define its own MAX would get the vendor's. Common names are members of a type with up to six letters and
 * no other characters. DEFAULT, which kernels use unqualified, is longer.
 */
static bool is_common(const struct constant *constant)
{
    enum { LONGEST = 6 };
    static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    const size_t length = strspn(constant->name, letters);

    return *constant->type && length <= LONGEST && constant->name[length] == '\0';
}

static bool of_type(const struct constant *constant, const char *type, size_t length)
{
    if (length == 0)
        return !constant->scoped;
    return strlen(constant->type) == length && strncmp(constant->type, type, length) == 0;
}

enum constant_match sfp_constants_find(const struct constants *constants, enum sfp_arch arch, const char *name,
                                       size_t length, struct constant_hit *hit)
{
    const struct path path = split_name(name, length);
    enum constant_match match = CONSTANT_UNKNOWN;
    size_t first;

    *hit = (struct constant_hit){0};
    if (!names_find(&constants->names, path.name, path.name_length, &first))
        return CONSTANT_UNKNOWN;
    for (const struct constant *constant = &table[first]; constant; constant = constants->next[constant - table]) {
        if (!of_type(constant, path.type, path.type_length) || (!path.qualified && is_common(constant)))
            continue;
        if (!sfp_row_is_of(constant->archs, arch)) {
            if (match == CONSTANT_UNKNOWN) {
                match = CONSTANT_OTHER_ARCH;
                hit->hit = constant;
            }
        } else if (match != CONSTANT_FOUND) {
            match = CONSTANT_FOUND;
            hit->hit = constant;
        } else if (constant->value != hit->hit->value) {
            hit->other = constant;
            return CONSTANT_AMBIGUOUS;
        }
    }
    return match;
}

bool sfp_constants_type(const char *name, size_t length)
{
    /* A type's constants are mostly adjacent, and share one string for the type. */
    for (size_t i = 0; length > 0 && i < ROWS; i++)
        if ((i == 0 || table[i].type != table[i - 1].type) && *table[i].type == *name &&
            of_type(&table[i], name, length))
            return true;
    return false;
}

void sfp_constants_offer(enum sfp_arch arch, const char *type, size_t type_length, struct nearest *search)
{
    for (size_t i = 0; i < ROWS; i++)
        if (sfp_row_is_of(table[i].archs, arch) && of_type(&table[i], type, type_length) &&
            (type_length > 0 || !is_common(&table[i])))
            nearest_offer(search, table[i].name);
}

void sfp_constants_offer_types(const struct constants *constants, const char *name, size_t length,
                               struct nearest *search)
{
    size_t first;

    if (!names_find(&constants->names, name, length, &first))
        return;
    for (const struct constant *constant = &table[first]; constant; constant = constants->next[constant - table])
        if (*constant->type)
            nearest_offer(search, constant->type);
}

size_t sfp_constants_types(const struct constants *constants, enum sfp_arch arch, const char *name, size_t length,
                           const char **types, size_t most)
{
    size_t count = 0;
    size_t first;

    if (!names_find(&constants->names, name, length, &first))
        return 0;
    for (const struct constant *constant = &table[first]; constant && count < most;
         constant = constants->next[constant - table])
        if (*constant->type && sfp_row_is_of(constant->archs, arch))
            types[count++] = constant->type;
    return count;
}
