/* The files that this process has read, which its outputs may not replace. For the programs, not for the library. */
#ifndef SFP_RUN_FILES_H
#define SFP_RUN_FILES_H

#include <stdbool.h>

#include "base/fileio.h"

/*
 * Records that the process reads `path` ("-" is standard input). `role` names the file's use in messages ("--dst", "a
 * source") and must last as long as the process. NULL and special files are ignored. Threads may call this
 * concurrently. After lack of memory, run_files_spare() allows no output.
 */
void run_file_read(const char *path, const char *role);

/* Records a kernel, and, unless the kernel is assembly, the table of lines that may lie beside the words. */
void run_file_kernel(const char *path);

/* Records a source: a callback for the library (sfpu_hear_read). */
void run_file_source(void *unused, const char *path);

/* Returns whether the output may be written without replacing a file that was read. Otherwise *error is as for
 * target_spares() (base/paths.h). */
bool run_files_spare(const struct sfp_target *target, char **error);

#endif
