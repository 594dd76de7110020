/* Turns errors and warnings of the assembler into diagnostics with their places. */
#include "assembler.h"

#include <stdarg.h>
#include <stdio.h>

enum {
    LONGEST_TEXT = 1000,
    MOST_STEPS = 10,
};

/* Counts an error. Stops the assembly after the number of errors that -fmax-errors allows. */
static void count_error(struct assembler *as)
{
    char text[64];
    struct sfp_diagnostic d = {.note = true, .text = text};

    as->errors++;
    if (as->stopped || as->options->max_errors == 0 || as->errors < as->options->max_errors)
        return;
    as->stopped = true;
    snprintf(text, sizeof text, "stopped after %zu error%s (-fmax-errors)", as->errors, as->errors == 1 ? "" : "s");
    if (as->options->sink)
        as->options->sink(as->options->context, &d);
}

static void deliver_diagnostic(struct assembler *as, struct sfp_diagnostic *d)
{
    /* After the last error that -fmax-errors allows, the statement in progress can give more errors; they are
     * dropped. */
    if (as->options->max_errors > 0 && as->errors >= as->options->max_errors)
        return;
    if (as->options->sink)
        as->options->sink(as->options->context, d);
    if (d->error)
        count_error(as);
}

/* Fills in the diagnostic's place. Returns false without memory; d->file is then the source's name. */
static bool locate_diagnostic(struct place place, struct sfp_diagnostic *d)
{
    struct position position;

    if (!sfp_source_locate(place.source, place.begin, &position)) {
        d->file = place.source->name;
        return false;
    }
    d->file = position.file;
    d->line = position.line;
    d->column = position.column;
    d->source = position.text;
    d->source_length = position.length;
    d->from_file = position.from_file;
    d->from_line = position.from_line;
    d->begin = position.column - 1;
    d->end = d->begin + (place_length(place) ? place_length(place) : 1);
    return true;
}

/* A walk outwards from a place, through the macros and files that contain it. */
struct walk {
    const struct frame *frame; /* the next file is sought from this frame down */
    struct place place;
};

/* Takes a step outwards. *macro is the expansion's name, or NULL for an included file. Returns false at the
 * outermost place. */
static bool step_out(struct walk *walk, const char **macro)
{
    const struct expansion *expansion = sfp_source_expansion(walk->place);
    struct place includer;

    *macro = NULL;
    if (expansion) {
        *macro = expansion->name;
        walk->place = expansion->call;
        return true;
    }
    if (sfp_source_includer(walk->place, &includer)) {
        walk->place = includer;
        return true;
    }
    while (walk->frame && (walk->frame->kind != FRAME_SOURCE || walk->frame->source != walk->place.source))
        walk->frame = walk->frame->below;
    if (!walk->frame || !walk->frame->opened.source)
        return false;
    walk->place = walk->frame->opened;
    walk->frame = walk->frame->below;
    return true;
}

/* Fills in the steps outwards from `place`. If they are too many, keeps the innermost ones and the outermost one. */
static void walk_out(struct assembler *as, struct sfp_diagnostic *d, struct place place,
                     struct sfp_diagnostic steps[MOST_STEPS])
{
    struct walk walk = {as->frames.top, place};
    size_t count = 0;
    const char *macro;

    while (step_out(&walk, &macro)) {
        struct sfp_diagnostic *step = &steps[count < MOST_STEPS ? count : MOST_STEPS - 1];

        *step = (struct sfp_diagnostic){.note = true, .macro = macro};
        if (count < MOST_STEPS - 1)
            locate_diagnostic(walk.place, step);
        place = walk.place;
        count++;
    }
    d->steps = steps;
    d->step_count = count < MOST_STEPS ? count : MOST_STEPS;
    d->omitted = count - d->step_count;
    if (count >= MOST_STEPS)
        locate_diagnostic(place, &steps[MOST_STEPS - 1]);
}

/* Fills in the diagnostic's place, and delivers it. */
static void deliver_at(struct assembler *as, struct sfp_diagnostic *d, struct place place)
{
    struct sfp_diagnostic steps[MOST_STEPS];

    if (locate_diagnostic(place, d))
        walk_out(as, d, place, steps);
    deliver_diagnostic(as, d);
}

static void report_formatted(struct assembler *as, struct sfp_diagnostic *d, struct place place, const char *format,
                             va_list args)
{
    char text[LONGEST_TEXT];

    vsnprintf(text, sizeof text, format, args);
    d->text = text;
    deliver_at(as, d, place);
}

void report_error(struct assembler *as, struct place place, const char *format, ...)
{
    struct sfp_diagnostic d = {.error = true};
    va_list args;

    va_start(args, format);
    report_formatted(as, &d, place, format, args);
    va_end(args);
}

void report_warning(struct assembler *as, enum sfp_warning class, struct place place, const char *format, ...)
{
    struct sfp_diagnostic d = {
        .class = warning_name(class),
        .error = as->options->warnings.error[class],
    };
    va_list args;

    if (!as->options->warnings.on[class])
        return;
    va_start(args, format);
    report_formatted(as, &d, place, format, args);
    va_end(args);
}

void report_note(struct assembler *as, struct place place, const char *text)
{
    struct sfp_diagnostic d = {.note = true, .text = text};

    deliver_at(as, &d, place);
}

bool report_gnu(struct assembler *as, struct place place, const char *format, ...)
{
    const struct sfp_warnings *warnings = &as->options->warnings;
    const bool strict = as->options->gnu_strict;
    struct sfp_diagnostic d = {.error = strict || warnings->error[SFP_W_GNU]};
    va_list args;

    if (!strict && !warnings->on[SFP_W_GNU])
        return false;
    if (!strict)
        d.class = warning_name(SFP_W_GNU);
    va_start(args, format);
    report_formatted(as, &d, place, format, args);
    va_end(args);
    return strict;
}

void report_failure(struct assembler *as, const char *file, const char *text)
{
    struct sfp_diagnostic d = {.error = true, .file = file, .text = text};

    deliver_diagnostic(as, &d);
    as->stopped = true;
}

void report_no_memory(struct assembler *as)
{
    struct sfp_diagnostic d = {.error = true, .no_memory = true, .text = "out of memory"};

    if (!as->stopped)
        deliver_diagnostic(as, &d);
    as->stopped = true;
}
