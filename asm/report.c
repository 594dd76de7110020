/* From an error in the assembler to a diagnostic with its place. */
#include "assembler.h"

#include <stdarg.h>
#include <stdio.h>

enum { LONGEST_TEXT = 1000 };

static void deliver(struct assembler *as, struct sfp_diagnostic *d)
{
    if (d->error)
        as->errors++;
    if (as->options->sink)
        as->options->sink(as->options->context, d);
}

/* Fills in where `place` is, and delivers. */
static void deliver_at(struct assembler *as, struct sfp_diagnostic *d, struct place place)
{
    struct position position;

    if (source_locate(place.source, place.begin, &position)) {
        d->file = position.file;
        d->line = position.line;
        d->column = position.column;
        d->source = position.text;
        d->source_length = position.length;
        d->begin = position.column - 1;
        d->end = d->begin + (place_length(place) ? place_length(place) : 1);
    } else {
        d->file = place.source->name;
    }
    deliver(as, d);
}

static void report(struct assembler *as, struct sfp_diagnostic *d, struct place place, const char *format, va_list args)
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
    report(as, &d, place, format, args);
    va_end(args);
}

void report_warning(struct assembler *as, enum sfp_warning class, struct place place, const char *format, ...)
{
    struct sfp_diagnostic d = {.class = sfp_warning_name(class), .error = as->options->warnings.error[class]};
    va_list args;

    if (!as->options->warnings.on[class])
        return;
    va_start(args, format);
    report(as, &d, place, format, args);
    va_end(args);
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
        d.class = sfp_warning_name(SFP_W_GNU);
    va_start(args, format);
    report(as, &d, place, format, args);
    va_end(args);
    return strict;
}

void report_failure(struct assembler *as, const char *file, const char *text)
{
    struct sfp_diagnostic d = {.error = true, .file = file, .text = text};

    deliver(as, &d);
    as->stopped = true;
}

void report_no_memory(struct assembler *as)
{
    if (!as->stopped)
        report_failure(as, NULL, "out of memory");
}
