/*
 * The steady state of kernels with macros. A cycle's kind is the set of operations that start in it, by sub-unit,
 * without registers and addresses, which may rotate. For each possible period, the search keeps the longest stretch in
 * which each cycle has the kind of the cycle one period before.
 */
#include "stats_parts.h"

#include <stdlib.h>
#include <string.h>

#include "isa/vector_unit.h"

enum {
    MOST_PERIOD = 256,
    HISTORY = 2 * MOST_PERIOD, /* cycles; a power of 2 */
    MOST_KINDS = 4096,         /* different kinds; a cycle of a further kind equals no other cycle */
    SLOTS = SFP_UNITS,         /* by sub-unit; NONE: instructions of other units */
    ENOUGH = 3,                /* periods needed for a steady state */
};

/* The operations that start in a cycle. */
struct starts {
    struct sfp_stats_cell cell[SLOTS];
    bool present[SLOTS];
    bool discards; /* an instruction is discarded in the cycle */
};

/* The stretches of one period. */
struct stretch {
    uint64_t cycles; /* number of cycles in the present stretch; longest: in the longest stretch */
    uint64_t longest, end;
};

struct steady_search {
    struct starts recent[MOST_PERIOD]; /* the last cycles, including the present one */
    struct starts best[MOST_PERIOD];   /* number of starts per period in the longest stretch */
    unsigned best_period;              /* length of this period in cycles; 0: no stretch was long enough */
    uint64_t first, cycle, last_macro;
    uint32_t history[HISTORY]; /* kinds of the last cycles, by number */
    uint32_t unlike;           /* offset of the next number for kinds beyond MOST_KINDS */
    uint64_t keys[MOST_KINDS]; /* keys of the kept kinds */
    size_t count;
    uint16_t places[2 * MOST_KINDS]; /* hash table: 1 + the number of a kind */
    struct stretch stretch[MOST_PERIOD + 1];
    unsigned templates, macros; /* sets of the numbers used */
    struct sfp_stats_steady result;
};

struct steady_search *steady_new(uint64_t cycle)
{
    struct steady_search *s = calloc(1, sizeof *s);

    if (s)
        s->first = s->cycle = cycle;
    return s;
}

void steady_free(struct steady_search *s)
{
    if (!s)
        return;
    free(s->result.cells);
    free(s);
}

/* ---- Kinds of cycles ---- */

static uint64_t mix_kind_key(uint64_t key, uint64_t value)
{
    enum { SHIFT = 29 };

    key = (key ^ value) * UINT64_C(0x9E3779B97F4A7C15);
    return key ^ key >> SHIFT;
}

/* Returns the key of a cycle's kind: the operations started on each sub-unit, without registers and addresses. An
 * SFPLOADMACRO differs from others only by its items. */
static uint64_t hash_cycle_kind(const struct starts *starts)
{
    uint64_t key = 0;

    for (unsigned u = 0; u < SLOTS; u++) {
        const struct sfp_stats_cell *cell = &starts->cell[u];

        key = mix_kind_key(key, starts->present[u] ? 1u + cell->op.insn->id : 0);
        if (starts->present[u])
            key = mix_kind_key(key,
                               (uint64_t)cell->op.mod << 2 | (unsigned)cell->scheduled << 1 | (unsigned)cell->staged);
    }
    return mix_kind_key(key, starts->discards);
}

static struct starts *find_cycle_starts(struct steady_search *s, uint64_t cycle)
{
    return &s->recent[cycle % MOST_PERIOD];
}

/* Returns the number of the present cycle's kind. */
static uint32_t number_cycle_kind(struct steady_search *s)
{
    const uint64_t key = hash_cycle_kind(find_cycle_starts(s, s->cycle));
    size_t place;

    for (place = key % (2 * MOST_KINDS); s->places[place]; place = (place + 1) % (2 * MOST_KINDS))
        if (s->keys[s->places[place] - 1] == key)
            return s->places[place] - 1u;
    if (s->count == MOST_KINDS)
        return MOST_KINDS + s->unlike++;
    s->keys[s->count] = key;
    s->places[place] = (uint16_t)++s->count;
    return (uint32_t)s->count - 1;
}

/* ---- Periods ---- */

static uint32_t *find_history_kind(struct steady_search *s, uint64_t cycle)
{
    return &s->history[cycle % HISTORY];
}

/* Returns how many cycles a period's longest stretch covers. */
static uint64_t count_covered_cycles(const struct steady_search *s, unsigned period)
{
    return s->stretch[period].longest + period;
}

/* Returns whether the longest stretch of `period` covers more than the best period's, or as much with a shorter
 * period. */
static bool is_better_period(const struct steady_search *s, unsigned period)
{
    return !s->best_period || count_covered_cycles(s, period) > count_covered_cycles(s, s->best_period)
        || (count_covered_cycles(s, period) == count_covered_cycles(s, s->best_period) && period < s->best_period);
}

/* Makes the present stretch of `period` the period's longest. If no other period has a better stretch, keeps a period
 * of operations. */
static void keep_stretch(struct steady_search *s, unsigned period)
{
    struct stretch *stretch = &s->stretch[period];
    const bool goes_on = stretch->end + 1 == s->cycle;

    stretch->longest = stretch->cycles;
    stretch->end = s->cycle;
    if (stretch->cycles < (uint64_t)(ENOUGH - 1) * period
        || (s->best_period == period ? goes_on : !is_better_period(s, period)))
        return;
    s->best_period = period;
    for (unsigned i = 0; i < period; i++)
        s->best[i] = *find_cycle_starts(s, s->cycle - period + 1 + i);
}

/* Ends the present cycle. */
static void end_steady_cycle(struct steady_search *s)
{
    const uint32_t number = *find_history_kind(s, s->cycle) = number_cycle_kind(s);

    for (unsigned period = 1; period <= MOST_PERIOD && period <= s->cycle - s->first; period++) {
        struct stretch *stretch = &s->stretch[period];
        const bool macro = s->cycle - s->last_macro < period;

        stretch->cycles = *find_history_kind(s, s->cycle - period) == number ? stretch->cycles + 1 : 0;
        if (macro && stretch->cycles > stretch->longest)
            keep_stretch(s, period);
    }
    s->cycle++;
    memset(find_cycle_starts(s, s->cycle)->present, 0, sizeof s->recent->present);
    find_cycle_starts(s, s->cycle)->discards = false;
}

/* ---- Events ---- */

static void note_started_op(struct steady_search *s, const struct sfp_event *event)
{
    struct starts *now = find_cycle_starts(s, s->cycle);

    now->present[event->unit] = true;
    now->cell[event->unit] = (struct sfp_stats_cell){
        .unit = event->unit, .op = *event->op, .scheduled = event->scheduled, .busy = event->busy,
        .staged = event->op->writes >> SFP_STAGING_LREG & 1};
    if (event->op->insn->id != SFP_I_SFPLOADMACRO)
        return;
    s->last_macro = event->cycle;
    s->result.macros |= 1u << event->op->macro;
}

void steady_event(struct steady_search *s, const struct sfp_event *event)
{
    while (s->cycle < event->cycle)
        end_steady_cycle(s);
    switch (event->kind) {
    case SFP_EVENT_EXEC:
        note_started_op(s, event);
        break;
    case SFP_EVENT_DISCARD:
        find_cycle_starts(s, s->cycle)->discards = true;
        break;
    case SFP_EVENT_SCHEDULE:
        if (event->selector >= SFP_SELECT_TEMPLATE)
            s->result.templates |= 1u << (event->selector - SFP_SELECT_TEMPLATE);
        break;
    default:
        break;
    }
}

/* ---- The end ---- */

/* Returns the row of the period's first SFPLOADMACRO in program order. */
static unsigned first_row(const struct steady_search *s)
{
    size_t least = SIZE_MAX;
    unsigned first = 0;

    for (unsigned row = 0; row < s->best_period; row++) {
        const struct sfp_op *op = &s->best[row].cell[SFP_UNIT_LOAD].op;

        if (!s->best[row].present[SFP_UNIT_LOAD] || op->insn->id != SFP_I_SFPLOADMACRO || op->index >= least)
            continue;
        least = op->index;
        first = row;
    }
    return first;
}

/* Returns the port floor: Simple and Round share a cycle if exactly one of them writes L16 (sfpu-timing(7),
 * Conflicts). */
static unsigned find_port_floor(const struct sfp_stats_steady *r)
{
    unsigned cells[2][2] = {{0}}; /* number of cells of Simple and of Round; without and with L16 as destination */
    unsigned more = 0;            /* number of further cycles of operations, in which neither sub-unit starts
                                   * anything */
    unsigned shared;

    for (size_t i = 0; i < r->count; i++) {
        const struct sfp_stats_cell *cell = &r->cells[i];

        if ((cell->unit != SFP_UNIT_SIMPLE && cell->unit != SFP_UNIT_ROUND) || !cell->busy)
            continue;
        cells[cell->unit == SFP_UNIT_ROUND][cell->staged]++;
        more += cell->busy - 1;
    }
    shared = cells[0][0] < cells[1][1] ? cells[0][0] : cells[1][1];
    shared += cells[0][1] < cells[1][0] ? cells[0][1] : cells[1][0];
    return cells[0][0] + cells[0][1] + cells[1][0] + cells[1][1] + more - shared;
}

static void count_steady_cell(struct sfp_stats_steady *r, const struct sfp_stats_cell *cell)
{
    r->units[cell->unit] += cell->busy;
    r->issue += !cell->scheduled;
    r->nops += !cell->scheduled && cell->op.insn->id == SFP_I_SFPNOP;
    r->stores += cell->op.insn->id == SFP_I_SFPSTORE && cell->unit == SFP_UNIT_STORE;
}

static void list_steady_cell(struct sfp_stats_steady *r, unsigned row, const struct starts *starts, enum sfp_unit unit)
{
    if (!starts->present[unit])
        return;
    r->cells[r->count] = starts->cell[unit];
    r->cells[r->count].row = row;
    count_steady_cell(r, &r->cells[r->count++]);
}

static void list_steady_cells(struct steady_search *s)
{
    struct sfp_stats_steady *r = &s->result;
    const unsigned first = first_row(s);

    for (unsigned row = 0; row < r->period; row++) {
        const struct starts *starts = &s->best[(first + row) % r->period];

        r->issue += starts->discards;
        for (unsigned i = 0; i < STATS_UNITS; i++)
            list_steady_cell(r, row, starts, stats_units[i]);
        list_steady_cell(r, row, starts, SFP_UNIT_NONE);
    }
    r->ports = find_port_floor(r);
}

const struct sfp_stats_steady *steady_finish(struct steady_search *s)
{
    struct sfp_stats_steady *r = &s->result;
    const struct stretch *stretch;

    end_steady_cycle(s);
    r->period = s->best_period;
    if (!r->period)
        return r;
    stretch = &s->stretch[r->period];
    r->cycles = stretch->longest + r->period;
    r->from = stretch->end + 1 - r->cycles;
    r->cells = calloc((size_t)r->period * SLOTS, sizeof *r->cells);
    if (!r->cells)
        return NULL;
    list_steady_cells(s);
    return r;
}

unsigned sfp_stats_steady_floor(const struct sfp_stats_steady *r)
{
    unsigned floor = r->issue > r->ports ? r->issue : r->ports;

    for (unsigned i = 0; i < STATS_UNITS; i++)
        floor = r->units[stats_units[i]] > floor ? r->units[stats_units[i]] : floor;
    return floor;
}

bool sfp_stats_steady_binds(const struct sfp_stats_steady *r, const struct sfp_stats_cell *cell)
{
    const unsigned floor = sfp_stats_steady_floor(r);
    const bool ported = (cell->unit == SFP_UNIT_SIMPLE || cell->unit == SFP_UNIT_ROUND) && cell->busy;

    return (r->issue == floor && !cell->scheduled) || (r->units[cell->unit] == floor && cell->busy)
        || (r->ports == floor && ported);
}
