/* Prints the named constants of the vendor's headers. */
#include "gen-names.h"

#include <string.h>

/* The C++ form of a constant's type. */
enum kind { STRUCTURE, ENUMERATION, SCOPED_ENUMERATION };

struct row {
    const char *type; /* "": a plain name */
    const char *name;
    int64_t value;
    unsigned archs;
    enum kind kind;
};

static const struct row rows[] = {
#define CONSTANT(type_, name_, value_, archs_) {type_, name_, value_, archs_, STRUCTURE},
#define DUBIOUS(type_, name_, value_, archs_, note) {type_, name_, value_, archs_, STRUCTURE},
#define ENUMERATOR(type_, name_, value_, archs_) {type_, name_, value_, archs_, ENUMERATION},
#define SCOPED(type_, name_, value_, archs_) {type_, name_, value_, archs_, SCOPED_ENUMERATION},
#include "constants.def"
#undef CONSTANT
#undef DUBIOUS
#undef ENUMERATOR
#undef SCOPED
};
enum { ROWS = sizeof rows / sizeof rows[0] };

static bool is_same_type(const struct row *a, const struct row *b)
{
    return strcmp(a->type, b->type) == 0;
}

/* Does an earlier row from `first` on define the name for the arch? The first definition counts. */
static bool is_named_before(const struct row *first, const struct row *row, enum sfp_arch arch)
{
    for (const struct row *r = first; r < row; r++)
        if (sfp_row_is_of(r->archs, arch) && is_same_type(r, row) && strcmp(r->name, row->name) == 0)
            return true;
    return false;
}

static bool is_new_type(const struct row *row)
{
    for (const struct row *r = rows; r < row; r++)
        if (is_same_type(r, row))
            return false;
    return true;
}

/* Is the row of a type that the user's own sfpi headers also define? Those headers then take precedence. */
static bool is_of_sfpi(const struct row *row)
{
    return strcmp(row->type, "LRegs") == 0;
}

/* Prints the functions that a type of constants also has. */
static void print_functions(FILE *out, const char *type)
{
    if (strcmp(type, "semaphore") == 0)
        fputs("    static constexpr uint32_t t6_sem(uint32_t index) { return 1u << index; }\n", out);
}

static void print_type(FILE *out, const struct row *first, enum sfp_arch arch)
{
    static const char *const openings[] = {
        [STRUCTURE] = "struct %s {\n", [ENUMERATION] = "enum %s : unsigned {\n",
        [SCOPED_ENUMERATION] = "enum class %s : unsigned {\n",
    };
    static const char *const members[] = {
        [STRUCTURE] = "    static constexpr uint32_t %s = %lld;\n", [ENUMERATION] = "    %s = %lld,\n",
        [SCOPED_ENUMERATION] = "    %s = %lld,\n",
    };

    if (is_of_sfpi(first))
        fputs("#ifndef SFPU_USER_SFPI_HPP\n", out);
    fprintf(out, openings[first->kind], first->type);
    for (const struct row *r = first; r < rows + ROWS; r++)
        if (sfp_row_is_of(r->archs, arch) && is_same_type(r, first) && !is_named_before(first, r, arch))
            fprintf(out, members[first->kind], r->name, (long long)r->value);
    print_functions(out, first->type);
    fputs("};\n", out);
    if (is_of_sfpi(first))
        fputs("#endif\n", out);
}

/* `form` is a printf format for a name and its value. */
static void print_plain_names(FILE *out, enum sfp_arch arch, const char *form)
{
    for (const struct row *r = rows; r < rows + ROWS; r++)
        if (!*r->type && sfp_row_is_of(r->archs, arch) && !is_named_before(rows, r, arch))
            fprintf(out, form, r->name, (long long)r->value);
}

void names_print_constants(FILE *out, enum sfp_arch arch)
{
    print_plain_names(out, arch, "constexpr uint32_t %s = %lld;\n");
}

void names_print_enumerators(FILE *out, enum sfp_arch arch)
{
    fputs("enum {\n", out);
    print_plain_names(out, arch, "    %s = %lld,\n");
    fputs("};\n", out);
}

void names_print_types(FILE *out, enum sfp_arch arch)
{
    for (const struct row *r = rows; r < rows + ROWS; r++)
        if (*r->type && is_new_type(r))
            print_type(out, r, arch);
}
