/* Diagnostics on their way to the caller. */
#include "lib.h"

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

void lib_say(void *voice, const struct sfp_diagnostic *d)
{
    struct lib_voice *v = voice;
    long second;

    if (!v->diagnose)
        return;
    second = print(v, d);
    v->diagnose(v->context,
                &(struct sfpu_diagnostic){
                    .size = sizeof(struct sfpu_diagnostic),
                    .severity = d->error ? "error" : d->note ? "note" : "warning",
                    .warning = d->class,
                    .file = d->file,
                    .line = d->line,
                    .column = d->column,
                    .text = d->text,
                    .printed = v->forms == SFPU_COLORED ? NULL : second < 0 ? d->text : v->printed.data,
                    .colored = v->forms == SFPU_PRINTED ? NULL : second < 0 ? d->text : v->printed.data + second,
                    .source_line = d->source,
                    .source_length = d->source_length,
                });
}

void lib_voice_end(struct lib_voice *v)
{
    if (v->stream)
        fclose(v->stream);
    text_free(&v->printed);
}
