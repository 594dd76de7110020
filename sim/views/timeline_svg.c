/*
 * The picture: sub-units by cycles, drawn like a run's page, in bands. The result is one SVG file without references to
 * others. It shows the first columns; a column is a cycle, or repeats of the cycles before. A box is as long as its
 * result's latency. Each colour is also a pattern.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "program/streams.h"
#include "timeline_parts.h"
#include "timeline_style.inc"

enum {
    MOST = 48, BAND = 12,                       /* most columns of a picture, and columns of a band */
    LEFT = 64, TOP = 22, COLUMN = 76, ROW = 26, /* sizes in pixels */
    INSET = 2, BOX = ROW - 5, CHARACTER = 7,
    SAMPLE = 16, LEGEND = 30,
};

/* Rows, from the top: a front end for each thread; the sub-units; the matrix unit, if the matrix unit works in the run.
 * Multiply-adds overlap in MAD's two stages, so every other cycle uses MAD_ODD. Up to six instructions of the matrix
 * unit overlap, so their boxes are one cycle long. */
enum { FRONT, LOAD = FRONT + SFP_THREADS, SIMPLE, MAD, MAD_ODD, ROUND, STORE, MATRIX, ROWS };

/* Kinds of marks: the letter of the mark in a row's text, its class in the style, and its word in the legend. */
static const struct kind {
    char letter;
    const char *class, *word;
} kinds[] = {
    {'i', "op issued", "issued"},
    {'s', "op scheduled", "scheduled by a macro"},
    {'n', "op nop", "SFPNOP"},
    {'h', "held", "held"},
    {'d', "op discarded", "discarded, forgotten"},
    {'b', "bubble", "no instruction came"},
};
enum { KINDS = sizeof kinds / sizeof kinds[0], FINDING = '!' };

struct picture {
    struct sfp_timeline base;
    uint64_t cycle, cycles, last;
    bool started;         /* an event has come */
    bool uses_matrix;
    struct sfp_cell line; /* marks of this cycle, separated by tabs */
};

/* ---- Marks of events ---- */

static void finish_column(struct picture *picture)
{
    sfp_cell_append(&picture->base, &picture->line, "");
    if (picture->line.text)
        sfp_timeline_add(&picture->base, &(struct sfp_row){.cycle = picture->cycle, .text = picture->line.text});
    picture->line.length = 0;
    picture->cycle++;
}

/* Adds a mark: its letter, its row and length as digits, and its text. */
static void add_picture_mark(struct picture *picture, char letter, unsigned row, unsigned length, const char *before,
                             const char *text)
{
    const char head[] = {letter, (char)('0' + row), (char)('0' + length), '\0'};

    if (picture->line.length)
        sfp_cell_append(&picture->base, &picture->line, "\t");
    sfp_cell_append(&picture->base, &picture->line, head);
    sfp_cell_append(&picture->base, &picture->line, before);
    sfp_cell_append(&picture->base, &picture->line, text);
}

/* Returns the front end's row: of several threads, each has one. */
static unsigned find_front_row(const struct picture *picture, const struct sfp_event *event)
{
    return picture->base.threads ? FRONT + (unsigned)event->thread : FRONT;
}

static unsigned find_event_row(const struct picture *picture, const struct sfp_event *event)
{
    static const uint8_t rows[SFP_UNITS] = {
        [SFP_UNIT_LOAD] = LOAD, [SFP_UNIT_SIMPLE] = SIMPLE, [SFP_UNIT_MAD] = MAD, [SFP_UNIT_ROUND] = ROUND,
        [SFP_UNIT_STORE] = STORE,
    };

    if (event->matrix)
        return MATRIX;
    return event->unit == SFP_UNIT_NONE ? find_front_row(picture, event) : rows[event->unit];
}

static void mark_execution(struct picture *picture, const struct sfp_event *event, const char *text)
{
    const bool nop = event->op->insn->id == SFP_I_SFPNOP;
    char mark[SFP_THREAD_MARK];

    picture->uses_matrix |= event->matrix > 0;
    sfp_timeline_marked(&picture->base, event, mark);
    add_picture_mark(picture, event->scheduled ? 's' : nop ? 'n' : 'i', find_event_row(picture, event),
                     event->latency ? event->latency : 1, mark, text);
}

/* Marks a held instruction, for example "swap: sfpmov L2,L3,0". */
static void mark_stall(struct picture *picture, const struct sfp_event *event, const char *text)
{
    add_picture_mark(picture, 'h', find_front_row(picture, event), 1, sfp_stall_info(event->stall)->name, ": ");
    sfp_cell_append(&picture->base, &picture->line, text);
}

static void mark_finding(struct picture *picture, const struct sfp_event *event)
{
    char mark[SFP_MARK_SIZE];

    if (!sfp_event_shown(event, picture->base.at_least))
        return;
    sfp_finding_mark(event, mark);
    add_picture_mark(picture, FINDING, find_front_row(picture, event), 1, "", mark);
}

static void on_event(void *timeline, const struct sfp_event *event)
{
    struct picture *picture = timeline;
    char text[SFP_OP_TEXT_SIZE];

    while (picture->cycle < event->cycle)
        finish_column(picture);
    picture->started = true;
    sfp_timeline_text(&picture->base, event, text);
    if (event->kind == SFP_EVENT_EXEC)
        mark_execution(picture, event, text);
    else if (event->kind == SFP_EVENT_STALL)
        mark_stall(picture, event, text);
    else if (event->kind == SFP_EVENT_BUBBLE)
        add_picture_mark(picture, 'b', find_front_row(picture, event), 1, sfp_stall_info(event->stall)->name, "");
    else if (event->kind == SFP_EVENT_DISCARD || event->kind == SFP_EVENT_FORGET)
        add_picture_mark(picture, 'd', find_front_row(picture, event), 1, "", text);
    else if (event->kind == SFP_EVENT_HAZARD)
        mark_finding(picture, event);
}

static void end_timeline_rows(struct sfp_timeline *base, uint64_t cycles)
{
    struct picture *picture = (struct picture *)base;

    picture->cycles = cycles;
    while (picture->cycle < cycles)
        finish_column(picture);
    if (picture->started && picture->line.length)
        finish_column(picture);
}

static void take_timeline_row(void *timeline, const struct sfp_row *r)
{
    struct picture *picture = timeline;

    fprintf(picture->base.spool, "%" PRIu64 " 0 0\t%s\n", r->cycle, r->text);
    picture->last = r->cycle;
}

static void take_timeline_skip(void *timeline, uint64_t cycles, uint64_t repeats, unsigned rows)
{
    struct picture *picture = timeline;

    fprintf(picture->base.spool, "%" PRIu64 " %" PRIu64 " %u\t\n", picture->last + cycles, repeats, rows);
    picture->last += cycles;
}

/* ---- Drawing ---- */

/* A column: a cycle, or repeats that end with it. */
struct column {
    uint64_t cycle, repeats; /* last cycle of the column; number of repeats, or 0 */
    unsigned rows;           /* rows repeated */
    char *marks;
};

struct drawing {
    FILE *stream;
    struct column columns[MOST];
    unsigned count;
    const char *names[ROWS]; /* names of the rows; NULL: the row is not shown */
};

static void name_rows(const struct picture *picture, struct drawing *drawing)
{
    static const char *const units[ROWS] = {
        [LOAD] = "Load", [SIMPLE] = "Simple", [MAD] = "MAD", [MAD_ODD] = "", [ROUND] = "Round", [STORE] = "Store"};
    size_t words[SFP_THREADS];

    memcpy(drawing->names, units, sizeof units);
    drawing->names[FRONT] = "Front";
    if (picture->uses_matrix)
        drawing->names[MATRIX] = "Matrix";
    if (!picture->base.threads)
        return;
    sfp_streams_count(&picture->base.kernel->program, words);
    for (unsigned t = 0; t < SFP_THREADS; t++)
        drawing->names[FRONT + t] = words[t] > 0 ? sfp_thread_name((enum sfp_thread_id)t) : NULL;
}

/* Returns the number of rows shown above row `end`. */
static int count_rows(const struct drawing *drawing, int end)
{
    int count = 0;

    for (int r = 0; r < end; r++)
        count += drawing->names[r] != NULL;
    return count;
}

/* Prints at most `most` characters of `text`, escaped. */
static void write_svg_text(FILE *stream, const char *text, size_t most)
{
    for (; *text && most; text++, most--) {
        if (*text == '&')
            fputs("&amp;", stream);
        else if (*text == '<')
            fputs("&lt;", stream);
        else if (*text == '>')
            fputs("&gt;", stream);
        else
            fputc(*text, stream);
    }
}

/* Prints as much of an instruction as fits, without the common prefix "sfp", after its thread's letter and its macro's
 * VD ("m [0] "). A held instruction is labelled by the cause. */
static void draw_label(FILE *stream, const char *text, size_t most)
{
    static const char common[] = "sfp";
    const char *bracket = strchr(text, ']');
    const size_t mark = strcspn(text, " ") == 1 ? 2 : 0;
    const size_t before = bracket ? (size_t)(bracket - text) + 2 : mark, cause = strcspn(text, ":");

    write_svg_text(stream, text, before);
    most = cause < most ? cause : most;
    text += before;
    write_svg_text(stream, strncmp(text, common, strlen(common)) == 0 ? text + strlen(common) : text, most - before);
}

static const struct kind *find_mark_kind(char letter)
{
    const struct kind *kind = kinds;

    while (kind->letter != letter)
        kind++;
    return kind;
}

/* Prints a box, with its full text as a tooltip. Only boxes of instructions are filled. */
static void draw_box(FILE *stream, const struct kind *kind, int x, int y, int width, const char *text)
{
    const bool filled = kind->letter == 'i' || kind->letter == 's';

    fprintf(stream, "<rect class=\"%s\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"2\"><title>", kind->class, x,
            y, width, BOX);
    write_svg_text(stream, text, SIZE_MAX);
    fprintf(stream, "</title></rect><text class=\"%s\" x=\"%d\" y=\"%d\">", filled ? "label" : "word",
            x + 2 * INSET, y + BOX - 3 * INSET);
    draw_label(stream, text, (size_t)(width - 2 * INSET) / CHARACTER);
    fputs("</text>\n", stream);
}

/* Prints a finding beside the cycle's number. */
static void draw_finding(FILE *stream, int x, const char *text)
{
    fprintf(stream, "<text class=\"finding\" x=\"%d\" y=\"%d\">!<title>", x + COLUMN - CHARACTER, TOP - 4 * INSET);
    write_svg_text(stream, text, SIZE_MAX);
    fputs("</title></text>\n", stream);
}

/* Returns how many columns of a mark at column `i` are shown: up to the end of the band, or to repeats. */
static unsigned shown_length(const struct drawing *drawing, unsigned i, unsigned length)
{
    unsigned shown = 1;

    while (shown < length && i + shown < drawing->count && (i + shown) % BAND && !drawing->columns[i + shown].repeats)
        shown++;
    return shown;
}

static void draw_mark(const struct drawing *drawing, unsigned i, const char *mark)
{
    const int r = mark[1] - '0', x = (int)(i % BAND) * COLUMN;
    const int y =
        TOP + count_rows(drawing, r == MAD && drawing->columns[i].cycle % 2 ? MAD_ODD : r) * ROW + INSET;
    const int length = (int)shown_length(drawing, i, (unsigned)(mark[2] - '0'));

    if (mark[0] == FINDING)
        draw_finding(drawing->stream, x, mark + 3);
    else
        draw_box(drawing->stream, find_mark_kind(mark[0]), x + 1, y, length * COLUMN - 2, mark + 3);
}

static void draw_repeats(const struct drawing *drawing, int x, const struct column *c)
{
    FILE *const stream = drawing->stream;
    const int height = count_rows(drawing, ROWS) * ROW, middle = x + COLUMN / 2;

    fprintf(stream, "<g class=\"folded\"><rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"4\"/>", x + INSET, TOP,
            COLUMN - 2 * INSET, height);
    fprintf(stream, "<text x=\"%d\" y=\"%d\">%" PRIu64 " times</text>", middle, TOP + height / 2 - ROW / 4, c->repeats);
    fprintf(stream, "<text x=\"%d\" y=\"%d\">the last", middle, TOP + height / 2 + ROW / 2);
    fprintf(stream, c->rows == 1 ? "</text></g>\n" : " %u</text></g>\n", c->rows);
}

static void draw_tick(const struct drawing *drawing, unsigned i)
{
    const int x = (int)(i % BAND) * COLUMN;

    if (drawing->columns[i].repeats)
        return;
    fprintf(drawing->stream, "<line class=\"tick\" x1=\"%d\" x2=\"%d\" y1=\"%d\" y2=\"%d\"/>", x, x, TOP - 2 * INSET,
            TOP + count_rows(drawing, ROWS) * ROW);
    fprintf(drawing->stream, "<text class=\"cycle\" x=\"%d\" y=\"%d\">%" PRIu64 "</text>\n", x + 2 * INSET,
            TOP - 4 * INSET, drawing->columns[i].cycle);
}

static void draw_column(const struct drawing *drawing, unsigned i)
{
    const struct column *c = &drawing->columns[i];
    const int x = (int)(i % BAND) * COLUMN;
    char *marks = c->marks;

    if (c->repeats) {
        draw_repeats(drawing, x, c);
        return;
    }
    for (char *mark; (mark = strsep(&marks, "\t"));)
        if (*mark)
            draw_mark(drawing, i, mark);
}

static int band_height(const struct drawing *drawing)
{
    return TOP + count_rows(drawing, ROWS) * ROW + TOP / 2;
}

static void draw_band(const struct drawing *drawing, unsigned band)
{
    const int y = (int)band * band_height(drawing);
    const unsigned first = band * BAND, last = first + BAND < drawing->count ? first + BAND : drawing->count;

    fprintf(drawing->stream, "<g class=\"names\" transform=\"translate(0 %d)\">", y);
    for (int r = 0; r < ROWS; r++)
        if (drawing->names[r])
            fprintf(drawing->stream, "<text x=\"6\" y=\"%d\">%s</text>",
                    TOP + count_rows(drawing, r) * ROW + BOX - 2 * INSET, drawing->names[r]);
    fprintf(drawing->stream, "</g>\n<g transform=\"translate(%d %d)\">\n", LEFT, y);
    for (unsigned i = first; i < last; i++)
        draw_tick(drawing, i);
    for (unsigned i = first; i < last; i++)
        draw_column(drawing, i);
    fputs("</g>\n", drawing->stream);
}

/* Prints the legend, and the number of cycles left out. */
static void draw_legend(FILE *stream, int y, uint64_t more)
{
    int x = LEFT;

    for (unsigned k = 0; k < KINDS; k++) {
        fprintf(stream, "<rect class=\"%s\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"11\"/>"
                "<text class=\"word\" x=\"%d\" y=\"%d\">%s</text>\n",
                kinds[k].class, x, y, SAMPLE, x + SAMPLE + 2 * INSET, y + SAMPLE - 3 * INSET, kinds[k].word);
        x += 2 * SAMPLE + CHARACTER * (int)strlen(kinds[k].word);
    }
    if (more)
        fprintf(stream, "<text class=\"word\" x=\"%d\" y=\"%d\">and %" PRIu64 " more cycle%s</text>\n", LEFT,
                y + LEGEND - INSET, more, more == 1 ? "" : "s");
}

static void draw_head(FILE *stream, int width, int height)
{
    fprintf(stream, "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\" height=\"%d\" "
            "role=\"img\" aria-label=\"Timeline: sub-units by cycles\">\n<style>\n%s", width, height, width, height,
            timeline_style);
    fputs("text { font: 12px system-ui, sans-serif; }\n"
          ".ground { fill: var(--ground); }\n"
          ".word { font: 11px ui-monospace, monospace; fill: var(--text); }\n"
          "text.finding { fill: var(--discarded); font-weight: bold; }\n"
          "</style>\n<defs>\n"
          "<pattern id=\"hatch\" width=\"6\" height=\"6\" patternUnits=\"userSpaceOnUse\" "
          "patternTransform=\"rotate(45)\"><rect class=\"hatch-ground\" width=\"6\" height=\"6\"/>"
          "<line class=\"hatch-line\" y2=\"6\"/></pattern>\n"
          "<pattern id=\"cross\" width=\"6\" height=\"6\" patternUnits=\"userSpaceOnUse\">"
          "<path class=\"cross-line\" d=\"M0 0L6 6M6 0L0 6\"/></pattern>\n"
          "</defs>\n<rect class=\"ground\" width=\"100%\" height=\"100%\"/>\n", stream);
}

/* Reads the shown columns from the spool. Returns false if more columns follow. */
static bool read_columns(struct picture *picture, struct drawing *drawing)
{
    char *line = NULL, *marks;
    size_t room = 0;
    ssize_t length;

    while ((length = getline(&line, &room, picture->base.spool)) > 0 && drawing->count < MOST) {
        struct column *c = &drawing->columns[drawing->count];

        line[length - 1] = '\0';
        marks = strchr(line, '\t');
        if (!marks || sscanf(line, "%" SCNu64 " %" SCNu64 " %u", &c->cycle, &c->repeats, &c->rows) != 3)
            break;
        c->marks = strdup(marks + 1);
        picture->base.lost |= !c->marks;
        if (!c->marks)
            break;
        drawing->count++;
    }
    free(line);
    return length <= 0;
}

static void print_timeline_form(struct sfp_timeline *base, FILE *stream)
{
    struct picture *picture = (struct picture *)base;
    struct drawing drawing = {.stream = stream};
    const bool whole = read_columns(picture, &drawing);
    const unsigned bands = drawing.count ? (drawing.count + BAND - 1) / BAND : 1;
    const uint64_t shown = drawing.count ? drawing.columns[drawing.count - 1].cycle + 1 : 0;

    name_rows(picture, &drawing);
    draw_head(stream, LEFT + BAND * COLUMN, (int)bands * band_height(&drawing) + 2 * LEGEND);
    for (unsigned band = 0; band < bands; band++)
        draw_band(&drawing, band);
    draw_legend(stream, (int)bands * band_height(&drawing),
                whole || picture->cycles < shown ? 0 : picture->cycles - shown);
    fputs("</svg>\n", stream);
    for (unsigned i = 0; i < drawing.count; i++)
        free(drawing.columns[i].marks);
}

static void free_timeline_form(struct sfp_timeline *base)
{
    free(((struct picture *)base)->line.text);
}

const struct sfp_timeline_class sfp_timeline_svg = {
    .size = sizeof(struct picture), .comment = "<!-- ", .comment_end = " -->", .event = on_event,
    .row = take_timeline_row, .skip = take_timeline_skip, .end = end_timeline_rows, .print = print_timeline_form,
    .free = free_timeline_form,
};
