/* The meaning of sfpi code, lane by lane. */
#include "sfpi_meaning.h"

#include "isa/modes.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    EXPONENT_LSB = 23, EXPONENT_MASK = 0xFF, BIAS = 127, MANTISSA_MASK = 0x7FFFFF,
    BF16_LOST = 0xFFFF,
    LEAST_EXPONENT = BIAS - 40, MOST_EXPONENT = BIAS + 40, /* of clear results */
};

static const uint32_t SIGN = 0x80000000, ONE = 0x3F800000;

static float float_of(uint32_t bits)
{
    float value;

    memcpy(&value, &bits, sizeof value);
    return value;
}

/* ---- One instruction alone ---- */

static void execute_word(struct sfp_machine *m, uint32_t word)
{
    struct sfp_op op;
    unsigned modes;

    m->s.flags = m->s.use_flags = UINT32_MAX;
    sfp_state_refresh_lanes(&m->s);
    sfp_decode(m, word, 0, &op);
    if (!op.exec)
        abort();
    modes = sfp_host_float_enter();
    op.exec(m, &op);
    sfp_host_float_leave(modes);
}

static void put(struct sfp_machine *m, unsigned reg, const struct sfpi_lanes *value)
{
    memcpy(m->s.lreg[reg], value->lanes, sizeof value->lanes);
}

static void get(const struct sfp_machine *m, unsigned reg, struct sfpi_lanes *value)
{
    memcpy(value->lanes, m->s.lreg[reg], sizeof value->lanes);
}

static struct sfpi_lanes all_of(uint32_t bits)
{
    struct sfpi_lanes value;

    for (unsigned l = 0; l < SFP_LANES; l++)
        value.lanes[l] = bits;
    return value;
}

/* a * b + c, rounded once. */
static void multiply_add(struct sfp_machine *m, const struct sfpi_lanes *a, const struct sfpi_lanes *b,
                         const struct sfpi_lanes *c, struct sfpi_lanes *value)
{
    put(m, 0, a);
    put(m, 1, b);
    put(m, 2, c);
    execute_word(m, MADE_WORD(&m->index, SFP_I_SFPMAD, {SFP_F_VA, 0}, {SFP_F_VB, 1}, {SFP_F_VC, 2}, {SFP_F_VD, 3}));
    get(m, 3, value);
}

/* An instruction that makes L1 of L0. */
static void convert(struct sfp_machine *m, uint32_t word, struct sfpi_lanes *value)
{
    put(m, 0, value);
    execute_word(m, word);
    get(m, 1, value);
}

static uint32_t conversion(const struct sfp_machine *m, const struct sfpi_expression *e)
{
    switch (e->operation) {
    case SFPI_ADDEXP:
        return MADE_WORD(&m->index, SFP_I_SFPDIVP2, {SFP_F_VC, 0}, {SFP_F_VD, 1}, {SFP_F_MOD, SFP_MODE_SFPDIVP2_ADD},
                         {SFP_F_IMM, e->number});
    case SFPI_TO_FLOAT: return MADE_WORD(&m->index, SFP_I_SFPCAST, {SFP_F_VC, 0}, {SFP_F_VD, 1}, {SFP_F_MOD, 0});
    default:
        return MADE_WORD(&m->index, SFP_I_SFPSTOCHRND, {SFP_F_VC, 0}, {SFP_F_VD, 1},
                         {SFP_F_MOD, e->operation == SFPI_TO_INT16 ? SFP_MODE_SFPSTOCHRND_FP32_TO_INT16
                                                                   : SFP_MODE_SFPSTOCHRND_FP32_TO_FP16B});
    }
}

static void look_up(struct sfp_machine *m, const struct sfpi_expression *e, struct sfpi_lanes *value)
{
    enum { LOOKED_UP = 3, RESULT = 4, KEEPS_SIGN = 4 };

    for (unsigned i = 0; i < sizeof e->table / sizeof e->table[0]; i++) {
        const struct sfpi_lanes entry = all_of(e->table[i]);

        put(m, i, &entry);
    }
    put(m, LOOKED_UP, value);
    execute_word(m, MADE_WORD(&m->index, SFP_I_SFPLUT, {SFP_F_VD, RESULT}, {SFP_F_MOD, KEEPS_SIGN}));
    get(m, RESULT, value);
}

/* ---- What is clear ---- */

static bool is_clear(uint32_t bits)
{
    const uint32_t exponent = bits >> EXPONENT_LSB & EXPONENT_MASK;

    return bits == 0 || (exponent >= LEAST_EXPONENT && exponent <= MOST_EXPONENT);
}

static bool is_sum_exact(uint32_t a, uint32_t b)
{
    const double x = float_of(a), y = float_of(b), sum = x + y, part = sum - x;

    return (x - (sum - part)) + (y - part) == 0 && (double)(float)sum == sum;
}

/* And not -0, which SFPMUL makes 0 of, as it adds 0, and SFPMAD in a sum with another -0 does not. */
static bool is_product_exact(uint32_t a, uint32_t b)
{
    const double product = (double)float_of(a) * float_of(b);

    return (double)(float)product == product && !(product == 0 && signbit(product));
}

static void check_clear(struct sfpi_meaning *k, const struct sfpi_lanes *value)
{
    for (unsigned l = 0; l < SFP_LANES; l++)
        k->unclear |= k->now.enabled >> l & 1 && !is_clear(value->lanes[l]);
}

static void check_exact(struct sfpi_meaning *k, bool exact(uint32_t, uint32_t), const struct sfpi_lanes *a,
                        const struct sfpi_lanes *b)
{
    for (unsigned l = 0; l < SFP_LANES; l++)
        k->unclear |= k->now.enabled >> l & 1 && !exact(a->lanes[l], b->lanes[l]);
}

/* ---- Sums and products ---- */

static void add_floats(struct sfpi_meaning *k, const struct sfpi_lanes *a, const struct sfpi_lanes *b,
                       struct sfpi_lanes *value)
{
    const struct sfpi_lanes one = all_of(ONE);

    check_exact(k, is_sum_exact, a, b);
    multiply_add(k->m, &one, a, b, value);
}

static void subtract_floats(struct sfpi_meaning *k, const struct sfpi_lanes *a, const struct sfpi_lanes *b,
                            struct sfpi_lanes *value)
{
    struct sfpi_lanes negated;

    for (unsigned l = 0; l < SFP_LANES; l++)
        negated.lanes[l] = b->lanes[l] ^ SIGN;
    add_floats(k, a, &negated, value);
}

static void multiply_floats(struct sfpi_meaning *k, const struct sfpi_lanes *a, const struct sfpi_lanes *b,
                            struct sfpi_lanes *value)
{
    const struct sfpi_lanes zero = all_of(0);

    check_exact(k, is_product_exact, a, b);
    multiply_add(k->m, a, b, &zero, value);
}

static bool is_rounded_once(const struct sfpi_meaning *k, const struct sfpi_expression *e, bool kept)
{
    const struct sfpi_expression *addend = &k->kernel->expressions[e->children[2]];

    if (!k->rules.fuses || addend->operation != SFPI_NUMBER || addend->number & BF16_LOST)
        return k->rules.fuses;
    return k->rules.addi == SFPI_ADDI_NEVER || (k->rules.addi == SFPI_ADDI_WHERE_NOTHING_IS_KEPT && kept);
}

static void multiply_and_add(struct sfpi_meaning *k, const struct sfpi_expression *e, bool kept,
                             const struct sfpi_lanes operands[SFPI_CHILDREN], struct sfpi_lanes *value)
{
    const struct sfpi_lanes zero = all_of(0), one = all_of(ONE);
    struct sfpi_lanes product;

    if (is_rounded_once(k, e, kept)) {
        multiply_add(k->m, &operands[0], &operands[1], &operands[2], value);
        return;
    }
    multiply_add(k->m, &operands[0], &operands[1], &zero, &product);
    check_clear(k, &product);
    multiply_add(k->m, &one, &product, &operands[2], value);
}

/* ---- Bits ---- */

static uint32_t make_bits(const struct sfpi_expression *e, uint32_t a, uint32_t b)
{
    switch (e->operation) {
    case SFPI_NEGATE: return a ^ SIGN;
    case SFPI_ABS: return a & ~SIGN;
    case SFPI_SETEXP: return (a & ~((uint32_t)EXPONENT_MASK << EXPONENT_LSB)) | e->number << EXPONENT_LSB;
    case SFPI_SETEXP_OF:
        return (a & ~((uint32_t)EXPONENT_MASK << EXPONENT_LSB)) | (b & EXPONENT_MASK) << EXPONENT_LSB;
    case SFPI_SETSGN: return (a & ~SIGN) | (e->number ? SIGN : 0);
    case SFPI_COPYSGN: return (a & ~SIGN) | (b & SIGN);
    case SFPI_INTEGER_ADD: return a + b;
    case SFPI_INTEGER_SUBTRACT: return a - b;
    case SFPI_ADD_NUMBER: return a + e->number;
    case SFPI_SUBTRACT_NUMBER: return a - e->number;
    case SFPI_AND: return a & b;
    case SFPI_OR: return a | b;
    case SFPI_XOR: return a ^ b;
    case SFPI_NOT: return ~a;
    case SFPI_SHIFT_LEFT: return a << e->number;
    case SFPI_EXEXP: return (a >> EXPONENT_LSB & EXPONENT_MASK) - BIAS;
    case SFPI_EXMAN: return a & MANTISSA_MASK;
    default: abort();
    }
}

/* ---- Expressions ---- */

static void evaluate_leaf(const struct sfpi_meaning *k, const struct sfpi_expression *e, struct sfpi_lanes *value)
{
    switch (e->operation) {
    case SFPI_VARIABLE: *value = k->variables[e->number]; break;
    case SFPI_NUMBER: *value = all_of(e->number); break;
    case SFPI_LREG: get(k->m, e->number, value); break;
    default: *value = k->cells[k->base + e->number]; break;
    }
}

/* Sets *value to the result of the operation. The caller has set *value to the first operand. */
static void evaluate_operation(struct sfpi_meaning *k, const struct sfpi_expression *e, bool kept,
                               const struct sfpi_lanes operands[SFPI_CHILDREN], struct sfpi_lanes *value)
{
    switch (e->operation) {
    case SFPI_ADD: add_floats(k, &operands[0], &operands[1], value); break;
    case SFPI_SUBTRACT: subtract_floats(k, &operands[0], &operands[1], value); break;
    case SFPI_MULTIPLY: multiply_floats(k, &operands[0], &operands[1], value); break;
    case SFPI_MULTIPLY_ADD: multiply_and_add(k, e, kept, operands, value); break;
    case SFPI_ADDEXP:
    case SFPI_TO_FLOAT:
    case SFPI_TO_INT16:
    case SFPI_ROUND_TO_BF16: convert(k->m, conversion(k->m, e), value); break;
    case SFPI_LUT: look_up(k->m, e, value); break;
    default:
        for (unsigned l = 0; l < SFP_LANES; l++)
            value->lanes[l] = make_bits(e, operands[0].lanes[l], operands[1].lanes[l]);
    }
}

void sfpi_evaluate(struct sfpi_meaning *k, int16_t expression, bool kept, struct sfpi_lanes *value)
{
    const struct sfpi_expression *e = &k->kernel->expressions[expression];
    struct sfpi_lanes operands[SFPI_CHILDREN] = {0};

    if (e->operation <= SFPI_LOAD) {
        evaluate_leaf(k, e, value);
        return;
    }
    for (unsigned i = 0; i < SFPI_CHILDREN; i++)
        if (e->children[i] != SFPI_NONE)
            sfpi_evaluate(k, e->children[i], false, &operands[i]);
    *value = operands[0];
    evaluate_operation(k, e, kept, operands, value);
    if (e->type == SFPI_FLOAT)
        check_clear(k, value);
}

/* ---- Conditions ---- */

/* By the sign of a difference modulo 2^32. */
static bool compare_integers(const struct sfpi_rules *rules, enum sfpi_relation relation, uint32_t a, uint32_t b)
{
    const int32_t difference = (int32_t)(a - b), turned = (int32_t)(b - a);
    const bool greater = rules->greater_is_less ? turned < 0 : difference > 0;

    switch (relation) {
    case SFPI_LESS: return difference < 0;
    case SFPI_EQUAL: return difference == 0;
    case SFPI_AT_LEAST: return difference >= 0;
    case SFPI_UNEQUAL: return difference != 0;
    case SFPI_AT_MOST: return !greater;
    default: return greater;
    }
}

static bool compare_floats(enum sfpi_relation relation, float a, float b)
{
    switch (relation) {
    case SFPI_LESS: return a < b;
    case SFPI_EQUAL: return a == b;
    case SFPI_AT_LEAST: return a >= b;
    case SFPI_UNEQUAL: return a != b;
    case SFPI_AT_MOST: return a <= b;
    default: return a > b;
    }
}

static uint32_t compare(struct sfpi_meaning *k, const struct sfpi_condition *c)
{
    const bool floats = k->kernel->expressions[c->left].type == SFPI_FLOAT;
    const enum sfpi_relation relation = (enum sfpi_relation)c->relation;
    struct sfpi_lanes a, b;
    uint32_t mask = 0;

    sfpi_evaluate(k, c->left, false, &a);
    sfpi_evaluate(k, c->right, false, &b);
    for (unsigned l = 0; l < SFP_LANES; l++) {
        const bool holds = floats ? compare_floats(relation, float_of(a.lanes[l]), float_of(b.lanes[l]))
                                  : compare_integers(&k->rules, relation, a.lanes[l], b.lanes[l]);

        mask |= (uint32_t)holds << l;
    }
    return mask;
}

uint32_t sfpi_decide(struct sfpi_meaning *k, int16_t condition)
{
    const struct sfpi_condition *c = &k->kernel->conditions[condition];
    uint32_t left, right;

    if (c->kind == SFPI_COMPARE)
        return compare(k, c);
    left = sfpi_decide(k, c->left);
    if (c->kind == SFPI_OPPOSITE)
        return ~left;
    right = sfpi_decide(k, c->right);
    return c->kind == SFPI_BOTH ? left & right : left | right;
}

/* ---- Lanes ---- */

void sfpi_begin(struct sfpi_meaning *k, const struct sfpi_kernel *kernel, struct sfpi_rules rules,
                struct sfp_machine *m)
{
    memset(k, 0, sizeof *k);
    k->kernel = kernel;
    k->rules = rules;
    k->m = m;
    k->now.enabled = UINT32_MAX;
}

static void enable(struct sfpi_meaning *k, uint32_t lanes)
{
    k->now = (struct sfpi_scope){lanes, ++k->states};
}

void sfpi_narrow(struct sfpi_meaning *k, uint32_t lanes)
{
    enable(k, k->now.enabled & lanes);
}

void sfpi_turn(struct sfpi_meaning *k, struct sfpi_scope outer)
{
    enable(k, outer.enabled & ~k->now.enabled);
}

/* ---- Statements ---- */

/* Lanes only become fewer while a variable is in scope, or are those again that they were. */
bool sfpi_keeps(const struct sfpi_meaning *k, unsigned variable)
{
    return k->assigned[variable] != k->now.state;
}

static void merge(const struct sfpi_meaning *k, struct sfpi_lanes *old, const struct sfpi_lanes *value)
{
    for (unsigned l = 0; l < SFP_LANES; l++)
        if (k->now.enabled >> l & 1)
            old->lanes[l] = value->lanes[l];
}

static void declare(struct sfpi_meaning *k, const struct sfpi_statement *s)
{
    sfpi_evaluate(k, s->expression, false, &k->variables[s->variable]);
    k->assigned[s->variable] = k->now.state;
}

static void assign(struct sfpi_meaning *k, const struct sfpi_statement *s)
{
    struct sfpi_lanes value;

    sfpi_evaluate(k, s->expression, sfpi_keeps(k, s->variable), &value);
    merge(k, &k->variables[s->variable], &value);
}

static void update(struct sfpi_meaning *k, const struct sfpi_statement *s)
{
    const struct sfpi_expression operation = {.operation = s->operation, .type = s->type};
    struct sfpi_lanes operands[SFPI_CHILDREN] = {k->variables[s->variable]}, value = operands[0];

    sfpi_evaluate(k, s->expression, false, &operands[1]);
    evaluate_operation(k, &operation, false, operands, &value);
    if (s->type == SFPI_FLOAT)
        check_clear(k, &value);
    merge(k, &k->variables[s->variable], &value);
}

static void store(struct sfpi_meaning *k, const struct sfpi_statement *s)
{
    const unsigned cell = k->base + s->index;
    struct sfpi_lanes value;

    sfpi_evaluate(k, s->expression, false, &value);
    for (unsigned l = 0; l < SFP_LANES; l++) /* INT_MIN has no sign and magnitude */
        k->unclear |= k->now.enabled >> l & 1 && value.lanes[l] == SIGN;
    merge(k, &k->cells[cell], &value);
    k->written[cell / 64] |= UINT64_C(1) << cell % 64;
}

/* A v_else has the lanes of the v_if's start that its body does not have enabled at its end: also those that a v_and in
 * the body has disabled. So sfpi has it, and the vector unit's SFPCOMPC. */
static void choose(struct sfpi_meaning *k, const struct sfpi_statement *s)
{
    const struct sfpi_scope before = k->now;
    struct sfpi_scope outer = before;

    sfpi_narrow(k, sfpi_decide(k, s->condition));
    sfpi_execute_list(k, s->body);
    while (s->otherwise != SFPI_NONE) {
        s = &k->kernel->statements[s->otherwise];
        sfpi_turn(k, outer);
        outer = k->now;
        if (s->kind == SFPI_ELSE_IF)
            sfpi_narrow(k, sfpi_decide(k, s->condition));
        sfpi_execute_list(k, s->body);
    }
    k->now = before;
}

void sfpi_execute(struct sfpi_meaning *k, int16_t statement)
{
    const struct sfpi_statement *s = &k->kernel->statements[statement];
    const struct sfpi_scope before = k->now;

    switch (s->kind) {
    case SFPI_DECLARE: declare(k, s); break;
    case SFPI_ASSIGN: assign(k, s); break;
    case SFPI_UPDATE: update(k, s); break;
    case SFPI_STORE: store(k, s); break;
    case SFPI_IF: choose(k, s); break;
    case SFPI_BLOCK:
        sfpi_execute_list(k, s->body);
        k->now = before;
        break;
    case SFPI_NARROW: sfpi_narrow(k, sfpi_decide(k, s->condition)); break;
    case SFPI_LOOP:
        for (unsigned n = 0; n < s->count; n++)
            sfpi_execute_list(k, s->body);
        break;
    case SFPI_STEP: k->base++; break;
    default: abort();
    }
}

void sfpi_execute_list(struct sfpi_meaning *k, int16_t first)
{
    for (; first != SFPI_NONE; first = k->kernel->statements[first].next)
        sfpi_execute(k, first);
}
