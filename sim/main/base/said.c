/* Where what sfpsim says goes. */
#include "said.h"

static _Thread_local struct said_streams said;

FILE *said_out(void)
{
    return said.out ? said.out : stdout;
}

FILE *said_err(void)
{
    return said.err ? said.err : stderr;
}

struct said_streams said_to(struct said_streams streams)
{
    const struct said_streams before = said;

    said = streams;
    return before;
}

struct said_streams said_now(void)
{
    return said;
}

int said_write(void *stream, const char *bytes, size_t size)
{
    return fwrite(bytes, 1, size, stream) != size;
}
