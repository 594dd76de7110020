/* How a diagnostic looks on a terminal. */
#include "diag.h"

enum {
    SHOWN = 160, /* bytes of a long source line that are shown, around its caret */
};

/* Does this byte take a column? The later bytes of a UTF-8 character do not. */
static bool takes_column(char c)
{
    return ((unsigned char)c & 0xC0) != 0x80;
}

static void put_source(FILE *stream, const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        const unsigned char c = (unsigned char)text[i];

        /* What a terminal would act on must not reach it from a source. */
        fputc((c < ' ' && c != '\t') || c == 0x7F ? '?' : c, stream);
    }
    fputc('\n', stream);
}

/* A caret under bytes begin..end of `text`. Tabs stay tabs, so that it lines up whatever their width. */
static void put_caret(FILE *stream, const char *text, size_t begin, size_t end, size_t length)
{
    for (size_t i = 0; i < begin && i < length; i++)
        if (takes_column(text[i]))
            fputc(text[i] == '\t' ? '\t' : ' ', stream);
    fputc('^', stream);
    for (size_t i = begin + 1; i < end && i < length; i++)
        if (takes_column(text[i]))
            fputc('~', stream);
    fputc('\n', stream);
}

void sfp_diagnostic_print(void *context, const struct sfp_diagnostic *d)
{
    FILE *stream = context;
    const char *text = d->source;
    size_t length = d->source_length;
    size_t skipped = 0;

    if (d->file && d->line)
        fprintf(stream, "%s:%lu:%lu: ", d->file, d->line, d->column);
    else if (d->file)
        fprintf(stream, "%s: ", d->file);
    fprintf(stream, "%s: %s", d->error ? "error" : "warning", d->text);
    if (d->class)
        fprintf(stream, " [-W%s%s]", d->error ? "error=" : "", d->class);
    fputc('\n', stream);
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
    put_source(stream, text, length);
    put_caret(stream, text, d->begin - skipped, d->end - skipped, length);
}
