/*
 * Chrome trace events, which ui.perfetto.dev opens. Slices on one track may not
 * overlap, so each is a cycle long; a multiply-add has a track for each of its stages.
 */
#include <inttypes.h>

#include "trace_formats.h"

enum track { FRONT = 1, LOAD, SIMPLE, MAD1, ROUND = MAD1 + SFP_MAX_LATENCY, STORE, CORE, TRACKS };

struct perfetto {
    struct sfp_trace base;
    bool any; /* an event was written, so that a comma comes before the next */
};

static enum track track_of(enum sfp_unit unit)
{
    static const enum track tracks[SFP_UNITS] = {
        [SFP_UNIT_NONE] = FRONT, [SFP_UNIT_LOAD] = LOAD, [SFP_UNIT_SIMPLE] = SIMPLE,
        [SFP_UNIT_MAD] = MAD1, [SFP_UNIT_ROUND] = ROUND, [SFP_UNIT_STORE] = STORE,
    };

    return tracks[unit];
}

/* {"ph": ..., "pid": 1, "tid": ..., "ts": ..., "name": "BEFORE TEXT"; the caller goes on and closes it. */
static void open_event(struct perfetto *p, const char *phase, enum track track, uint64_t cycle, const char *name)
{
    fprintf(p->base.out, "%s\n{\"ph\": \"%s\", \"pid\": 1, \"tid\": %d, \"ts\": %" PRIu64 ", \"name\": ",
            p->any ? "," : "", phase, (int)track, cycle);
    sfp_put_json_string(p->base.out, name);
    p->any = true;
}

static void put_place(const struct perfetto *p, size_t index)
{
    enum { PLACE = 4096 };
    char place[PLACE];

    sfp_kernel_place(p->base.kernel, index, place, sizeof place);
    fputs("\"at\": ", p->base.out);
    sfp_put_json_string(p->base.out, place);
}

static void put_args(const struct perfetto *p, const struct sfp_event *event)
{
    fprintf(p->base.out, "\"args\": {\"index\": %" PRIu32 ", \"word\": \"0x%08" PRIx32 "\", \"by\": \"%s\", ",
            event->op->index, event->op->word, event->scheduled ? "macro" : "issue");
    put_place(p, event->op->index);
    putc('}', p->base.out);
}

static void put_slice(struct perfetto *p, const struct sfp_event *event, enum track track, uint64_t cycle,
                      const char *name)
{
    open_event(p, "X", track, cycle, name);
    fputs(", \"dur\": 1, ", p->base.out);
    put_args(p, event);
    putc('}', p->base.out);
}

/* An arrow from the macro to what it scheduled starts or ends. */
static void put_flow(struct perfetto *p, const struct sfp_event *event, bool start)
{
    open_event(p, start ? "s" : "f", start ? LOAD : track_of(event->unit), event->cycle, "schedule");
    fprintf(p->base.out, ", \"cat\": \"macro\", \"id\": %" PRIu64 "%s}", event->id, start ? "" : ", \"bp\": \"e\"");
}

static void put_instant(struct perfetto *p, const struct sfp_event *event, const char *name)
{
    open_event(p, "i", track_of(event->unit), event->cycle, name);
    fputs(", \"s\": \"t\", ", p->base.out);
    put_args(p, event);
    putc('}', p->base.out);
}

static void put_finding(struct perfetto *p, const struct sfp_event *event)
{
    char name[SFP_MARK_SIZE];

    sfp_finding_mark(event, name);
    put_instant(p, event, name);
}

static void put_named_slice(struct perfetto *p, const struct sfp_event *event, const char *before, const char *text)
{
    char name[SFP_OP_TEXT_SIZE + 64];

    snprintf(name, sizeof name, "%s%s", before, text);
    put_slice(p, event, FRONT, event->cycle, name);
}

static void executes(struct perfetto *p, const struct sfp_event *event, const char *text)
{
    for (unsigned stage = 0; stage < event->latency; stage++)
        put_slice(p, event, track_of(event->unit) + (event->unit == SFP_UNIT_MAD ? stage : 0), event->cycle + stage,
                  text);
    if (event->scheduled)
        put_flow(p, event, false);
}

static void on_instruction(struct perfetto *p, const struct sfp_event *event)
{
    char text[SFP_OP_TEXT_SIZE], before[64];

    sfp_event_text(&p->base.index, event, text);
    switch (event->kind) {
    case SFP_EVENT_EXEC:
        if (event->beside) {
            snprintf(before, sizeof before, "hides %s: ", sfp_stall_info(event->stall)->name);
            put_named_slice(p, event, before, text);
            break;
        }
        executes(p, event, text);
        break;
    case SFP_EVENT_STALL:
        snprintf(before, sizeof before, "stall %s: ", sfp_stall_info(event->stall)->name);
        put_named_slice(p, event, before, text);
        break;
    case SFP_EVENT_DISCARD:
        put_named_slice(p, event, "discarded: ", text);
        break;
    case SFP_EVENT_SCHEDULE:
        put_flow(p, event, true);
        break;
    case SFP_EVENT_FORGET:
        put_instant(p, event, "forgotten");
        break;
    case SFP_EVENT_HAZARD:
        if (sfp_event_shown(event, p->base.at_least))
            put_finding(p, event);
        break;
    default:
        break;
    }
}

static void put_core(struct perfetto *p, const struct sfp_event *event)
{
    const struct sfp_core_step *c = event->core;
    char text[RV_TEXT_SIZE], name[RV_TEXT_SIZE + 64];

    sfp_core_text(c, text);
    snprintf(name, sizeof name, "%s%s%s%s", c->stall ? "stall " : "", c->stall ? c->stall : "", c->stall ? ": " : "",
             text);
    open_event(p, "X", CORE, event->cycle, name);
    fprintf(p->base.out, ", \"dur\": 1, \"args\": {\"index\": %zu, \"word\": \"0x%08" PRIx32 "\", ", c->index, c->word);
    put_place(p, c->index);
    fputs("}}", p->base.out);
}

static void on_event(void *trace, const struct sfp_event *event)
{
    struct perfetto *p = trace;

    if (event->op) {
        on_instruction(p, event);
    } else if (event->kind == SFP_EVENT_BUBBLE) {
        open_event(p, "X", FRONT, event->cycle, sfp_stall_info(event->stall)->name);
        fputs(", \"dur\": 1}", p->base.out);
    } else if (event->kind == SFP_EVENT_CORE) {
        put_core(p, event);
    }
}

static void put_name(struct perfetto *p, const char *what, enum track track, const char *name)
{
    open_event(p, "M", track, 0, what);
    fputs(", \"args\": {\"name\": ", p->base.out);
    sfp_put_json_string(p->base.out, name);
    fputs("}}", p->base.out);
}

static void begin(struct sfp_trace *trace)
{
    static const char *const names[TRACKS] = {
        [FRONT] = "Front", [LOAD] = "Load", [SIMPLE] = "Simple", [ROUND] = "Round", [STORE] = "Store",
        [CORE] = "RISC-V",
    };
    char stage[32];
    struct perfetto *p = (struct perfetto *)trace;

    fputs("{\"displayTimeUnit\": \"ns\", \"traceEvents\": [", trace->out);
    put_name(p, "process_name", FRONT, trace->kernel->path);
    for (int t = FRONT; t < (trace->kernel->place ? TRACKS : CORE); t++) { /* the last is a core's, if there is one */
        snprintf(stage, sizeof stage, "MAD stage %d", t - MAD1 + 1);
        put_name(p, "thread_name", (enum track)t, names[t] ? names[t] : stage);
        open_event(p, "M", (enum track)t, 0, "thread_sort_index");
        fprintf(trace->out, ", \"args\": {\"sort_index\": %d}}", t);
    }
}

static void end(struct sfp_trace *trace)
{
    fputs("\n]}\n", trace->out);
}

const struct sfp_trace_class sfp_trace_perfetto = {
    .size = sizeof(struct perfetto), .begin = begin, .event = on_event, .end = end,
};
