/* An answer of sfpsched in other forms than its source: words, a C++ header, a table of macro words. */
#ifndef SFP_SCHED_HEADER_H
#define SFP_SCHED_HEADER_H

#include <stdbool.h>

#include "scheduling.h"
#include "base/text_buffer.h"

/* Replaces *source, the text of the answer, by the header of the program that it assembles to. `comments` has the
 * claims about the answer, lines that begin with '#'. Returns 0, or an exit status after a message. */
int sched_header_make(const struct scheduling *s, const char *comments, struct text *source);

/* Replaces *source by the table of the words that configure SFPLOADMACRO (dis/macro_words.h), after `comments`.
 * Returns 0, or an exit status after a message. */
int sched_macro_words(const struct scheduling *s, const char *comments, struct text *source);

/* Assembles the text of an answer. Returns the program, for the caller to free, or NULL after a message. */
sfpu_program *sched_assemble(const struct scheduling *s, const struct text *source);

#endif
