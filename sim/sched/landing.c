/* Counts the cycles that carried LRegs need around the loop. A word takes at least one cycle. */
#include "landing.h"

#include "isa/timing.h"

/* ---- Before the loop ---- */

/* Returns the first row in which the answer reads the entry, or its number of rows. */
static unsigned find_first_read(const struct answer *a, const struct graph_carried *carried)
{
    unsigned first = a->rows;

    for (size_t i = 0; i < a->graph->count; i++)
        for (unsigned source = 0; source < a->graph->operations[i].source_count && a->operations[i].present; source++)
            if (a->graph->operations[i].sources[source].value == carried->entry && a->operations[i].row < first)
                first = a->operations[i].row;
    return first;
}

/* Returns whether live_setup_find() may leave the word out. */
static bool can_go(const struct sfp_insn *insn)
{
    return insn && (insn->id == SFP_I_SFPLOADI || insn->id == SFP_I_SFPCONFIG);
}

/* Returns how many cycles after the last word before the loop the LReg's value lands. */
static unsigned find_set_cycle(const struct loop_body *body, unsigned lreg)
{
    struct sfp_index index;
    unsigned words = 1;

    sfp_index_init(&index, body->arch);
    for (size_t i = body->before_count; i-- > 0;) {
        const struct sfp_issued issued = sfp_issued_of(&index, body->before[i].word);

        if (issued.writes >> lreg & 1)
            return issued.latency > words ? issued.latency - words : 0;
        words += !can_go(issued.insn);
    }
    return 0;
}

unsigned landing_before(const struct loop_body *body, const struct answer *answer)
{
    unsigned most = 0;

    for (unsigned n = 0; n < answer->graph->carried_count && !answer->as_written; n++) {
        const struct graph_carried *carried = &answer->graph->carried[n];
        const unsigned set = find_set_cycle(body, carried->lreg);
        const unsigned read = carried->entry == GRAPH_NONE ? set : find_first_read(answer, carried);

        if (set > read + most)
            most = set - read;
    }
    return most;
}

/* ---- After the loop ---- */

/* Returns how many cycles after the last iteration's last row the LReg's value lands. */
static unsigned find_landing_cycle(const struct answer *a, const struct graph_carried *carried)
{
    const unsigned rows = a->wants.in_order ? a->wants.period : a->rows;

    for (size_t i = 0; i < a->graph->count; i++)
        for (unsigned result = 0; result < GRAPH_RESULTS && a->operations[i].present; result++)
            if (a->graph->operations[i].results[result].value == carried->exit &&
                a->operations[i].registers[result][0] == carried->lreg &&
                a->operations[i].row + a->graph->operations[i].latency > rows)
                return a->operations[i].row + a->graph->operations[i].latency - rows;
    return 0;
}

/* Returns how many words after the loop come before the first that reads the LReg. */
static size_t count_words_before_read(const struct loop_body *body, unsigned lreg)
{
    struct sfp_index index;
    size_t n = 0;

    sfp_index_init(&index, body->arch);
    while (n < body->after_count && !(sfp_issued_of(&index, body->after[n].word).reads >> lreg & 1))
        n++;
    return n;
}

unsigned landing_after(const struct loop_body *body, const struct answer *answer)
{
    unsigned most = 0;

    for (unsigned n = 0; n < answer->graph->carried_count && !answer->as_written; n++) {
        const struct graph_carried *carried = &answer->graph->carried[n];
        const unsigned landing = find_landing_cycle(answer, carried);
        const size_t words = count_words_before_read(body, carried->lreg);

        if (carried->read_after && landing > words + most)
            most = (unsigned)(landing - words);
    }
    return most;
}
