/* What a recording leaves in its directory, read back. */
#ifndef SFP_RECORD_OUTCOME_H
#define SFP_RECORD_OUTCOME_H

#include "record.h"

/* Names the words. On failure, also if there is none, false with a message in *error, or NULL if memory ran out. */
bool outcome_words(const char *directory, struct sfp_recorded *recorded, char **error);

/* Adds the files of a make rule, those that it depends on, but none of the directory. On failure as above. */
bool outcome_rule(const char *rule, const char *directory, struct sfp_recorded *recorded, char **error);

/* Adds the files that the compiler says it read: the sources first, none of the directory. On failure as above. */
bool outcome_dependencies(const char *directory, struct sfp_recorded *recorded, char **error);

#endif
