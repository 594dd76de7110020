/* The table of directives: from a name to what it means to the parser. */
#ifndef SFP_DIRECTIVE_TABLE_H
#define SFP_DIRECTIVE_TABLE_H

#include "program/source.h"

/* Where a directive may stand, as directives.def says. */
enum directive_stands { STANDS_ANYWHERE, STANDS_WORDS, STANDS_STRETCH, STANDS_TABLE, STANDS_BOUNDARY };

/* A directive: its token, and which of those that share the token it is. */
struct directive {
    const char *name;
    int token;
    int kind;
    enum directive_stands stands;
    bool raw; /* what follows is taken as text */
    const char *help; /* NULL if it is ignored or not supported */
};

enum condition_kind {
    IF_NOT_ZERO, IF_ZERO, IF_MORE, IF_MORE_OR_ZERO, IF_LESS, IF_LESS_OR_ZERO, /* the expression, compared with 0 */
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

/* The directive of this name, or NULL. `name` starts with the dot; case does not matter. */
const struct directive *directive_find(const char *name, size_t length);

/* One directive after another, from 0 on; NULL behind the last. */
const struct directive *directive_at(size_t index);

/* What it does, in a line without an end. */
enum { DIRECTIVE_HELP_SIZE = 100 };
void directive_help(const struct directive *directive, char text[static DIRECTIVE_HELP_SIZE]);

/* What is written instead of a directive that is not supported, an enum unsupported_kind. */
const char *directive_instead(int kind);

int directive_kind(struct place name);

/* The directive that is called so but for its dot; NULL if there is none. */
const char *directive_without_dot(const char *name, size_t length);

#endif
