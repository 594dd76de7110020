/* Names of the states in which a program expects the machine. */
#include "init_state.h"

#include <string.h>

static const char *const names[SFP_INITS] = {
#define INIT(id, name) [SFP_INIT_##id] = name,
#include "init.def"
};

const char *sfp_init_names(void)
{
    static const char separator[] = " or ";
    static const char list[] =
#define INIT(id, name) " or " name
#include "init.def"
        ;

    return list + sizeof separator - 1;
}

bool sfp_init_parse(const char *name, size_t length, enum sfp_init *init)
{
    for (unsigned i = SFP_INIT_UNSTATED + 1; i < SFP_INITS; i++)
        if (strlen(names[i]) == length && memcmp(names[i], name, length) == 0) {
            *init = (enum sfp_init)i;
            return true;
        }
    return false;
}

const char *sfp_init_name(enum sfp_init init)
{
    return names[init];
}
