/*
 * The files that sfpasm writes: words, listing, debug table, dependencies. Each is put in its place whole, and none of
 * them before all are written; the words come last.
 */
#ifndef SFP_SFPASM_FILES_H
#define SFP_SFPASM_FILES_H

#include "sfpasm_options.h"

/* False with what went wrong in *error, which the caller frees, or with NULL in it if memory ran out. */
bool products_write(const struct settings *settings, const struct sfp_program *program, char **error);

#endif
