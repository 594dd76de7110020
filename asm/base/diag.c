/* Prints diagnostics as text. Also the warning classes of warnings.def and the options that switch them. */
#include "diag.h"

#include "terminal.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- How a diagnostic looks on a terminal ---- */

enum {
    SHOWN = 160, /* bytes of a long source line shown around the caret */
    KEPT = 1 << 16,
    LATER_BYTES = 3, /* bytes after a UTF-8 character's first byte, at most */
};

/* The colours that gcc uses for the same parts. */
#define BOLD "\033[1m"
#define NORMAL "\033[0m"

static const struct look {
    const char *name;
    const char *color;
} note = {"note", "\033[1;36m"}, warning = {"warning", "\033[1;35m"}, error = {"error", "\033[1;31m"};

static const struct look *look_of(const struct sfp_diagnostic *d)
{
    return d->note ? &note : d->error ? &error : &warning;
}

struct printer {
    FILE *stream;
    bool color;
};

bool color_wanted(FILE *stream)
{
    const char *no_color = getenv("NO_COLOR");
    const char *terminal = getenv("TERM");

    return (!no_color || !no_color[0]) && terminal && strcmp(terminal, "dumb") != 0 && isatty(fileno(stream));
}

static void put_color(const struct printer *p, const char *color)
{
    if (p->color)
        fputs(color, p->stream);
}

/* Is the byte a continuation byte of UTF-8? */
static bool is_later_byte(char c)
{
    return ((unsigned char)c & 0xC0) == 0x80;
}

/* Returns the number of bytes that the next column shows. */
static size_t column_size(const char *text, size_t length)
{
    const size_t size = shown_size(text, length);

    return size ? size : 1;
}

/* Prints a caret under bytes begin..end-1 of `text`. Tabs remain tabs, so that the caret lines up at any tab width. */
static void put_caret(const struct printer *p, const char *text, size_t begin, size_t end, size_t length,
                      const char *color)
{
    size_t i = 0;

    for (size_t size; i < length && (size = column_size(text + i, length - i)) <= begin - i; i += size)
        fputc(text[i] == '\t' ? '\t' : ' ', p->stream);
    put_color(p, color);
    fputc('^', p->stream);
    if (i < length)
        i += column_size(text + i, length - i);
    for (; i < end && i < length; i += column_size(text + i, length - i))
        fputc('~', p->stream);
    put_color(p, NORMAL);
    fputc('\n', p->stream);
}

/* Shortens `length` bytes of a longer text so that the end splits no UTF-8 character. Returns the new length. */
static size_t cut_at_character(const char *text, size_t length)
{
    size_t shorter = length;

    for (int i = 0; i < LATER_BYTES && is_later_byte(text[shorter]); i++)
        shorter--;
    return is_later_byte(text[shorter]) ? length : shorter;
}

/* Prints the source line and the caret. */
static void put_excerpt(const struct printer *p, const struct sfp_diagnostic *d)
{
    const char *text = d->source;
    size_t length = d->source_length;
    size_t skipped = 0;

    if (!text)
        return;
    if (length > SHOWN) {
        if (d->begin > SHOWN / 2)
            skipped = d->begin - SHOWN / 2;
        for (int i = 0; i < LATER_BYTES && is_later_byte(text[skipped]); i++)
            skipped++;
        text += skipped;
        length = length - skipped <= SHOWN ? length - skipped : cut_at_character(text, SHOWN);
    }
    shown_put(p->stream, text, length);
    fputc('\n', p->stream);
    put_caret(p, text, d->begin - skipped, d->end - skipped, length, look_of(d)->color);
}

/* Prints a text or name that may come from a file. */
static void put_shown_text(const struct printer *p, const char *text)
{
    shown_put(p->stream, text, strlen(text));
}

/* Prints file:line:column: error: */
static void put_diagnostic_head(const struct printer *p, const struct sfp_diagnostic *d)
{
    if (d->file) {
        put_color(p, BOLD);
        put_shown_text(p, d->file);
        if (d->line)
            fprintf(p->stream, ":%lu:%lu", d->line, d->column);
        fputc(':', p->stream);
        put_color(p, NORMAL);
        fputc(' ', p->stream);
    }
    put_color(p, look_of(d)->color);
    fprintf(p->stream, "%s:", look_of(d)->name);
    put_color(p, NORMAL);
    fputc(' ', p->stream);
}

/* Prints the including files around the place, as gcc does. Returns the number of steps printed. */
static size_t put_includers(const struct printer *p, const struct sfp_diagnostic *d)
{
    size_t count = 0;

    while (count < d->step_count && !d->steps[count].macro)
        count++;
    for (size_t i = 0; i < count; i++) {
        if (d->omitted > 0 && i + 1 == d->step_count)
            fprintf(p->stream, "                 (%zu more),\n", d->omitted);
        fprintf(p->stream, "%s from ", i == 0 ? "In file included" : "                ");
        put_color(p, BOLD);
        put_shown_text(p, d->steps[i].file);
        fprintf(p->stream, ":%lu", d->steps[i].line);
        put_color(p, NORMAL);
        fputs(i + 1 < count ? ",\n" : ":\n", p->stream);
    }
    return count;
}

/* Prints a step outwards as a note. */
static void put_outward_step(const struct printer *p, const struct sfp_diagnostic *step)
{
    put_diagnostic_head(p, step);
    if (!step->macro)
        fputs("included here\n", p->stream);
    else
        shown_print(p->stream, "in expansion of %s'%s'", step->macro[0] == '.' ? "" : "macro ", step->macro);
    put_excerpt(p, step);
}

void diagnostic_write(FILE *stream, const struct sfp_diagnostic *d, bool color)
{
    const struct printer p = {stream, color};
    size_t told;

    if (d->verbatim) {
        fputs(d->verbatim, stream);
        return;
    }
    told = put_includers(&p, d);
    put_diagnostic_head(&p, d);
    put_color(&p, BOLD);
    put_shown_text(&p, d->text);
    if (d->from_file && !d->note) {
        fputs(" (from ", stream);
        put_shown_text(&p, d->from_file);
        fprintf(stream, ":%lu)", d->from_line);
    }
    put_color(&p, NORMAL);
    if (d->class)
        fprintf(stream, " [-W%s%s]", d->error ? "error=" : "", d->class);
    fputc('\n', stream);
    put_excerpt(&p, d);
    for (size_t i = told; i < d->step_count; i++) {
        if (d->omitted > 0 && i + 1 == d->step_count) {
            put_diagnostic_head(&p, &(struct sfp_diagnostic){.note = true});
            fprintf(stream, "%zu more between these are not shown\n", d->omitted);
        }
        put_outward_step(&p, &d->steps[i]);
    }
}

void diagnostic_buffer(FILE *stream)
{
    setvbuf(stream, NULL, isatty(fileno(stream)) ? _IOLBF : _IOFBF, KEPT);
}

void diagnostic_print(void *context, const struct sfp_diagnostic *d)
{
    diagnostic_write(context, d, color_wanted(context));
}

/* ---- The warning classes of warnings.def and the -W options that switch them ---- */

static const struct {
    const char *name;
    bool on;
    const char *help;
} classes[SFP_WARNINGS] = {
#define WARNING(id, name, on, help) {name, on, help},
#include "warnings.def"
#undef WARNING
};

void warnings_init(struct sfp_warnings *warnings)
{
    for (size_t i = 0; i < SFP_WARNINGS; i++) {
        warnings->on[i] = classes[i].on;
        warnings->error[i] = false;
    }
}

/* Returns the index of the class `name`, or SFP_WARNINGS if the class does not exist. */
static size_t find_class(const char *name)
{
    size_t i = 0;

    while (i < SFP_WARNINGS && strcmp(classes[i].name, name) != 0)
        i++;
    return i;
}

/* Returns the rest of `text` after `prefix`, or NULL if `text` starts otherwise. */
static const char *skip_prefix(const char *text, const char *prefix)
{
    size_t length = strlen(prefix);

    return strncmp(text, prefix, length) == 0 ? text + length : NULL;
}

/* Applies -Werror, which turns no class on, or -Werror=NAME, which also turns NAME on, as in compilers. Returns
 * false for an unknown class. */
static bool set_errors(struct sfp_warnings *warnings, const char *name, bool value)
{
    size_t class;

    if (*name == '\0') {
        for (size_t i = 0; i < SFP_WARNINGS; i++)
            warnings->error[i] = value;
        return true;
    }
    if (*name != '=' || (class = find_class(name + 1)) == SFP_WARNINGS)
        return false;
    warnings->error[class] = value;
    warnings->on[class] |= value;
    return true;
}

static void set_all_classes(struct sfp_warnings *warnings, bool value)
{
    for (size_t i = 0; i < SFP_WARNINGS; i++)
        warnings->on[i] = value;
}

bool warnings_set(struct sfp_warnings *warnings, const char *argument)
{
    const char *name = skip_prefix(argument, "no-");
    const bool value = name == NULL;
    size_t class;

    if (value)
        name = argument;
    if (skip_prefix(name, "error"))
        return set_errors(warnings, skip_prefix(name, "error"), value);
    if (strcmp(name, "all") == 0) {
        set_all_classes(warnings, value);
        return true;
    }
    class = find_class(name);
    if (class == SFP_WARNINGS)
        return false;
    warnings->on[class] = value;
    return true;
}

const char *warning_name(enum sfp_warning class)
{
    return classes[class].name;
}

const char *warning_help(enum sfp_warning class)
{
    return classes[class].help;
}

bool warning_default(enum sfp_warning class)
{
    return classes[class].on;
}
