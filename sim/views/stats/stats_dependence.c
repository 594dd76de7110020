/* Dependences: how early could each instruction have started? */
#include "stats_parts.h"

#include <string.h>

/* ---- Within an instance ---- */

uint32_t chain_values(uint32_t uses)
{
    uint32_t values = uses & SFP_USES_LREGS;

    values |= uses & SFP_USES_FLAGS ? 1u << SFP_LREGS : 0;
    values |= uses & SFP_USES_STACK ? 1u << (SFP_LREGS + 1) : 0;
    values |= uses & SFP_USES_LATCH ? 1u << (SFP_LREGS + 2) : 0;
    return values;
}

/* When value `v` is there for `instance`; 0 if it was there before. */
static uint64_t ready(const struct sfp_stats *s, const struct chain *chain, unsigned v, uint64_t instance)
{
    bool own = chain->value[v].write == s->write[v] && chain->value[v].instance == instance;

    return own ? chain->value[v].ready : 0;
}

void chain_read(const struct sfp_stats *s, const struct flight *f, struct member *member, uint64_t early)
{
    for (uint32_t left = f->reads; left; left &= left - 1) {
        uint64_t there = ready(s, &member->block->chain, (unsigned)__builtin_ctz(left), member->instance);

        if (there > member->start + early)
            member->start = there - early;
    }
}

void chain_write(const struct sfp_stats *s, const struct flight *f, const struct member *member)
{
    struct chain *chain = &member->block->chain;

    for (uint32_t left = f->writes; left; left &= left - 1) {
        unsigned v = (unsigned)__builtin_ctz(left);
        uint64_t there = member->start + f->latency, old = f->merges ? ready(s, chain, v, member->instance) : 0;

        chain->value[v].write = s->write[v];
        chain->value[v].instance = member->instance;
        chain->value[v].ready = there > old ? there : old;
    }
}

/*
 * ---- From one playback of a body, or turn of a loop, to the next ----
 *
 * The longest path from an instruction to the same one a playback later. Paths are followed through two playbacks, then
 * through the next two.
 */

void carry_begin(struct block *block, uint64_t instance, bool again)
{
    struct carry *c = block->carry;

    if (c->active && (instance > c->base + 2 || (instance == c->base + 1 && !again)))
        c->active = false;
    if (c->active || c->done == CARRY_PAIRS)
        return;
    c->active = true;
    c->base = instance;
    memset(c->write, 0, sizeof c->write);
}

void carry_give_up(struct block *block)
{
    block->carry->active = false;
    block->carry->done = CARRY_PAIRS;
    block->result.repeats = false;
}

void carry_counted(struct block *block, uint64_t instance)
{
    struct carry *c = block->carry;

    if (!c || !c->active || instance != c->base + 1)
        return;
    c->active = false;
    c->done++;
    block->result.repeats = true;
    if (c->longest > block->result.carried)
        block->result.carried = c->longest;
}

const struct member *carry_member(const struct flight *f)
{
    for (unsigned i = 0; i < f->members; i++) {
        const struct carry *c = f->member[i].block->carry;

        if (c && c->active && (f->member[i].instance == c->base || f->member[i].instance == c->base + 1))
            return &f->member[i];
    }
    return NULL;
}

void carry_clear(struct flight *f)
{
    for (unsigned n = 0; n < NODES; n++)
        f->path[n] = NO_PATH;
}

/* to[] becomes the longer of it and from[] + more. */
static void lengthen(int16_t to[NODES], const int16_t from[NODES], int more)
{
    for (unsigned n = 0; n < NODES; n++) {
        int16_t length = (int16_t)(from[n] + more);

        if (from[n] != NO_PATH && length > to[n])
            to[n] = length;
    }
}

void carry_follow(struct flight *f, const struct flight *from, int distance)
{
    lengthen(f->path, from->path, distance);
}

void carry_read(const struct sfp_stats *s, struct flight *f, const struct member *member, int early)
{
    const struct carry *c = member->block->carry;

    for (uint32_t left = f->reads; left; left &= left - 1) {
        unsigned v = (unsigned)__builtin_ctz(left);

        if (c->write[v] == s->write[v])
            lengthen(f->path, c->path[v], -early);
    }
}

/* Where a path of this playback is longer than the playback itself, an item was held up by what follows the body. */
void carry_start(struct flight *f, const struct member *member)
{
    struct carry *c = member->block->carry;
    uint64_t *issued = &c->issued[member->node / NODES_EACH], length;

    if (member->instance == c->base) {
        *issued = f->issued;
        if (f->path[member->node] == NO_PATH)
            f->path[member->node] = 0;
    } else if (f->path[member->node] > 0) {
        length = (uint64_t)f->path[member->node];
        if (length > c->longest && length <= f->issued - *issued)
            c->longest = length;
    }
}

void carry_write(const struct sfp_stats *s, const struct flight *f, const struct member *member)
{
    struct carry *c = member->block->carry;

    for (uint32_t left = f->writes; left; left &= left - 1) {
        unsigned v = (unsigned)__builtin_ctz(left);

        if (!f->merges || c->write[v] != s->write[v])
            for (unsigned n = 0; n < NODES; n++)
                c->path[v][n] = NO_PATH;
        lengthen(c->path[v], f->path, (int)f->latency);
        c->write[v] = s->write[v];
    }
}
