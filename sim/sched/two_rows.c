/* Searches for an answer of two rows that takes fewer cycles than twice the answer of one row. */
#include "two_rows.h"

#include "action/voice.h"
#include "answer_search.h"
#include "split_search.h"

enum {
    TWO_ROWS_CONFLICTS = 2000, /* most conflicts of a model without --time: for small kernels this finds in seconds what
                                * longer searches find */
    TWO_ROWS_SHARE = 2,        /* divisor: with --time the search takes at most this part of the time left, because the
                                * comparison needs time too */
};

unsigned two_rows_period(const struct answer *a)
{
    const unsigned less = 2 * a->wants.period - 1;
    const char *what;

    if (a->graph->iterations > 1 || less > SEARCH_MOST_PERIOD || 2 * a->graph->count > MODEL_OPERATIONS)
        return 0;
    return search_floor(a->graph, 2, a->wants.no_macros, &what) <= less ? less : 0;
}

/* Returns what is wanted of the search: periods below twice the present one, from the longest downwards. */
static struct search_wants make_wants(struct scheduling *s, unsigned longest)
{
    struct search_wants wants = answer_search_wants(s);

    wants.first = 0;
    wants.last = longest;
    wants.downwards = true;
    if (s->options->time <= 0 && (wants.conflicts == 0 || wants.conflicts > TWO_ROWS_CONFLICTS))
        wants.conflicts = TWO_ROWS_CONFLICTS;
    return wants;
}

static enum two_rows_result name_result(const struct search *found)
{
    if (found->found)
        return TWO_ROWS_FOUND;
    if (found->stopped)
        return TWO_ROWS_STOPPED;
    return found->given_up > 0 ? TWO_ROWS_GIVEN_UP : TWO_ROWS_NONE;
}

/* Takes the search for two rows in the place of the search for one. */
static void take_two(struct scheduling *s, struct search *two)
{
    two->own_period = 2 * s->search.own_period;
    answer_free(&s->search.answer);
    s->search = *two;
}

/* Searches s->used. */
static void search_two(struct scheduling *s, unsigned longest, struct search *two)
{
    const struct search_wants wants = make_wants(s, longest);
    const double end = s->end;

    if (end > 0)
        s->end -= (end - answer_search_clock()) / TWO_ROWS_SHARE;
    split_search_tables(s->used, &wants, two);
    s->end = end;
    progress_clear(s);
}

static int try_period(struct scheduling *s, unsigned longest)
{
    struct search two;
    char *error = NULL;

    if (!scheduling_make_graphs(s, 2, &s->two, &error))
        return complain_of(error);
    if (!scheduling_fits(&s->two.graph) || !scheduling_can_step(s, &s->two.graph)) {
        s->two_rows.result = TWO_ROWS_CANNOT;
        return 0;
    }
    s->used = &s->two;
    search_two(s, longest, &two);
    if (two.no_memory || s->steps.no_memory) {
        answer_free(&two.answer);
        return complain_no_memory();
    }
    s->two_rows.result = name_result(&two);
    if (two.found)
        take_two(s, &two);
    else
        s->used = &s->one;
    return 0;
}

int two_rows_try(struct scheduling *s)
{
    const unsigned longest = two_rows_period(&s->search.answer);

    if (s->options->rows || answer_is_one_period(s) || longest == 0)
        return 0;
    s->two_rows.alone = s->search.answer.wants.period;
    if (s->body.iterations % 2)
        s->two_rows.result = TWO_ROWS_ODD;
    else if (answer_search_is_over(s))
        s->two_rows.result = TWO_ROWS_STOPPED;
    else
        return try_period(s, longest);
    return 0;
}
