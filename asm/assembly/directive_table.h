/* The table of directives: from a name to its meaning for the parser. */
#ifndef SFP_DIRECTIVE_TABLE_H
#define SFP_DIRECTIVE_TABLE_H

#include "program/source.h"

/* Where a directive may stand, as directives.def says. */
enum directive_stands { STANDS_ANYWHERE, STANDS_WORDS, STANDS_STRETCH, STANDS_TABLE, STANDS_BOUNDARY };

/* A directive: its token, and its kind among directives with the same token. */
struct directive {
    const char *name;
    int token;
    int kind;
    enum directive_stands stands;
    bool raw; /* the rest of the statement is taken as text */
    const char *help; /* text for --help; NULL if the directive is ignored or not supported */
};

enum condition_kind {
    IF_NOT_ZERO, IF_ZERO, IF_MORE, IF_MORE_OR_ZERO, IF_LESS, IF_LESS_OR_ZERO, /* compare the expression with 0 */
    IF_DEFINED, IF_NOT_DEFINED, IF_BLANK, IF_NOT_BLANK, IF_SAME, IF_NOT_SAME, IF_SAME_STRINGS, IF_NOT_SAME_STRINGS,
};

enum align_kind { ALIGN_UNITS, ALIGN_POWER };
enum message_kind { MESSAGE_ERROR, MESSAGE_WARNING, MESSAGE_NOTE, MESSAGE_NONE /* an error that takes no text */ };
enum unsupported_kind {
    NO_LOCAL, NO_BYTES, NO_LATE_VALUE, NO_END, NO_ABORT, NO_LINE_FILE, NO_NOP,
};
enum section_kind {
    SECTION_NAMED, SECTION_TEXT, SECTION_DATA, SECTION_PUSH, SECTION_POP, SECTION_PREVIOUS, SECTION_SUB,
};
enum line_kind { LINE_FILE, LINE_LINE, LINE_LOC };

/* Returns the directive of this name, or NULL. `name` starts with the dot; case does not matter. */
const struct directive *directive_find(const char *name, size_t length);

/* Returns directive `index`, from 0 on, or NULL after the last. */
const struct directive *directive_at(size_t index);

/* Writes what a directive does, in a line without a final period. */
enum { DIRECTIVE_HELP_SIZE = 100 };
void directive_help(const struct directive *directive, char text[static DIRECTIVE_HELP_SIZE]);

/* Returns advice to replace a directive that is not supported (an enum unsupported_kind). */
const char *directive_instead(int kind);

int directive_kind(struct place name);

/* Returns the name of the supported directive whose name without its dot this is, or NULL. */
const char *directive_without_dot(const char *name, size_t length);

#endif
