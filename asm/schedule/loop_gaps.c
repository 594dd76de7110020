/* What gaps between the words of a loop would do to it, and which part of a long body REPLAY has for that. */
#include "loop_parts.h"

#include "assembly/assembler.h"
#include "table_rules.h"

/* ---- Where gaps come ---- */

/*
 * Where gaps come if REPLAY takes a part of the body ahead: at the words of the body that it does not have and the
 * REPLAY behind them, at the words before the first REPLAY and that itself, and at the words behind the last.
 */
static struct gap_places part_places(const struct loop_shape *shape)
{
    const uint64_t end = shape->before + shape->length;
    struct gap_places places = {.length = shape->length, .iterations = shape->iterations, .lead = loop_lead(shape),
                                .behind = loop_played(shape)};

    for (uint64_t word = end - loop_rest(shape); word <= end; word++)
        places.late[word % shape->length] = true;
    return places;
}

/* The same where a part comes after another without a gap, and bodies begin anew behind each. */
static struct gap_places border_places(const struct loop_shape *shape)
{
    struct gap_places places = {.length = shape->length};

    places.late[shape->before % shape->length] = true;
    return places;
}

/* Would gaps there do harm to `s`? True too, reported, if memory ran out. */
static bool gaps_harm(struct writing *w, const struct schedule *s, const struct gap_places *places,
                      struct gap_finding *finding)
{
    struct grid grid;
    bool found;

    if (!grid_make(&grid, s)) {
        report_no_memory(w->as);
        return true;
    }
    found = gap_find(&grid, w->as->program->arch, places, finding);
    grid_free(&grid);
    return found;
}

/* ---- Forms ---- */

/* Looks for the first part of the body that REPLAY can have so that gaps do no harm. False, with *shape as it was, if
 * there is none. */
static bool find_part(struct writing *w, const struct schedule *s, struct loop_shape *shape)
{
    struct gap_finding finding;

    for (uint64_t later = 0; later < shape->length && !w->as->stopped; later++) {
        struct loop_shape part = loop_part(shape, later, (unsigned)shape->recorded);
        const struct gap_places places = part_places(&part);

        if (gaps_harm(w, s, &places, &finding))
            continue;
        part.ahead = true;
        *shape = part;
        return true;
    }
    return false;
}

/* Would gaps do harm to `s` in that form? If only a part of the body that is taken ahead bears them, it is that, unless
 * none come: it takes its time. */
static bool form_harmed(struct writing *w, const struct schedule *s, enum loop_form form, struct loop_shape *shape,
                        struct gap_finding *finding)
{
    const struct gap_places places = form == LOOP_SOLID ? border_places(shape) : (struct gap_places){0};

    return gaps_harm(w, s, &places, finding) &&
           (form != LOOP_REPLAY || loop_rest(shape) == 0 || s->gapless || !find_part(w, s, shape));
}

/* ---- What mends a loop ---- */

/* The schedule with delays that count instructions; false if they do, or the rows would not be those of its table. */
static bool counting_instructions(const struct schedule *s, struct schedule *other)
{
    *other = *s;
    other->counts_cycles = false;
    for (const struct cell *cell = s->cells; cell < s->cells + s->cell_count; cell++)
        if (cell->insn && cell_is_uncounted(other, cell))
            return false;
    return s->counts_cycles;
}

/* The form that bears more gaps than others, and the loop in it. False if there is none, or it is the one asked for. */
static bool firmer_form(const struct writing *w, const struct loop_shape *shape, enum loop_form *form,
                        struct loop_shape *firmer)
{
    const struct schedule_request *asked = w->as->schedule_request;
    const unsigned room = SFP_REPLAY_SLOTS - asked->slot;

    *firmer = loop_shape(&w->layout, shape->iterations, !asked->no_drain);
    *form = firmer->length > room ? LOOP_REPLAY : LOOP_SOLID;
    return *form != asked->form && firmer->times >= 2 && loop_fit(firmer, *form, room);
}

/* What of delays and form would mend the loop. */
static struct gap_mends find_mends(struct writing *w, const struct loop_shape *shape)
{
    const struct schedule *s = w->layout.schedule;
    struct loop_shape same = *shape, firmer;
    enum loop_form form;
    const bool changes = firmer_form(w, shape, &form, &firmer);
    struct gap_finding finding;
    struct schedule other;
    struct gap_mends mends = {.slot = w->as->schedule_request->slot, .called = form == LOOP_SOLID ? "solid" : "replay"};

    if (counting_instructions(s, &other)) {
        mends.instructions = !form_harmed(w, &other, w->as->schedule_request->form, &same, &finding);
        mends.both = changes && !form_harmed(w, &other, form, &firmer, &finding);
    }
    mends.form = changes && !form_harmed(w, s, form, &firmer, &finding);
    return mends;
}

/* ---- Verdict ---- */

/* Would the cycle of a REPLAY in load mode do harm, between what comes before the body and the body? */
static bool load_mode_harms(struct writing *w, const struct loop_shape *shape)
{
    const struct gap_places places = border_places(shape);
    struct gap_finding finding;

    return shape->before > 0 && gaps_harm(w, w->layout.schedule, &places, &finding);
}

/* The author of a loop that gaps do harm to has said that none come. */
static void keep_promise(struct writing *w, struct loop_shape *shape)
{
    w->as->program->schedules[w->layout.schedule->kept - 1].unproven = true;
    shape->ahead = w->as->schedule_request->form == LOOP_REPLAY && load_mode_harms(w, shape);
}

bool loop_bears_gaps(struct writing *w, struct loop_shape *shape)
{
    const enum loop_form form = w->as->schedule_request->form;
    const struct schedule *s = w->layout.schedule;
    struct loop_shape borne = *shape;
    struct gap_finding finding;

    if (!form_harmed(w, s, form, &borne, &finding)) {
        *shape = borne;
        return true;
    }
    if (s->gapless && !w->as->stopped) {
        keep_promise(w, shape);
        return true;
    }
    if (!w->as->stopped)
        gaps_report(w->as, s, w->directive, &finding, find_mends(w, shape));
    return false;
}
