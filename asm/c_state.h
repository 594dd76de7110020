/*
 * What the C form of an assembly remembers between statements: names that C
 * definitions gave values, in scopes, and two tables that make common look-ups
 * quick.
 */
#ifndef SFP_C_STATE_H
#define SFP_C_STATE_H

#include "expr.h"
#include "isa.h"

enum {
    C_BUCKETS = 256,
    C_MACRO_SLOTS = 1024,   /* more than four times the macros of an arch */
    C_CONSTANT_SLOTS = 1024,
};

/* An integer type: what a definition or a cast cuts a value to. */
struct c_type {
    uint8_t bits; /* 1 is bool; 0 leaves a value as it is */
    bool is_signed;
};

struct c_name {
    struct place place;  /* of its definition */
    struct value value;
    struct c_type type;
    const char *fixed;   /* why nothing can be assigned to it, or NULL */
    unsigned depth;      /* of the scope it belongs to */
    uint32_t hash;
    uint32_t older;      /* the next in its bucket, as one more than its index */
};

struct c_macro {
    const struct sfp_insn *insn;
    size_t length;
};

/* A named constant that has been looked up once. */
struct c_constant {
    struct place place; /* where its name is written */
    int64_t value;
};

struct c_state {
    struct c_name *names; /* the newest last */
    size_t name_count, name_capacity;
    uint32_t buckets[C_BUCKETS]; /* one more than the index of the newest; 0 if none */
    unsigned depth;              /* open scopes */
    uint64_t iterations;         /* of all loops so far */
    struct c_macro macros[C_MACRO_SLOTS];
    struct c_constant constants[C_CONSTANT_SLOTS];
    enum sfp_arch arch; /* that the two tables are for; 0 at the start */
};

#endif
