/* Dependences within an instance: the earliest start of each instruction, and the instruction that delays it. */
#include "stats_parts.h"

#include <stdlib.h>

/* ---- Chains of instructions ---- */

enum { DEEPEST = SFP_STATS_LINKS - 1 };

/* Beyond DEEPEST links, a new link replaces the link before it and counts it as left out. */
struct chain_link *chain_link_new(struct sfp_stats *s, const struct flight *flight, const struct member *member)
{
    struct chain_link *link = malloc(sizeof *link), *before = member->before;
    uint64_t left_out = 0;

    if (!link) {
        s->no_memory = true;
        return NULL;
    }
    if (before && before->depth == DEEPEST) {
        left_out = before->left_out + 1;
        before = before->before;
    }
    *link = (struct chain_link){
        .uses = 1, .depth = before ? before->depth + 1 : 0, .left_out = left_out, .start = member->start,
        .latency = flight->latency, .scheduled = flight->item, .op = flight->op, .before = chain_link_use(before)};
    return link;
}

struct chain_link *chain_link_use(struct chain_link *link)
{
    if (link)
        link->uses++;
    return link;
}

void chain_link_drop(struct chain_link *link)
{
    while (link && --link->uses == 0) {
        struct chain_link *before = link->before;

        free(link);
        link = before;
    }
}

size_t chain_links(const struct chain_link *end, struct sfp_stats_link **links)
{
    const size_t count = end ? end->depth + 1 : 0;
    uint64_t next = end ? end->start + 1 : 0, left_out = 0; /* an issued instruction takes a cycle */

    *links = count ? calloc(count, sizeof **links) : NULL;
    if (!*links)
        return 0;
    for (size_t i = count; i-- > 0; end = end->before) {
        (*links)[i] = (struct sfp_stats_link){.op = end->op, .scheduled = end->scheduled, .latency = end->latency,
                                              .cycles = next - end->start, .left_out = left_out};
        next = end->start;
        left_out = end->left_out;
    }
    return count;
}

/* ---- Reads and writes ---- */

uint32_t chain_values(uint32_t uses)
{
    uint32_t values = uses & SFP_USES_LREGS;

    values |= uses & SFP_USES_FLAGS ? 1u << SFP_LREGS : 0;
    values |= uses & SFP_USES_STACK ? 1u << (SFP_LREGS + 1) : 0;
    values |= uses & SFP_USES_LATCH ? 1u << (SFP_LREGS + 2) : 0;
    return values;
}

/* Returns the time when value `v` is ready for `instance`; 0 if the value is older than the instance. */
static uint64_t find_ready_time(const struct sfp_stats *s, const struct chain *chain, unsigned v, uint64_t instance)
{
    bool own = chain->value[v].write == s->write[v] && chain->value[v].instance == instance;

    return own ? chain->value[v].ready : 0;
}

void chain_read(const struct sfp_stats *s, const struct flight *flight, struct member *member, uint64_t early)
{
    const struct chain *chain = &member->block->chain;

    for (uint32_t left = flight->reads; left; left &= left - 1) {
        unsigned v = (unsigned)__builtin_ctz(left);
        uint64_t there = find_ready_time(s, chain, v, member->instance);

        if (there <= member->start + early)
            continue;
        member->start = there - early;
        chain_link_drop(member->before);
        member->before = chain_link_use(chain->value[v].writer);
    }
}

/* Makes `link` the writer of value `v`, unless the write keeps part of an old value that is ready later. */
static void write_value(const struct sfp_stats *s, const struct flight *flight, const struct member *member, unsigned v,
                        struct chain_link *link)
{
    struct chain *chain = &member->block->chain;
    uint64_t there = member->start + flight->latency;
    uint64_t old = flight->merges ? find_ready_time(s, chain, v, member->instance) : 0;

    chain->value[v].write = s->write[v];
    chain->value[v].instance = member->instance;
    if (old > there)
        return;
    chain->value[v].ready = there;
    chain_link_drop(chain->value[v].writer);
    chain->value[v].writer = chain_link_use(link);
}

void chain_write(struct sfp_stats *s, const struct flight *flight, const struct member *member)
{
    struct chain_link *link = flight->writes ? chain_link_new(s, flight, member) : NULL;

    for (uint32_t left = flight->writes; left; left &= left - 1)
        write_value(s, flight, member, (unsigned)__builtin_ctz(left), link);
    chain_link_drop(link);
}

void chain_free(struct chain *chain)
{
    for (unsigned v = 0; v < CHAIN_VALUES; v++)
        chain_link_drop(chain->value[v].writer);
}
