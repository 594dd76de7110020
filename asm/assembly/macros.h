/* Macros, and blocks repeated with a name replaced: .macro, .irp and .irpc. */
#ifndef SFP_MACROS_H
#define SFP_MACROS_H

#include "arguments.h"
#include "program/source.h"
#include "base/names.h"
#include "base/text_buffer.h"

struct assembler;
struct piece;

/* ---- body.c: the body of a macro or an .irp block: text with marks that an expansion replaces ----
 * A body is taken apart once, at its definition. */

struct body {
    struct place place; /* place of the body's text in the source */
    char *text;
    struct piece *pieces;
    size_t count;
    bool marked;  /* the body has a mark */
    bool counted; /* the body has a count (\@ or \+), so that expansions differ */
    uint64_t calls_before; /* number of macros expanded before this body, or before the first turn of its block */
};

/* The text that replaces \name. */
struct argument {
    const char *text;
    size_t length;
};

/* The replacements of all marks. */
struct marks {
    const struct argument *arguments;
    uint64_t macros; /* value of \@: number of macros expanded before */
    uint64_t turns;  /* value of \+: number of the body's earlier expansions */
};

/* Takes a copy of the text at `place` apart. `names` has the arguments' indices. Returns false without memory. */
bool body_init(struct body *body, struct place place, const struct names *names);
void body_free(struct body *body);

/* Returns an expansion's length. */
uint64_t body_length(const struct body *body, const struct marks *marks);

/* Appends an expansion to `out`. */
void body_expand(const struct body *body, const struct marks *marks, struct text *out);

/* ---- macros.c ---- */

/* A macro's argument, as declared. */
struct formal {
    char *name; /* name of the formal, inside the header */
    size_t length;
    size_t begin, end; /* range of the default in `defaults` */
    size_t given, given_end; /* range of the value in the current call, in as->macros->values */
    bool required;
    bool rest; /* the formal takes the rest of the operands */
};

struct macro {
    const char *name; /* name of the macro, valid as long as the program, since the words' places refer to it */
    char *header;     /* a copy, which holds the formals' names */
    struct formal *formals;
    size_t count, capacity;
    struct names names; /* names of the formals */
    struct text defaults;
    struct body body;
    uint64_t calls;
    bool faulty; /* the header was wrong, which was reported: calls do nothing */
};

/* The macros, by name in lower case, and buffers for their calls. */
struct macros {
    struct names names;
    struct macro **items; /* array of macros; an element is NULL after .purgem */
    size_t count, capacity;
    uint64_t expanded; /* number of macros expanded so far, for \@ */
    struct text lower; /* buffer for a name in lower case */
    struct text values; /* the current call's arguments */
    struct text text;   /* the current expansion */
    struct argument *arguments;
    size_t argument_capacity;
};

/* An .irp, .irpc or .rept block in progress, whose text differs from turn to turn. */
struct turns {
    enum { TURNS_VALUES, TURNS_CHARACTERS, TURNS_COUNTED } kind;
    struct body body;
    const char *name; /* the directive's name */
    struct place call;
    struct text values; /* the text that has the turns' values */
    struct cursor left;
    bool no_values;      /* the list is empty, and gives one turn with an empty value */
    bool quoted;         /* .irpc: the text is inside quotes, where blanks count */
    uint64_t turn, most; /* .rept: number of the turn, and number of turns */
};

/* Returns the slot of a macro's name, whose case does not matter. Returns NULL if the name was never a macro's.
 * After .purgem the slot is empty. */
struct macro **macro_slot(struct assembler *as, const char *name, size_t length);

/* Is this the name of a macro? */
bool macro_exists(struct assembler *as, const char *name, size_t length);

void macros_free(struct macros *macros);

/* Handles .macro: `header` is the rest of its line, `body` the text up to .endm. */
void macro_define(struct assembler *as, struct place directive, struct place header, struct place body);
void macro_purge(struct assembler *as, struct place directive, struct place names);

/* Expands a body into as->macros->text. Returns false after an error, such as too much text. */
bool macro_make_text(struct assembler *as, struct body *body, const struct marks *given, struct place call);

/* Makes the text of the next turn in as->macros->text. Returns false after the last turn or an error. */
bool turns_next(struct assembler *as, struct turns *turns);
void turns_free(struct turns *turns);

#endif
