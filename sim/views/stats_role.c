/* Roles: the regions, REPLAY bodies and loops that the thread is in, found by the origin of its instructions. */
#include "stats_parts.h"

#include <stdlib.h>
#include <string.h>

enum { NO_RANGE = -1 };

/* ---- Regions ---- */

/* Returns the block of the region called `name`, adding it if needed; or NULL if memory runs out. */
static struct block *region_block(struct sfp_stats *s, struct names *names, const char *name)
{
    struct block *block;
    size_t number;

    if (names_find(names, name, strlen(name), &number))
        return s->blocks[number];
    block = block_add(s);
    if (!block)
        return NULL;
    block->result.kind = SFP_STATS_REGION;
    block->result.name = name;
    return names_add(names, name, strlen(name), s->block_count - 1) ? block : NULL;
}

bool roles_init(struct sfp_stats *s)
{
    const struct sfp_program *program = &s->kernel->program;
    struct names names = {0};
    bool ok = true;

    if (!loops_init(s))
        return false;
    if (program->region_count == 0)
        return true;
    s->range_block = calloc(program->region_count, sizeof(struct block *));
    if (!s->range_block)
        return false;
    for (size_t i = 0; i < program->region_count && ok; i++) {
        s->range_block[i] = region_block(s, &names, program->regions[i].name);
        ok = s->range_block[i];
    }
    names_free(&names);
    return ok;
}

/* Returns the index of the program's region with word `index`, or NO_RANGE. */
static long find_region_index(const struct sfp_stats *s, size_t index)
{
    const struct sfp_program *program = &s->kernel->program;
    const struct sfp_region *region = sfp_program_region(program, index);

    return region ? region - program->regions : NO_RANGE;
}

/* ---- Bodies ---- */

static struct block *new_body(struct sfp_stats *s, const struct sfp_fetch_origin *origin, const struct body_key *key)
{
    struct block *block = block_add(s);

    if (!block)
        return NULL;
    block->result.kind = SFP_STATS_REPLAY;
    block->result.slot = origin->first;
    block->result.count = origin->count;
    block->result.recorded = key->recorded;
    block->result.played = origin->position;
    block->body = *key;
    block->carry = carry_new();
    if (block->carry && names_add(&s->bodies, (const char *)&block->body, sizeof block->body, s->block_count - 1))
        return block;
    return NULL;
}

/* Returns the body that a playback plays, by its first instruction, adding it if needed; or NULL if memory runs out. */
static struct block *find_body_block(struct sfp_stats *s, const struct sfp_fetch_origin *origin,
                                     const struct sfp_op *first)
{
    const struct body_key key = {first ? first->index : SFP_NO_INDEX, origin->first, origin->count};
    size_t number;

    if (names_find(&s->bodies, (const char *)&key, sizeof key, &number))
        return s->blocks[number];
    return new_body(s, origin, &key);
}

void roles_free(struct sfp_stats *s)
{
    names_free(&s->bodies);
    for (size_t i = 0; i < s->block_count; i++) {
        block_free(s->blocks[i]);
    }
    loops_free(s);
    free(s->blocks);
    free(s->range_block);
}

/* ---- Entering and leaving ---- */

void role_leave(struct sfp_stats *s, struct role *role)
{
    if (role->block)
        block_leave(s, role->block, role->instance);
    role->block = NULL;
}

void role_enter(struct sfp_stats *s, struct role *role, struct block *block, uint64_t a, uint64_t b)
{
    bool again = role->block == block;

    role_leave(s, role);
    role->block = block;
    role->key[0] = a;
    role->key[1] = b;
    role->instance = block_open(s, block);
    if (block->carry)
        carry_begin(block, role->instance, again);
}

bool role_is_in(const struct role *role, uint64_t a, uint64_t b)
{
    return role->block && role->key[0] == a && role->key[1] == b;
}

static void at_region(struct sfp_stats *s, size_t position)
{
    struct role *role = &s->role[ROLE_REGION];
    long range = find_region_index(s, position);

    if (range == NO_RANGE)
        role_leave(s, role);
    else if (!role_is_in(role, (uint64_t)range, 0))
        role_enter(s, role, s->range_block[range], (uint64_t)range, 0);
}

/* Updates the role of a region whose words are played back. An empty slot changes nothing. */
static void at_code(struct sfp_stats *s, uint64_t playback, const struct sfp_op *op)
{
    struct role *role = &s->role[ROLE_CODE];
    long range = playback && op ? find_region_index(s, op->index) : NO_RANGE;

    if (playback && !op && role->key[0] == playback)
        return;
    if (range == NO_RANGE || s->range_block[range] == s->role[ROLE_REGION].block)
        role_leave(s, role);
    else if (!role_is_in(role, playback, (uint64_t)range))
        role_enter(s, role, s->range_block[range], playback, (uint64_t)range);
}

static void at_body(struct sfp_stats *s, const struct sfp_fetch_origin *origin, const struct sfp_op *op)
{
    struct role *role = &s->role[ROLE_BODY];
    struct block *block;

    if (!origin->playback) {
        role_leave(s, role);
        return;
    }
    if (role_is_in(role, origin->playback, 0))
        return;
    block = find_body_block(s, origin, op);
    if (block)
        role_enter(s, role, block, origin->playback, 0);
    else
        s->no_memory = true;
}

void roles_at(struct sfp_stats *s, const struct sfp_fetch_origin *origin, const struct sfp_op *op)
{
    at_region(s, origin->position);
    loops_at(s, origin);
    at_code(s, origin->playback, op);
    at_body(s, origin, op);
}

void roles_leave(struct sfp_stats *s)
{
    for (unsigned i = 0; i < ROLES; i++)
        role_leave(s, &s->role[i]);
}

static struct instance *instance_in(const struct role *role)
{
    return role->block ? block_open_instance(role->block, role->instance) : NULL;
}

void roles_join(struct sfp_stats *s, struct flight *f)
{
    for (unsigned i = 0; i < ROLES; i++) {
        const struct role *role = &s->role[i];
        struct instance *instance = instance_in(role);

        if (!instance)
            continue;
        f->member[f->members++] = (struct member){
            .block = role->block, .instance = role->instance,
            .node = instance->fetched % SFP_REPLAY_SLOTS * NODES_EACH};
        if (role->block->carry && instance->fetched == SFP_REPLAY_SLOTS) /* of a loop: a MOP may expand to any number
                                                                          * of instructions */
            carry_give_up(role->block);
        instance->fetched++;
        instance->pending++;
    }
}

void roles_lose(struct sfp_stats *s, enum sfp_stall stall)
{
    for (unsigned i = 0; i < ROLES; i++) {
        struct instance *instance = instance_in(&s->role[i]);

        if (!instance)
            continue;
        instance->counts.cycles++;
        instance->counts.lost[stall]++;
    }
}

/* ---- Loops of the program; words pushed by a core have no loops, since the core loops itself ---- */

bool loops_init(struct sfp_stats *s)
{
    const struct sfp_kernel *kernel = s->kernel;

    return !kernel->has_source || sfp_kernel_has_core(kernel) || sfp_loops_find(&kernel->program, &s->loops);
}

void loops_free(struct sfp_stats *s)
{
    names_free(&s->loop_bodies);
    sfp_loops_free(&s->loops);
}

/* Returns whether dependences from turn to turn are followed. Only innermost, short loops are: there, each
 * instruction of a turn has its own node. */
static bool is_loop_followed(const struct sfp_loop *loop, unsigned level)
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
    block->loop_body = loop->body;
    if (is_loop_followed(loop, level) && !(block->carry = carry_new()))
        return NULL;
    if (names_add(&s->loop_bodies, (const char *)&block->loop_body, sizeof block->loop_body, s->block_count - 1))
        return block;
    return NULL;
}

/* Returns the block of loops with the same turns, adding it if needed; or NULL if memory runs out. */
static struct block *find_loop_block(struct sfp_stats *s, const struct sfp_loop *loop, unsigned level)
{
    size_t number;

    if (names_find(&s->loop_bodies, (const char *)&loop->body, sizeof loop->body, &number))
        return s->blocks[number];
    return new_loop(s, loop, level);
}

static void at_level(struct sfp_stats *s, const struct sfp_fetch_origin *origin, unsigned level)
{
    struct role *role = &s->role[ROLE_LOOP + level];
    const struct sfp_loop *loop = sfp_loop_at(&s->loops, level, origin->position);
    const uint64_t turn = loop ? (origin->position - loop->first) / loop->words : 0;

    if (!loop) {
        role_leave(s, role);
    } else if (!role_is_in(role, loop->first, turn)) {
        struct block *block = find_loop_block(s, loop, level);

        if (block)
            role_enter(s, role, block, loop->first, turn);
        else
            s->no_memory = true;
    }
    if (loop && origin->playback && role->block && role->block->carry)
        carry_give_up(role->block); /* the REPLAY body is followed instead */
}

void loops_at(struct sfp_stats *s, const struct sfp_fetch_origin *origin)
{
    for (unsigned level = SFP_LOOP_LEVELS; level-- > 0;)
        if (s->loops.counts[level])
            at_level(s, origin, level);
}
