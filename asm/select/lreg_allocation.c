/* Keeps values in registers and finds room for more. */
#include "lreg_allocation.h"

#include "node_operands.h"

#include "base/text_buffer.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Start and end ---- */

/* Fills `uses` with the uses of all values, grouped by value, in order. */
static bool find_uses(struct allocation *alloc)
{
    const struct node_list *nodes = &alloc->s->nodes;
    uint32_t *counts = select_count_uses(alloc->s);
    size_t total = 0;

    for (int32_t v = 0; counts && alloc->first_use && v < nodes->values; v++) {
        alloc->next[v] = alloc->first_use[v] = total;
        total += counts[v];
    }
    free(counts);
    alloc->uses = calloc(total + 1, sizeof *alloc->uses);
    if (!counts || !alloc->uses)
        return false;
    alloc->first_use[nodes->values] = total;
    for (size_t i = 0; i < nodes->count; i++)
        for (unsigned operand = 0; operand < NODE_OPERANDS; operand++)
            if (nodes->nodes[i].uses[operand] != NODE_NONE)
                alloc->uses[alloc->next[nodes->nodes[i].uses[operand]]++] = i;
    for (int32_t v = 0; v < nodes->values; v++)
        alloc->next[v] = alloc->first_use[v];
    return true;
}

/* Sets preferred registers: the register that a node needs the value in. A value that is overwritten by a result
 * inherits the result's preference. */
static void find_wishes(struct allocation *alloc)
{
    for (size_t i = alloc->s->nodes.count; i-- > 0;) {
        const struct node *node = &alloc->s->nodes.nodes[i];

        if (node->kind == NODE_WRITE)
            alloc->wish[node->uses[NODE_VC]] = (int8_t)node->imm;
        for (unsigned operand = NODE_L0; operand < NODE_OPERANDS; operand++)
            if (node->uses[operand] != NODE_NONE)
                alloc->wish[node->uses[operand]] = (int8_t)(operand - NODE_L0);
        for (unsigned operand = NODE_VA; operand <= NODE_VD; operand++)
            if (node->uses[operand] != NODE_NONE && node->makes[operand] != NODE_NONE &&
                alloc->wish[node->uses[operand]] == NO_LREG)
                alloc->wish[node->uses[operand]] = alloc->wish[node->makes[operand]];
    }
}

static void find_constants(struct allocation *alloc)
{
    for (size_t i = 0; i < alloc->s->nodes.count; i++) {
        const struct node *node = &alloc->s->nodes.nodes[i];

        if (node->kind == NODE_CONSTANT && !node->option && node->uses[NODE_VD] == NODE_NONE)
            alloc->constants[node->makes[NODE_VD]] = node;
    }
}

bool allocation_init(struct allocation *alloc, struct selecting *s, struct selection *selection)
{
    const size_t values = (size_t)s->nodes.values + 1;

    *alloc = (struct allocation){.s = s, .emitting = {.s = s, .selection = selection}};
    alloc->lreg = malloc(values * sizeof *alloc->lreg);
    alloc->wish = malloc(values * sizeof *alloc->wish);
    alloc->constants = calloc(values, sizeof *alloc->constants);
    alloc->loaded = calloc(values, sizeof *alloc->loaded);
    alloc->makers = select_makers(s);
    alloc->first_use = calloc(values, sizeof *alloc->first_use);
    alloc->next = calloc(values, sizeof *alloc->next);
    if (!alloc->lreg || !alloc->wish || !alloc->constants || !alloc->loaded || !alloc->makers || !alloc->first_use ||
        !alloc->next || !find_uses(alloc) || !own_words_find(&alloc->own, s))
        return false;
    memset(alloc->lreg, NO_LREG, values * sizeof *alloc->lreg);
    memset(alloc->wish, NO_LREG, values * sizeof *alloc->wish);
    find_wishes(alloc);
    find_constants(alloc);
    for (unsigned r = 0; r < ALLOCATED_LREGS; r++)
        alloc->holds[r] = alloc->own.at_entry >> r & 1 ? HOLDS_OWN : HOLDS_NOTHING;
    return true;
}

void allocation_free(struct allocation *alloc)
{
    free(alloc->lreg);
    free(alloc->wish);
    free(alloc->constants);
    free(alloc->loaded);
    free(alloc->makers);
    free(alloc->first_use);
    free(alloc->uses);
    free(alloc->next);
    own_words_free(&alloc->own);
}

/* ---- Uses ahead ---- */

size_t allocation_next_use(struct allocation *alloc, int32_t value)
{
    size_t *next = &alloc->next[value];

    while (*next < alloc->first_use[value + 1] && alloc->uses[*next] <= alloc->at)
        ++*next;
    return *next < alloc->first_use[value + 1] ? alloc->uses[*next] : SIZE_MAX;
}

size_t allocation_last_use(const struct allocation *alloc, int32_t value)
{
    const size_t end = alloc->first_use[value + 1];

    return end > alloc->first_use[value] ? alloc->uses[end - 1] : alloc->makers[value];
}

/* Returns the registers that no node takes from the value before the value's last use. */
static uint32_t lasting_lregs(const struct allocation *alloc, int32_t value)
{
    const size_t end = allocation_last_use(alloc, value);
    uint32_t taken = 0;

    for (size_t i = alloc->at; i < end; i++)
        taken |= alloc->own.uses[i].kept | (i > alloc->at ? alloc->own.uses[i].writes : 0);
    return ~taken & ALL_ALLOCATED;
}

/* ---- Room ---- */

/* Appends ": those of lines N, N are used further below", with the lines of the values in registers. Appends nothing
 * if registers hold no values. */
static void add_value_lines(const struct allocation *alloc, struct text *what)
{
    const char *before = ": the values of lines ";

    for (unsigned r = 0; r < ALLOCATED_LREGS; r++) {
        if (alloc->holds[r] < 0)
            continue;
        text_print(what, "%s%u", before, alloc->s->nodes.nodes[alloc->makers[alloc->holds[r]]].place.line);
        before = ", ";
    }
    if (what->size > 0)
        text_print(what, " are used further below");
}

/* Returns the next node that may read an LReg of the mask, or whose reads are unknown; with an empty mask, only the
 * latter. NULL if no such node exists. */
static const struct node *next_reader(const struct allocation *alloc, uint32_t lregs)
{
    for (size_t i = alloc->at; i < alloc->s->nodes.count; i++)
        if (alloc->own.uses[i].unknown || alloc->own.uses[i].reads & lregs)
            return &alloc->s->nodes.nodes[i];
    return NULL;
}

/* Sets the error that an own word of the kernel needs the register. Always returns false. */
static bool fail_own(const struct allocation *alloc, int reg)
{
    const struct node *reader = next_reader(alloc, 1u << reg);
    const uint32_t line = reader ? reader->place.line : 0;

    return select_fail(alloc->s, allocation_node(alloc)->place,
                       "L%d is needed here, but one of the kernel's own words reads L%d further below, in line %u: "
                       "compute values before those words, or in a call of a separate program", reg, reg, line);
}

/* Appends how many registers hold contents for the kernel's own words, and a remedy if a word may read any register. */
static void add_own(const struct allocation *alloc, struct text *what)
{
    const struct node *unknown = next_reader(alloc, 0);
    unsigned own = 0;

    if (allocation_node(alloc)->kind == NODE_WORD &&
        (alloc->own.uses[alloc->at].writes & ALL_ALLOCATED) == ALL_ALLOCATED)
        text_print(what, ", and the kernel's own words from here on may write any LReg");
    for (unsigned r = 0; r < ALLOCATED_LREGS; r++)
        own += alloc->holds[r] == HOLDS_OWN;
    if (own == 0)
        return;
    text_print(what, "%s %u LReg%s for the kernel's own words", what->size ? ", and" : ":", own,
               own == 1 ? " is reserved" : "s are reserved");
    if (unknown)
        text_print(what, ", and the one of line %u may read any LReg: compute values before those words, or in a "
                   "call of a separate program", unknown->place.line);
}

static void fail_full(const struct allocation *alloc)
{
    struct text what = {0};

    add_value_lines(alloc, &what);
    add_own(alloc, &what);
    text_add_char(&what, '\0');
    if (!what.failed)
        select_fail(alloc->s, allocation_node(alloc)->place, "no register is left for another value%s", what.data);
    text_free(&what);
}

/* Frees a register by dropping the constant with the latest next use, among those that can be loaded again. Returns
 * the register; NO_LREG, with an error set, if no constant can be dropped. */
static int evict_constant(struct allocation *alloc, uint32_t avoid)
{
    int32_t latest = NODE_NONE;

    for (unsigned r = 0; r < ALLOCATED_LREGS; r++) {
        const int32_t value = alloc->holds[r];

        if (value < 0 || !alloc->constants[value] || (alloc->pinned | avoid) >> r & 1)
            continue;
        if (latest == NODE_NONE || allocation_next_use(alloc, value) > allocation_next_use(alloc, latest))
            latest = value;
    }
    if (latest != NODE_NONE) {
        const int reg = alloc->lreg[latest];

        allocation_drop(alloc, latest);
        return reg;
    }
    fail_full(alloc);
    return NO_LREG;
}

int allocation_take(struct allocation *alloc, int32_t value, uint32_t avoid)
{
    const int wish = value == NODE_NONE ? NO_LREG : alloc->wish[value];
    uint32_t free_ones = 0, good;

    for (unsigned r = 0; r < ALLOCATED_LREGS; r++)
        free_ones |= (uint32_t)(alloc->holds[r] == HOLDS_NOTHING) << r;
    free_ones &= ~avoid;
    if (!free_ones)
        return evict_constant(alloc, avoid);
    good = value == NODE_NONE ? free_ones : free_ones & lasting_lregs(alloc, value);
    if (wish != NO_LREG && good >> wish & 1)
        return wish;
    return 31 - __builtin_clz(good ? good : free_ones);
}

bool allocation_copy(struct allocation *alloc, int to, int from)
{
    struct node move = select_insn(alloc->s, SFP_I_SFPMOV, SFP_MODE_SFPMOV_ALL_LANES_ENABLED,
                                   allocation_node(alloc)->place);
    uint32_t word = node_word_with(move.insn, node_word(&move), NODE_VC, (unsigned)from);

    word = node_word_with(move.insn, word, NODE_VD, (unsigned)to);
    alloc->emitting.selection->moves++;
    return emit_chosen(&alloc->emitting, word, move.place);
}

void allocation_drop(struct allocation *alloc, int32_t value)
{
    const int reg = alloc->lreg[value];

    if (reg >= 0 && reg < ALLOCATED_LREGS && alloc->holds[reg] == value)
        alloc->holds[reg] = HOLDS_NOTHING;
    alloc->lreg[value] = NO_LREG;
}

void allocation_place(struct allocation *alloc, int32_t value, int reg)
{
    allocation_drop(alloc, value);
    alloc->lreg[value] = (int8_t)reg;
    if (reg < ALLOCATED_LREGS)
        alloc->holds[reg] = value;
}

bool allocation_vacate(struct allocation *alloc, int reg, uint32_t avoid)
{
    const int32_t value = alloc->holds[reg];
    int other;

    if (value == HOLDS_NOTHING)
        return true;
    if (value == HOLDS_OWN)
        return fail_own(alloc, reg);
    if (value >= 0 && alloc->constants[value] && !(alloc->pinned >> reg & 1)) {
        allocation_drop(alloc, value);
        return true;
    }
    if (value < 0)
        return select_fail(alloc->s, allocation_node(alloc)->place, "L%d is needed twice here", reg);
    other = allocation_take(alloc, value, avoid | 1u << reg);
    if (other == NO_LREG || !allocation_copy(alloc, other, reg))
        return false;
    allocation_place(alloc, value, other);
    if (alloc->pinned >> reg & 1)
        alloc->pinned |= 1u << other;
    return true;
}

/* ---- Constants ---- */

static bool load_value(struct allocation *alloc, int32_t value)
{
    uint32_t words[CONSTANT_WORDS];
    const int reg = alloc->lreg[value] != NO_LREG ? alloc->lreg[value] : allocation_take(alloc, value, 0);
    size_t count;

    if (reg == NO_LREG)
        return false;
    allocation_place(alloc, value, reg);
    alloc->loaded[value] = alloc->s->state[alloc->at];
    count = constant_words(&alloc->s->index, alloc->constants[value]->imm, (unsigned)reg, words);
    for (size_t i = 0; i < count; i++)
        if (!emit_chosen(&alloc->emitting, words[i], allocation_node(alloc)->place))
            return false;
    return true;
}

bool allocation_want(struct allocation *alloc, int32_t value)
{
    const bool there = alloc->lreg[value] != NO_LREG &&
                       (!alloc->constants[value] ||
                        states_covers(&alloc->s->states, alloc->loaded[value], alloc->s->state[alloc->at]));

    if (!there && !alloc->constants[value])
        return select_fail(alloc->s, allocation_node(alloc)->place, "v%d is in no register", (int)value);
    if (!there && !load_value(alloc, value))
        return false;
    if (alloc->lreg[value] < ALLOCATED_LREGS)
        alloc->pinned |= 1u << alloc->lreg[value];
    return true;
}

void allocation_count(const struct allocation *alloc)
{
    unsigned used = 0;

    for (unsigned r = 0; r < ALLOCATED_LREGS; r++)
        used += alloc->holds[r] != HOLDS_NOTHING;
    if (used > alloc->emitting.selection->registers)
        alloc->emitting.selection->registers = used;
}
