/* Programs that are told to stop, by SIGINT, SIGTERM or SIGHUP, or that have lost the reader of their standard output or
 * what they read. Of the programs, not of the library. */
#ifndef SFP_INTERRUPT_H
#define SFP_INTERRUPT_H

#include "base/fileio.h"

/*
 * To be called once, at a program's start: a signal then removes the files of interruptible, has `last_words`, if
 * not NULL, say what is to be said, and ends the program as it would have without this. It is given the signal's name,
 * and may call only what a signal handler may. Signals that are ignored, as under nohup(1), stay so.
 *
 * SIGPIPE does the same, without a word, if nobody reads standard output any more; any other closed pipe is a failed
 * write. SIGBUS is an error with status 2, if it comes of a file that file_map mapped and somebody made shorter.
 */
void end_on_signals(void (*last_words)(const char *signal));

/*
 * From here on the first of these signals only is noted, for programs that have something to say of what they have done
 * so far; a second one ends the program. end_as_told ends it as the first would have, if there was one.
 */
void note_signals(void);
bool told_to_stop(void);
void end_as_told(void);

/* For writer_open: temporary files that a signal removes, and that may not replace what the process has read
 * (run_files.h). */
extern const struct sfp_temporary_files interruptible;

/*
 * Makes a directory of the program's own, in $TMPDIR or /tmp, in which there will be files of these names at most (up to
 * a NULL, and they stay where they are). A signal removes it; so does scratch_close, which may be called for none
 * too. There is one at a time. NULL if it cannot be made: *error is a message that the caller frees, or NULL if memory
 * ran out.
 */
const char *scratch_open(const char *const *names, char **error);
void scratch_close(void);

/* There will be a file of this name too. False: of more names, or longer ones, nothing can be remembered. */
bool scratch_add(const char *name);

/* A signal ends this process's group too, all of it before anything is removed; 0: there is none any more. */
void end_with_child(int pid);

#endif
