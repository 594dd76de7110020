/* The functions that kernels are measured against (include/functions.def). */
#ifndef SFP_NUMERICS_FUNCTIONS_H
#define SFP_NUMERICS_FUNCTIONS_H

#include <mpfr.h>
#include <stdbool.h>
#include <stddef.h>

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
    const struct expression *expression; /* expression.h */
    enum function_kernel kernel;         /* or none */
};

/* The function of this name, or NULL; and all there are (NULL behind the last). */
const struct function *function_named(const char *name);
const struct function *function_at(size_t i);

/* NULL if its operands may have this format; or else what it takes, as in "... takes integers only". */
const char *function_refuses(const struct function *f, const struct number_format *in);

#endif
