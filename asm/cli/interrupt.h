/* Ends a program that receives SIGINT, SIGTERM or SIGHUP, or loses the reader of its standard output or a part of
 * its input. For the programs, not for the library. */
#ifndef SFP_INTERRUPT_H
#define SFP_INTERRUPT_H

#include "base/fileio.h"

/*
 * Installs the signal handlers, once, at a program's start. A signal then removes the files of `interruptible`, calls
 * `last_words`, if not NULL, with the signal's name, and ends the program by the same signal. `last_words` may call
 * only functions allowed in a signal handler. Ignored signals, as under nohup(1), stay ignored.
 *
 * SIGPIPE ends the program silently if standard output has lost its reader; any other closed pipe is a failed write.
 * SIGBUS ends the program with an error and status 2 if a file mapped by file_map() has been truncated.
 */
void end_on_signals(void (*last_words)(const char *signal));

/*
 * note_signals() makes the first of these signals only be noted, for programs that report partial results; a second
 * signal ends the program. told_to_stop() returns whether a signal has been noted. end_as_told() ends the program by
 * the noted signal, if any.
 */
void note_signals(void);
bool told_to_stop(void);
void end_as_told(void);

/* For writer_open(): temporary files, which a signal removes, and which may not replace a file that the process has
 * read (run_files.h). */
extern const struct sfp_temporary_files interruptible;

/*
 * Makes a directory of the program's own, in $TMPDIR or /tmp, for files by the given names (up to a NULL; the array
 * must last). A signal removes the directory, and so does scratch_close(), which may also be called without a
 * directory. Only one directory exists at a time. Returns the path, or NULL on failure: *error is then a message for
 * the caller to free, or NULL if memory ran out.
 */
const char *scratch_open(const char *const *names, char **error);
void scratch_close(void);

/* Allows another file name in the directory. Returns false if the name is too long, or too many names were added. */
bool scratch_add(const char *name);

/* Makes a signal also end the process group `pid`, before it removes files. 0: no group. */
void end_with_child(int pid);

#endif
