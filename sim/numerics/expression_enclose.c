/*
 * Expressions between bounds. Each node lies between two numbers; what a function makes of all that lies between its
 * operands' follows from its course (include/functions.def), and from the ends. NaN and a number as bounds: nothing is
 * known of the node, nor then of what is made of it.
 */
#include "functions.h"

enum {
    MOST_ENDS = 4,          /* both ends of an operand, and zeros between them */
    EXPONENTS = 1 << 18,    /* of MPFR here: sines of what is larger would take forever */
    SLOPE = 2,              /* of COURSE_TURNING, at most */
    STEPS = 4,              /* those of COURSE_BROKEN are more than 1/4 of y */
};

static bool is_unknown(const struct bounds *b) { return !mpfr_nan_p(b->low) != !mpfr_nan_p(b->high); }
static bool is_nan(const struct bounds *b) { return mpfr_nan_p(b->low) && mpfr_nan_p(b->high); }
static bool is_point(const struct bounds *b)
{
    return is_nan(b) || (mpfr_equal_p(b->low, b->high) && !mpfr_signbit(b->low) == !mpfr_signbit(b->high));
}

static void set_unknown(struct bounds *b)
{
    mpfr_set_nan(b->low);
    mpfr_set_inf(b->high, 1);
}

static void set_nan(struct bounds *b)
{
    mpfr_set_nan(b->low);
    mpfr_set_nan(b->high);
}

/* From b->low, which was rounded to zero, exactly or not. */
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

static void at_point(const struct function *f, mpfr_prec_t bits, mpfr_srcptr x, mpfr_srcptr y, struct bounds *b)
{
    mpfr_set_prec(b->low, bits);
    mpfr_set_prec(b->high, bits);
    if (!f->enclose) {
        set_from_inner(b, f->call2 ? f->call2(b->low, x, y, MPFR_RNDZ) : f->call(b->low, x, MPFR_RNDZ));
        return;
    }
    f->enclose(b, x);
    if (mpfr_equal_p(b->low, b->high) && mpfr_regular_p(b->low)) { /* between the neighbours of that */
        mpfr_nextbelow(b->low);
        mpfr_nextabove(b->high);
    }
}

/* ---- Functions between ends ---- */

/* Ends of an operand, and zeros of both signs where it may have either. */
struct ends {
    mpfr_srcptr at[MOST_ENDS];
    unsigned count;
};

struct zeros {
    mpfr_t minus, plus;
};

static void find_ends(const struct bounds *b, const struct zeros *z, struct ends *e)
{
    e->count = 0;
    e->at[e->count++] = b->low;
    if (is_point(b))
        return;
    if (mpfr_signbit(b->low) && !mpfr_signbit(b->high)) {
        e->at[e->count++] = z->minus;
        e->at[e->count++] = z->plus;
    }
    e->at[e->count++] = b->high;
}

/* Has `b` reach to `more`. False: one of them is NaN, and the other is not. */
static bool widen(struct bounds *b, const struct bounds *more)
{
    if (is_nan(b) || is_nan(more))
        return is_nan(b) && is_nan(more);
    mpfr_min(b->low, b->low, more->low, MPFR_RNDD);
    mpfr_max(b->high, b->high, more->high, MPFR_RNDU);
    return true;
}

/* What all ends give. */
static bool hull(const struct function *f, mpfr_prec_t bits, const struct ends *x, const struct ends *y,
                 struct bounds *b)
{
    struct bounds more;
    bool known = true;

    mpfr_inits2(bits, more.low, more.high, NULL);
    for (unsigned i = 0; known && i < x->count; i++)
        for (unsigned k = 0; known && k < y->count; k++) {
            struct bounds *at = i || k ? &more : b;

            at_point(f, bits, x->at[i], y->at[k], at);
            known = at == b || widen(b, &more);
        }
    mpfr_clears(more.low, more.high, NULL);
    return known;
}

/* From one of x on the function goes as far as its slope. */
static bool turn(const struct function *f, mpfr_prec_t bits, const struct bounds *x, struct bounds *b)
{
    mpfr_t reach;
    bool known;

    mpfr_init2(reach, bits);
    mpfr_sub(reach, x->high, x->low, MPFR_RNDU);
    mpfr_mul_ui(reach, reach, SLOPE, MPFR_RNDU);
    known = mpfr_number_p(reach);
    at_point(f, bits, x->low, x->low, b);
    mpfr_sub(b->low, b->low, reach, MPFR_RNDD);
    mpfr_add(b->high, b->high, reach, MPFR_RNDU);
    mpfr_clear(reach);
    return known && !is_nan(b);
}

/* Does x reach less far than from pole to pole, and has it none between its ends? The function rises. */
static bool has_no_pole(const struct function *f, mpfr_prec_t bits, const struct bounds *x)
{
    struct bounds low, high;
    mpfr_t reach;
    bool none;

    mpfr_inits2(bits, low.low, low.high, high.low, high.high, reach, NULL);
    mpfr_sub(reach, x->high, x->low, MPFR_RNDU);
    at_point(f, bits, x->low, x->low, &low);
    at_point(f, bits, x->high, x->high, &high);
    none = mpfr_cmp_ui(reach, 1) < 0 && mpfr_lessequal_p(low.high, high.low);
    mpfr_clears(low.low, low.high, high.low, high.high, reach, NULL);
    return none;
}

/* Is there room for a step of the function between its bounds? */
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

/* Powers of what has a sign, as -0 has, depend on which numbers are integers, and odd. */
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

static bool are_apart(const struct bounds *x, const struct bounds *y)
{
    return mpfr_less_p(x->high, y->low) || mpfr_less_p(y->high, x->low);
}

static bool goes_on(const struct function *f, mpfr_prec_t bits, const struct bounds *x, const struct bounds *y,
                    const struct zeros *z, struct bounds *b)
{
    const bool points = is_point(x) && is_point(y);
    struct ends of_x, of_y;

    if (f->course == COURSE_TURNING && !points)
        return turn(f, bits, x, b);
    if (f->kernel == KERNEL_pow && !is_nan(x) && mpfr_signbit(x->low) && !is_point(y) && has_integer(y))
        return false;
    if (!points && ((f->course == COURSE_POLES && !has_no_pole(f, bits, x))
                    || (f->course == COURSE_APART && !is_nan(x) && !is_nan(y) && !are_apart(x, y))))
        return false;
    find_ends(x, z, &of_x);
    find_ends(y, z, &of_y);
    if (f->operands == 1)
        of_y.count = 1;
    if (!hull(f, bits, &of_x, &of_y, b))
        return false;
    if (f->course == COURSE_BROKEN && !points && !is_nan(b) && has_step(b, y))
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

static void operate(const struct function *f, const struct number_format *format, const struct bounds *x,
                    const struct bounds *y, struct bounds *b)
{
    int64_t m, n = 0;

    if (!is_point(x) || (f->operands == 2 && !is_point(y))) {
        set_unknown(b);
    } else if (!get_integer(x->low, &m) || (f->operands == 2 && !get_integer(y->low, &n))) {
        set_nan(b);
    } else {
        m = integers_wrap(m, format->bits, format->is_signed);
        n = integers_wrap(n, format->bits, format->is_signed);
        mpfr_set_sj(b->low, integers_wrap(f->integers(m, n, format->bits), format->bits, format->is_signed), MPFR_RNDN);
        mpfr_set(b->high, b->low, MPFR_RNDN);
    }
}

/* ---- Nodes ---- */

static void call(const struct expression *e, const struct expression_node *node, const struct bounds *of,
                 const struct zeros *z, struct bounds *b)
{
    const struct bounds *x = &of[node->operand[0]], *y = &of[node->operand[node->call->operands - 1]];

    if (is_unknown(x) || is_unknown(y))
        set_unknown(b);
    else if (node->call->integers)
        operate(node->call, e->format, x, y, b);
    else if (!goes_on(node->call, mpfr_get_prec(b->low), x, y, z, b))
        set_unknown(b);
}

static void enclose(const struct expression *e, const struct expression_node *node, const struct bounds *of,
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
        call(e, node, of, z, b);
        return;
    }
}

static void enclose_all(const struct expression *e, struct bounds *of, const struct zeros *z, mpfr_prec_t bits,
                        mpfr_srcptr x, mpfr_srcptr y)
{
    for (size_t i = 0; i < e->count; i++) {
        mpfr_inits2(bits, of[i].low, of[i].high, NULL);
        enclose(e, &e->nodes[i], of, z, x, y, &of[i]);
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
