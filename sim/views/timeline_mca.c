/*
 * Instructions down, cycles across, as llvm-mca draws them. A row is a fetched instruction or a scheduled item. Rows
 * are drawn in order, each after its end. Chunks of cycles are drawn one below the other.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "timeline_parts.h"

enum {
    MAX_LIVE = 1024, /* rows under way, at most; then the oldest row is drawn unfinished */
    CHUNK = 80,      /* cycles in a chunk */
    MAX_NOTES = 8,   /* notes on a row */
    TEXT = SFP_OP_TEXT_SIZE + MAX_NOTES * 32,
    RULER = 5,       /* cycles from one dot to the next */
};

/* An instruction or item under way. */
struct life {
    uint64_t id, start, begin, end, pass; /* begin: first cycle of execution */
    size_t index;
    enum sfp_thread_id thread;
    bool executes, over;
    char waiting, last;
    unsigned notes;
    enum sfp_stall stall; /* cause of the last stall noted */
    char text[TEXT];
};

/* A row of this chunk or the next. */
struct bar {
    struct sfp_row row;
    char *text;
};

struct mca {
    struct sfp_timeline base;
    struct life *live; /* ring, by number of row */
    uint64_t first, count;
    uint64_t passes, cycle;
    struct bar *bars; /* rows of the chunk starting at `origin` */
    size_t bar_count, bar_room;
    uint64_t origin;
};

/* ---- Events to rows ---- */

static void draw_first(struct mca *m)
{
    const struct life *life = &m->live[m->first % MAX_LIVE];
    bool executes = life->executes || life->over;
    uint64_t begin = executes ? life->begin : m->cycle + 1, end = life->over ? life->end : m->cycle;

    sfp_timeline_add(&m->base, &(struct sfp_row){
        .cycle = life->start, .pass = life->pass, .index = life->index, .text = life->text,
        .shape = {.waits = begin - life->start, .runs = executes ? (uint32_t)(end - begin + 1) : 0,
                  .waiting = life->waiting, .last = life->last}});
    m->first++;
    m->count--;
}

static void draw_finished(struct mca *m)
{
    while (m->count && m->live[m->first % MAX_LIVE].over)
        draw_first(m);
}

static void start_life(struct mca *m, const struct sfp_event *event, char waiting)
{
    struct life *life;

    if (!m->live && !(m->live = calloc(MAX_LIVE, sizeof *m->live))) {
        m->base.lost = true;
        return;
    }
    if (m->count == MAX_LIVE)
        draw_first(m);
    life = &m->live[(m->first + m->count++) % MAX_LIVE];
    *life = (struct life){.id = event->id, .start = event->cycle, .index = event->op->index, .thread = event->thread,
                          .waiting = waiting, .last = 'E', .pass = m->passes ? m->passes - 1 : 0};
    sfp_marked_text(&m->base.index, event, m->base.threads, life->text);
}

static struct life *find_life(struct mca *m, uint64_t id)
{
    for (uint64_t i = m->count; i-- > 0;) /* usually the newest */
        if (m->live[(m->first + i) % MAX_LIVE].id == id)
            return &m->live[(m->first + i) % MAX_LIVE];
    return NULL;
}

static void end_life(struct life *life, uint64_t cycle, char last)
{
    if (!life->executes)
        life->begin = cycle;
    life->end = cycle;
    life->last = last;
    life->over = true;
}

static void append_note(struct life *life, const char *sign, const char *name)
{
    size_t length = strlen(life->text);

    if (life->notes++ < MAX_NOTES)
        snprintf(life->text + length, sizeof life->text - length, "%s %s %s", life->notes == 1 ? " " : "", sign, name);
}

/* Returns the thread's newest row under way, or NULL. */
static struct life *find_newest_life(struct mca *m, enum sfp_thread_id thread)
{
    for (uint64_t i = m->count; i-- > 0;)
        if (m->live[(m->first + i) % MAX_LIVE].thread == thread)
            return &m->live[(m->first + i) % MAX_LIVE];
    return NULL;
}

/* Notes a finding on the row of the instruction that breaks the rule. If the row of an old wait has been drawn
 * already, the thread's newest row takes the note. */
static void note_finding_on_row(struct mca *m, struct life *life, const struct sfp_event *event)
{
    char name[SFP_MARK_SIZE];

    if (!life)
        life = find_newest_life(m, event->thread);
    if (!life || !sfp_event_shown(event, m->base.at_least))
        return;
    sfp_finding_mark(event, name);
    append_note(life, "!", name);
}

static void note_stall(struct life *life, enum sfp_stall stall)
{
    if (life->stall != stall)
        append_note(life, "=", sfp_stall_info(stall)->name);
    life->stall = stall;
}

static void on_live_event(struct mca *m, const struct sfp_event *event)
{
    struct life *life = event->op ? find_life(m, event->id) : NULL;

    if (event->kind == SFP_EVENT_HAZARD) {
        note_finding_on_row(m, life, event);
        return;
    }
    if (!life)
        return;
    switch (event->kind) {
    case SFP_EVENT_STALL:
        note_stall(life, event->stall);
        break;
    case SFP_EVENT_EXEC:
        life->executes = true;
        life->begin = event->cycle;
        if (event->beside)
            append_note(life, "~", sfp_stall_info(event->stall)->name);
        break;
    case SFP_EVENT_COMPLETE:
        end_life(life, event->cycle, 'E');
        break;
    case SFP_EVENT_DISCARD:
        end_life(life, event->cycle, 'x');
        break;
    case SFP_EVENT_FORGET:
        end_life(life, event->cycle, 'f');
        break;
    default:
        break;
    }
}

static void on_event(void *timeline, const struct sfp_event *event)
{
    struct mca *m = timeline;

    if (event->cycle > m->cycle) /* not earlier: a finding may follow an instruction's end in the same cycle */
        draw_finished(m);
    m->cycle = event->cycle;
    if (event->kind == SFP_EVENT_PASS)
        m->passes++;
    else if (event->kind == SFP_EVENT_FETCH)
        start_life(m, event, '=');
    else if (event->kind == SFP_EVENT_SCHEDULE)
        start_life(m, event, 's');
    else
        on_live_event(m, event);
}

static void end_timeline_rows(struct sfp_timeline *base, uint64_t cycles)
{
    struct mca *m = (struct mca *)base;

    (void)cycles;
    while (m->count)
        draw_first(m);
}

/* ---- Rows to chunks ---- */

/* Returns the cycle after the row's last. */
static uint64_t row_end(const struct sfp_row *row)
{
    return row->cycle + row->shape.waits + row->shape.runs;
}

static char choose_letter(const struct sfp_row *row, uint64_t cycle)
{
    const struct sfp_shape *s = &row->shape;

    if (cycle < row->cycle || cycle >= row_end(row))
        return cycle % RULER ? ' ' : '.';
    if (cycle < row->cycle + s->waits)
        return s->waiting == '=' && cycle == row->cycle ? 'D' : s->waiting;
    return cycle == row_end(row) - 1 ? s->last : 'e';
}

static int place_width(const struct sfp_row *row)
{
    return snprintf(NULL, 0, "[%" PRIu64 ",%" PRIu64 "]", row->pass, row->index);
}

/* Prints the last digits of the cycles from `origin` on. Odd and even tens are on separate lines. Leaves out an
 * empty line. */
static void put_digits(FILE *stream, const char *title, int places, uint64_t origin, uint64_t width, unsigned odd)
{
    char line[CHUNK + 1];
    size_t length = 0;

    for (uint64_t i = 0; i < width; i++) {
        uint64_t cycle = origin + i;
        bool here = (cycle / 10 & 1) == odd;

        line[i] = here ? (char)('0' + cycle % 10) : ' ';
        if (here)
            length = i + 1;
    }
    if (length)
        fprintf(stream, "%-*s  %.*s\n", places, title, (int)length, line);
    else if (*title)
        fprintf(stream, "%s\n", title);
}

static void put_chunk(const struct mca *m, int places, uint64_t width)
{
    FILE *out = m->base.spool;

    fprintf(out, "\nCycles %" PRIu64 " to %" PRIu64 "\n", m->origin, m->origin + width - 1);
    put_digits(out, "", places, m->origin, width, 1);
    put_digits(out, "Index", places, m->origin, width, 0);
    for (size_t b = 0; b < m->bar_count; b++) {
        const struct sfp_row *row = &m->bars[b].row;

        fprintf(out, "[%" PRIu64 ",%" PRIu64 "]%*s  ", row->pass, row->index, places - place_width(row), "");
        for (uint64_t i = 0; i < width; i++)
            fputc(choose_letter(row, m->origin + i), out);
        fprintf(out, "   %s\n", m->bars[b].text);
    }
}

/* Drops rows that end before `origin`. Returns the first cycle in which another row changes, or UINT64_MAX. */
static uint64_t drop_drawn(struct mca *m, uint64_t origin)
{
    uint64_t next = UINT64_MAX;
    size_t kept = 0;

    for (size_t b = 0; b < m->bar_count; b++) {
        struct bar *bar = &m->bars[b];
        uint64_t change = bar->row.shape.runs ? bar->row.cycle + bar->row.shape.waits : row_end(&bar->row) - 1;

        if (row_end(&bar->row) <= origin) {
            free(bar->text);
            continue;
        }
        if (change < origin)
            change = origin;
        if (change < next)
            next = change;
        m->bars[kept++] = *bar;
    }
    m->bar_count = kept;
    return next;
}

/* Draws the chunk of cycles from `origin`. Rows that continue stay for the next chunk. */
static void draw_chunk(struct mca *m)
{
    uint64_t width = 0;
    int places = (int)strlen("Index");

    for (size_t b = 0; b < m->bar_count; b++) {
        const struct sfp_row *row = &m->bars[b].row;
        uint64_t reach = row_end(row) - m->origin;

        if (reach > width)
            width = reach;
        if (place_width(row) > places)
            places = place_width(row);
    }
    if (width > CHUNK)
        width = CHUNK;
    if (m->bar_count)
        put_chunk(m, places, width);
    m->origin = drop_drawn(m, m->origin + width);
}

static void add_bar(struct mca *m, const struct sfp_row *row)
{
    if (m->bar_count == m->bar_room) {
        size_t room = m->bar_room ? 2 * m->bar_room : CHUNK;
        struct bar *bars = realloc(m->bars, room * sizeof *bars);

        if (!bars) {
            m->base.lost = true;
            return;
        }
        m->bars = bars;
        m->bar_room = room;
    }
    m->bars[m->bar_count] = (struct bar){.row = *row, .text = strdup(row->text)};
    if (m->bars[m->bar_count].text)
        m->bar_count++;
    else
        m->base.lost = true;
}

static void take_timeline_row(void *timeline, const struct sfp_row *r)
{
    struct mca *m = timeline;

    while (m->bar_count && r->cycle >= m->origin + CHUNK)
        draw_chunk(m);
    if (!m->bar_count || r->cycle < m->origin)
        m->origin = r->cycle;
    add_bar(m, r);
}

static void draw_rest(struct sfp_timeline *base)
{
    struct mca *m = (struct mca *)base;

    while (m->bar_count)
        draw_chunk(m);
}

static void take_timeline_skip(void *timeline, uint64_t cycles, uint64_t repeats, unsigned rows)
{
    struct mca *m = timeline;

    draw_rest(&m->base);
    fprintf(m->base.spool, "\n... %" PRIu64 " cycles in %" PRIu64 " %s of the last ", cycles, repeats,
            repeats == 1 ? "repeat" : "repeats");
    fprintf(m->base.spool, rows == 1 ? "instruction ...\n" : "%u instructions ...\n", rows);
}

static void print_timeline_form(struct sfp_timeline *base, FILE *stream)
{
    int c;

    fputs("[pass,index]  D fetched, held   = held, by what   s waits in a macro's queue   e E executes, last cycle\n"
          "              x discarded   f forgotten   [x] scheduled by a macro with VD = x   ! finding   "
          "~ hides a stall\n", stream);
    if (base->threads)
        fputs("              u m p: thread, before its instruction\n", stream);
    while ((c = getc(base->spool)) != EOF)
        putc(c, stream);
}

static void free_timeline_form(struct sfp_timeline *base)
{
    struct mca *m = (struct mca *)base;

    for (size_t b = 0; b < m->bar_count; b++)
        free(m->bars[b].text);
    free(m->bars);
    free(m->live);
}

const struct sfp_timeline_class sfp_timeline_mca = {
    .size = sizeof(struct mca), .event = on_event, .row = take_timeline_row, .skip = take_timeline_skip,
    .end = end_timeline_rows, .last = draw_rest, .print = print_timeline_form, .free = free_timeline_form,
};
