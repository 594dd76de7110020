/* The last writers of registers. */
#include "writers.h"

#include <stdlib.h>

static struct writer *slot(const struct writers *w, int64_t cycle, unsigned lreg)
{
    return &w->before[(cycle % w->length) * SFP_LREGS + lreg];
}

/* Notes what a cell writes in one turn where it can first be read: in the cycle after it lands. */
static void note(struct writers *w, const struct cell *cell, unsigned turn)
{
    const struct access access = cell_access(cell, turn, w->arch);
    const struct writer writer = {
        cell, (int64_t)cell->row + (int64_t)turn * w->schedule->period, access.latency ? access.latency : 1};

    for (uint32_t left = access.writes & SFP_USES_LREGS; left; left &= left - 1)
        *slot(w, writer.start + writer.latency, (unsigned)__builtin_ctz(left)) = writer;
}

/* Each cycle without a writer of its own has that of the cycle before; twice, as the rotation comes round. */
static void spread(struct writers *w)
{
    for (int64_t cycle = 1; cycle < 2 * w->length; cycle++)
        for (unsigned lreg = 0; lreg < SFP_LREGS; lreg++)
            if (!slot(w, cycle, lreg)->cell)
                *slot(w, cycle, lreg) = *slot(w, cycle - 1, lreg);
}

bool writers_make(struct writers *writers, const struct schedule *schedule, enum sfp_arch arch)
{
    *writers = (struct writers){schedule, arch, (int64_t)schedule->period * schedule->turns, NULL};
    writers->before = calloc((size_t)writers->length * SFP_LREGS, sizeof *writers->before);
    if (!writers->before)
        return false;
    for (const struct cell *cell = schedule->cells; cell < schedule->cells + schedule->cell_count; cell++)
        for (unsigned turn = 0; cell->insn && turn < schedule->turns; turn++)
            note(writers, cell, turn);
    spread(writers);
    return true;
}

void writers_free(struct writers *writers)
{
    free(writers->before);
    *writers = (struct writers){0};
}

static int64_t floor_of(int64_t a, int64_t b)
{
    return a / b - (a % b < 0);
}

const struct cell *writers_find(const struct writers *writers, unsigned lreg, unsigned row, unsigned turn,
                                int64_t *back)
{
    const int64_t period = writers->schedule->period;
    const int64_t cycle = (int64_t)row + (int64_t)turn * period;
    const struct writer *writer = slot(writers, cycle, lreg);
    int64_t rotations;

    if (!writer->cell)
        return NULL;
    /* The last time that it can be read by then. */
    rotations = floor_of(cycle - writer->start - writer->latency, writers->length);
    *back = turn - (writer->start + rotations * writers->length - writer->cell->row) / period;
    return writer->cell;
}
