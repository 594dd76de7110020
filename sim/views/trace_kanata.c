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
    unsigned stage, stages; /* a multiply-add's present stage, and its number of stages */
    unsigned left;        /* cycles for which the present stage still lasts after the row's ending */
    bool queued;          /* the present stage shows a wait */
    enum ending ending;   /* takes effect in the next cycle */
};

struct kanata {
    struct sfp_trace base;
    struct alive alive[MAX_ALIVE];
    unsigned count;
    bool due; /* entries are due in the next cycle */
    uint64_t now, next_id, retired;
    unsigned macro; /* sequence number (0 to 3) started by the last SFPLOADMACRO */
    uint64_t core;  /* number of the cores' instructions begun */
    uint64_t core_last[SFP_THREADS]; /* by the core's thread: number of its last instruction begun */
    bool core_held[SFP_THREADS];     /* this instruction has not issued */
};

static const char *stage_of(enum sfp_unit unit)
{
    static const char *const stages[SFP_UNITS] = {
        [SFP_UNIT_NONE] = "Ot", [SFP_UNIT_LOAD] = "Ld", [SFP_UNIT_SIMPLE] = "Si",
        [SFP_UNIT_MAD] = "M1", [SFP_UNIT_ROUND] = "Rn", [SFP_UNIT_STORE] = "St",
    };

    return stages[unit];
}

static struct alive *find_alive(struct kanata *kanata, uint64_t id)
{
    for (unsigned i = kanata->count; i-- > 0;)
        if (kanata->alive[i].id == id)
            return &kanata->alive[i];
    return NULL;
}

static void retire_row(struct kanata *kanata, struct alive *row)
{
    fprintf(kanata->base.out, "R\t%" PRIu64 "\t%" PRIu64 "\t%d\n", row->file_id, kanata->retired++,
            row->ending == RETIRES ? RETIRED : FLUSHED);
    memmove(row, row + 1, (size_t)(&kanata->alive[--kanata->count] - row) * sizeof *row);
}

static void do_due(struct kanata *kanata)
{
    kanata->due = false;
    for (unsigned i = 0; i < kanata->count;) {
        struct alive *row = &kanata->alive[i];

        if (row->ending != NOT_YET && row->left > 0) {
            row->left--;
            kanata->due = true;
            i++;
            continue;
        }
        if (row->ending != NOT_YET) {
            retire_row(kanata, row);
            continue;
        }
        if (row->stage < row->stages)
            fprintf(kanata->base.out, "S\t%" PRIu64 "\t0\tM%u\n", row->file_id, ++row->stage);
        kanata->due |= row->stage < row->stages;
        i++;
    }
}

static void advance_time(struct kanata *kanata, uint64_t cycle)
{
    while (kanata->due && kanata->now < cycle) {
        fputs("C\t1\n", kanata->base.out);
        kanata->now++;
        do_due(kanata);
    }
    if (kanata->now < cycle)
        fprintf(kanata->base.out, "C\t%" PRIu64 "\n", cycle - kanata->now);
    kanata->now = cycle;
}

/* Writes a label, with control characters replaced, since a label must stay on its line. */
static void write_label(struct kanata *kanata, uint64_t file_id, int type, const char *text)
{
    fprintf(kanata->base.out, "L\t%" PRIu64 "\t%d\t", file_id, type);
    for (; *text; text++)
        putc(iscntrl((unsigned char)*text) ? ' ' : *text, kanata->base.out);
    putc('\n', kanata->base.out);
}

static void write_labels(struct kanata *kanata, uint64_t file_id, const struct sfp_event *event)
{
    char text[SFP_OP_TEXT_SIZE], label[SFP_OP_TEXT_SIZE + 64], place[PLACE], selected[SELECTED_TEXT];
    char detail[PLACE + 64 + SELECTED_TEXT];
    static const char *const units[SFP_UNITS] = {
        [SFP_UNIT_NONE] = "", [SFP_UNIT_LOAD] = "Load", [SFP_UNIT_SIMPLE] = "Simple",
        [SFP_UNIT_MAD] = "MAD", [SFP_UNIT_ROUND] = "Round", [SFP_UNIT_STORE] = "Store",
    };

    sfp_marked_text(&kanata->base.index, event, kanata->base.threads, text);
    if (event->scheduled)
        snprintf(label, sizeof label, "macro%u.%s %s", kanata->macro, units[event->unit], text);
    else
        snprintf(label, sizeof label, "%" PRIu32 ": %s", event->op->index, text);
    write_label(kanata, file_id, 0, label);
    sfp_kernel_place(kanata->base.kernel, event->op->index, place, sizeof place);
    snprintf(detail, sizeof detail, "%s 0x%08" PRIx32 "%s", place, event->op->word,
             selected_text(selected, ", ", sfp_trace_selected(&kanata->base, event)));
    write_label(kanata, file_id, 1, detail);
}

/* Returns the viewer's thread: of several Tensix threads, the thread's number; else 0. */
static unsigned choose_viewer_thread(const struct kanata *kanata, const struct sfp_event *event)
{
    return kanata->base.threads ? (unsigned)event->thread : 0;
}

/* Returns the viewer's thread of a core: 1, or of several cores one behind those of the Tensix threads. */
static unsigned choose_core_thread(const struct kanata *kanata, enum sfp_thread_id thread)
{
    return kanata->base.threads ? SFP_THREADS + (unsigned)thread : 1;
}

/* Opens a row in a thread of the viewer. */
static struct alive *open_row(struct kanata *kanata, uint64_t id, uint64_t shown_id, unsigned thread)
{
    struct alive *row;

    if (kanata->count == MAX_ALIVE) {
        if (kanata->alive[0].ending == NOT_YET)
            kanata->alive[0].ending = IS_FLUSHED;
        retire_row(kanata, &kanata->alive[0]);
    }
    row = &kanata->alive[kanata->count++];
    *row = (struct alive){.id = id, .file_id = kanata->next_id++};
    fprintf(kanata->base.out, "I\t%" PRIu64 "\t%" PRIu64 "\t%u\n", row->file_id, shown_id, thread);
    return row;
}

static void start_row(struct kanata *kanata, const struct sfp_event *event)
{
    FILE *out = kanata->base.out;
    struct alive *row = open_row(kanata, event->id, event->id, choose_viewer_thread(kanata, event)), *macro;

    write_labels(kanata, row->file_id, event);
    if (!event->scheduled)
        return;
    fprintf(out, "S\t%" PRIu64 "\t0\tQu\n", row->file_id);
    macro = find_alive(kanata, event->macro_id);
    if (macro)
        fprintf(out, "W\t%" PRIu64 "\t%" PRIu64 "\t0\n", row->file_id, macro->file_id);
}

static void end_stall(struct kanata *kanata, struct alive *row)
{
    if (row->stall)
        fprintf(kanata->base.out, "E\t%" PRIu64 "\t1\tstall:%s\n", row->file_id, row->stall);
    row->stall = NULL;
}

static void show_stall(struct kanata *kanata, struct alive *row, const char *reason)
{
    if (!row->queued)
        fprintf(kanata->base.out, "S\t%" PRIu64 "\t0\tIs\n", row->file_id);
    row->queued = true;
    if (row->stall == reason)
        return;
    end_stall(kanata, row);
    row->stall = reason;
    fprintf(kanata->base.out, "S\t%" PRIu64 "\t1\tstall:%s\n", row->file_id, reason);
}

static void enter_stage(struct kanata *kanata, struct alive *row, const char *stage)
{
    end_stall(kanata, row);
    fprintf(kanata->base.out, "S\t%" PRIu64 "\t0\t%s\n", row->file_id, stage);
}

static void leave_pipeline(struct kanata *kanata, struct alive *row, enum ending ending)
{
    row->ending = ending;
    kanata->due = true;
}

static void label_finding(struct kanata *kanata, const struct alive *row, const struct sfp_event *event)
{
    char name[SFP_MARK_SIZE], text[SFP_MARK_SIZE + sizeof " ! "];

    if (!sfp_event_shown(event, kanata->base.at_least))
        return;
    sfp_finding_mark(event, name);
    snprintf(text, sizeof text, " ! %s", name);
    write_label(kanata, row->file_id, 0, text);
}

/* Notes a hidden stall: the instruction executes beside a held one, so the stall costs no cycle. */
static void label_hidden_stall(struct kanata *kanata, const struct alive *row, enum sfp_stall stall)
{
    char text[64];

    snprintf(text, sizeof text, " ~ hides %s", sfp_stall_info(stall)->name);
    write_label(kanata, row->file_id, 0, text);
}

static void trace_event(struct kanata *kanata, struct alive *row, const struct sfp_event *event)
{
    switch (event->kind) {
    case SFP_EVENT_STALL:
        show_stall(kanata, row, sfp_stall_info(event->stall)->name);
        break;
    case SFP_EVENT_EXEC:
        enter_stage(kanata, row, event->matrix ? "Mx" : stage_of(event->unit));
        row->stage = 1;
        row->stages = event->unit == SFP_UNIT_MAD ? event->latency : 1;
        if (event->beside)
            label_hidden_stall(kanata, row, event->stall);
        kanata->due |= row->stage < row->stages;
        break;
    case SFP_EVENT_DISCARD:
        enter_stage(kanata, row, "Xx");
        leave_pipeline(kanata, row, IS_FLUSHED);
        break;
    case SFP_EVENT_FORGET:
        leave_pipeline(kanata, row, IS_FLUSHED);
        break;
    case SFP_EVENT_COMPLETE:
        row->left = event->matrix ? event->matrix - 1 : 0;
        leave_pipeline(kanata, row, RETIRES);
        break;
    case SFP_EVENT_HAZARD:
        label_finding(kanata, row, event);
        break;
    default:
        break;
    }
}

/* ---- The core ---- */

static struct alive *start_core(struct kanata *kanata, const struct sfp_core_step *step, enum sfp_thread_id thread)
{
    char text[RV_TEXT_SIZE], label[RV_TEXT_SIZE + 64], place[PLACE], detail[PLACE + 64];
    struct alive *row = open_row(kanata, CORE_IDS + kanata->core, kanata->core, choose_core_thread(kanata, thread));

    kanata->core++;
    sfp_core_text(step, text);
    snprintf(label, sizeof label, "%zu: %s", step->index, text);
    write_label(kanata, row->file_id, 0, label);
    sfp_kernel_place(kanata->base.kernel, step->index, place, sizeof place);
    snprintf(detail, sizeof detail, "%s 0x%08" PRIx32, place, step->word);
    write_label(kanata, row->file_id, 1, detail);
    return row;
}

/* Writes a step of the core. An instruction is held or issues; after issue its row ends, and its latency shows as
 * stalls of later instructions. */
static void trace_core_step(struct kanata *kanata, const struct sfp_core_step *step, enum sfp_thread_id thread)
{
    struct alive *row =
        kanata->core_held[thread] ? find_alive(kanata, CORE_IDS + kanata->core_last[thread]) : NULL;

    if (!row) {
        kanata->core_last[thread] = kanata->core;
        row = start_core(kanata, step, thread);
    }
    kanata->core_held[thread] = step->stall;
    if (step->stall) {
        show_stall(kanata, row, step->stall);
    } else {
        enter_stage(kanata, row, "Rv");
        leave_pipeline(kanata, row, RETIRES);
    }
}

static void on_event(void *trace, const struct sfp_event *event)
{
    struct kanata *kanata = trace;
    struct alive *row;

    advance_time(kanata, event->cycle);
    if (event->kind == SFP_EVENT_CORE)
        trace_core_step(kanata, event->core, event->thread);
    if (!event->op)
        return;
    if (event->kind == SFP_EVENT_EXEC && event->op->insn->id == SFP_I_SFPLOADMACRO)
        kanata->macro = event->op->macro;
    if (event->kind == SFP_EVENT_FETCH || event->kind == SFP_EVENT_SCHEDULE)
        start_row(kanata, event);
    else if ((row = find_alive(kanata, event->id)))
        trace_event(kanata, row, event);
}

static void begin_trace_format(struct sfp_trace *trace)
{
    fputs("Kanata\t0004\nC=\t0\n", trace->out);
}

/* Ends all rows, because the format requires it. Instructions that an interrupted run left under way are flushed. */
static void end_trace_format(struct sfp_trace *trace)
{
    struct kanata *kanata = (struct kanata *)trace;

    for (unsigned i = 0; i < kanata->count; i++) {
        if (kanata->alive[i].ending == NOT_YET)
            kanata->alive[i].ending = IS_FLUSHED;
        kanata->alive[i].left = 0;
        kanata->due = true;
    }
    advance_time(kanata, kanata->now + kanata->due);
}

const struct sfp_trace_class sfp_trace_kanata = {
    .size = sizeof(struct kanata), .begin = begin_trace_format, .event = on_event, .end = end_trace_format,
};
