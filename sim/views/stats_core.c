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
    uint64_t cycle[SFP_THREADS]; /* by the core's thread: the last cycle counted, plus 1 */
    size_t at[SFP_THREADS];      /* the instruction that it was counted for */
    unsigned line; /* of cores that gather words: size of the lines within which they do, in bytes; else 0 */
};

static struct core_stats *begin_core(struct sfp_stats *s)
{
    struct core_stats *core = calloc(1, sizeof *core);

    if (core)
        core->counts = calloc(s->kernel->program.count, sizeof *core->counts);
    if (core && core->counts)
        return core;
    free(core);
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
    struct core_stats *core = s->core;

    for (size_t i = 0; i < core->loop_count; i++) {
        if (core->loops[i].first != first)
            continue;
        core->loops[i].last = core->loops[i].last > last ? core->loops[i].last : last;
        return;
    }
    if (array_room(&core->loops, core->loop_count, &core->loop_room, sizeof *core->loops))
        core->loops[core->loop_count++] = (struct core_loop){first, last};
    else
        s->no_memory = true;
}

static void count_gathered(struct core_stats *core, const struct sfp_core_step *step)
{
    core->counts[step->index].address = step->address;
    if (step->stall || !step->line || rv_decode(step->word).id != RV_TTINSN)
        return;
    core->counts[step->index].gathered++;
    core->line = step->line;
}

/* Counts a core step. A cycle belongs to the first instruction that issues in it, or to the held instruction. */
void core_step(struct sfp_stats *s, const struct sfp_event *event)
{
    const struct sfp_core_step *step = event->core;
    struct core_counts *counts;

    if (!s->core && !(s->core = begin_core(s)))
        return;
    counts = &s->core->counts[step->index];
    if (event->cycle >= s->core->cycle[event->thread]) {
        counts->cycles++;
        s->core->at[event->thread] = step->index;
        s->core->cycle[event->thread] = event->cycle + 1;
    }
    counts->instructions += !step->stall;
    count_gathered(s->core, step);
    counts->waits += step->by_thread;
    counts->fetched += step->fetched;
    if (!step->stall && ends_loop(step))
        note_loop(s, step->index - (step->address - step->next) / RV_BYTES, step->index);
}

void core_bubble(struct sfp_stats *s, const struct sfp_event *event)
{
    const bool has_core = s->core && s->core->cycle[event->thread] > 0;

    if (has_core && event->stall == SFP_STALL_GAP)
        s->core->counts[s->core->at[event->thread]].awaited++;
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

static void add_core_part(struct listing *listing, const char *function, size_t first, size_t end)
{
    const struct core_counts *counts = listing->s->core->counts;
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
    if (array_room(&listing->parts, listing->count, &listing->room, sizeof *listing->parts))
        listing->parts[listing->count++] = part;
    else
        listing->no_memory = true;
}

/* Compares by address; an outer loop comes before the loops in it. */
static int compare_loop_firsts(const void *a, const void *b)
{
    const struct core_loop *x = a, *y = b;

    if (x->first != y->first)
        return x->first < y->first ? -1 : 1;
    return (x->last < y->last) - (x->last > y->last);
}

static bool has_inner_loop(const struct core_stats *core, const struct core_loop *loop)
{
    for (size_t i = 0; i < core->loop_count; i++) {
        const struct core_loop *inner = &core->loops[i];

        if (inner != loop && inner->first >= loop->first && inner->last <= loop->last)
            return true;
    }
    return false;
}

/* Adds a loop. If the thread waits for the core in each iteration, the loop's place may matter. */
static void add_loop(struct listing *listing, const struct core_loop *loop)
{
    const struct core_stats *core = listing->s->core;
    const size_t before = listing->count;
    struct core_part *part;

    add_core_part(listing, NULL, loop->first, loop->last + 1);
    if (listing->count == before || has_inner_loop(core, loop))
        return;
    part = &listing->parts[before];
    if (part->counts.awaited >= part->iterations)
        part->gathering = gathering_of(core->counts + loop->first, loop->last + 1 - loop->first,
                                       core->counts[loop->first].address, core->line);
}

/* Adds the code from `first` to `end` - 1, and the loops that begin there. *loop is the next loop to add. */
static void add_code(struct listing *listing, const char *function, size_t first, size_t end, size_t *loop)
{
    const struct core_stats *core = listing->s->core;

    if (first >= end)
        return;
    add_core_part(listing, function, first, end);
    for (; *loop < core->loop_count && core->loops[*loop].first < end; ++*loop)
        add_loop(listing, &core->loops[*loop]);
}

struct core_part *core_parts(const struct sfp_stats *s, size_t *count)
{
    const struct sfp_program *program = &s->kernel->program;
    struct listing listing = {.s = s};
    size_t loop = 0, behind = 0;

    *count = 0;
    if (s->core->loop_count)
        qsort(s->core->loops, s->core->loop_count, sizeof *s->core->loops, compare_loop_firsts);
    for (size_t i = 0; i < program->region_count; i++) {
        add_code(&listing, "", behind, program->regions[i].first, &loop);
        add_code(&listing, program->regions[i].name, program->regions[i].first, program->regions[i].end, &loop);
        behind = program->regions[i].end;
    }
    add_code(&listing, "", behind, program->count, &loop);
    if (listing.no_memory) {
        free(listing.parts);
        return NULL;
    }
    *count = listing.count;
    return listing.parts ? listing.parts : calloc(1, sizeof *listing.parts);
}
