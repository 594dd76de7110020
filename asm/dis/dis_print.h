/* Disassembled words as text. */
#ifndef SFP_DIS_PRINT_H
#define SFP_DIS_PRINT_H

#include "dis_input.h"

/*
 * Writes the words of `input` to a stream, as sfpdis prints them, up to where that fails; what it fails with is its
 * owner's to find. False, with a message to free (NULL: out of memory), if there is no such label; then nothing was
 * written.
 */
bool dis_print(const struct dis_settings *settings, struct dis_input *input, FILE *stream, char **error);

#endif
