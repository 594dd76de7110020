/* Programs that are told to stop, by SIGINT, SIGTERM or SIGHUP, or that have lost the reader of their standard output or
 * what they read. Of the programs, not of the library. */
#ifndef SFP_INTERRUPT_H
#define SFP_INTERRUPT_H

#include "util/fileio.h"

/*
 * To be called once, at a program's start: a signal then removes the files of sfp_interruptible, has `last_words`, if
 * not NULL, say what is to be said, and ends the program as it would have without this. It is given the signal's name,
 * and may call only what a signal handler may. Signals that are ignored, as under nohup(1), stay so.
 *
 * SIGPIPE does the same, without a word, if nobody reads standard output any more; any other closed pipe is a failed
 * write. SIGBUS is an error with status 2, if it comes of a file that sfp_map_file mapped and somebody made shorter.
 */
void sfp_end_on_signals(void (*last_words)(const char *signal));

/* For sfp_writer_open: temporary files that a signal removes. */
extern const struct sfp_temporary_files sfp_interruptible;

#endif
