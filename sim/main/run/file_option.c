/* FILE[@ROW][:FORMAT], taken apart. */
#include "file_option.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/format_names.h"
#include "sfpu.h"
#include "util/fail.h"

enum { MOST_ROWS = 1024 };

bool file_is_there(const char *path)
{
    return strcmp(path, "-") == 0 || access(path, F_OK) == 0;
}

/* Cuts the format off the path, if there is one. */
static bool cut_format(struct file_option *o, file_exists *exists, char **error)
{
    char *colon = strrchr(o->path, ':');
    int format;

    if (!colon || strchr(colon, '/'))
        return true;
    format = sfpu_format_named(colon + 1);
    *colon = '\0';
    if (format >= 0) {
        o->format = format;
        return true;
    }
    if (exists(o->path))
        return sfp_fail(error, "'%s' is none of%s", colon + 1, format_names);
    *colon = ':'; /* a name that is not there, as will be said */
    return true;
}

/* A number of digits alone, up to a little more than there are rows; -1: it is none. */
static int row_number(const char *text)
{
    int row = 0;

    if (!*text)
        return -1;
    for (; *text; text++) {
        if (!isdigit((unsigned char)*text))
            return -1;
        row = row < MOST_ROWS ? 10 * row + (*text - '0') : MOST_ROWS;
    }
    return row;
}

/* Likewise the row. */
static bool cut_row(struct file_option *o, file_exists *exists, char **error)
{
    char *at = strrchr(o->path, '@');
    int row;

    if (!at || strchr(at, '/') || exists(o->path))
        return true;
    row = row_number(at + 1);
    *at = '\0';
    if (row >= 0 && row < MOST_ROWS) {
        o->row = (unsigned)row;
        return true;
    }
    if (exists(o->path))
        return sfp_fail(error, "'%s' is no row of Dst: 0 to %d", at + 1, MOST_ROWS - 1);
    *at = '@';
    return true;
}

bool file_option_parse(const char *text, file_exists *exists, struct file_option *option, char **error)
{
    *option = (struct file_option){.path = strdup(text), .format = SFPU_ANY_FORMAT};
    *error = NULL;
    if (option->path && (exists(text) || (cut_format(option, exists, error) && cut_row(option, exists, error))))
        return true;
    file_option_free(option);
    return false;
}

void file_option_free(struct file_option *option)
{
    free(option->path);
    option->path = NULL;
}
