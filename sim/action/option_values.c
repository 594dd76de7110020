/* Option values, and formats' names for messages and help. */
#include "option_values.h"

#include "sfpu.h"

void option_set_kernel(struct argp_state *state, char *path, void *kernel)
{
    const char **given = kernel;

    if (*given)
        option_error(state, "one kernel at a time: '%s' and '%s'", *given, path);
    *given = path;
}

void option_set_kernel_arch(struct argp_state *state, char *name, void *arch)
{
    enum { NAMES_SIZE = 256 };
    char names[NAMES_SIZE];

    *(int *)arch = sfpu_arch_named(name);
    sfpu_arch_names(names, sizeof names);
    if (*(int *)arch == SFPU_ANY_ARCH)
        option_error(state, "--%s: unknown arch '%s': it is %s", option_row(state)->name, name, names);
}

void option_set_format(struct argp_state *state, char *name, void *member)
{
    const int format = sfpu_format_named(name);

    *(int *)member = format >= 0 ? format : SFPU_ANY_FORMAT;
    if (format < 0)
        option_error(state, "--%s: '%s' is none of%s", option_row(state)->name, name, format_names);
}

/* ---- Names of formats ---- */

const char format_names[] =
#define DST_FORMAT(name, ...) " " #name
#include "formats.def"
    ;

const char swept_format_names[] =
#define DST_SWEPT(name, wider) " " #name
#include "formats.def"
    ;

#define COMMA_NARROW(name) ""
#define COMMA_WIDE(name) ", " name

const char wide_format_names[] =
#define DST_FORMAT(name, id, bytes, cells, ...) COMMA_##cells(#name)
#include "formats.def"
    ;

const char format_help[] =
#define DST_CELLS(name, ...) #name " (default)"
#define DST_FORMAT(name, ...) ", " #name
#define DST_FORMAT_LAST(name, ...) " or " #name
#include "formats.def"
    ;

const char swept_format_help[] = "every value of"
#define DST_SWEPT_FIRST(name, wider) " " #name
#define DST_SWEPT(name, wider) ", " #name
#define DST_SWEPT_LAST(name, wider) " or " #name
#include "formats.def"
    ;
