/* The configuration of SFPLOADMACRO in a program's words: instruction templates, sequences and Misc, with meanings. */
#ifndef MACRO_WORDS_H
#define MACRO_WORDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "dis.h"
#include "isa/isa.h"
#include "base/json_writer.h"

/* The words of a program. */
struct macro_program {
    const struct sfp_index *index; /* of the program's arch */
    const uint32_t *words;
    size_t count;
};

/* Writes a row for each template, sequence and Misc word that the program sets, in order: the kind, the number, the
 * word that the unit then holds in the columns that the instruction writes, the index of the instruction, and the
 * meaning; tabs between. The first row has the names of the columns. A word whose value is not in the program has "?"
 * for its value and meaning, as has a template load if the program does not say whether DISABLE_BACKDOOR_LOAD is set,
 * which is 0 at the start. All lanes are taken to be enabled: flags, by which SFPCONFIG leaves out columns, are not
 * followed. Returns false if memory ran out. */
bool macro_words_print(FILE *out, const struct macro_program *program);

/* Writes the same rows as the JSON array "macro_words"; an unknown word and its meaning are null. If memory runs out,
 * j->failed is set. */
void macro_words_json(struct sfp_json *j, const struct macro_program *program);

#endif
