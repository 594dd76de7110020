/* Output streams of a thread, and error messages. */
#include "voice.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "cli/echo.h"
#include "base/fail.h"

static _Thread_local struct voice_streams said;

FILE *voice_out(void)
{
    return said.out ? said.out : stdout;
}

FILE *voice_err(void)
{
    return said.err ? said.err : stderr;
}

struct voice_streams voice_to(struct voice_streams streams)
{
    const struct voice_streams before = said;

    said = streams;
    return before;
}

struct voice_streams voice_now(void)
{
    return said;
}

int voice_write(void *stream, const char *bytes, size_t size)
{
    return fwrite(bytes, 1, size, stream) != size;
}

/* ---- Findings ---- */

const char *severity_name(int severity)
{
    static const char *const names[] = {
        [SFPU_NOTE] = "note", [SFPU_ADVICE] = "advice", [SFPU_WARNING] = "warning", [SFPU_ERROR] = "error"};

    return names[severity];
}

const char *severity_class(int severity)
{
    return severity == SFPU_NOTE ? "info" : severity_name(severity);
}

/* ---- Errors ---- */

int complain(const char *format, ...)
{
    va_list arguments;
    char *text;

    va_start(arguments, format);
    text = format_text(format, arguments);
    va_end(arguments);
    echo_print(voice_err(), "%s: error: %s", program_invocation_short_name, text ? text : NO_MEMORY);
    free(text);
    return SFP_CANNOT_RUN;
}

int complain_no_memory(void)
{
    return complain(NO_MEMORY);
}

int complain_of(char *error)
{
    int status = error ? complain("%s", error) : complain_no_memory();

    free(error);
    return status;
}

int complain_for(const sfpu_machine *m, const char *path)
{
    return path ? complain("%s: %s", path, sfpu_error(m)) : complain("%s", sfpu_error(m));
}
