/*
 * What sfpsim says, and where: on standard output and standard error, or, in a thread that asks for it, on its own
 * streams; and what it says of what it cannot do.
 */
#ifndef SFP_SAID_H
#define SFP_SAID_H

#include <stddef.h>
#include <stdio.h>

#include "sfpu.h"

/* Of this thread. */
FILE *said_out(void);
FILE *said_err(void);

/* Two streams; NULL: the program's own. */
struct said_streams {
    FILE *out, *err;
};

/* From here on this thread says it to these two. Returns what it was before. */
struct said_streams said_to(struct said_streams streams);

/* Those of this thread, for another one that is to say it there too. */
struct said_streams said_now(void);

/* An sfpu_write to the FILE * `stream`, whose errors are its owner's to find. */
int said_write(void *stream, const char *bytes, size_t size);

/* ---- What it cannot do ---- */

enum { SFP_CANNOT_RUN = 2 }; /* exit status */

/* Each prints an error, and returns SFP_CANNOT_RUN. */

__attribute__((format(printf, 1, 2))) int complain(const char *format, ...);

/* A message about a file, which it names; freed here. NULL: memory ran out. */
int complain_of(char *error);

/* What the library says went wrong, about the file `path` unless that is NULL. */
int complain_for(const sfpu_machine *m, const char *path);

#endif
