/*
 * Output streams of sfpsim and sfpsched: standard output and standard error, or a thread's own streams; and error
 * messages with exit status 2.
 */
#ifndef SFP_VOICE_H
#define SFP_VOICE_H

#include <stddef.h>
#include <stdio.h>

#include "sfpu.h"

/* Return this thread's output streams. */
FILE *voice_out(void);
FILE *voice_err(void);

/* A thread's streams; NULL: the program's. */
struct voice_streams {
    FILE *out, *err;
};

/* Redirects this thread's output. Returns the streams used before. */
struct voice_streams voice_to(struct voice_streams streams);

/* Returns this thread's streams, to hand them to another thread. */
struct voice_streams voice_now(void);

/* Writes to the FILE * `stream`, whose owner checks for errors. An sfpu_write. */
int voice_write(void *stream, const char *bytes, size_t size);

/* ---- Findings ---- */

/* Returns "note", "advice", "warning" or "error", the name of an enum sfpu_severity in reports and in parts of
 * sweeps. */
const char *severity_name(int severity);

/* Returns the severity's class in sfpu-findings(7): "info" for a note, otherwise the severity's name. */
const char *severity_class(int severity);

/* ---- Errors ---- */

enum { SFP_CANNOT_RUN = 2 }; /* exit status of a program that could not do its work */

/* The complain functions print an error and return SFP_CANNOT_RUN. */

__attribute__((format(printf, 1, 2))) int complain(const char *format, ...);

/* Reports that memory ran out. */
int complain_no_memory(void);

/* Reports an error that names its file, and frees the text. NULL: memory ran out. */
int complain_of(char *error);

/* Reports the library's error, after the name `path` unless that is NULL. */
int complain_for(const sfpu_machine *m, const char *path);

#endif
