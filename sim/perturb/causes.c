/* Findings of two runs, side by side. */
#include "causes.h"

#include <stdlib.h>

/* Findings in program order, as a log tells them. */
struct sfp_causes {
    size_t count;
    struct found {
        size_t index;
        uint64_t times;
        enum sfp_finding finding;
        bool scheduled;
    } found[];
};

static void note(void *context, const struct sfp_finding_seen *seen)
{
    struct sfp_causes *c = context;

    c->found[c->count++] = (struct found){seen->index, seen->times, seen->finding, seen->scheduled};
}

struct sfp_causes *sfp_causes_of(struct sfp_findings_log *log)
{
    struct sfp_causes *c = malloc(sizeof *c + sfp_findings_log_entries(log) * sizeof c->found[0]);

    if (!c)
        return NULL;
    c->count = 0;
    sfp_findings_log_visit(log, note, c);
    return c;
}

void sfp_causes_free(struct sfp_causes *causes)
{
    free(causes);
}

/* The order of a log: issued before scheduled. */
static int compare(const struct found *x, const struct found *y)
{
    if (x->index != y->index)
        return x->index < y->index ? -1 : 1;
    if (x->finding != y->finding)
        return x->finding < y->finding ? -1 : 1;
    return x->scheduled - y->scheduled;
}

/* What stands behind later candidates: severity first, then what is new, then what happened more often. */
static int rank(const struct sfp_perturb_cause *c)
{
    enum { FEWER, MORE, NEW, KINDS };
    const int kind = c->is < c->was ? FEWER : c->was ? MORE : NEW;

    return (int)sfp_finding_info(c->finding)->severity * KINDS + kind;
}

/* The finding at `x` before and at `y` after, either of which may be NULL. */
static void consider(struct sfp_perturb_cause *best, const struct found *x, const struct found *y)
{
    const struct found *f = x ? x : y;
    const struct sfp_perturb_cause c = {.any = true, .finding = f->finding, .index = f->index,
                                        .scheduled = f->scheduled, .was = x ? x->times : 0, .is = y ? y->times : 0};

    if (c.was != c.is && (!best->any || rank(&c) > rank(best)))
        *best = c;
}

struct sfp_perturb_cause sfp_causes_compare(const struct sfp_causes *was, const struct sfp_causes *is)
{
    struct sfp_perturb_cause best = {0};
    size_t i = 0, j = 0;

    while (i < was->count || j < is->count) {
        const struct found *x = i < was->count ? &was->found[i] : NULL, *y = j < is->count ? &is->found[j] : NULL;
        const int order = !x ? 1 : !y ? -1 : compare(x, y);

        consider(&best, order <= 0 ? x : NULL, order >= 0 ? y : NULL);
        i += order <= 0;
        j += order >= 0;
    }
    return best;
}
