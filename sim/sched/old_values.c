/* Old values: which reads find a register's value from before a pending result. */
#include "old_values.h"

/* Is a result of operation `writer`, in any iteration, pending for this register when `row` reads it? */
static bool is_result_pending(const struct answer *a, size_t writer, unsigned row, unsigned turn, uint8_t reg)
{
    const struct graph_operation *o = &a->graph->operations[writer];
    const struct answer_operation *w = &a->operations[writer];
    const int period = (int)a->wants.period, turns = (int)a->wants.turns;

    for (int later = -(int)a->rows; later <= (int)a->rows; later++) {
        const int start = (int)w->row + later * period, of_turn = (((int)turn + later) % turns + turns) % turns;

        for (unsigned result = 0; result < GRAPH_RESULTS; result++)
            if (model_has_result(o, result) && w->registers[result][of_turn] == reg && start < (int)row &&
                (int)row < start + o->latency)
                return true;
    }
    return false;
}

bool old_values_read(const struct answer *a, size_t i, unsigned source)
{
    const unsigned row = a->operations[i].row + model_reads_late(&a->graph->operations[i]);

    for (size_t word = 0; word < a->graph->count; word++)
        for (unsigned turn = 0; turn < a->wants.turns && word != i && a->operations[word].present; turn++)
            if (is_result_pending(a, word, row, turn, a->operations[i].sources[source][turn]))
                return true;
    return false;
}

bool old_values_find_l0(const struct answer *a, size_t i)
{
    for (size_t word = 0; word < a->graph->count; word++)
        for (unsigned turn = 0; turn < a->wants.turns && a->operations[word].present; turn++)
            if (a->graph->operations[word].unit == SFP_UNIT_MAD && a->operations[word].load == ANSWER_NONE &&
                is_result_pending(a, word, a->operations[i].row, turn, 0))
                return true;
    return false;
}
