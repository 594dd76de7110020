/* Traces: code shared by all formats. */
#include <stdlib.h>

#include "program/streams.h"
#include "trace_parts.h"

struct sfp_trace *sfp_trace_new(const struct sfp_trace_class *class, const struct sfp_kernel *kernel,
                                enum sfp_severity at_least, FILE *stream)
{
    struct sfp_trace *t = calloc(1, class->size);

    if (!t)
        return NULL;
    t->json = (struct sfp_json){.out = stream, .form = SFP_JSON_LINE};
    if (class->is_json && !json_reserve(&t->json)) {
        free(t);
        return NULL;
    }
    t->class = class;
    t->observer = (struct sfp_observer){.event = class->event, .context = t};
    t->out = stream;
    t->kernel = kernel;
    t->threads = sfp_has_several_threads(&kernel->program);
    t->at_least = at_least;
    sfp_index_init(&t->index, kernel->program.arch);
    if (class->begin)
        class->begin(t);
    return t;
}

const char *sfp_trace_selected(const struct sfp_trace *trace, const struct sfp_event *event)
{
    const size_t index = event->scheduled ? event->macro_index : event->op->index;

    return sfp_program_selected(&trace->kernel->program, index, index + 1);
}

struct sfp_observer *sfp_trace_observer(struct sfp_trace *trace)
{
    return &trace->observer;
}

void sfp_trace_finish(struct sfp_trace *trace)
{
    if (!trace)
        return;
    if (trace->class->end)
        trace->class->end(trace);
    json_free(&trace->json);
    free(trace);
}
