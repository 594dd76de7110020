/* Names in place of which the C preprocessor, or the call of a macro, put a number. */
#ifndef SFP_MACRO_NAMES_H
#define SFP_MACRO_NAMES_H

#include "base/fileio.h"
#include "operand_text.h"

enum { MACRO_FILES = 4 /* files that are kept in memory at a time */ };

/* A name and the number, or bracketed expression of numbers, that replaced it. */
struct replaced_name {
    char *name, *text; /* owned */
    bool clashes;      /* another text replaced the name elsewhere */
};

struct macro_names {
    struct {
        char *path; /* owned; NULL: free */
        struct sfp_buffer text;
    } files[MACRO_FILES];
    unsigned next_file;
    struct replaced_name *names; /* owned */
    size_t count, room;
    bool no_memory;
};

/*
 * Returns the immediate of word `index`, an instruction `insn`, as the source has it before names are replaced, and
 * notes these names. Reads the source's files again. Returns NULL if nothing was replaced, if a file cannot be read, if
 * a file's line and the line that the assembler read differ in more than replaced names, or, after setting
 * names->no_memory, if memory ran out. The caller frees the text.
 */
char *macro_names_text(struct macro_names *names, sfpu_machine *m, size_t index, const struct sfp_insn *insn);
void macro_names_free(struct macro_names *names);

/* Returns the text that replaced the name everywhere, or NULL. */
const char *macro_names_find(const struct macro_names *names, struct span name);

#endif
