/* Finds the longest circle of dependences through carried LRegs. */
#include "carried_bound.h"

#include <stdlib.h>

enum { UNREACHED = -1 };

/* The fewest cycles after an entry is read. */
struct reached {
    int *values; /* until the value can be read, or UNREACHED; owned */
    int *starts; /* until the operation starts, or UNREACHED; owned */
};

/* What an operation waits for longest: a source, or the operation that opens its region. */
static int find_start(const struct graph *g, const struct reached *r, size_t i, int16_t *last_value)
{
    const struct graph_operation *o = &g->operations[i];
    int start = UNREACHED;

    *last_value = GRAPH_NONE;
    for (unsigned source = 0; source < o->source_count; source++) {
        const int16_t value = o->sources[source].value;

        if (value != GRAPH_NONE && r->values[value] > start) {
            start = r->values[value];
            *last_value = value;
        }
    }
    if (o->region != GRAPH_NONE && r->starts[g->regions[o->region].opens] >= start &&
        r->starts[g->regions[o->region].opens] != UNREACHED) {
        start = r->starts[g->regions[o->region].opens] + 1;
        *last_value = GRAPH_NONE;
    }
    return start;
}

/* Returns whether the operation makes the value, and does not only copy it to another register. */
static bool is_maker(const struct graph_operation *o, int16_t value)
{
    bool makes = o->results[0].value == value || o->results[1].value == value;

    for (unsigned source = 0; source < o->source_count; source++)
        makes &= o->sources[source].value != value;
    return makes;
}

/* Returns the maker with which the value can be read soonest, and in *soonest how soon. */
static size_t find_soonest_maker(const struct graph *g, const struct reached *r, int16_t value, int *soonest)
{
    size_t best = g->count;

    *soonest = UNREACHED;
    for (size_t i = 0; i < g->count; i++) {
        const int ready = r->starts[i] == UNREACHED ? UNREACHED : r->starts[i] + g->operations[i].latency;

        if (is_maker(&g->operations[i], value) && (best == g->count || ready < *soonest)) {
            best = i;
            *soonest = ready;
        }
    }
    return best;
}

/* Fills `r` from the entry on. Bounds grow until nothing changes. */
static void reach_values(const struct graph *g, int16_t entry, struct reached *r)
{
    bool more = true;
    int16_t last_value;

    for (int16_t value = 0; value < g->values; value++)
        r->values[value] = value == entry ? 0 : UNREACHED;
    for (size_t i = 0; i < g->count; i++)
        r->starts[i] = UNREACHED;
    while (more) {
        more = false;
        for (size_t i = 0; i < g->count; i++) {
            const int start = find_start(g, r, i, &last_value);

            more |= start != r->starts[i];
            r->starts[i] = start;
        }
        for (int16_t value = 0; value < g->values; value++) {
            int soonest;

            find_soonest_maker(g, r, value, &soonest);
            more |= value != entry && soonest != r->values[value];
            r->values[value] = value == entry ? 0 : soonest;
        }
    }
}

/* ---- Circles ---- */

struct circles {
    const struct graph *g;
    unsigned through; /* index in g->carried of an LReg: only circles with this LReg count; GRAPH_LREGS: all do */
    int cycles[GRAPH_LREGS][GRAPH_LREGS]; /* from an entry to an exit, by indices in g->carried; UNREACHED: no path */
    unsigned path[GRAPH_LREGS], length;
    unsigned best_path[GRAPH_LREGS], best_length, best_cycles;
};

static bool has_wanted_lreg(const struct circles *c)
{
    bool has = c->through == GRAPH_LREGS;

    for (unsigned n = 0; n < c->length; n++)
        has |= c->path[n] == c->through;
    return has;
}

static void close_circle(struct circles *c, unsigned cycles)
{
    if (!has_wanted_lreg(c))
        return;
    if (cycles * c->best_length <= c->best_cycles * c->length && c->best_length > 0)
        return;
    c->best_cycles = cycles;
    c->best_length = c->length;
    for (unsigned n = 0; n < c->length; n++)
        c->best_path[n] = c->path[n];
}

/* Continues the path to each LReg that the path does not have yet, and records each closed circle. A circle begins with
 * its lowest LReg, so that each is found once. */
static void extend_path(struct circles *c, unsigned cycles)
{
    const unsigned from = c->path[c->length - 1];

    for (unsigned to = c->path[0]; to < c->g->carried_count; to++) {
        bool seen = false;

        if (c->cycles[from][to] == UNREACHED)
            continue;
        if (to == c->path[0])
            close_circle(c, cycles + (unsigned)c->cycles[from][to]);
        for (unsigned n = 0; n < c->length; n++)
            seen |= c->path[n] == to;
        if (seen)
            continue;
        c->path[c->length++] = to;
        extend_path(c, cycles + (unsigned)c->cycles[from][to]);
        c->length--;
    }
}

static void find_circles(struct circles *c, struct reached *r)
{
    for (unsigned from = 0; from < c->g->carried_count; from++) {
        const int16_t entry = c->g->carried[from].entry;

        if (entry != GRAPH_NONE)
            reach_values(c->g, entry, r);
        for (unsigned to = 0; to < c->g->carried_count; to++)
            c->cycles[from][to] = entry == GRAPH_NONE ? UNREACHED : r->values[c->g->carried[to].exit];
    }
    for (unsigned from = 0; from < c->g->carried_count; from++) {
        c->path[0] = from;
        c->length = 1;
        extend_path(c, 0);
    }
}

/* Appends the operations from an entry to an exit, in order. */
static void list_path(const struct graph *g, const struct reached *r, int16_t exit, struct carried_circle *circle)
{
    uint16_t reversed[CIRCLE_OPERATIONS];
    unsigned count = 0;
    int soonest;
    int16_t value = exit;
    size_t i = find_soonest_maker(g, r, exit, &soonest);

    while (count < CIRCLE_OPERATIONS) {
        reversed[count++] = (uint16_t)i;
        find_start(g, r, i, &value);
        if (value != GRAPH_NONE && graph_carried_entry(g, value))
            break;
        i = value == GRAPH_NONE ? g->regions[g->operations[i].region].opens
                                : find_soonest_maker(g, r, value, &soonest);
    }
    while (count > 0 && circle->count < CIRCLE_OPERATIONS)
        circle->operations[circle->count++] = reversed[--count];
}

static void describe_circle(const struct circles *c, struct reached *r, struct carried_circle *circle)
{
    for (unsigned n = 0; n < c->best_length; n++) {
        const struct graph_carried *from = &c->g->carried[c->best_path[n]],
                                   *to = &c->g->carried[c->best_path[(n + 1) % c->best_length]];

        circle->lregs[circle->lreg_count++] = from->lreg;
        reach_values(c->g, from->entry, r);
        list_path(c->g, r, to->exit, circle);
    }
    circle->cycles = c->best_cycles;
}

/* Finds the bound of carried_bound(), with the circles through g->carried[through] only, or all circles (GRAPH_LREGS).
 * Returns false, with 0 in *bound, if memory ran out. */
static bool find_bound(const struct graph *g, unsigned through, unsigned iterations, unsigned *bound,
                       struct carried_circle *circle)
{
    struct reached r = {calloc((size_t)g->values + 1, sizeof *r.values), calloc(g->count + 1, sizeof *r.starts)};
    struct circles c = {.g = g, .through = through};
    const bool done = r.values && r.starts;

    if (circle)
        *circle = (struct carried_circle){0};
    if (done) {
        find_circles(&c, &r);
        if (circle)
            describe_circle(&c, &r, circle);
    }
    free(r.values);
    free(r.starts);
    *bound = c.best_length ? (iterations * c.best_cycles + c.best_length - 1) / c.best_length : 0;
    return done;
}

unsigned carried_bound(const struct graph *g, unsigned iterations, struct carried_circle *circle)
{
    unsigned bound;

    find_bound(g, GRAPH_LREGS, iterations, &bound, circle);
    return bound;
}

bool carried_bound_through(const struct graph *g, unsigned lreg, unsigned *bound, struct carried_circle *circle)
{
    if (lreg == GRAPH_LREGS)
        return find_bound(g, GRAPH_LREGS, 1, bound, circle);
    for (unsigned i = 0; i < g->carried_count; i++)
        if (g->carried[i].lreg == lreg)
            return find_bound(g, i, 1, bound, circle);
    *bound = 0;
    *circle = (struct carried_circle){0};
    return true;
}

/* ---- Text ---- */

void carried_say(const struct graph *g, const struct carried_circle *circle, struct text *text)
{
    for (unsigned n = 0; n < circle->count; n++)
        text_print(text, "%s%s", n == 0 ? "" : n + 1 < circle->count ? ", " : " and ",
                   g->operations[circle->operations[n]].insn->gnu);
    text_print(text, " hand%s on", circle->count == 1 ? "s" : "");
    for (unsigned n = 0; n < circle->lreg_count; n++)
        text_print(text, "%s L%u", n == 0 ? "" : n + 1 < circle->lreg_count ? "," : " and", circle->lregs[n]);
    text_print(text, " in %u cycle%s", circle->cycles, circle->cycles == 1 ? "" : "s");
    if (circle->lreg_count > 1)
        text_print(text, " of %u iterations", circle->lreg_count);
}
