/* The arches, and the RISC-V ISA strings that name them. */
#include "arch.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

/* ---- The arches as data, and their names ---- */

const struct sfp_arch_facts sfp_arches[SFP_ARCHES] = {
#define ARCH(id, name_, alias_, title_, macro_, ...) \
    {.name = name_, .alias = alias_, .title = title_, .macro = macro_, __VA_ARGS__},
#include "arch.def"
#undef ARCH
};

const char *sfp_arch_name(enum sfp_arch arch)
{
    return sfp_arch_facts(arch)->name;
}

const char *sfp_arch_names(char text[static SFP_ARCH_NAMES_SIZE])
{
    size_t length = 0;

    for (unsigned i = 0; i < SFP_ARCHES && length < SFP_ARCH_NAMES_SIZE; i++)
        length += (size_t)snprintf(text + length, SFP_ARCH_NAMES_SIZE - length, "%s%s (%s)",
                                   i == 0 ? "" : i + 1 < SFP_ARCHES ? ", " : " or ", sfp_arches[i].name,
                                   sfp_arches[i].alias);
    return text;
}

bool sfp_is_arch(int arch)
{
    return arch > 0 && (arch & (arch - 1)) == 0 && arch < 1 << SFP_ARCHES;
}

bool sfp_arch_parse(const char *name, enum sfp_arch *arch)
{
    for (unsigned i = 0; i < SFP_ARCHES; i++) {
        if (strcmp(name, sfp_arches[i].name) == 0 || strcmp(name, sfp_arches[i].alias) == 0) {
            *arch = (enum sfp_arch)(1 << i);
            return true;
        }
    }
    return false;
}

/* ---- RISC-V ISA strings: the extensions that mean a vector unit ---- */

/* Names from tenstorrent/sfpi-binutils (bfd/elfxx-riscv.c, table of vendor extensions); older names follow the
 * current ones. */
static const struct {
    const char *extension;
    enum sfp_arch arch; /* arch of the name; 0 for an arch that this project does not have */
    const char *other;
} units[] = {
    {"xtttensixwh", SFP_WH, NULL},   {"xtttensixbh", SFP_BH, NULL}, {"xttwh", SFP_WH, NULL}, {"xttbh", SFP_BH, NULL},
    {"xtttensixqsr", 0, "Quasar"}, {"xttgs", 0, "Grayskull"},
};

/* Returns the length of an extension's name without its version, such as 2p0. */
static size_t name_length(const char *name, size_t length)
{
    size_t digits = length;

    while (digits > 0 && isdigit((unsigned char)name[digits - 1]))
        digits--;
    if (digits < length && digits > 1 && tolower((unsigned char)name[digits - 1]) == 'p' &&
        isdigit((unsigned char)name[digits - 2]))
        for (digits--; digits > 0 && isdigit((unsigned char)name[digits - 1]);)
            digits--;
    return digits;
}

/* Looks an extension up by name, for sfp_arch_of_isa(). Returns false if it means no vector unit. */
static bool find_extension(const char *name, size_t length, enum sfp_arch *arch, const char **other)
{
    for (size_t i = 0; i < sizeof units / sizeof units[0]; i++) {
        if (strlen(units[i].extension) != length || strncasecmp(units[i].extension, name, length) != 0)
            continue;
        *arch = units[i].arch;
        *other = units[i].other;
        return true;
    }
    return false;
}

bool sfp_arch_of_isa(const char *isa, size_t length, enum sfp_arch *arch, const char **other)
{
    enum { BASE = sizeof "rv32" - 1 };
    size_t at = BASE;

    *other = NULL;
    /* Extensions of one letter follow the base without separators, and a longer extension may follow them directly. */
    while (at < length && !strchr("sxz_", tolower((unsigned char)isa[at])))
        at++;
    while (at < length) {
        const char *end = memchr(isa + at, '_', length - at);
        const size_t size = end ? (size_t)(end - isa) - at : length - at;

        if (find_extension(isa + at, name_length(isa + at, size), arch, other))
            return !*other;
        at += size + 1;
    }
    return false;
}

const char *sfp_arch_extension(enum sfp_arch arch)
{
    for (size_t i = 0; i < sizeof units / sizeof units[0]; i++)
        if (units[i].arch == arch)
            return units[i].extension;
    return NULL;
}
