/* What a program says of its command line. */
#include "usage_errors.h"

#include "util/terminal.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

static bool is_shown(const char *text)
{
    size_t left = strlen(text);

    for (size_t size; left; text += size, left -= size)
        if (!(size = sfp_shown_size(text, left)))
            return false;
    return true;
}

bool usage_errors_hold(struct usage_errors *e, char *const *arguments)
{
    *e = (struct usage_errors){-1, -1};
    while (*arguments && is_shown(*arguments))
        arguments++;
    if (!*arguments)
        return true;
    fflush(stderr);
    e->held = memfd_create("messages", MFD_CLOEXEC);
    e->stream = e->held < 0 ? -1 : fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
    if (e->stream >= 0 && dup2(e->held, STDERR_FILENO) >= 0)
        return true;
    close(e->held);
    close(e->stream);
    e->stream = -1;
    return false;
}

/* All that was held back; NULL without memory. */
static char *read_held(int held, size_t *size)
{
    struct stat about;
    char *text;

    *size = fstat(held, &about) == 0 ? (size_t)about.st_size : 0;
    text = malloc(*size + 1);
    if (!text)
        return NULL;
    *size = pread(held, text, *size, 0) == (ssize_t)*size ? *size : 0;
    text[*size] = '\0';
    return text;
}

/* Where the last line is, argp's, which says how to get help; the end if there is none. */
static size_t find_advice(const char *text, size_t size)
{
    static const char begins[] = "\nTry `";
    size_t at = size;

    for (const char *from = text, *found;; from = found + 1) {
        found = memmem(from, size - (size_t)(from - text), begins, sizeof begins - 1);
        if (!found)
            return at;
        at = (size_t)(found - text) + 1;
    }
}

/* A line, whose newlines but the last are those of arguments. */
static void show_line(const char *text, size_t size)
{
    if (!size)
        return;
    sfp_put_shown(stderr, text, size - (text[size - 1] == '\n'));
    fputc('\n', stderr);
}

void usage_errors_show(struct usage_errors *e)
{
    size_t size;
    char *text;

    if (e->stream < 0)
        return;
    fflush(stderr);
    text = read_held(e->held, &size);
    dup2(e->stream, STDERR_FILENO);
    if (text) {
        const size_t advice = find_advice(text, size);

        show_line(text, advice);
        show_line(text + advice, size - advice);
    }
    free(text);
    close(e->held);
    close(e->stream);
    e->stream = -1;
}
