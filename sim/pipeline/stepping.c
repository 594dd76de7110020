/* Runs that stop on their way. */
#include "stepping.h"

#include <stdlib.h>

#include "engine.h"

struct sfp_stepping {
    struct sfp_engine *engine;
    struct sfp_timing_options options;
};

struct sfp_stepping *sfp_stepping_new(struct sfp_machine *m, const uint32_t *words, size_t count,
                                      const struct sfp_timing_options *options, struct sfp_timing_result *result)
{
    struct sfp_stepping *s = malloc(sizeof *s);

    if (!s)
        return NULL;
    s->options = *options;
    s->engine = sfp_engine_new(m, words, count, &s->options, result);
    if (!s->engine) {
        free(s);
        return NULL;
    }
    sfp_engine_begin_pass(s->engine);
    return s;
}

void sfp_stepping_free(struct sfp_stepping *s)
{
    if (s)
        sfp_engine_free(s->engine);
    free(s);
}

static bool is_breakpoint(const struct sfp_stop *stop, size_t index)
{
    for (size_t i = 0; i < stop->breakpoint_count; i++)
        if (stop->breakpoints[i] == index)
            return true;
    return false;
}

/* What a call counts from. */
struct since {
    uint64_t cycle, issued;
    uint64_t head; /* the instruction that it found next to issue, or SFP_NO_ID */
};

/* Has the run come to where an instruction that is next to issue is to wait? */
static bool head_waits(const struct sfp_engine *e, const struct sfp_stop *stop, const struct since *since)
{
    const uint64_t issued = e->result->run.executed - since->issued;

    if (!e->has_head)
        return false;
    if (stop->instructions && issued >= stop->instructions)
        return true;
    return e->head_id != since->head && is_breakpoint(stop, e->head->index);
}

/* One cycle, unless the run stops before it or is over. True: it goes on. */
static bool step(struct sfp_engine *e, const struct sfp_stop *stop, const struct since *since,
                 enum sfp_stepping_end *found)
{
    *found = SFP_STEPPING_STOPPED;
    if (stop->cycles && e->cycle - since->cycle >= stop->cycles)
        return false;
    *found = SFP_STEPPING_FAILED;
    if (!e->ended && !sfp_engine_ahead(e))
        return false;
    if (e->ended) {
        *found = SFP_STEPPING_ENDED;
        return sfp_engine_drain(e);
    }
    if (head_waits(e, stop, since)) {
        *found = SFP_STEPPING_STOPPED;
        return false;
    }
    return sfp_engine_advance(e);
}

enum sfp_stepping_end sfp_stepping_run(struct sfp_stepping *s, const struct sfp_stop *stop)
{
    struct sfp_engine *e = s->engine;
    const struct since since = {e->cycle, e->result->run.executed, e->has_head ? e->head_id : SFP_NO_ID};
    const unsigned modes = sfp_host_float_enter();
    enum sfp_stepping_end found;

    while (step(e, stop, &since, &found))
        continue;
    if (found == SFP_STEPPING_ENDED && e->looks)
        sfp_hazards_end(e);
    sfp_host_float_leave(modes);
    sfp_engine_count(e);
    return found;
}

size_t sfp_stepping_next(const struct sfp_stepping *s)
{
    return s->engine->has_head ? s->engine->head->index : SFP_NO_INDEX;
}
