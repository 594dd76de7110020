/* The drawing of an instruction's word. */
#ifndef REFERENCE_DRAW_WORD_H
#define REFERENCE_DRAW_WORD_H

#include "html.h"

/* As SVG: 32 bits, the opcode and the fields in them. */
void draw_word(struct html *page, const json_t *instruction);

#endif
