/* Requests that run the kernel. */
#include <string.h>

#include "register_table.h"
#include "gdb_connection.h"

/* gdb's numbers of signals. */
enum { SIGNAL_INT = 2, SIGNAL_ILL = 4, SIGNAL_TRAP = 5, SIGNAL_STOP = 17, SIGNAL_USR1 = 30 };

/* Tells gdb's user that the run is over, or why it cannot continue. */
static void tell_end(struct gdb_connection *s, const struct stop *stop)
{
    struct text text = {0};

    if (stop->reason == STOP_FAILED)
        text_print(&text, "The kernel cannot go on: %s\n", stop->text);
    else
        text_print(&text, "The kernel is over, after %llu cycles.\n", (unsigned long long)s->d.at.cycles);
    s->d.lost |= text.failed;
    if (!text.failed)
        gdb_connection_tell(s, text.data, text.size);
    text_free(&text);
}

/* Returns the signal for the end of the run. A signal for the end is sent once, so that the user can go back from
 * there. A single step to the end gets SIGNAL_TRAP instead: gdb may be in the middle of an action that another
 * signal would cancel. */
static unsigned signal_of_end(struct gdb_connection *s, const struct stop *stop, bool steps)
{
    if (!s->end_told)
        tell_end(s, stop);
    s->end_signalled = s->end_told || !steps;
    s->end_told = true;
    if (!s->end_signalled)
        return SIGNAL_TRAP;
    return stop->reason == STOP_FAILED ? SIGNAL_ILL : SIGNAL_STOP;
}

/* Tells gdb's user about a finding. Returns a signal of its own, at which gdb also stops in the middle of a step. */
static unsigned tell_finding(struct gdb_connection *s, const struct stop *stop)
{
    enum { PLACE = 4096 };
    struct sfpu_finding finding = {.size = sizeof finding};
    struct text text = {0};
    char place[PLACE];

    if (sfpu_place(s->d.m, stop->index, place, sizeof place) == SFPU_OK)
        text_print(&text, "%s: ", place);
    for (size_t i = 0; sfpu_get_finding(s->d.m, i, &finding) == SFPU_OK; i++)
        if (finding.index == stop->index && strcmp(finding.name, stop->text) == 0) {
            text_print(&text, "%s ", finding.text);
            break;
        }
    text_print(&text, "[%s]\n", stop->text);
    s->d.lost |= text.failed;
    if (!text.failed)
        gdb_connection_tell(s, text.data, text.size);
    text_free(&text);
    return SIGNAL_USR1;
}

static unsigned signal_of(struct gdb_connection *s, const struct stop *stop)
{
    switch (stop->reason) {
    case STOP_INTERRUPTED:
        return SIGNAL_INT;
    case STOP_FINDING:
        return tell_finding(s, stop);
    default:
        return SIGNAL_TRAP;
    }
}

/* Writes a stop, with the register that gdb asks for first. */
static void put_stop(struct gdb_connection *s, unsigned signal, const struct stop *stop, struct text *reply)
{
    unsigned i = 0;
    const struct register_bank *pc = register_find(REGISTER_PC, &i);
    uint8_t bytes[REGISTER_MOST_BYTES];

    s->chosen = s->d.thread;
    text_print(reply, "T%02xthread:%x;", signal, (unsigned)request_thread_id(s, s->d.thread));
    if (stop->reason == STOP_BREAKPOINT)
        text_print(reply, "swbreak:;");
    else if (stop->reason == STOP_WATCH)
        text_print(reply, "watch:%lx;", (unsigned long)stop->address);
    else if (stop->reason == STOP_BEGIN)
        text_print(reply, "replaylog:begin;");
    if (!pc->read(&s->d, pc, i, bytes))
        return;
    text_print(reply, "%x:", REGISTER_PC);
    packet_hex(reply, bytes, pc->bytes);
    text_add_char(reply, ';');
}

static void report_stop(struct gdb_connection *s, struct stop stop, bool steps, struct text *reply)
{
    const bool ends = stop.reason == STOP_OVER || stop.reason == STOP_FAILED;

    if (ends && s->end_signalled) {
        text_print(reply, "W%02x", s->d.stage == DEBUGGEE_FAILED);
        s->over = true;
        return;
    }
    put_stop(s, ends ? signal_of_end(s, &stop, steps) : signal_of(s, &stop), &stop, reply);
}

/* ---- Requests ---- */

void resume_where(struct gdb_connection *s, const char *arguments, size_t size, struct text *reply)
{
    const struct stop stop = {.reason = STOP_HERE};

    (void)arguments, (void)size;
    put_stop(s, SIGNAL_TRAP, &stop, reply);
}

/* ---- Breakpoints of other threads, while one steps alone ---- */

static void forget_missed(struct gdb_connection *s)
{
    sfpu_free_snapshot(s->missed.before.taken);
    s->missed = (struct missed){.any = false};
}

/* Notes that the run stands at a breakpoint of another thread. `passes`: its word will issue with the step. */
static void note_missed(struct gdb_connection *s, bool passes)
{
    if (s->missed.any)
        return;
    s->missed = (struct missed){.any = true, .index = s->d.at.next, .before = {.at = s->d.now, .result = s->d.at}};
    if (passes)
        debuggee_did(&s->d, sfpu_take_snapshot(s->d.m, &s->missed.before.taken));
}

/* Stops at the breakpoint that was missed, if it is still there. Returns false if the kernel is to run. */
static bool stop_at_missed(struct gdb_connection *s, struct text *reply)
{
    const bool stops = s->missed.any && breakpoints_have(&s->d.breakpoints, s->missed.index);

    if (stops) {
        if (s->missed.before.taken)
            debuggee_restore(&s->d, &s->missed.before);
        debuggee_select(&s->d, sfpu_word_thread(s->d.m, s->missed.index));
        report_stop(s, (struct stop){.reason = STOP_BREAKPOINT}, false, reply);
    }
    forget_missed(s);
    return stops;
}

/* Inserts or removes breakpoints that gdb has removed, except those of the thread that steps. */
static void keep_others_breakpoints(struct gdb_connection *s, bool keep)
{
    for (size_t i = 0; i < s->removed.count; i++) {
        const size_t index = s->removed.indexes[i];

        if (!keep)
            breakpoints_remove(&s->d.breakpoints, index);
        else if (sfpu_word_thread(s->d.m, index) != s->d.thread)
            s->d.lost |= !breakpoints_add(&s->d.breakpoints, index);
    }
}

/*
 * gdb steps one thread alone over a breakpoint, and removes all breakpoints before. The other threads run nevertheless,
 * since they share the cycles; so theirs stay. gdb expects no stop of another thread from this step: such a stop is
 * reported when gdb runs the kernel next.
 */
static struct stop step_alone(struct gdb_connection *s)
{
    struct debuggee *const d = &s->d;
    const int thread = d->thread;
    const uint64_t issued = debuggee_issued_by(d, thread);
    struct stop stop;

    keep_others_breakpoints(s, true);
    do {
        debuggee_select(d, thread);
        stop = debuggee_step(d);
        if (stop.reason != STOP_BREAKPOINT || d->thread == thread)
            break;
        note_missed(s, debuggee_issued_by(d, thread) == issued);
    } while (debuggee_issued_by(d, thread) == issued);
    keep_others_breakpoints(s, false);
    if (d->thread != thread) {
        debuggee_select(d, thread);
        stop.reason = STOP_HERE;
    }
    return stop;
}

/* Forgets the breakpoints that gdb has removed, now that the kernel runs without them. */
static void forget_removed(struct gdb_connection *s)
{
    s->removed.count = 0;
}

/* ---- Requests that run ---- */

void resume_step(struct gdb_connection *s, const char *arguments, size_t size, struct text *reply)
{
    (void)arguments, (void)size;
    forget_removed(s);
    if (!stop_at_missed(s, reply))
        report_stop(s, debuggee_step(&s->d), true, reply);
}

void resume_continue(struct gdb_connection *s, const char *arguments, size_t size, struct text *reply)
{
    (void)arguments, (void)size;
    forget_removed(s);
    if (!stop_at_missed(s, reply))
        report_stop(s, debuggee_continue(&s->d), false, reply);
}

void resume_step_back(struct gdb_connection *s, const char *arguments, size_t size, struct text *reply)
{
    (void)arguments, (void)size;
    s->end_told = s->end_signalled = false;
    forget_missed(s);
    debuggee_select(&s->d, s->chosen);
    report_stop(s, debuggee_step_back(&s->d), true, reply);
}

void resume_continue_back(struct gdb_connection *s, const char *arguments, size_t size, struct text *reply)
{
    (void)arguments, (void)size;
    s->end_told = s->end_signalled = false;
    forget_missed(s);
    report_stop(s, debuggee_continue_back(&s->d), false, reply);
}

static void step_range(struct gdb_connection *s, const char *arguments, struct text *reply)
{
    uint64_t start, end;

    if (packet_number_before(&arguments, ',', &start) && packet_number(&arguments, &end))
        report_stop(s, debuggee_step_range(&s->d, (uint32_t)start, (uint32_t)end), false, reply);
    else
        text_print(reply, "E01");
}

/* The actions of a vCont: what one thread shall do, and whether the others were named at all. */
struct actions {
    const char *step;  /* the action of the thread that steps, from its letter on, or NULL: all continue */
    int thread;        /* its thread, or -1: the chosen thread */
    bool others;       /* the request has an action for other threads, too */
};

/* Reads the actions: LETTER[...][:THREAD], with semicolons between. Returns false for another text. */
static bool parse_actions(struct gdb_connection *s, const char *text, struct actions *actions)
{
    *actions = (struct actions){.thread = -1};
    for (const char *at = text; *at; at += *at == ';') {
        const char *const action = at, *id = at + strcspn(at, ":;");
        const bool named = *id == ':';
        int thread = -1;

        if (!strchr("sScCr", *action) || (named && (id++, !request_thread(s, &id, &thread))))
            return false;
        at = action + strcspn(action, ";");
        if (*action != 'c' && *action != 'C' && !actions->step) {
            actions->step = action;
            actions->thread = thread;
        } else {
            actions->others = true;
        }
    }
    return *text;
}


/* Handles vCont. If one thread steps, the others continue, whatever the request says of them. */
void resume_vcont(struct gdb_connection *s, const char *arguments, size_t size, struct text *reply)
{
    struct actions actions;

    if (!parse_actions(s, arguments, &actions)) {
        text_print(reply, "E01");
        return;
    }
    if (!actions.step) {
        resume_continue(s, arguments, size, reply);
        return;
    }
    debuggee_select(&s->d, actions.thread >= 0 ? actions.thread : s->chosen);
    if (s->d.threads && !actions.others)
        report_stop(s, step_alone(s), true, reply);
    else if (*actions.step != 'r')
        resume_step(s, actions.step, size, reply);
    else if (!stop_at_missed(s, reply))
        step_range(s, actions.step + 1, reply);
}
