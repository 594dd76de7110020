/* Diagnostics on their way to the caller. */
#include "lib.h"

#include <stdlib.h>

struct lib_voice lib_voice_of(const sfpu_machine *m)
{
    return m ? (struct lib_voice){.diagnose = m->diagnose, .context = m->diagnose_context} : (struct lib_voice){0};
}

/* Prints a diagnostic as sfpasm does, without colour and with it, each with its NUL, into one stream for all: there may
 * be millions. The offset of the second; -1 without memory. */
static long print(struct lib_voice *v, const struct sfp_diagnostic *d)
{
    long second;

    if (!v->stream)
        v->stream = open_memstream(&v->printed, &v->size);
    if (!v->stream)
        return -1;
    rewind(v->stream);
    sfp_diagnostic_write(v->stream, d, false);
    fputc('\0', v->stream);
    second = ftell(v->stream);
    sfp_diagnostic_write(v->stream, d, true);
    fputc('\0', v->stream);
    return fflush(v->stream) == 0 && !ferror(v->stream) ? second : -1;
}

void lib_say(void *voice, const struct sfp_diagnostic *d)
{
    struct lib_voice *v = voice;
    long second;

    if (!v->diagnose)
        return;
    second = print(v, d);
    v->diagnose(v->context, &(struct sfpu_diagnostic){.size = sizeof(struct sfpu_diagnostic),
                                                      .severity = d->error ? "error" : d->note ? "note" : "warning",
                                                      .warning = d->class,
                                                      .file = d->file,
                                                      .line = d->line,
                                                      .column = d->column,
                                                      .text = d->text,
                                                      .printed = second < 0 ? d->text : v->printed,
                                                      .colored = second < 0 ? d->text : v->printed + second});
}

void lib_voice_end(struct lib_voice *v)
{
    if (v->stream)
        fclose(v->stream);
    free(v->printed);
}
