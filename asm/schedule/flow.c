/*
 * Who reads what of whom. In the steady state each write comes again after all turns of the rotation; a read finds the
 * last one that has landed before its cycle, and that must be one of its own iteration's.
 */
#include "rules.h"

#include "front/assembler.h"
#include "broken.h"
#include "isa/timing.h"

#include <stdlib.h>

/* A write of an LReg. Times are cycles from the start of an iteration of turn 0. */
struct landing {
    const struct cell *cell;
    uint32_t at;    /* the cycle at whose end it lands, modulo that of all turns */
    uint8_t lreg;
    uint8_t order;  /* among those of one cycle: the last stays (sfpu-timing(7), Order within a cycle) */
    int32_t wrapped; /* iterations that `at` was taken back by, besides the turn */
    unsigned turn;
};

/* All of them, by LReg and then in order. */
struct landings {
    struct landing *items; /* owned */
    size_t count;
    size_t first[SFP_LREGS + 1]; /* those of LReg r are first[r]..first[r + 1] - 1 */
};

/* A read. */
struct read {
    const struct cell *cell;
    unsigned turn;
    uint8_t lreg;
};

static uint32_t cycles_of_all(const struct schedule *s)
{
    return s->period * s->turns;
}

static uint8_t order_of(const struct cell *cell, unsigned latency)
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

static void add_landings(const struct check *c, struct landings *all, const struct cell *cell, unsigned turn)
{
    const struct schedule *s = c->schedule;
    const struct access a = cell_known_access(cell, turn, c->arch);
    const uint32_t at = cell->row + turn * s->period + a.latency - 1;

    for (uint32_t left = a.writes & SFP_USES_LREGS; left; left &= left - 1)
        all->items[all->count++] = (struct landing){
            .cell = cell, .at = at % cycles_of_all(s), .lreg = (uint8_t)__builtin_ctz(left),
            .order = order_of(cell, a.latency), .wrapped = (int32_t)(at / cycles_of_all(s) * s->turns), .turn = turn,
        };
}

/* False if memory ran out. */
static bool find_landings(const struct check *c, struct landings *all)
{
    const struct schedule *s = c->schedule;
    size_t room = 0;

    for (const struct cell *cell = s->cells; cell < s->cells + s->cell_count; cell++)
        for (unsigned turn = 0; cell->insn && turn < s->turns; turn++)
            room += (unsigned)__builtin_popcount(cell_known_access(cell, turn, c->arch).writes & SFP_USES_LREGS);
    all->items = calloc(room + 1, sizeof *all->items);
    if (!all->items)
        return false;
    for (const struct cell *cell = s->cells; cell < s->cells + s->cell_count; cell++)
        for (unsigned turn = 0; cell->insn && turn < s->turns; turn++)
            add_landings(c, all, cell, turn);
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

/* By how many iterations is the one of a landing later than the read's? */
static int64_t iterations_later(const struct schedule *s, const struct read *r, const struct landing *l, int64_t rounds)
{
    return (int64_t)l->turn - l->wrapped - (int64_t)r->turn + rounds * (int64_t)s->turns;
}

static const char *iteration_text(int64_t later)
{
    return later == 0 ? "this iteration" : later == 1 ? "the next iteration" : later > 1 ? "a later iteration"
         : later == -1 ? "the iteration before" : "an earlier iteration";
}

/* Does the hardware hold the reader until the writer's result is there? Then the rule about that has been said. */
static bool is_held(const struct check *c, const struct read *r, const struct cell *writer)
{
    return writer->kind == CELL_ISSUED && r->cell->kind == CELL_ISSUED && writer->unit == SFP_UNIT_MAD &&
           sfp_quirk(c->arch, SFP_QUIRK_MAD_INTERLOCK) && cell_seen_reads(r->cell, r->turn) >> r->lreg & 1;
}

/* The cell that writes the register, has started, and has not landed: among the landings that come next, from number
 * `next` on. Those of other iterations matter only where one hands values on to the next. */
static const struct cell *in_flight(const struct check *c, const struct read *r, const struct landing *first,
                                    size_t count, size_t next)
{
    const uint32_t all = cycles_of_all(c->schedule);
    const uint32_t time = (r->cell->row + r->turn * c->schedule->period) % all;
    const bool carried = c->schedule->carried >> r->lreg & 1;

    for (size_t i = 0; i < count; i++) {
        const struct landing *l = &first[(next + i) % count];
        const unsigned latency = cell_known_access(l->cell, l->turn, c->arch).latency;
        const uint32_t wait = (l->at + all - time) % all;
        const bool own = l->turn == r->turn && l->cell->row < r->cell->row &&
                         l->cell->row + latency - 1 >= r->cell->row;

        if (wait >= SFP_MAX_LATENCY)
            break;
        if (own || (carried && wait + 1 < latency))
            return l->cell;
    }
    return NULL;
}

static void report_shadow(const struct check *c, const struct read *r, const struct cell *writer)
{
    char place[CELL_PLACE_SIZE];

    schedule_broken(c->as, RULE_SHADOW, r->cell->place,
                    "%s: reads L%u a cycle before the %s of row %u lands: the old value",
                    cell_place_text(place, r->cell), r->lreg, writer->insn->gnu, writer->row);
}

static void report_overwritten(const struct check *c, const struct read *r, const struct landing *writer, int64_t later)
{
    char place[CELL_PLACE_SIZE];

    if (later > 0)
        schedule_broken(c->as, RULE_OVERWRITTEN, r->cell->place, "%s: reads L%u as row %u of %s leaves it: it is "
                        "written again before its last use", cell_place_text(place, r->cell), r->lreg,
                        writer->cell->row,
                        iteration_text(later));
    else
        schedule_broken(c->as, RULE_OVERWRITTEN, r->cell->place, "%s: reads L%u as row %u of %s left it: nothing "
                        "writes it before in this one", cell_place_text(place, r->cell), r->lreg, writer->cell->row,
                        iteration_text(later));
}

/* A store of L16 that another load's cell has left there. */
static void check_owner(const struct check *c, const struct read *r, const struct cell *writer)
{
    const struct schedule *s = c->schedule;
    char place[CELL_PLACE_SIZE];

    if (r->lreg != SFP_STAGING_LREG || writer->tag == r->cell->tag || writer->tag == SCHEDULE_NO_TAG ||
        r->cell->tag == SCHEDULE_NO_TAG)
        return;
    schedule_broken(c->as, RULE_STAGING_OWNER, r->cell->place, "%s: L16 is [%.*s]'s (row %u), not [%.*s]'s",
                    cell_place_text(place, r->cell), place_precision(s->tags[writer->tag].name),
                    place_text(s->tags[writer->tag].name), writer->row, place_precision(s->tags[r->cell->tag].name),
                    place_text(s->tags[r->cell->tag].name));
}

/* False if the read breaks a rule; another turn of it is not worth a word then. */
static bool check_read(const struct check *c, const struct landings *all, const struct read *r)
{
    const struct schedule *s = c->schedule;
    const bool carried = s->carried >> r->lreg & 1;
    const uint32_t time = r->cell->row + r->turn * s->period;
    const struct landing *first = all->items + all->first[r->lreg], *found;
    const size_t count = all->first[r->lreg + 1] - all->first[r->lreg];
    const size_t before = count_before(first, count, time % cycles_of_all(s));
    const struct cell *early;
    int64_t later;

    if (count == 0 || r->cell->old)
        return true;
    early = in_flight(c, r, first, count, before);
    if (early && is_held(c, r, early))
        return true;
    if (early) {
        report_shadow(c, r, early);
        return false;
    }
    found = &first[before > 0 ? before - 1 : count - 1];
    later = iterations_later(s, r, found, (int64_t)(time / cycles_of_all(s)) - (before == 0));
    if (later != 0 && !carried) {
        report_overwritten(c, r, found, later);
        return false;
    }
    if (later == 0)
        check_owner(c, r, found->cell);
    return true;
}

static bool check_reads(const struct check *c, const struct landings *all, const struct cell *cell, unsigned turn)
{
    bool good = true;

    for (uint32_t left = cell_known_access(cell, turn, c->arch).reads & SFP_USES_LREGS; left; left &= left - 1)
        good &= check_read(c, all, &(struct read){cell, turn, (uint8_t)__builtin_ctz(left)});
    return good;
}

bool check_flow(const struct check *c)
{
    const struct schedule *s = c->schedule;
    struct landings all = {0};

    if (!find_landings(c, &all))
        return false;
    for (const struct cell *cell = s->cells; cell < s->cells + s->cell_count; cell++)
        for (unsigned turn = 0; cell->insn && turn < s->turns && check_reads(c, &all, cell, turn); turn++)
            ;
    free(all.items);
    return true;
}
