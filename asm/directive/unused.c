/* Symbols and constants that nothing uses: -Wunused-constant. */
#include "c/c_form.h"

#include <stdlib.h>

static bool is_on(const struct assembler *as)
{
    return as->options->warnings.on[SFP_W_UNUSED_CONSTANT];
}

/* A definition can be met again and again, in a loop or a function that is called: its place tells it from others. */
static bool find_watched(const struct c_state *state, const struct place *place, size_t *index)
{
    return names_find(&state->watched_places, (const char *)place, sizeof *place, index);
}

static bool add_watched(struct assembler *as, const struct place *place)
{
    struct c_state *state = &as->c;
    const char *key = pool_copy(&state->watched_keys, (const char *)place, sizeof *place);

    if (!c_reserve(as, &state->watched, state->watched_count, &state->watched_capacity, sizeof *state->watched))
        return false;
    if (!key || !names_add(&state->watched_places, key, sizeof *place, state->watched_count)) {
        report_no_memory(as);
        return false;
    }
    state->watched[state->watched_count++] = (struct c_watched){.place = *place};
    return true;
}

void unused_watch(struct assembler *as, struct c_name *constant)
{
    size_t index = as->c.watched_count;

    if (!is_on(as) || constant->place.source->expanded)
        return;
    if (find_watched(&as->c, &constant->place, &index) || add_watched(as, &constant->place))
        constant->watched = index + 1;
}

void unused_mark_used(struct assembler *as, const struct c_name *name)
{
    if (name->watched)
        as->c.watched[name->watched - 1].used = true;
}

static bool was_included(const struct assembler *as, const struct source *source)
{
    for (size_t i = 0; i < as->included_count; i++)
        if (as->included[i] == source)
            return true;
    return false;
}

static void warn(struct assembler *as, struct place place)
{
    if (!was_included(as, place.source))
        report_warning(as, SFP_W_UNUSED_CONSTANT, place, "'%.*s' is never used", place_precision(place),
                       place_text(place));
}

void unused_check(struct assembler *as)
{
    if (!is_on(as))
        return;
    for (size_t i = as->given_symbols; i < as->symbol_count; i++) {
        const struct symbol *symbol = &as->symbols[i];

        if (!symbol->used && !symbol->label && !symbol->local)
            warn(as, symbol->place);
    }
    for (size_t i = 0; i < as->c.watched_count; i++)
        if (!as->c.watched[i].used)
            warn(as, as->c.watched[i].place);
}

void unused_free(struct c_state *state)
{
    names_free(&state->watched_places);
    pool_free(&state->watched_keys);
    free(state->watched);
}
