/* What programs repeat of their arguments in messages: at most ECHO_MOST bytes of one. */
#ifndef SFP_ECHO_H
#define SFP_ECHO_H

#include <stdio.h>

enum { ECHO_MOST = 200 };

/* At a program's start: the arguments that messages may repeat, up to a NULL. They must last as long as the process. */
void echo_begin(char *const *arguments);

/* Cuts what the message repeats of one of these arguments, if that is longer, and ends it with "...". */
void echo_cut_of(char *message, char *const *arguments);

/* The same of the program's own arguments. */
void echo_cut(char *message);

/* Prints a message as a line, cut so, and as shown_print (util/terminal.h) does. */
__attribute__((format(printf, 2, 3))) void echo_print(FILE *stream, const char *format, ...);

/* Prints a message of any lines as it is, but cut so. */
void echo_put(FILE *stream, const char *message);

#endif
