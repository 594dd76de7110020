/* Old values: which reads find a register's value from before a pending result, or what another iteration has left. */
#include "old_values.h"

#include "graph_parts.h"

#include <limits.h>

/* Returns the turn of the iteration that begins `later` iterations after one of turn `turn`. */
static unsigned find_turn_after(const struct answer *a, unsigned turn, int later)
{
    const int turns = (int)a->wants.turns;

    return (unsigned)((((int)turn + later) % turns + turns) % turns);
}

/* ---- Pending results ---- */

/* Returns whether a result of operation `writer`, in any iteration, is pending for this register when `row` reads the
 * register. */
static bool is_result_pending(const struct answer *a, size_t writer, unsigned row, unsigned turn, uint8_t reg)
{
    const struct graph_operation *o = &a->graph->operations[writer];
    const struct answer_operation *w = &a->operations[writer];

    for (int later = -(int)a->rows; later <= (int)a->rows; later++) {
        const int start = (int)w->row + later * (int)a->wants.period;
        const unsigned of_turn = find_turn_after(a, turn, later);

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

/* ---- Kept halves ---- */

/* Returns the row at whose start the last result lands in the register up to `row`, as an iteration of turn `turn`
 * counts rows, among the results of iterations that begin `later` iterations after it. INT_MIN if none lands. */
static int find_last_landing(const struct answer *a, int row, unsigned turn, uint8_t reg, int later)
{
    const unsigned of_turn = find_turn_after(a, turn, later);
    int last = INT_MIN;

    for (size_t i = 0; i < a->graph->count; i++) {
        const struct graph_operation *o = &a->graph->operations[i];
        const struct answer_operation *w = &a->operations[i];
        const int lands = (int)w->row + (int)o->latency + later * (int)a->wants.period;

        for (unsigned result = 0; result < GRAPH_RESULTS && w->present; result++)
            if (model_has_result(o, result) && w->registers[result][of_turn] == reg && lands <= row && lands > last)
                last = lands;
    }
    return last;
}

/* Returns whether the register, at the start of `row`, holds a result of the same iteration. */
static bool holds_own_result(const struct answer *a, int row, unsigned turn, uint8_t reg)
{
    const int own = find_last_landing(a, row, turn, reg, 0);

    for (int later = -(int)(a->rows + a->wants.turns); later <= (int)a->rows; later++)
        if (find_last_landing(a, row, turn, reg, later) > own)
            return false;
    return own > INT_MIN;
}

bool old_values_keep(const struct answer *a, size_t i)
{
    const struct graph_operation *o = &a->graph->operations[i];
    const struct answer_operation *operation = &a->operations[i];

    if (!graph_keeps_half(o->insn, o->mode) || graph_source_in(o, GRAPH_VD) != GRAPH_NONE)
        return false;
    for (unsigned turn = 0; turn < a->wants.turns; turn++)
        if (!holds_own_result(a, (int)operation->row, turn, operation->registers[0][turn]))
            return true;
    return false;
}
