/* The functions that kernels are measured against (include/functions.def). */
#ifndef SFP_NUMERICS_FUNCTIONS_H
#define SFP_NUMERICS_FUNCTIONS_H

#include <gmp.h>
#include <mpfr.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "number.h"

struct bounds;
struct expression;

/* What computes it in double precision (doubles/kernels.h): by its name, in their order. */
enum function_kernel {
    KERNEL_NONE,
#define FUNCTION(name, meaning, domain, course, how) KERNEL_##name,
#define FUNCTION2(name, meaning, domain, course, how) KERNEL_##name,
#define INTEGERS(name, meaning, domain, call) KERNEL_##name,
#define INTEGERS2(name, meaning, domain, call) KERNEL_##name,
#include "functions.def"
#undef FUNCTION
#undef FUNCTION2
#undef INTEGERS
#undef INTEGERS2
    KERNELS
};

/* How it goes on from one number to the next (include/functions.def). */
enum function_course { COURSE_NONE, COURSE_MONOTONE, COURSE_TURNING, COURSE_POLES, COURSE_BROKEN, COURSE_APART };

/* One of five ways to say what it is: the others are NULL. */
struct function {
    const char *name, *meaning, *domain; /* the latter two for people */
    unsigned operands;                   /* 1 or 2 */
    enum function_course course;         /* not of integers, nor of expressions */
    int (*call)(mpfr_ptr result, mpfr_srcptr x, mpfr_rnd_t rounding); /* rounds correctly, as MPFR's do */
    int (*call2)(mpfr_ptr result, mpfr_srcptr x, mpfr_srcptr y, mpfr_rnd_t rounding);
    void (*enclose)(struct bounds *b, mpfr_srcptr x);
    int64_t (*integers)(int64_t x, int64_t y, unsigned bits); /* of as many; of the result only so many matter */
    const struct expression *expression; /* below */
    enum function_kernel kernel;         /* or none */
};

/* The function of this name, or NULL; and all there are (NULL behind the last). */
const struct function *function_named(const char *name);
const struct function *function_at(size_t i);

/* NULL if its operands may have this format; or else what it takes, as in "... takes integers only". */
const char *function_refuses(const struct function *f, const struct number_format *in);

/* ---- Functions of one number or of two, between bounds ---- */

/*
 * f lies between `low` and `high`, or is one of them; or both are NaN. Or both are the same number between two
 * neighbours of so many bits, between which f lies too: it rounds as that number does, as long as a format's numbers,
 * and those half-way between two of them, have fewer bits.
 */
struct bounds {
    mpfr_t low, high;
};

/* f, which is no operation on integers, at the precision that both bounds have; afterwards they may have another. */
void function_enclose(const struct function *f, struct bounds *b, mpfr_srcptr x, mpfr_srcptr y);

/*
 * ---- Expressions ----
 *
 * References that users write (sfpsim-functions(7), Expressions): arithmetic of x and y, and the functions of
 * include/functions.def by their names.
 */

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

/*
 * The expression's value as an exact fraction, if all that it is made of are fractions. False: that is not known, as of
 * pi, of most roots, of infinities, and of fractions of more than some thousand digits.
 */
bool expression_fraction(const struct expression *e, mpq_ptr result, mpfr_srcptr x, mpfr_srcptr y);

/* The name of a function that a misspelt one may be meant for, or NULL. */
const char *function_near(const char *name, size_t length);

#endif
