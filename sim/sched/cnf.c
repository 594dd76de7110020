/* Builds clauses, and encodes cardinality constraints. */
#include "cnf.h"

#include "base/array.h"

#include <stdlib.h>

void cnf_init(struct cnf *c)
{
    *c = (struct cnf){.guard = CNF_TRUE, .variables = CNF_TRUE};
}

void cnf_free(struct cnf *c)
{
    free(c->literals);
    *c = (struct cnf){0};
}

int cnf_variable(struct cnf *c)
{
    return ++c->variables;
}

/* ---- Clauses ---- */

static void append_literal(struct cnf *c, int literal)
{
    if (c->no_memory || !array_room(&c->literals, c->count, &c->room, sizeof *c->literals))
        c->no_memory = true;
    else
        c->literals[c->count++] = literal;
}

void cnf_begin(struct cnf *c)
{
    c->begun = c->count;
    c->satisfied = false;
    cnf_literal(c, -c->guard);
}

void cnf_literal(struct cnf *c, int literal)
{
    if (literal == CNF_TRUE)
        c->satisfied = true;
    else if (literal != CNF_FALSE && !c->satisfied)
        append_literal(c, literal);
}

void cnf_end(struct cnf *c)
{
    if (c->satisfied) {
        c->count = c->begun;
        return;
    }
    append_literal(c, 0);
    c->clauses++;
}

void cnf_clause(struct cnf *c, const int *literals, size_t count)
{
    cnf_begin(c);
    for (size_t i = 0; i < count; i++)
        cnf_literal(c, literals[i]);
    cnf_end(c);
}

int cnf_and(struct cnf *c, int a, int b)
{
    int both;

    if (a == CNF_FALSE || b == CNF_FALSE)
        return CNF_FALSE;
    if (a == CNF_TRUE || a == b)
        return b;
    if (b == CNF_TRUE)
        return a;
    both = cnf_variable(c);
    CNF_CLAUSE(c, -a, -b, both);
    return both;
}

/* ---- Counting ---- */

static void exclude_pairs(struct cnf *c, const int *literals, size_t count)
{
    for (size_t i = 0; i < count; i++)
        for (size_t k = i + 1; k < count; k++)
            CNF_CLAUSE(c, -literals[i], -literals[k]);
}

/* Adds a variable after each literal, true if a literal so far is true (Sinz, Towards an Optimal CNF Encoding of
 * Boolean Cardinality Constraints, 2005). */
static void exclude_in_turn(struct cnf *c, const int *literals, size_t count)
{
    int before = CNF_FALSE;

    for (size_t i = 0; i + 1 < count; i++) {
        const int so_far = cnf_variable(c);

        CNF_CLAUSE(c, -literals[i], so_far);
        CNF_CLAUSE(c, -before, so_far);
        CNF_CLAUSE(c, -literals[i], -before);
        before = so_far;
    }
    CNF_CLAUSE(c, -literals[count - 1], -before);
}

void cnf_at_most_one(struct cnf *c, const int *literals, size_t count)
{
    enum { FEW = 6 };

    if (count <= FEW)
        exclude_pairs(c, literals, count);
    else
        exclude_in_turn(c, literals, count);
}

void cnf_exactly_one(struct cnf *c, int when, const int *literals, size_t count)
{
    cnf_begin(c);
    cnf_literal(c, -when);
    for (size_t i = 0; i < count; i++)
        cnf_literal(c, literals[i]);
    cnf_end(c);
    for (size_t i = 0; i < count; i++)
        CNF_CLAUSE(c, -literals[i], when);
    cnf_at_most_one(c, literals, count);
}

void cnf_set_add(struct cnf_set *set, int literal)
{
    if (literal == CNF_FALSE)
        return;
    if (set->no_memory || !array_room(&set->literals, set->count, &set->room, sizeof *set->literals))
        set->no_memory = true;
    else
        set->literals[set->count++] = literal;
}
