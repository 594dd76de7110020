/* Diagnostics on their way to the caller. */
#include "lib.h"

#include <stdio.h>
#include <string.h>

#include "util/terminal.h"

enum { SHORT_FORM = 512 }; /* bytes, where memory is lacking */

struct lib_voice lib_voice_of(const sfpu_machine *m)
{
    return m ? (struct lib_voice){.diagnose = m->diagnose, .context = m->diagnose_context} : (struct lib_voice){0};
}

static int keep(void *text, const char *bytes, size_t size)
{
    struct text *printed = text;

    text_add(printed, bytes, size);
    return printed->failed;
}

/* Prints a form, with its NUL. */
static void print_form(struct lib_voice *v, const struct sfp_diagnostic *d, bool color)
{
    sfp_diagnostic_write(v->stream, d, color);
    fputc('\0', v->stream);
    fflush(v->stream);
}

/* Prints a diagnostic as sfpasm does, in the forms that are wanted, into one stream for all: there may be millions. The
 * offset of the second form; -1 without memory. */
static long print(struct lib_voice *v, const struct sfp_diagnostic *d)
{
    size_t second = 0;

    if (!v->stream)
        v->stream = lib_stream(keep, &v->printed);
    if (!v->stream)
        return -1;
    v->printed.size = 0;
    print_form(v, d, v->forms == SFPU_COLORED);
    if (v->forms == SFPU_BOTH_FORMS) {
        second = v->printed.size;
        print_form(v, d, true);
    }
    return v->printed.failed ? -1 : (long)second;
}

static const char *severity_of(const struct sfp_diagnostic *d)
{
    return d->error ? "error" : d->note ? "note" : "warning";
}

/* What needs no memory: its line alone, as far as there is room. */
static void print_line(char *line, size_t size, const struct sfp_diagnostic *d)
{
    const char *file = d->file ? d->file : "", *after = d->file ? ": " : "";

    if (d->file && d->line)
        snprintf(line, size - 1, "%s:%lu:%lu: %s: %s", file, d->line, d->column, severity_of(d), d->text);
    else
        snprintf(line, size - 1, "%s%s%s: %s", file, after, severity_of(d), d->text);
    sfp_make_shown(line, strlen(line));
    strcat(line, "\n");
}

void lib_say(void *voice, const struct sfp_diagnostic *d)
{
    struct lib_voice *v = voice;
    char line[SHORT_FORM];
    long second;

    if (!v->diagnose)
        return;
    second = print(v, d);
    if (second < 0)
        print_line(line, sizeof line, d);
    v->diagnose(v->context,
                &(struct sfpu_diagnostic){
                    .size = sizeof(struct sfpu_diagnostic),
                    .severity = severity_of(d),
                    .warning = d->class,
                    .file = d->file,
                    .line = d->line,
                    .column = d->column,
                    .text = d->text,
                    .printed = v->forms == SFPU_COLORED ? NULL : second < 0 ? line : v->printed.data,
                    .colored = v->forms == SFPU_PRINTED ? NULL : second < 0 ? line : v->printed.data + second,
                    .source_line = d->source,
                    .source_length = d->source_length,
                    .made_from = d->from_file,
                    .made_from_line = d->from_line,
                });
}

void lib_voice_end(struct lib_voice *v)
{
    if (v->stream)
        fclose(v->stream);
    text_free(&v->printed);
}
