/*
 * Chrome trace events, for ui.perfetto.dev. Slices on one track must not overlap, so each slice is one cycle long, and
 * a multiply-add has a track for each stage. Slices of the matrix unit say how long it works.
 */
#include "program/streams.h"
#include "trace_parts.h"

/* FRONTS, CORES: of several threads, each has a track of its front end and one of its core, in the order of the threads'
 * numbers. CORE is the core of a kernel of one thread. */
enum track {
    FRONT = 1, LOAD, SIMPLE, MAD1, ROUND = MAD1 + SFP_MAX_LATENCY, STORE, CORE, TRACKS, FRONTS = TRACKS,
    CORES = FRONTS + SFP_THREADS, MATRIX = CORES + SFP_THREADS,
};

struct perfetto {
    struct sfp_trace base;
    bool shows_matrix; /* the file has the matrix unit's track: from the unit's first instruction on */
};

/* Returns the track of the event's front end. */
static enum track find_front_track(const struct sfp_trace *t, const struct sfp_event *event)
{
    return t->threads ? FRONTS + event->thread : FRONT;
}

static enum track find_event_track(const struct sfp_trace *t, const struct sfp_event *event)
{
    static const enum track tracks[SFP_UNITS] = {
        [SFP_UNIT_LOAD] = LOAD, [SFP_UNIT_SIMPLE] = SIMPLE, [SFP_UNIT_MAD] = MAD1, [SFP_UNIT_ROUND] = ROUND,
        [SFP_UNIT_STORE] = STORE,
    };

    if (event->matrix)
        return MATRIX;
    return event->unit == SFP_UNIT_NONE ? find_front_track(t, event) : tracks[event->unit];
}

/* Begins an event: {"ph": ..., "pid": 1, "tid": ..., "ts": ..., "name": NAME. The caller adds members and ends the
 * object. */
static struct sfp_json *begin_event(struct sfp_trace *t, const char *phase, enum track track, uint64_t cycle,
                                    const char *name)
{
    struct sfp_json *j = &t->json;

    json_new_line(j, 0);
    json_begin(j, NULL);
    json_text(j, "ph", phase);
    json_count(j, "pid", 1);
    json_count(j, "tid", track);
    json_count(j, "ts", cycle);
    json_text(j, "name", name);
    return j;
}

static void put_args(struct sfp_trace *t, const struct sfp_event *event)
{
    enum { DIGITS = 8, PLACE = 4096 };
    const struct sfp_core_step *const core = event->op ? NULL : event->core;
    const size_t index = core ? core->index : event->op->index;
    const char *const selected = core ? NULL : sfp_trace_selected(t, event);
    struct sfp_json *j = &t->json;
    char place[PLACE];

    sfp_kernel_place(t->kernel, index, place, sizeof place);
    json_begin(j, "args");
    json_count(j, "index", index);
    json_hex(j, "word", core ? core->word : event->op->word, DIGITS);
    if (!core)
        json_text(j, "by", event->scheduled ? "macro" : "issue");
    if (event->matrix)
        json_count(j, "cycles", event->matrix);
    if (t->threads)
        json_text(j, "thread", sfp_thread_name(event->thread));
    if (selected)
        json_text(j, "selected", selected);
    json_shown(j, "at", place);
    json_end(j);
}

static void put_slice(struct sfp_trace *t, const struct sfp_event *event, enum track track, uint64_t cycle,
                      const char *name)
{
    struct sfp_json *j = begin_event(t, "X", track, cycle, name);

    json_count(j, "dur", 1);
    put_args(t, event);
    json_end(j);
}

/* Writes the start or the end of an arrow from a macro to its item. */
static void put_flow(struct sfp_trace *t, const struct sfp_event *event, bool start)
{
    struct sfp_json *j =
        begin_event(t, start ? "s" : "f", start ? LOAD : find_event_track(t, event), event->cycle, "schedule");

    json_text(j, "cat", "macro");
    json_count(j, "id", event->id);
    if (!start)
        json_text(j, "bp", "e");
    json_end(j);
}

static void put_instant(struct sfp_trace *t, const struct sfp_event *event, const char *name)
{
    struct sfp_json *j = begin_event(t, "i", find_event_track(t, event), event->cycle, name);

    json_text(j, "s", "t");
    put_args(t, event);
    json_end(j);
}

static void put_finding_instant(struct sfp_trace *t, const struct sfp_event *event)
{
    char name[SFP_MARK_SIZE];

    sfp_finding_mark(event, name);
    put_instant(t, event, name);
}

static void put_named_slice(struct sfp_trace *t, const struct sfp_event *event, const char *before, const char *text)
{
    char name[SFP_OP_TEXT_SIZE + 64];

    snprintf(name, sizeof name, "%s%s", before, text);
    put_slice(t, event, find_front_track(t, event), event->cycle, name);
}

static void put_execution_slices(struct sfp_trace *t, const struct sfp_event *event, const char *text)
{
    for (unsigned stage = 0; stage < event->latency; stage++)
        put_slice(t, event, find_event_track(t, event) + (event->unit == SFP_UNIT_MAD ? stage : 0),
                  event->cycle + stage, text);
    if (event->scheduled)
        put_flow(t, event, false);
}

/* Returns whether the event stands on the track of a sub-unit, which all threads share. */
static bool is_on_sub_unit(const struct sfp_event *event)
{
    return event->kind == SFP_EVENT_EXEC && event->unit != SFP_UNIT_NONE;
}

static void on_instruction(struct sfp_trace *t, const struct sfp_event *event)
{
    char text[SFP_OP_TEXT_SIZE], before[64];

    sfp_marked_text(&t->index, event, t->threads && is_on_sub_unit(event), text);
    switch (event->kind) {
    case SFP_EVENT_EXEC:
        if (event->beside) {
            snprintf(before, sizeof before, "hides %s: ", sfp_stall_info(event->stall)->name);
            put_named_slice(t, event, before, text);
            break;
        }
        put_execution_slices(t, event, text);
        break;
    case SFP_EVENT_STALL:
        snprintf(before, sizeof before, "stall %s: ", sfp_stall_info(event->stall)->name);
        put_named_slice(t, event, before, text);
        break;
    case SFP_EVENT_DISCARD:
        put_named_slice(t, event, "discarded: ", text);
        break;
    case SFP_EVENT_SCHEDULE:
        put_flow(t, event, true);
        break;
    case SFP_EVENT_FORGET:
        put_instant(t, event, "forgotten");
        break;
    case SFP_EVENT_HAZARD:
        if (sfp_event_shown(event, t->at_least))
            put_finding_instant(t, event);
        break;
    default:
        break;
    }
}

static void put_core_slice(struct sfp_trace *t, const struct sfp_event *event)
{
    const struct sfp_core_step *c = event->core;
    char text[RV_TEXT_SIZE], name[RV_TEXT_SIZE + 64];

    sfp_core_text(c, text);
    snprintf(name, sizeof name, "%s%s%s%s", c->stall ? "stall " : "", c->stall ? c->stall : "", c->stall ? ": " : "",
             text);
    put_slice(t, event, t->threads ? CORES + event->thread : CORE, event->cycle, name);
}

static void put_bubble_slice(struct sfp_trace *t, const struct sfp_event *event)
{
    struct sfp_json *j =
        begin_event(t, "X", find_front_track(t, event), event->cycle, sfp_stall_info(event->stall)->name);

    json_count(j, "dur", 1);
    json_end(j);
}

/* Names the process or a track. `argument`: the member that `what` requires. */
static void put_track_name(struct sfp_trace *t, const char *what, const char *argument, enum track track,
                           const char *name)
{
    struct sfp_json *j = begin_event(t, "M", track, 0, what);

    json_begin(j, "args");
    json_shown(j, argument, name);
    json_end(j);
    json_end(j);
}

static void put_process(struct sfp_trace *t)
{
    const char *profile = t->kernel->program.chosen.profile;
    char selected[SELECTED_TEXT];

    put_track_name(t, "process_name", "name", FRONT, t->kernel->path);
    if (profile)
        put_track_name(t, "process_labels", "labels", FRONT, selected_text(selected, "words ", profile));
}

static void put_track_order(struct sfp_trace *t, enum track track, unsigned order)
{
    struct sfp_json *j = begin_event(t, "M", track, 0, "thread_sort_index");

    json_begin(j, "args");
    json_count(j, "sort_index", order);
    json_end(j);
    json_end(j);
}

static void show_matrix(struct perfetto *perfetto)
{
    put_track_name(&perfetto->base, "thread_name", "name", MATRIX, "Matrix");
    put_track_order(&perfetto->base, MATRIX, MATRIX);
    perfetto->shows_matrix = true;
}

static void on_event(void *trace, const struct sfp_event *event)
{
    struct perfetto *perfetto = trace;

    if (event->matrix && !perfetto->shows_matrix)
        show_matrix(perfetto);
    if (event->op)
        on_instruction(trace, event);
    else if (event->kind == SFP_EVENT_BUBBLE)
        put_bubble_slice(trace, event);
    else if (event->kind == SFP_EVENT_CORE)
        put_core_slice(trace, event);
}

/* Names the threads' front ends, and puts them above the sub-units. */
static void put_track_of_thread(struct sfp_trace *trace, enum track track, const char *what, enum sfp_thread_id thread,
                                unsigned order)
{
    char name[32];

    snprintf(name, sizeof name, "%s: %s", what, sfp_thread_name(thread));
    put_track_name(trace, "thread_name", "name", track, name);
    put_track_order(trace, track, order);
}

/* Writes the front ends before the sub-units, and the cores after them. */
static void put_tracks_of_threads(struct sfp_trace *trace)
{
    size_t words[SFP_THREADS];

    sfp_streams_count(&trace->kernel->program, words);
    for (unsigned t = 0; t < SFP_THREADS; t++) {
        const enum sfp_thread_id thread = (enum sfp_thread_id)t;

        if (words[t] > 0)
            put_track_of_thread(trace, FRONTS + t, "Front", thread, 0);
        if (trace->kernel->code[t].place)
            put_track_of_thread(trace, CORES + t, "RISC-V", thread, CORE);
    }
}

static void begin_trace_format(struct sfp_trace *trace)
{
    static const char *const names[TRACKS] = {
        [FRONT] = "Front", [LOAD] = "Load", [SIMPLE] = "Simple", [ROUND] = "Round", [STORE] = "Store",
        [CORE] = "RISC-V",
    };
    char stage[32];

    json_begin(&trace->json, NULL);
    json_text(&trace->json, "displayTimeUnit", "ns");
    json_list(&trace->json, "traceEvents");
    put_process(trace);
    if (trace->threads)
        put_tracks_of_threads(trace);
    for (enum track t = trace->threads ? LOAD : FRONT; t < TRACKS; t++) {
        if (t == CORE && (trace->threads || !trace->kernel->code[SFP_THREAD_MATH].place))
            continue;
        snprintf(stage, sizeof stage, "MAD stage %d", (int)t - MAD1 + 1);
        put_track_name(trace, "thread_name", "name", t, names[t] ? names[t] : stage);
        put_track_order(trace, t, t);
    }
}

static void end_trace_format(struct sfp_trace *trace)
{
    json_new_line(&trace->json, 0);
    json_list_end(&trace->json);
    json_end(&trace->json);
}

const struct sfp_trace_class sfp_trace_perfetto = {
    .size = sizeof(struct perfetto), .is_json = true, .begin = begin_trace_format, .event = on_event,
    .end = end_trace_format,
};
