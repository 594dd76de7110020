/* CaDiCaL, through its C interface. */
#include "sat.h"

#include <ccadical.h>
#include <limits.h>
#include <stdio.h>

bool sat_open(struct sat *s, const struct cnf *cnf, sat_stop *stop, void *context)
{
    s->solver = ccadical_init();
    if (!s->solver)
        return false;
    ccadical_set_option(s->solver, "quiet", 1);
    ccadical_add(s->solver, CNF_TRUE);
    ccadical_add(s->solver, 0);
    for (size_t i = 0; i < cnf->count; i++)
        ccadical_add(s->solver, cnf->literals[i]);
    if (stop)
        ccadical_set_terminate(s->solver, context, stop);
    return true;
}

void sat_close(struct sat *s)
{
    if (s->solver)
        ccadical_release(s->solver);
    s->solver = NULL;
}

enum sat_result sat_solve(struct sat *s, const int *assumed, size_t count, uint32_t conflicts)
{
    enum { YES = 10, NO = 20 }; /* exit statuses in solver competitions */
    int result;

    for (size_t i = 0; i < count; i++)
        ccadical_assume(s->solver, assumed[i]);
    if (conflicts > 0)
        ccadical_limit(s->solver, "conflicts", conflicts < INT_MAX ? (int)conflicts : INT_MAX);
    result = ccadical_solve(s->solver);
    return result == YES ? SAT_YES : result == NO ? SAT_NO : SAT_UNKNOWN;
}

bool sat_is(const struct sat *s, int literal)
{
    return literal == CNF_TRUE || (literal != CNF_FALSE && ccadical_val(s->solver, literal) == literal);
}

bool sat_failed(const struct sat *s, int assumed)
{
    return ccadical_failed(s->solver, assumed);
}

bool sat_write(const struct cnf *cnf, bool (*write)(void *context, const char *bytes, size_t size), void *context)
{
    char text[64];
    bool good = write(context, text, (size_t)snprintf(text, sizeof text, "p cnf %d %zu\n%d 0\n", cnf->variables,
                                                      cnf->clauses + 1, CNF_TRUE));

    for (size_t i = 0; good && i < cnf->count; i++)
        good = write(context, text, (size_t)snprintf(text, sizeof text, cnf->literals[i] ? "%d " : "%d\n",
                                                     cnf->literals[i]));
    return good;
}
