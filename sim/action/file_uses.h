/*
 * Files that an action reads and writes. An action lists its files before the first write, and the check then refuses
 * an output that would overwrite an input or another output.
 */
#ifndef SFP_FILE_USES_H
#define SFP_FILE_USES_H

#include <stdbool.h>
#include <stddef.h>

#include "machine_options.h"
#include "sfpu.h"
#include "base/paths.h"

/* A kernel that will be loaded later, and the options to load it with. */
struct file_kernel {
    const char *path;
    struct sfp_machine_options machine; /* its lists belong to the action's options */
};

/* All zero: no files. */
struct file_uses {
    struct sfp_input *reads;
    struct sfp_target *writes;
    struct file_kernel *kernels;
    char **owned; /* names allocated for this list */
    size_t read_count, read_room, write_count, write_room, kernel_count, kernel_room, owned_count, owned_room;
    bool lost; /* memory ran out */
};

void file_uses_free(struct file_uses *uses);

/* Add a file. The caller keeps `path` as long as the uses; "-" is standard input or output, NULL no file. `role` is
 * a static text, as in base/paths.h. */
void file_uses_read(struct file_uses *uses, const char *path, const char *role);
void file_uses_write(struct file_uses *uses, const char *path, const char *role);

/* Adds the files of --srca and --srcb. */
void file_uses_sources(struct file_uses *uses, const struct sfp_machine_options *machine);

/* Adds an output that may replace inputs of the role `over`. */
void file_uses_write_over(struct file_uses *uses, const char *path, const char *role, const char *over);

/* Adds a kernel's inputs: the file, for words the table of lines beside it, and the sources that `m` loaded. `m` is
 * NULL if the kernel will be loaded later, with `machine`. */
void file_uses_kernel(struct file_uses *uses, const char *kernel, const struct sfp_machine_options *machine,
                      const sfpu_machine *m);

/* Returns whether an output would replace an existing file. */
bool file_uses_replace(const struct file_uses *uses);

/* Loads each kernel that will be loaded later, without output, so that the process knows its sources as read. For
 * actions that write one kernel's outputs before loading the next kernel. `preprocessed` may be NULL. */
void file_uses_note_sources(const struct file_uses *uses, sfpu_preprocessed *preprocessed);

/* Notes the inputs as read by the process (cli/run_files.h), and checks that no output is an input or another
 * output. Returns false with a message in *error, which the caller frees; NULL: memory ran out. */
bool file_uses_apart(const struct file_uses *uses, char **error);

/* Makes the checks of file_uses_apart(), and prints the message. Returns 0 or an exit status. */
int file_uses_check(const struct file_uses *uses);

#endif
