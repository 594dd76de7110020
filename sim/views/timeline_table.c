/*
 * The table that kernel authors draw in their comments: a row for each cycle, a column for each sub-unit, and [x]
 * before the load and the items of a macro with VD = x. Further cycles of an instruction show as "...", unless another
 * instruction starts there. Compiled kernels have a column for their core.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "timeline_parts.h"

enum { FRONT = 5, CORE, COLUMNS, MAX_HAZARDS = 32 };

static const char *const titles[COLUMNS] = {"Load", "Simple", "MAD", "Round", "Store", "Front end", "RISC-V"};

struct table {
    struct sfp_timeline base;
    uint64_t cycle;
    bool started; /* an event has come */
    struct sfp_cell cells[COLUMNS];
    struct sfp_cell line;
    unsigned starts[COLUMNS], left[COLUMNS]; /* further cycles of instructions started in this cycle, and earlier */
    char hazards[MAX_HAZARDS][SFP_MARK_SIZE];
    unsigned hazard_count;
    int widths[COLUMNS]; /* of the rows passed on so far */
    uint64_t last; /* cycle of the last row */
};

static unsigned find_unit_column(enum sfp_unit unit)
{
    static const uint8_t columns[SFP_UNITS] = {
        [SFP_UNIT_NONE] = FRONT, [SFP_UNIT_LOAD] = 0, [SFP_UNIT_SIMPLE] = 1,
        [SFP_UNIT_MAD] = 2, [SFP_UNIT_ROUND] = 3, [SFP_UNIT_STORE] = 4,
    };

    return columns[unit];
}

/* Adds text to a column of the row, after any text already there. */
static void put_in_column(struct table *t, unsigned column, const char *before, const char *text)
{
    struct sfp_cell *c = &t->cells[column];

    if (c->length)
        sfp_cell_append(&t->base, c, "; ");
    sfp_cell_append(&t->base, c, before);
    sfp_cell_append(&t->base, c, text);
}

static void put_finding_marks(struct table *t)
{
    struct sfp_cell *front = &t->cells[FRONT];

    for (unsigned i = 0; i < t->hazard_count; i++) {
        sfp_cell_append(&t->base, front, front->length ? " ! " : "! ");
        sfp_cell_append(&t->base, front, t->hazards[i]);
    }
    t->hazard_count = 0;
}

/* Finishes the present cycle's row: cells separated by tabs. */
static void finish_table_row(struct table *t)
{
    t->line.length = 0;
    put_finding_marks(t);
    for (unsigned c = 0; c < COLUMNS; c++) {
        struct sfp_cell *cell = &t->cells[c];

        if (c)
            sfp_cell_append(&t->base, &t->line, "\t");
        if (cell->length)
            sfp_cell_append(&t->base, &t->line, cell->text);
        else if (t->left[c])
            sfp_cell_append(&t->base, &t->line, "...");
        cell->length = 0;
        t->left[c] -= t->left[c] > 0;
        if (t->left[c] < t->starts[c])
            t->left[c] = t->starts[c];
        t->starts[c] = 0;
    }
    if (t->line.text)
        sfp_timeline_add(&t->base, &(struct sfp_row){.cycle = t->cycle, .text = t->line.text});
    t->cycle++;
}

static void keep_finding_mark(struct table *t, const struct sfp_event *event)
{
    char name[SFP_MARK_SIZE];

    sfp_finding_mark(event, name);
    for (unsigned i = 0; i < t->hazard_count; i++)
        if (strcmp(t->hazards[i], name) == 0)
            return;
    if (t->hazard_count < MAX_HAZARDS)
        memcpy(t->hazards[t->hazard_count++], name, sizeof name);
}

static void put_execution_cell(struct table *t, const struct sfp_event *event, const char *text)
{
    char macro[16] = "";
    unsigned column = find_unit_column(event->unit);

    if (event->op->insn->id == SFP_I_SFPLOADMACRO)
        snprintf(macro, sizeof macro, "[%u] ", event->op->vd);
    put_in_column(t, column, macro, text);
    if (event->beside) {
        sfp_cell_append(&t->base, &t->cells[column], ", hides ");
        sfp_cell_append(&t->base, &t->cells[column], sfp_stall_info(event->stall)->name);
    }
    t->starts[column] = event->latency - 1;
}

static void put_stall_cell(struct table *t, const struct sfp_event *event, const char *text)
{
    put_in_column(t, FRONT, "stall ", sfp_stall_info(event->stall)->name);
    sfp_cell_append(&t->base, &t->cells[FRONT], ": ");
    sfp_cell_append(&t->base, &t->cells[FRONT], text);
}

/* Adds the core's step as objdump lists it ("6010: lui a5,0xffe40"), or the cause of its stall. */
static void put_core_step(struct table *t, const struct sfp_core_step *step)
{
    char address[16], text[RV_TEXT_SIZE];

    sfp_core_text(step, text);
    snprintf(address, sizeof address, "%" PRIx32 ": ", step->address);
    put_in_column(t, CORE, step->stall ? "stall " : "", step->stall ? step->stall : "");
    sfp_cell_append(&t->base, &t->cells[CORE], step->stall ? ": " : "");
    sfp_cell_append(&t->base, &t->cells[CORE], address);
    sfp_cell_append(&t->base, &t->cells[CORE], text);
}

static void on_event(void *timeline, const struct sfp_event *event)
{
    struct table *t = timeline;
    char text[SFP_OP_TEXT_SIZE];

    while (t->cycle < event->cycle)
        finish_table_row(t);
    t->started = true;
    sfp_timeline_text(&t->base, event, text);
    switch (event->kind) {
    case SFP_EVENT_EXEC:
        put_execution_cell(t, event, text);
        break;
    case SFP_EVENT_STALL:
        put_stall_cell(t, event, text);
        break;
    case SFP_EVENT_BUBBLE:
        put_in_column(t, FRONT, "bubble ", sfp_stall_info(event->stall)->name);
        break;
    case SFP_EVENT_DISCARD:
        put_in_column(t, FRONT, "discarded: ", text);
        break;
    case SFP_EVENT_FORGET:
        put_in_column(t, FRONT, "forgotten: ", text);
        break;
    case SFP_EVENT_HAZARD:
        if (sfp_event_shown(event, t->base.at_least))
            keep_finding_mark(t, event);
        break;
    case SFP_EVENT_CORE:
        put_core_step(t, event->core);
        break;
    default:
        break;
    }
}

static bool row_has_content(const struct table *t)
{
    bool any = t->hazard_count > 0;

    for (unsigned c = 0; c < COLUMNS; c++)
        any |= t->cells[c].length > 0 || t->left[c] > 0;
    return any;
}

/* Finishes the rows up to the run's last cycle, and the row of items dropped after it. */
static void end_timeline_rows(struct sfp_timeline *base, uint64_t cycles)
{
    struct table *t = (struct table *)base;

    while (t->cycle < cycles)
        finish_table_row(t);
    if (t->started && row_has_content(t))
        finish_table_row(t);
}

static void take_timeline_row(void *timeline, const struct sfp_row *r)
{
    struct table *t = timeline;
    const char *text = r->text;

    fprintf(t->base.spool, "%" PRIu64 "\t%s\n", r->cycle, r->text);
    t->last = r->cycle;
    for (unsigned c = 0; c < COLUMNS; c++) {
        int width = (int)strcspn(text, "\t");

        if (width > t->widths[c])
            t->widths[c] = width;
        text += text[width] != '\0' ? width + 1 : width;
    }
}

static void take_timeline_skip(void *timeline, uint64_t cycles, uint64_t repeats, unsigned rows)
{
    struct table *t = timeline;

    fprintf(t->base.spool, "... %" PRIu64 " cycles in %" PRIu64 " %s of the last ", cycles, repeats,
            repeats == 1 ? "repeat" : "repeats");
    fprintf(t->base.spool, rows == 1 ? "row ...\n" : "%u rows ...\n", rows);
}

/* Returns whether the column is shown. The sub-units' columns always are; the front end's and the core's are if they
 * hold anything. */
static bool is_column_shown(const struct table *t, unsigned column)
{
    return column < FRONT || t->widths[column];
}

/* Prints a line of cells, without blanks at its end. */
static void print_table_line(const struct table *t, FILE *stream, int time_width, char *line)
{
    int blanks = 0;
    char *cell = strsep(&line, "\t");

    fprintf(stream, "%*s", time_width, cell);
    for (unsigned c = 0; c < COLUMNS && (cell = strsep(&line, "\t")); c++) {
        int length = (int)strlen(cell);

        if (c >= FRONT && !length && (!line || strspn(line, "\t") == strlen(line)))
            break;
        if (!is_column_shown(t, c))
            continue;
        fprintf(stream, length ? "%*s | %s" : "%*s |%s", blanks, "", cell);
        blanks = length ? t->widths[c] - length : t->widths[c] + 1;
    }
    fputc('\n', stream);
}

static void put_header(const struct table *t, FILE *stream, int time_width)
{
    char text[64] = "t", dashes[4096];

    for (unsigned c = 0; c < COLUMNS; c++)
        snprintf(text + strlen(text), sizeof text - strlen(text), "\t%s", is_column_shown(t, c) ? titles[c] : "");
    print_table_line(t, stream, time_width, text);
    memset(dashes, '-', sizeof dashes);
    fprintf(stream, "%.*s", time_width, dashes);
    for (unsigned c = 0; c < COLUMNS; c++)
        if (is_column_shown(t, c))
            fprintf(stream, " | %.*s", t->widths[c] < (int)sizeof dashes ? t->widths[c] : (int)sizeof dashes, dashes);
    fputc('\n', stream);
}

static void print_timeline_form(struct sfp_timeline *base, FILE *stream)
{
    struct table *t = (struct table *)base;
    int time_width = snprintf(NULL, 0, "%" PRIu64, t->last);
    char *line = NULL;
    size_t room = 0;
    ssize_t length;

    for (unsigned c = 0; c < COLUMNS; c++)
        if (is_column_shown(t, c) && t->widths[c] < (int)strlen(titles[c]))
            t->widths[c] = (int)strlen(titles[c]);
    put_header(t, stream, time_width);
    while ((length = getline(&line, &room, t->base.spool)) > 0) {
        line[length - 1] = '\0';
        if (line[0] == '.')
            fprintf(stream, "%s\n", line);
        else
            print_table_line(t, stream, time_width, line);
    }
    free(line);
}

static void free_timeline_form(struct sfp_timeline *base)
{
    struct table *t = (struct table *)base;

    for (unsigned c = 0; c < COLUMNS; c++)
        free(t->cells[c].text);
    free(t->line.text);
}

const struct sfp_timeline_class sfp_timeline_table = {
    .size = sizeof(struct table), .event = on_event, .row = take_timeline_row, .skip = take_timeline_skip,
    .end = end_timeline_rows, .print = print_timeline_form, .free = free_timeline_form,
};
