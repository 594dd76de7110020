/* Where what sfpsim says goes: standard output and standard error, or, in a thread that asks for it, its own streams. */
#ifndef SFP_SAID_H
#define SFP_SAID_H

#include <stddef.h>
#include <stdio.h>

/* Of this thread. */
FILE *said_out(void);
FILE *said_err(void);

/* From here on this thread says it to these two; NULL: to the program's own. */
void said_to(FILE *out, FILE *err);

/* An sfpu_write to the FILE * `stream`, whose errors are its owner's to find. */
int said_write(void *stream, const char *bytes, size_t size);

#endif
