/*
 * Bounds of expressions. Each node gets two bounds. The bounds of a function's result follow from the values at the
 * ends of its operands' bounds, and from the function's course (include/functions.def). A NaN and a number as bounds
 * mean that the node's value is unknown, and then also the value of each node that uses the node.
 */
#include "functions.h"

enum {
    MOST_ENDS = 4,          /* most ends to try: both ends of an operand, and two zeros between them */
    EXPONENTS = 1 << 18,    /* limit of MPFR's exponents here: the sine of a larger number would take forever */
    SLOPE = 2,              /* steepest slope of a COURSE_TURNING function */
    STEPS = 4,              /* a step of a COURSE_BROKEN function is higher than y over this */
};

static bool bounds_are_unknown(const struct bounds *b) { return !mpfr_nan_p(b->low) != !mpfr_nan_p(b->high); }
static bool bounds_are_nan(const struct bounds *b) { return mpfr_nan_p(b->low) && mpfr_nan_p(b->high); }
static bool bounds_are_point(const struct bounds *b)
{
    return bounds_are_nan(b) || (mpfr_equal_p(b->low, b->high) && !mpfr_signbit(b->low) == !mpfr_signbit(b->high));
}

static void set_unknown_bounds(struct bounds *b)
{
    mpfr_set_nan(b->low);
    mpfr_set_inf(b->high, 1);
}

static void set_nan_bounds(struct bounds *b)
{
    mpfr_set_nan(b->low);
    mpfr_set_nan(b->high);
}

/* Sets the bounds of a value that MPFR rounded towards zero into b->low. `inexact` is MPFR's ternary value. */
static void set_from_inner(struct bounds *b, int inexact)
{
    mpfr_set(b->high, b->low, MPFR_RNDN);
    if (!inexact)
        return;
    if (mpfr_signbit(b->low))
        mpfr_nextbelow(b->low);
    else
        mpfr_nextabove(b->high);
}

/* ---- Functions at a point ---- */

static void enclose_point(const struct function *f, mpfr_prec_t bits, mpfr_srcptr x, mpfr_srcptr y, struct bounds *b)
{
    mpfr_set_prec(b->low, bits);
    mpfr_set_prec(b->high, bits);
    if (!f->enclose) {
        set_from_inner(b, f->call2 ? f->call2(b->low, x, y, MPFR_RNDZ) : f->call(b->low, x, MPFR_RNDZ));
        return;
    }
    f->enclose(b, x);
    if (mpfr_equal_p(b->low, b->high) && mpfr_regular_p(b->low)) { /* the value lies between this number's neighbours */
        mpfr_nextbelow(b->low);
        mpfr_nextabove(b->high);
    }
}

/* ---- Functions between ends ---- */

/* The ends of an operand's bounds, with both zeros if the bounds have different signs. */
struct ends {
    mpfr_srcptr at[MOST_ENDS];
    unsigned count;
};

struct zeros {
    mpfr_t minus, plus;
};

static void find_bound_ends(const struct bounds *b, const struct zeros *z, struct ends *e)
{
    e->count = 0;
    e->at[e->count++] = b->low;
    if (bounds_are_point(b))
        return;
    if (mpfr_signbit(b->low) && !mpfr_signbit(b->high)) {
        e->at[e->count++] = z->minus;
        e->at[e->count++] = z->plus;
    }
    e->at[e->count++] = b->high;
}

/* Widens `b` to include `more`. Returns false if only one of the two is NaN. */
static bool widen_bounds(struct bounds *b, const struct bounds *more)
{
    if (bounds_are_nan(b) || bounds_are_nan(more))
        return bounds_are_nan(b) && bounds_are_nan(more);
    mpfr_min(b->low, b->low, more->low, MPFR_RNDD);
    mpfr_max(b->high, b->high, more->high, MPFR_RNDU);
    return true;
}

/* Sets *b to bounds of f at every combination of ends. Returns false if the result is unknown. */
static bool enclose_ends(const struct function *f, mpfr_prec_t bits, const struct ends *x, const struct ends *y,
                         struct bounds *b)
{
    struct bounds more;
    bool known = true;

    mpfr_inits2(bits, more.low, more.high, NULL);
    for (unsigned i = 0; known && i < x->count; i++)
        for (unsigned k = 0; known && k < y->count; k++) {
            struct bounds *at = i || k ? &more : b;

            enclose_point(f, bits, x->at[i], y->at[k], at);
            known = at == b || widen_bounds(b, &more);
        }
    mpfr_clears(more.low, more.high, NULL);
    return known;
}

/* Bounds a COURSE_TURNING function from its value at x->low and its steepest slope. */
static bool enclose_turning(const struct function *f, mpfr_prec_t bits, const struct bounds *x, struct bounds *b)
{
    mpfr_t reach;
    bool known;

    mpfr_init2(reach, bits);
    mpfr_sub(reach, x->high, x->low, MPFR_RNDU);
    mpfr_mul_ui(reach, reach, SLOPE, MPFR_RNDU);
    known = mpfr_number_p(reach);
    enclose_point(f, bits, x->low, x->low, b);
    mpfr_sub(b->low, b->low, reach, MPFR_RNDD);
    mpfr_add(b->high, b->high, reach, MPFR_RNDU);
    mpfr_clear(reach);
    return known && !bounds_are_nan(b);
}

/* Returns whether a rising COURSE_POLES function has no pole between x's bounds: the bounds are closer than two
 * poles, and the function rises from one to the other. */
static bool has_no_pole(const struct function *f, mpfr_prec_t bits, const struct bounds *x)
{
    struct bounds low, high;
    mpfr_t reach;
    bool none;

    mpfr_inits2(bits, low.low, low.high, high.low, high.high, reach, NULL);
    mpfr_sub(reach, x->high, x->low, MPFR_RNDU);
    enclose_point(f, bits, x->low, x->low, &low);
    enclose_point(f, bits, x->high, x->high, &high);
    none = mpfr_cmp_ui(reach, 1) < 0 && mpfr_lessequal_p(low.high, high.low);
    mpfr_clears(low.low, low.high, high.low, high.high, reach, NULL);
    return none;
}

/* Returns whether the bounds `b` are far enough apart for a step of a COURSE_BROKEN function. */
static bool has_step(const struct bounds *b, const struct bounds *y)
{
    mpfr_t spread, least;
    bool step;

    mpfr_inits2(mpfr_get_prec(b->low), spread, least, NULL);
    mpfr_sub(spread, b->high, b->low, MPFR_RNDU);
    mpfr_mul_ui(spread, spread, STEPS, MPFR_RNDU);
    mpfr_abs(least, mpfr_signbit(y->low) ? y->high : y->low, MPFR_RNDD);
    step = !mpfr_less_p(spread, least) || mpfr_signbit(y->low) != mpfr_signbit(y->high);
    mpfr_clears(spread, least, NULL);
    return step;
}

/* Returns whether an integer lies between the bounds. A power with a negative base (or -0) depends on whether the
 * exponent is an integer, and odd. */
static bool has_integer(const struct bounds *b)
{
    mpfr_t floor;
    bool has;

    mpfr_init2(floor, mpfr_get_prec(b->high));
    mpfr_floor(floor, b->high);
    has = !mpfr_less_p(floor, b->low);
    mpfr_clear(floor);
    return has;
}

static bool bounds_are_apart(const struct bounds *x, const struct bounds *y)
{
    return mpfr_less_p(x->high, y->low) || mpfr_less_p(y->high, x->low);
}

static bool enclose_function(const struct function *f, mpfr_prec_t bits, const struct bounds *x, const struct bounds *y,
                             const struct zeros *z, struct bounds *b)
{
    const bool points = bounds_are_point(x) && bounds_are_point(y);
    struct ends of_x, of_y;

    if (f->course == COURSE_TURNING && !points)
        return enclose_turning(f, bits, x, b);
    if (f->kernel == KERNEL_pow && !bounds_are_nan(x) && mpfr_signbit(x->low) && !bounds_are_point(y) && has_integer(y))
        return false;
    if (!points && ((f->course == COURSE_POLES && !has_no_pole(f, bits, x))
                    || (f->course == COURSE_APART && !bounds_are_nan(x) && !bounds_are_nan(y)
                        && !bounds_are_apart(x, y))))
        return false;
    find_bound_ends(x, z, &of_x);
    find_bound_ends(y, z, &of_y);
    if (f->operands == 1)
        of_y.count = 1;
    if (!enclose_ends(f, bits, &of_x, &of_y, b))
        return false;
    if (f->course == COURSE_BROKEN && !points && !bounds_are_nan(b) && has_step(b, y))
        return false;
    return true;
}

/* ---- Operations on integers ---- */

static bool get_integer(mpfr_srcptr value, int64_t *integer)
{
    enum { MOST_BITS = 62 };

    if (!mpfr_integer_p(value) || (mpfr_regular_p(value) && mpfr_get_exp(value) > MOST_BITS))
        return false;
    *integer = mpfr_get_sj(value, MPFR_RNDN);
    return true;
}

static void enclose_integer_operation(const struct function *f, const struct number_format *format,
                                      const struct bounds *x, const struct bounds *y, struct bounds *b)
{
    int64_t m, n = 0;

    if (!bounds_are_point(x) || (f->operands == 2 && !bounds_are_point(y))) {
        set_unknown_bounds(b);
    } else if (!get_integer(x->low, &m) || (f->operands == 2 && !get_integer(y->low, &n))) {
        set_nan_bounds(b);
    } else {
        m = integers_wrap(m, format->bits, format->is_signed);
        n = integers_wrap(n, format->bits, format->is_signed);
        mpfr_set_sj(b->low, integers_wrap(f->integers(m, n, format->bits), format->bits, format->is_signed), MPFR_RNDN);
        mpfr_set(b->high, b->low, MPFR_RNDN);
    }
}

/* ---- Nodes ---- */

static void enclose_call(const struct expression *e, const struct expression_node *node, const struct bounds *of,
                         const struct zeros *z, struct bounds *b)
{
    const struct bounds *x = &of[node->operand[0]], *y = &of[node->operand[node->call->operands - 1]];

    if (bounds_are_unknown(x) || bounds_are_unknown(y))
        set_unknown_bounds(b);
    else if (node->call->integers)
        enclose_integer_operation(node->call, e->format, x, y, b);
    else if (!enclose_function(node->call, mpfr_get_prec(b->low), x, y, z, b))
        set_unknown_bounds(b);
}

static void enclose_node(const struct expression *e, const struct expression_node *node, const struct bounds *of,
                         const struct zeros *z, mpfr_srcptr x, mpfr_srcptr y, struct bounds *b)
{
    switch (node->kind) {
    case EXPRESSION_X:
    case EXPRESSION_Y:
        set_from_inner(b, mpfr_set(b->low, node->kind == EXPRESSION_X ? x : y, MPFR_RNDZ));
        return;
    case EXPRESSION_PI:
        set_from_inner(b, mpfr_const_pi(b->low, MPFR_RNDZ));
        return;
    case EXPRESSION_CONSTANT:
        set_from_inner(b, mpfr_strtofr(b->low, node->number, NULL, 10, MPFR_RNDZ));
        return;
    case EXPRESSION_CALL:
        enclose_call(e, node, of, z, b);
        return;
    }
}

static void enclose_all(const struct expression *e, struct bounds *of, const struct zeros *z, mpfr_prec_t bits,
                        mpfr_srcptr x, mpfr_srcptr y)
{
    for (size_t i = 0; i < e->count; i++) {
        mpfr_inits2(bits, of[i].low, of[i].high, NULL);
        enclose_node(e, &e->nodes[i], of, z, x, y, &of[i]);
    }
}

void expression_enclose(const struct expression *e, struct bounds *b, mpfr_srcptr x, mpfr_srcptr y)
{
    const mpfr_exp_t least = mpfr_get_emin(), largest = mpfr_get_emax();
    const mpfr_prec_t bits = mpfr_get_prec(b->low);
    struct bounds of[EXPRESSION_MOST_NODES];
    struct zeros z;

    mpfr_set_emin(-EXPONENTS);
    mpfr_set_emax(EXPONENTS);
    mpfr_inits2(bits, z.minus, z.plus, NULL);
    mpfr_set_zero(z.minus, -1);
    mpfr_set_zero(z.plus, 1);
    enclose_all(e, of, &z, bits, x, y);
    mpfr_swap(b->low, of[e->count - 1].low);
    mpfr_swap(b->high, of[e->count - 1].high);
    for (size_t i = 0; i < e->count; i++)
        mpfr_clears(of[i].low, of[i].high, NULL);
    mpfr_clears(z.minus, z.plus, NULL);
    mpfr_set_emin(least);
    mpfr_set_emax(largest);
}
