/*
 * What an action of sfpsim reads and writes. Each lists all of it here before it writes anything, and here it is
 * decided whether that may be: no output may go over what is read, and no two may go to one file.
 */
#ifndef SFP_FILE_USES_H
#define SFP_FILE_USES_H

#include <stdbool.h>
#include <stddef.h>

#include "machine_options.h"
#include "sfpu.h"
#include "base/paths.h"

/* A kernel that is still to be loaded, and how. */
struct file_kernel {
    const char *path;
    struct sfp_machine_options machine; /* whose lists are their owner's */
};

/* All zero: nothing yet. */
struct file_uses {
    struct sfp_input *reads;
    struct sfp_target *writes;
    struct file_kernel *kernels;
    char **owned; /* names that are nobody else's */
    size_t read_count, read_room, write_count, write_room, kernel_count, kernel_room, owned_count, owned_room;
    bool lost; /* memory ran out */
};

void file_uses_free(struct file_uses *uses);

/* A path, which must be there as long as the uses are; "-" is standard input or output, NULL no file. Roles are those of
 * util/paths.h, and there as long as the process. */
void file_uses_read(struct file_uses *uses, const char *path, const char *role);
void file_uses_write(struct file_uses *uses, const char *path, const char *role);

/* The same of an output that may replace inputs of the role `over`. */
void file_uses_write_over(struct file_uses *uses, const char *path, const char *role, const char *over);

/* A kernel: its file, of words the table of lines that may lie beside them, and what `m` has loaded it from besides; where
 * `m` is NULL, nothing is loaded yet, and will be with `machine`. */
void file_uses_kernel(struct file_uses *uses, const char *kernel, const struct sfp_machine_options *machine,
                      const sfpu_machine *m);

/* Would any output replace a file that is there? */
bool file_uses_replace(const struct file_uses *uses);

/* Loads each kernel that is still to be loaded, and says nothing of it, so that its sources are noted as read by the
 * process: for who writes the outputs of one kernel before another one is loaded. `preprocessed` may be NULL. */
void file_uses_note_sources(const struct file_uses *uses, sfpu_preprocessed *preprocessed);

/* May they be as they are? Notes those that are read as read by the process (cli/run_files.h). False with a message in
 * *error, which the caller frees; NULL in it if memory ran out. */
bool file_uses_apart(const struct file_uses *uses, char **error);

/* The same, which says what is wrong: 0, or an exit status. */
int file_uses_check(const struct file_uses *uses);

#endif
