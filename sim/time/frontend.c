/* The front end's public functions: a program, decoded once, before its two expanders. */
#include "stages.h"

#include <stdlib.h>

#include "base/archive.h"

/* Counts the plain words from each word on. */
static void look_ahead(struct sfp_frontend *f)
{
    struct sfp_ahead ahead = {0, 0};

    for (size_t i = f->count; i-- > 0;) {
        const struct sfp_op *op = &f->ops[i];

        if (sfp_op_is_plain(op)) {
            ahead.count++;
            ahead.vector += sfp_op_is_vector(op);
        } else {
            ahead = (struct sfp_ahead){0, 0};
        }
        f->ahead[i] = ahead;
    }
}

void sfp_frontend_find_thread(struct sfp_frontend *f, enum sfp_thread_id thread)
{
    f->expanders = sfp_machine_expanders(f->m, thread);
}

static struct sfp_frontend *new_frontend(struct sfp_machine *machine, size_t count, enum sfp_thread_id thread)
{
    struct sfp_frontend *f = calloc(1, sizeof *f);
    const size_t room = count + 1; /* a word of zeros after the last, with no plain words */

    if (!f)
        return NULL;
    f->m = machine;
    sfp_frontend_find_thread(f, thread);
    f->count = count;
    f->ops = calloc(room, sizeof *f->ops);
    f->ahead = calloc(room, sizeof *f->ahead);
    if (f->ops && f->ahead)
        return f;
    sfp_frontend_free(f);
    return NULL;
}

static void decode_word(const struct sfp_machine *machine, uint32_t word, uint32_t index, enum sfp_thread_id thread,
                        struct sfp_op *op)
{
    sfp_decode(machine, word, index, op);
    op->gathered = machine->gathers[thread];
}

/* Returns the number of words that `thread` has. */
static size_t count_words(const struct sfp_stream *streams, size_t stream_count, enum sfp_thread_id thread)
{
    size_t count = 0;

    for (size_t i = 0; i < stream_count; i++)
        if (streams[i].thread == thread)
            count += streams[i].end - streams[i].first;
    return count;
}

struct sfp_frontend *sfp_frontend_new_thread(struct sfp_machine *machine, const uint32_t *words,
                                             const struct sfp_stream *streams, size_t stream_count,
                                             enum sfp_thread_id thread)
{
    struct sfp_frontend *f = new_frontend(machine, count_words(streams, stream_count, thread), thread);
    struct sfp_op *op;

    if (!f)
        return NULL;
    op = f->ops;
    for (size_t i = 0; i < stream_count; i++)
        for (size_t at = streams[i].first; streams[i].thread == thread && at < streams[i].end; at++)
            decode_word(machine, words[at], (uint32_t)at, thread, op++);
    look_ahead(f);
    sfp_replay_init(f);
    return f;
}

struct sfp_frontend *sfp_frontend_new(struct sfp_machine *machine, const uint32_t *words, size_t count)
{
    const struct sfp_stream all = {machine->thread, 0, count};

    return sfp_frontend_new_thread(machine, words, &all, 1, machine->thread);
}

struct sfp_frontend *sfp_frontend_new_fed(struct sfp_machine *machine, const struct sfp_feed *feed,
                                          enum sfp_thread_id thread)
{
    struct sfp_frontend *f = new_frontend(machine, feed->count, thread);

    if (!f)
        return NULL;
    f->feed = feed;
    sfp_replay_init(f);
    return f;
}

void sfp_frontend_free(struct sfp_frontend *f)
{
    if (!f)
        return;
    free(f->ops);
    free(f->ahead);
    free(f);
}

/* ---- Saved and loaded ---- */

/* Returns the present address of instruction `op`, which was inside a front end at `at` with its program at `ops_at`
 * when saved. */
static const struct sfp_op *relocate_op(const struct sfp_frontend *f, const struct sfp_op *op, uintptr_t at,
                                        uintptr_t ops_at)
{
    const struct sfp_op *in_program = archive_moved(op, ops_at, (f->count + 1) * sizeof *f->ops, f->ops);

    return in_program ? in_program : archive_moved(op, at, sizeof *f, f);
}

/* A feed's words are not saved: they are decoded again when they come again. */
void sfp_frontend_archive(struct sfp_frontend *f, struct archiving *a, const struct sfp_op **head)
{
    struct sfp_machine *const m = f->m;
    struct sfp_expander_state *const expanders = f->expanders;
    const struct sfp_feed *const feed = f->feed;
    struct sfp_op *const ops = f->ops;
    struct sfp_ahead *const ahead = f->ahead;
    uintptr_t at = (uintptr_t)f, ops_at = (uintptr_t)ops;

    archive_bytes(a, &at, sizeof at);
    archive_bytes(a, &ops_at, sizeof ops_at);
    archive_bytes(a, head, sizeof *head);
    archive_bytes(a, f, sizeof *f);
    if (!a->loads)
        return;
    f->m = m;
    f->expanders = expanders;
    f->feed = feed;
    f->ops = ops;
    f->ahead = ahead;
    f->time.op = relocate_op(f, f->time.op, at, ops_at);
    *head = relocate_op(f, *head, at, ops_at);
    sfp_arrivals_place_rooms(&f->time);
}

bool sfp_frontend_at_rest(const struct sfp_frontend *f)
{
    return !f->replay.recording && !f->replay.playing && sfp_frontend_expanded(f);
}

/*
 * An expander keeps the program waiting. So the last word taken is the word being expanded. The last word is also the
 * late word, unless the MOP before it is to blame.
 */
void sfp_frontend_origin(struct sfp_frontend *f, struct sfp_fetch_origin *origin)
{
    const struct sfp_replay_stage *r = &f->replay;
    const struct sfp_arrivals *a = &f->time;

    if (f->feed) {
        sfp_queues_origin(f, origin);
        return;
    }
    *origin = (struct sfp_fetch_origin){.position = f->ops[f->next ? f->next - 1 : 0].index,
                                        .held = sfp_frontend_held(f)};
    if (a->late && a->cause == SFP_STAGE_MOP)
        origin->position = a->turned;
    if (a->late || !r->played)
        return;
    origin->playback = r->playbacks;
    origin->first = r->first;
    origin->count = r->count;
}

void sfp_frontend_rewind(struct sfp_frontend *f)
{
    f->next = 0;
    f->time.gaps = f->time.next_gaps;
    f->time.next_gaps = f->time.later_gaps;
    sfp_arrivals_begin_pass(&f->time);
    sfp_mop_abort(f);
    sfp_replay_abort(f);
}

enum sfp_fetch sfp_frontend_next(struct sfp_frontend *f, const struct sfp_op **op)
{
    return sfp_replay_next(f, op);
}

static bool program_stretch(struct sfp_frontend *f, struct sfp_stretch *stretch)
{
    const bool busy = f->feed || !sfp_frontend_expanded(f) || f->replay.recording;

    if (busy || f->next == f->count || f->ahead[f->next].count == 0)
        return false;
    stretch->ops = &f->ops[f->next];
    stretch->count = f->ahead[f->next].count;
    stretch->vector = f->ahead[f->next].vector;
    f->next += stretch->count;
    return true;
}

bool sfp_frontend_stretch(struct sfp_frontend *f, struct sfp_stretch *stretch)
{
    return f->replay.playing ? sfp_replay_stretch(f, stretch) : program_stretch(f, stretch);
}
