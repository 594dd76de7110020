/*
 * References that users write (sfpsim(1), Expressions): arithmetic of x and y, and the functions of
 * include/functions.def by their names.
 */
#ifndef SFP_NUMERICS_EXPRESSION_H
#define SFP_NUMERICS_EXPRESSION_H

#include "functions.h"

enum {
    EXPRESSION_MOST_BYTES = 1024,
    EXPRESSION_MOST_NODES = 256,
    EXPRESSION_MOST_DEPTH = 64, /* of parentheses, and of operators within each other */
    EXPRESSION_NUMBER = 48,     /* bytes of a number, with the NUL behind it */
};

enum expression_kind { EXPRESSION_X, EXPRESSION_Y, EXPRESSION_PI, EXPRESSION_CONSTANT, EXPRESSION_CALL };

/* Operands come before what is made of them. */
struct expression_node {
    enum expression_kind kind;
    char number[EXPRESSION_NUMBER]; /* of a constant, as MPFR reads it */
    const struct function *call;    /* one of function_at() */
    uint16_t operand[2];            /* nodes; as many as `call` has */
};

struct expression {
    struct function function; /* what it is to all others: its name is the text */
    char text[EXPRESSION_MOST_BYTES];
    size_t count;
    struct expression_node nodes[EXPRESSION_MOST_NODES]; /* the last is the whole */
    const struct number_format *format; /* of x and y: what operations on integers work in; set by who knows it */
};

/* To be freed. NULL: *error, to be freed, says "column N: ..." what is wrong, or is NULL if memory ran out. */
struct expression *expression_parse(const char *text, char **error);

/* Are there operations on integers in it? */
bool expression_has_integers(const struct expression *e);

/*
 * Its bounds at their precision, as function_enclose() has those of functions; what is -infinity and infinity, or a NaN
 * and a number, says that more precision is needed. Operations on integers are NaN of what is none.
 */
void expression_enclose(const struct expression *e, struct bounds *b, mpfr_srcptr x, mpfr_srcptr y);

/* The name of a function that a misspelt one may be meant for, or NULL. */
const char *function_near(const char *name, size_t length);

#endif
