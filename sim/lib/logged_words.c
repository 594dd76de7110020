/* Words of a core's log, pushed again. */
#include "logged_words.h"

static void begin_logged_cycle(void *context, const struct sfp_thread *thread)
{
    struct logged_words *logged = context;

    logged->has_mop = thread->has_mop;
    logged->has_pushed = false;
}

/* Gives MOP the configuration that the core stored before the next word. Returns false while a queued MOP still
 * needs the old configuration. */
static bool apply_mop_stores(struct logged_words *logged)
{
    const struct tile_mop_store *store = logged->tile->mop_stores + logged->stored;

    for (; logged->stored < logged->tile->mop_stored && store->behind <= logged->next; logged->stored++, store++) {
        if (logged->has_mop)
            return false;
        logged->m->s.expanders.mop_cfg[store->cfg] = store->value;
    }
    return true;
}

static enum sfp_fed push_next(void *context, struct sfp_fed_word *word)
{
    struct logged_words *logged = context;
    const struct tile_pushed *pushed;

    if (logged->next == logged->tile->logged)
        return SFP_FED_END;
    if (logged->has_pushed || !apply_mop_stores(logged))
        return SFP_FED_NONE;
    pushed = &logged->tile->log[logged->next];
    *word = (struct sfp_fed_word){.word = pushed->word, .index = logged->by_place ? logged->next : pushed->index};
    logged->words[word->index] = pushed->word;
    logged->next++;
    logged->has_pushed = true;
    return SFP_FED_WORD;
}

struct sfp_feed logged_feed(struct logged_words *logged, size_t count,
                            enum sfp_relief (*relieve)(void *context, const struct sfp_op *wait))
{
    return (struct sfp_feed){.context = logged, .count = count, .words = logged->words, .next = push_next,
                             .relieve = relieve, .cycle = begin_logged_cycle};
}
