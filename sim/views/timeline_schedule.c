/* The form that reads a run back as a source. */
#include "timeline_parts.h"
#include "observe/readback.h"

struct form {
    struct sfp_timeline base;
    struct sfp_readback *readback; /* reader of the schedule, made at the first event */
};

/* Returns the readback, making it if needed. If memory runs out, returns NULL and sets t->base.lost. */
static struct sfp_readback *get_readback(struct form *t)
{
    if (!t->readback)
        t->readback = sfp_readback_new(t->base.index.arch);
    t->base.lost |= !t->readback;
    return t->readback;
}

static void on_event(void *timeline, const struct sfp_event *event)
{
    struct sfp_timeline *const base = timeline;
    struct sfp_readback *const r = base->threads ? NULL : get_readback(timeline);

    if (r)
        sfp_readback_event(r, event);
}

static void print_timeline_form(struct sfp_timeline *base, FILE *stream)
{
    struct sfp_readback *r;

    if (base->threads) {
        fputs("// several threads share the vector unit: a source of one thread cannot say what their run does\n",
              stream);
        return;
    }
    r = get_readback((struct form *)base);
    base->lost |= r && !sfp_readback_print(r, stream);
}

static void free_timeline_form(struct sfp_timeline *base)
{
    sfp_readback_free(((struct form *)base)->readback);
}

/* No rows go through the spool, because loops are searched in the whole run. */
const struct sfp_timeline_class sfp_timeline_schedule = {
    .size = sizeof(struct form), .comment = "// ", .event = on_event, .print = print_timeline_form,
    .free = free_timeline_form,
};
