/* FILE[@ROW][:FORMAT], as --dst and --expect take it. */
#ifndef SFP_FILE_OPTION_H
#define SFP_FILE_OPTION_H

#include <stdbool.h>

struct file_option {
    char *path;
    unsigned row;
    int format; /* an enum sfpu_format; ANY: not said */
};

/* Is there a file of this name? */
typedef bool file_exists(const char *path);

/*
 * Takes one apart. A file that is there under the whole name, or under what is left without the format, is that one,
 * whatever is in its name; so is standard input, "-". False with a message in *error, which the caller frees (NULL: no
 * memory even for that).
 */
bool file_option_parse(const char *text, file_exists *exists, struct file_option *option, char **error);
void file_option_free(struct file_option *option);

/* The one of the file system. */
bool file_is_there(const char *path);

#endif
