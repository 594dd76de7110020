/* Repeats of a program's arguments in messages, cut to ECHO_MOST bytes for each argument. */
#ifndef SFP_ECHO_H
#define SFP_ECHO_H

#include <stdio.h>

enum { ECHO_MOST = 200 };

/* Sets, at a program's start, the arguments that messages may repeat, up to a NULL. The arguments must last as long
 * as the process. */
void echo_begin(char *const *arguments);

/* Shortens each repeat of one of `arguments` that exceeds ECHO_MOST bytes, and ends the shortened repeat with "...". */
void echo_cut_of(char *message, char *const *arguments);

/* Does the same for the program's own arguments. */
void echo_cut(char *message);

/* Prints a message as a line, with long repeats cut, and otherwise like shown_print (base/terminal.h). */
__attribute__((format(printf, 2, 3))) void echo_print(FILE *stream, const char *format, ...);

/* Prints a message of any number of lines unchanged, except that long repeats are cut. */
void echo_put(FILE *stream, const char *message);

#endif
