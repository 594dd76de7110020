/* Timelines: what all forms share. */
#include "timeline_forms.h"

#include <stdlib.h>

struct sfp_timeline *sfp_timeline_new(const struct sfp_timeline_class *class, const struct sfp_kernel *kernel,
                                      enum sfp_severity at_least)
{
    struct sfp_timeline *t = calloc(1, class->size);

    if (!t)
        return NULL;
    t->class = class;
    t->observer = (struct sfp_observer){.event = class->event, .context = t};
    t->at_least = at_least;
    sfp_index_init(&t->index, kernel->program.arch);
    t->repeats = sfp_repeats_new(&(struct sfp_row_sink){class->row, class->skip, t});
    t->spool = tmpfile();
    if (t->repeats && t->spool)
        return t;
    sfp_timeline_free(t);
    return NULL;
}

void sfp_timeline_free(struct sfp_timeline *t)
{
    if (!t)
        return;
    if (t->class->free)
        t->class->free(t);
    sfp_repeats_free(t->repeats);
    if (t->spool)
        fclose(t->spool);
    free(t);
}

struct sfp_observer *sfp_timeline_observer(struct sfp_timeline *t)
{
    return &t->observer;
}

void sfp_timeline_add(struct sfp_timeline *t, const struct sfp_row *row)
{
    t->lost |= !sfp_repeats_add(t->repeats, row);
}

bool sfp_timeline_print(struct sfp_timeline *t, uint64_t cycles, FILE *stream)
{
    t->class->end(t, cycles);
    sfp_repeats_end(t->repeats);
    if (t->class->last)
        t->class->last(t);
    t->lost |= fflush(t->spool) != 0 || ferror(t->spool);
    rewind(t->spool);
    t->class->print(t, stream);
    return !t->lost;
}
