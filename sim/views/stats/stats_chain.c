/* Dependences within an instance: how early could each instruction have started? */
#include "stats_parts.h"

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
