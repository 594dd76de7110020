/* Searches a kernel's two graphs as one. */
#include "split_search.h"

/* Joins both graphs' results into *search. If the other graph has a table, that table is the shorter one. */
static void join_both_results(struct search *search, struct search *other)
{
    struct search *best = other->found ? other : search, *worse = other->found ? search : other;

    best->proven &= worse->proven;
    best->next_refuted &= worse->next_refuted;
    best->given_up += worse->given_up;
    best->stopped |= worse->stopped;
    best->no_memory |= worse->no_memory;
    if (worse->floor < best->floor) {
        best->floor = worse->floor;
        best->floor_of = worse->floor_of;
    }
    answer_free(&worse->answer);
    if (best != search)
        *search = *best;
}

void split_search_tables(const struct graph *g, const struct graph *unsplit, const struct search_wants *wants,
                         struct search *found)
{
    struct search_wants how = *wants;
    struct search other;
    const char *what;

    search_tables(g, wants, found);
    if (!unsplit || (found->found && wants->first) ||
        (found->found && found->answer.wants.period <= search_floor(unsplit, 1, wants->no_macros, &what)))
        return;
    if (found->found)
        how.last = found->answer.wants.period - 1;
    search_tables(unsplit, &how, &other);
    join_both_results(found, &other);
}

const struct graph *split_why_find(const struct graph *g, const struct graph *unsplit, const struct why_wants *wants,
                                   struct why *why)
{
    struct why other;

    why_find(g, wants, why);
    if (!unsplit || why->answer == WHY_POSSIBLE || why->answer == WHY_NO_MEMORY)
        return g;
    why_find(unsplit, wants, &other);
    if (why->answer == WHY_UNKNOWN && other.answer != WHY_POSSIBLE) {
        why_free(&other);
        return g;
    }
    why_free(why);
    *why = other;
    return unsplit;
}
