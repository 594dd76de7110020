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
    struct carry *carry = calloc(1, sizeof *carry);

    if (carry && (carry->steps = calloc(STEPS, sizeof *carry->steps)))
        return carry;
    free(carry);
    return NULL;
}

void carry_free(struct carry *carry)
{
    if (!carry)
        return;
    free(carry->steps);
    free(carry->links);
    free(carry);
}

/* ---- Pairs of instances ---- */

static void forget_steps(struct carry *carry)
{
    for (unsigned i = 0; i < carry->ordered; i++)
        carry->steps[carry->order[i]] = (struct step){0};
    carry->ordered = 0;
}

void carry_begin(struct block *block, uint64_t instance, bool again)
{
    struct carry *carry = block->carry;

    if (carry->active && (instance > carry->base + 2 || (instance == carry->base + 1 && !again)))
        carry->active = false;
    if (carry->active || carry->done == CARRY_PAIRS)
        return;
    carry->active = true;
    carry->base = instance;
    forget_steps(carry);
    memset(carry->write, 0, sizeof carry->write);
}

static void stop_carry(struct carry *carry)
{
    carry->done = CARRY_PAIRS;
    free(carry->steps);
    carry->steps = NULL;
}

void carry_give_up(struct block *block)
{
    block->carry->active = false;
    stop_carry(block->carry);
    block->result.repeats = false;
}

/* ---- Reads of the steps ---- */

/* Returns the flight's member in a body that is followed now, or NULL. */
static const struct member *find_followed_member(const struct flight *flight)
{
    for (unsigned i = 0; i < flight->members; i++) {
        const struct carry *carry = flight->member[i].block->carry;

        if (carry && carry->active
            && (flight->member[i].instance == carry->base || flight->member[i].instance == carry->base + 1))
            return &flight->member[i];
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

/* Adds to `set` the steps that wrote the values read by `flight`. */
static void add_writers(const struct sfp_stats *s, const struct carry *carry, const struct flight *flight,
                        uint64_t set[STEP_WORDS])
{
    for (uint32_t left = flight->reads; left; left &= left - 1) {
        unsigned v = (unsigned)__builtin_ctz(left);

        for (unsigned w = 0; w < STEP_WORDS && carry->write[v] == s->write[v]; w++)
            set[w] |= carry->writers[v][w];
    }
}

void carry_read(const struct sfp_stats *s, const struct flight *flight, bool late)
{
    const struct member *member = find_followed_member(flight);
    struct carry *carry = member ? member->block->carry : NULL;
    struct step *step;

    if (!carry || carry->ordered == STEP_ORDER)
        return;
    step = &carry->steps[number_step(member)];
    step->started = true;
    step->issued = flight->issued;
    step->latency = flight->latency;
    step->op = flight->op;
    add_writers(s, carry, flight, late ? step->late_reads : step->reads);
    carry->order[carry->ordered++] = (uint16_t)number_step(member);
}

void carry_write(const struct sfp_stats *s, const struct flight *flight)
{
    const struct member *member = find_followed_member(flight);
    struct carry *carry = member ? member->block->carry : NULL;

    for (uint32_t left = carry ? flight->writes : 0; left; left &= left - 1) {
        unsigned v = (unsigned)__builtin_ctz(left), step = number_step(member);

        if (!flight->merges || carry->write[v] != s->write[v])
            memset(carry->writers[v], 0, sizeof carry->writers[v]);
        carry->writers[v][step / WORD_BITS] |= UINT64_C(1) << step % WORD_BITS;
        carry->write[v] = s->write[v];
    }
}

/* ---- Longest paths ---- */

/* Longest paths from one step: length, and the step before, for each step. */
struct paths {
    int length[STEPS];
    unsigned before[STEPS];
};

static void lengthen_path(struct paths *paths, unsigned to, unsigned from, int more)
{
    if (paths->length[from] == NO_PATH || paths->length[from] + more <= paths->length[to])
        return;
    paths->length[to] = paths->length[from] + more;
    paths->before[to] = from;
}

/* Extends paths to step `to` from the steps in `set`, whose results `to` reads `early` cycles after its start. */
static void lengthen_by(struct paths *paths, const struct step *steps, unsigned to, const uint64_t set[STEP_WORDS],
                        int early)
{
    for (unsigned w = 0; w < STEP_WORDS; w++)
        for (uint64_t left = set[w]; left; left &= left - 1) {
            unsigned from = w * WORD_BITS + (unsigned)__builtin_ctzll(left);

            lengthen_path(paths, to, from, (int)steps[from].latency - early);
        }
}

static bool is_item(unsigned step)
{
    return step % NODES_EACH != 0;
}

static void find_step_paths(const struct carry *carry, unsigned source, struct paths *paths)
{
    for (unsigned i = 0; i < STEPS; i++)
        paths->length[i] = NO_PATH;
    for (unsigned i = 0; i < carry->ordered; i++) {
        const unsigned to = carry->order[i];
        const struct step *step = &carry->steps[to];

        if (is_item(to))
            lengthen_path(paths, to, to - to % NODES_EACH, 1 + (int)step->delay);
        lengthen_by(paths, carry->steps, to, step->reads, 0);
        lengthen_by(paths, carry->steps, to, step->late_reads, (int)step->latency - 1);
        if (to == source)
            paths->length[to] = 0;
    }
}

/* Keeps the steps of the path to `target`, except the target. Keeps none if memory runs out. */
static void keep_links(struct carry *carry, const struct paths *paths, unsigned source, unsigned target)
{
    size_t count = 1;

    for (unsigned i = paths->before[target]; i != source; i = paths->before[i])
        count++;
    free(carry->links);
    carry->links = calloc(count, sizeof *carry->links);
    carry->link_count = carry->links ? count : 0;
    for (unsigned next = target; carry->links && next != source; next = paths->before[next]) {
        const unsigned i = paths->before[next];

        carry->links[--count] = (struct sfp_stats_link){
            .op = carry->steps[i].op, .scheduled = is_item(i), .latency = carry->steps[i].latency,
            .cycles = (uint64_t)(paths->length[next] - paths->length[i])};
    }
}

/* Returns whether the path is no longer than the playback. In a longer path, an item was delayed by code after the
 * body. */
static bool is_whole(const struct carry *carry, unsigned source, int length)
{
    const struct step *from = &carry->steps[source], *to = &carry->steps[source + NODES];

    return from->started && to->started && (uint64_t)length <= to->issued - from->issued;
}

static void find_longest(struct carry *carry)
{
    struct paths paths;

    for (unsigned i = 0; i < carry->ordered; i++) {
        const unsigned source = carry->order[i];

        if (source >= NODES)
            continue;
        find_step_paths(carry, source, &paths);
        if (paths.length[source + NODES] <= 0 || (uint64_t)paths.length[source + NODES] <= carry->longest
            || !is_whole(carry, source, paths.length[source + NODES]))
            continue;
        carry->longest = (uint64_t)paths.length[source + NODES];
        keep_links(carry, &paths, source, source + NODES);
    }
}

void carry_counted(struct sfp_stats *s, struct block *block, uint64_t instance)
{
    struct carry *carry = block->carry;

    if (!carry || !carry->active || instance != carry->base + 1)
        return;
    find_longest(carry);
    s->no_memory |= carry->longest && !carry->links;
    carry->active = false;
    block->result.repeats = true;
    block->result.carried = carry->longest;
    if (++carry->done == CARRY_PAIRS)
        stop_carry(carry);
}
