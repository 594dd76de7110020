/* Finds loops that come back to a state they were in. */
#include "core_inside.h"

#include <string.h>

static void take(struct rv_core *core, uint32_t pc)
{
    struct rv_watch *w = &core->watch;

    w->pc = pc;
    memcpy(w->x, core->x, sizeof w->x);
    w->changes = core->changes;
    w->reads = core->reads;
    w->polls = w->looks = 0;
}

/* Nothing that was read since the snapshot can be another value: nor can what comes next. */
static bool for_ever(const struct rv_core *core)
{
    const struct rv_watch *w = &core->watch;

    return w->reads == core->reads || (w->most_polls > 0 && w->polls >= w->most_polls);
}

enum rv_stop rv_look(struct rv_core *core, uint32_t pc)
{
    struct rv_watch *w = &core->watch;

    w->left = RV_STRIDE;
    if (w->changes != core->changes || w->limit == 0) {
        w->limit = 1;
        take(core, pc);
        return RV_STOP_NONE;
    }
    w->looks++;
    if (w->pc == pc && memcmp(w->x, core->x, sizeof w->x) == 0) {
        w->polls += w->looks * RV_STRIDE;
        w->looks = 0;
        return for_ever(core) ? RV_STOP_REPEATS : RV_STOP_NONE;
    }
    if (w->looks >= w->limit) {
        w->limit *= 2;
        take(core, pc);
    }
    return RV_STOP_NONE;
}
