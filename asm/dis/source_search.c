/* Where the files are read that the line tables of an ELF file name. */
#include "source_search.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void source_search_end(struct source_search *search)
{
    free(search->outside);
    search->outside = NULL;
}

static char *join(const char *directory, const char *name)
{
    char *path;

    return asprintf(&path, "%s/%s", directory, name) < 0 ? NULL : path;
}

/* ---- Directories that are given ---- */

/* The file's path from where it was compiled. NULL without memory. */
static char *whole_path(const struct elf_source_file *file)
{
    const bool relative = *file->name != '/' && file->directory;

    return join(relative ? file->directory : "", file->name);
}

/* Takes the steps out of a path that lead nowhere, or back: what is left has neither "." nor "..". */
static void straighten(char *path)
{
    char *end = path;

    for (char *step = path, *next; step; step = next) {
        size_t length;

        next = strchr(step, '/');
        length = next ? (size_t)(next++ - step) : strlen(step);
        if (length == 2 && memcmp(step, "..", 2) == 0) {
            while (end > path && *--end != '/')
                continue;
        } else if (length && !(length == 1 && *step == '.')) {
            if (end > path)
                *end++ = '/';
            memmove(end, step, length);
            end += length;
        }
    }
    *end = '\0';
}

/* Reads a file; *path, which may be NULL without memory, is given up if it cannot be had. False without memory. */
static bool read_path(char **path, size_t most, struct sfp_buffer *text)
{
    char *error = NULL;
    bool there;

    if (!*path || sfp_read_ordinary(*path, most, text, &error))
        return *path;
    there = error; /* why it cannot be had */
    free(error);
    free(*path);
    *path = NULL;
    return there;
}

/* The longest tail of a straight path that is there, in *found; or NULL. False without memory. */
static bool read_tail(const char *directory, const char *whole, size_t most, struct sfp_buffer *text, char **found)
{
    for (const char *tail = whole; tail; tail = strchr(tail, '/')) {
        tail += *tail == '/';
        *found = join(directory, tail);
        if (!read_path(found, most, text))
            return false;
        if (*found)
            return true;
    }
    return true;
}

static bool read_given(const struct source_search *search, const struct elf_source_file *file, size_t most,
                       struct sfp_buffer *text, char **path)
{
    char *whole = whole_path(file);
    bool done = whole;

    if (whole)
        straighten(whole);
    for (size_t i = 0; done && !*path && i < search->directory_count; i++)
        done = read_tail(search->directories[i], whole, most, text, path);
    free(whole);
    return done;
}

/* ---- Where the tables say ---- */

/* The directory of a file, without links; NULL with errno if it cannot be had. */
static char *real_directory(const char *file)
{
    const char *const slash = strrchr(file, '/');
    char *directory = slash ? strndup(file, (size_t)(slash - file) + 1) : strdup(".");
    char *real = directory ? realpath(directory, NULL) : NULL;
    const int why = errno;

    free(directory);
    errno = why;
    return real;
}

static bool is_below(const char *path, const char *directory)
{
    const size_t length = strcmp(directory, "/") == 0 ? 0 : strlen(directory);

    return strncmp(path, directory, length) == 0 && path[length] == '/';
}

/* Is it below the directory of the ELF file? Not if that cannot be found out. False, with errno, without memory too. */
static bool is_beside(const struct source_search *search, const char *path)
{
    char *const directory = real_directory(search->elf), *const real = directory ? realpath(path, NULL) : NULL;
    const int why = errno;
    const bool beside = real && is_below(real, directory);

    free(directory);
    free(real);
    errno = real ? 0 : why;
    return beside;
}

/* Takes a note of a file that was read. False without memory. */
static bool note_outside(struct source_search *search, const char *path)
{
    if (search->outside || is_beside(search, path))
        return true;
    if (errno == ENOMEM)
        return false;
    search->outside = strdup(path);
    return search->outside;
}

/* A path that was made, or was to be. */
static bool read_made(struct source_search *search, char *made, size_t most, struct sfp_buffer *text, char **path)
{
    *path = made;
    return read_path(path, most, text) && (!*path || note_outside(search, made));
}

bool source_search_read(struct source_search *search, const struct elf_source_file *file, size_t most,
                        struct sfp_buffer *text, char **path)
{
    const bool relative = *file->name != '/' && file->directory;

    *text = (struct sfp_buffer){0};
    *path = NULL;
    if (search->directory_count)
        return read_given(search, file, most, text, path);
    if (relative && !read_made(search, join(file->directory, file->name), most, text, path))
        return false;
    return *path || read_made(search, strdup(file->name), most, text, path);
}

/* ---- What there is to say ---- */

char *source_search_warning(const struct source_search *search, bool *ok)
{
    char *text;

    *ok = true;
    if (!search->outside)
        return NULL;
    *ok = asprintf(&text, "source lines are read outside the directory of '%s', which names their files, such as '%s' "
                          "(--source-dir=DIR reads them in DIR alone)", search->elf, search->outside) >= 0;
    return *ok ? text : NULL;
}
