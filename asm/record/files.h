/* The files of a recording under way, by their names in its directory. */
#ifndef SFP_RECORD_FILES_H
#define SFP_RECORD_FILES_H

#include "util/fileio.h"

#define RECORD_HEADER "sfpu_record.hpp"
#define RECORD_SOURCE "calls.cpp"         /* what is compiled */
#define RECORD_PREPROCESSED "calls.ii"    /* the same after its directives, for compilers that stumble over one */
#define RECORD_DEPENDENCIES "dependencies"
#define RECORD_PROGRAM "program"          /* what the compiler makes */
#define RECORD_WORDS "words"              /* what that makes, */
#define RECORD_TABLE "words.dbg"          /* and their lines */

/* The path of a file in a directory; the caller frees it. NULL if memory ran out. */
char *record_path(const char *directory, const char *name);

/* Writes a file there. On failure false and a message in *error. */
bool record_write(const char *directory, const char *name, const char *text, size_t size, char **error);

#endif
