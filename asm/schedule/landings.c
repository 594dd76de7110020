/* The results of cells, in order of their landing. */
#include "landings.h"

#include <stdlib.h>

uint32_t landings_cycles(const struct schedule *s)
{
    return s->period * s->turns;
}

uint8_t landing_order(const struct cell *cell, unsigned latency)
{
    static const uint8_t orders[SFP_UNITS] = {
        [SFP_UNIT_MAD] = 0, [SFP_UNIT_SIMPLE] = 2, [SFP_UNIT_ROUND] = 3, [SFP_UNIT_LOAD] = 4,
    };

    return latency > 1 && cell->unit == SFP_UNIT_ROUND ? 1 : orders[cell->unit];
}

static int compare(const void *x, const void *y)
{
    const struct landing *a = x, *b = y;

    if (a->lreg != b->lreg)
        return a->lreg < b->lreg ? -1 : 1;
    if (a->at != b->at)
        return a->at < b->at ? -1 : 1;
    return a->order - b->order;
}

static void add_landings(struct landings *all, const struct cell *cell, unsigned turn)
{
    const struct schedule *s = all->schedule;
    const struct access a = cell_known_access(cell, turn, all->arch);
    const uint32_t at = cell->row + turn * s->period + a.latency - 1;

    for (uint32_t left = a.writes & SFP_USES_LREGS; left; left &= left - 1)
        all->items[all->count++] = (struct landing){
            .cell = cell, .at = at % landings_cycles(s), .lreg = (uint8_t)__builtin_ctz(left),
            .order = landing_order(cell, a.latency), .wrapped = (int32_t)(at / landings_cycles(s) * s->turns), .turn = turn,
        };
}

bool landings_make(struct landings *all, const struct schedule *s, enum sfp_arch arch)
{
    size_t room = 0;

    *all = (struct landings){.schedule = s, .arch = arch};
    for (const struct cell *cell = s->cells; cell < s->cells + s->cell_count; cell++)
        for (unsigned turn = 0; cell->insn && turn < s->turns; turn++)
            room += (unsigned)__builtin_popcount(cell_known_access(cell, turn, arch).writes & SFP_USES_LREGS);
    all->items = calloc(room + 1, sizeof *all->items);
    if (!all->items)
        return false;
    for (const struct cell *cell = s->cells; cell < s->cells + s->cell_count; cell++)
        for (unsigned turn = 0; cell->insn && turn < s->turns; turn++)
            add_landings(all, cell, turn);
    qsort(all->items, all->count, sizeof *all->items, compare);
    for (size_t i = 0; i < all->count; i++)
        all->first[all->items[i].lreg + 1]++;
    for (unsigned lreg = 0; lreg < SFP_LREGS; lreg++)
        all->first[lreg + 1] += all->first[lreg];
    return true;
}

/* How many of some landings, in order, come before cycle `time`, modulo all turns. */
static size_t count_before(const struct landing *first, size_t count, uint32_t time)
{
    size_t low = 0, high = count;

    while (low < high) {
        const size_t middle = low + (high - low) / 2;

        if (first[middle].at < time)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

void landings_free(struct landings *landings)
{
    free(landings->items);
    *landings = (struct landings){0};
}

/* By how many iterations is the one of a landing later than the read's? */
static int64_t iterations_later(const struct schedule *s, const struct read *r, const struct landing *l, int64_t rounds)
{
    return (int64_t)l->turn - l->wrapped - (int64_t)r->turn + rounds * (int64_t)s->turns;
}

struct landings_found landings_find(const struct landings *all, const struct read *r)
{
    const struct schedule *s = all->schedule;
    const uint32_t time = cell_read_row(r->cell, r->turn, all->arch) + r->turn * s->period;
    struct landings_found found = {
        .first = all->items + all->first[r->lreg], .count = all->first[r->lreg + 1] - all->first[r->lreg]};

    if (found.count == 0)
        return found;
    found.before = count_before(found.first, found.count, time % landings_cycles(s));
    found.last = &found.first[found.before > 0 ? found.before - 1 : found.count - 1];
    found.later = iterations_later(s, r, found.last, (int64_t)(time / landings_cycles(s)) - (found.before == 0));
    return found;
}
