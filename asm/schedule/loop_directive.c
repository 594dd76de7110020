/* .schedule_loop, .schedule_record and .schedule_drain: the words that they give. */
#include "table_rules.h"

#include "program/sfp_program.h"
#include "suggest/suggest.h"
#include "table.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The schedule of that name, if it is set up, and still is. */
static struct schedule *find_set_up(struct assembler *as, struct place name)
{
    struct schedule *s = schedule_find(as, name);

    if (!s || (s->set_up && s->set_up == as->schedule_request->set_ups))
        return s;
    if (s->set_up == SCHEDULE_NOT_SET_UP)
        return NULL;
    report_error(as, name, "'%.*s' is not set up%s", place_precision(name), place_text(name),
                 s->set_up ? " any more" : ": no '.schedule_setup' before this names it");
    if (s->set_up)
        report_note(as, as->schedule_request->last_set_up, "this has set up others in its place");
    return NULL;
}

/* ---- Words ---- */

/* A loop whose words are given. */
struct writing {
    struct assembler *as;
    struct place directive;
    struct layout layout;
    struct layout_walk walk;
    bool in_directive; /* the word before came from the directive too */
    bool failed;       /* an error was reported */
};

static void write_word(struct writing *w, uint32_t word, struct place place, bool further)
{
    if (!w->as->stopped && emit_allowed(w->as, 1, place))
        emit_allowed_word(w->as, word, place, further);
}

/* A word that is of no cell. */
static void write_own(struct writing *w, uint32_t word)
{
    write_word(w, word, w->directive, w->in_directive);
    w->in_directive = true;
}

/* The lowest bit of an SFPLOADMACRO's address is one of its register. */
static void report_odd(struct writing *w, const struct cell *cell)
{
    char place[CELL_PLACE_SIZE];

    schedule_broken(w->as, RULE_ADDRESS, cell->place, "%s: a macro loads from even addresses, and this would be odd by "
                    "the steps of the Dst counter", cell_place_text(place, cell));
    w->failed = true;
}

/* The next `count` words of the layout. */
static void write_words(struct writing *w, uint64_t count)
{
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
        write_word(w, next.word, next.cell->place, false);
        w->in_directive = false;
    }
}

/* REPLAY of some slots: in load mode, which takes the words behind it, executed or not; or played. */
struct replay {
    uint64_t slot, length;
    bool load_mode, execute;
};

static uint32_t replay_word(const struct assembler *as, struct replay r)
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

/* ---- Forms ---- */

static void write_unrolled(struct writing *w, const struct loop_shape *shape)
{
    write_words(w, shape->words);
}

static void write_replay(struct writing *w, const struct loop_shape *shape)
{
    const unsigned slot = w->as->schedule_request->slot;
    uint32_t counter;

    write_words(w, shape->before);
    counter = w->walk.counter;
    write_own(w, replay_word(w->as, (struct replay){slot, shape->length, .load_mode = true, .execute = true}));
    write_words(w, shape->length);
    loop_skip(&w->walk, shape, counter);
    write_plays(w, (struct replay){slot, shape->length}, shape->times - 1);
    write_words(w, loop_behind(shape));
}

/* The same, taken before anything executes: a REPLAY in load mode takes a cycle, which within the loop is a gap. */
static void write_replay_ahead(struct writing *w, const struct loop_shape *shape)
{
    const unsigned slot = w->as->schedule_request->slot;
    const struct layout_walk begin = w->walk;
    struct layout_walk behind;
    uint32_t counter;

    for (uint64_t i = 0; i < shape->before; i++)
        layout_next(&w->walk);
    counter = w->walk.counter;
    write_own(w, replay_word(w->as, (struct replay){slot, shape->length, .load_mode = true}));
    write_words(w, shape->length);
    behind = w->walk;
    w->walk = begin;
    write_words(w, shape->before);
    w->walk = behind;
    loop_skip(&w->walk, shape, counter);
    write_plays(w, (struct replay){slot, shape->length}, shape->times);
    write_words(w, loop_behind(shape));
}

static void write_solid(struct writing *w, const struct loop_shape *shape)
{
    const unsigned slot = w->as->schedule_request->slot;
    const uint64_t body = slot + shape->before, behind = body + shape->length;
    uint32_t counter;

    write_own(w, replay_word(w->as, (struct replay){slot, shape->before + shape->length + loop_behind(shape),
                                                    .load_mode = true}));
    write_words(w, shape->before);
    counter = w->walk.counter;
    write_words(w, shape->length);
    loop_skip(&w->walk, shape, counter);
    write_words(w, loop_behind(shape));
    write_plays(w, (struct replay){slot, shape->before}, 1);
    write_plays(w, (struct replay){body, shape->length}, shape->times);
    write_plays(w, (struct replay){behind, loop_behind(shape)}, 1);
}

/* ---- What does not fit ---- */

/* Says that what REPLAY is to hold does not fit. */
static void report_room(struct assembler *as, struct place directive, const struct loop_shape *shape)
{
    const struct schedule_request *asked = as->schedule_request;
    const unsigned room = SFP_REPLAY_SLOTS - asked->slot;

    if (asked->form == LOOP_SOLID)
        schedule_broken(as, RULE_REPLAY, directive, "what comes before the body, the body and what comes behind take "
                        "%" PRIu64 " + %" PRIu64 " + %" PRIu64 " slots of REPLAY, and from slot %u there are %u",
                        shape->before, shape->length, loop_behind(shape), asked->slot, room);
    else
        schedule_broken(as, RULE_REPLAY, directive, "a body takes %" PRIu64 " slots of REPLAY, and from slot %u there "
                        "are %u", shape->length, asked->slot, room);
}

/* Says that the words of iterations are never those of the ones before, so that REPLAY cannot play them. */
static void report_step(const struct writing *w)
{
    const struct place name = w->layout.schedule->name;

    schedule_broken(w->as, RULE_STEP, w->directive, "words of an iteration of '%.*s' differ from those of the next, "
                    "and cannot be played: address modifiers add another number of rows than .rows says",
                    place_precision(name), place_text(name));
}

/* Can REPLAY take it as a whole? */
static bool fits_solid(const struct writing *w, const struct loop_shape *shape)
{
    return shape->times >= 2 && shape->before + shape->length + loop_behind(shape)
                                    <= SFP_REPLAY_SLOTS - w->as->schedule_request->slot;
}

/* Chooses the shape of a loop for its form. False after an error. */
static bool choose_shape(struct writing *w, struct loop_shape *shape)
{
    struct schedule_request *asked = w->as->schedule_request;
    const unsigned room = SFP_REPLAY_SLOTS - asked->slot;

    if (asked->form == LOOP_UNROLL)
        return true;
    if (shape->length > room) {
        report_room(w->as, w->directive, shape);
        return false;
    }
    if (shape->times < 2 && shape->iterations > loop_depth(&w->layout)) {
        report_step(w);
        return false;
    }
    if (shape->times < 2) /* too few iterations for a body */
        asked->form = LOOP_UNROLL;
    else if (asked->form == LOOP_REPLAY)
        loop_lengthen(shape, room);
    else if (!fits_solid(w, shape)) {
        report_room(w->as, w->directive, shape);
        return false;
    }
    return true;
}

/* ---- Gaps ---- */

/* Where gaps can come between the words of a loop in this form. */
static struct gap_places places_in(enum loop_form form, const struct loop_shape *shape)
{
    return form == LOOP_SOLID ? (struct gap_places){shape->length, shape->before} : (struct gap_places){0};
}

/* Would gaps there do harm to `s`? True too, reported, if memory ran out. */
static bool gaps_harm(struct writing *w, const struct schedule *s, struct gap_places places, struct gap_finding *finding)
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

/* What of delays and form would mend the loop, the first of these first. */
static struct gap_mends find_mends(struct writing *w, const struct loop_shape *shape)
{
    const struct schedule_request *asked = w->as->schedule_request;
    const struct schedule *s = w->layout.schedule;
    const struct loop_shape solid = loop_shape(&w->layout, shape->iterations, !asked->no_drain);
    const bool becomes_solid = asked->form != LOOP_SOLID && fits_solid(w, &solid);
    struct gap_finding finding;
    struct schedule other;
    struct gap_mends mends = {.slot = asked->slot};

    if (counting_instructions(s, &other)) {
        mends.instructions = !gaps_harm(w, &other, places_in(asked->form, shape), &finding);
        mends.both = becomes_solid && !gaps_harm(w, &other, places_in(LOOP_SOLID, &solid), &finding);
    }
    mends.solid = becomes_solid && !gaps_harm(w, s, places_in(LOOP_SOLID, &solid), &finding);
    return mends;
}

/* Does the loop need issue without gaps, and can gaps come? Says so, unless its author has said that none do. */
static bool report_gaps(struct writing *w, const struct loop_shape *shape)
{
    const struct schedule *s = w->layout.schedule;
    struct gap_finding finding;

    if (!gaps_harm(w, s, places_in(w->as->schedule_request->form, shape), &finding))
        return false;
    if (s->gapless && !w->as->stopped) {
        w->as->program->schedules[s->kept - 1].unproven = true;
        return false;
    }
    if (!w->as->stopped)
        gaps_report(w->as, s, w->directive, &finding, find_mends(w, shape));
    return true;
}

/* Would the cycle of a REPLAY in load mode do harm, between what comes before the body and the body? */
static bool load_mode_harms(struct writing *w, const struct loop_shape *shape)
{
    struct gap_finding finding;

    return shape->before > 0 && gaps_harm(w, w->layout.schedule, places_in(LOOP_SOLID, shape), &finding);
}

/* ---- Directives ---- */

/* Gives NAME.what a value. */
static void set_symbol(struct writing *w, const char *what, uint64_t value)
{
    const struct place name = w->layout.schedule->name;
    char *text;

    if (asprintf(&text, "%.*s.%s", (int)place_length(name), place_text(name), what) < 0) {
        report_no_memory(w->as);
        return;
    }
    symbol_set(w->as, text, strlen(text), w->directive, (int64_t)value);
    free(text);
}

/* Those of a part that REPLAY has from a slot on: `words` and `word` are what they are called. */
static void set_part_symbols(struct writing *w, const char *words, const char *word, uint64_t slot, uint64_t length)
{
    set_symbol(w, words, length);
    set_symbol(w, word, length ? replay_word(w->as, (struct replay){slot, length}) : w->layout.fill);
}

static void set_symbols(struct writing *w, const struct loop_shape *shape)
{
    const bool solid = w->as->schedule_request->form == LOOP_SOLID;
    const uint64_t slot = w->as->schedule_request->slot, body = slot + (solid ? shape->before : 0);

    set_part_symbols(w, "body.words", "body.word", body, shape->length);
    set_symbol(w, "body.plays", shape->times);
    if (!solid)
        return;
    set_part_symbols(w, "before.words", "before.word", slot, shape->before);
    set_part_symbols(w, "behind.words", "behind.word", body + shape->length, loop_behind(shape));
}

/* How many words a loop has in the program, or nearly: one more or less does not matter here. */
static uint64_t written_words(const struct loop_shape *shape, enum loop_form form)
{
    return form == LOOP_UNROLL ? shape->words : shape->before + shape->length + shape->times + loop_behind(shape);
}

static void write_loop(struct writing *w, uint64_t iterations)
{
    const struct schedule_request *asked = w->as->schedule_request;
    struct loop_shape shape = loop_shape(&w->layout, iterations, !asked->no_drain);

    w->walk = layout_begin(&w->layout, iterations);
    if (!choose_shape(w, &shape) || report_gaps(w, &shape) ||
        emit_too_many(w->as, written_words(&shape, asked->form), w->directive))
        return;
    if (asked->form == LOOP_UNROLL) {
        write_unrolled(w, &shape);
        return;
    }
    set_symbols(w, &shape);
    if (asked->form == LOOP_SOLID)
        write_solid(w, &shape);
    else if (load_mode_harms(w, &shape))
        write_replay_ahead(w, &shape);
    else
        write_replay(w, &shape);
}

/* Begins to write words of a schedule that is set up. False after an error. */
static bool begin(struct assembler *as, struct place directive, struct place name, struct writing *w)
{
    struct schedule *s;

    if (as->stopped || as->options->partial_schedules ||
        report_gnu(as, directive, "GNU as has no '%.*s'", place_precision(directive), place_text(directive)) ||
        hazards_refuse_schedule(as, directive))
        return false;
    as->changes++; /* a repeated block gives words of their own each time */
    s = find_set_up(as, name);
    if (!s || !schedule_keep(as, s))
        return false;
    *w = (struct writing){.as = as, .directive = directive};
    if (layout_make(&w->layout, s, &as->index))
        return true;
    report_no_memory(as);
    return false;
}

void schedule_loop(struct assembler *as, struct place directive, struct place name, const struct value *count,
                   struct place place)
{
    struct writing w;

    if (as->schedule_request->wrong || !begin(as, directive, name, &w))
        return;
    if (value_check(as, count)) {
        if (count->number < 1 || count->number > UINT32_MAX)
            report_error(as, place, "a loop has 1..%" PRIu32 " iterations, not %" PRId64, UINT32_MAX, count->number);
        else
            write_loop(&w, (uint64_t)count->number);
    }
    layout_free(&w.layout);
}

static void write_body(struct writing *w)
{
    const struct schedule *s = w->layout.schedule;
    const struct loop_shape shape = {.length = (uint64_t)s->period * s->turns};

    if (shape.length > SFP_REPLAY_SLOTS - w->as->schedule_request->slot) {
        report_room(w->as, w->directive, &shape);
        return;
    }
    if (loop_shape(&w->layout, loop_depth(&w->layout) + 1, false).times < 2) {
        report_step(w);
        return;
    }
    w->walk = loop_steady(&w->layout);
    write_own(w, replay_word(w->as, (struct replay){w->as->schedule_request->slot, shape.length, .load_mode = true}));
    write_words(w, shape.length);
    set_symbols(w, &shape);
}

void schedule_record(struct assembler *as, struct place directive, struct place name, const struct value *slot,
                     struct place place)
{
    struct writing w;

    schedule_ask(as);
    if (!begin(as, directive, name, &w))
        return;
    if (schedule_take_slot(as, slot, place, &as->schedule_request->slot))
        write_body(&w);
    layout_free(&w.layout);
}

void schedule_drain(struct assembler *as, struct place directive, struct place name)
{
    struct writing w;

    if (!begin(as, directive, name, &w))
        return;
    for (uint64_t i = layout_issued(&w.layout, 1); i < layout_cycles(&w.layout, 1); i++)
        write_own(&w, layout_filler(&w.layout, i));
    layout_free(&w.layout);
}

/* ---- The words behind the count ---- */

static const struct {
    const char *name;
    enum loop_form form;
    bool takes_slot;
} forms[] = {{"unroll", LOOP_UNROLL, false}, {"replay", LOOP_REPLAY, true}, {"solid", LOOP_SOLID, true}};

bool schedule_take_slot(struct assembler *as, const struct value *value, struct place place, unsigned *slot)
{
    if (as->stopped || !value_check(as, value))
        return false;
    if (value->number < 0 || value->number >= SFP_REPLAY_SLOTS) {
        report_error(as, place, "slots of REPLAY are 0..%d, not %" PRId64, SFP_REPLAY_SLOTS - 1, value->number);
        return false;
    }
    *slot = (unsigned)value->number;
    return true;
}

/* Takes the form of a loop. False if it is none. */
static bool take_form(struct assembler *as, struct place name, const struct value *value, struct place place)
{
    struct schedule_request *asked = as->schedule_request;

    for (size_t i = 0; i < sizeof forms / sizeof forms[0]; i++) {
        if (!place_says(name, forms[i].name) || forms[i].takes_slot != (value != NULL))
            continue;
        if (asked->form_given) {
            report_error(as, name, "a second form of this loop");
            asked->wrong = true;
        }
        asked->form_given = true;
        asked->form = forms[i].form;
        asked->wrong |= value && !schedule_take_slot(as, value, place, &asked->slot);
        return true;
    }
    return false;
}

void schedule_ask_option(struct assembler *as, struct place name, const struct value *value, struct place place)
{
    struct schedule_request *asked = as->schedule_request;

    if (as->stopped || take_form(as, name, value, place))
        return;
    if (!value && place_says(name, "nodrain")) {
        asked->no_drain = true;
        return;
    }
    report_error(as, name, "expected unroll, replay=SLOT, solid=SLOT or nodrain");
    asked->wrong = true;
}
