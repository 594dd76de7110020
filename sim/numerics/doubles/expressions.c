/*
 * Bounds of expressions in double precision, as expression_enclose() computes them with MPFR. The bounds of a
 * function's result follow from the function's course (include/functions.def) and from its kernel's results at the ends
 * of the operands' bounds. Sums, products and quotients are bounded by adjacent doubles, or by one double if exact, so
 * that ties are recognized. MPFR must decide the rest: bounds with zeros of both signs, operands and results beyond the
 * kernels' range, poles, steps.
 */
#include "expressions.h"

#include <math.h>
#include <mpfr.h>
#include <string.h>

enum {
    MOST_DEPTH = 12, /* deepest stack of values */
    DOUBLE_BITS = 53,
};

static const double unknown_low = (double)NAN, unknown_high = (double)INFINITY;

/* Ranges of operands and results in which a kernel's error bound (kernels.h) holds. */
static const double least_operand = 0x1p-126, largest_operand = 0x1p300;
static const double least_result = 0x1p-130, largest_result = 0x1p140;
static const double from_end = 0x1p-20; /* distance from a domain's end within which kernels limit operands */

/* Range of products and quotients whose rounding error is a double. */
static const double least_product = 0x1p-900, largest_product = 0x1p900;

/* Adjacent doubles of a number other than 0. */
static inline double double_above(double x) { return double_of_signed_bits(signed_bits_of(x) + (x > 0 ? 1 : -1)); }
static inline double double_below(double x) { return double_of_signed_bits(signed_bits_of(x) - (x > 0 ? 1 : -1)); }

static inline bool is_regular(double x) { return fabs(x) > 0 && fabs(x) < (double)INFINITY; }
static inline bool ends_are_number(const struct ends *b, int i) { return b->low[i] == b->low[i]; }
static inline bool ends_are_nan(const struct ends *b, int i) { return b->high[i] != b->high[i]; }
static inline bool ends_are_point(const struct ends *b, int i)
{
    return ends_are_nan(b, i) || signed_bits_of(b->low[i]) == signed_bits_of(b->high[i]);
}

static inline bool has_one_sign(const struct ends *b, int i)
{
    return (signed_bits_of(b->low[i]) < 0) == (signed_bits_of(b->high[i]) < 0);
}

static inline void set_ends(struct ends *b, int i, double low, double high)
{
    b->low[i] = low;
    b->high[i] = high;
}

static inline void set_unknown_ends(struct ends *b, int i) { set_ends(b, i, unknown_low, unknown_high); }

static bool all_points(const struct ends *b)
{
    int64_t others = 0;

    EACH
        others |= !ends_are_point(b, i);
    return !others;
}

/* ---- Sums, products and quotients of two numbers ---- */

/* Sets bounds around r by the sign of r's rounding error. */
static inline void set_by_error(struct ends *b, int i, double r, double error)
{
    set_ends(b, i, error < 0 ? double_below(r) : r, error > 0 ? double_above(r) : r);
}

/* Bounds sums. The error is exact (D. Knuth's TwoSum), except for infinite sums. */
static void bound_sums(const double *x, const double *y, struct ends *b)
{
    EACH {
        const double r = x[i] + y[i], part = r - x[i], error = (x[i] - (r - part)) + (y[i] - part);
        const bool finite = fabs(x[i]) < (double)INFINITY && fabs(y[i]) < (double)INFINITY;

        if (!finite)
            set_ends(b, i, r, r);
        else if (fabs(r) < (double)INFINITY && error == error)
            set_by_error(b, i, r, error);
        else
            set_unknown_ends(b, i);
    }
}

static inline bool is_product(double r) { return fabs(r) >= least_product && fabs(r) <= largest_product; }

static void bound_products(const double *x, const double *y, struct ends *b)
{
    EACH {
        const double r = x[i] * y[i];

        if (!is_regular(x[i]) || !is_regular(y[i]))
            set_ends(b, i, r, r);
        else if (is_product(r))
            set_by_error(b, i, r, fma(x[i], y[i], -r));
        else
            set_unknown_ends(b, i);
    }
}

/* Bounds quotients. The remainder of x has the sign of y times the error. */
static void bound_quotients(const double *x, const double *y, struct ends *b)
{
    EACH {
        const double r = x[i] / y[i], left = fma(-r, y[i], x[i]);

        if (!is_regular(x[i]) || !is_regular(y[i]))
            set_ends(b, i, r, r);
        else if (is_product(r) && is_product(x[i]))
            set_by_error(b, i, r, y[i] < 0 ? -left : left);
        else
            set_unknown_ends(b, i);
    }
}

static void bound_differences(const double *x, const double *y, struct ends *b)
{
    double minus[DOUBLES_MOST];

    EACH
        minus[i] = -y[i];
    bound_sums(x, minus, b);
}

static void bound_reversed_differences(const double *x, const double *y, struct ends *b) { bound_differences(y, x, b); }

/* ---- Functions of numbers ---- */

typedef void operation(const double *x, const double *y, struct ends *b);

/* A function's implementation: an operation above, or otherwise its kernel. */
struct work {
    const struct function *f;
    operation *own;
    const struct kernel *kernel;
};

static operation *own_of(enum function_kernel kernel)
{
    switch (kernel) {
    case KERNEL_add: return bound_sums;
    case KERNEL_sub: return bound_differences;
    case KERNEL_rsub: return bound_reversed_differences;
    case KERNEL_mul: return bound_products;
    case KERNEL_div: return bound_quotients;
    default: return NULL;
    }
}

static inline bool is_kernel_operand(double x)
{
    return !is_regular(x) || (fabs(x) >= least_operand && fabs(x) <= largest_operand);
}

static inline bool is_near_end(double x, const struct kernel *k)
{
    const double least = k->low == 0 ? least_operand : k->low + from_end;

    return x < least || x > k->high - from_end || fabs(x) == (double)INFINITY;
}

/*
 * Sets bounds at the margin around r, rounded outwards. Beyond the range of trusted results f may be further away,
 * since kernels limit their operands, but f is never closer to 1 than r.
 */
static inline void set_around(struct ends *b, int i, double r, double margin)
{
    const double reach = fabs(r) * margin, size = fabs(r);
    const double least = size < least_result ? 0 : size - reach;
    const double most = size > largest_result ? (double)INFINITY : size + reach;

    if (size == 0 || size == (double)INFINITY)
        set_unknown_ends(b, i);
    else
        set_ends(b, i, r < 0 ? -most : least, r < 0 ? -least : most);
}

static double margin_of(const struct kernel *k) { return (double)k->margin * 0x1p-53 + 0x1p-51; }

static void trust_margin(const struct kernel *k, const double *x, const double *r, struct ends *b)
{
    const double margin = margin_of(k);

    EACH {
        if (!(x[i] >= k->low && x[i] <= k->high)) /* or NaN */
            set_ends(b, i, (double)NAN, (double)NAN);
        else if (x[i] == 0 && r[i] == 0) /* at x = 0 a function's result is 0 only if f is 0 */
            set_ends(b, i, r[i], r[i]);
        else if (is_near_end(x[i], k) || !is_kernel_operand(x[i]))
            set_unknown_ends(b, i);
        else
            set_around(b, i, r[i], margin);
    }
}

static void trust_special(const struct kernel *k, const double *x, const double *y, const double *r, struct ends *b)
{
    const double margin = margin_of(k);

    EACH {
        if (!is_kernel_operand(x[i]) || !is_kernel_operand(y[i]))
            set_unknown_ends(b, i);
        else if (!is_regular(r[i]))
            set_ends(b, i, r[i], r[i]);
        else
            set_around(b, i, r[i], margin);
    }
}

static void bound_at_numbers(const struct work *w, const double *x, const double *y, struct ends *b)
{
    double r[DOUBLES_MOST];

    if (w->own) {
        w->own(x, y, b);
        return;
    }
    if (w->kernel->two)
        w->kernel->two(x, y, r);
    else
        w->kernel->one(x, r);
    if (w->kernel->trust == TRUST_MARGIN)
        trust_margin(w->kernel, x, r, b);
    else if (w->kernel->trust == TRUST_SPECIAL)
        trust_special(w->kernel, x, y, r, b);
    else
        EACH
            set_ends(b, i, r[i], r[i]);
}

/* ---- Functions between bounds ---- */

/* The lower and the higher of two numbers. -0 is lower than +0. */
static inline double lower_double(double x, double y) { return x < y || (x == y && signed_bits_of(x) < 0) ? x : y; }
static inline double higher_double(double x, double y) { return x > y || (x == y && signed_bits_of(y) < 0) ? x : y; }

/* Widens `b` to include `more`. */
static void widen_ends(struct ends *b, const struct ends *more)
{
    EACH {
        if (ends_are_nan(b, i) && ends_are_nan(more, i))
            continue;
        if (ends_are_number(b, i) && ends_are_number(more, i))
            set_ends(b, i, lower_double(b->low[i], more->low[i]), higher_double(b->high[i], more->high[i]));
        else
            set_unknown_ends(b, i);
    }
}

/* Bounds a function with slope 2 or less from its bounds at x->low. */
static void bound_turning(const struct ends *x, struct ends *b)
{
    static const double slope = 2, up = 1 + 0x1p-50, rounding = 0x1p-51;

    EACH {
        const double reach = (x->high[i] - x->low[i]) * slope * up;

        if (ends_are_point(x, i))
            continue;
        if (ends_are_number(b, i) && reach < (double)INFINITY)
            set_ends(b, i, b->low[i] - reach - fabs(b->low[i]) * rounding,
                     b->high[i] + reach + fabs(b->high[i]) * rounding);
        else
            set_unknown_ends(b, i);
    }
}

/* Returns whether f's course continues through zero operands, as sums do, and functions that return one operand. */
static bool crosses_zero(const struct function *f)
{
    return f->kernel == KERNEL_add || f->kernel == KERNEL_sub || f->kernel == KERNEL_rsub || f->kernel == KERNEL_max
        || f->kernel == KERNEL_min || f->kernel == KERNEL_neg;
}

/* Drops bounds if an operand is not a point, unless f is monotone between the operand's bounds. */
static void drop_unmonotone_bounds(const struct function *f, const struct ends *x, const struct ends *y, struct ends *b)
{
    const bool through = crosses_zero(f), goes_on = f->course == COURSE_MONOTONE;

    EACH {
        const bool points = ends_are_point(x, i) && ends_are_point(y, i);
        const bool numbers = ends_are_number(x, i) && ends_are_number(y, i);
        const bool signs = through || (has_one_sign(x, i) && has_one_sign(y, i));

        if (!points && !(numbers && goes_on && signs))
            set_unknown_ends(b, i);
    }
}

/* Drops bounds of powers with a negative base (or -0) if an integer exponent lies between the exponent's bounds,
 * since the result depends on whether the exponent is odd. Kernels recognize integers below 2^51. */
static void drop_power_bounds(const struct ends *x, const struct ends *y, struct ends *b)
{
    static const double most = 0x1p51;

    EACH {
        const bool is_far = !(fabs(y->low[i]) < most && fabs(y->high[i]) < most);

        if (signed_bits_of(x->low[i]) < 0 && (is_far || (!ends_are_point(y, i) && floor(y->high[i]) >= y->low[i])))
            set_unknown_ends(b, i);
    }
}

/* Returns whether f may be constant on a part of the operands' bounds. */
static inline bool may_be_level(enum function_kernel kernel, const struct ends *x, const struct ends *y, int i)
{
    static const double most_relu6 = 6;

    if (kernel == KERNEL_max || kernel == KERNEL_min)
        return x->low[i] < y->high[i] && y->low[i] < x->high[i];
    if (kernel == KERNEL_relu6)
        return x->low[i] < most_relu6 && x->high[i] > most_relu6;
    if (kernel == KERNEL_pow || kernel == KERNEL_atan2)
        return !is_regular(x->low[i]) || !is_regular(x->high[i]) || !is_regular(y->low[i]) || !is_regular(y->high[i]);
    return kernel == KERNEL_sign || (kernel >= KERNEL_eq && kernel <= KERNEL_ge);
}

/* Drops bounds of a function that may be constant, since f may then equal an end of its bounds. Other functions lie
 * strictly within their bounds, as their operands do, which proves that f is not 0 (expectation_between(), fill.c). */
static void drop_level_bounds(const struct function *f, const struct ends *x, const struct ends *y, struct ends *b)
{
    EACH
        if (!(ends_are_point(x, i) && ends_are_point(y, i)) && !ends_are_point(b, i)
            && may_be_level(f->kernel, x, y, i))
            set_unknown_ends(b, i);
}

/* Bounds a function between its operands' bounds. For one operand, y is x. */
static void bound_between_ends(const struct work *w, const struct ends *x, const struct ends *y, struct ends *b)
{
    const bool of_one = w->f->operands == 1, x_points = all_points(x), y_points = of_one || all_points(y);
    struct ends more;

    bound_at_numbers(w, x->low, y->low, b);
    if (w->f->course == COURSE_TURNING) {
        bound_turning(x, b);
        return;
    }
    for (unsigned corner = 1; corner < 4; corner++) {
        const bool x_high = corner & 1, y_high = of_one ? x_high : corner >> 1;

        if ((x_high && x_points) || (!of_one && y_high && y_points) || (of_one && corner > 1))
            continue;
        bound_at_numbers(w, x_high ? x->high : x->low, y_high ? y->high : y->low, &more);
        widen_ends(b, &more);
    }
    drop_unmonotone_bounds(w->f, x, y, b);
    if (w->f->kernel == KERNEL_pow)
        drop_power_bounds(x, y, b);
    if (!x_points || !y_points)
        drop_level_bounds(w->f, x, y, b);
}

/* ---- Operations on integers ---- */

static bool is_integral_double(double x) { return fabs(x) < 0x1p53 && x == trunc(x); }

static void bound_integer_operation(const struct function *f, const struct number_format *format, const struct ends *x,
                                    const struct ends *y, struct ends *b)
{
    EACH {
        const bool numbers = ends_are_number(x, i) && ends_are_number(y, i);
        int64_t m, n;

        if (!numbers || !ends_are_point(x, i) || !ends_are_point(y, i) || !is_integral_double(x->low[i])
            || !is_integral_double(y->low[i])) {
            set_unknown_ends(b, i);
        } else {
            m = integers_wrap((int64_t)x->low[i], format->bits, format->is_signed);
            n = integers_wrap((int64_t)y->low[i], format->bits, format->is_signed);
            b->low[i] = (double)integers_wrap(f->integers(m, n, format->bits), format->bits, format->is_signed);
            b->high[i] = b->low[i];
        }
    }
}

/* ---- Nodes ---- */

static void set_all_ends(struct ends *b, double low, double high)
{
    EACH
        set_ends(b, i, low, high);
}

static void set_constant_ends(struct ends *b, const char *number)
{
    mpfr_t value;
    double low, high;

    mpfr_init2(value, DOUBLE_BITS);
    mpfr_strtofr(value, number, NULL, 10, MPFR_RNDD);
    low = mpfr_get_d(value, MPFR_RNDD);
    mpfr_strtofr(value, number, NULL, 10, MPFR_RNDU);
    high = mpfr_get_d(value, MPFR_RNDU);
    mpfr_clear(value);
    set_all_ends(b, low, high);
}

static void set_point_ends(struct ends *b, const double *x)
{
    memcpy(b->low, x, sizeof b->low);
    memcpy(b->high, x, sizeof b->high);
}

static void bound_call(const struct expression *e, const struct function *f, const struct ends *x, const struct ends *y,
                       struct ends *b)
{
    const struct work w = {f, own_of(f->kernel), LEVELLED(kernel_of)(f->kernel, DOUBLE_BITS)};

    if (f->integers)
        bound_integer_operation(f, e->format, x, y, b);
    else if (f->course == COURSE_BROKEN || (!w.own && !w.kernel))
        set_all_ends(b, unknown_low, unknown_high);
    else
        bound_between_ends(&w, x, y, b);
}

/* Evaluates a node and returns the stack's new top. The operands are the stack's top values, because nodes come
 * after their operands; the result replaces the operands. */
static struct ends *evaluate_node(const struct expression *e, const struct expression_node *n, const double *x,
                                  const double *y, struct ends *top)
{
    struct ends b;

    switch (n->kind) {
    case EXPRESSION_X:
        set_point_ends(top, x);
        return top + 1;
    case EXPRESSION_Y:
        set_point_ends(top, y);
        return top + 1;
    case EXPRESSION_PI:
        set_all_ends(top, M_PI, double_above(M_PI)); /* M_PI is below pi: rounding to nearest went down */
        return top + 1;
    case EXPRESSION_CONSTANT:
        set_constant_ends(top, n->number);
        return top + 1;
    case EXPRESSION_CALL:
        top -= n->call->operands;
        bound_call(e, n->call, top, top + n->call->operands - 1, &b);
        *top = b;
        return top + 1;
    }
    return top;
}

static bool is_deep(const struct expression *e)
{
    unsigned depth = 0;
    bool deep = false;

    for (size_t i = 0; i < e->count; i++) {
        depth += e->nodes[i].kind == EXPRESSION_CALL ? 1 - e->nodes[i].call->operands : 1;
        deep |= depth > MOST_DEPTH;
    }
    return deep;
}

bool LEVELLED(expression_ends)(const struct expression *e, const double *x, const double *y, struct ends *result)
{
    struct ends waiting[MOST_DEPTH], *top = waiting;

    if (is_deep(e))
        return false;
    for (size_t i = 0; i < e->count; i++)
        top = evaluate_node(e, &e->nodes[i], x, y, top);
    *result = waiting[0];
    return true;
}
