/* Timelines: code shared by all forms, and the filter of repeated rows. */
#include "timeline_parts.h"

#include <stdlib.h>
#include <string.h>

#include "base/terminal.h"
#include "program/streams.h"

/* ---- Repeated rows ---- */

enum {
    RING = 2 * SFP_MAX_PERIOD,
    WORTH = 3, /* fewest rows worth replacing by a line */
};

struct kept {
    struct sfp_row row;
    char *text;
    size_t room;
    uint64_t hash;
};

struct sfp_repeats {
    struct sfp_row_sink sink;
    struct kept ring[RING]; /* row n is at n % RING */
    uint64_t count;
    uint64_t run[SFP_MAX_PERIOD + 1]; /* [p]: number of consecutive rows equal to the row p before */
    unsigned period;                  /* period with which the held rows repeat, in rows; 0: no rows are held back */
    uint64_t held;
};

struct sfp_repeats *sfp_repeats_new(const struct sfp_row_sink *sink)
{
    struct sfp_repeats *r = calloc(1, sizeof *r);

    if (r)
        r->sink = *sink;
    return r;
}

void sfp_repeats_free(struct sfp_repeats *r)
{
    if (!r)
        return;
    for (unsigned i = 0; i < RING; i++)
        free(r->ring[i].text);
    free(r);
}

static uint64_t mix_row_hash(uint64_t hash, uint64_t value)
{
    hash = (hash ^ value) * UINT64_C(0x9E3779B97F4A7C15);
    return hash ^ hash >> 29;
}

/* Returns a row's hash. Rows are compared by 64 bits; nobody gains by constructing a collision. */
static uint64_t hash_row(const struct sfp_row *row, uint64_t distance)
{
    uint64_t hash = mix_row_hash(mix_row_hash(distance, row->shape.waits), row->shape.runs);

    hash = mix_row_hash(mix_row_hash(hash, (unsigned char)row->shape.waiting), (unsigned char)row->shape.last);
    for (const char *c = row->text; *c; c++)
        hash = mix_row_hash(hash, (unsigned char)*c);
    return hash;
}

/* Returns the row `ago` rows before the last row. */
static struct kept *find_past_row(struct sfp_repeats *r, uint64_t ago)
{
    return &r->ring[(r->count - 1 - ago) % RING];
}

static bool keep_row(struct sfp_repeats *r, const struct sfp_row *row)
{
    uint64_t distance = r->count ? row->cycle - find_past_row(r, 0)->row.cycle : 1; /* distance from the row before;
                                                                                     * for the first row as if cycles
                                                                                     * were consecutive */
    struct kept *kept = &r->ring[r->count % RING];
    size_t size = strlen(row->text) + 1;

    if (size > kept->room) {
        char *text = realloc(kept->text, 2 * size);

        if (!text)
            return false;
        kept->text = text;
        kept->room = 2 * size;
    }
    memcpy(kept->text, row->text, size);
    kept->row = *row;
    kept->row.text = kept->text;
    kept->hash = hash_row(row, distance);
    r->count++;
    return true;
}

static void count_matches(struct sfp_repeats *r)
{
    uint64_t hash = find_past_row(r, 0)->hash;

    for (unsigned p = 1; p <= SFP_MAX_PERIOD && p < r->count; p++)
        r->run[p] = find_past_row(r, p)->hash == hash ? r->run[p] + 1 : 0;
}

/* Passes on the rows held back. The last of them is `newer` rows before the last row. Replaces whole repetitions by
 * one line if they are long enough. */
static void release_rows(struct sfp_repeats *r, uint64_t newer)
{
    uint64_t repeats, rest = r->held;

    if (!r->period)
        return;
    repeats = r->held / r->period;
    if (repeats * r->period >= WORTH) {
        uint64_t cycles = find_past_row(r, newer)->row.cycle - find_past_row(r, newer + r->period)->row.cycle;

        r->sink.skip(r->sink.context, repeats * cycles, repeats, r->period);
        rest = r->held % r->period;
    }
    for (; rest > 0; rest--)
        r->sink.row(r->sink.context, &find_past_row(r, newer + rest - 1)->row);
    r->period = 0;
    r->held = 0;
}

/* Returns the shortest period of which two repetitions precede the last row, and which the last row continues; or 0. */
static unsigned find_row_period(const struct sfp_repeats *r)
{
    for (unsigned p = 1; p <= SFP_MAX_PERIOD; p++)
        if (r->run[p] > p)
            return p;
    return 0;
}

bool sfp_repeats_add(struct sfp_repeats *r, const struct sfp_row *row)
{
    if (!keep_row(r, row))
        return false;
    count_matches(r);
    if (r->period && r->run[r->period] == 0)
        release_rows(r, 1);
    if (!r->period)
        r->period = find_row_period(r);
    if (r->period)
        r->held++;
    else
        r->sink.row(r->sink.context, &find_past_row(r, 0)->row);
    return true;
}

void sfp_repeats_end(struct sfp_repeats *r)
{
    release_rows(r, 0);
}

/* ---- Timelines ---- */

struct sfp_timeline *sfp_timeline_new(const struct sfp_timeline_class *class, const struct sfp_kernel *kernel,
                                      enum sfp_severity at_least)
{
    struct sfp_timeline *t = calloc(1, class->size);

    if (!t)
        return NULL;
    t->class = class;
    t->observer = (struct sfp_observer){.event = class->event, .context = t};
    t->at_least = at_least;
    t->kernel = kernel;
    t->threads = sfp_has_several_threads(&kernel->program);
    sfp_index_init(&t->index, kernel->program.arch);
    t->repeats = sfp_repeats_new(&(struct sfp_row_sink){class->row, class->skip, t});
    t->spool = tmpfile();
    if (t->repeats && t->spool)
        return t;
    sfp_timeline_free(t);
    return NULL;
}

void sfp_timeline_free(struct sfp_timeline *t)
{
    if (!t)
        return;
    if (t->class->free)
        t->class->free(t);
    sfp_repeats_free(t->repeats);
    if (t->spool)
        fclose(t->spool);
    free(t);
}

struct sfp_observer *sfp_timeline_observer(struct sfp_timeline *t)
{
    return &t->observer;
}

void sfp_timeline_text(const struct sfp_timeline *t, const struct sfp_event *event, char text[SFP_OP_TEXT_SIZE])
{
    text[0] = '\0';
    if (event->op && (event->kind == SFP_EVENT_EXEC || event->kind == SFP_EVENT_STALL
                      || event->kind == SFP_EVENT_DISCARD || event->kind == SFP_EVENT_FORGET))
        sfp_event_text(&t->index, event, text);
}

void sfp_timeline_marked(const struct sfp_timeline *t, const struct sfp_event *event, char mark[SFP_THREAD_MARK])
{
    mark[0] = '\0';
    if (t->threads && event->unit != SFP_UNIT_NONE)
        snprintf(mark, SFP_THREAD_MARK, "%c ", sfp_thread_letter(event->thread));
}

void sfp_timeline_add(struct sfp_timeline *t, const struct sfp_row *row)
{
    t->lost |= !sfp_repeats_add(t->repeats, row);
}

void sfp_cell_append(struct sfp_timeline *t, struct sfp_cell *c, const char *text)
{
    size_t length = strlen(text);

    if (c->length + length + 1 > c->room) {
        size_t room = 2 * (c->length + length + 1);
        char *bigger = realloc(c->text, room);

        if (!bigger) {
            t->lost = true;
            return;
        }
        c->text = bigger;
        c->room = room;
    }
    memcpy(c->text + c->length, text, length + 1);
    c->length += length;
}

static void print_selected(const struct sfp_timeline *t, FILE *stream)
{
    const char *profile = t->kernel->program.chosen.profile;
    char selected[SELECTED_TEXT];

    if (profile)
        fprintf(stream, "%s%s%s\n", t->class->comment ? t->class->comment : "",
                selected_text(selected, "words ", profile), t->class->comment_end ? t->class->comment_end : "");
}

bool sfp_timeline_print(struct sfp_timeline *t, uint64_t cycles, FILE *stream)
{
    if (t->class->end)
        t->class->end(t, cycles);
    sfp_repeats_end(t->repeats);
    if (t->class->last)
        t->class->last(t);
    t->lost |= fflush(t->spool) != 0 || ferror(t->spool);
    if (t->lost) /* what the forms below read can then lack parts of lines */
        return false;
    rewind(t->spool);
    print_selected(t, stream);
    t->class->print(t, stream);
    return !t->lost;
}
