/* Keeps values in registers and finds room for more. */
#include "lreg_allocation.h"

#include "node_operands.h"

#include "base/text_buffer.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Start and end ---- */

/* Fills `uses` with the uses of all values, grouped by value, in order. */
static bool find_uses(struct allocation *a)
{
    const struct node_list *nodes = &a->s->nodes;
    uint32_t *counts = select_count_uses(a->s);
    size_t total = 0;

    for (int32_t v = 0; counts && a->first_use && v < nodes->values; v++) {
        a->next[v] = a->first_use[v] = total;
        total += counts[v];
    }
    free(counts);
    a->uses = calloc(total + 1, sizeof *a->uses);
    if (!counts || !a->uses)
        return false;
    a->first_use[nodes->values] = total;
    for (size_t i = 0; i < nodes->count; i++)
        for (unsigned operand = 0; operand < NODE_OPERANDS; operand++)
            if (nodes->nodes[i].uses[operand] != NODE_NONE)
                a->uses[a->next[nodes->nodes[i].uses[operand]]++] = i;
    for (int32_t v = 0; v < nodes->values; v++)
        a->next[v] = a->first_use[v];
    return true;
}

/* Sets preferred registers: the register that a node needs the value in. A value that is overwritten by a result
 * inherits the result's preference. */
static void find_wishes(struct allocation *a)
{
    for (size_t i = a->s->nodes.count; i-- > 0;) {
        const struct node *node = &a->s->nodes.nodes[i];

        if (node->kind == NODE_WRITE)
            a->wish[node->uses[NODE_VC]] = (int8_t)node->imm;
        for (unsigned operand = NODE_L0; operand < NODE_OPERANDS; operand++)
            if (node->uses[operand] != NODE_NONE)
                a->wish[node->uses[operand]] = (int8_t)(operand - NODE_L0);
        for (unsigned operand = NODE_VA; operand <= NODE_VD; operand++)
            if (node->uses[operand] != NODE_NONE && node->makes[operand] != NODE_NONE &&
                a->wish[node->uses[operand]] == NO_LREG)
                a->wish[node->uses[operand]] = a->wish[node->makes[operand]];
    }
}

static void find_constants(struct allocation *a)
{
    for (size_t i = 0; i < a->s->nodes.count; i++) {
        const struct node *node = &a->s->nodes.nodes[i];

        if (node->kind == NODE_CONSTANT && !node->option && node->uses[NODE_VD] == NODE_NONE)
            a->constants[node->makes[NODE_VD]] = node;
    }
}

bool allocation_init(struct allocation *a, struct selecting *s, struct selection *selection)
{
    const size_t values = (size_t)s->nodes.values + 1;

    *a = (struct allocation){.s = s, .emitting = {.s = s, .selection = selection}};
    a->lreg = malloc(values * sizeof *a->lreg);
    a->wish = malloc(values * sizeof *a->wish);
    a->constants = calloc(values, sizeof *a->constants);
    a->loaded = calloc(values, sizeof *a->loaded);
    a->makers = select_makers(s);
    a->first_use = calloc(values, sizeof *a->first_use);
    a->next = calloc(values, sizeof *a->next);
    if (!a->lreg || !a->wish || !a->constants || !a->loaded || !a->makers || !a->first_use || !a->next ||
        !find_uses(a) || !own_words_find(&a->own, s))
        return false;
    memset(a->lreg, NO_LREG, values * sizeof *a->lreg);
    memset(a->wish, NO_LREG, values * sizeof *a->wish);
    find_wishes(a);
    find_constants(a);
    for (unsigned r = 0; r < ALLOCATED_LREGS; r++)
        a->holds[r] = a->own.at_entry >> r & 1 ? HOLDS_OWN : HOLDS_NOTHING;
    return true;
}

void allocation_free(struct allocation *a)
{
    free(a->lreg);
    free(a->wish);
    free(a->constants);
    free(a->loaded);
    free(a->makers);
    free(a->first_use);
    free(a->uses);
    free(a->next);
    own_words_free(&a->own);
}

/* ---- Uses ahead ---- */

size_t allocation_next_use(struct allocation *a, int32_t value)
{
    size_t *next = &a->next[value];

    while (*next < a->first_use[value + 1] && a->uses[*next] <= a->at)
        ++*next;
    return *next < a->first_use[value + 1] ? a->uses[*next] : SIZE_MAX;
}

size_t allocation_last_use(const struct allocation *a, int32_t value)
{
    const size_t end = a->first_use[value + 1];

    return end > a->first_use[value] ? a->uses[end - 1] : a->makers[value];
}

/* Returns the registers that no node takes from the value before the value's last use. */
static uint32_t lasting_lregs(const struct allocation *a, int32_t value)
{
    const size_t end = allocation_last_use(a, value);
    uint32_t taken = 0;

    for (size_t i = a->at; i < end; i++)
        taken |= a->own.uses[i].kept | (i > a->at ? a->own.uses[i].writes : 0);
    return ~taken & ALL_ALLOCATED;
}

/* ---- Room ---- */

/* Appends ": those of lines N, N are used further below", with the lines of the values in registers. Appends nothing
 * if registers hold no values. */
static void add_value_lines(const struct allocation *a, struct text *what)
{
    const char *before = ": the values of lines ";

    for (unsigned r = 0; r < ALLOCATED_LREGS; r++) {
        if (a->holds[r] < 0)
            continue;
        text_print(what, "%s%u", before, a->s->nodes.nodes[a->makers[a->holds[r]]].place.line);
        before = ", ";
    }
    if (what->size > 0)
        text_print(what, " are used further below");
}

/* Returns the next node that may read an LReg of the mask, or whose reads are unknown; with an empty mask, only the
 * latter. NULL if no such node exists. */
static const struct node *next_reader(const struct allocation *a, uint32_t lregs)
{
    for (size_t i = a->at; i < a->s->nodes.count; i++)
        if (a->own.uses[i].unknown || a->own.uses[i].reads & lregs)
            return &a->s->nodes.nodes[i];
    return NULL;
}

/* Sets the error that an own word of the kernel needs the register. Always returns false. */
static bool fail_own(const struct allocation *a, int reg)
{
    const struct node *reader = next_reader(a, 1u << reg);
    const uint32_t line = reader ? reader->place.line : 0;

    return select_fail(a->s, allocation_node(a)->place, "L%d is needed here, but one of the kernel's own words reads "
                       "L%d further below, in line %u: compute values before those words, or in a call of a separate "
                       "program", reg, reg, line);
}

/* Appends how many registers hold contents for the kernel's own words, and a remedy if a word may read any register. */
static void add_own(const struct allocation *a, struct text *what)
{
    const struct node *unknown = next_reader(a, 0);
    unsigned own = 0;

    if (allocation_node(a)->kind == NODE_WORD && (a->own.uses[a->at].writes & ALL_ALLOCATED) == ALL_ALLOCATED)
        text_print(what, ", and the kernel's own words from here on may write any LReg");
    for (unsigned r = 0; r < ALLOCATED_LREGS; r++)
        own += a->holds[r] == HOLDS_OWN;
    if (own == 0)
        return;
    text_print(what, "%s %u LReg%s for the kernel's own words", what->size ? ", and" : ":", own,
               own == 1 ? " is reserved" : "s are reserved");
    if (unknown)
        text_print(what, ", and the one of line %u may read any LReg: compute values before those words, or in a "
                   "call of a separate program", unknown->place.line);
}

static void fail_full(const struct allocation *a)
{
    struct text what = {0};

    add_value_lines(a, &what);
    add_own(a, &what);
    text_add_char(&what, '\0');
    if (!what.failed)
        select_fail(a->s, allocation_node(a)->place, "no register is left for another value%s", what.data);
    text_free(&what);
}

/* Frees a register by dropping the constant with the latest next use, among those that can be loaded again. Returns
 * the register; NO_LREG, with an error set, if no constant can be dropped. */
static int evict_constant(struct allocation *a, uint32_t avoid)
{
    int32_t latest = NODE_NONE;

    for (unsigned r = 0; r < ALLOCATED_LREGS; r++) {
        const int32_t value = a->holds[r];

        if (value < 0 || !a->constants[value] || (a->pinned | avoid) >> r & 1)
            continue;
        if (latest == NODE_NONE || allocation_next_use(a, value) > allocation_next_use(a, latest))
            latest = value;
    }
    if (latest != NODE_NONE) {
        const int reg = a->lreg[latest];

        allocation_drop(a, latest);
        return reg;
    }
    fail_full(a);
    return NO_LREG;
}

int allocation_take(struct allocation *a, int32_t value, uint32_t avoid)
{
    const int wish = value == NODE_NONE ? NO_LREG : a->wish[value];
    uint32_t free_ones = 0, good;

    for (unsigned r = 0; r < ALLOCATED_LREGS; r++)
        free_ones |= (uint32_t)(a->holds[r] == HOLDS_NOTHING) << r;
    free_ones &= ~avoid;
    if (!free_ones)
        return evict_constant(a, avoid);
    good = value == NODE_NONE ? free_ones : free_ones & lasting_lregs(a, value);
    if (wish != NO_LREG && good >> wish & 1)
        return wish;
    return 31 - __builtin_clz(good ? good : free_ones);
}

bool allocation_copy(struct allocation *a, int to, int from)
{
    struct node move = select_insn(a->s, SFP_I_SFPMOV, SFP_MODE_SFPMOV_ALL_LANES_ENABLED, allocation_node(a)->place);
    uint32_t word = node_word_with(move.insn, node_word(&move), NODE_VC, (unsigned)from);

    word = node_word_with(move.insn, word, NODE_VD, (unsigned)to);
    a->emitting.selection->moves++;
    return emit_chosen(&a->emitting, word, move.place);
}

void allocation_drop(struct allocation *a, int32_t value)
{
    const int reg = a->lreg[value];

    if (reg >= 0 && reg < ALLOCATED_LREGS && a->holds[reg] == value)
        a->holds[reg] = HOLDS_NOTHING;
    a->lreg[value] = NO_LREG;
}

void allocation_place(struct allocation *a, int32_t value, int reg)
{
    allocation_drop(a, value);
    a->lreg[value] = (int8_t)reg;
    if (reg < ALLOCATED_LREGS)
        a->holds[reg] = value;
}

bool allocation_vacate(struct allocation *a, int reg, uint32_t avoid)
{
    const int32_t value = a->holds[reg];
    int other;

    if (value == HOLDS_NOTHING)
        return true;
    if (value == HOLDS_OWN)
        return fail_own(a, reg);
    if (value >= 0 && a->constants[value] && !(a->pinned >> reg & 1)) {
        allocation_drop(a, value);
        return true;
    }
    if (value < 0)
        return select_fail(a->s, allocation_node(a)->place, "L%d is needed twice here", reg);
    other = allocation_take(a, value, avoid | 1u << reg);
    if (other == NO_LREG || !allocation_copy(a, other, reg))
        return false;
    allocation_place(a, value, other);
    if (a->pinned >> reg & 1)
        a->pinned |= 1u << other;
    return true;
}

/* ---- Constants ---- */

static bool load_value(struct allocation *a, int32_t value)
{
    uint32_t words[CONSTANT_WORDS];
    const int reg = a->lreg[value] != NO_LREG ? a->lreg[value] : allocation_take(a, value, 0);
    size_t count;

    if (reg == NO_LREG)
        return false;
    allocation_place(a, value, reg);
    a->loaded[value] = a->s->state[a->at];
    count = constant_words(&a->s->index, a->constants[value]->imm, (unsigned)reg, words);
    for (size_t i = 0; i < count; i++)
        if (!emit_chosen(&a->emitting, words[i], allocation_node(a)->place))
            return false;
    return true;
}

bool allocation_want(struct allocation *a, int32_t value)
{
    const bool there = a->lreg[value] != NO_LREG &&
                       (!a->constants[value] || states_covers(&a->s->states, a->loaded[value], a->s->state[a->at]));

    if (!there && !a->constants[value])
        return select_fail(a->s, allocation_node(a)->place, "v%d is in no register", (int)value);
    if (!there && !load_value(a, value))
        return false;
    if (a->lreg[value] < ALLOCATED_LREGS)
        a->pinned |= 1u << a->lreg[value];
    return true;
}

void allocation_count(const struct allocation *a)
{
    unsigned used = 0;

    for (unsigned r = 0; r < ALLOCATED_LREGS; r++)
        used += a->holds[r] != HOLDS_NOTHING;
    if (used > a->emitting.selection->registers)
        a->emitting.selection->registers = used;
}
