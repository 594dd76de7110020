/* The names of arbiters in options and reports. */
#include "pipeline.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

static const char *const arbiter_names[] = {
    [SFP_ARBITER_RR] = "rr", [SFP_ARBITER_LOW] = "low", [SFP_ARBITER_HIGH] = "high", [SFP_ARBITER_RANDOM] = "random",
};

const char *sfp_arbiter_name(enum sfp_arbiter arbiter)
{
    return arbiter_names[arbiter];
}

/* Parses a whole number without a sign. */
static bool parse_arbiter_seed(const char *text, uint64_t *seed)
{
    char *end;

    errno = 0;
    *seed = strtoull(text, &end, 0);
    return isdigit((unsigned char)text[0]) && !*end && errno == 0;
}

bool sfp_arbiter_parse(const char *text, enum sfp_arbiter *arbiter, uint64_t *seed)
{
    static const char random[] = "random:";

    *seed = 0;
    if (strncmp(text, random, sizeof random - 1) == 0) {
        *arbiter = SFP_ARBITER_RANDOM;
        return parse_arbiter_seed(text + sizeof random - 1, seed);
    }
    for (unsigned i = 0; i < SFP_ARBITER_RANDOM; i++) {
        if (strcmp(text, arbiter_names[i]) != 0)
            continue;
        *arbiter = (enum sfp_arbiter)i;
        return true;
    }
    return false;
}
