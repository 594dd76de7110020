/* Kanata 0004, the log of the viewer Konata. Time in the log cannot go back, so entries at the end of a cycle wait
 * for the next. */
#include <ctype.h>
#include <inttypes.h>
#include <string.h>

#include "trace_parts.h"

enum {
    MAX_ALIVE = 1024, /* instructions under way, at most; then the oldest is flushed */
    RETIRED = 0, FLUSHED = 1, /* the format's names for endings */
    PLACE = 4096,
};

#define CORE_IDS (UINT64_C(1) << 63) /* ids of the core's instructions begin here; the engine's are below */

enum ending { NOT_YET, RETIRES, IS_FLUSHED };

struct alive {
    uint64_t id, file_id; /* id: the engine's, or from CORE_IDS on; file_id: the file's, from 0 */
    const char *stall;    /* cause shown in lane 1, or NULL */
    unsigned stage, stages; /* of a multiply-add: present stage, and number of stages */
    bool queued;          /* the present stage shows a wait */
    enum ending ending;   /* takes effect in the next cycle */
};

struct kanata {
    struct sfp_trace base;
    struct alive alive[MAX_ALIVE];
    unsigned count;
    bool due; /* entries are due in the next cycle */
    uint64_t now, next_id, retired;
    unsigned macro; /* number of the sequence that the last SFPLOADMACRO started */
    uint64_t core;  /* number of the core's instructions begun */
    bool core_held; /* the core's last instruction has not issued */
};

static const char *stage_of(enum sfp_unit unit)
{
    static const char *const stages[SFP_UNITS] = {
        [SFP_UNIT_NONE] = "Ot", [SFP_UNIT_LOAD] = "Ld", [SFP_UNIT_SIMPLE] = "Si",
        [SFP_UNIT_MAD] = "M1", [SFP_UNIT_ROUND] = "Rn", [SFP_UNIT_STORE] = "St",
    };

    return stages[unit];
}

static struct alive *find_alive(struct kanata *k, uint64_t id)
{
    for (unsigned i = k->count; i-- > 0;)
        if (k->alive[i].id == id)
            return &k->alive[i];
    return NULL;
}

static void retire_row(struct kanata *k, struct alive *a)
{
    fprintf(k->base.out, "R\t%" PRIu64 "\t%" PRIu64 "\t%d\n", a->file_id, k->retired++,
            a->ending == RETIRES ? RETIRED : FLUSHED);
    memmove(a, a + 1, (size_t)(&k->alive[--k->count] - a) * sizeof *a);
}

static void do_due(struct kanata *k)
{
    k->due = false;
    for (unsigned i = 0; i < k->count;) {
        struct alive *a = &k->alive[i];

        if (a->ending != NOT_YET) {
            retire_row(k, a);
            continue;
        }
        if (a->stage < a->stages)
            fprintf(k->base.out, "S\t%" PRIu64 "\t0\tM%u\n", a->file_id, ++a->stage);
        k->due |= a->stage < a->stages;
        i++;
    }
}

static void advance_time(struct kanata *k, uint64_t cycle)
{
    while (k->due && k->now < cycle) {
        fputs("C\t1\n", k->base.out);
        k->now++;
        do_due(k);
    }
    if (k->now < cycle)
        fprintf(k->base.out, "C\t%" PRIu64 "\n", cycle - k->now);
    k->now = cycle;
}

/* Writes a label, with control characters replaced, since a label must stay on its line. */
static void write_label(struct kanata *k, uint64_t file_id, int type, const char *text)
{
    fprintf(k->base.out, "L\t%" PRIu64 "\t%d\t", file_id, type);
    for (; *text; text++)
        putc(iscntrl((unsigned char)*text) ? ' ' : *text, k->base.out);
    putc('\n', k->base.out);
}

static void write_labels(struct kanata *k, uint64_t file_id, const struct sfp_event *event)
{
    char text[SFP_OP_TEXT_SIZE], label[SFP_OP_TEXT_SIZE + 64], place[PLACE], selected[SELECTED_TEXT];
    char detail[PLACE + 64 + SELECTED_TEXT];
    static const char *const units[SFP_UNITS] = {
        [SFP_UNIT_NONE] = "", [SFP_UNIT_LOAD] = "Load", [SFP_UNIT_SIMPLE] = "Simple",
        [SFP_UNIT_MAD] = "MAD", [SFP_UNIT_ROUND] = "Round", [SFP_UNIT_STORE] = "Store",
    };

    sfp_event_text(&k->base.index, event, text);
    if (event->scheduled)
        snprintf(label, sizeof label, "macro%u.%s %s", k->macro, units[event->unit], text);
    else
        snprintf(label, sizeof label, "%" PRIu32 ": %s", event->op->index, text);
    write_label(k, file_id, 0, label);
    sfp_kernel_place(k->base.kernel, event->op->index, place, sizeof place);
    snprintf(detail, sizeof detail, "%s 0x%08" PRIx32 "%s", place, event->op->word,
             selected_text(selected, ", ", sfp_trace_selected(&k->base, event)));
    write_label(k, file_id, 1, detail);
}

/* Opens a row in the viewer's thread 0 (Tensix) or 1 (core). */
static struct alive *open_row(struct kanata *k, uint64_t id, uint64_t shown_id, unsigned thread)
{
    struct alive *a;

    if (k->count == MAX_ALIVE) {
        if (k->alive[0].ending == NOT_YET)
            k->alive[0].ending = IS_FLUSHED;
        retire_row(k, &k->alive[0]);
    }
    a = &k->alive[k->count++];
    *a = (struct alive){.id = id, .file_id = k->next_id++};
    fprintf(k->base.out, "I\t%" PRIu64 "\t%" PRIu64 "\t%u\n", a->file_id, shown_id, thread);
    return a;
}

static void start_row(struct kanata *k, const struct sfp_event *event)
{
    FILE *out = k->base.out;
    struct alive *a = open_row(k, event->id, event->id, 0), *macro;

    write_labels(k, a->file_id, event);
    if (!event->scheduled)
        return;
    fprintf(out, "S\t%" PRIu64 "\t0\tQu\n", a->file_id);
    macro = find_alive(k, event->macro_id);
    if (macro)
        fprintf(out, "W\t%" PRIu64 "\t%" PRIu64 "\t0\n", a->file_id, macro->file_id);
}

static void end_stall(struct kanata *k, struct alive *a)
{
    if (a->stall)
        fprintf(k->base.out, "E\t%" PRIu64 "\t1\tstall:%s\n", a->file_id, a->stall);
    a->stall = NULL;
}

static void show_stall(struct kanata *k, struct alive *a, const char *reason)
{
    if (!a->queued)
        fprintf(k->base.out, "S\t%" PRIu64 "\t0\tIs\n", a->file_id);
    a->queued = true;
    if (a->stall == reason)
        return;
    end_stall(k, a);
    a->stall = reason;
    fprintf(k->base.out, "S\t%" PRIu64 "\t1\tstall:%s\n", a->file_id, reason);
}

static void enter_stage(struct kanata *k, struct alive *a, const char *stage)
{
    end_stall(k, a);
    fprintf(k->base.out, "S\t%" PRIu64 "\t0\t%s\n", a->file_id, stage);
}

static void leave_pipeline(struct kanata *k, struct alive *a, enum ending ending)
{
    a->ending = ending;
    k->due = true;
}

static void label_finding(struct kanata *k, const struct alive *a, const struct sfp_event *event)
{
    char name[SFP_MARK_SIZE], text[SFP_MARK_SIZE + sizeof " ! "];

    if (!sfp_event_shown(event, k->base.at_least))
        return;
    sfp_finding_mark(event, name);
    snprintf(text, sizeof text, " ! %s", name);
    write_label(k, a->file_id, 0, text);
}

/* Notes a hidden stall: the instruction executes beside a held one, so the stall costs no cycle. */
static void label_hidden_stall(struct kanata *k, const struct alive *a, enum sfp_stall stall)
{
    char text[64];

    snprintf(text, sizeof text, " ~ hides %s", sfp_stall_info(stall)->name);
    write_label(k, a->file_id, 0, text);
}

static void trace_event(struct kanata *k, struct alive *a, const struct sfp_event *event)
{
    switch (event->kind) {
    case SFP_EVENT_STALL:
        show_stall(k, a, sfp_stall_info(event->stall)->name);
        break;
    case SFP_EVENT_EXEC:
        enter_stage(k, a, stage_of(event->unit));
        a->stage = 1;
        a->stages = event->unit == SFP_UNIT_MAD ? event->latency : 1;
        if (event->beside)
            label_hidden_stall(k, a, event->stall);
        k->due |= a->stage < a->stages;
        break;
    case SFP_EVENT_DISCARD:
        enter_stage(k, a, "Xx");
        leave_pipeline(k, a, IS_FLUSHED);
        break;
    case SFP_EVENT_FORGET:
        leave_pipeline(k, a, IS_FLUSHED);
        break;
    case SFP_EVENT_COMPLETE:
        leave_pipeline(k, a, RETIRES);
        break;
    case SFP_EVENT_HAZARD:
        label_finding(k, a, event);
        break;
    default:
        break;
    }
}

/* ---- The core ---- */

static struct alive *start_core(struct kanata *k, const struct sfp_core_step *step)
{
    char text[RV_TEXT_SIZE], label[RV_TEXT_SIZE + 64], place[PLACE], detail[PLACE + 64];
    struct alive *a = open_row(k, CORE_IDS + k->core, k->core, 1);

    k->core++;
    sfp_core_text(step, text);
    snprintf(label, sizeof label, "%zu: %s", step->index, text);
    write_label(k, a->file_id, 0, label);
    sfp_kernel_place(k->base.kernel, step->index, place, sizeof place);
    snprintf(detail, sizeof detail, "%s 0x%08" PRIx32, place, step->word);
    write_label(k, a->file_id, 1, detail);
    return a;
}

/* Writes a step of the core. An instruction is held or issues; after issue its row ends, and its latency shows as
 * stalls of later instructions. */
static void trace_core_step(struct kanata *k, const struct sfp_core_step *step)
{
    struct alive *a = k->core_held ? find_alive(k, CORE_IDS + k->core - 1) : NULL;

    if (!a)
        a = start_core(k, step);
    k->core_held = step->stall;
    if (step->stall) {
        show_stall(k, a, step->stall);
    } else {
        enter_stage(k, a, "Rv");
        leave_pipeline(k, a, RETIRES);
    }
}

static void on_event(void *trace, const struct sfp_event *event)
{
    struct kanata *k = trace;
    struct alive *a;

    advance_time(k, event->cycle);
    if (event->kind == SFP_EVENT_CORE)
        trace_core_step(k, event->core);
    if (!event->op)
        return;
    if (event->kind == SFP_EVENT_EXEC && event->op->insn->id == SFP_I_SFPLOADMACRO)
        k->macro = event->op->macro;
    if (event->kind == SFP_EVENT_FETCH || event->kind == SFP_EVENT_SCHEDULE)
        start_row(k, event);
    else if ((a = find_alive(k, event->id)))
        trace_event(k, a, event);
}

static void begin_trace_format(struct sfp_trace *trace)
{
    fputs("Kanata\t0004\nC=\t0\n", trace->out);
}

/* Ends all rows, because the format requires it. Instructions that an interrupted run left under way are flushed. */
static void end_trace_format(struct sfp_trace *trace)
{
    struct kanata *k = (struct kanata *)trace;

    for (unsigned i = 0; i < k->count; i++) {
        if (k->alive[i].ending == NOT_YET)
            k->alive[i].ending = IS_FLUSHED;
        k->due = true;
    }
    advance_time(k, k->now + k->due);
}

const struct sfp_trace_class sfp_trace_kanata = {
    .size = sizeof(struct kanata), .begin = begin_trace_format, .event = on_event, .end = end_trace_format,
};
