/* The table of profiles, from profiles.def. */
#include "profiles.h"

#include <stddef.h>
#include <string.h>

static const struct profile profiles[] = {
#define PROFILE(...) {__VA_ARGS__},
#include "profiles.def"
#undef PROFILE
};

enum { PROFILES = sizeof profiles / sizeof profiles[0] };

static const struct profile *nth_profile(size_t i, enum sfp_arch arch)
{
    for (size_t row = 0; row < PROFILES; row++)
        if (sfp_row_is_of(profiles[row].archs, arch) && i-- == 0)
            return &profiles[row];
    return NULL;
}

const char *profile_name(size_t i, enum sfp_arch arch)
{
    const struct profile *profile = nth_profile(i, arch);

    return profile ? profile->name : NULL;
}

const struct profile *profile_named(const char *name, enum sfp_arch arch)
{
    const struct profile *profile;

    for (size_t i = 0; (profile = nth_profile(i, arch)); i++)
        if (strcmp(profile->name, name) == 0)
            return profile;
    return NULL;
}

const struct profile *profile_default(enum sfp_arch arch)
{
    return nth_profile(0, arch);
}
