/* An answer of sfpsched as a C++ header. */
#ifndef SFP_SCHED_HEADER_H
#define SFP_SCHED_HEADER_H

#include <stdbool.h>

#include "scheduling.h"
#include "base/text_buffer.h"

/* Replaces *source, the text of the answer, by the header of the program that it assembles to. `comments` has the claims
 * about the answer, lines that begin with '#'. Returns 0, or an exit status after a message. */
int sched_header_make(const struct scheduling *s, const char *comments, struct text *source);

#endif
