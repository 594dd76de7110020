/*
 * The table that kernel authors draw in their comments: a row for each cycle, a column for each sub-unit, and [x]
 * before the load and the items of a macro with VD = x. Further cycles of an instruction show as "...", unless another
 * instruction starts there. The matrix unit has a column if it works in the run, and a compiled kernel's core has one.
 * If several threads run, each front end has a column, and the letter of the thread stands before each instruction on a
 * sub-unit.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "timeline_parts.h"
#include "program/streams.h"

enum { MATRIX = 5, FRONT, CORE = FRONT + SFP_THREADS, COLUMNS, MAX_HAZARDS = 32, TITLE = 32 };

struct table {
    struct sfp_timeline base;
    uint64_t cycle;
    bool started; /* an event has come */
    struct sfp_cell cells[COLUMNS];
    struct sfp_cell line;
    unsigned starts[COLUMNS], left[COLUMNS]; /* number of further cycles of instructions started in this cycle, and
                                              * earlier */
    struct mark {
        unsigned column;
        char name[SFP_MARK_SIZE];
    } hazards[MAX_HAZARDS];
    unsigned hazard_count;
    int widths[COLUMNS]; /* widths of columns in the rows passed on so far */
    uint64_t last; /* cycle of the last row */
};

/* Returns the front end's column: of several threads, each has one. */
static unsigned find_front_column(const struct table *table, const struct sfp_event *event)
{
    return table->base.threads ? FRONT + (unsigned)event->thread : FRONT;
}

static unsigned find_event_column(const struct table *table, const struct sfp_event *event)
{
    static const uint8_t columns[SFP_UNITS] = {
        [SFP_UNIT_LOAD] = 0, [SFP_UNIT_SIMPLE] = 1, [SFP_UNIT_MAD] = 2, [SFP_UNIT_ROUND] = 3, [SFP_UNIT_STORE] = 4,
    };

    if (event->matrix)
        return MATRIX;
    return event->unit == SFP_UNIT_NONE ? find_front_column(table, event) : columns[event->unit];
}

static void write_column_title(const struct table *table, unsigned column, char title[TITLE])
{
    static const char *const titles[FRONT] = {"Load", "Simple", "MAD", "Round", "Store", "Matrix"};

    if (column < FRONT)
        snprintf(title, TITLE, "%s", titles[column]);
    else if (column == CORE)
        snprintf(title, TITLE, "RISC-V");
    else if (table->base.threads)
        snprintf(title, TITLE, "Front end: %s", sfp_thread_name((enum sfp_thread_id)(column - FRONT)));
    else
        snprintf(title, TITLE, "Front end");
}

/* Appends text to a column of the row. */
static void put_in_column(struct table *table, unsigned column, const char *before, const char *text)
{
    struct sfp_cell *c = &table->cells[column];

    if (c->length)
        sfp_cell_append(&table->base, c, "; ");
    sfp_cell_append(&table->base, c, before);
    sfp_cell_append(&table->base, c, text);
}

static void put_finding_marks(struct table *table)
{
    for (unsigned i = 0; i < table->hazard_count; i++) {
        struct sfp_cell *front = &table->cells[table->hazards[i].column];

        sfp_cell_append(&table->base, front, front->length ? " ! " : "! ");
        sfp_cell_append(&table->base, front, table->hazards[i].name);
    }
    table->hazard_count = 0;
}

/* Finishes the present cycle's row: cells separated by tabs. */
static void finish_table_row(struct table *table)
{
    table->line.length = 0;
    put_finding_marks(table);
    for (unsigned c = 0; c < COLUMNS; c++) {
        struct sfp_cell *cell = &table->cells[c];

        if (c)
            sfp_cell_append(&table->base, &table->line, "\t");
        if (cell->length)
            sfp_cell_append(&table->base, &table->line, cell->text);
        else if (table->left[c])
            sfp_cell_append(&table->base, &table->line, "...");
        cell->length = 0;
        table->left[c] -= table->left[c] > 0;
        if (table->left[c] < table->starts[c])
            table->left[c] = table->starts[c];
        table->starts[c] = 0;
    }
    if (table->line.text)
        sfp_timeline_add(&table->base, &(struct sfp_row){.cycle = table->cycle, .text = table->line.text});
    table->cycle++;
}

static void keep_finding_mark(struct table *table, const struct sfp_event *event)
{
    struct mark mark = {.column = find_front_column(table, event)};

    sfp_finding_mark(event, mark.name);
    for (unsigned i = 0; i < table->hazard_count; i++)
        if (table->hazards[i].column == mark.column && strcmp(table->hazards[i].name, mark.name) == 0)
            return;
    if (table->hazard_count < MAX_HAZARDS)
        table->hazards[table->hazard_count++] = mark;
}

static void put_execution_cell(struct table *table, const struct sfp_event *event, const char *text)
{
    const unsigned column = find_event_column(table, event);
    char mark[SFP_THREAD_MARK], macro[16] = "";

    if (event->op->insn->id == SFP_I_SFPLOADMACRO)
        snprintf(macro, sizeof macro, "[%u] ", event->op->vd);
    sfp_timeline_marked(&table->base, event, mark);
    put_in_column(table, column, mark, macro);
    sfp_cell_append(&table->base, &table->cells[column], text);
    if (event->beside) {
        sfp_cell_append(&table->base, &table->cells[column], ", hides ");
        sfp_cell_append(&table->base, &table->cells[column], sfp_stall_info(event->stall)->name);
    }
    table->starts[column] = (event->matrix ? event->matrix : event->latency) - 1;
}

static void put_stall_cell(struct table *table, const struct sfp_event *event, const char *text)
{
    const unsigned column = find_front_column(table, event);

    put_in_column(table, column, "stall ", sfp_stall_info(event->stall)->name);
    sfp_cell_append(&table->base, &table->cells[column], ": ");
    sfp_cell_append(&table->base, &table->cells[column], text);
}

/* Adds the core's step as objdump lists it ("6010: lui a5,0xffe40"), or the cause of its stall; of several threads, after
 * the name of the core's thread. */
static void put_core_step(struct table *table, const struct sfp_event *event)
{
    const struct sfp_core_step *step = event->core;
    const bool several = sfp_has_several_threads(&table->base.kernel->program);
    char address[16], before[32], text[RV_TEXT_SIZE];

    sfp_core_text(step, text);
    snprintf(address, sizeof address, "%" PRIx32 ": ", step->address);
    snprintf(before, sizeof before, "%s%s%s", several ? sfp_thread_name(event->thread) : "", several ? " " : "",
             step->stall ? "stall " : "");
    put_in_column(table, CORE, before, step->stall ? step->stall : "");
    sfp_cell_append(&table->base, &table->cells[CORE], step->stall ? ": " : "");
    sfp_cell_append(&table->base, &table->cells[CORE], address);
    sfp_cell_append(&table->base, &table->cells[CORE], text);
}

static void on_event(void *timeline, const struct sfp_event *event)
{
    struct table *table = timeline;
    char text[SFP_OP_TEXT_SIZE];

    while (table->cycle < event->cycle)
        finish_table_row(table);
    table->started = true;
    sfp_timeline_text(&table->base, event, text);
    switch (event->kind) {
    case SFP_EVENT_EXEC:
        put_execution_cell(table, event, text);
        break;
    case SFP_EVENT_STALL:
        put_stall_cell(table, event, text);
        break;
    case SFP_EVENT_BUBBLE:
        put_in_column(table, find_front_column(table, event), "bubble ", sfp_stall_info(event->stall)->name);
        break;
    case SFP_EVENT_DISCARD:
        put_in_column(table, find_front_column(table, event), "discarded: ", text);
        break;
    case SFP_EVENT_FORGET:
        put_in_column(table, find_front_column(table, event), "forgotten: ", text);
        break;
    case SFP_EVENT_HAZARD:
        if (sfp_event_shown(event, table->base.at_least))
            keep_finding_mark(table, event);
        break;
    case SFP_EVENT_CORE:
        put_core_step(table, event);
        break;
    default:
        break;
    }
}

static bool row_has_content(const struct table *table)
{
    bool any = table->hazard_count > 0;

    for (unsigned c = 0; c < COLUMNS; c++)
        any |= table->cells[c].length > 0 || table->left[c] > 0;
    return any;
}

/* Finishes the rows up to the run's last cycle, and the row of items dropped after it. */
static void end_timeline_rows(struct sfp_timeline *base, uint64_t cycles)
{
    struct table *table = (struct table *)base;

    while (table->cycle < cycles)
        finish_table_row(table);
    if (table->started && row_has_content(table))
        finish_table_row(table);
}

static void take_timeline_row(void *timeline, const struct sfp_row *r)
{
    struct table *table = timeline;
    const char *text = r->text;

    fprintf(table->base.spool, "%" PRIu64 "\t%s\n", r->cycle, r->text);
    table->last = r->cycle;
    for (unsigned c = 0; c < COLUMNS; c++) {
        int width = (int)strcspn(text, "\t");

        if (width > table->widths[c])
            table->widths[c] = width;
        text += text[width] != '\0' ? width + 1 : width;
    }
}

static void take_timeline_skip(void *timeline, uint64_t cycles, uint64_t repeats, unsigned rows)
{
    struct table *table = timeline;

    fprintf(table->base.spool, "... %" PRIu64 " cycles in %" PRIu64 " %s of the last ", cycles, repeats,
            repeats == 1 ? "repeat" : "repeats");
    fprintf(table->base.spool, rows == 1 ? "row ...\n" : "%u rows ...\n", rows);
}

/* Returns whether the column is shown. The sub-units' columns always are; the matrix unit's, the front end's and the
 * core's are if they hold anything. */
static bool is_column_shown(const struct table *table, unsigned column)
{
    return column < MATRIX || table->widths[column];
}

/* Prints a line of cells, without blanks at its end. */
static void print_table_line(const struct table *table, FILE *stream, int time_width, char *line)
{
    int blanks = 0;
    char *cell = strsep(&line, "\t");

    fprintf(stream, "%*s", time_width, cell);
    for (unsigned c = 0; c < COLUMNS && (cell = strsep(&line, "\t")); c++) {
        int length = (int)strlen(cell);

        if (c >= MATRIX && !length && (!line || strspn(line, "\t") == strlen(line)))
            break;
        if (!is_column_shown(table, c))
            continue;
        fprintf(stream, length ? "%*s | %s" : "%*s |%s", blanks, "", cell);
        blanks = length ? table->widths[c] - length : table->widths[c] + 1;
    }
    fputc('\n', stream);
}

static void put_header(const struct table *table, FILE *stream, int time_width)
{
    char text[COLUMNS * TITLE] = "t", dashes[4096], title[TITLE];

    for (unsigned c = 0; c < COLUMNS; c++) {
        write_column_title(table, c, title);
        snprintf(text + strlen(text), sizeof text - strlen(text), "\t%s", is_column_shown(table, c) ? title : "");
    }
    print_table_line(table, stream, time_width, text);
    memset(dashes, '-', sizeof dashes);
    fprintf(stream, "%.*s", time_width, dashes);
    for (unsigned c = 0; c < COLUMNS; c++)
        if (is_column_shown(table, c))
            fprintf(stream, " | %.*s", table->widths[c] < (int)sizeof dashes ? table->widths[c] : (int)sizeof dashes,
                    dashes);
    fputc('\n', stream);
}

static void print_timeline_form(struct sfp_timeline *base, FILE *stream)
{
    struct table *table = (struct table *)base;
    int time_width = snprintf(NULL, 0, "%" PRIu64, table->last);
    char *line = NULL, title[TITLE];
    size_t room = 0;
    ssize_t length;

    for (unsigned c = 0; c < COLUMNS; c++) {
        write_column_title(table, c, title);
        if (is_column_shown(table, c) && table->widths[c] < (int)strlen(title))
            table->widths[c] = (int)strlen(title);
    }
    put_header(table, stream, time_width);
    while ((length = getline(&line, &room, table->base.spool)) > 0) {
        line[length - 1] = '\0';
        if (line[0] == '.')
            fprintf(stream, "%s\n", line);
        else
            print_table_line(table, stream, time_width, line);
    }
    free(line);
}

static void free_timeline_form(struct sfp_timeline *base)
{
    struct table *table = (struct table *)base;

    for (unsigned c = 0; c < COLUMNS; c++)
        free(table->cells[c].text);
    free(table->line.text);
}

const struct sfp_timeline_class sfp_timeline_table = {
    .size = sizeof(struct table), .event = on_event, .row = take_timeline_row, .skip = take_timeline_skip,
    .end = end_timeline_rows, .print = print_timeline_form, .free = free_timeline_form,
};
