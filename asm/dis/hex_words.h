/* Words as text, 0x........ a line, as sfpasm -f hex writes them. */
#ifndef SFP_HEX_WORDS_H
#define SFP_HEX_WORDS_H

#include "util/fileio.h"

/* Is it such a text, by its first line? */
bool hex_words_is(const struct sfp_buffer *file);

/* The words as 32-bit little-endian bytes, which the caller frees. Lines may end in CR LF, and be empty. False, with a
 * message to free in *error (NULL: out of memory), if a line is anything else. */
bool hex_words_read(const struct sfp_buffer *file, const char *name, struct sfp_buffer *words, char **error);

#endif
