/* How a diagnostic looks on a terminal. */
#include "diag.h"
#include "terminal.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    SHOWN = 160, /* bytes of a long source line that are shown, around its caret */
    KEPT = 1 << 16,
};

/* The colours that gcc has for the same things. */
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

bool sfp_color_wanted(FILE *stream)
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

/* Does this byte take a column? The later bytes of a UTF-8 character do not. */
static bool takes_column(char c)
{
    return ((unsigned char)c & 0xC0) != 0x80;
}

/* A caret under bytes begin..end of `text`. Tabs stay tabs, so that it lines up whatever their width. */
static void put_caret(const struct printer *p, const char *text, size_t begin, size_t end, size_t length,
                      const char *color)
{
    for (size_t i = 0; i < begin && i < length; i++)
        if (takes_column(text[i]))
            fputc(text[i] == '\t' ? '\t' : ' ', p->stream);
    put_color(p, color);
    fputc('^', p->stream);
    for (size_t i = begin + 1; i < end && i < length; i++)
        if (takes_column(text[i]))
            fputc('~', p->stream);
    put_color(p, NORMAL);
    fputc('\n', p->stream);
}

/* The source line and the caret. */
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
        while (skipped < length && !takes_column(text[skipped]))
            skipped++;
        text += skipped;
        length = length - skipped < SHOWN ? length - skipped : SHOWN;
    }
    sfp_put_shown(p->stream, text, length);
    fputc('\n', p->stream);
    put_caret(p, text, d->begin - skipped, d->end - skipped, length, look_of(d)->color);
}

/* file:line:column: error: */
static void put_head(const struct printer *p, const struct sfp_diagnostic *d)
{
    if (d->file) {
        put_color(p, BOLD);
        if (d->line)
            fprintf(p->stream, "%s:%lu:%lu:", d->file, d->line, d->column);
        else
            fprintf(p->stream, "%s:", d->file);
        put_color(p, NORMAL);
        fputc(' ', p->stream);
    }
    put_color(p, look_of(d)->color);
    fprintf(p->stream, "%s:", look_of(d)->name);
    put_color(p, NORMAL);
    fputc(' ', p->stream);
}

/* The files around the place, as gcc lists them. Returns how many steps outwards these are. */
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
        fprintf(p->stream, "%s:%lu", d->steps[i].file, d->steps[i].line);
        put_color(p, NORMAL);
        fputs(i + 1 < count ? ",\n" : ":\n", p->stream);
    }
    return count;
}

/* A step outwards, as a note. */
static void put_step(const struct printer *p, const struct sfp_diagnostic *step)
{
    put_head(p, step);
    if (!step->macro)
        fputs("included here\n", p->stream);
    else if (step->macro[0] == '.')
        fprintf(p->stream, "in expansion of '%s'\n", step->macro);
    else
        fprintf(p->stream, "in expansion of macro '%s'\n", step->macro);
    put_excerpt(p, step);
}

void sfp_diagnostic_write(FILE *stream, const struct sfp_diagnostic *d, bool color)
{
    const struct printer p = {stream, color};
    const size_t told = put_includers(&p, d);

    put_head(&p, d);
    put_color(&p, BOLD);
    fputs(d->text, stream);
    put_color(&p, NORMAL);
    if (d->class)
        fprintf(stream, " [-W%s%s]", d->error ? "error=" : "", d->class);
    fputc('\n', stream);
    put_excerpt(&p, d);
    for (size_t i = told; i < d->step_count; i++) {
        if (d->omitted > 0 && i + 1 == d->step_count) {
            put_head(&p, &(struct sfp_diagnostic){.note = true});
            fprintf(stream, "%zu more between these are not shown\n", d->omitted);
        }
        put_step(&p, &d->steps[i]);
    }
}

void sfp_diagnostic_buffer(FILE *stream)
{
    setvbuf(stream, NULL, isatty(fileno(stream)) ? _IOLBF : _IOFBF, KEPT);
}

void sfp_diagnostic_print(void *context, const struct sfp_diagnostic *d)
{
    sfp_diagnostic_write(context, d, sfp_color_wanted(context));
}
