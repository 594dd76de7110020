/*
 * The body of a macro or of an .irp block: text with marks in it that an
 * expansion replaces. It is taken apart once, when it is defined.
 */
#ifndef SFP_BODY_H
#define SFP_BODY_H

#include "util/names.h"
#include "program/source.h"
#include "util/text.h"

struct piece;

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

#endif
