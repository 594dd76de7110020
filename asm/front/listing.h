/* The listing: the source's lines, each with the words it gave. */
#ifndef SFP_LISTING_H
#define SFP_LISTING_H

#include "program/program.h"

#include <stdio.h>

/*
 * Writes a line for each source line, with its first word and that word's index if it gave any, and a line for each
 * further word. Words of macros, and of a repetition after its first, are marked "+". False if memory ran out; errors
 * of the stream are its owner's to find.
 */
bool listing_write(const struct sfp_program *program, FILE *stream);

#endif
