/*
 * Expressions. GNU as and C rank the binary operators differently. So a chain of operators is kept flat until it ends,
 * and is then grouped by the rules of GNU as, and by the rules of C to warn of a difference.
 */
#ifndef SFP_EXPR_H
#define SFP_EXPR_H

#include "program/source.h"

/* The reason why an expression has no value. Reported only if the value is needed. */
enum fault {
    FAULT_NONE,
    FAULT_REPORTED, /* fault already reported */
    FAULT_UNDEFINED,
    FAULT_AMBIGUOUS,
    FAULT_DIVIDE, /* division by zero */
    FAULT_SHIFT,  /* shift by less than 0 or more than 63 bits */
    FAULT_PARAMETER, /* dependence on a C function's parameter that has no value */
    FAULT_UNSET,  /* C variable without a value yet */
};

/* An integer type of C: definitions and casts cut values to it. */
struct c_type {
    uint8_t bits; /* number of bits; 1 for bool; 0 for the value's own type */
    bool is_signed;
};

struct value {
    int64_t number;
    struct place at; /* place of the fault or of the label */
    uint8_t fault;   /* fault of the value, an enum fault */
    bool named;      /* a named constant contributes to the value */
    bool label;      /* a label contributes to the value, outside C */
    struct c_type type; /* type of the value in C; GNU as has only one type */
};

enum operator {
    OP_NONE,
    OP_MULTIPLY, OP_DIVIDE, OP_MODULO, OP_SHIFT_LEFT, OP_SHIFT_RIGHT, OP_OR, OP_AND, OP_XOR, OP_OR_NOT, OP_ADD,
    OP_SUBTRACT, OP_EQUAL, OP_NOT_EQUAL, OP_LESS, OP_GREATER, OP_LESS_EQUAL, OP_GREATER_EQUAL, OP_LOGICAL_AND,
    OP_LOGICAL_OR,
    OP_NEGATE, OP_COMPLEMENT, OP_LOGICAL_NOT, OP_PLUS,
};

/* An operand of a chain, and the operator before it (OP_NONE for the first). */
struct term {
    struct value value;
    struct place place; /* place of the operand */
    enum operator operator;
};

enum { MOST_TERMS = 1 << 20 }; /* most terms in one statement's expressions */

/* The unfinished chains, the newest last. */
struct terms {
    struct term *items;
    size_t count, capacity;
};

/* Adds an operand to the newest chain. Returns false without memory. */
bool terms_push(struct terms *terms, enum operator operator, const struct value *value, struct place place);

/* Removes the newest `count` terms, and groups them like GNU as. Sets *differs if C's grouping gives another value. */
struct value terms_value(struct terms *terms, size_t count, bool *differs);

struct value value_of(int64_t number);
struct value value_faulty(enum fault fault, struct place at);
/* Returns a binary operator's rank in C, from 1 up; a larger number binds tighter. */
unsigned operator_rank_c(enum operator operator);

/* Computes an operator on numbers for which it is defined, modulo 2^64. Comparisons give 1 for true. */
int64_t operator_compute(enum operator operator, bool is_signed, int64_t a, int64_t b);
bool operator_compares(enum operator operator);

struct value value_unary(enum operator operator, const struct value *value);
struct value value_choose(const struct value *condition, const struct value *yes, const struct value *no);

#endif
