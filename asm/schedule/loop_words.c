/* Writes a loop's words, in each form. */
#include "loop_parts.h"

#include "assembly/assembler.h"
#include "table_rules.h"

/* ---- Words ---- */

static void write_placed_word(struct writing *writing, uint32_t word, struct place place, bool further)
{
    if (!writing->as->stopped && emit_allowed(writing->as, 1, place))
        emit_allowed_word(writing->as, word, place, further);
}

void write_own(struct writing *writing, uint32_t word)
{
    write_placed_word(writing, word, writing->directive, writing->in_directive);
    writing->in_directive = true;
}

/* Reports an odd address. The lowest bit of an SFPLOADMACRO's address belongs to its register number. */
static void report_odd(struct writing *writing, const struct cell *cell)
{
    char place[CELL_PLACE_SIZE];

    schedule_broken(writing->as, RULE_ADDRESS, cell->place,
                    "%s: a macro loads from even addresses, but the steps of the Dst counter make this one odd",
                    cell_place_text(place, cell));
    writing->failed = true;
}

/* Writes an SFPNOP if the next word could be an SFPLOADMACRO that comes too early after the setup. */
static void write_apart(struct writing *writing)
{
    const struct schedule_request *asked = writing->as->schedule_request;

    if (asked->early && recent_count(writing->as) == asked->set_up_end)
        write_own(writing, writing->layout.fill);
}

void write_words(struct writing *writing, uint64_t count)
{
    if (count > 0)
        write_apart(writing);
    for (uint64_t i = 0; i < count && !writing->as->stopped && !writing->failed; i++) {
        const struct layout_word next = layout_next(&writing->walk);

        if (!next.cell) {
            write_own(writing, next.word);
            continue;
        }
        if (next.odd)
            report_odd(writing, next.cell);
        if (writing->failed || !schedule_keep_word(writing->as, writing->layout.schedule, next.cell, next.turn))
            return;
        write_placed_word(writing, next.word, next.cell->place, false);
        writing->in_directive = false;
    }
}

void pass_words(struct writing *writing, uint64_t count)
{
    for (uint64_t i = 0; i < count; i++)
        layout_next(&writing->walk);
}

uint32_t replay_word(const struct assembler *as, struct replay r)
{
    return MADE_WORD(&as->index, SFP_I_REPLAY, {SFP_F_START_IDX, (uint32_t)r.slot}, {SFP_F_LEN, (uint32_t)r.length},
                     {SFP_F_EXEC, r.execute}, {SFP_F_LOAD_MODE, r.load_mode});
}

static void write_plays(struct writing *writing, struct replay r, uint64_t times)
{
    const uint32_t word = replay_word(writing->as, r);

    for (uint64_t i = 0; i < times && r.length > 0 && !writing->as->stopped; i++)
        write_own(writing, word);
}

void write_recording(struct writing *writing, uint64_t count, bool execute)
{
    write_own(writing, replay_word(writing->as,
                                   (struct replay){writing->as->schedule_request->slot, count, true, execute}));
    write_words(writing, count);
}

/* ---- Forms ---- */

/* Writes a REPLAY of `length` slots from `slot` on, which play the next words of the layout. */
static void write_play(struct writing *writing, uint64_t slot, uint64_t length)
{
    write_plays(writing, (struct replay){slot, length}, 1);
    pass_words(writing, length);
}

/* Records the first body's part before anything executes. A REPLAY in load mode takes a cycle, and the thread may be
 * late with the words after it; within the loop these would be gaps. */
static void write_ahead(struct writing *writing, const struct loop_shape *shape)
{
    const struct layout_walk begin = writing->walk;

    pass_words(writing, shape->before);
    write_recording(writing, shape->recorded, false);
    writing->walk = begin;
}

static void write_before(struct writing *writing, const struct loop_shape *shape)
{
    write_words(writing, loop_lead(shape));
    if (shape->head == 0)
        return;
    write_play(writing, writing->as->schedule_request->slot + shape->recorded - shape->head, shape->head);
    write_words(writing, loop_rest(shape));
}

/* Writes the words from the end of the first body's recorded part to the end of the last body's. */
static void write_bodies(struct writing *writing, const struct loop_shape *shape)
{
    const struct replay play = {writing->as->schedule_request->slot, shape->recorded};
    const struct layout_walk rest = writing->walk;

    for (uint64_t i = 1; i < shape->times && !writing->as->stopped && !writing->failed; i++) {
        writing->walk = rest;
        write_words(writing, loop_rest(shape));
        write_plays(writing, play, 1);
    }
    writing->walk = rest;
    loop_skip(&writing->walk, shape);
}

static void write_behind(struct writing *writing, const struct loop_shape *shape)
{
    if (shape->tail > 0) {
        write_words(writing, loop_rest(shape));
        write_play(writing, writing->as->schedule_request->slot, shape->tail);
    }
    write_words(writing, loop_behind(shape));
}

static void write_replay(struct writing *writing, const struct loop_shape *shape)
{
    if (shape->ahead)
        write_ahead(writing, shape);
    write_before(writing, shape);
    if (shape->ahead)
        write_play(writing, writing->as->schedule_request->slot, shape->recorded);
    else
        write_recording(writing, shape->recorded, true);
    write_bodies(writing, shape);
    write_behind(writing, shape);
}

static void write_solid(struct writing *writing, const struct loop_shape *shape)
{
    const unsigned slot = writing->as->schedule_request->slot;
    const uint64_t body = slot + shape->before, behind = body + shape->length;

    write_own(writing, replay_word(writing->as,
                                   (struct replay){slot, shape->before + shape->length + loop_behind(shape),
                                                                .load_mode = true}));
    write_words(writing, shape->before + shape->length);
    loop_skip(&writing->walk, shape);
    write_words(writing, loop_behind(shape));
    write_plays(writing, (struct replay){slot, shape->before}, 1);
    write_plays(writing, (struct replay){body, shape->length}, shape->times);
    write_plays(writing, (struct replay){behind, loop_behind(shape)}, 1);
}

void write_loop_words(struct writing *writing, const struct loop_shape *shape)
{
    switch (writing->as->schedule_request->form) {
    case LOOP_UNROLL: write_words(writing, shape->words); break;
    case LOOP_REPLAY: write_replay(writing, shape); break;
    case LOOP_SOLID: write_solid(writing, shape); break;
    }
}

uint64_t written_words(const struct loop_shape *shape, enum loop_form form)
{
    return form == LOOP_UNROLL ? shape->words : loop_lead(shape) + shape->recorded + loop_behind(shape) +
                                                (shape->times + 1) * (loop_rest(shape) + 1);
}
