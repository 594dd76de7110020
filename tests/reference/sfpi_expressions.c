/* Random expressions and conditions, and what Dst holds for them. */
#include "sfpi_generating.h"

#include <stdlib.h>
#include <string.h>

enum {
    FLOAT_OUTPUT = 5 * VARIABLE_CELLS, INTEGER_OUTPUT = 6 * VARIABLE_CELLS,
    OUTPUTS = 8, /* cells of each type that are stored to besides */
    NEAR = 4,    /* cells of a variable that are loaded again */
};

/* ---- Dst ---- */

enum sfpi_type sfpi_cell_type(unsigned cell)
{
    const unsigned group = cell / VARIABLE_CELLS;

    return group < FLOAT_INPUTS || group == FLOAT_OUTPUT / VARIABLE_CELLS ? SFPI_FLOAT : SFPI_INTEGER;
}

static uint32_t float_input(uint64_t *random)
{
    const int32_t quarters = (int32_t)(splitmix64(random) >> 58) - 32;
    const float value = (float)quarters / 4;
    uint32_t bits;

    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static uint32_t integer_input(uint64_t *random)
{
    static const uint32_t edges[] = {0x7FFFFFFF, 0x80000001, 0x40000000, 0xC0000000, 0x12345678, 4096};
    const uint64_t drawn = splitmix64(random);

    if (drawn % 10 == 0)
        return edges[(drawn >> 8) % (sizeof edges / sizeof edges[0])];
    return (uint32_t)((drawn >> 59) - 16);
}

struct sfpi_lanes sfpi_cell_at_start(unsigned cell)
{
    uint64_t random = cell + 1;
    struct sfpi_lanes value;

    for (unsigned l = 0; l < SFP_LANES; l++)
        value.lanes[l] = sfpi_cell_type(cell) == SFPI_FLOAT ? float_input(&random) : integer_input(&random);
    return value;
}

/* ---- Expressions ---- */

int16_t sfpi_new_expression(struct generating *g, unsigned operation, unsigned type, uint32_t number, int16_t a,
                              int16_t b)
{
    struct sfpi_expression *e = &g->kernel->expressions[g->kernel->expression_count];

    if (g->kernel->expression_count == SFPI_EXPRESSIONS)
        abort();
    *e = (struct sfpi_expression){.operation = (uint8_t)operation, .type = (uint8_t)type, .number = number,
                                  .children = {a, b, SFPI_NONE}};
    return (int16_t)g->kernel->expression_count++;
}

int16_t sfpi_use_variable(struct generating *g, unsigned which)
{
    return sfpi_new_expression(g, SFPI_VARIABLE, g->variables[which].type, which, SFPI_NONE, SFPI_NONE);
}

unsigned sfpi_some_variable(struct generating *g, unsigned type)
{
    unsigned which;

    do {
        which = below(g, g->count);
    } while (g->variables[which].type != type);
    return which;
}

int16_t sfpi_some_number(struct generating *g, unsigned type)
{
    static const uint32_t floats[] = {
        0x3F000000, 0x40000000, 0x3FC00000, 0xBF000000, 0x3E800000, 0x40400000, 0xC0000000, 0x3FA00000, 0xC0500000,
        0x40980000, 0x41000000, 0x3F800000, 0xBF800000, 0, 0x3F56594B /* L8 */, 0x3F808000, 0x40490FDB,
    };
    static const uint32_t integers[] = {0, 1, 5, 0xFFFFFFFD, 7, 12, 100, 2047, 2048, 0xFFFFF800, 0xFFFFF7FF, 70000,
                                        0x12345678};
    const uint32_t bits = type == SFPI_FLOAT ? floats[below(g, sizeof floats / sizeof floats[0])]
                                             : integers[below(g, sizeof integers / sizeof integers[0])];

    return sfpi_new_expression(g, SFPI_NUMBER, type, bits, SFPI_NONE, SFPI_NONE);
}

unsigned sfpi_some_cell(struct generating *g, unsigned type)
{
    unsigned group;

    if (chance(g, 50))
        return (type == SFPI_FLOAT ? FLOAT_OUTPUT : INTEGER_OUTPUT) + below(g, OUTPUTS);
    group = type == SFPI_FLOAT ? below(g, FLOAT_INPUTS) : FLOAT_INPUTS + below(g, INTEGER_INPUTS);
    return VARIABLE_CELLS * group + below(g, NEAR);
}

static int16_t leaf(struct generating *g, unsigned type)
{
    enum { FIRST_CONSTANT = 8, CONSTANTS = 4 };

    if (chance(g, 60))
        return sfpi_use_variable(g, sfpi_some_variable(g, type));
    if (type == SFPI_FLOAT && chance(g, 20))
        return sfpi_new_expression(g, SFPI_LREG, type, FIRST_CONSTANT + below(g, CONSTANTS), SFPI_NONE, SFPI_NONE);
    if (chance(g, 25))
        return sfpi_new_expression(g, SFPI_LOAD, type, sfpi_some_cell(g, type), SFPI_NONE, SFPI_NONE);
    return sfpi_some_number(g, type);
}

/* An operand that is no number: sfpi has no functions of those. */
static int16_t operand(struct generating *g, unsigned type, unsigned depth)
{
    if (depth > 0 && chance(g, 30))
        return sfpi_some_operation(g, type, operand(g, type, depth - 1), depth - 1);
    return sfpi_use_variable(g, sfpi_some_variable(g, type));
}

static int16_t unary(struct generating *g, unsigned operation, unsigned type, uint32_t number, int16_t a)
{
    return sfpi_new_expression(g, operation, type, number, a, SFPI_NONE);
}

static int16_t binary(struct generating *g, unsigned operation, unsigned type, int16_t a, int16_t b)
{
    return sfpi_new_expression(g, operation, type, 0, a, b);
}

/* An exponent near that of 1: (i & 7) + 124. */
static int16_t exponent(struct generating *g)
{
    enum { LEAST = 124, MASK = 7 };
    const int16_t mask = unary(g, SFPI_NUMBER, SFPI_INTEGER, MASK, SFPI_NONE);
    const int16_t some = sfpi_use_variable(g, sfpi_some_variable(g, SFPI_INTEGER));

    return unary(g, SFPI_ADD_NUMBER, SFPI_INTEGER, LEAST, binary(g, SFPI_AND, SFPI_INTEGER, some, mask));
}

static int16_t table(struct generating *g)
{
    const int16_t looked_up = sfpi_use_variable(g, sfpi_some_variable(g, SFPI_FLOAT));
    const int16_t made = unary(g, SFPI_LUT, SFPI_FLOAT, 0, looked_up);

    for (unsigned i = 0; i < 3; i++)
        g->kernel->expressions[made].table[i] = (uint16_t)below(g, UINT16_MAX);
    return made;
}

static int16_t float_operation(struct generating *g, int16_t a, unsigned depth)
{
    static const uint8_t sums[] = {SFPI_ADD, SFPI_MULTIPLY, SFPI_SUBTRACT};
    const uint32_t kind = below(g, 100), sum = sums[below(g, 3)];

    if (kind < 60)
        return binary(g, sum, SFPI_FLOAT, a, chance(g, 50) ? sfpi_some_number(g, SFPI_FLOAT) : leaf(g, SFPI_FLOAT));
    if (kind < 65)
        return unary(g, SFPI_NEGATE, SFPI_FLOAT, 0, a);
    if (kind < 70)
        return unary(g, SFPI_ABS, SFPI_FLOAT, 0, a);
    if (kind < 75)
        return unary(g, SFPI_SETEXP, SFPI_FLOAT, 120 + below(g, 16), a);
    if (kind < 78)
        return binary(g, SFPI_SETEXP_OF, SFPI_FLOAT, a, exponent(g));
    if (kind < 82)
        return unary(g, SFPI_ADDEXP, SFPI_FLOAT, 1 + below(g, 3), a);
    if (kind < 85)
        return unary(g, SFPI_SETSGN, SFPI_FLOAT, below(g, 2), a);
    if (kind < 92)
        return binary(g, SFPI_COPYSGN, SFPI_FLOAT, a, operand(g, SFPI_FLOAT, depth));
    if (kind < 95)
        return unary(g, SFPI_TO_FLOAT, SFPI_FLOAT, 0, operand(g, SFPI_INTEGER, depth));
    return kind < 98 ? unary(g, SFPI_ROUND_TO_BF16, SFPI_FLOAT, 0, a) : table(g);
}

static int16_t integer_operation(struct generating *g, int16_t a, unsigned depth)
{
    static const uint8_t sums[] = {SFPI_INTEGER_ADD, SFPI_INTEGER_SUBTRACT};
    static const uint8_t sums_with[] = {SFPI_ADD_NUMBER, SFPI_SUBTRACT_NUMBER};
    static const uint8_t logic[] = {SFPI_AND, SFPI_OR, SFPI_XOR};
    static const uint8_t of_floats[] = {SFPI_EXEXP, SFPI_EXMAN, SFPI_TO_INT16};
    static const uint16_t numbers[] = {5, 1, 12, 2047, 2048, 5000, 3, 70};
    const uint32_t kind = below(g, 100), which = below(g, 6);

    if (kind < 25)
        return binary(g, sums[which % 2], SFPI_INTEGER, a, operand(g, SFPI_INTEGER, depth));
    if (kind < 50)
        return unary(g, sums_with[which % 2], SFPI_INTEGER, numbers[below(g, sizeof numbers / sizeof numbers[0])], a);
    if (kind < 72)
        return binary(g, logic[which % 3], SFPI_INTEGER, a, leaf(g, SFPI_INTEGER));
    if (kind < 78)
        return unary(g, SFPI_NOT, SFPI_INTEGER, 0, a);
    if (kind < 90)
        return unary(g, SFPI_SHIFT_LEFT, SFPI_INTEGER, 1 + below(g, 4), a);
    return unary(g, of_floats[which % 3], SFPI_INTEGER, 0, operand(g, SFPI_FLOAT, depth));
}

int16_t sfpi_some_operation(struct generating *g, unsigned type, int16_t a, unsigned depth)
{
    return type == SFPI_FLOAT ? float_operation(g, a, depth) : integer_operation(g, a, depth);
}

int16_t sfpi_some_expression(struct generating *g, unsigned type, unsigned depth)
{
    return chance(g, 20) ? leaf(g, type) : sfpi_some_operation(g, type, operand(g, type, depth), depth);
}

/* Can it be in a MULTIPLY_ADD, whose roundings sfpi_rules tell? None of its variables is a number by another name, and
 * the addend is no product. */
static bool is_plain(const struct generating *g, unsigned which, bool addend)
{
    return !g->variables[which].number && !(addend && g->variables[which].product);
}

int16_t sfpi_some_multiply_add(struct generating *g)
{
    static const uint32_t numbers[] = {0x3F000000, 0x40000000, 0xC0500000, 0x3F808100, 0x40490FDB};
    const unsigned x = sfpi_some_variable(g, SFPI_FLOAT), y = sfpi_some_variable(g, SFPI_FLOAT);
    const unsigned z = sfpi_some_variable(g, SFPI_FLOAT);
    const bool by_number = !g->known && chance(g, 50);
    int16_t made, addend, first;

    if (!is_plain(g, x, false) || !is_plain(g, y, false) || (!by_number && !is_plain(g, z, true)))
        return SFPI_NONE;
    addend = by_number ? unary(g, SFPI_NUMBER, SFPI_FLOAT, numbers[below(g, sizeof numbers / sizeof numbers[0])],
                               SFPI_NONE)
                       : sfpi_use_variable(g, z);
    first = sfpi_use_variable(g, x);
    made = binary(g, SFPI_MULTIPLY_ADD, SFPI_FLOAT, first, sfpi_use_variable(g, y));
    g->kernel->expressions[made].children[2] = addend;
    return made;
}

/* ---- Conditions ---- */

static int16_t new_condition(struct generating *g, unsigned kind, unsigned relation, int16_t left, int16_t right)
{
    struct sfpi_condition *c = &g->kernel->conditions[g->kernel->condition_count];

    if (g->kernel->condition_count == SFPI_CONDITIONS)
        abort();
    *c = (struct sfpi_condition){.kind = (uint8_t)kind, .relation = (uint8_t)relation, .left = left, .right = right};
    return (int16_t)g->kernel->condition_count++;
}

static int16_t comparison(struct generating *g)
{
    const unsigned type = chance(g, 60) ? SFPI_FLOAT : SFPI_INTEGER, left = sfpi_some_variable(g, type);
    const int16_t value = sfpi_use_variable(g, left);
    const int16_t a = chance(g, 20) ? sfpi_some_operation(g, type, value, 0) : value;
    const int16_t b = chance(g, 60) ? sfpi_some_number(g, type) : sfpi_use_variable(g, sfpi_some_variable(g, type));

    g->known |= g->variables[left].number;
    return new_condition(g, SFPI_COMPARE, below(g, 6), a, b);
}

static int16_t condition(struct generating *g, unsigned depth)
{
    const uint32_t kind = below(g, 10);
    int16_t left;

    if (depth == 0 || kind < 6)
        return comparison(g);
    left = condition(g, depth - 1);
    if (kind == 6)
        return new_condition(g, SFPI_OPPOSITE, 0, left, SFPI_NONE);
    return new_condition(g, kind < 8 ? SFPI_BOTH : SFPI_EITHER, 0, left, condition(g, depth - 1));
}

/* Always clear. */
static int16_t is_negative(struct generating *g)
{
    const int16_t a = sfpi_use_variable(g, sfpi_some_variable(g, SFPI_FLOAT));

    return new_condition(g, SFPI_COMPARE, SFPI_LESS, a,
                         sfpi_new_expression(g, SFPI_NUMBER, SFPI_FLOAT, 0, SFPI_NONE, SFPI_NONE));
}

/* Does it hold in some of the enabled lanes, and in others not? */
static bool parts_lanes(const struct generating *g, uint32_t lanes)
{
    const uint32_t enabled = g->meaning->now.enabled;

    return enabled & lanes && enabled & ~lanes;
}

int16_t sfpi_clear_condition(struct generating *g, uint32_t *lanes)
{
    for (unsigned i = 0;; i++) {
        const unsigned expressions = g->kernel->expression_count, conditions = g->kernel->condition_count;
        const int16_t made = i < TRIES ? condition(g, 2) : is_negative(g);

        *lanes = sfpi_decide(g->meaning, made);
        if (i == TRIES || (!g->meaning->unclear && (i > TRIES / 2 || parts_lanes(g, *lanes))))
            return made;
        g->meaning->unclear = false;
        g->kernel->expression_count = expressions;
        g->kernel->condition_count = conditions;
    }
}
