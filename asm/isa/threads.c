/* Names of the threads of a Tensix core. */
#include "threads.h"

#include <string.h>

static const char *const names[SFP_THREADS] = {
#define THREAD(id, name) name,
#include "threads.def"
};

const char *sfp_thread_name(enum sfp_thread_id thread)
{
    return names[thread];
}

const char *sfp_thread_names(void)
{
    return "unpack, math or pack";
}

bool sfp_thread_parse(const char *name, size_t length, enum sfp_thread_id *thread)
{
    for (unsigned i = 0; i < SFP_THREADS; i++) {
        if (strlen(names[i]) != length || memcmp(names[i], name, length) != 0)
            continue;
        *thread = (enum sfp_thread_id)i;
        return true;
    }
    return false;
}
