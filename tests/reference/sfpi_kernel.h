/*
 * A kernel of sfpi code as its source has it: variables, expressions, conditions and statements in their blocks. From
 * this come the recording that sfpi's headers leave (sfpi_recording.c), the C++ text (sfpi_source.c) and what the
 * kernel means (sfpi_meaning.c). No part of it knows registers, flags or nodes of selection.
 */
#ifndef SFPI_KERNEL_H
#define SFPI_KERNEL_H

#include "isa/isa.h"
#include "base/text_buffer.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    SFPI_NONE = -1,
    SFPI_VARIABLES = 12,
    SFPI_EXPRESSIONS = 512,
    SFPI_CONDITIONS = 128,
    SFPI_STATEMENTS = 256,
    SFPI_CHILDREN = 3,
    SFPI_CELLS = 256, /* dst_reg[0] and so on, counted from where dst_reg is at the start */
};

/* ---- Expressions ---- */

enum sfpi_type { SFPI_FLOAT, SFPI_INTEGER };

enum sfpi_operation {
    /* Leaves. `number` is the variable, the bits, the LReg (8 to 11), or the index of dst_reg. */
    SFPI_VARIABLE, SFPI_NUMBER, SFPI_LREG, SFPI_LOAD,
    /* Floats. `number` is the immediate where there is one. */
    SFPI_ADD, SFPI_SUBTRACT, SFPI_MULTIPLY,
    SFPI_MULTIPLY_ADD, /* child 0 * child 1 + child 2, a statement's whole expression */
    SFPI_NEGATE, SFPI_ABS, SFPI_SETEXP, SFPI_SETEXP_OF /* an integer */, SFPI_ADDEXP, SFPI_SETSGN,
    SFPI_COPYSGN, SFPI_TO_FLOAT, SFPI_ROUND_TO_BF16, SFPI_LUT /* `table` has the three operands besides */,
    /* Integers. */
    SFPI_INTEGER_ADD, SFPI_INTEGER_SUBTRACT, SFPI_ADD_NUMBER, SFPI_SUBTRACT_NUMBER, SFPI_AND, SFPI_OR, SFPI_XOR,
    SFPI_NOT, SFPI_SHIFT_LEFT, SFPI_EXEXP, SFPI_EXMAN, SFPI_TO_INT16,
    SFPI_OPERATIONS,
};

struct sfpi_expression {
    uint8_t operation, type;
    uint32_t number;
    uint16_t table[3];
    int16_t children[SFPI_CHILDREN];
};

/* ---- Conditions ---- */

enum sfpi_condition_kind { SFPI_COMPARE, SFPI_BOTH, SFPI_EITHER, SFPI_OPPOSITE };
enum sfpi_relation { SFPI_LESS, SFPI_EQUAL, SFPI_AT_LEAST, SFPI_UNEQUAL, SFPI_AT_MOST, SFPI_GREATER };

struct sfpi_condition {
    uint8_t kind, relation;
    int16_t left, right; /* of SFPI_COMPARE: expressions of one type, the right one a leaf; of others: conditions */
};

/* ---- Statements ---- */

enum sfpi_statement_kind {
    SFPI_DECLARE, /* type variable = expression; */
    SFPI_ASSIGN,  /* variable = expression; */
    SFPI_UPDATE,  /* variable op= expression; `operation` is an addition, subtraction, product or logic */
    SFPI_STORE,   /* dst_reg[index] = expression; */
    SFPI_IF,      /* v_if (condition) body, and `otherwise`: SFPI_ELSE_IF, SFPI_ELSE or none */
    SFPI_ELSE_IF,
    SFPI_ELSE,
    SFPI_BLOCK, /* v_block body */
    SFPI_NARROW, /* v_and(condition); */
    SFPI_LOOP,  /* for (int n = 0; n < count; n++) body */
    SFPI_STEP,  /* dst_reg++; */
};

struct sfpi_statement {
    uint8_t kind, operation, count;
    uint8_t variable, type, index;
    int16_t expression, condition, body, otherwise, next;
};

struct sfpi_kernel {
    enum sfp_arch arch;
    struct sfpi_expression expressions[SFPI_EXPRESSIONS];
    struct sfpi_condition conditions[SFPI_CONDITIONS];
    struct sfpi_statement statements[SFPI_STATEMENTS];
    unsigned expression_count, condition_count, statement_count;
    int16_t body; /* the first statement */
};

/* ---- Text ---- */

/* The versions of sfpi's headers, which call other builtins: release 7.38, and August 2026. */
enum sfpi_headers { SFPI_HEADERS_7_38, SFPI_HEADERS_AUGUST_2026 };

/* Appends what a recording of the kernel holds, as text (record/nodes_read.h), in the order in which g++ evaluates
 * operands: of an operator or call from right to left, but of && and || from left to right. */
void sfpi_write_recording(const struct sfpi_kernel *kernel, enum sfpi_headers headers, struct text *text);

/* Appends the kernel as a function `name` of C++. Where names differ between headers it uses the macros of
 * sfpi_write_prologue(). */
void sfpi_write_prologue(struct text *text);
void sfpi_write_source(const struct sfpi_kernel *kernel, const char *name, struct text *text);

#endif
