/* The arches as data, and their names. */
#include "arch.h"

#include <stdio.h>
#include <string.h>

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
