/*
 * Expressions. GNU as and C rank the binary operators differently, so a chain
 * of them is kept flat until it ends and is then grouped by the rules of GNU
 * as, and by those of C to see whether they differ.
 */
#ifndef SFP_EXPR_H
#define SFP_EXPR_H

#include "program/source.h"

/* Why an expression has no value. Reported only when the value is needed. */
enum fault {
    FAULT_NONE,
    FAULT_REPORTED, /* somebody has already said so */
    FAULT_UNDEFINED,
    FAULT_AMBIGUOUS,
    FAULT_DIVIDE, /* by zero */
    FAULT_SHIFT,  /* by less than 0 or more than 63 */
    FAULT_PARAMETER, /* depends on a parameter of a C function that has no value */
    FAULT_UNSET,  /* a C variable before it is given a value */
};

/* An integer type of C: what a definition or a cast cuts a value to. */
struct c_type {
    uint8_t bits; /* 1 is bool; 0 is none: of the value's own type */
    bool is_signed;
};

struct value {
    int64_t number;
    struct place at; /* of the fault, or of the label */
    uint8_t fault;   /* enum fault */
    bool named;      /* a named constant has a part in it */
    bool label;      /* a label has, outside of C */
    struct c_type type; /* in C; GNU as has one type only */
};

enum operator {
    OP_NONE,
    OP_MULTIPLY, OP_DIVIDE, OP_MODULO, OP_SHIFT_LEFT, OP_SHIFT_RIGHT, OP_OR, OP_AND, OP_XOR, OP_OR_NOT, OP_ADD,
    OP_SUBTRACT, OP_EQUAL, OP_NOT_EQUAL, OP_LESS, OP_GREATER, OP_LESS_EQUAL, OP_GREATER_EQUAL, OP_LOGICAL_AND,
    OP_LOGICAL_OR,
    OP_NEGATE, OP_COMPLEMENT, OP_LOGICAL_NOT, OP_PLUS,
};

/* One operand of a chain, and the operator before it (OP_NONE for the first). */
struct term {
    struct value value;
    struct place place; /* of the operand */
    enum operator operator;
};

enum { MOST_TERMS = 1 << 20 }; /* in the expressions of one statement */

/* The chains under way, the newest last. */
struct terms {
    struct term *items;
    size_t count, capacity;
};

/* Adds an operand to the newest chain. False if memory ran out. */
bool terms_push(struct terms *terms, enum operator operator, const struct value *value, struct place place);

/* Takes the newest `count` terms away and groups them as GNU as does. *differs: as C does gives another value. */
struct value terms_value(struct terms *terms, size_t count, bool *differs);

struct value value_of(int64_t number);
struct value value_faulty(enum fault fault, struct place at);
/* How tightly a binary operator binds by C's rules, from 1 up. */
unsigned operator_rank_c(enum operator operator);

/* The result of an operator on numbers for which it has one, mod 2^64; comparisons give 1 if true. */
int64_t operator_compute(enum operator operator, bool is_signed, int64_t a, int64_t b);
bool operator_compares(enum operator operator);

struct value value_unary(enum operator operator, const struct value *value);
struct value value_choose(const struct value *condition, const struct value *yes, const struct value *no);

#endif
