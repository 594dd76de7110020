/* The drawing of an instruction's word. */
#ifndef REFERENCE_DRAW_WORD_H
#define REFERENCE_DRAW_WORD_H

#include "html.h"

/* Writes the word as SVG: 32 bits with the opcode and the fields. */
void draw_word(struct html *page, const json_t *instruction);

#endif
