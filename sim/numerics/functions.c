/* The functions that kernels are measured against (include/functions.def). */
#include "functions.h"

#include <string.h>

#include "bounds.h"
#include "expression.h"
#include "integers.h"

#define ROW(function, what, where, count) \
    .name = #function, .kernel = KERNEL_##function, .meaning = what, .domain = where, .operands = count
#define FUNCTION(function, what, where, way, how) {ROW(function, what, where, 1), .course = COURSE_##way, how},
#define FUNCTION2(function, what, where, way, how) {ROW(function, what, where, 2), .course = COURSE_##way, how},
#define INTEGERS(function, what, where, how) {ROW(function, what, where, 1), .integers = integers_##how},
#define INTEGERS2(function, what, where, how) {ROW(function, what, where, 2), .integers = integers_##how},
#define MPFR(function) .call = function
#define MPFR2(function) .call2 = function
#define OWN(function) .enclose = enclose_##function

static const struct function functions[] = {
#include "functions.def"
};

const struct function *function_at(size_t i)
{
    return i < sizeof functions / sizeof functions[0] ? &functions[i] : NULL;
}

const struct function *function_named(const char *name)
{
    for (size_t i = 0; function_at(i); i++)
        if (strcmp(functions[i].name, name) == 0)
            return &functions[i];
    return NULL;
}

const char *function_refuses(const struct function *f, const struct number_format *in)
{
    const bool takes_integers = f->expression ? expression_has_integers(f->expression) : f->integers != NULL;

    return takes_integers && in->mantissa_bits ? "integers only" : NULL;
}
