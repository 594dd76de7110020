/* Printing of commands in a form that a shell can run. */
#ifndef SFP_SHELL_WORD_H
#define SFP_SHELL_WORD_H

#include "base/text_buffer.h"

/* Appends a word as a shell reads it: quoted if necessary. Control characters become question marks, so that the word
 * also fits into a comment of one line. */
void put_shell_word(struct text *out, const char *word);

#endif
