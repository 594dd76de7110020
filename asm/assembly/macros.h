/* Macros, and blocks that are repeated with a name replaced: .macro, .irp and .irpc. */
#ifndef SFP_MACROS_H
#define SFP_MACROS_H

#include "arguments.h"
#include "program/source.h"
#include "base/names.h"
#include "base/text_buffer.h"

struct assembler;
struct piece;

/* ---- body.c: the body of a macro or of an .irp block: text with marks in it that an expansion replaces ----
 * It is taken apart once, when it is defined. */

struct body {
    struct place place; /* where it is written */
    char *text;
    struct piece *pieces;
    size_t count;
    bool marked;  /* there is a mark in it */
    bool counted; /* it asks for one of the counts, so no two expansions need be alike */
    uint64_t calls_before; /* macros expanded before this body was, or before the first turn of its block */
};

/* What takes the place of \name. */
struct argument {
    const char *text;
    size_t length;
};

/* What takes the place of the marks. */
struct marks {
    const struct argument *arguments;
    uint64_t macros; /* \@: macros expanded before this one */
    uint64_t turns;  /* \+: earlier expansions of this body */
};

/* Takes a copy of the text at `place` apart. `names` gives the arguments' indices. False if memory ran out. */
bool body_init(struct body *body, struct place place, const struct names *names);
void body_free(struct body *body);

/* The length of an expansion. */
uint64_t body_length(const struct body *body, const struct marks *marks);

/* Appends an expansion to `out`. */
void body_expand(const struct body *body, const struct marks *marks, struct text *out);

/* ---- macros.c ---- */

/* A macro's argument as it is declared. */
struct formal {
    char *name; /* in the header */
    size_t length;
    size_t begin, end; /* of its default, in `defaults` */
    size_t given, given_end; /* of its value in the call that is read, in as->macros->values */
    bool required;
    bool rest; /* takes all that is left */
};

struct macro {
    const char *name; /* lives as long as the program: places of words refer to it */
    char *header;     /* a copy, for the formals' names */
    struct formal *formals;
    size_t count, capacity;
    struct names names; /* of the formals */
    struct text defaults;
    struct body body;
    uint64_t calls;
    bool faulty; /* its header was wrong, as has been reported: calls of it do nothing */
};

/* The macros there are, by name in lower case, and what serves to call them. */
struct macros {
    struct names names;
    struct macro **items; /* NULL after .purgem */
    size_t count, capacity;
    uint64_t expanded; /* macros expanded so far: \@ */
    struct text lower; /* a name in lower case */
    struct text values; /* the arguments of the call */
    struct text text;   /* what it is expanded to */
    struct argument *arguments;
    size_t argument_capacity;
};

/* An .irp, .irpc or .rept block under way, whose text differs from turn to turn. */
struct turns {
    enum { TURNS_VALUES, TURNS_CHARACTERS, TURNS_COUNTED } kind;
    struct body body;
    const char *name; /* of the directive */
    struct place call;
    struct text values; /* what the turns take their values from */
    struct cursor left;
    bool no_values;      /* which gives one turn with an empty one */
    bool quoted;         /* .irpc: inside quotes, where blanks count */
    uint64_t turn, most; /* .rept: so many */
};

/* The slot of a macro's name, whose case does not matter. NULL if it never had one; .purgem leaves a slot empty. */
struct macro **macro_slot(struct assembler *as, const char *name, size_t length);

/* Is this the name of a macro? */
bool macro_exists(struct assembler *as, const char *name, size_t length);

void macros_free(struct macros *macros);

/* .macro: `header` is what follows on its line, `body` the text up to .endm. */
void macro_define(struct assembler *as, struct place directive, struct place header, struct place body);
void macro_purge(struct assembler *as, struct place directive, struct place names);

/* Expands a body into as->macros->text. False, with an error, if that is too much. */
bool macro_make_text(struct assembler *as, struct body *body, const struct marks *given, struct place call);

/* Makes the text of the next turn, in as->macros->text. False if there is none, or an error ended the assembly. */
bool turns_next(struct assembler *as, struct turns *turns);
void turns_free(struct turns *turns);

#endif
