/* Make dependencies, as gcc's -MD writes them. */
#define _GNU_SOURCE 1
#include "depend.h"

#include <stdlib.h>
#include <string.h>

enum { WIDTH = 76 };

/* Writes a file name so that make reads it as one. Returns its width. */
static size_t put_name(FILE *stream, const char *name)
{
    size_t width = 0;

    for (const char *p = name; *p; p++, width++) {
        if (*p == ' ' || *p == '\t') {
            /* Backslashes before a blank would quote each other. */
            for (const char *q = p; q > name && q[-1] == '\\'; q--, width++)
                fputc('\\', stream);
            fputc('\\', stream);
            width++;
        } else if (*p == '$' || *p == '#') {
            fputc(*p == '$' ? '$' : '\\', stream);
            width++;
        }
        fputc(*p, stream);
    }
    return width;
}

void depend_write(const struct depend_options *options, const struct sfp_program *program, const char *output,
                  FILE *stream)
{
    const char *target = options->target ? options->target : output;
    size_t column;

    if (options->target && options->verbatim) {
        fputs(target, stream);
        column = strlen(target);
    } else {
        column = put_name(stream, target);
    }
    fputc(':', stream);
    for (size_t i = 0; i < program->file_count; i++) {
        if (column + strlen(program->files[i]) > WIDTH) {
            fputs(" \\\n", stream);
            column = 0;
        }
        fputc(' ', stream);
        column += 1 + put_name(stream, program->files[i]);
    }
    fputc('\n', stream);
    for (size_t i = 1; options->phony && i < program->file_count; i++) {
        fputc('\n', stream);
        put_name(stream, program->files[i]);
        fputs(":\n", stream);
    }
}

char *depend_path(const struct depend_options *options, const char *output)
{
    const char *slash = strrchr(output, '/');
    const char *dot = strrchr(output, '.');
    const size_t length = dot && dot > (slash ? slash + 1 : output) ? (size_t)(dot - output) : strlen(output);
    char *path = NULL;

    if (options->file)
        return strdup(options->file);
    if (strcmp(output, "-") != 0 && asprintf(&path, "%.*s.d", (int)length, output) < 0)
        return NULL;
    return path;
}
