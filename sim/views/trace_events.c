/* The trace of --trace, as JSON Lines. */
#include "trace_parts.h"
#include "program/streams.h"

/* Returns the name of the event's unit. The front end stands for other units, and for held instructions. */
static const char *name_event_unit(const struct sfp_event *event)
{
    bool front = event->unit == SFP_UNIT_NONE || event->kind == SFP_EVENT_STALL || event->kind == SFP_EVENT_BUBBLE;

    if (event->matrix)
        return "matrix";
    return front ? "front" : sfp_unit_name(event->unit);
}

static void write_event_word(struct sfp_json *j, const char *name, uint32_t word)
{
    enum { DIGITS = 8 };

    json_hex(j, name, word, DIGITS);
}

static void write_event_instruction(struct sfp_trace *t, const struct sfp_event *event)
{
    char text[SFP_OP_TEXT_SIZE];

    if (!event->op) {
        json_nothing(&t->json, "index");
        json_nothing(&t->json, "word");
        json_nothing(&t->json, "text");
        return;
    }
    sfp_op_text(&t->index, event->op, text);
    json_count(&t->json, "index", event->scheduled ? event->macro_index : event->op->index);
    write_event_word(&t->json, "word", event->op->word);
    json_text(&t->json, "text", text);
}

/* Writes the macro that scheduled the item. */
static void write_event_macro(struct sfp_json *j, const struct sfp_event *event)
{
    json_count(j, "macro", event->macro);
    json_count(j, "macro_cycle", event->macro_cycle);
    json_count(j, "delay", event->delay);
}

/* Writes the place in Dst of a load or store, and its step of the counter. */
static void write_event_transfer(struct sfp_json *j, const struct sfp_transfer *t)
{
    static const char *const columns[] = {[SFP_EVEN_COLUMNS] = "even", [SFP_ODD_COLUMNS] = "odd",
                                          [SFP_EVEN_COLUMNS | SFP_ODD_COLUMNS] = "mixed"};

    if (t->reaches) {
        json_count(j, "address", t->address);
        json_count(j, "row", t->row);
        json_text(j, "columns", columns[t->columns]);
    }
    if (t->steps)
        json_signed(j, "step", t->step);
}

static void write_trace_event(struct sfp_trace *t, const struct sfp_event *event, const char *name, const char *key,
                              const char *value)
{
    const char *selected = event->op ? sfp_trace_selected(t, event) : NULL;
    struct sfp_json *j = &t->json;

    json_begin(j, NULL);
    json_count(j, "cycle", event->cycle);
    json_text(j, "unit", name_event_unit(event));
    json_text(j, "event", name);
    if (t->threads)
        json_text(j, "thread", sfp_thread_name(event->thread));
    write_event_instruction(t, event);
    json_text(j, "by", event->scheduled ? "macro" : "issue");
    if (event->scheduled)
        write_event_macro(j, event);
    write_event_transfer(j, &event->transfer);
    if (key)
        json_text(j, key, value);
    if (selected)
        json_text(j, "selected", selected);
    if (sfp_event_is_possible(event))
        json_bool(j, "possible", true);
    json_end(j);
}

/* ---- The core ---- */

static void write_core_access(struct sfp_json *j, const struct sfp_core_step *c)
{
    if (c->access == SFP_CORE_PUSHES) {
        write_event_word(j, "pushes", c->value);
    } else if (c->access) {
        write_event_word(j, c->access == SFP_CORE_LOADS ? "loads" : "stores", c->accessed);
        write_event_word(j, "value", c->value);
    }
}

static void write_core_event(struct sfp_trace *t, const struct sfp_event *event)
{
    const struct sfp_core_step *c = event->core;
    struct sfp_json *j = &t->json;
    char text[RV_TEXT_SIZE];

    sfp_core_text(c, text);
    json_begin(j, NULL);
    json_count(j, "cycle", event->cycle);
    json_text(j, "unit", "core");
    if (sfp_has_several_threads(&t->kernel->program))
        json_text(j, "thread", sfp_thread_name(event->thread));
    json_text(j, "event", c->stall ? "stall" : "issue");
    json_count(j, "index", c->index);
    write_event_word(j, "address", c->address);
    write_event_word(j, "word", c->word);
    json_text(j, "text", text);
    if (c->stall)
        json_text(j, "reason", c->stall);
    else
        write_core_access(j, c);
    json_end(j);
}

static void on_event(void *trace, const struct sfp_event *event)
{
    struct sfp_trace *t = trace;

    switch (event->kind) {
    case SFP_EVENT_EXEC:
        write_trace_event(t, event, "exec", event->beside ? "hides" : NULL, sfp_stall_info(event->stall)->name);
        break;
    case SFP_EVENT_STALL:
    case SFP_EVENT_BUBBLE:
        write_trace_event(t, event, "stall", "reason", sfp_stall_info(event->stall)->name);
        break;
    case SFP_EVENT_DISCARD:
        write_trace_event(t, event, "discard", NULL, NULL);
        break;
    case SFP_EVENT_HAZARD:
        if (sfp_event_shown(event, t->at_least))
            write_trace_event(t, event, "hazard", "kind", sfp_finding_kind(event->finding));
        break;
    case SFP_EVENT_CORE:
        write_core_event(t, event);
        break;
    default:
        break;
    }
}

const struct sfp_trace_class sfp_trace_events = {
    .size = sizeof(struct sfp_trace), .is_json = true, .event = on_event,
};
