/* Requests that run the kernel. */
#include <string.h>

#include "register_table.h"
#include "stub.h"

/* gdb's numbers of signals. */
enum { SIGNAL_INT = 2, SIGNAL_ILL = 4, SIGNAL_TRAP = 5, SIGNAL_STOP = 17, SIGNAL_USR1 = 30 };

/* Tells gdb's user that the run is over, or why it cannot continue. */
static void tell_end(struct stub *s, const struct stop *stop)
{
    struct text text = {0};

    if (stop->reason == STOP_FAILED)
        text_print(&text, "The kernel cannot go on: %s\n", stop->text);
    else
        text_print(&text, "The kernel is over, after %llu cycles.\n", (unsigned long long)s->d.at.cycles);
    s->d.lost |= text.failed;
    if (!text.failed)
        stub_tell(s, text.data, text.size);
    text_free(&text);
}

/* Returns the signal for the end of the run. A signal for the end is sent once, so that the user can go back from
 * there. A single step to the end gets SIGNAL_TRAP instead: gdb may be in the middle of an action that another
 * signal would cancel. */
static unsigned signal_of_end(struct stub *s, const struct stop *stop, bool steps)
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
static unsigned tell_finding(struct stub *s, const struct stop *stop)
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
        stub_tell(s, text.data, text.size);
    text_free(&text);
    return SIGNAL_USR1;
}

static unsigned signal_of(struct stub *s, const struct stop *stop)
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
static void put_stop(struct stub *s, unsigned signal, const struct stop *stop, struct text *reply)
{
    unsigned i;
    const struct register_bank *pc = register_find(REGISTER_PC, &i);
    uint8_t bytes[REGISTER_MOST_BYTES];

    text_print(reply, "T%02xthread:1;", signal);
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

static void report_stop(struct stub *s, struct stop stop, bool steps, struct text *reply)
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

void resume_where(struct stub *s, const char *arguments, size_t size, struct text *reply)
{
    const struct stop stop = {.reason = STOP_HERE};

    (void)arguments, (void)size;
    put_stop(s, SIGNAL_TRAP, &stop, reply);
}

void resume_step(struct stub *s, const char *arguments, size_t size, struct text *reply)
{
    (void)arguments, (void)size;
    report_stop(s, debuggee_step(&s->d), true, reply);
}

void resume_continue(struct stub *s, const char *arguments, size_t size, struct text *reply)
{
    (void)arguments, (void)size;
    report_stop(s, debuggee_continue(&s->d), false, reply);
}

void resume_step_back(struct stub *s, const char *arguments, size_t size, struct text *reply)
{
    (void)arguments, (void)size;
    s->end_told = s->end_signalled = false;
    report_stop(s, debuggee_step_back(&s->d), true, reply);
}

void resume_continue_back(struct stub *s, const char *arguments, size_t size, struct text *reply)
{
    (void)arguments, (void)size;
    s->end_told = s->end_signalled = false;
    report_stop(s, debuggee_continue_back(&s->d), false, reply);
}

static void step_range(struct stub *s, const char *arguments, struct text *reply)
{
    uint64_t start, end;

    if (packet_number_before(&arguments, ',', &start) && packet_number(&arguments, &end))
        report_stop(s, debuggee_step_range(&s->d, (uint32_t)start, (uint32_t)end), false, reply);
    else
        text_print(reply, "E01");
}

/* Handles vCont. Only the first action counts: the target has one thread. */
void resume_vcont(struct stub *s, const char *arguments, size_t size, struct text *reply)
{
    switch (*arguments) {
    case 's':
    case 'S':
        resume_step(s, arguments + 1, size - 1, reply);
        return;
    case 'c':
    case 'C':
        resume_continue(s, arguments + 1, size - 1, reply);
        return;
    case 'r':
        step_range(s, arguments + 1, reply);
        return;
    default:
        text_print(reply, "E01");
    }
}
