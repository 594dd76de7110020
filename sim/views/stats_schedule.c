/*
 * The steady state of macro kernels. Each cycle is told by what starts in it, sub-unit by sub-unit, but for registers
 * and addresses, which may rotate. For each period that may be, the longest stretch is kept in which every cycle is
 * told as the one a period before it.
 */
#include "stats_schedule.h"

#include <stdlib.h>
#include <string.h>

#include "isa/sequence.h"
#include "stats_parts.h"

enum {
    MOST_PERIOD = 256,
    HISTORY = 2 * MOST_PERIOD, /* cycles, a power of 2 */
    MOST_KINDS = 4096,         /* kinds of cycles; further ones are like no other */
    SLOTS = SFP_UNITS,         /* by sub-unit; NONE: instructions of other units */
    ENOUGH = 3,                /* periods that make a steady state */
};

/* What starts in a cycle. */
struct kind {
    uint64_t key;
    struct sfp_stats_cell cell[SLOTS];
    bool present[SLOTS];
    bool discards; /* it also issues what is discarded */
};

/* The longest stretch of a period. */
struct stretch {
    uint64_t cycles; /* that are like those a period before, so far; and of the longest one */
    uint64_t longest, end;
    uint32_t *kinds; /* a period of it, or NULL: it was never long enough */
};

struct sfp_steady {
    struct kind now;
    uint64_t first, cycle, last_macro;
    bool lost; /* memory */
    uint32_t history[HISTORY]; /* kinds of the last cycles */
    uint32_t unlike;           /* the number of the next kind that is like no other */
    struct kind *kinds;
    size_t count, room;
    uint16_t places[2 * MOST_KINDS]; /* 1 + the number of a kind, by hash */
    struct stretch stretch[MOST_PERIOD + 1];
    unsigned templates, macros; /* that were used: sets */
    struct sfp_stats_schedule result;
};

struct sfp_steady *sfp_steady_new(uint64_t cycle)
{
    struct sfp_steady *s = calloc(1, sizeof *s);

    if (s)
        s->first = s->cycle = cycle;
    return s;
}

void sfp_steady_free(struct sfp_steady *s)
{
    if (!s)
        return;
    for (unsigned p = 0; p <= MOST_PERIOD; p++)
        free(s->stretch[p].kinds);
    free(s->kinds);
    free(s->result.cells);
    free(s);
}

/* ---- Kinds of cycles ---- */

static uint64_t mix(uint64_t key, uint64_t value)
{
    enum { SHIFT = 29 };

    key = (key ^ value) * UINT64_C(0x9E3779B97F4A7C15);
    return key ^ key >> SHIFT;
}

/* What is started where, but for registers and addresses. An SFPLOADMACRO is told by what it schedules. */
static uint64_t key_of(const struct kind *k)
{
    uint64_t key = 0;

    for (unsigned u = 0; u < SLOTS; u++) {
        const struct sfp_stats_cell *c = &k->cell[u];

        key = mix(key, k->present[u] ? 1u + c->op.insn->id : 0);
        if (k->present[u])
            key = mix(key, (uint64_t)c->op.mod << 2 | (unsigned)c->scheduled << 1 | (unsigned)c->staged);
    }
    return mix(key, k->discards);
}

static bool grow(struct sfp_steady *s)
{
    const size_t room = s->room ? 2 * s->room : 64;
    struct kind *bigger = reallocarray(s->kinds, room, sizeof *bigger);

    s->lost |= !bigger;
    if (!bigger)
        return false;
    s->kinds = bigger;
    s->room = room;
    return true;
}

/* The number of this cycle's kind. */
static uint32_t number_of(struct sfp_steady *s)
{
    size_t place;

    s->now.key = key_of(&s->now);
    for (place = s->now.key % (2 * MOST_KINDS); s->places[place]; place = (place + 1) % (2 * MOST_KINDS))
        if (s->kinds[s->places[place] - 1].key == s->now.key)
            return s->places[place] - 1u;
    if (s->count == MOST_KINDS || (s->count == s->room && !grow(s)))
        return MOST_KINDS + s->unlike++;
    s->kinds[s->count] = s->now;
    s->places[place] = (uint16_t)++s->count;
    return (uint32_t)s->count - 1;
}

/* ---- Periods ---- */

static uint32_t *history(struct sfp_steady *s, uint64_t cycle)
{
    return &s->history[cycle % HISTORY];
}

/* A stretch of `period` has become the longest one: keeps its last period, unless it is the one that was kept. */
static void keep(struct sfp_steady *s, unsigned period)
{
    struct stretch *t = &s->stretch[period];
    const bool kept = t->end + 1 == s->cycle && t->kinds;

    t->longest = t->cycles;
    t->end = s->cycle;
    if (kept || t->cycles < (uint64_t)(ENOUGH - 1) * period)
        return;
    if (!t->kinds)
        t->kinds = calloc(period, sizeof *t->kinds);
    s->lost |= !t->kinds;
    for (unsigned i = 0; t->kinds && i < period; i++)
        t->kinds[i] = *history(s, s->cycle - period + 1 + i);
}

/* The cycle is over. */
static void next_cycle(struct sfp_steady *s)
{
    const uint32_t number = *history(s, s->cycle) = number_of(s);

    for (unsigned period = 1; period <= MOST_PERIOD && period <= s->cycle - s->first; period++) {
        struct stretch *t = &s->stretch[period];
        const bool macro = s->cycle - s->last_macro < period;

        t->cycles = *history(s, s->cycle - period) == number ? t->cycles + 1 : 0;
        if (macro && t->cycles > t->longest)
            keep(s, period);
    }
    memset(s->now.present, 0, sizeof s->now.present);
    s->now.discards = false;
    s->cycle++;
}

/* ---- Events ---- */

static void on_exec(struct sfp_steady *s, const struct sfp_event *event)
{
    s->now.present[event->unit] = true;
    s->now.cell[event->unit] = (struct sfp_stats_cell){
        .unit = event->unit, .op = *event->op, .scheduled = event->scheduled, .busy = event->busy,
        .staged = event->op->writes >> SFP_STAGING_LREG & 1};
    if (event->op->insn->id != SFP_I_SFPLOADMACRO)
        return;
    s->last_macro = event->cycle;
    s->result.macros |= 1u << event->op->macro;
}

bool sfp_steady_event(struct sfp_steady *s, const struct sfp_event *event)
{
    while (s->cycle < event->cycle)
        next_cycle(s);
    switch (event->kind) {
    case SFP_EVENT_EXEC:
        on_exec(s, event);
        break;
    case SFP_EVENT_DISCARD:
        s->now.discards = true;
        break;
    case SFP_EVENT_SCHEDULE:
        if (event->selector >= SFP_SELECT_TEMPLATE)
            s->result.templates |= 1u << (event->selector - SFP_SELECT_TEMPLATE);
        break;
    default:
        break;
    }
    return !s->lost;
}

/* ---- The end ---- */

/* The period that explains most cycles, the shortest of several; 0: none comes often enough. */
static unsigned best_period(const struct sfp_steady *s)
{
    unsigned best = 0;
    uint64_t most = 0;

    for (unsigned period = 1; period <= MOST_PERIOD; period++) {
        const struct stretch *t = &s->stretch[period];

        if (t->kinds && t->longest + period > most) {
            best = period;
            most = t->longest + period;
        }
    }
    return best;
}

/* The row of a period that comes first: that of the SFPLOADMACRO that comes first in the program. */
static unsigned first_row(const struct sfp_steady *s, const struct stretch *t, unsigned period)
{
    uint32_t least = UINT32_MAX;
    unsigned first = 0;

    for (unsigned row = 0; row < period; row++) {
        const struct kind *k = &s->kinds[t->kinds[row]];
        const struct sfp_op *op = &k->cell[SFP_UNIT_LOAD].op;

        if (!k->present[SFP_UNIT_LOAD] || op->insn->id != SFP_I_SFPLOADMACRO || op->index >= least)
            continue;
        least = op->index;
        first = row;
    }
    return first;
}

/* Simple and Round share a cycle if exactly one of them writes L16 (sfpu-timing(7), Conflicts). */
static unsigned ports_of(const struct sfp_stats_schedule *r)
{
    unsigned cells[2][2] = {{0}}; /* Simple and Round; not to L16, and to it */
    unsigned more = 0;            /* further cycles, in which neither starts anything */
    unsigned shared;

    for (size_t i = 0; i < r->count; i++) {
        const struct sfp_stats_cell *c = &r->cells[i];

        if ((c->unit != SFP_UNIT_SIMPLE && c->unit != SFP_UNIT_ROUND) || !c->busy)
            continue;
        cells[c->unit == SFP_UNIT_ROUND][c->staged]++;
        more += c->busy - 1;
    }
    shared = cells[0][0] < cells[1][1] ? cells[0][0] : cells[1][1];
    shared += cells[0][1] < cells[1][0] ? cells[0][1] : cells[1][0];
    return cells[0][0] + cells[0][1] + cells[1][0] + cells[1][1] + more - shared;
}

static void count_cell(struct sfp_stats_schedule *r, const struct sfp_stats_cell *c)
{
    r->units[c->unit] += c->busy;
    r->issue += !c->scheduled;
    r->nops += !c->scheduled && c->op.insn->id == SFP_I_SFPNOP;
    r->stores += c->op.insn->id == SFP_I_SFPSTORE && c->unit == SFP_UNIT_STORE;
}

static void list_cell(struct sfp_stats_schedule *r, unsigned row, const struct kind *k, enum sfp_unit unit)
{
    if (!k->present[unit])
        return;
    r->cells[r->count] = k->cell[unit];
    r->cells[r->count].row = row;
    count_cell(r, &r->cells[r->count++]);
}

static void list_cells(struct sfp_steady *s, const struct stretch *t)
{
    struct sfp_stats_schedule *r = &s->result;
    const unsigned first = first_row(s, t, r->period);

    for (unsigned row = 0; row < r->period; row++) {
        const struct kind *k = &s->kinds[t->kinds[(first + row) % r->period]];

        r->issue += k->discards;
        for (unsigned i = 0; i < STATS_UNITS; i++)
            list_cell(r, row, k, stats_units[i]);
        list_cell(r, row, k, SFP_UNIT_NONE);
    }
    r->ports = ports_of(r);
}

const struct sfp_stats_schedule *sfp_steady_finish(struct sfp_steady *s)
{
    struct sfp_stats_schedule *r = &s->result;
    const struct stretch *t;

    next_cycle(s);
    r->period = best_period(s);
    if (!r->period)
        return s->lost ? NULL : r;
    t = &s->stretch[r->period];
    r->cycles = t->longest + r->period;
    r->from = t->end + 1 - r->cycles;
    r->cells = calloc((size_t)r->period * SLOTS, sizeof *r->cells);
    if (!r->cells)
        return NULL;
    list_cells(s, t);
    return s->lost ? NULL : r;
}

unsigned sfp_stats_schedule_floor(const struct sfp_stats_schedule *r)
{
    unsigned floor = r->issue > r->ports ? r->issue : r->ports;

    for (unsigned i = 0; i < STATS_UNITS; i++)
        floor = r->units[stats_units[i]] > floor ? r->units[stats_units[i]] : floor;
    return floor;
}

bool sfp_stats_schedule_binds(const struct sfp_stats_schedule *r, const struct sfp_stats_cell *c)
{
    const unsigned floor = sfp_stats_schedule_floor(r);
    const bool ported = (c->unit == SFP_UNIT_SIMPLE || c->unit == SFP_UNIT_ROUND) && c->busy;

    return (r->issue == floor && !c->scheduled) || (r->units[c->unit] == floor && c->busy)
        || (r->ports == floor && ported);
}
