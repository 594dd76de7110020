/* Progress of a long action, and the message when a signal ends a run. */
#include "progress.h"

#include <inttypes.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "cli/interrupt.h"

#define APART 0.2 /* seconds between two updates */

enum { MINUTE = 60, BAR = 30 };

static double read_progress_clock(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

void progress_begin(struct progress *p, uint64_t before, uint64_t total)
{
    *p = (struct progress){.shown = isatty(STDERR_FILENO), .before = before, .total = total,
                           .began = read_progress_clock()};
    note_signals();
}

void progress_tell(struct progress *p, uint64_t done)
{
    const double time = read_progress_clock(), rate = (double)(done - p->before) / (time - p->began);
    const double share = (double)done / (double)p->total;
    uint64_t left;
    int full;

    if (!p->shown || time - p->told < APART || done == p->before)
        return;
    p->told = time;
    left = (uint64_t)((double)(p->total - done) / rate);
    full = (int)(share * (double)BAR);
    fprintf(stderr, "\r[%.*s%*s] %5.1f %%, ", full, "##############################", BAR - full, "", 100 * share);
    if (p->what)
        fprintf(stderr, "%" PRIu64 " of %" PRIu64 " %s", done, p->total, p->what);
    else
        fprintf(stderr, "%.1f million a second", rate * 1e-6);
    fprintf(stderr, ", %" PRIu64 ":%02" PRIu64 " left ", left / MINUTE, left % MINUTE);
    fflush(stderr);
    p->drawn = true;
}

void progress_end(struct progress *p)
{
    if (p->drawn)
        fprintf(stderr, "\r\033[K");
    p->drawn = false;
}

/* ---- Message when a signal ends a run ---- */

static const sfpu_machine *_Atomic watched;

void stopped_watch(const sfpu_machine *m)
{
    atomic_store(&watched, m);
}

/* A line in the making: stdio is not safe in signal handlers. */
struct line {
    char text[160]; /* room for the message's words and three numbers */
    size_t length;
};

static void add_progress_text(struct line *line, const char *text)
{
    const size_t length = strlen(text);

    memcpy(line->text + line->length, text, length);
    line->length += length;
}

static void add_line_number(struct line *line, uint64_t number)
{
    char digits[21];
    char *first = digits + sizeof digits - 1;

    *first = '\0';
    do {
        *--first = (char)('0' + number % 10);
        number /= 10;
    } while (number);
    add_progress_text(line, first);
}

void stopped_say(const char *signal)
{
    struct sfpu_progress p = {.size = sizeof p};
    struct line line = {.length = 0};

    if (sfpu_get_progress(atomic_load(&watched), &p) != SFPU_OK || !p.running)
        return;
    add_progress_text(&line, "sfpsim: stopped by ");
    add_progress_text(&line, signal);
    add_progress_text(&line, " after ");
    add_line_number(&line, p.passes);
    add_progress_text(&line, " of ");
    add_line_number(&line, p.wanted);
    add_progress_text(&line, " passes");
    if (p.cycles) {
        add_progress_text(&line, ", in cycle ");
        add_line_number(&line, p.cycles);
    }
    add_progress_text(&line, "\n");
    (void)!write(STDERR_FILENO, line.text, line.length);
}
