/* Functions of a number, enclosed. */
#ifndef SFP_NUMERICS_BOUNDS_H
#define SFP_NUMERICS_BOUNDS_H

#include <mpfr.h>
#include <stddef.h>

/* low <= f(x) <= high, equal if it is one of the numbers of that precision; or both are NaN. */
struct bounds {
    mpfr_t low, high;
};

struct function {
    const char *name, *domain;
    int (*call)(mpfr_ptr result, mpfr_srcptr x, mpfr_rnd_t rounding); /* rounds correctly; or NULL, and then */
    void (*enclose)(struct bounds *b, mpfr_srcptr x);
};

/* The function of this name, or NULL; and all there are (NULL behind the last). */
const struct function *function_named(const char *name);
const struct function *function_at(size_t i);

/* f(x), at the precision that `low` has, and `high` too. */
void function_enclose(const struct function *f, struct bounds *b, mpfr_srcptr x);

#endif
