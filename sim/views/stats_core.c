/* Cycles of the core that pushes the words, by function and loop. Counts are kept by instruction, and summed for a
 * report. */
#include <stdlib.h>
#include <string.h>

#include "dis/riscv.h"
#include "stats_parts.h"
#include "base/array.h"

/* A loop, by addresses: from the target of a backward branch to the last such branch. */
struct core_loop {
    size_t first, last;
};

struct core_stats {
    struct core_counts *counts; /* by index */
    struct core_loop *loops;
    size_t loop_count, loop_room;
    uint64_t cycle; /* the last cycle counted, plus 1 */
    size_t at;      /* the instruction that it was counted for */
};

static struct core_stats *begin_core(struct sfp_stats *s)
{
    struct core_stats *c = calloc(1, sizeof *c);

    if (c)
        c->counts = calloc(s->kernel->program.count, sizeof *c->counts);
    if (c && c->counts)
        return c;
    free(c);
    s->no_memory = true;
    return NULL;
}

void core_free(struct sfp_stats *s)
{
    if (!s->core)
        return;
    free(s->core->counts);
    free(s->core->loops);
    free(s->core);
}

static bool ends_loop(const struct sfp_core_step *step)
{
    const struct rv_op op = rv_decode(step->word);

    return rv_ends_loop(&op, step->address, step->next);
}

static void note_loop(struct sfp_stats *s, size_t first, size_t last)
{
    struct core_stats *c = s->core;

    for (size_t i = 0; i < c->loop_count; i++) {
        if (c->loops[i].first != first)
            continue;
        c->loops[i].last = c->loops[i].last > last ? c->loops[i].last : last;
        return;
    }
    if (array_room(&c->loops, c->loop_count, &c->loop_room, sizeof *c->loops))
        c->loops[c->loop_count++] = (struct core_loop){first, last};
    else
        s->no_memory = true;
}

/* Counts a core step. A cycle belongs to the first instruction that issues in it, or to the held instruction. */
void core_step(struct sfp_stats *s, const struct sfp_event *event)
{
    const struct sfp_core_step *step = event->core;
    struct core_counts *counts;

    if (!s->core && !(s->core = begin_core(s)))
        return;
    counts = &s->core->counts[step->index];
    if (event->cycle >= s->core->cycle) {
        counts->cycles++;
        s->core->at = step->index;
        s->core->cycle = event->cycle + 1;
    }
    counts->instructions += !step->stall;
    counts->waits += step->by_thread;
    counts->fetched += step->fetched;
    if (!step->stall && ends_loop(step))
        note_loop(s, step->index - (step->address - step->next) / RV_BYTES, step->index);
}

void core_bubble(struct sfp_stats *s, const struct sfp_event *event)
{
    if (s->core && event->stall == SFP_STALL_GAP)
        s->core->counts[s->core->at].awaited++;
}

uint64_t core_fetched(const struct sfp_stats *s)
{
    uint64_t cycles = 0;

    for (size_t i = 0; i < s->kernel->program.count; i++)
        cycles += s->core->counts[i].fetched;
    return cycles;
}

/* ---- Functions and loops ---- */

struct listing {
    const struct sfp_stats *s;
    struct core_part *parts;
    size_t count, room;
    bool no_memory;
};

static void add_core_part(struct listing *l, const char *function, size_t first, size_t end)
{
    const struct core_counts *counts = l->s->core->counts;
    struct core_part part = {.function = function, .first = first, .iterations = counts[first].instructions};

    for (size_t i = first; i < end; i++) {
        part.counts.cycles += counts[i].cycles;
        part.counts.instructions += counts[i].instructions;
        part.counts.waits += counts[i].waits;
        part.counts.awaited += counts[i].awaited;
        part.counts.fetched += counts[i].fetched;
    }
    if (!part.counts.cycles)
        return;
    if (array_room(&l->parts, l->count, &l->room, sizeof *l->parts))
        l->parts[l->count++] = part;
    else
        l->no_memory = true;
}

/* Compares by address; an outer loop comes before the loops in it. */
static int compare_loop_firsts(const void *a, const void *b)
{
    const struct core_loop *x = a, *y = b;

    if (x->first != y->first)
        return x->first < y->first ? -1 : 1;
    return (x->last < y->last) - (x->last > y->last);
}

/* Adds the code from `first` to `end` - 1, and the loops that begin there. *loop is the next loop to add. */
static void add_code(struct listing *l, const char *function, size_t first, size_t end, size_t *loop)
{
    const struct core_stats *c = l->s->core;

    if (first >= end)
        return;
    add_core_part(l, function, first, end);
    for (; *loop < c->loop_count && c->loops[*loop].first < end; ++*loop)
        add_core_part(l, NULL, c->loops[*loop].first, c->loops[*loop].last + 1);
}

struct core_part *core_parts(const struct sfp_stats *s, size_t *count)
{
    const struct sfp_program *p = &s->kernel->program;
    struct listing l = {.s = s};
    size_t loop = 0, behind = 0;

    *count = 0;
    if (s->core->loop_count)
        qsort(s->core->loops, s->core->loop_count, sizeof *s->core->loops, compare_loop_firsts);
    for (size_t i = 0; i < p->region_count; i++) {
        add_code(&l, "", behind, p->regions[i].first, &loop);
        add_code(&l, p->regions[i].name, p->regions[i].first, p->regions[i].end, &loop);
        behind = p->regions[i].end;
    }
    add_code(&l, "", behind, p->count, &loop);
    if (l.no_memory) {
        free(l.parts);
        return NULL;
    }
    *count = l.count;
    return l.parts ? l.parts : calloc(1, sizeof *l.parts);
}
