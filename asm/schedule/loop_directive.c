/* Writes the words of .schedule_loop, .schedule_record, .schedule_rest and .schedule_drain. */
#include "loop_parts.h"

#include "program/sfp_program.h"
#include "assembly/suggest.h"
#include "table_rules.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Returns the schedule of this name, if the last .schedule_setup set it up. Returns NULL, after reporting an error,
 * if not. */
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
        report_note(as, as->schedule_request->last_set_up, "this set up other schedules instead");
    return NULL;
}

/* ---- What does not fit ---- */

static unsigned replay_room(const struct assembler *as)
{
    return SFP_REPLAY_SLOTS - as->schedule_request->slot;
}

static void report_longest(struct assembler *as, struct place directive, uint64_t length)
{
    schedule_broken(as, RULE_REPLAY, directive, "a body has %" PRIu64 " words, but REPLAY plays parts of bodies of at "
                    "most %d words", length, LOOP_LONGEST_BODY);
}

/* Reports a body that is too long for 'solid': only the thread could push the remaining words. */
static void report_pushed(struct assembler *as, struct place directive, uint64_t length)
{
    char mends[sizeof "use 'replay=99', so that the thread pushes the words that do not fit, or 'unroll', or rotate "
                      "over fewer registers"];

    snprintf(mends, sizeof mends, "use 'replay=%u', so that the thread pushes the words that do not fit, or 'unroll', "
             "or rotate over fewer registers", as->schedule_request->slot);
    schedule_broken_mended(as, RULE_REPLAY, directive, mends, "a body takes %" PRIu64 " slots of REPLAY, but from slot "
                           "%u only %u are left: 'solid' plays the whole body", length, as->schedule_request->slot,
                           replay_room(as));
}

/* Reports that REPLAY has too few slots for the loop. */
static void report_room(struct assembler *as, struct place directive, const struct loop_shape *shape)
{
    const struct schedule_request *asked = as->schedule_request;

    if (shape->length > LOOP_LONGEST_BODY)
        report_longest(as, directive, shape->length);
    else if (shape->length > replay_room(as))
        report_pushed(as, directive, shape->length);
    else
        schedule_broken(as, RULE_REPLAY, directive, "the words before the body, the body and the words after it take "
                        "%" PRIu64 " + %" PRIu64 " + %" PRIu64 " slots of REPLAY, but from slot %u only %u are left",
                        shape->before, shape->length, loop_behind(shape), asked->slot, replay_room(as));
}

/* Reports that successive iterations have different words, so REPLAY cannot play them. */
static void report_step(const struct writing *writing)
{
    const struct place name = writing->layout.schedule->name;

    schedule_broken(writing->as, RULE_STEP, writing->directive,
                    "iterations of '%.*s' differ in their words, so REPLAY cannot play them: the address modifiers do "
                    "not add up to the rows that .rows says",
                    place_precision(name), place_text(name));
}

/* Can the form play a body of this length? */
static bool plays_length(const struct assembler *as, uint64_t length)
{
    return length <= (as->schedule_request->form == LOOP_SOLID ? replay_room(as) : LOOP_LONGEST_BODY);
}

/* Chooses the shape of a loop for the requested form. Returns false after an error. */
static bool choose_shape(struct writing *writing, struct loop_shape *shape)
{
    struct schedule_request *asked = writing->as->schedule_request;

    if (asked->form == LOOP_UNROLL)
        return true;
    if (plays_length(writing->as, shape->length) && shape->times < 2) {
        if (shape->iterations > loop_depth(&writing->layout)) {
            report_step(writing);
            return false;
        }
        asked->form = LOOP_UNROLL; /* too few iterations for a body */
        return true;
    }
    if (plays_length(writing->as, shape->length) && loop_fit(shape, asked->form, replay_room(writing->as)))
        return true;
    report_room(writing->as, writing->directive, shape);
    return false;
}

/* ---- Directives ---- */

/* Defines the symbol NAME.suffix. */
static void set_symbol(struct writing *writing, const char *what, uint64_t value)
{
    const struct place name = writing->layout.schedule->name;
    char *text;

    if (asprintf(&text, "%.*s.%s", (int)place_length(name), place_text(name), what) < 0) {
        report_no_memory(writing->as);
        return;
    }
    symbol_set(writing->as, text, strlen(text), writing->directive, (int64_t)value);
    free(text);
}

/* Defines the two symbols of a part that REPLAY holds from `slot` on: the part's length, and the REPLAY word that
 * plays it. */
static void set_part_symbols(struct writing *writing, const char *words, const char *word, uint64_t slot,
                             uint64_t length)
{
    set_symbol(writing, words, length);
    set_symbol(writing, word, length ? replay_word(writing->as, (struct replay){slot, length}) : writing->layout.fill);
}

static void set_symbols(struct writing *writing, const struct loop_shape *shape)
{
    const bool solid = writing->as->schedule_request->form == LOOP_SOLID;
    const uint64_t slot = writing->as->schedule_request->slot, body = slot + (solid ? shape->before : 0);

    set_part_symbols(writing, "body.words", "body.word", body, shape->recorded);
    set_symbol(writing, "rest.words", loop_rest(shape));
    set_symbol(writing, "body.plays", shape->times);
    if (!solid)
        return;
    set_part_symbols(writing, "before.words", "before.word", slot, shape->before);
    set_part_symbols(writing, "behind.words", "behind.word", body + shape->length, loop_behind(shape));
}

static void write_loop(struct writing *writing, uint64_t iterations)
{
    const struct schedule_request *asked = writing->as->schedule_request;
    struct loop_shape shape = loop_shape(&writing->layout, iterations, !asked->no_drain);

    writing->walk = layout_begin(&writing->layout, iterations);
    if (!choose_shape(writing, &shape) || !loop_bears_gaps(writing, &shape) ||
        emit_too_many(writing->as, written_words(&shape, asked->form), writing->directive))
        return;
    if (asked->form != LOOP_UNROLL)
        set_symbols(writing, &shape);
    write_loop_words(writing, &shape);
}

/* Begins to write words of a schedule, which must be set up. Returns false after an error. */
static bool begin_writing(struct assembler *as, struct place directive, struct place name, struct writing *writing)
{
    struct schedule *s;

    if (as->stopped || as->options->partial_schedules ||
        report_gnu(as, directive, "GNU as has no '%.*s'", place_precision(directive), place_text(directive)) ||
        hazards_refuse_schedule(as, directive))
        return false;
    as->changes++; /* a repeated block must be expanded anew each time */
    s = find_set_up(as, name);
    if (!s || !schedule_keep(as, s))
        return false;
    *writing = (struct writing){.as = as, .directive = directive, .schedule = s};
    if (layout_make(&writing->layout, s, &as->index))
        return true;
    report_no_memory(as);
    return false;
}

void schedule_loop(struct assembler *as, struct place directive, struct place name, const struct value *count,
                   struct place place)
{
    struct writing writing;

    if (as->schedule_request->wrong || !begin_writing(as, directive, name, &writing))
        return;
    if (value_check(as, count)) {
        if (count->number < 1 || count->number > UINT32_MAX)
            report_error(as, place, "a loop has 1..%" PRIu32 " iterations, not %" PRId64, UINT32_MAX, count->number);
        else
            write_loop(&writing, (uint64_t)count->number);
    }
    layout_free(&writing.layout);
}

/* Returns the shape of a recorded body, which starts at row 0. */
static struct loop_shape recorded_body(const struct writing *writing)
{
    const struct schedule *s = writing->layout.schedule;
    const uint64_t length = (uint64_t)s->period * s->turns, room = replay_room(writing->as);

    return (struct loop_shape){.length = length, .recorded = length < room ? length : room};
}

static void write_body(struct writing *writing)
{
    const struct loop_shape shape = recorded_body(writing);

    if (shape.length > LOOP_LONGEST_BODY) {
        report_longest(writing->as, writing->directive, shape.length);
        return;
    }
    if (loop_shape(&writing->layout, loop_depth(&writing->layout) + 1, false).times < 2) {
        report_step(writing);
        return;
    }
    writing->walk = loop_steady(&writing->layout);
    write_recording(writing, shape.recorded, false);
    set_symbols(writing, &shape);
    writing->schedule->recorded = (unsigned)shape.recorded;
}

void schedule_record(struct assembler *as, struct place directive, struct place name, const struct value *slot,
                     struct place place)
{
    struct writing writing;

    schedule_ask(as);
    if (!begin_writing(as, directive, name, &writing))
        return;
    if (schedule_take_slot(as, slot, place, &as->schedule_request->slot))
        write_body(&writing);
    layout_free(&writing.layout);
}

/* Writes a body's rest: the words after the recorded ones. */
static void write_rest(struct writing *writing)
{
    const uint64_t length = (uint64_t)writing->schedule->period * writing->schedule->turns;

    writing->walk = loop_steady(&writing->layout);
    pass_words(writing, writing->schedule->recorded);
    write_words(writing, length - writing->schedule->recorded);
}

void schedule_rest(struct assembler *as, struct place directive, struct place name)
{
    struct writing writing;

    if (!begin_writing(as, directive, name, &writing))
        return;
    if (writing.schedule->recorded > 0)
        write_rest(&writing);
    else
        report_error(as, name, "the body of '%.*s' is not recorded: no '.schedule_record' before this names it",
                     place_precision(name), place_text(name));
    layout_free(&writing.layout);
}

void schedule_drain(struct assembler *as, struct place directive, struct place name)
{
    struct writing writing;

    if (!begin_writing(as, directive, name, &writing))
        return;
    for (uint64_t i = layout_issued(&writing.layout, 1); i < layout_cycles(&writing.layout, 1); i++)
        write_own(&writing, layout_filler(&writing.layout, i));
    layout_free(&writing.layout);
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

/* Takes a form's name and slot. Returns false if `name` is not a form. */
static bool take_loop_form(struct assembler *as, struct place name, const struct value *value, struct place place)
{
    struct schedule_request *asked = as->schedule_request;

    for (size_t i = 0; i < sizeof forms / sizeof forms[0]; i++) {
        if (!place_says(name, forms[i].name) || forms[i].takes_slot != (value != NULL))
            continue;
        if (asked->form_given) {
            report_error(as, name, "this loop already has a form");
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

    if (as->stopped || take_loop_form(as, name, value, place))
        return;
    if (!value && place_says(name, "nodrain")) {
        asked->no_drain = true;
        return;
    }
    report_error(as, name, "expected unroll, replay=SLOT, solid=SLOT or nodrain");
    asked->wrong = true;
}
