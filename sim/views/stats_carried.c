/*
 * Dependences from one playback of a body, or turn of a loop, to the next: the longest path from an instruction to the
 * same instruction one playback later. The readers and writers of two playbacks are collected, then of the next two.
 */
#include "stats_parts.h"

#include <stdlib.h>
#include <string.h>

enum { NO_PATH = -1, WORD_BITS = 64 };

struct carry *carry_new(void)
{
    struct carry *c = calloc(1, sizeof *c);

    if (c && (c->steps = calloc(STEPS, sizeof *c->steps)))
        return c;
    free(c);
    return NULL;
}

void carry_free(struct carry *c)
{
    if (!c)
        return;
    free(c->steps);
    free(c->links);
    free(c);
}

/* ---- Pairs of instances ---- */

static void forget_steps(struct carry *c)
{
    for (unsigned i = 0; i < c->ordered; i++)
        c->steps[c->order[i]] = (struct step){0};
    c->ordered = 0;
}

void carry_begin(struct block *block, uint64_t instance, bool again)
{
    struct carry *c = block->carry;

    if (c->active && (instance > c->base + 2 || (instance == c->base + 1 && !again)))
        c->active = false;
    if (c->active || c->done == CARRY_PAIRS)
        return;
    c->active = true;
    c->base = instance;
    forget_steps(c);
    memset(c->write, 0, sizeof c->write);
}

static void stop_carry(struct carry *c)
{
    c->done = CARRY_PAIRS;
    free(c->steps);
    c->steps = NULL;
}

void carry_give_up(struct block *block)
{
    block->carry->active = false;
    stop_carry(block->carry);
    block->result.repeats = false;
}

/* ---- Reads of the steps ---- */

/* Returns the flight's member in a body that is followed now, or NULL. */
static const struct member *find_followed_member(const struct flight *f)
{
    for (unsigned i = 0; i < f->members; i++) {
        const struct carry *c = f->member[i].block->carry;

        if (c && c->active && (f->member[i].instance == c->base || f->member[i].instance == c->base + 1))
            return &f->member[i];
    }
    return NULL;
}

static unsigned number_step(const struct member *member)
{
    return (unsigned)(member->instance - member->block->carry->base) * NODES + member->node;
}

void carry_schedule(const struct flight *item, unsigned delay)
{
    const struct member *member = find_followed_member(item);

    if (member)
        member->block->carry->steps[number_step(member)].delay = delay;
}

/* Adds to `set` the steps that wrote the values read by `f`. */
static void add_writers(const struct sfp_stats *s, const struct carry *c, const struct flight *f,
                        uint64_t set[STEP_WORDS])
{
    for (uint32_t left = f->reads; left; left &= left - 1) {
        unsigned v = (unsigned)__builtin_ctz(left);

        for (unsigned w = 0; w < STEP_WORDS && c->write[v] == s->write[v]; w++)
            set[w] |= c->writers[v][w];
    }
}

void carry_read(const struct sfp_stats *s, const struct flight *f, bool late)
{
    const struct member *member = find_followed_member(f);
    struct carry *c = member ? member->block->carry : NULL;
    struct step *step;

    if (!c || c->ordered == STEP_ORDER)
        return;
    step = &c->steps[number_step(member)];
    step->started = true;
    step->issued = f->issued;
    step->latency = f->latency;
    step->op = f->op;
    add_writers(s, c, f, late ? step->late_reads : step->reads);
    c->order[c->ordered++] = (uint16_t)number_step(member);
}

void carry_write(const struct sfp_stats *s, const struct flight *f)
{
    const struct member *member = find_followed_member(f);
    struct carry *c = member ? member->block->carry : NULL;

    for (uint32_t left = c ? f->writes : 0; left; left &= left - 1) {
        unsigned v = (unsigned)__builtin_ctz(left), step = number_step(member);

        if (!f->merges || c->write[v] != s->write[v])
            memset(c->writers[v], 0, sizeof c->writers[v]);
        c->writers[v][step / WORD_BITS] |= UINT64_C(1) << step % WORD_BITS;
        c->write[v] = s->write[v];
    }
}

/* ---- Longest paths ---- */

/* Longest paths from one step: length, and the step before, for each step. */
struct paths {
    int length[STEPS];
    unsigned before[STEPS];
};

static void lengthen_path(struct paths *p, unsigned to, unsigned from, int more)
{
    if (p->length[from] == NO_PATH || p->length[from] + more <= p->length[to])
        return;
    p->length[to] = p->length[from] + more;
    p->before[to] = from;
}

/* Extends paths to step `to` from the steps in `set`, whose results `to` reads `early` cycles after its start. */
static void lengthen_by(struct paths *p, const struct step *steps, unsigned to, const uint64_t set[STEP_WORDS],
                        int early)
{
    for (unsigned w = 0; w < STEP_WORDS; w++)
        for (uint64_t left = set[w]; left; left &= left - 1) {
            unsigned from = w * WORD_BITS + (unsigned)__builtin_ctzll(left);

            lengthen_path(p, to, from, (int)steps[from].latency - early);
        }
}

static bool is_item(unsigned step)
{
    return step % NODES_EACH != 0;
}

static void find_step_paths(const struct carry *c, unsigned source, struct paths *p)
{
    for (unsigned i = 0; i < STEPS; i++)
        p->length[i] = NO_PATH;
    for (unsigned i = 0; i < c->ordered; i++) {
        const unsigned to = c->order[i];
        const struct step *step = &c->steps[to];

        if (is_item(to))
            lengthen_path(p, to, to - to % NODES_EACH, 1 + (int)step->delay);
        lengthen_by(p, c->steps, to, step->reads, 0);
        lengthen_by(p, c->steps, to, step->late_reads, (int)step->latency - 1);
        if (to == source)
            p->length[to] = 0;
    }
}

/* Keeps the steps of the path to `target`, except the target. Keeps none if memory runs out. */
static void keep_links(struct carry *c, const struct paths *p, unsigned source, unsigned target)
{
    size_t count = 1;

    for (unsigned i = p->before[target]; i != source; i = p->before[i])
        count++;
    free(c->links);
    c->links = calloc(count, sizeof *c->links);
    c->link_count = c->links ? count : 0;
    for (unsigned next = target; c->links && next != source; next = p->before[next]) {
        const unsigned i = p->before[next];

        c->links[--count] = (struct sfp_stats_link){
            .op = c->steps[i].op, .scheduled = is_item(i), .latency = c->steps[i].latency,
            .cycles = (uint64_t)(p->length[next] - p->length[i])};
    }
}

/* Returns whether the path is no longer than the playback. In a longer path, an item was delayed by code after the
 * body. */
static bool is_whole(const struct carry *c, unsigned source, int length)
{
    const struct step *from = &c->steps[source], *to = &c->steps[source + NODES];

    return from->started && to->started && (uint64_t)length <= to->issued - from->issued;
}

static void find_longest(struct carry *c)
{
    struct paths p;

    for (unsigned i = 0; i < c->ordered; i++) {
        const unsigned source = c->order[i];

        if (source >= NODES)
            continue;
        find_step_paths(c, source, &p);
        if (p.length[source + NODES] <= 0 || (uint64_t)p.length[source + NODES] <= c->longest
            || !is_whole(c, source, p.length[source + NODES]))
            continue;
        c->longest = (uint64_t)p.length[source + NODES];
        keep_links(c, &p, source, source + NODES);
    }
}

void carry_counted(struct sfp_stats *s, struct block *block, uint64_t instance)
{
    struct carry *c = block->carry;

    if (!c || !c->active || instance != c->base + 1)
        return;
    find_longest(c);
    s->no_memory |= c->longest && !c->links;
    c->active = false;
    block->result.repeats = true;
    block->result.carried = c->longest;
    if (++c->done == CARRY_PAIRS)
        stop_carry(c);
}
