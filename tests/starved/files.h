/* The working directory and what is below it, as it is at some time. */
#ifndef SFP_STARVED_FILES_H
#define SFP_STARVED_FILES_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>
#include <time.h>

/* An ordinary file, or a directory, which has no bytes. */
struct kept_file {
    char *path, *bytes;
    size_t size;
    struct timespec changed;
    ino_t number;
};

struct files {
    struct kept_file *list; /* directories before what is in them */
    size_t count;
};

/* What has not changed since `before`, unless that is NULL, is not read again. */
void files_keep(struct files *files, const struct files *before);
void files_free(struct files *files);

/* The file of that path, or NULL. */
const struct kept_file *files_find(const struct files *files, const char *path);

/* Are both there with the same content, or both not? */
bool files_same(const struct kept_file *a, const struct kept_file *b);

/* Makes what is `now` what was `before`. */
void files_restore(const struct files *before, const struct files *now);

/* The whole of an open file, with NUL behind it. */
char *files_read(int descriptor, size_t *size);

/* A copy of it. */
char *files_text(const char *text);

#endif
