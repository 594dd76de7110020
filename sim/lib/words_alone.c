/* The words of a compiled kernel without its core, as if all of them were there from the start. */
#include "lib.h"

#include <stdlib.h>

/*
 * Who pushes them again, one a cycle. MOP has the configuration that the core gave it: what was stored between two words
 * is there once no MOP before it is left in the queue, and the words behind it come after that.
 */
struct again {
    const struct sfp_tile *tile;
    struct sfp_machine *m;
    size_t next, stored;
    bool has_mop, has_pushed; /* in this cycle */
};

static void begin_cycle(void *context, const struct sfp_thread *thread)
{
    struct again *a = context;

    a->has_mop = thread->has_mop;
    a->has_pushed = false;
}

/* Is all there that was stored before the next word? */
static bool configure(struct again *a)
{
    const struct tile_mop_store *store = a->tile->mop_stores + a->stored;

    for (; a->stored < a->tile->mop_stored && store->behind <= a->next; a->stored++, store++) {
        if (a->has_mop)
            return false;
        a->m->s.mop_cfg[store->cfg] = store->value;
    }
    return true;
}

static enum sfp_fed push_next(void *context, struct sfp_fed_word *word)
{
    struct again *a = context;

    if (a->next == a->tile->logged)
        return SFP_FED_END;
    if (a->has_pushed || !configure(a))
        return SFP_FED_NONE;
    *word = (struct sfp_fed_word){.word = a->tile->log[a->next].word, .index = a->next};
    a->next++;
    a->has_pushed = true;
    return SFP_FED_WORD;
}

static enum sfp_relief relieve(void *context, const struct sfp_op *wait)
{
    (void)context;
    (void)wait;
    return SFP_RELIEF_NONE;
}

bool lib_words_alone(const sfpu_machine *m, const struct sfp_tile *tile, uint64_t *cycles)
{
    struct sfp_machine *own = sfp_machine_new(m->arch, m->m->semantics);
    uint32_t *words = tile->log_lost ? NULL : reallocarray(NULL, tile->logged + 1, sizeof *words);
    struct again again = {.tile = tile, .m = own};
    const struct sfp_feed feed = {.context = &again, .count = tile->logged, .words = words, .next = push_next,
                                  .relieve = relieve, .cycle = begin_cycle};
    const struct sfp_timing_options options = {.run = {.repeat = 1, .ignore_waits = true, .feed = &feed},
                                               .results_only = true};
    struct sfp_timing_result result = {.run.status = SFP_RUN_NO_MEMORY};

    if (own && words) {
        own->s = *m->core_before;
        for (size_t i = 0; i < tile->logged; i++)
            words[i] = tile->log[i].word;
        sfp_run_timed(own, words, tile->logged, &options, &result);
    }
    free(words);
    sfp_machine_free(own);
    *cycles = result.cycles;
    return result.run.status != SFP_RUN_NO_MEMORY;
}
