/*
 * Computes the front end's cycles for a program (frontend.h). A stage handles a word as soon as the word is there, the
 * stage is free, and the next queue has room. So the cycle of a step is the latest of a few known cycles, and is
 * computed when the back end asks for the step.
 *
 * queues.c has the same rules cycle by cycle, and everything that sfpsim prints is the same if a program's words are
 * fed to it. The rules stand here a second time since sfpsim is more than a fifth faster with them if instructions are
 * plain or played back. Single passes of 1.5 to 2.8 million cycles took this many times the CPU time with queues, on
 * Wormhole and on Blackhole: plain instructions 1.43 and 1.47; playbacks of 16 slots 1.44 and 1.46; SFPLOADMACROs,
 * whose own work outweighs the front end's, 1.21 and 1.04; examples/where, which plays SFPLOADMACROs back, 1.18 and
 * 1.16. The times computed here also help to find passes that are alike.
 */
#include "stages.h"

#include <string.h>

enum { COMPARED = 2 }; /* number of passes in the course: later passes may be reused */

static uint64_t later_cycle(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

/* ---- Queues ---- */

/* Takes the next place. Returns the cycle from which the place is free. */
static uint64_t take_place(struct sfp_room *r)
{
    r->last = r->last + 1 == r->size ? 0 : r->last + 1;
    return r->free[r->last];
}

/* Empties the place taken last, in `cycle`. */
static void empty_place(struct sfp_room *r, uint64_t cycle)
{
    r->free[r->last] = cycle + 1;
}

/* Keeps the place taken last until the end of `cycle` at least. */
static void keep_place(struct sfp_room *r, uint64_t cycle)
{
    r->free[r->last] = later_cycle(r->free[r->last], cycle + 1);
}

void sfp_arrivals_place_rooms(struct sfp_arrivals *a)
{
    a->words.free = a->room;
    a->items.free = a->words.free + a->words.size;
    a->gate.free = a->items.free + a->items.size;
}

void sfp_frontend_in_time(struct sfp_frontend *f, const uint32_t *gaps, const uint32_t *later)
{
    struct sfp_arrivals *a = &f->time;
    const struct sfp_queue_sizes sizes = sfp_queue_sizes(f->m->s.arch);

    f->queues = (struct sfp_queues){.last = f->feed ? f->feed->first : 0};
    *a = (struct sfp_arrivals){.gaps = gaps, .next_gaps = gaps, .later_gaps = later ? later : gaps};
    a->to_gate = sizes.to_gate;
    a->words.size = sizes.pushed;
    a->items.size = sizes.expanded;
    a->gate.size = sizes.gate;
    sfp_arrivals_place_rooms(a);
}

void sfp_frontend_start_late(struct sfp_frontend *f, uint32_t cycles)
{
    f->time.push_free = f->time.wishes = cycles;
}

void sfp_frontend_delay(struct sfp_frontend *f, const uint32_t *delays)
{
    f->time.delays = delays;
}

void sfp_arrivals_begin_pass(struct sfp_arrivals *a)
{
    if (a->begun++ == COMPARED)
        a->compared = a->course;
}

uint64_t sfp_frontend_course(const struct sfp_frontend *f)
{
    return f->time.begun > COMPARED ? f->time.compared : f->time.course;
}

/* ---- Stages ---- */

/* Pushes the word taken last. */
static void push_arrival(struct sfp_frontend *f)
{
    struct sfp_arrivals *a = &f->time;
    const uint32_t gap = a->gaps ? a->gaps[f->ops[f->next - 1].index] : 0;
    const uint64_t wish = a->push_free + gap;

    a->wishes += wish + 1 - a->push_free;
    a->words_wait |= wish > a->push_free;
    a->ready = later_cycle(wish, take_place(&a->words));
    a->push_free = a->ready + 1;
}

/* Makes the word `cycles` later than `at`, the cycle in which it could come. No queue counts as the cause. Returns
 * the new cycle. */
static uint64_t delay_word(struct sfp_arrivals *a, uint64_t at, uint32_t cycles)
{
    at += cycles;
    a->wishes += at - a->ready;
    a->ready = at;
    a->push_free = at + 1;
    a->words_wait = true;
    return at;
}

/*
 * Pushes the word and lets the MOP expander take it. Turns the expander round first if necessary. Returns the cycle in
 * which the expander can handle the word. Everything before the word is through in the cycle before `now`.
 */
static uint64_t take_arrived_word(struct sfp_frontend *f, uint64_t now)
{
    struct sfp_arrivals *a = &f->time;
    const bool mop = f->did & SFP_DID_MOP;
    const size_t index = f->ops[f->next - 1].index;
    uint64_t at;

    push_arrival(f);
    at = later_cycle(a->ready, a->mop_free + (a->turning && !mop));
    if (a->delays && a->delays[index])
        at = delay_word(a, later_cycle(at, now), a->delays[index]);
    a->turning = mop;
    a->words_wait |= mop || !(f->did & SFP_DID_EMIT);
    if (mop) {
        a->turned = index;
        if (!a->to_gate)
            empty_place(&a->words, at);
    }
    return at;
}

/* Emits a word from the MOP expander in `at` or later. Returns the cycle. */
static uint64_t emit_from_mop(struct sfp_frontend *f, uint64_t at)
{
    struct sfp_arrivals *a = &f->time;
    const bool passes_on = (f->did & (SFP_DID_TAKE | SFP_DID_MOP)) == SFP_DID_TAKE;

    at = later_cycle(at, take_place(&a->items));
    if (passes_on && !a->to_gate)
        empty_place(&a->words, at);
    return at;
}

/* Runs the REPLAY expander in `at` or later: it emits an instruction, or nothing. Returns the cycle. */
static uint64_t pass_replay_stage(struct sfp_frontend *f, uint64_t at, bool emits)
{
    struct sfp_arrivals *a = &f->time;

    at = later_cycle(at, a->replay_free);
    if (emits)
        at = later_cycle(at, take_place(&a->gate));
    else
        a->items_wait = true;
    a->replay_free = at + 1;
    if (f->did & SFP_DID_EMIT)
        empty_place(&a->items, at);
    return at;
}

/* Computes the cycles in which the stages did the last step. The back end asks for the step in cycle `now`. */
static void place_step(struct sfp_frontend *f, uint64_t now)
{
    struct sfp_arrivals *a = &f->time;
    const bool emits = a->fetch != SFP_FETCH_BUBBLE, taken = f->did & SFP_DID_TAKE;
    uint64_t at = taken ? take_arrived_word(f, now) : a->mop_free;

    if (f->did & SFP_DID_EMIT)
        at = emit_from_mop(f, at);
    if (f->did)
        a->mop_free = at + 1;
    if (taken && !(f->did & SFP_DID_EMIT)) {
        a->stage = SFP_STAGE_MOP;
        if (!a->to_gate)
            empty_place(&a->words, at);
    } else {
        a->stage = SFP_STAGE_REPLAY;
        at = pass_replay_stage(f, f->did ? at : 0, emits);
    }
    if (a->to_gate && !emits)
        keep_place(&a->words, at);
    a->at = at;
}

/* Finds out whether a flow begins: a plain word after a word that passed all stages, or a playback's next slot,
 * comes in the very next cycle. */
static void look_for_flow(struct sfp_frontend *f)
{
    struct sfp_arrivals *a = &f->time;
    const struct sfp_replay_stage *r = &f->replay;
    const bool passed = f->did == (SFP_DID_TAKE | SFP_DID_EMIT) && !r->played && !r->recording;

    a->flows = a->fetch == SFP_FETCH_OP && (r->playing || (passed && !a->gaps && !a->delays));
    if (r->playing)
        f->did = 0; /* no action counts, as for the further slots */
}

/* Returns the flow's next instruction, or NULL at the end of the flow. */
static const struct sfp_op *flow_on(struct sfp_frontend *f)
{
    struct sfp_replay_stage *r = &f->replay;
    const struct sfp_op *op;

    if (!r->playing)
        return f->did && f->ahead[f->next].count ? &f->ops[f->next++] : NULL;
    if (!(r->plain >> r->slot & 1))
        return NULL;
    op = &r->op[r->slot];
    r->slot = (r->slot + 1) % SFP_REPLAY_SLOTS;
    r->playing--;
    return op;
}

/* ---- What the back end finds ---- */

/* Notes that the instruction passed on last has passed the gate in the cycle before. */
static void pass_arrivals_gate(struct sfp_arrivals *a, uint64_t cycle)
{
    a->passed_on = false;
    empty_place(&a->gate, cycle - 1);
    if (a->to_gate)
        keep_place(&a->words, cycle - 1);
}

/* Adds to the course that the previous instruction passed the gate in the cycle before. */
static void note_course(struct sfp_arrivals *a, uint64_t cycle)
{
    a->course = (a->course + cycle) * UINT64_C(0x9E3779B97F4A7C15); /* an odd number, with bits all over the word */
}

/* Advances the times by `steps` steps of a flow that are like the flow's last step: each stage advances by a cycle
 * for each step. */
static void skip_steps(struct sfp_frontend *f, uint64_t steps)
{
    struct sfp_arrivals *a = &f->time;

    a->replay_free += steps;
    if (!f->did)
        return;
    a->push_free += steps;
    a->wishes += steps;
    a->mop_free += steps;
}

/*
 * Brings the times up to date, which a flow leaves behind. After a long flow the last steps suffice, as many as queues
 * have places: a place is emptied at least one cycle later for every step, so that an earlier step's wait is over.
 */
static void catch_up(struct sfp_frontend *f)
{
    struct sfp_arrivals *a = &f->time;
    const uint64_t needed = f->did ? SFP_HISTORY : a->gate.size;
    const uint64_t skipped = a->deferred > needed ? a->deferred - needed : 0;

    if (!a->deferred)
        return;
    skip_steps(f, skipped);
    for (uint64_t i = skipped; i < a->deferred; i++) {
        pass_arrivals_gate(a, a->asked[i % SFP_HISTORY]);
        place_step(f, a->asked[i % SFP_HISTORY]);
    }
    a->passed_on = true;
    a->deferred = 0;
}

/* Answers that nothing comes in this cycle, and notes the stage that caused the bubble. */
static enum sfp_fetch wait_for_step(struct sfp_arrivals *a, uint64_t cycle)
{
    a->late = a->at > cycle;
    a->ahead = a->late;
    if (a->late)
        a->cause = cycle < a->ready ? SFP_STAGE_PUSHER : SFP_STAGE_MOP;
    else
        a->cause = a->stage;
    return SFP_FETCH_BUBBLE;
}

enum sfp_fetch sfp_frontend_at(struct sfp_frontend *f, uint64_t cycle, const struct sfp_op **op)
{
    struct sfp_arrivals *a = &f->time;

    if (f->feed)
        return sfp_queues_at(f, op);
    if (a->flows && (*op = flow_on(f))) {
        a->asked[a->deferred++ % SFP_HISTORY] = cycle;
        note_course(a, cycle);
        return SFP_FETCH_OP;
    }
    catch_up(f);
    a->flows = false;
    if (a->passed_on) {
        pass_arrivals_gate(a, cycle);
        note_course(a, cycle);
    }
    do {
        if (!a->ahead) {
            a->fetch = sfp_replay_next(f, &a->op);
            if (a->fetch == SFP_FETCH_END)
                return SFP_FETCH_END;
            place_step(f, cycle);
        }
        a->ahead = false;
    } while (a->fetch == SFP_FETCH_BUBBLE && a->at < cycle);
    if (a->at > cycle || a->fetch == SFP_FETCH_BUBBLE)
        return wait_for_step(a, cycle);
    a->late = false;
    a->passed_on = true;
    look_for_flow(f);
    *op = a->op;
    return a->fetch;
}

enum sfp_stage sfp_frontend_late(const struct sfp_frontend *f)
{
    return f->feed ? f->queues.lack : f->time.cause;
}

uint64_t sfp_frontend_held(struct sfp_frontend *f)
{
    if (f->feed)
        return f->queues.held;
    catch_up(f);
    return f->time.push_free - f->time.wishes;
}

/* ---- Passes that are alike ---- */

void sfp_frontend_shift(struct sfp_frontend *f, uint64_t cycles)
{
    struct sfp_arrivals *a = &f->time;

    catch_up(f);
    a->push_free += cycles;
    a->wishes += cycles;
    a->mop_free += cycles;
    a->replay_free += cycles;
    a->ready += cycles;
    a->at += cycles;
    for (unsigned i = 0; i < SFP_MOST_QUEUED; i++)
        a->room[i] += cycles;
}

static int64_t relative_time(uint64_t time, uint64_t now)
{
    return (int64_t)(time - now);
}

/* Fills the key of a queue: its places in order of use. A place that is free before its filling stage `stage` counts
 * as free from then on, which makes no difference. Returns the end of the key. */
static int64_t *key_of_room(const struct sfp_room *r, uint64_t stage, uint64_t now, int64_t *key)
{
    for (unsigned i = 1; i <= r->size; i++)
        *key++ = relative_time(later_cycle(r->free[(r->last + i) % r->size], stage), now);
    return key;
}

/* Fills the times of the key. A stage's wait for the stage before makes no difference, and is left out. */
static void key_of_stages(const struct sfp_arrivals *a, uint64_t now, struct sfp_frontend_key *key)
{
    const uint64_t push = key->exact_words ? a->push_free : 0;
    const uint64_t mop = key->exact_words ? later_cycle(a->mop_free + 1, push) : 0;
    const uint64_t replay = later_cycle(a->replay_free + 1, mop);
    int64_t *room = key_of_room(&a->gate, replay - 1, now, key->room);

    key->replay = relative_time(replay, now);
    if (!key->exact_words)
        return;
    key->push = relative_time(push, now);
    key->mop = relative_time(mop, now);
    room = key_of_room(&a->items, mop - 1, now, room);
    key_of_room(&a->words, push, now, room);
}

void sfp_frontend_key(struct sfp_frontend *f, uint64_t now, struct sfp_frontend_key *key)
{
    const struct sfp_arrivals *a = &f->time;

    catch_up(f);
    memset(key, 0, sizeof *key);
    key->recording = f->replay.recording;
    key->slot = f->replay.recording ? f->replay.slot : 0;
    key->executes = f->replay.recording && f->replay.exec;
    key->turning = a->turning;
    /* If words count until they pass the gate, a wait for the REPLAY expander makes the first stages wait too. */
    key->exact_words = a->words_wait || (a->to_gate && a->items_wait);
    key->exact_items = key->exact_words || a->items_wait;
    if (key->exact_items)
        key_of_stages(a, now, key);
}
