/* Events for the caller's observer. */
#include "lib.h"

#include "isa/vector_unit.h"
#include "model/model.h"
#include "observe/optext.h"

/* Returns the event's text, or NULL. `op` is a buffer for an instruction's text. */
static const char *text_of_event(const sfpu_machine *m, const struct sfp_event *event, char op[SFP_OP_TEXT_SIZE])
{
    switch (event->kind) {
    case SFP_EVENT_STALL:
    case SFP_EVENT_BUBBLE:
        return sfp_stall_info(event->stall)->name;
    case SFP_EVENT_CORE:
        return event->core->stall;
    case SFP_EVENT_HAZARD:
        return sfp_finding_info(event->finding)->name;
    case SFP_EVENT_EXEC:
        if (event->beside)
            return sfp_stall_info(event->stall)->name;
        /* fall through */
    case SFP_EVENT_COMPLETE:
        if (!event->scheduled || !event->op)
            return NULL;
        sfp_op_text(&m->m->index, event->op, op);
        return op;
    default:
        return NULL;
    }
}

/* The kinds of the public header equal those of event.h, in the same order. */
_Static_assert((int)SFPU_EVENT_FETCH == (int)SFP_EVENT_FETCH && (int)SFPU_EVENT_FINDING == (int)SFP_EVENT_HAZARD
                   && (int)SFPU_EVENT_PASS == (int)SFP_EVENT_PASS && (int)SFPU_EVENT_CORE == (int)SFP_EVENT_CORE
                   && (int)SFPU_EVENT_WAIT_END == (int)SFP_EVENT_WAIT_END,
               "event kinds");

static size_t index_of_event(const struct sfp_event *event)
{
    if (event->core)
        return event->core->index;
    return event->op ? event->op->index : SFP_NO_INDEX;
}

static uint32_t word_of_event(const struct sfp_event *event)
{
    if (event->core)
        return event->core->word;
    return event->op ? event->op->word : 0;
}

static void tell_caller_of_event(void *context, const struct sfp_event *event)
{
    sfpu_machine *m = context;
    char op[SFP_OP_TEXT_SIZE];
    unsigned modes;

    if (!m->observe || m->hushed) /* removed or suppressed during a stopped run */
        return;
    modes = lib_float_modes();
    sfp_host_float_leave(m->float_modes);
    lib_tell_begin(m);
    m->observe(m->observe_context,
               &(struct sfpu_event){.size = sizeof(struct sfpu_event),
                                    .kind = (int)event->kind,
                                    .cycle = event->cycle,
                                    .unit = sfp_unit_name(event->unit),
                                    .id = event->op ? event->id : SFP_NO_ID,
                                    .index = index_of_event(event),
                                    .word = word_of_event(event),
                                    .scheduled = event->scheduled,
                                    .macro_index = event->macro_index,
                                    .text = text_of_event(m, event, op),
                                    .macro_cycle = event->macro_cycle,
                                    .macro = event->macro,
                                    .delay = event->delay,
                                    .address = event->transfer.reaches ? event->transfer.address : -1,
                                    .step = event->transfer.step,
                                    .lregs = sfp_event_writes(event) & SFP_USES_LREGS,
                                    .flags = (sfp_event_writes(event) & SFP_USES_FLAGS) != 0,
                                    .stack = (sfp_event_writes(event) & SFP_USES_STACK) != 0,
                                    .lanes = event->lanes,
                                    .possible = sfp_event_is_possible(event),
                                    .thread = event->kind == SFP_EVENT_PASS ? -1 : (int)event->thread});
    lib_tell_end(m);
    sfp_host_float_leave(modes);
}

void sfpu_on_event(sfpu_machine *m, sfpu_observe *observe, void *context)
{
    if (!m || !lib_may_change(m))
        return;
    m->observe = observe;
    m->observe_context = context;
}

struct sfp_observer *lib_events(sfpu_machine *m)
{
    m->events = (struct sfp_observer){.event = tell_caller_of_event, .context = m};
    m->float_modes = lib_float_modes();
    return m->observe ? &m->events : NULL;
}
