/*
 * Clauses, as they are put together for the solver. A literal is a variable's number, or its negative; what is always
 * so or never is a literal too, and clauses are simplified by it.
 */
#ifndef SFP_CNF_H
#define SFP_CNF_H

#include <stdbool.h>
#include <stddef.h>

enum { CNF_TRUE = 1, CNF_FALSE = -CNF_TRUE };

struct cnf {
    int *literals;    /* of all clauses, each with a 0 behind; owned */
    size_t count, room;
    size_t clauses;
    int variables;
    int guard;        /* what each clause holds under, or CNF_TRUE */
    size_t begun;     /* where the clause under way starts in `literals` */
    bool satisfied;   /* it is */
    bool no_memory;   /* it ran out: the clauses are not to be used */
};

void cnf_init(struct cnf *c);
void cnf_free(struct cnf *c);

/* A new variable. */
int cnf_variable(struct cnf *c);

/* A clause, literal by literal. */
void cnf_begin(struct cnf *c);
void cnf_literal(struct cnf *c, int literal);
void cnf_end(struct cnf *c);

/* A clause of these. */
#define CNF_CLAUSE(c, ...) \
    cnf_clause(c, (const int[]){__VA_ARGS__}, sizeof((const int[]){__VA_ARGS__}) / sizeof(int))
void cnf_clause(struct cnf *c, const int *literals, size_t count);

/* A variable that is `literal` if both are; CNF_TRUE and the like are no variables, and made none. */
int cnf_and(struct cnf *c, int a, int b);

/* At most one of these is so; at most `most`. */
void cnf_at_most_one(struct cnf *c, const int *literals, size_t count);

/* If `when` exactly one is, else none. */
void cnf_exactly_one(struct cnf *c, int when, const int *literals, size_t count);

/* Literals under way, to be counted among. All zeros at first; to be freed with free(literals). */
struct cnf_set {
    int *literals; /* owned */
    size_t count, room;
    bool no_memory;
};

/* Adds one, unless it is never so. */
void cnf_set_add(struct cnf_set *set, int literal);

#endif
