/* Threads, as gdb numbers them. */
#include "gdb_connection.h"

#include <string.h>

int request_thread_id(const struct gdb_connection *s, int thread)
{
    return s->d.threads ? thread + 1 : 1;
}

bool request_thread(struct gdb_connection *s, const char **at, int *thread)
{
    uint64_t id;

    *thread = -1;
    if (strncmp(*at, "-1", 2) == 0) {
        *at += 2;
        return true;
    }
    if (!packet_number(at, &id) || id > SFPU_THREADS)
        return false;
    if (id > 0)
        *thread = s->d.threads ? (int)id - 1 : SFPU_THREAD_MATH;
    return id == 0 || debuggee_has_thread(&s->d, *thread);
}
