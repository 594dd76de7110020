/*
 * The recording that sfpi's headers leave of a kernel: which builtin each operator and function calls, with which
 * arguments. By tenstorrent/sfpi: include/sfpi.h, sfpi_lib.h and sfpi_classes.h of release 7.38 and of 22 August 2026.
 */
#include "sfpi_kernel.h"

#include <stdlib.h>

enum {
    WHOLE_FLOAT = 0xFFFFFFE0, WHOLE_INTEGER = 0x1F, /* modes of sfpxloadi */
    FLOATS_IN_DST = 0, INTEGERS_IN_DST = 4, SIGN_MAGNITUDE_IN_DST = 12,
    NOINC_WORMHOLE = 3, NOINC_BLACKHOLE = 7,
    CELL_ROWS = 2,
    INCRWC_OF_A_CELL = 0x38008000,
    SIGN_KEPT = 4, TO_BF16 = 1, TO_INT16 = 7, ADD_EXPONENT = 1, OF_FLOAT = 1, WITHOUT_HIDDEN_BIT = 1,
    NEGATE = 1, SHIFT_OF_ITS_OWN = 2,
};

struct writing {
    const struct sfpi_kernel *kernel;
    enum sfpi_headers headers;
    struct text *text;
    int values[SFPI_VARIABLES]; /* what each variable is by now */
    int next_value, next_condition;
};

static bool is_old(const struct writing *w)
{
    return w->headers == SFPI_HEADERS_7_38;
}

static bool is_wormhole(const struct writing *w)
{
    return w->kernel->arch == SFP_WH;
}

#define LINE(w, ...) text_print((w)->text, __VA_ARGS__)
#define VALUE(w, ...) (LINE(w, "v%d = ", (w)->next_value), LINE(w, __VA_ARGS__), (w)->next_value++)

/* ---- Dst ---- */

static unsigned no_increment(const struct writing *w)
{
    return is_wormhole(w) ? NOINC_WORMHOLE : NOINC_BLACKHOLE;
}

/* Headers of 7.38 load integers as sign and magnitude, and store them so on Wormhole. */
static unsigned format_of(const struct writing *w, unsigned type, bool stores)
{
    if (type == SFPI_FLOAT)
        return FLOATS_IN_DST;
    return is_old(w) && (is_wormhole(w) || !stores) ? SIGN_MAGNITUDE_IN_DST : INTEGERS_IN_DST;
}

static int write_load(struct writing *w, const struct sfpi_expression *e)
{
    return VALUE(w, "sfpload 0x%x 0x%x 0x%x\n", CELL_ROWS * e->number, format_of(w, e->type, false), no_increment(w));
}

/* ---- Numbers and integers ---- */

static int write_number(struct writing *w, unsigned type, uint32_t bits)
{
    return VALUE(w, "sfpxloadi 0x%x 0x%x\n", bits, type == SFPI_FLOAT ? WHOLE_FLOAT : WHOLE_INTEGER);
}

/* a + b, or b - a. */
static int write_integer_sum(struct writing *w, int a, int b, bool subtracts)
{
    if (is_old(w))
        return VALUE(w, "sfpxiadd_v v%d v%d 0x%x\n", a, b, subtracts ? 0x18 : 0x8);
    return VALUE(w, "sfpiadd_v v%d v%d 0x%x\n", a, b, subtracts ? 6 : 4);
}

static int write_sum_with_number(struct writing *w, int a, uint32_t number, bool subtracts)
{
    if (is_old(w))
        return VALUE(w, "sfpxiadd_i v%d 0x%x 0x%x\n", a, number, subtracts ? 0x18 : 0x8);
    return VALUE(w, "sfpiadd_i v%d 0x%x 0x4\n", a, subtracts ? -number : number);
}

static const char *logic_of(unsigned operation)
{
    return operation == SFPI_AND ? "sfpand" : operation == SFPI_OR ? "sfpor" : "sfpxor";
}

/* ---- Expressions ---- */

static int write_negation(struct writing *w, int a)
{
    return VALUE(w, "sfpmov v%d 0x%x\n", a, NEGATE);
}

/* Of values a, b and c. */
static int write_float(struct writing *w, const struct sfpi_expression *e, int a, int b, int c)
{
    switch (e->operation) {
    case SFPI_ADD: return VALUE(w, "sfpadd v%d v%d 0x0\n", a, b);
    case SFPI_SUBTRACT:
        b = write_negation(w, b);
        return VALUE(w, "sfpadd v%d v%d 0x0\n", a, b);
    case SFPI_MULTIPLY: return VALUE(w, "sfpmul v%d v%d 0x0\n", a, b);
    case SFPI_MULTIPLY_ADD:
        a = VALUE(w, "sfpmul v%d v%d 0x0\n", a, b);
        return VALUE(w, "sfpadd v%d v%d 0x0\n", a, c);
    case SFPI_NEGATE: return write_negation(w, a);
    case SFPI_ABS: return VALUE(w, "sfpabs v%d 0x%x\n", a, OF_FLOAT);
    case SFPI_SETEXP: return VALUE(w, "sfpsetexp_i v%d 0x%x 0x0\n", a, e->number);
    case SFPI_SETEXP_OF: return VALUE(w, "sfpsetexp_v v%d v%d 0x0\n", a, b);
    case SFPI_ADDEXP: return VALUE(w, "sfpdivp2 v%d 0x%x 0x%x\n", a, e->number, ADD_EXPONENT);
    case SFPI_SETSGN: return VALUE(w, "sfpsetsgn_i v%d 0x%x 0x0\n", a, e->number);
    case SFPI_COPYSGN: return VALUE(w, "sfpsetsgn_v v%d v%d 0x0\n", a, b);
    case SFPI_TO_FLOAT: return VALUE(w, "sfpcast v%d 0x0\n", a);
    default: return VALUE(w, "sfpstochrnd_i v%d 0x0 0x%x 0x0\n", a, TO_BF16);
    }
}

static int write_integer(struct writing *w, const struct sfpi_expression *e, int a, int b)
{
    switch (e->operation) {
    case SFPI_INTEGER_ADD: return write_integer_sum(w, a, b, false);
    case SFPI_INTEGER_SUBTRACT: return write_integer_sum(w, b, a, true);
    case SFPI_ADD_NUMBER:
    case SFPI_SUBTRACT_NUMBER: return write_sum_with_number(w, a, e->number, e->operation == SFPI_SUBTRACT_NUMBER);
    case SFPI_NOT: return VALUE(w, "sfpnot v%d\n", a);
    case SFPI_SHIFT_LEFT:
        return VALUE(w, "sfpshft_i v%d 0x%x 0x%x\n", a, e->number, is_wormhole(w) ? 0 : SHIFT_OF_ITS_OWN);
    case SFPI_EXEXP: return VALUE(w, "sfpexexp v%d 0x0\n", a);
    case SFPI_EXMAN: return VALUE(w, "sfpexman v%d 0x%x\n", a, WITHOUT_HIDDEN_BIT);
    case SFPI_TO_INT16: return VALUE(w, "sfpstochrnd_i v%d 0x0 0x%x 0x0\n", a, TO_INT16);
    default: return VALUE(w, "%s v%d v%d\n", logic_of(e->operation), a, b);
    }
}

/* lut(x, l0, l1, l2): the last argument first. */
static int write_table(struct writing *w, const struct sfpi_expression *e, int x)
{
    int entries[3];

    for (unsigned i = 3; i-- > 0;)
        entries[i] = write_number(w, SFPI_INTEGER, e->table[i]);
    return VALUE(w, "sfplut v%d v%d v%d v%d 0x%x\n", entries[0], entries[1], entries[2], x, SIGN_KEPT);
}

/* Does the operator take a number as it is, and make a value of it itself? */
static bool takes_number(const struct writing *w, const struct sfpi_expression *e)
{
    return (e->operation == SFPI_SUBTRACT || e->operation == SFPI_AND || e->operation == SFPI_OR ||
            e->operation == SFPI_XOR) && w->kernel->expressions[e->children[1]].operation == SFPI_NUMBER;
}

static int write_expression(struct writing *w, int16_t expression)
{
    const struct sfpi_expression *e = &w->kernel->expressions[expression];
    int children[SFPI_CHILDREN] = {0};

    switch (e->operation) {
    case SFPI_VARIABLE: return w->values[e->number];
    case SFPI_NUMBER: return write_number(w, e->type, e->number);
    case SFPI_LREG: return VALUE(w, "sfpreadlreg 0x%x\n", e->number);
    case SFPI_LOAD: return write_load(w, e);
    case SFPI_LUT: return write_table(w, e, w->values[w->kernel->expressions[e->children[0]].number]);
    default: break;
    }
    if (takes_number(w, e))
        children[0] = write_expression(w, e->children[0]);
    for (unsigned i = SFPI_CHILDREN; i-- > (takes_number(w, e) ? 1 : 0);)
        if (e->children[i] != SFPI_NONE)
            children[i] = write_expression(w, e->children[i]);
    return e->type == SFPI_FLOAT ? write_float(w, e, children[0], children[1], children[2])
                                 : write_integer(w, e, children[0], children[1]);
}

/* ---- Conditions ---- */

/* Numbers of sfpi_relation. */
static const uint8_t old_relations[] = {1, 2, 3, 4, 5, 6}, new_relations[] = {0, 2, 1, 3, 5, 4};

enum { OLD_FLOAT_NUMBER = 0x20, OLD_INTEGER_NUMBER = 8, NEW_FLOAT = 0x30, NEW_INTEGER = 0x10 };

static int write_comparison_with(struct writing *w, const struct sfpi_condition *c, unsigned type, int a,
                                 uint32_t number)
{
    LINE(w, "c%d = ", w->next_condition);
    if (is_old(w))
        LINE(w, "%s v%d 0x%x 0x%x\n", type == SFPI_FLOAT ? "sfpxfcmps" : "sfpxicmps", a, number,
             old_relations[c->relation] | (type == SFPI_FLOAT ? OLD_FLOAT_NUMBER : OLD_INTEGER_NUMBER));
    else
        LINE(w, "sfpxcmps v%d 0x%x 0x%x\n", a, number,
             new_relations[c->relation] | (type == SFPI_FLOAT ? NEW_FLOAT : NEW_INTEGER));
    return w->next_condition++;
}

/* Headers of 7.38 give integers the second first. */
static int write_comparison_of(struct writing *w, const struct sfpi_condition *c, unsigned type, int a, int b)
{
    LINE(w, "c%d = ", w->next_condition);
    if (!is_old(w))
        LINE(w, "sfpxcmpv v%d v%d 0x%x\n", a, b,
             new_relations[c->relation] | (type == SFPI_FLOAT ? NEW_FLOAT : NEW_INTEGER));
    else if (type == SFPI_FLOAT)
        LINE(w, "sfpxfcmpv v%d v%d 0x%x\n", a, b, old_relations[c->relation]);
    else
        LINE(w, "sfpxicmpv v%d v%d 0x%x\n", b, a, old_relations[c->relation] | OLD_INTEGER_NUMBER);
    return w->next_condition++;
}

static int write_comparison(struct writing *w, const struct sfpi_condition *c)
{
    const struct sfpi_expression *right = &w->kernel->expressions[c->right];
    int a, b;

    if (right->operation == SFPI_NUMBER)
        return write_comparison_with(w, c, right->type, write_expression(w, c->left), right->number);
    b = write_expression(w, c->right);
    a = write_expression(w, c->left);
    return write_comparison_of(w, c, right->type, a, b);
}

static unsigned logic_mode(const struct writing *w, unsigned kind)
{
    switch (kind) {
    case SFPI_BOTH: return is_old(w) ? 2 : 0;
    case SFPI_EITHER: return 1;
    default: return is_old(w) ? 3 : 2;
    }
}

static int write_condition(struct writing *w, int16_t condition)
{
    const struct sfpi_condition *c = &w->kernel->conditions[condition];
    int left, right;

    if (c->kind == SFPI_COMPARE)
        return write_comparison(w, c);
    left = write_condition(w, c->left);
    right = c->kind == SFPI_OPPOSITE ? left : write_condition(w, c->right);
    LINE(w, "c%d = sfpxbool 0x%x c%d c%d\n", w->next_condition, logic_mode(w, c->kind), left, right);
    return w->next_condition++;
}

static void write_where(struct writing *w, int16_t condition)
{
    LINE(w, "sfpxcondb c%d\n", write_condition(w, condition));
}

/* ---- Statements ---- */

static void write_assignment(struct writing *w, unsigned variable, int value)
{
    w->values[variable] = VALUE(w, "sfpassign_lv v%d v%d\n", w->values[variable], value);
}

/* a -= b is a multiply-add on Wormhole. */
static int write_difference(struct writing *w, int a, int b)
{
    const uint32_t minus_one = 0xBF800000;
    int factor;

    if (!is_wormhole(w)) {
        b = write_negation(w, b);
        return VALUE(w, "sfpadd v%d v%d 0x0\n", a, b);
    }
    factor = is_old(w) ? VALUE(w, "sfpreadlreg 0xb\n") : write_number(w, SFPI_FLOAT, minus_one);
    return VALUE(w, "sfpmad v%d v%d v%d 0x0\n", factor, b, a);
}

static void write_update(struct writing *w, const struct sfpi_statement *s)
{
    const int a = w->values[s->variable], b = write_expression(w, s->expression);
    int value;

    switch (s->operation) {
    case SFPI_ADD: value = VALUE(w, "sfpadd v%d v%d 0x0\n", a, b); break;
    case SFPI_MULTIPLY: value = VALUE(w, "sfpmul v%d v%d 0x0\n", a, b); break;
    case SFPI_SUBTRACT: value = write_difference(w, a, b); break;
    case SFPI_INTEGER_ADD: value = write_integer_sum(w, a, b, false); break;
    case SFPI_INTEGER_SUBTRACT: value = write_integer_sum(w, b, a, true); break;
    default: value = VALUE(w, "%s v%d v%d\n", logic_of(s->operation), a, b); break;
    }
    write_assignment(w, s->variable, value);
}

static void write_store(struct writing *w, const struct sfpi_statement *s)
{
    const int value = write_expression(w, s->expression);

    LINE(w, "sfpstore v%d 0x%x 0x%x 0x%x\n", value, CELL_ROWS * (unsigned)s->index, format_of(w, s->type, true),
         no_increment(w));
}

static void write_list(struct writing *w, int16_t first);

static void write_choice(struct writing *w, const struct sfpi_statement *s)
{
    unsigned pushed = 1;

    LINE(w, "sfppushc 0x0\n");
    write_where(w, s->condition);
    write_list(w, s->body);
    while (s->otherwise != SFPI_NONE) {
        s = &w->kernel->statements[s->otherwise];
        LINE(w, "sfpcompc\n");
        if (s->kind == SFPI_ELSE_IF) {
            LINE(w, "sfppushc 0x0\n");
            pushed++;
            write_where(w, s->condition);
        }
        write_list(w, s->body);
    }
    while (pushed-- > 0)
        LINE(w, "sfppopc 0x0\n");
}

static void write_statement(struct writing *w, const struct sfpi_statement *s)
{
    switch (s->kind) {
    case SFPI_DECLARE: w->values[s->variable] = write_expression(w, s->expression); break;
    case SFPI_ASSIGN: write_assignment(w, s->variable, write_expression(w, s->expression)); break;
    case SFPI_UPDATE: write_update(w, s); break;
    case SFPI_STORE: write_store(w, s); break;
    case SFPI_IF: write_choice(w, s); break;
    case SFPI_BLOCK:
        LINE(w, "sfppushc 0x0\n");
        write_list(w, s->body);
        LINE(w, "sfppopc 0x0\n");
        break;
    case SFPI_NARROW: write_where(w, s->condition); break;
    case SFPI_LOOP:
        for (unsigned n = 0; n < s->count; n++)
            write_list(w, s->body);
        break;
    case SFPI_STEP: LINE(w, "word 0x%08x\n", INCRWC_OF_A_CELL); break;
    default: abort();
    }
}

static void write_list(struct writing *w, int16_t first)
{
    for (; first != SFPI_NONE; first = w->kernel->statements[first].next)
        write_statement(w, &w->kernel->statements[first]);
}

void sfpi_write_recording(const struct sfpi_kernel *kernel, enum sfpi_headers headers, struct text *text)
{
    struct writing w = {.kernel = kernel, .headers = headers, .text = text};
    const bool old = headers == SFPI_HEADERS_7_38;

    LINE(&w, "sfpu-nodes 1\narch %s\nheaders %s\nbools 0x1 0x%x 0x%x\ncall 1 \"k\"\n", sfp_arch_name(kernel->arch),
         old ? "7.38" : "7.71", old ? 2 : 0, old ? 3 : 2);
    write_list(&w, kernel->body);
}
