/*
 * Clauses in conjunctive normal form, built for the solver. A literal is a variable's number, or its negative. The
 * constants CNF_TRUE and CNF_FALSE are literals too; clauses are simplified by them.
 */
#ifndef SFP_CNF_H
#define SFP_CNF_H

#include <stdbool.h>
#include <stddef.h>

enum { CNF_TRUE = 1, CNF_FALSE = -CNF_TRUE };

struct cnf {
    int *literals;    /* the clauses, each followed by a 0; owned */
    size_t count, room;
    size_t clauses;
    int variables;
    int guard;        /* condition of the following clauses: a literal, or CNF_TRUE */
    size_t begun;     /* index in `literals` where the unfinished clause starts */
    bool satisfied;   /* the unfinished clause holds a true literal */
    bool no_memory;   /* memory ran out: the clauses are unusable */
};

/* Starts without clauses; cnf_free() is due. */
void cnf_init(struct cnf *c);
void cnf_free(struct cnf *c);

/* Returns a new variable. */
int cnf_variable(struct cnf *c);

/* Builds a clause, conditional on c->guard, literal by literal: cnf_begin(), cnf_literal() for each, cnf_end(). */
void cnf_begin(struct cnf *c);
void cnf_literal(struct cnf *c, int literal);
void cnf_end(struct cnf *c);

/* Adds a clause of the given literals. */
#define CNF_CLAUSE(c, ...) \
    cnf_clause(c, (const int[]){__VA_ARGS__}, sizeof((const int[]){__VA_ARGS__}) / sizeof(int))
void cnf_clause(struct cnf *c, const int *literals, size_t count);

/* Returns a literal that is true whenever `a` and `b` are. Makes a variable only if neither operand decides the
 * result. */
int cnf_and(struct cnf *c, int a, int b);

/* Adds clauses that permit at most one true literal. */
void cnf_at_most_one(struct cnf *c, const int *literals, size_t count);

/* Adds clauses: if `when` is true, exactly one literal is true; otherwise every literal is false. */
void cnf_exactly_one(struct cnf *c, int when, const int *literals, size_t count);

/* A growing list of literals, for counting constraints. Starts as all zeros; the owner frees `literals` with free(). */
struct cnf_set {
    int *literals; /* array of the set's literals; owned */
    size_t count, room;
    bool no_memory;
};

/* Adds a literal to the set, unless the literal is CNF_FALSE. Sets no_memory if memory ran out. */
void cnf_set_add(struct cnf_set *set, int literal);

#endif
