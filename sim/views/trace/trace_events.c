/* The trace of --trace: JSON Lines. */
#include <inttypes.h>

#include "trace_formats.h"

/* What another unit executes is the front end's to say; so is what it holds back. */
static const char *unit_name(const struct sfp_event *event)
{
    bool front = event->unit == SFP_UNIT_NONE || event->kind == SFP_EVENT_STALL || event->kind == SFP_EVENT_BUBBLE;

    return front ? "front" : sfp_unit_name(event->unit);
}

static void put_instruction(const struct sfp_trace *t, const struct sfp_event *event)
{
    char text[SFP_OP_TEXT_SIZE];

    if (!event->op) {
        fputs("\"index\": null, \"word\": null, \"text\": null", t->out);
        return;
    }
    sfp_op_text(&t->index, event->op, text);
    fprintf(t->out, "\"index\": %zu, \"word\": \"0x%08" PRIx32 "\", \"text\": ",
            event->scheduled ? event->macro_index : event->op->index, event->op->word);
    sfp_put_json_string(t->out, text);
}

/* What scheduled it. */
static void put_macro(FILE *out, const struct sfp_event *event)
{
    fprintf(out, ", \"macro\": %u, \"macro_cycle\": %" PRIu64 ", \"delay\": %u", event->macro, event->macro_cycle,
            event->delay);
}

/* Where in Dst it loads or stores, and what it adds to the counter. */
static void put_transfer(FILE *out, const struct sfp_transfer *t)
{
    static const char *const columns[] = {[SFP_EVEN_COLUMNS] = "even", [SFP_ODD_COLUMNS] = "odd",
                                          [SFP_EVEN_COLUMNS | SFP_ODD_COLUMNS] = "mixed"};

    if (t->reaches)
        fprintf(out, ", \"address\": %u, \"row\": %u, \"columns\": \"%s\"", t->address, t->row, columns[t->columns]);
    if (t->steps)
        fprintf(out, ", \"step\": %d", t->step);
}

static void put(const struct sfp_trace *t, const struct sfp_event *event, const char *name, const char *key,
                const char *value)
{
    fprintf(t->out, "{\"cycle\": %" PRIu64 ", \"unit\": \"%s\", \"event\": \"%s\", ", event->cycle, unit_name(event),
            name);
    put_instruction(t, event);
    fprintf(t->out, ", \"by\": \"%s\"", event->scheduled ? "macro" : "issue");
    if (event->scheduled)
        put_macro(t->out, event);
    put_transfer(t->out, &event->transfer);
    if (key)
        fprintf(t->out, ", \"%s\": \"%s\"", key, value);
    if (sfp_event_is_possible(event))
        fputs(", \"possible\": true", t->out);
    fputs("}\n", t->out);
}

/* ---- The core ---- */

static void put_access(FILE *out, const struct sfp_core_step *c)
{
    if (c->access == SFP_CORE_PUSHES)
        fprintf(out, ", \"pushes\": \"0x%08" PRIx32 "\"", c->value);
    else if (c->access)
        fprintf(out, ", \"%s\": \"0x%08" PRIx32 "\", \"value\": \"0x%08" PRIx32 "\"",
                c->access == SFP_CORE_LOADS ? "loads" : "stores", c->accessed, c->value);
}

static void put_core(const struct sfp_trace *t, const struct sfp_event *event)
{
    const struct sfp_core_step *c = event->core;
    char text[RV_TEXT_SIZE];

    sfp_core_text(c, text);
    fprintf(t->out, "{\"cycle\": %" PRIu64 ", \"unit\": \"core\", \"event\": \"%s\", \"index\": %zu, "
            "\"address\": \"0x%08" PRIx32 "\", \"word\": \"0x%08" PRIx32 "\", \"text\": ", event->cycle,
            c->stall ? "stall" : "issue", c->index, c->address, c->word);
    sfp_put_json_string(t->out, text);
    if (c->stall)
        fprintf(t->out, ", \"reason\": \"%s\"", c->stall);
    else
        put_access(t->out, c);
    fputs("}\n", t->out);
}

static void on_event(void *trace, const struct sfp_event *event)
{
    const struct sfp_trace *t = trace;

    switch (event->kind) {
    case SFP_EVENT_EXEC:
        put(t, event, "exec", event->beside ? "hides" : NULL, sfp_stall_info(event->stall)->name);
        break;
    case SFP_EVENT_STALL:
    case SFP_EVENT_BUBBLE:
        put(t, event, "stall", "reason", sfp_stall_info(event->stall)->name);
        break;
    case SFP_EVENT_DISCARD:
        put(t, event, "discard", NULL, NULL);
        break;
    case SFP_EVENT_HAZARD:
        if (sfp_event_shown(event, t->at_least))
            put(t, event, "hazard", "kind", sfp_finding_kind(event->finding));
        break;
    case SFP_EVENT_CORE:
        put_core(t, event);
        break;
    default:
        break;
    }
}

const struct sfp_trace_class sfp_trace_events = {.size = sizeof(struct sfp_trace), .event = on_event};
