/*
 * The front end in time for a feed (frontend.h): simulates the queues and their contents cycle by cycle. arrivals.c has
 * the same rules for a program; tests/unit/test_pipeline_random.c compares the two.
 */
#include "stages.h"

#include <string.h>

/* The front end's rows of quirks.def, with a column for each arch. */
#define QUEUE(id, most, archs, provenance, text, source) static const unsigned QUEUE_##id[SFP_ARCHES] = archs;
#include "quirks.def"
#undef QUEUE

static const struct {
#define QUIRK(id, archs, provenance, text, source) bool id[SFP_ARCHES];
#include "quirks.def"
#undef QUIRK
} quirks = {
#define QUIRK(id_, archs, provenance, text, source) .id_ = archs,
#include "quirks.def"
#undef QUIRK
};

struct sfp_queue_sizes sfp_queue_sizes(enum sfp_arch arch)
{
    const unsigned nth = sfp_nth(arch);

    return (struct sfp_queue_sizes){.pushed = QUEUE_PUSHED[nth], .expanded = QUEUE_EXPANDED[nth],
                                    .gate = QUEUE_GATE[nth], .to_gate = quirks.WORDS_COUNT_TO_GATE[nth]};
}

/* ---- Queues ---- */

static struct sfp_queued_word *word_at(struct sfp_queues *q, unsigned i)
{
    return &q->words[(q->first_word + i) % SFP_WORDS_PLACES];
}

static struct sfp_queued_op *item_at(struct sfp_queues *q, unsigned i)
{
    return &q->items[(q->first_item + i) % SFP_ITEMS_PLACES];
}

static struct sfp_queued_op *op_at(struct sfp_queues *q, unsigned i)
{
    return &q->gate[(q->first_op + i) % SFP_GATE_PLACES];
}

static uint8_t *left_of(struct sfp_queues *q, uint64_t serial)
{
    return &q->left[serial % SFP_SERIALS];
}

/* Takes one part of word `serial` out of the queues, and moves `passed` past words without parts. */
static void leave_queues(struct sfp_queues *q, uint64_t serial)
{
    --*left_of(q, serial);
    while (q->passed < q->pushed && *left_of(q, q->passed) == 0)
        q->passed++;
}

/* Returns how many words the first queue takes in this cycle. Call at the start of the cycle. */
static unsigned room_for_words(const struct sfp_frontend *f)
{
    const struct sfp_queue_sizes sizes = sfp_queue_sizes(f->m->s.arch);
    const struct sfp_queues *q = &f->queues;
    const unsigned held = sizes.to_gate ? (unsigned)(q->pushed - q->passed) : q->word_count;

    if (held >= sizes.pushed)
        return 0;
    return (sizes.to_gate ? SFP_WORDS_PLACES : sizes.pushed) - held;
}

static bool has_item_room(const struct sfp_frontend *f)
{
    return f->queues.item_count < sfp_queue_sizes(f->m->s.arch).expanded;
}

static bool has_gate_room(const struct sfp_frontend *f)
{
    return f->queues.op_count < sfp_queue_sizes(f->m->s.arch).gate;
}

/* ---- The pusher ---- */

static bool ask_feed(struct sfp_frontend *f)
{
    struct sfp_queues *q = &f->queues;

    switch (f->feed->next(f->feed->context, &q->hand)) {
    case SFP_FED_WORD:
        return true;
    case SFP_FED_NONE:
        return false;
    case SFP_FED_END:
        q->fed_all = true;
        return false;
    }
    return false;
}

static void push_word(struct sfp_frontend *f, uint64_t cycle)
{
    struct sfp_queues *q = &f->queues;

    q->has_hand = false;
    q->moved = true;
    q->room--;
    q->last = q->hand.index;
    q->mops += sfp_op_is(sfp_frontend_decode(f, &q->hand), SFP_I_MOP);
    *left_of(q, q->pushed) = 1;
    *word_at(q, q->word_count++) = (struct sfp_queued_word){q->hand, q->pushed++};
    if (f->feed->pushed)
        f->feed->pushed(f->feed->context, cycle);
}

static void push_from_feed(struct sfp_frontend *f, uint64_t cycle)
{
    struct sfp_queues *q = &f->queues;

    while (q->has_hand || (q->has_hand = ask_feed(f))) {
        if (!q->room) {
            q->held++;
            return;
        }
        push_word(f, cycle);
    }
}

/* ---- The MOP expander ---- */

/* Blames `stage` and word `at` for an empty gate in this cycle. Later stages override the blame. */
static void blame_stage(struct sfp_queues *q, enum sfp_stage stage, size_t at)
{
    q->lack = stage;
    q->lack_at = at;
}

static void queue_item(struct sfp_queues *q, const struct sfp_op *op, enum sfp_fetch fetch,
                       const struct sfp_queued_word *from)
{
    *item_at(q, q->item_count++) = (struct sfp_queued_op){
        .op = *op, .fetch = fetch, .origin = {.position = from->word.index}, .serial = from->serial};
    ++*left_of(q, from->serial);
    q->acted = true;
}

static void emit_expansion(struct sfp_frontend *f)
{
    struct sfp_queues *q = &f->queues;
    const struct sfp_op *op;
    enum sfp_fetch fetch;

    if (!has_item_room(f))
        return;
    fetch = sfp_mop_emit(f, &op);
    queue_item(q, op, fetch, &q->expansion);
}

/* Ends the MOP under way if everything has been emitted. */
static void end_expansion(struct sfp_frontend *f)
{
    if (sfp_mop_expands(f))
        return;
    f->queues.mops--;
    leave_queues(&f->queues, f->queues.expansion.serial);
}

static void take_mop(struct sfp_frontend *f, const struct sfp_op *op, const struct sfp_queued_word *word)
{
    struct sfp_queues *q = &f->queues;

    q->expansion = *word;
    q->turning = q->acted = true;
    q->turned = word->word.index;
    blame_stage(q, SFP_STAGE_MOP, q->turned);
    sfp_mop_take(f, op);
    if (sfp_mop_expands(f))
        emit_expansion(f);
    end_expansion(f);
}

/* Takes a word other than MOP, and passes it on unless it becomes nothing. */
static void take_other_word(struct sfp_frontend *f, const struct sfp_op *op, const struct sfp_queued_word *word)
{
    struct sfp_queues *q = &f->queues;

    q->turning = false;
    q->acted = true;
    blame_stage(q, SFP_STAGE_MOP, word->word.index);
    op = sfp_mop_take(f, op);
    if (op)
        queue_item(q, op, SFP_FETCH_OP, word);
    leave_queues(q, word->serial);
}

/* Takes the oldest word, unless the MOP expander must turn round or the next queue is full. */
static void take_queued_word(struct sfp_frontend *f, bool acted_before)
{
    struct sfp_queues *q = &f->queues;
    const struct sfp_queued_word word = *word_at(q, 0);
    const struct sfp_op *op = sfp_frontend_decode(f, &word.word);
    const bool mop = sfp_op_is(op, SFP_I_MOP), vanishes = sfp_op_is(op, SFP_I_MOP_CFG);

    if (q->turning && acted_before && !mop) {
        blame_stage(q, SFP_STAGE_MOP, q->turned);
        return;
    }
    if (!mop && !vanishes && !has_item_room(f))
        return;
    q->first_word = (q->first_word + 1) % SFP_WORDS_PLACES;
    q->word_count--;
    if (mop)
        take_mop(f, op, &word);
    else
        take_other_word(f, op, &word);
}

static void run_mop(struct sfp_frontend *f)
{
    struct sfp_queues *q = &f->queues;
    const bool acted_before = q->acted;

    q->acted = false;
    if (sfp_mop_expands(f)) {
        emit_expansion(f);
        end_expansion(f);
    } else if (q->word_count) {
        take_queued_word(f, acted_before);
    } else {
        blame_stage(q, SFP_STAGE_PUSHER, q->last);
    }
}

/* ---- The REPLAY expander ---- */

static void queue_op(struct sfp_frontend *f, const struct sfp_op *op, enum sfp_fetch fetch,
                     const struct sfp_queued_op *from)
{
    struct sfp_queues *q = &f->queues;
    const struct sfp_replay_stage *r = &f->replay;
    struct sfp_queued_op *put = op_at(q, q->op_count++);

    *put = (struct sfp_queued_op){.op = *op, .fetch = fetch, .origin = from->origin, .serial = from->serial};
    if (r->played) {
        put->origin.playback = r->playbacks;
        put->origin.first = r->first;
        put->origin.count = r->count;
    }
    ++*left_of(q, from->serial);
}

/* Ends a step with `item`: queues the instruction at the gate, or blames REPLAY for the bubble. The item stays under
 * way while its playback goes on. */
static void end_step(struct sfp_frontend *f, const struct sfp_op *op, enum sfp_fetch fetch,
                     const struct sfp_queued_op *item)
{
    struct sfp_queues *q = &f->queues;

    q->moved = true;
    if (fetch == SFP_FETCH_BUBBLE)
        blame_stage(q, SFP_STAGE_REPLAY, item->origin.position);
    else
        queue_op(f, op, fetch, item);
    if (!f->replay.playing)
        leave_queues(q, item->serial);
}

static void play_next_slot(struct sfp_frontend *f)
{
    const struct sfp_op *op;
    const enum sfp_fetch fetch = sfp_replay_play(f, &op);

    end_step(f, op, fetch, &f->queues.playback);
}

static void take_item(struct sfp_frontend *f)
{
    struct sfp_queues *q = &f->queues;
    const struct sfp_queued_op *item = item_at(q, 0);
    const struct sfp_op *op = &item->op;
    enum sfp_fetch fetch = item->fetch;

    if (fetch == SFP_FETCH_OP)
        fetch = sfp_replay_take(f, &op);
    if (f->replay.playing)
        q->playback = *item;
    end_step(f, op, fetch, item);
    q->first_item = (q->first_item + 1) % SFP_ITEMS_PLACES;
    q->item_count--;
}

static void run_replay(struct sfp_frontend *f)
{
    struct sfp_queues *q = &f->queues;
    const struct sfp_queued_op *item = item_at(q, 0);

    if (f->replay.playing) {
        if (has_gate_room(f) || !sfp_replay_yields(f, NULL))
            play_next_slot(f);
    } else if (q->item_count) {
        if (has_gate_room(f) || (item->fetch == SFP_FETCH_OP && !sfp_replay_yields(f, &item->op)))
            take_item(f);
    }
}

/* ---- All of it ---- */

/* Takes the instruction that the back end has passed out of the last queue, if the queue holds one. */
static void pass_queues_gate(struct sfp_queues *q)
{
    if (!q->op_count)
        return;
    q->passed_last = op_at(q, 0)->serial;
    leave_queues(q, q->passed_last);
    q->first_op = (q->first_op + 1) % SFP_GATE_PLACES;
    q->op_count--;
}

static bool are_queues_empty(const struct sfp_frontend *f)
{
    const struct sfp_queues *q = &f->queues;

    return !q->word_count && !sfp_mop_expands(f) && !q->item_count && !f->replay.playing && !q->op_count;
}

uint64_t sfp_frontend_issued(const struct sfp_frontend *f, bool at_input)
{
    const struct sfp_queues *q = &f->queues;

    return at_input && q->passed_last < q->passed ? q->passed_last : q->passed;
}

void sfp_frontend_begin_cycle(struct sfp_frontend *f, struct sfp_thread *thread, bool passed)
{
    struct sfp_queues *q = &f->queues;

    if (passed)
        pass_queues_gate(q);
    q->room = room_for_words(f);
    thread->room = q->room;
    thread->passed = q->passed;
    thread->issued = sfp_frontend_issued(f, thread->at_input);
    thread->expanding = sfp_mop_expands(f);
    thread->has_mop = q->mops > 0;
    thread->has_items = q->item_count > 0;
    thread->full_of_items = !has_item_room(f);
    thread->moved = q->moved;
    thread->in_flight |= q->has_hand || !are_queues_empty(f);
    f->feed->cycle(f->feed->context, thread);
    q->moved = false;
    push_from_feed(f, thread->cycle);
    q->over = q->fed_all && are_queues_empty(f);
    run_mop(f);
    run_replay(f);
    q->moved |= q->acted;
}

enum sfp_fetch sfp_queues_at(struct sfp_frontend *f, const struct sfp_op **op)
{
    struct sfp_queues *q = &f->queues;

    if (!q->op_count)
        return q->over ? SFP_FETCH_END : SFP_FETCH_BUBBLE;
    *op = &op_at(q, 0)->op;
    return op_at(q, 0)->fetch;
}

void sfp_queues_origin(const struct sfp_frontend *f, struct sfp_fetch_origin *origin)
{
    const struct sfp_queues *q = &f->queues;

    *origin = q->op_count ? q->gate[q->first_op].origin : (struct sfp_fetch_origin){.position = q->lack_at};
    origin->held = q->held;
}
