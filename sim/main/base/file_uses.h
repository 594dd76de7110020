/*
 * What an action of sfpsim reads and writes. Each lists all of it here before it writes anything, and here it is
 * decided whether that may be: no output may go over what is read, and no two may go to one file.
 */
#ifndef SFP_FILE_USES_H
#define SFP_FILE_USES_H

#include <stdbool.h>
#include <stddef.h>

#include "sfpu.h"
#include "util/paths.h"

/* A file that is written; of those that are read it may replace `count`, from number `first` on. */
struct file_write {
    const char *path;
    size_t first, count;
};

/* All zero: nothing yet. */
struct file_uses {
    const char **reads;
    struct file_write *writes;
    char **owned; /* names that are nobody else's */
    size_t read_count, read_room, write_count, write_room, owned_count, owned_room;
    bool lost; /* memory ran out */
};

void file_uses_free(struct file_uses *uses);

/* A path, which must be there as long as the uses are; "-" is standard input or output, NULL no file. */
void file_uses_read(struct file_uses *uses, const char *path);
void file_uses_write(struct file_uses *uses, const char *path);

/* The same of an output that may replace what has been listed as read since there were `first` such files. */
void file_uses_write_over(struct file_uses *uses, const char *path, size_t first);

/*
 * A kernel: its file, and what `m` has loaded it from besides; where that is words, or `m` is NULL as nothing is loaded
 * yet, the table of lines that may lie beside them.
 */
void file_uses_kernel(struct file_uses *uses, const char *kernel, const sfpu_machine *m);

/* May they be as they are? False with a message in *error, which the caller frees; NULL in it if memory ran out. */
bool file_uses_apart(const struct file_uses *uses, char **error);

/* The same, which says what is wrong: 0, or an exit status. */
int file_uses_check(const struct file_uses *uses);

#endif
