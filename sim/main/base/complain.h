/* What sfpsim says of what it cannot do. */
#ifndef SFP_COMPLAIN_H
#define SFP_COMPLAIN_H

#include "sfpu.h"

enum { SFP_CANNOT_RUN = 2 }; /* exit status */

/* Each prints an error, and returns SFP_CANNOT_RUN. */

__attribute__((format(printf, 1, 2))) int complain(const char *format, ...);

/* A message about a file, which it names; freed here. NULL: memory ran out. */
int complain_of(char *error);

/* What the library says went wrong, about the file `path` unless that is NULL. */
int complain_for(const sfpu_machine *m, const char *path);

#endif
