/*
 * What sfpsim and sfpsched say, and where: on standard output and standard error, or, in a thread that asks for it, on its own
 * streams; and what it says of what it cannot do.
 */
#ifndef SFP_VOICE_H
#define SFP_VOICE_H

#include <stddef.h>
#include <stdio.h>

#include "sfpu.h"

/* Of this thread. */
FILE *voice_out(void);
FILE *voice_err(void);

/* Two streams; NULL: the program's own. */
struct voice_streams {
    FILE *out, *err;
};

/* From here on this thread says it to these two. Returns what it was before. */
struct voice_streams voice_to(struct voice_streams streams);

/* Those of this thread, for another one that is to say it there too. */
struct voice_streams voice_now(void);

/* An sfpu_write to the FILE * `stream`, whose errors are its owner's to find. */
int voice_write(void *stream, const char *bytes, size_t size);

/* ---- Findings ---- */

/* The name of an enum sfpu_severity in reports and in parts of sweeps: "note", "advice", "warning" or "error". */
const char *severity_name(int severity);

/* The class of findings of that severity, as sfpu-findings(7) calls it: "info" for a note, else the same. */
const char *severity_class(int severity);

/* ---- What it cannot do ---- */

enum { SFP_CANNOT_RUN = 2 }; /* exit status */

/* Each prints an error, and returns SFP_CANNOT_RUN. */

__attribute__((format(printf, 1, 2))) int complain(const char *format, ...);

/* Says that memory ran out. */
int complain_no_memory(void);

/* A message about a file, which it names; freed here. NULL: memory ran out. */
int complain_of(char *error);

/* What the library says went wrong, about the file `path` unless that is NULL. */
int complain_for(const sfpu_machine *m, const char *path);

#endif
