/* The names of constants that an answer's source keeps: where the kernel's source wrote an immediate as an expression
 * of its symbols, the answer's source has the same text. */
#ifndef SFP_KEPT_NAMES_H
#define SFP_KEPT_NAMES_H

#include "base/text_buffer.h"
#include "isa/isa.h"
#include "loop_body.h"

enum { KEPT_TEXT_SIZE = 48 /* room for a kept text and its NUL; longer texts are not kept */ };

/* A name that kept texts have and sfpu.inc does not define. */
struct kept_definition {
    char *name, *text; /* the name, and its value as text; owned */
    bool refused;      /* the assembler does not take the definition */
};

struct kept_names {
    const struct loop_body *body;
    char **texts;     /* by a word's index in the program: its immediate as the source wrote it; NULL: none is kept. An
                       * owned array of owned texts, or NULL */
    size_t count;     /* number of texts */
    struct kept_definition *definitions; /* owned */
    size_t definition_count, definition_room;
    bool as_numbers;  /* prints numbers in place of the texts, for a source with the same instructions */
    bool no_include; /* reading sfpu.inc failed; `texts` is then empty */
};

/*
 * Reads the names of the program in body->machine. A text is kept only if the assembler makes the executed word of it,
 * without a warning, in a source that includes sfpu.inc and defines the names. Names of the C preprocessor are kept if
 * numbers replaced them (macro_names.h). Sources of C++ keep none. Returns false if memory ran out. kept_names_free()
 * is due either way.
 */
bool kept_names_read(const struct loop_body *body, struct kept_names *names);
void kept_names_free(struct kept_names *names);

/* Returns whether a text of this word's immediate is kept. `names` may be NULL: no text is. */
bool kept_names_has(const struct kept_names *names, const struct loop_word *from);

/* Returns the text of the immediate of an instruction that comes from word `from`, if `word` still has the same
 * immediate; otherwise NULL. `names` may be NULL. */
const char *kept_names_text(const struct kept_names *names, const struct loop_word *from, const struct sfp_insn *insn,
                            uint32_t word);

/* Appends a .set for each symbol that occurs in `source`. */
void kept_names_define(const struct kept_names *names, const struct text *source, struct text *out);

#endif
