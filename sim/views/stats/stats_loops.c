/* Loops of the program: which the thread is in, by where it stands. What a core pushes has none: it loops itself. */
#include "stats_parts.h"

#include <stdlib.h>

/* Running out of memory is the caller's to report: uthash must not exit. */
#define HASH_NONFATAL_OOM 1
#define uthash_nonfatal_oom(entry) ((entry)->block = NULL)
#include <uthash.h>

struct loop_entry {
    uint64_t body;
    struct block *block;
    UT_hash_handle hh;
};

bool loops_init(struct sfp_stats *s)
{
    const struct sfp_kernel *kernel = s->kernel;

    return !kernel->has_source || kernel->place || sfp_loops_find(&kernel->program, &s->loops);
}

void loops_free(struct sfp_stats *s)
{
    struct loop_entry *entry, *next;

    HASH_ITER(hh, s->loop_blocks, entry, next) {
        HASH_DEL(s->loop_blocks, entry);
        free(entry);
    }
    sfp_loops_free(&s->loops);
}

/* Is what one turn leaves to the next followed? Only where an instruction of a turn is one of each. */
static bool is_followed(const struct sfp_loop *loop, unsigned level)
{
    return level == 0 && loop->words <= SFP_REPLAY_SLOTS;
}

static struct block *new_loop(struct sfp_stats *s, const struct sfp_loop *loop, unsigned level)
{
    struct block *block = block_add(s);

    if (!block)
        return NULL;
    block->result.kind = SFP_STATS_LOOP;
    block->result.begins = loop->first;
    block->result.words = loop->words;
    if (!is_followed(loop, level))
        return block;
    block->carry = calloc(1, sizeof *block->carry);
    return block->carry ? block : NULL;
}

/* The block of loops whose turns are alike; made if need be, NULL without memory. */
static struct block *block_of(struct sfp_stats *s, const struct sfp_loop *loop, unsigned level)
{
    struct loop_entry *entry;
    struct block *block;

    HASH_FIND(hh, s->loop_blocks, &loop->body, sizeof loop->body, entry);
    if (entry)
        return entry->block;
    entry = calloc(1, sizeof *entry);
    if (!entry)
        return NULL;
    entry->body = loop->body;
    entry->block = block = new_loop(s, loop, level);
    if (block)
        HASH_ADD(hh, s->loop_blocks, body, sizeof entry->body, entry);
    if (!block || !entry->block) {
        free(entry);
        return NULL;
    }
    return block;
}

static void at_level(struct sfp_stats *s, const struct sfp_fetch_origin *origin, unsigned level)
{
    struct role *role = &s->role[ROLE_LOOP + level];
    const struct sfp_loop *loop = sfp_loop_at(&s->loops, level, origin->position);
    const uint64_t turn = loop ? (origin->position - loop->first) / loop->words : 0;

    if (!loop) {
        role_leave(s, role);
    } else if (!role_is_in(role, loop->first, turn)) {
        struct block *block = block_of(s, loop, level);

        if (block)
            role_enter(s, role, block, loop->first, turn);
        else
            s->no_memory = true;
    }
    if (loop && origin->playback && role->block && role->block->carry)
        carry_give_up(role->block); /* it is followed in the body that is played */
}

void loops_at(struct sfp_stats *s, const struct sfp_fetch_origin *origin)
{
    for (unsigned level = SFP_LOOP_LEVELS; level-- > 0;)
        if (s->loops.counts[level])
            at_level(s, origin, level);
}
