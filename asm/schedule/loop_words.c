/* Writes a loop's words, in each form. */
#include "loop_parts.h"

#include "assembly/assembler.h"
#include "table_rules.h"

/* ---- Words ---- */

static void write_placed_word(struct writing *w, uint32_t word, struct place place, bool further)
{
    if (!w->as->stopped && emit_allowed(w->as, 1, place))
        emit_allowed_word(w->as, word, place, further);
}

void write_own(struct writing *w, uint32_t word)
{
    write_placed_word(w, word, w->directive, w->in_directive);
    w->in_directive = true;
}

/* Reports an odd address. The lowest bit of an SFPLOADMACRO's address belongs to its register number. */
static void report_odd(struct writing *w, const struct cell *cell)
{
    char place[CELL_PLACE_SIZE];

    schedule_broken(w->as, RULE_ADDRESS, cell->place, "%s: a macro loads from even addresses, but the steps of the Dst "
                    "counter make this one odd", cell_place_text(place, cell));
    w->failed = true;
}

/* Writes an SFPNOP if the next word could be an SFPLOADMACRO that comes too early after the setup. */
static void write_apart(struct writing *w)
{
    const struct schedule_request *asked = w->as->schedule_request;

    if (asked->early && w->as->program->count == asked->set_up_end)
        write_own(w, w->layout.fill);
}

void write_words(struct writing *w, uint64_t count)
{
    if (count > 0)
        write_apart(w);
    for (uint64_t i = 0; i < count && !w->as->stopped && !w->failed; i++) {
        const struct layout_word next = layout_next(&w->walk);

        if (!next.cell) {
            write_own(w, next.word);
            continue;
        }
        if (next.odd)
            report_odd(w, next.cell);
        if (w->failed || !schedule_keep_word(w->as, w->layout.schedule, next.cell, next.turn))
            return;
        write_placed_word(w, next.word, next.cell->place, false);
        w->in_directive = false;
    }
}

void pass_words(struct writing *w, uint64_t count)
{
    for (uint64_t i = 0; i < count; i++)
        layout_next(&w->walk);
}

uint32_t replay_word(const struct assembler *as, struct replay r)
{
    return MADE_WORD(&as->index, SFP_I_REPLAY, {SFP_F_START_IDX, (uint32_t)r.slot}, {SFP_F_LEN, (uint32_t)r.length},
                     {SFP_F_EXEC, r.execute}, {SFP_F_LOAD_MODE, r.load_mode});
}

static void write_plays(struct writing *w, struct replay r, uint64_t times)
{
    const uint32_t word = replay_word(w->as, r);

    for (uint64_t i = 0; i < times && r.length > 0 && !w->as->stopped; i++)
        write_own(w, word);
}

void write_recording(struct writing *w, uint64_t count, bool execute)
{
    write_own(w, replay_word(w->as, (struct replay){w->as->schedule_request->slot, count, true, execute}));
    write_words(w, count);
}

/* ---- Forms ---- */

/* Writes a REPLAY of `length` slots from `slot` on, which play the next words of the layout. */
static void write_play(struct writing *w, uint64_t slot, uint64_t length)
{
    write_plays(w, (struct replay){slot, length}, 1);
    pass_words(w, length);
}

/* Records the first body's part before anything executes. A REPLAY in load mode takes a cycle, and the thread may be
 * late with the words after it; within the loop these would be gaps. */
static void write_ahead(struct writing *w, const struct loop_shape *shape)
{
    const struct layout_walk begin = w->walk;

    pass_words(w, shape->before);
    write_recording(w, shape->recorded, false);
    w->walk = begin;
}

static void write_before(struct writing *w, const struct loop_shape *shape)
{
    write_words(w, loop_lead(shape));
    if (shape->head == 0)
        return;
    write_play(w, w->as->schedule_request->slot + shape->recorded - shape->head, shape->head);
    write_words(w, loop_rest(shape));
}

/* Writes the words from the end of the first body's recorded part to the end of the last body's. */
static void write_bodies(struct writing *w, const struct loop_shape *shape)
{
    const struct replay play = {w->as->schedule_request->slot, shape->recorded};
    const struct layout_walk rest = w->walk;

    for (uint64_t i = 1; i < shape->times && !w->as->stopped && !w->failed; i++) {
        w->walk = rest;
        write_words(w, loop_rest(shape));
        write_plays(w, play, 1);
    }
    w->walk = rest;
    loop_skip(&w->walk, shape);
}

static void write_behind(struct writing *w, const struct loop_shape *shape)
{
    if (shape->tail > 0) {
        write_words(w, loop_rest(shape));
        write_play(w, w->as->schedule_request->slot, shape->tail);
    }
    write_words(w, loop_behind(shape));
}

static void write_replay(struct writing *w, const struct loop_shape *shape)
{
    if (shape->ahead)
        write_ahead(w, shape);
    write_before(w, shape);
    if (shape->ahead)
        write_play(w, w->as->schedule_request->slot, shape->recorded);
    else
        write_recording(w, shape->recorded, true);
    write_bodies(w, shape);
    write_behind(w, shape);
}

static void write_solid(struct writing *w, const struct loop_shape *shape)
{
    const unsigned slot = w->as->schedule_request->slot;
    const uint64_t body = slot + shape->before, behind = body + shape->length;

    write_own(w, replay_word(w->as, (struct replay){slot, shape->before + shape->length + loop_behind(shape),
                                                    .load_mode = true}));
    write_words(w, shape->before + shape->length);
    loop_skip(&w->walk, shape);
    write_words(w, loop_behind(shape));
    write_plays(w, (struct replay){slot, shape->before}, 1);
    write_plays(w, (struct replay){body, shape->length}, shape->times);
    write_plays(w, (struct replay){behind, loop_behind(shape)}, 1);
}

void write_loop_words(struct writing *w, const struct loop_shape *shape)
{
    switch (w->as->schedule_request->form) {
    case LOOP_UNROLL: write_words(w, shape->words); break;
    case LOOP_REPLAY: write_replay(w, shape); break;
    case LOOP_SOLID: write_solid(w, shape); break;
    }
}

uint64_t written_words(const struct loop_shape *shape, enum loop_form form)
{
    return form == LOOP_UNROLL ? shape->words : loop_lead(shape) + shape->recorded + loop_behind(shape) +
                                                (shape->times + 1) * (loop_rest(shape) + 1);
}
