/* A timed run that stands between two cycles, saved and loaded. */
#include "engine.h"

/* Pointers of an engine to objects outside it. Loading keeps them. */
struct engine_links {
    struct sfp_machine *m;
    struct sfp_frontend *f[SFP_THREADS];
    const struct sfp_feed *feed[SFP_THREADS];
    const struct sfp_timing_options *options;
    struct sfp_timing_result *result;
    struct sfp_reporter reporter;
    uint32_t *written;
    const uint32_t *words;
    struct sfp_tape *tape;
};

static struct engine_links links_of(const struct sfp_engine *e)
{
    struct engine_links links = {.m = e->m, .options = e->options, .result = e->result, .reporter = e->reporter,
                                 .written = e->written, .words = e->words, .tape = e->tape};

    for (unsigned t = 0; t < SFP_THREADS; t++) {
        links.f[t] = e->issuer[t].f;
        links.feed[t] = e->issuer[t].feed;
    }
    return links;
}

/* Restores the pointers. All observers listen again, as at the start; an observer that has heard enough says so
 * again. `own` is the number of the thread that was being looked at. */
static void restore_links(struct sfp_engine *e, const struct engine_links *c, unsigned own)
{
    e->m = c->m;
    e->own = &e->issuer[own];
    for (unsigned t = 0; t < SFP_THREADS; t++) {
        e->issuer[t].f = c->f[t];
        e->issuer[t].feed = c->feed[t];
    }
    e->options = c->options;
    e->threads = c->options->threads;
    sfp_set_observers(e, c->options->observers);
    e->result = c->result;
    e->reporter = c->reporter;
    e->written = c->written;
    e->words = c->words;
    e->tape = c->tape;
}

/* Saves or loads the pending results of the open slots. */
static void archive_slots(struct sfp_engine *e, struct archiving *a)
{
    for (uint32_t left = e->opened; left; left &= left - 1) {
        struct sfp_pending *p = &e->slots[__builtin_ctz(left)];

        archive_bytes(a, &p->count, sizeof p->count);
        archive_bytes(a, &p->flags, sizeof p->flags);
        archive_bytes(a, &p->use_flags, sizeof p->use_flags);
        archive_bytes(a, p->write, p->count * sizeof p->write[0]);
    }
}

/* Returns the places whose flights must be saved: places in use, and places that Blackhole's scoreboard names. */
static uint32_t known_flights(const struct sfp_engine *e)
{
    uint32_t places = e->flying;

    for (unsigned reg = 0; reg < SFP_SCORED_LREGS; reg++)
        if (e->seen[reg].at > e->cycle)
            places |= UINT32_C(1) << e->seen[reg].by;
    return places;
}

static void archive_flights(struct sfp_engine *e, struct archiving *a)
{
    for (uint32_t left = known_flights(e); left; left &= left - 1)
        archive_bytes(a, &e->flight[__builtin_ctz(left)], sizeof e->flight[0]);
    archive_bytes(a, e->other, e->others * sizeof e->other[0]);
    archive_bytes(a, e->swap_lanes, sizeof e->swap_lanes);
}

static void archive_doubts(struct sfp_engine *e, struct archiving *a)
{
    for (uint32_t left = e->doubted; left; left &= left - 1)
        archive_bytes(a, &e->doubt[__builtin_ctz(left)], sizeof e->doubt[0]);
}

static void archive_queues(struct sfp_engine *e, struct archiving *a)
{
    for (unsigned u = 0; u < SFP_UNITS; u++)
        archive_bytes(a, e->queue[u], e->queued[u] * sizeof e->queue[u][0]);
    archive_bytes(a, e->addresses, sizeof e->addresses);
}

void sfp_engine_archive(struct sfp_engine *e, struct archiving *a)
{
    const struct engine_links links = links_of(e);
    unsigned own = e->own->thread;

    archive_bytes(a, &own, sizeof own);
    archive_bytes(a, e, offsetof(struct sfp_engine, slots));
    if (a->loads)
        restore_links(e, &links, own);
    for (unsigned t = 0; t < SFP_THREADS; t++)
        if (e->issuer[t].runs)
            sfp_frontend_archive(e->issuer[t].f, a, &e->issuer[t].head);
    archive_slots(e, a);
    archive_flights(e, a);
    archive_queues(e, a);
    if (e->products_open)
        archive_bytes(a, e->product, sizeof e->product);
    archive_doubts(e, a);
    sfp_ways_archive(e, a);
}
