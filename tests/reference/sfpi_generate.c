/* Kernels of sfpi code at random: statements. */
#include "sfpi_generating.h"

#include <stdlib.h>

enum {
    DEPTH = 4,  /* of blocks */
    LOCALS = 2, /* variables beside the inputs */
    ROOM = 40,  /* entries that a statement may take of each table */
    STATEMENTS = 24,
};

/* ---- Statements without others inside ---- */

static int16_t new_statement(struct generating *g, unsigned kind)
{
    struct sfpi_statement *s = &g->kernel->statements[g->kernel->statement_count];

    if (g->kernel->statement_count == SFPI_STATEMENTS)
        abort();
    *s = (struct sfpi_statement){.kind = (uint8_t)kind, .count = 1, .expression = SFPI_NONE, .condition = SFPI_NONE,
                                 .body = SFPI_NONE, .otherwise = SFPI_NONE, .next = SFPI_NONE};
    return (int16_t)g->kernel->statement_count++;
}

/* Executes it; takes it back if that is unclear. */
static bool is_clear(struct generating *g, int16_t statement)
{
    struct sfpi_meaning *k = g->meaning;
    const struct sfpi_statement *s = &g->kernel->statements[statement];
    const unsigned cell = k->base + s->index;
    const struct sfpi_lanes variable_before = k->variables[s->variable], cell_before = k->cells[cell];
    const uint64_t written = k->written[cell / 64];

    sfpi_execute(k, statement);
    if (!k->unclear)
        return true;
    k->unclear = false;
    k->variables[s->variable] = variable_before;
    k->cells[cell] = cell_before;
    k->written[cell / 64] = written;
    return false;
}

static bool is_number(const struct generating *g, int16_t made)
{
    const struct sfpi_expression *e = &g->kernel->expressions[made];
    bool is = e->operation != SFPI_LREG && e->operation != SFPI_LOAD;

    if (e->operation == SFPI_VARIABLE)
        return g->variables[e->number].number;
    for (unsigned i = 0; i < SFPI_CHILDREN; i++)
        is = is && (e->children[i] == SFPI_NONE || is_number(g, e->children[i]));
    return is;
}

static bool is_product(const struct generating *g, int16_t made)
{
    const struct sfpi_expression *e = &g->kernel->expressions[made];

    if (e->operation == SFPI_VARIABLE)
        return g->variables[e->number].product;
    return e->operation == SFPI_MULTIPLY || (e->operation == SFPI_NEGATE && is_product(g, e->children[0]));
}

/* What the variable is from here on; in some lanes it may be what it was. */
static void note_assigned(struct generating *g, const struct sfpi_statement *s)
{
    struct variable *v = &g->variables[s->variable];
    const bool number = s->kind != SFPI_UPDATE && is_number(g, s->expression);
    const bool product = s->kind == SFPI_UPDATE ? s->operation == SFPI_MULTIPLY : is_product(g, s->expression);
    const bool whole = s->kind != SFPI_UPDATE && !sfpi_keeps(g->meaning, s->variable);

    v->number = number || (!whole && v->number);
    v->product = product || (!whole && v->product);
}

/* a op number, where `a` is a number in other lanes: in place, it is what those keep. */
static int16_t number_in_place(struct generating *g, unsigned to)
{
    const unsigned operation = chance(g, 70) ? SFPI_ADD : SFPI_MULTIPLY;
    const int16_t a = sfpi_use_variable(g, to);

    return sfpi_new_expression(g, operation, SFPI_FLOAT, 0, a, sfpi_some_number(g, SFPI_FLOAT));
}

static int16_t assigned_expression(struct generating *g, unsigned type, unsigned to)
{
    const bool everywhere = g->meaning->now.enabled == UINT32_MAX;
    const uint32_t kind = below(g, 100);

    if (kind < (everywhere ? 30 : 10))
        return sfpi_some_number(g, type);
    if (!everywhere && type == SFPI_FLOAT && g->variables[to].number && kind < 50)
        return number_in_place(g, to);
    if (kind < 50)
        return sfpi_some_operation(g, type, sfpi_use_variable(g, to), 1);
    if (kind < 68 && type == SFPI_FLOAT) {
        const int16_t made = sfpi_some_multiply_add(g);

        if (made != SFPI_NONE)
            return made;
    }
    return sfpi_some_expression(g, type, 2);
}

static void set_update(struct generating *g, struct sfpi_statement *s)
{
    static const uint8_t floats[] = {SFPI_ADD, SFPI_MULTIPLY, SFPI_SUBTRACT};
    static const uint8_t integers[] = {SFPI_INTEGER_ADD, SFPI_INTEGER_SUBTRACT, SFPI_AND, SFPI_OR, SFPI_XOR};

    s->kind = SFPI_UPDATE;
    s->operation = s->type == SFPI_FLOAT ? floats[below(g, 3)] : integers[below(g, 5)];
    s->expression = chance(g, 50) ? sfpi_some_number(g, s->type) : sfpi_some_expression(g, s->type, 1);
}

/* Fills in a statement that gives a variable, or a cell, a value. */
static void set_value(struct generating *g, struct sfpi_statement *s)
{
    if (s->kind == SFPI_STORE) {
        s->type = (uint8_t)below(g, 2);
        s->index = (uint8_t)sfpi_some_cell(g, s->type);
        s->expression = chance(g, 60) ? sfpi_use_variable(g, sfpi_some_variable(g, s->type))
                                      : sfpi_some_expression(g, s->type, 1);
    } else if (s->kind == SFPI_DECLARE) {
        s->variable = (uint8_t)g->count;
        s->type = (uint8_t)below(g, 2);
        s->expression = chance(g, 40) ? sfpi_some_number(g, s->type) : sfpi_some_expression(g, s->type, 1);
    } else {
        s->variable = (uint8_t)below(g, g->count);
        s->type = g->variables[s->variable].type;
        s->kind = SFPI_ASSIGN;
        if (chance(g, 20))
            set_update(g, s);
        else
            s->expression = assigned_expression(g, s->type, s->variable);
    }
}

static void enter_variable(struct generating *g, const struct sfpi_statement *s)
{
    g->variables[g->count++] = (struct variable){.type = s->type};
    note_assigned(g, s);
}

/* An assignment of this expression; of the variable itself if that would be unclear. */
static int16_t value_of(struct generating *g, unsigned to, int16_t made)
{
    const int16_t assigned = new_statement(g, SFPI_ASSIGN);
    struct sfpi_statement *s = &g->kernel->statements[assigned];

    s->variable = (uint8_t)to;
    s->type = g->variables[to].type;
    s->expression = made;
    if (!is_clear(g, assigned))
        s->expression = sfpi_use_variable(g, to);
    note_assigned(g, s);
    return assigned;
}

/* A clear statement of this kind, or SFPI_NONE. */
static int16_t simple(struct generating *g, unsigned kind)
{
    for (unsigned i = 0; i < TRIES; i++) {
        const unsigned expressions = g->kernel->expression_count;
        const int16_t made = new_statement(g, kind);
        struct sfpi_statement *s = &g->kernel->statements[made];

        set_value(g, s);
        if (is_clear(g, made)) {
            if (kind == SFPI_DECLARE)
                enter_variable(g, s);
            else if (kind == SFPI_ASSIGN)
                note_assigned(g, s);
            return made;
        }
        g->kernel->statement_count--;
        g->kernel->expression_count = expressions;
    }
    return SFPI_NONE;
}

/* ---- Statements with others inside ---- */

struct list {
    struct generating *g;
    int16_t first, last;
};

static void append(struct list *list, int16_t made)
{
    struct sfpi_statement *statements = list->g->kernel->statements;

    if (list->first == SFPI_NONE)
        list->first = made;
    else
        statements[list->last].next = made;
    for (list->last = made; statements[list->last].next != SFPI_NONE;)
        list->last = statements[list->last].next;
}

static bool is_full(const struct generating *g)
{
    const struct sfpi_kernel *k = g->kernel;

    return k->expression_count + ROOM > SFPI_EXPRESSIONS || k->condition_count + ROOM / 2 > SFPI_CONDITIONS ||
           k->statement_count + ROOM > SFPI_STATEMENTS;
}

static int16_t statement(struct generating *g, unsigned depth);

/* Up to so many statements, whose variables end with them. */
static int16_t block(struct generating *g, unsigned most, unsigned depth)
{
    const unsigned variables = g->count, count = below(g, most + 1);
    int16_t first = SFPI_NONE, last = SFPI_NONE;

    for (unsigned i = 0; i < count && g->budget > 0 && !is_full(g); i++) {
        const int16_t made = statement(g, depth);

        if (made == SFPI_NONE)
            continue;
        if (last == SFPI_NONE)
            first = made;
        else
            g->kernel->statements[last].next = made;
        last = made;
    }
    g->count = variables;
    return first;
}

/* Statements in a v_if or v_block. */
static int16_t scope(struct generating *g, unsigned most, unsigned depth)
{
    int16_t first;

    g->scopes++;
    first = block(g, most, depth);
    g->scopes--;
    return first;
}

static int16_t narrowing(struct generating *g, unsigned kind)
{
    const int16_t made = new_statement(g, kind);
    uint32_t lanes;
    const int16_t decided = sfpi_clear_condition(g, &lanes);

    g->kernel->statements[made].condition = decided;
    sfpi_narrow(g->meaning, lanes);
    return made;
}

static int16_t choice(struct generating *g, unsigned depth)
{
    const struct sfpi_scope before = g->meaning->now;
    struct sfpi_scope outer = before;
    const int16_t first = narrowing(g, SFPI_IF);
    int16_t last = first;
    bool ends = false;

    g->kernel->statements[first].body = scope(g, 3, depth + 1);
    while (!ends && chance(g, 45) && !is_full(g)) {
        int16_t other;

        ends = chance(g, 60);
        sfpi_turn(g->meaning, outer);
        outer = g->meaning->now;
        other = ends ? new_statement(g, SFPI_ELSE) : narrowing(g, SFPI_ELSE_IF);
        g->kernel->statements[last].otherwise = other;
        g->kernel->statements[other].body = scope(g, 3, depth + 1);
        last = other;
    }
    g->meaning->now = before;
    return first;
}

static int16_t plain_block(struct generating *g, unsigned depth)
{
    const struct sfpi_scope before = g->meaning->now;
    const int16_t made = new_statement(g, SFPI_BLOCK), first = narrowing(g, SFPI_NARROW);

    g->kernel->statements[made].body = first;
    g->kernel->statements[first].next = scope(g, 4, depth + 1);
    g->meaning->now = before;
    return made;
}

/* The first turn is made with the body; if a further one would be unclear there is no more than that. */
static void turn_again(struct generating *g, int16_t loop, unsigned count)
{
    struct sfpi_statement *s = &g->kernel->statements[loop];
    struct sfpi_meaning *before = malloc(sizeof *before);

    if (!before)
        abort();
    *before = *g->meaning;
    for (unsigned n = 1; n < count; n++)
        sfpi_execute_list(g->meaning, s->body);
    s->count = (uint8_t)count;
    if (g->meaning->unclear) {
        *g->meaning = *before;
        s->count = 1;
    }
    free(before);
}

/* In a later turn variables are what the body has made of them. */
static int16_t loop(struct generating *g, unsigned depth)
{
    const int16_t made = new_statement(g, SFPI_LOOP);

    for (unsigned v = 0; v < g->count; v++)
        g->variables[v].number = g->variables[v].product = true;
    g->kernel->statements[made].body = block(g, 3, depth + 1);
    turn_again(g, made, 2 + below(g, 2));
    return made;
}

/* A number, other statements, and in some lanes something of the number in place, so that the number is read in the
 * other lanes. All in a loop of one turn. */
static int16_t kept_number(struct generating *g, unsigned depth)
{
    const unsigned to = sfpi_some_variable(g, SFPI_FLOAT);
    const int16_t made = new_statement(g, SFPI_LOOP);
    struct list list = {g, SFPI_NONE, SFPI_NONE};
    struct sfpi_scope before;
    int16_t between, in_place;

    append(&list, value_of(g, to, sfpi_some_number(g, SFPI_FLOAT)));
    between = block(g, 2, depth + 1);
    if (between != SFPI_NONE)
        append(&list, between);
    before = g->meaning->now;
    append(&list, narrowing(g, SFPI_IF));
    in_place = value_of(g, to, number_in_place(g, to));
    g->kernel->statements[list.last].body = in_place;
    g->meaning->now = before;
    g->kernel->statements[made].body = list.first;
    return made;
}

static int16_t statement(struct generating *g, unsigned depth)
{
    const uint32_t kind = below(g, 100);

    g->budget--;
    if (depth < DEPTH && kind < 32)
        return choice(g, depth);
    if (depth < DEPTH && kind < 40)
        return plain_block(g, depth);
    if (depth < DEPTH && kind < 44)
        return loop(g, depth);
    if (depth < DEPTH && kind < 50)
        return kept_number(g, depth);
    if (g->scopes > 0 && kind < 56)
        return narrowing(g, SFPI_NARROW);
    if (kind < 64 && g->count < FLOAT_INPUTS + INTEGER_INPUTS + LOCALS)
        return simple(g, SFPI_DECLARE);
    return simple(g, kind < 71 ? SFPI_STORE : SFPI_ASSIGN);
}

/* ---- Kernels ---- */

static void load_input(struct list *list, unsigned type, unsigned cell)
{
    struct generating *g = list->g;
    const int16_t made = new_statement(g, SFPI_DECLARE);
    struct sfpi_statement *s = &g->kernel->statements[made];

    s->variable = (uint8_t)g->count;
    s->type = (uint8_t)type;
    s->expression = sfpi_new_expression(g, SFPI_LOAD, type, cell, SFPI_NONE, SFPI_NONE);
    sfpi_execute(g->meaning, made);
    enter_variable(g, s);
    append(list, made);
}

static void store_output(struct list *list, unsigned which, unsigned cell)
{
    struct generating *g = list->g;
    const int16_t made = new_statement(g, SFPI_STORE);
    struct sfpi_statement *s = &g->kernel->statements[made];

    s->type = g->variables[which].type;
    s->index = (uint8_t)cell;
    s->expression = sfpi_use_variable(g, which);
    if (is_clear(g, made))
        append(list, made);
    else
        g->kernel->statement_count--;
}

/* for (n) { loads; statements; stores; dst_reg++; } */
static void generate_body(struct list *list)
{
    struct generating *g = list->g;
    const bool many = chance(g, 75); /* so many that constants are loaded again and again */
    const unsigned floats = many ? FLOAT_INPUTS : 1 + below(g, FLOAT_INPUTS);
    const unsigned integers = many ? INTEGER_INPUTS : 1 + below(g, INTEGER_INPUTS);
    int16_t statements, step;

    for (unsigned i = 0; i < floats; i++)
        load_input(list, SFPI_FLOAT, i * VARIABLE_CELLS);
    for (unsigned i = 0; i < integers; i++)
        load_input(list, SFPI_INTEGER, (FLOAT_INPUTS + i) * VARIABLE_CELLS);
    statements = block(g, 8, 0);
    if (statements != SFPI_NONE)
        append(list, statements);
    for (unsigned i = 0; i < floats + integers; i++)
        store_output(list, i, (i < floats ? i : FLOAT_INPUTS + i - floats) * VARIABLE_CELLS);
    step = new_statement(g, SFPI_STEP);
    sfpi_execute(g->meaning, step);
    append(list, step);
}

void sfpi_generate(struct sfpi_kernel *kernel, enum sfp_arch arch, struct sfpi_rules rules, uint64_t seed,
                   struct sfp_machine *m, struct sfpi_meaning *meaning)
{
    struct generating g = {.kernel = kernel, .meaning = meaning, .random = seed, .budget = STATEMENTS};
    struct list list = {&g, SFPI_NONE, SFPI_NONE};

    *kernel = (struct sfpi_kernel){.arch = arch};
    sfpi_begin(meaning, kernel, rules, m);
    for (unsigned cell = 0; cell < SFPI_CELLS; cell++)
        meaning->cells[cell] = sfpi_cell_at_start(cell);
    kernel->body = new_statement(&g, SFPI_LOOP);
    generate_body(&list);
    kernel->statements[kernel->body].body = list.first;
    turn_again(&g, kernel->body, chance(&g, 70) ? 2 : 1);
}
