/* Decides whether gaps between words harm a loop, and which part of a long body REPLAY holds because of them. */
#include "loop_parts.h"

#include "assembly/assembler.h"
#include "table_rules.h"

/* ---- Where gaps come ---- */

/*
 * Returns the places of gaps if REPLAY records a part of the body ahead: before the body's other words and the REPLAY
 * after them, before the words up to the first REPLAY and that REPLAY itself, and before the words after the last
 * REPLAY.
 */
static struct gap_places find_part_places(const struct loop_shape *shape)
{
    const uint64_t end = shape->before + shape->length;
    struct gap_places places = {.length = shape->length, .iterations = shape->iterations, .lead = loop_lead(shape),
                                .behind = loop_played(shape)};

    for (uint64_t word = end - loop_rest(shape); word <= end; word++)
        places.late[word % shape->length] = true;
    return places;
}

/* Returns the places of gaps if gaps come only between bodies: before the first word of each body. */
static struct gap_places find_border_places(const struct loop_shape *shape)
{
    struct gap_places places = {.length = shape->length};

    places.late[shape->before % shape->length] = true;
    return places;
}

/* Would gaps at these places harm `s`? Returns true, after a report, if memory ran out. */
static bool would_gaps_harm(struct writing *writing, const struct schedule *s, const struct gap_places *places,
                            struct gap_finding *finding)
{
    struct grid grid;
    bool found;

    if (!grid_make(&grid, s)) {
        report_no_memory(writing->as);
        return true;
    }
    found = gap_find(&grid, writing->as->program->arch, places, finding);
    grid_free(&grid);
    return found;
}

/* ---- Forms ---- */

/* Finds the first part of the body that REPLAY can hold without harm from gaps. Returns false, leaving *shape
 * unchanged, if no part will do. */
static bool find_part(struct writing *writing, const struct schedule *s, struct loop_shape *shape)
{
    struct gap_finding finding;

    for (uint64_t later = 0; later < shape->length && !writing->as->stopped; later++) {
        struct loop_shape part = loop_part(shape, later, (unsigned)shape->recorded);
        const struct gap_places places = find_part_places(&part);

        if (would_gaps_harm(writing, s, &places, &finding))
            continue;
        part.ahead = true;
        *shape = part;
        return true;
    }
    return false;
}

/* Would gaps harm `s` in this form? If LOOP_REPLAY's usual part is harmed but another part, recorded ahead, is not,
 * sets *shape to the other part. A gapless schedule skips the search, because recording ahead takes time. */
static bool is_form_harmed(struct writing *writing, const struct schedule *s, enum loop_form form,
                           struct loop_shape *shape, struct gap_finding *finding)
{
    const struct gap_places places = form == LOOP_SOLID ? find_border_places(shape) : (struct gap_places){0};

    return would_gaps_harm(writing, s, &places, finding) &&
           (form != LOOP_REPLAY || loop_rest(shape) == 0 || s->gapless || !find_part(writing, s, shape));
}

/* ---- What mends a loop ---- */

/* Makes *other the schedule with delays that count instructions. Returns false if the delays count instructions
 * already, or if rows would change because a cell is uncounted. */
static bool make_instruction_counting(const struct schedule *s, struct schedule *other)
{
    *other = *s;
    other->counts_cycles = false;
    for (const struct cell *cell = s->cells; cell < s->cells + s->cell_count; cell++)
        if (cell->insn && cell_is_uncounted(other, cell))
            return false;
    return s->counts_cycles;
}

/* Finds the form that tolerates more gaps than the others, and the loop's shape in that form. Returns false if the
 * loop cannot have the form, or was requested in it. */
static bool find_firmer_form(const struct writing *writing, const struct loop_shape *shape, enum loop_form *form,
                             struct loop_shape *firmer)
{
    const struct schedule_request *asked = writing->as->schedule_request;
    const unsigned room = SFP_REPLAY_SLOTS - asked->slot;

    *firmer = loop_shape(&writing->layout, shape->iterations, !asked->no_drain);
    *form = firmer->length > room ? LOOP_REPLAY : LOOP_SOLID;
    return *form != asked->form && firmer->times >= 2 && loop_fit(firmer, *form, room);
}

/* Finds out whether other delays, another form, or both would mend the loop. */
static struct gap_mends find_mends(struct writing *writing, const struct loop_shape *shape)
{
    const struct schedule *s = writing->layout.schedule;
    struct loop_shape same = *shape, firmer;
    enum loop_form form;
    const bool changes = find_firmer_form(writing, shape, &form, &firmer);
    struct gap_finding finding;
    struct schedule other;
    struct gap_mends mends = {.slot = writing->as->schedule_request->slot,
                              .called = form == LOOP_SOLID ? "solid" : "replay"};

    if (make_instruction_counting(s, &other)) {
        mends.instructions = !is_form_harmed(writing, &other, writing->as->schedule_request->form, &same, &finding);
        mends.both = changes && !is_form_harmed(writing, &other, form, &firmer, &finding);
    }
    mends.form = changes && !is_form_harmed(writing, s, form, &firmer, &finding);
    return mends;
}

/* ---- Verdict ---- */

/* Would the cycle of a REPLAY in load mode, between the words before the body and the body, do harm? */
static bool would_load_mode_harm(struct writing *writing, const struct loop_shape *shape)
{
    const struct gap_places places = find_border_places(shape);
    struct gap_finding finding;

    return shape->before > 0 && would_gaps_harm(writing, writing->layout.schedule, &places, &finding);
}

/* Marks the schedule unproven: gaps would harm it, but its author promised that none come. If even the cycle of a
 * REPLAY in load mode would do harm, has REPLAY record the body ahead. */
static void accept_gapless(struct writing *writing, struct loop_shape *shape)
{
    writing->as->program->schedules[writing->layout.schedule->kept - 1].unproven = true;
    shape->ahead = writing->as->schedule_request->form == LOOP_REPLAY && would_load_mode_harm(writing, shape);
}

bool loop_bears_gaps(struct writing *writing, struct loop_shape *shape)
{
    const enum loop_form form = writing->as->schedule_request->form;
    const struct schedule *s = writing->layout.schedule;
    struct loop_shape borne = *shape;
    struct gap_finding finding;

    if (!is_form_harmed(writing, s, form, &borne, &finding)) {
        *shape = borne;
        return true;
    }
    if (s->gapless && !writing->as->stopped) {
        accept_gapless(writing, shape);
        return true;
    }
    if (!writing->as->stopped)
        gaps_report(writing->as, s, writing->directive, &finding, find_mends(writing, shape));
    return false;
}
