/* Where what sfpsim says goes. */
#include "said.h"

static _Thread_local struct {
    FILE *out, *err;
} said;

FILE *said_out(void)
{
    return said.out ? said.out : stdout;
}

FILE *said_err(void)
{
    return said.err ? said.err : stderr;
}

void said_to(FILE *out, FILE *err)
{
    said.out = out;
    said.err = err;
}

int said_write(void *stream, const char *bytes, size_t size)
{
    return fwrite(bytes, 1, size, stream) != size;
}
