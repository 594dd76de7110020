/* The files that this process has read, which none of its outputs may replace. Of the programs, not of the library. */
#ifndef SFP_RUN_FILES_H
#define SFP_RUN_FILES_H

#include <stdbool.h>

#include "base/fileio.h"

/*
 * Notes that the process reads `path`, "-" being standard input, as `role`, which says for messages what it is ("--dst",
 * "a source") and must last as long as the process. NULL, and what is no ordinary file, is not noted. May be called from
 * any thread. If memory runs out, no output is allowed any more.
 */
void run_file_read(const char *path, const char *role);

/* The same of a kernel, and of the table of lines that may lie beside it, if it is words. */
void run_file_kernel(const char *path);

/* The same as a callback of the library (sfpu_hear_read): the file is a source. */
void run_file_source(void *unused, const char *path);

/* May this output be written, whatever was read? As of target_spares (util/paths.h). */
bool run_files_spare(const struct sfp_target *target, char **error);

#endif
