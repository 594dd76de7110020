/* The reference functions for kernels (include/functions.def). */
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

/* A function's kernel in double precision (doubles/kernels.h), in the order in which functions.def lists the
 * functions. */
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

/* The course of a function between neighbouring numbers (explained in include/functions.def). */
enum function_course { COURSE_NONE, COURSE_MONOTONE, COURSE_TURNING, COURSE_POLES, COURSE_BROKEN, COURSE_APART };

/* A reference function. Exactly one member of `call`, `call2`, `enclose`, `integers` and `expression` defines the
 * function; the other four are NULL. */
struct function {
    const char *name, *meaning, *domain; /* meaning, domain: texts for people */
    unsigned operands;                   /* number of operands, 1 or 2 */
    enum function_course course;         /* COURSE_NONE for integers and expressions */
    int (*call)(mpfr_ptr result, mpfr_srcptr x, mpfr_rnd_t rounding); /* function that computes the correctly rounded
                                                                       * result, like MPFR's functions */
    int (*call2)(mpfr_ptr result, mpfr_srcptr x, mpfr_srcptr y, mpfr_rnd_t rounding);
    void (*enclose)(struct bounds *b, mpfr_srcptr x);
    int64_t (*integers)(int64_t x, int64_t y, unsigned bits); /* function on integers: the low `bits` bits count, in
                                                               * operands and result */
    const struct expression *expression; /* expression of the user, or NULL */
    enum function_kernel kernel;         /* KERNEL_NONE without a kernel */
};

/* function_named() returns the function with this name, or NULL. function_at() returns the table's i-th function, or
 * NULL after the last function. */
const struct function *function_named(const char *name);
const struct function *function_at(size_t i);

/* Returns NULL if f takes operands in the format `in`; otherwise what f takes, for "... takes integers only". */
const char *function_refuses(const struct function *f, const struct number_format *in);

/* ---- Functions of one or two numbers, between bounds ---- */

/*
 * Two bounds of a value f: low <= f <= high, or both bounds are NaN, as f is.
 *
 * Exception: if low and high are one number, f may differ from this number as long as both lie between the same two
 * neighbouring numbers of fewer bits. Then f rounds to a format as this number does, if the format's numbers and their
 * midpoints have fewer bits.
 */
struct bounds {
    mpfr_t low, high;
};

/* Sets *b to f's bounds, at the precision of b->low and b->high, which may change. f must not be an integer
 * operation. */
void function_enclose(const struct function *f, struct bounds *b, mpfr_srcptr x, mpfr_srcptr y);

/*
 * ---- Expressions ----
 *
 * Reference functions that users write (sfpsim-functions(7), Expressions): arithmetic on x and y, with the functions
 * that include/functions.def names.
 */

enum {
    EXPRESSION_MOST_BYTES = 1024,
    EXPRESSION_MOST_NODES = 256,
    EXPRESSION_MOST_DEPTH = 64, /* most levels of nested parentheses and operators */
    EXPRESSION_NUMBER = 48,     /* most bytes of a number's text, with the final NUL */
};

enum expression_kind { EXPRESSION_X, EXPRESSION_Y, EXPRESSION_PI, EXPRESSION_CONSTANT, EXPRESSION_CALL };

/* A node of an expression's tree. A node's operands stand earlier in the array. */
struct expression_node {
    enum expression_kind kind;
    char number[EXPRESSION_NUMBER]; /* a constant's text, which MPFR reads */
    const struct function *call;    /* function called, from function_at() */
    uint16_t operand[2];            /* indices of the operands' nodes; call->operands entries are used */
};

struct expression {
    struct function function; /* function for other modules, named `text` */
    char text[EXPRESSION_MOST_BYTES];
    size_t count;
    struct expression_node nodes[EXPRESSION_MOST_NODES]; /* the last node is the root */
    const struct number_format *format; /* the format of x and y, in which integer operations work; set by the caller */
};

/* Parses an expression. The caller frees the result. On failure, returns NULL and sets *error to "column N: ...",
 * which the caller frees, or to NULL if memory ran out. */
struct expression *expression_parse(const char *text, char **error);

/* Returns whether the expression has integer operations. */
bool expression_has_integers(const struct expression *e);

/*
 * Sets *b to the expression's bounds, like function_enclose(). If the bounds are -infinity and infinity, or a NaN and a
 * number, the caller must try more precision. An integer operation on a number that is not an integer gives NaN.
 */
void expression_enclose(const struct expression *e, struct bounds *b, mpfr_srcptr x, mpfr_srcptr y);

/*
 * Sets `result` to the expression's exact value. Returns false if the value is not known as a fraction: pi, most roots,
 * infinities, and fractions with more than a few thousand digits.
 */
bool expression_fraction(const struct expression *e, mpq_ptr result, mpfr_srcptr x, mpfr_srcptr y);

/* Returns the function name that a misspelt name probably means, or NULL. */
const char *function_near(const char *name, size_t length);

#endif
