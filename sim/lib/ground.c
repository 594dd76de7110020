/*
 * Basis of every call of the library: errors, the caller's structs and callbacks, and whether the caller may read or
 * change a machine. Calls no other file of this folder.
 */
#include "lib.h"

#include <stdarg.h>
#include <stdio_ext.h>
#include <stdlib.h>
#include <string.h>

#include "base/fail.h"

const char *sfpu_code_text(int code)
{
    switch ((enum sfpu_code)code) {
    case SFPU_OK:
        return "done";
    case SFPU_STOPPED:
        return "stopped at a limit";
    case SFPU_DIFFERENT:
        return "the values differ";
    case SFPU_NO_MEMORY:
        return NO_MEMORY;
    case SFPU_BAD_ARGUMENT:
        return "an argument is out of range";
    case SFPU_BAD_INPUT:
        return "malformed input";
    case SFPU_BAD_SOURCE:
        return "the source has errors";
    case SFPU_NO_PROGRAM:
        return "no program is loaded";
    case SFPU_REFUSED:
        return "an instruction is not modelled";
    case SFPU_DEADLOCK:
        return "the program waits for ever";
    case SFPU_INTERRUPTED:
        return "the run was interrupted";
    }
    return "no such code";
}

/* ---- Errors ---- */

int lib_fail(sfpu_machine *m, int code, const char *format, ...)
{
    va_list arguments;

    if (!m)
        return code;
    free(m->error);
    va_start(arguments, format);
    m->error = format_text(format, arguments);
    va_end(arguments);
    return code;
}

int lib_fail_with(sfpu_machine *m, int code, char *error)
{
    if (!error)
        return lib_no_memory(m);
    if (!m) {
        free(error);
        return code;
    }
    free(m->error);
    m->error = error;
    return code;
}

int lib_no_memory(sfpu_machine *m)
{
    return lib_fail(m, SFPU_NO_MEMORY, NO_MEMORY);
}

const char *sfpu_error(const sfpu_machine *m)
{
    return !m || !m->error ? "" : m->error;
}

/* ---- Structs that grow ---- */

static size_t size_of(const void *callers)
{
    size_t size;

    memcpy(&size, callers, sizeof size);
    return size;
}

bool lib_take(void *here, size_t size, const void *callers)
{
    const size_t theirs = size_of(callers);

    memset(here, 0, size);
    memcpy(here, callers, theirs < size ? theirs : size);
    return theirs >= sizeof theirs;
}

bool lib_give(void *callers, const void *here, size_t size)
{
    const size_t theirs = size_of(callers), common = theirs < size ? theirs : size;

    if (common > sizeof theirs)
        memcpy((char *)callers + sizeof theirs, (const char *)here + sizeof theirs, common - sizeof theirs);
    return theirs >= sizeof theirs;
}

int lib_given(sfpu_machine *m, bool ok)
{
    return ok ? SFPU_OK : lib_fail(m, SFPU_BAD_ARGUMENT, "a struct does not say its size");
}

void lib_hand_out(char **to, char *text)
{
    if (to)
        *to = text;
    else
        free(text);
}

/* ---- Creation of the machine, and permission to use it ---- */

bool lib_is_arch(int arch)
{
    return arch == SFPU_ANY_ARCH || sfp_is_arch(arch);
}

int lib_need(sfpu_machine *m, enum sfp_arch arch)
{
    if (!m)
        return SFPU_BAD_ARGUMENT;
    if (m->arch && m->arch != arch)
        return lib_fail(m, SFPU_BAD_INPUT, "the program is for %s, but the machine is %s", sfp_arch_name(arch),
                        sfp_arch_name(m->arch));
    if (m->m)
        return SFPU_OK;
    m->m = sfp_machine_new(arch, sfp_semantics_best());
    if (!m->m)
        return lib_no_memory(m);
    m->arch = arch;
    sfp_machine_select(m->m, m->selected);
    return SFPU_OK;
}

int lib_need_any(sfpu_machine *m)
{
    return lib_need(m, m && m->arch ? m->arch : SFP_WH);
}

bool lib_may_read(sfpu_machine *m)
{
    if (!m || !m->lent)
        return true;
    lib_fail(m, SFPU_BAD_ARGUMENT, "the machine is lent to a batch until the batch is closed");
    return false;
}

bool lib_may_change(sfpu_machine *m)
{
    if (!m || !m->telling)
        return lib_may_read(m);
    lib_fail(m, SFPU_BAD_ARGUMENT, "a function that the machine calls may only read the machine");
    return false;
}

int lib_to_read(sfpu_machine *m)
{
    return lib_may_read(m) ? lib_need_any(m) : SFPU_BAD_ARGUMENT;
}

int lib_to_change(sfpu_machine *m)
{
    return lib_may_change(m) ? lib_need_any(m) : SFPU_BAD_ARGUMENT;
}

/* ---- Functions of the caller's ---- */

void lib_tell_begin(sfpu_machine *m)
{
    if (m)
        m->telling++;
}

void lib_tell_end(sfpu_machine *m)
{
    if (m)
        m->telling--;
}

unsigned lib_float_modes(void)
{
    const unsigned modes = sfp_host_float_enter();

    sfp_host_float_leave(modes);
    return modes;
}

/* ---- Streams to the caller's functions ---- */

/* The connection from a stream to the caller's function. */
struct channel {
    sfpu_machine *m; /* machine that the stream belongs to, or NULL */
    sfpu_write *write;
    void *context;
    unsigned float_modes; /* the caller's */
    bool given_up;
};

static ssize_t channel_write(void *cookie, const char *bytes, size_t size)
{
    struct channel *c = cookie;
    unsigned modes;

    if (c->given_up)
        return 0;
    modes = lib_float_modes();
    sfp_host_float_leave(c->float_modes);
    lib_tell_begin(c->m);
    c->given_up = c->write(c->context, bytes, size) != 0;
    lib_tell_end(c->m);
    sfp_host_float_leave(modes);
    return c->given_up ? 0 : (ssize_t)size;
}

static int channel_close(void *cookie)
{
    free(cookie);
    return 0;
}

FILE *lib_stream(sfpu_machine *m, sfpu_write *write, void *context)
{
    static const cookie_io_functions_t functions = {.write = channel_write, .close = channel_close};
    struct channel *c = malloc(sizeof *c);
    FILE *stream;

    if (!c)
        return NULL;
    *c = (struct channel){.m = m, .write = write, .context = context, .float_modes = lib_float_modes()};
    stream = fopencookie(c, "w", functions);
    if (stream)
        __fsetlocking(stream, FSETLOCKING_BYCALLER); /* a single thread uses the stream, often one character at a
                                                      * time */
    else
        free(c);
    return stream;
}
