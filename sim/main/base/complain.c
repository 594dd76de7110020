/* What sfpsim says of what it cannot do. */
#include "complain.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "said.h"
#include "util/terminal.h"

static const char no_memory[] = "not enough memory";

int complain(const char *format, ...)
{
    va_list arguments;
    char *text;

    va_start(arguments, format);
    if (vasprintf(&text, format, arguments) < 0)
        text = NULL;
    va_end(arguments);
    sfp_print_shown(said_err(), "sfpsim: error: %s", text ? text : no_memory);
    free(text);
    return SFP_CANNOT_RUN;
}

int complain_of(char *error)
{
    int status = complain("%s", error ? error : no_memory);

    free(error);
    return status;
}

int complain_for(const sfpu_machine *m, const char *path)
{
    return path ? complain("%s: %s", path, sfpu_error(m)) : complain("%s", sfpu_error(m));
}
