/* A plain order: the words of an iteration one after another, without macros. */
#include "print_cell.h"

#include <stdio.h>
#include <string.h>

static void put_line(struct text *text, const char *line)
{
    text_add(text, "    ", 4);
    text_add(text, line, strlen(line));
    text_add_char(text, '\n');
}

/* The operation in this row, or the count of them. */
static size_t in_row(const struct answer *a, unsigned row)
{
    size_t i = 0;

    while (i < a->graph->count && !(a->operations[i].present && a->operations[i].row == row))
        i++;
    return i;
}

/* Each of the period's cycles is a word: one of another's, or SFPNOP where none may be yet. */
static void print_body(struct cell_printing *p, struct text *text)
{
    char cell[PRINTED_CELL_SIZE];

    for (unsigned row = 0; row < p->answer->wants.period; row++) {
        const size_t i = in_row(p->answer, row);

        if (i < p->answer->graph->count)
            cell_print(p, i, cell);
        put_line(text, i < p->answer->graph->count ? cell : "sfpnop");
    }
}

/* REPLAY plays what it has room for; of more, the assembler writes it all out. */
void answer_print_order(const struct answer *a, size_t iterations, struct text *text)
{
    struct cell_printing p;
    char line[64];

    cell_printing_init(&p, a, true);
    if (a->wants.period <= SFP_REPLAY_SLOTS) {
        snprintf(line, sizeof line, "ttreplay 0, %u, 1, 1", a->wants.period);
        put_line(text, line);
        print_body(&p, text);
        snprintf(line, sizeof line, ".rept %zu", iterations - 1);
        put_line(text, line);
        snprintf(line, sizeof line, "ttreplay 0, %u, 0, 0", a->wants.period);
        put_line(text, line);
    } else {
        snprintf(line, sizeof line, ".rept %zu", iterations);
        put_line(text, line);
        print_body(&p, text);
    }
    put_line(text, ".endr");
}
