/* Where what sfpsim says goes: standard output and standard error, or, in a thread that asks for it, its own streams. */
#ifndef SFP_SAID_H
#define SFP_SAID_H

#include <stddef.h>
#include <stdio.h>

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

#endif
