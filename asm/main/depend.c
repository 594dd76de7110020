/* Make dependencies, as gcc's -MD writes them. */
#include "depend.h"

#include <stdlib.h>
#include <string.h>

enum { WIDTH = 76 };

bool depend_files_add(struct depend_files *files, const char *name, bool system)
{
    struct depend_file *more = reallocarray(files->items, files->count + 1, sizeof *more);
    char *copy = strdup(name);

    if (more)
        files->items = more;
    if (!more || !copy) {
        free(copy);
        return false;
    }
    more[files->count++] = (struct depend_file){.name = copy, .system = system};
    return true;
}

void depend_files_free(struct depend_files *files)
{
    for (size_t i = 0; i < files->count; i++)
        free(files->items[i].name);
    free(files->items);
}

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
        /* As a pattern, a question mark means any character: also a newline, which make has no way to write. */
        fputc((unsigned char)*p < ' ' && *p != '\t' ? '?' : *p, stream);
    }
    return width;
}

/* Writes a target, with a blank before it if it is not the first. Returns its width. */
static size_t put_target(FILE *stream, const struct depend_target *target, bool first)
{
    if (!first)
        fputc(' ', stream);
    if (!target->verbatim)
        return !first + put_name(stream, target->name);
    fputs(target->name, stream);
    return !first + strlen(target->name);
}

static bool is_wanted(const struct depend_options *options, const struct depend_file *file)
{
    return !(options->user_only && file->system);
}

/* A rule without prerequisites for each file but the first. */
static void put_phony_rules(const struct depend_options *options, const struct depend_files *files, FILE *stream)
{
    for (size_t i = 1; i < files->count; i++) {
        if (!is_wanted(options, &files->items[i]))
            continue;
        fputc('\n', stream);
        put_name(stream, files->items[i].name);
        fputs(":\n", stream);
    }
}

void depend_write(const struct depend_options *options, const struct depend_files *files, const char *output,
                  FILE *stream)
{
    size_t column = 0;

    for (size_t i = 0; i < options->target_count; i++)
        column += put_target(stream, &options->targets[i], i == 0);
    if (options->target_count == 0)
        column = put_name(stream, output);
    fputc(':', stream);
    for (size_t i = 0; i < files->count; i++) {
        const char *name = files->items[i].name;

        if (!is_wanted(options, &files->items[i]))
            continue;
        if (column + strlen(name) > WIDTH) {
            fputs(" \\\n", stream);
            column = 0;
        }
        fputc(' ', stream);
        column += 1 + put_name(stream, name);
    }
    fputc('\n', stream);
    if (options->phony)
        put_phony_rules(options, files, stream);
}

char *depend_path(const struct depend_options *options, const char *output)
{
    const char *slash = strrchr(output, '/');
    const char *dot = strrchr(output, '.');
    const size_t length = dot && dot > (slash ? slash + 1 : output) ? (size_t)(dot - output) : strlen(output);
    char *path;

    if (options->file)
        return strdup(options->file);
    return asprintf(&path, "%.*s.d", (int)length, output) < 0 ? NULL : path;
}
