/* How far something is that takes its time. */
#include "progress.h"

#include <inttypes.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

#include "cli/interrupt.h"

#define APART 0.2 /* seconds between two lines */

enum { MINUTE = 60, BAR = 30 };

static double now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

void progress_begin(struct progress *p, uint64_t before, uint64_t total)
{
    *p = (struct progress){.shown = isatty(STDERR_FILENO), .before = before, .total = total, .began = now()};
    sfp_note_signals();
}

void progress_tell(struct progress *p, uint64_t done)
{
    const double time = now(), rate = (double)(done - p->before) / (time - p->began);
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
