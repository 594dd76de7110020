/* Searches all graphs of a loop for the shortest table. */
#include "split_search.h"

#include "table_model.h"

void loop_graphs_free(struct loop_graphs *graphs)
{
    graph_free(&graphs->graph);
    for (size_t i = 0; i < graphs->other_count; i++)
        graph_free(&graphs->others[i].graph);
    graphs->other_count = 0;
}

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

/* Returns whether counting allows the graph a shorter table than the table found. */
static bool can_be_shorter(const struct graph *g, const struct search_wants *wants, const struct search *found)
{
    const char *what;

    return !found->found ||
           (!wants->first && found->answer.wants.period > search_floor(g, 1, wants->no_macros, &what));
}

/* Searches another graph for a table shorter than the one found. A graph too large for models leaves that open. */
static void search_other(const struct graph *g, const struct search_wants *wants, struct search *found)
{
    struct search_wants how = *wants;
    struct search other;

    if (g->count > MODEL_OPERATIONS) {
        found->proven = found->next_refuted = false;
        found->given_up++;
        return;
    }
    if (found->found)
        how.last = found->answer.wants.period - 1;
    search_tables(g, &how, &other);
    join_both_results(found, &other);
}

void split_search_tables(const struct loop_graphs *graphs, const struct search_wants *wants, struct search *found)
{
    search_tables(&graphs->graph, wants, found);
    for (size_t i = 0; i < graphs->other_count && !found->no_memory; i++)
        if (can_be_shorter(&graphs->others[i].graph, wants, found))
            search_other(&graphs->others[i].graph, wants, found);
}

/* Asks about another graph. Returns whether *why is now the answer about that graph, instead of about the ones
 * before. */
static bool ask_other(const struct graph *g, const struct why_wants *wants, struct why *why)
{
    struct why other;

    if (g->count > MODEL_OPERATIONS) {
        why->answer = WHY_UNKNOWN;
        return false;
    }
    why_find(g, wants, &other);
    if (why->answer == WHY_UNKNOWN && other.answer != WHY_POSSIBLE) {
        why_free(&other);
        return false;
    }
    why_free(why);
    *why = other;
    return true;
}

const struct graph *split_why_find(const struct loop_graphs *graphs, const struct why_wants *wants, struct why *why)
{
    const struct graph *explained = &graphs->graph;

    why_find(explained, wants, why);
    for (size_t i = 0; i < graphs->other_count && why->answer != WHY_POSSIBLE && why->answer != WHY_NO_MEMORY; i++)
        if (ask_other(&graphs->others[i].graph, wants, why))
            explained = &graphs->others[i].graph;
    return explained;
}
