/*
 * The files that sfpasm writes: words, listing, debug table, dependencies. Each is put in its place whole, and none of
 * them before all are written; the words come last.
 */
#ifndef SFP_SFPASM_FILES_H
#define SFP_SFPASM_FILES_H

#include "sfpasm_options.h"

/* What came of the sources. */
struct made {
    sfpu_program *program;
    struct depend_files files; /* that were read */
};

/* False with what went wrong in *error, which the caller frees, or with NULL in it if memory ran out. */
bool products_write(const struct settings *settings, const struct made *made, char **error);

#endif
