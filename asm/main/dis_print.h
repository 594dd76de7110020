/* The way from what sfpdis has read to standard output. */
#ifndef SFP_DIS_PRINT_H
#define SFP_DIS_PRINT_H

#include "dis_input.h"

/* Prints the words of `input`, with warnings on standard error. False, with a message to free (NULL: out of memory), if
 * that could not be done; then nothing may have been printed. */
bool dis_print(const struct dis_settings *settings, struct dis_input *input, char **error);

#endif
