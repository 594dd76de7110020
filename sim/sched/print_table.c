/* Prints an answer as source: a table of sfpasm(5), or a plain order. */
#include "print_cell.h"

#include "print_names.h"

#include <stdio.h>
#include <string.h>

enum {
    COLUMNS = 5,
};

static const struct column {
    const char *title;
    enum sfp_unit unit;
} columns[COLUMNS] = {
    {"Load", SFP_UNIT_LOAD}, {"Simple", SFP_UNIT_SIMPLE}, {"MAD", SFP_UNIT_MAD}, {"Round", SFP_UNIT_ROUND},
    {"Store", SFP_UNIT_STORE},
};

struct printing {
    struct cell_printing cells;
    const struct table_form *form;
    char texts[MODEL_ROWS][COLUMNS][PRINTED_CELL_SIZE];
    size_t widths[COLUMNS];
};

/* ---- The table ---- */

static void print_into_column(struct printing *p, size_t i)
{
    const struct answer *a = p->cells.answer;
    unsigned column = 0;
    char *text;

    while (column + 1 < COLUMNS && columns[column].unit != a->graph->operations[i].unit)
        column++;
    text = p->texts[a->operations[i].row][column];
    cell_print(&p->cells, i, text);
    if (strlen(text) > p->widths[column])
        p->widths[column] = strlen(text);
}

static void print_column(const struct printing *p, struct text *text, unsigned column, bool last, const char *cell)
{
    if (last)
        text_print(text, " %s\n", cell);
    else
        text_print(text, " %-*s |", (int)p->widths[column], cell);
}

static void print_schedule_row(const struct printing *p, unsigned row, struct text *text)
{
    unsigned last = COLUMNS;

    while (last > 0 && p->texts[row][last - 1][0] == '\0')
        last--;
    if (last == 0)
        return;
    text_print(text, "    %2u |", row);
    for (unsigned column = 0; column < last; column++)
        print_column(p, text, column, column + 1 == last, p->texts[row][column]);
}

/* Prints the directive .carried: the LRegs whose values an iteration reads from the previous iteration. */
static void print_carried(const struct graph *g, struct text *text)
{
    const char *between = "    .carried ";

    for (unsigned i = 0; i < g->carried_count; i++)
        if (g->carried[i].entry != GRAPH_NONE) {
            text_print(text, "%sL%u", between, g->carried[i].lreg);
            between = ", ";
        }
    text_print(text, "%s", *between == ',' ? "\n" : "");
}

static void print_table_head(struct printing *p, struct text *text)
{
    const struct graph *g = p->cells.answer->graph;
    const int32_t step = counter_steps_rows(&p->cells.steps);
    char modifier[OPERAND_NAME_SIZE];

    text_print(text, "    .schedule %s\n    .period %u\n    .rows %d\n", p->form->name, p->cells.answer->wants.period,
               g->rows);
    text_print(text, "    .addrmod %s:+0", modifier_text(g->arch, counter_modifier(g, 0), modifier));
    if (step > 0)
        text_print(text, ", %s:%+d", modifier_text(g->arch, counter_modifier(g, step), modifier), step);
    text_print(text, "\n");
    for (unsigned i = 0; i < p->cells.name_count; i++) {
        text_print(text, "    .rotate %c = ", (char)('a' + i));
        for (unsigned turn = 0; turn < p->cells.answer->wants.turns; turn++)
            text_print(text, "%sL%u", turn ? ", " : "", p->cells.names[i].registers[turn]);
        text_print(text, "\n");
    }
    print_carried(g, text);
    text_print(text, "    .delays %s%s\n     t |", p->form->counts_cycles ? "cycles" : "instructions",
               p->form->gapless ? ", gapless" : "");
    for (unsigned column = 0; column < COLUMNS; column++)
        print_column(p, text, column, column + 1 == COLUMNS, columns[column].title);
}

void answer_print(const struct answer *a, const struct table_form *form, struct text *text)
{
    struct printing p = {.form = form};

    cell_printing_init(&p.cells, a, form->kept, false);
    for (unsigned column = 0; column < COLUMNS; column++)
        p.widths[column] = strlen(columns[column].title);
    for (size_t i = 0; i < a->graph->count; i++)
        if (a->operations[i].present)
            print_into_column(&p, i);
    print_table_head(&p, text);
    for (unsigned row = 0; row < a->rows; row++)
        print_schedule_row(&p, row, text);
    text_print(text, "    .endschedule\n");
}

/* ---- A plain order: an iteration's words, without macros ---- */

static void put_order_line(struct text *text, const char *line)
{
    text_add(text, "    ", 4);
    text_add(text, line, strlen(line));
    text_add_char(text, '\n');
}

/* Returns the operation in this row, or the number of operations if the row is empty. */
static size_t find_in_row(const struct answer *a, unsigned row)
{
    size_t i = 0;

    while (i < a->graph->count && !(a->operations[i].present && a->operations[i].row == row))
        i++;
    return i;
}

/* Prints a word for each cycle of the period: an operation, or SFPNOP. */
static void print_order_body(struct cell_printing *p, struct text *text)
{
    char cell[PRINTED_CELL_SIZE];

    for (unsigned row = 0; row < p->answer->wants.period; row++) {
        const size_t i = find_in_row(p->answer, row);

        if (i < p->answer->graph->count)
            cell_print(p, i, cell);
        put_order_line(text, i < p->answer->graph->count ? cell : "sfpnop");
    }
}

/* REPLAY plays an iteration if it has room; otherwise the assembler repeats the words. */
void answer_print_order(const struct answer *a, const struct kept_names *kept, size_t iterations, struct text *text)
{
    struct cell_printing p;
    char line[64];

    cell_printing_init(&p, a, kept, true);
    if (a->wants.period <= SFP_REPLAY_SLOTS) {
        snprintf(line, sizeof line, "ttreplay 0, %u, 1, 1", a->wants.period);
        put_order_line(text, line);
        print_order_body(&p, text);
        snprintf(line, sizeof line, ".rept %zu", iterations - 1);
        put_order_line(text, line);
        snprintf(line, sizeof line, "ttreplay 0, %u, 0, 0", a->wants.period);
        put_order_line(text, line);
    } else {
        snprintf(line, sizeof line, ".rept %zu", iterations);
        put_order_line(text, line);
        print_order_body(&p, text);
    }
    put_order_line(text, ".endr");
}
