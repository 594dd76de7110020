/* The schedule of a run as source, which behaves as the run did: sfpu-schedules(7). */
#include "views/schedule/schedule_parts.h"
#include "timeline_forms.h"

struct schedule {
    struct sfp_timeline base;
    struct stream stream;
    bool began;
};

static void on_event(void *timeline, const struct sfp_event *event)
{
    struct schedule *t = timeline;

    if (!t->began)
        stream_init(&t->stream, t->base.index.arch);
    t->began = true;
    stream_event(&t->stream, event);
}

static void end(struct sfp_timeline *base, uint64_t cycles)
{
    struct schedule *t = (struct schedule *)base;

    (void)cycles;
    stream_finish(&t->stream);
}

/* A loop is one by its cycles; or by its words, where the front end was late with one of them in front of the loop. */
static bool find(struct schedule *t, struct parts *parts)
{
    enum { BUBBLE = 2 }; /* cycles */

    if (!parts_find(&t->stream, parts))
        return false;
    if (parts_are_loops(parts) || !stream_close_gaps(&t->stream, BUBBLE)) {
        parts->lost |= t->stream.lost;
        return !parts->lost;
    }
    parts_free(parts);
    return parts_find(&t->stream, parts);
}

static void print(struct sfp_timeline *base, FILE *stream)
{
    struct schedule *t = (struct schedule *)base;
    struct parts parts;

    if (find(t, &parts))
        parts.lost |= !parts_print(&parts, stream);
    else if (parts.why)
        fprintf(stream, "// no schedule: %s\n", parts.why);
    base->lost |= parts.lost;
    parts_free(&parts);
}

static void release(struct sfp_timeline *base)
{
    stream_free(&((struct schedule *)base)->stream);
}

/* Nothing goes through the spool: loops are found in the whole of the run. */
const struct sfp_timeline_class sfp_timeline_schedule = {
    .size = sizeof(struct schedule), .event = on_event, .end = end, .print = print, .free = release,
};
