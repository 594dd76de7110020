/* What a recording leaves in its directory, read back. */
#ifndef SFP_RECORD_OUTCOME_H
#define SFP_RECORD_OUTCOME_H

#include "record.h"

/* The words and their places, as an empty program's. On failure false with a message in *error, or NULL if memory ran
 * out. */
bool outcome_read(const char *directory, struct sfp_program *program, char **error);

/* Adds the files that the compiler says it read to a program: the sources first, none of `directory`. */
bool outcome_dependencies(const struct sfp_recording *recording, struct sfp_program *program, char **error);

#endif
