/* Blocks: instances, open and counted, and the floors that bind a block. */
#include "stats_parts.h"

#include <stdlib.h>
#include <string.h>

struct block *block_add(struct sfp_stats *s)
{
    struct block *block;

    if (s->block_count == s->block_room) {
        size_t room = s->block_room ? 2 * s->block_room : 16;
        struct block **more = realloc(s->blocks, room * sizeof *more);

        if (!more)
            return NULL;
        s->blocks = more;
        s->block_room = room;
    }
    block = calloc(1, sizeof *block);
    if (block)
        s->blocks[s->block_count++] = block;
    return block;
}

void block_free(struct block *block)
{
    chain_free(&block->chain);
    for (unsigned i = 0; i < OPEN_INSTANCES; i++)
        chain_link_drop(block->open[i].end);
    for (size_t i = 0; i < block->bin_count; i++)
        chain_link_drop(block->bins[i].end);
    free(block->bins);
    if (block->result.links != (block->carry ? block->carry->links : NULL))
        free(block->result.links);
    carry_free(block->carry);
    free(block);
}

struct instance *block_open_instance(struct block *block, uint64_t number)
{
    for (unsigned i = 0; i < OPEN_INSTANCES; i++)
        if (block->open[i].number == number)
            return &block->open[i];
    return NULL;
}

struct instance *block_instance(const struct member *member)
{
    return block_open_instance(member->block, member->instance);
}

/* Returns the bin for `cycles`, adding it if needed. If all bins are in use, returns the nearest. Returns NULL if
 * memory runs out. */
static struct bin *bin_of(struct block *block, uint64_t cycles)
{
    size_t i = 0;

    while (i < block->bin_count && block->bins[i].last.cycles < cycles)
        i++;
    if (i < block->bin_count && block->bins[i].last.cycles == cycles)
        return &block->bins[i];
    if (block->bin_count == SFP_STATS_BINS)
        return &block->bins[i == 0 || (i < block->bin_count
                                       && block->bins[i].last.cycles - cycles < cycles - block->bins[i - 1].last.cycles)
                                ? i : i - 1];
    if (block->bin_count == block->bin_room) {
        size_t room = block->bin_room ? 2 * block->bin_room : 2;
        struct bin *more = realloc(block->bins, room * sizeof *more);

        if (!more)
            return NULL;
        block->bins = more;
        block->bin_room = room;
    }
    memmove(&block->bins[i + 1], &block->bins[i], (block->bin_count++ - i) * sizeof *block->bins);
    block->bins[i] = (struct bin){.last.cycles = cycles};
    return &block->bins[i];
}

/* Adds a closed instance to the block's result. */
static void count_instance(struct sfp_stats *s, struct block *block, const struct instance *instance)
{
    struct sfp_stats_block *result = &block->result;
    const struct sfp_stats_instance *counts = &instance->counts;
    struct bin *bin = bin_of(block, counts->cycles);

    if (!bin) {
        s->no_memory = true;
        return;
    }
    if (bin->last.cycles == counts->cycles) {
        bin->last = *counts;
        chain_link_drop(bin->end);
        bin->end = chain_link_use(instance->end);
    }
    bin->instances++;
    if (result->instances == 0 || instance->number < block->first) {
        block->first = instance->number;
        result->first = counts->cycles;
    }
    if (result->instances == 0 || counts->cycles < result->least)
        result->least = counts->cycles;
    if (counts->cycles > result->most)
        result->most = counts->cycles;
    result->instances++;
    result->cycles += counts->cycles;
    for (unsigned i = 0; i < SFP_STALLS; i++) {
        result->lost[i] += counts->lost[i];
        result->hidden[i] += counts->hidden[i];
    }
}

static void close_instance(struct sfp_stats *s, struct block *block, struct instance *instance)
{
    if (instance->counts.issued)
        count_instance(s, block, instance);
    carry_counted(s, block, instance->number);
    chain_link_drop(instance->end);
    instance->end = NULL;
    instance->number = 0;
}

static void close_if_done(struct sfp_stats *s, struct block *block, struct instance *instance)
{
    if (instance->left && instance->pending == 0)
        close_instance(s, block, instance);
}

/* Returns a free place. If every place is in use, closes the oldest instance early. */
static struct instance *find_free_place(struct sfp_stats *s, struct block *block)
{
    struct instance *place = block_open_instance(block, 0);

    if (place)
        return place;
    place = &block->open[0];
    for (unsigned i = 1; i < OPEN_INSTANCES; i++)
        if (block->open[i].number < place->number)
            place = &block->open[i];
    close_instance(s, block, place);
    return place;
}

void block_member_gone(struct sfp_stats *s, const struct member *member)
{
    struct instance *instance = block_instance(member);

    if (!instance)
        return;
    instance->pending--;
    close_if_done(s, member->block, instance);
}

uint64_t block_open(struct sfp_stats *s, struct block *block)
{
    *find_free_place(s, block) = (struct instance){.number = ++block->opened};
    return block->opened;
}

void block_leave(struct sfp_stats *s, struct block *block, uint64_t number)
{
    struct instance *instance = block_open_instance(block, number);

    if (!instance)
        return;
    instance->left = true;
    close_if_done(s, block, instance);
}

/* Takes the chain of the dependence floor into the result. */
static void find_links(struct sfp_stats *s, struct block *block, const struct chain_link *end)
{
    struct sfp_stats_block *result = &block->result;

    result->carries = result->carried >= result->typical.chain && block->carry && block->carry->links;
    if (result->carries) {
        result->links = block->carry->links;
        result->link_count = block->carry->link_count;
    } else {
        result->link_count = chain_links(end, &result->links);
        s->no_memory |= end && !result->links;
    }
}

void block_finish(struct sfp_stats *s, struct block *block)
{
    uint64_t seen = 0;

    for (unsigned i = 0; i < OPEN_INSTANCES; i++)
        if (block->open[i].number)
            close_instance(s, block, &block->open[i]);
    for (size_t i = 0; i < block->bin_count; i++) {
        seen += block->bins[i].instances;
        if (2 * seen >= block->result.instances) {
            block->result.typical = block->bins[i].last;
            block->result.median = block->bins[i].last.cycles;
            find_links(s, block, block->bins[i].end);
            return;
        }
    }
}

/* ---- Binds: the floors that a block reaches, or the losses above the issue floor ---- */

const enum sfp_unit stats_units[STATS_UNITS] = {SFP_UNIT_LOAD, SFP_UNIT_SIMPLE, SFP_UNIT_MAD, SFP_UNIT_ROUND,
                                                SFP_UNIT_STORE};

uint64_t sfp_stats_dependence(const struct sfp_stats_block *block)
{
    return block->typical.chain > block->carried ? block->typical.chain : block->carried;
}

/* Fills `binds` with the causes of lost cycles, largest first. Returns their number. */
static size_t list_losses(const struct sfp_stats_block *block, struct sfp_stats_bind *binds)
{
    size_t count = 0;

    for (unsigned i = 0; i < SFP_STALLS; i++) {
        uint64_t lost = block->typical.lost[i];
        size_t at = count;

        if (lost == 0)
            continue;
        for (; at > 0 && binds[at - 1].cycles < lost; at--)
            binds[at] = binds[at - 1];
        binds[at] = (struct sfp_stats_bind){.by = SFP_BINDS_STALL, .stall = (enum sfp_stall)i, .cycles = lost};
        count++;
    }
    return count;
}

size_t sfp_stats_binds(const struct sfp_stats_block *block, struct sfp_stats_bind binds[SFP_STATS_BINDS])
{
    const struct sfp_stats_instance *t = &block->typical;
    uint64_t dependence = sfp_stats_dependence(block);
    size_t count = 0;

    if (t->issued >= block->median)
        binds[count++] = (struct sfp_stats_bind){.by = SFP_BINDS_ISSUE, .cycles = t->issued};
    for (unsigned i = 0; i < STATS_UNITS; i++) {
        enum sfp_unit u = stats_units[i];

        if (t->units[u] >= block->median)
            binds[count++] = (struct sfp_stats_bind){.by = SFP_BINDS_UNIT, .unit = u, .cycles = t->units[u]};
    }
    if (dependence > 1 && dependence >= block->median) /* a floor of 1 means that the instance has no dependences */
        binds[count++] = (struct sfp_stats_bind){.by = SFP_BINDS_DEPENDENCE, .cycles = dependence};
    return count ? count : list_losses(block, binds);
}
