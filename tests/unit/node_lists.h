/*
 * Small lists of nodes, built node by node, and the words that they must give.
 *
 * Where registers matter, they are by three rules: a result has the highest register that is free, unless something
 * further below has it elsewhere; what is used no more is free for the result of the instruction that uses it last; a
 * register that is read and written is a copy where its value lives on.
 */
#ifndef NODE_LISTS_H
#define NODE_LISTS_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "dis/dis.h"
#include "select/select.h"
#include "unit/word_machine.h"
#include "validate/validate.h"

static struct node_list list;
static struct sfp_index indices;
static uint32_t line;

/* ---- Lists ---- */

static inline void begin(enum sfp_arch arch, const char *profile)
{
    sfp_index_init(&indices, arch);
    node_list_init(&list, arch, profile_named(profile, arch));
    assert_non_null(list.profile);
    node_name(&list.files, "k.h");
    line = 0;
}

static inline struct node node(enum node_kind kind)
{
    return node_of(kind, (struct node_place){0, ++line});
}

static inline void add(const struct node *n)
{
    assert_true(node_list_add(&list, n));
}

static inline int32_t making(struct node *n)
{
    n->makes[NODE_VD] = list.values++;
    add(n);
    return n->makes[NODE_VD];
}

static inline struct node insn(const char *name, unsigned mod)
{
    struct node n = node(NODE_INSN);

    n.insn = sfp_insn_by_gnu(&indices, name, strlen(name));
    assert_non_null(n.insn);
    n.mod = (uint8_t)mod;
    return n;
}

/* An instruction of these values, in the order VA, VB, VC, VD. */
static inline int32_t make(const char *name, unsigned mod, int32_t va, int32_t vb, int32_t vc, int32_t vd)
{
    struct node n = insn(name, mod);

    n.uses[NODE_VA] = va;
    n.uses[NODE_VB] = vb;
    n.uses[NODE_VC] = vc;
    n.uses[NODE_VD] = vd;
    return making(&n);
}

static inline int32_t load(unsigned address)
{
    struct node n = insn("sfpload", SFP_FMT_FP32);

    n.imm = address;
    n.option = 3;
    return making(&n);
}

static inline void store(int32_t value, unsigned address)
{
    struct node n = insn("sfpstore", SFP_FMT_FP32);

    n.imm = address;
    n.option = 3;
    n.uses[NODE_VD] = value;
    add(&n);
}

static inline int32_t product(int32_t a, int32_t b) { return make("sfpmul", 0, a, b, -1, -1); }
static inline int32_t sum(int32_t a, int32_t b) { return make("sfpadd", 0, -1, a, b, -1); }
static inline int32_t negation(int32_t a) { return make("sfpmov", 1, -1, -1, a, -1); }

static inline int32_t constant(uint32_t bits)
{
    struct node n = node(NODE_CONSTANT);

    n.imm = bits;
    return making(&n);
}

static inline int32_t assign(int32_t old, int32_t new)
{
    struct node n = node(NODE_ASSIGN);

    n.uses[NODE_VD] = old;
    n.uses[NODE_VC] = new;
    return making(&n);
}

static inline void plain(enum node_kind kind)
{
    const struct node n = node(kind);

    add(&n);
}

static inline void with(enum node_kind kind, uint32_t imm)
{
    struct node n = node(kind);

    n.imm = imm;
    add(&n);
}

static inline int32_t read_lreg(unsigned reg)
{
    struct node n = node(NODE_READ);

    n.imm = reg;
    return making(&n);
}

static inline void write_lreg(int32_t value, unsigned reg)
{
    struct node n = node(NODE_WRITE);

    n.imm = reg;
    n.uses[NODE_VC] = value;
    add(&n);
}

static inline int32_t deciding(struct node *n)
{
    n->condition = list.conditions++;
    add(n);
    return n->condition;
}

static inline int32_t compare(enum node_type type, int32_t a, enum node_relation relation, int32_t b, uint32_t imm)
{
    struct node n = node(NODE_COMPARE);

    n.type = (uint8_t)type;
    n.relation = (uint8_t)relation;
    n.uses[NODE_VC] = a;
    n.uses[NODE_VB] = b;
    n.imm = imm;
    return deciding(&n);
}

static inline int32_t both(enum node_kind kind, int32_t a, int32_t b)
{
    struct node n = node(kind);

    n.conditions[0] = a;
    n.conditions[1] = b;
    return deciding(&n);
}

static inline void where(int32_t condition)
{
    struct node n = node(NODE_WHERE);

    n.conditions[0] = condition;
    add(&n);
}

static inline void begin_if(int32_t condition)
{
    plain(NODE_PUSHC);
    where(condition);
}

/* ---- Words ---- */

/* The words that are selected as `how` says. */
static inline void expect_as(unsigned how, const char *expected)
{
    char text[SFP_DISASSEMBLY_SIZE], all[8192] = "", *error;
    struct selection selection;

    if (!select_nodes(&list, SELECT_READING | how, &selection, &error))
        fail_msg("%s", error);
    for (size_t i = 0; i < selection.count; i++) {
        disassembly_of_word(&indices, selection.words[i].word, SFP_SYNTAX_GNU, text);
        for (char *c = text; *c; c++)
            *c = *c == '\t' ? ' ' : *c;
        strcat(strcat(all, text), "\n");
    }
    if (!validate_selection(&list, &selection, &error))
        fail_msg("%s", error);
    if (strcmp(all, expected) != 0)
        fail_msg("\n%snot\n%sof\n%.*s", all, expected, (int)selection.reading.size, selection.reading.data);
    selection_free(&selection);
    node_list_free(&list);
}

static inline void expect(const char *expected)
{
    expect_as(0, expected);
}

static inline void expect_error(const char *expected)
{
    struct selection selection;
    char *error;

    assert_false(select_nodes(&list, 0, &selection, &error));
    assert_string_equal(error, expected);
    free(error);
    node_list_free(&list);
}

#endif
