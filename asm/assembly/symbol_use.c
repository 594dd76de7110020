/* Warns of unused symbols and constants: -Wunused-constant. */
#include "assembler.h"

#include "base/array.h"

#include <stdlib.h>

static bool is_on(const struct assembler *as)
{
    return as->options->warnings.on[SFP_W_UNUSED_CONSTANT];
}

/* Finds a definition by its place, since a loop or a function called repeatedly defines the same constant again. */
static bool find_watched(const struct unused *unused, const struct place *place, size_t *index)
{
    return names_find(&unused->places, (const char *)place, sizeof *place, index);
}

static bool add_watched(struct assembler *as, const struct place *place)
{
    struct unused *unused = &as->symbols.unused;
    const char *key = pool_copy(&unused->keys, (const char *)place, sizeof *place);

    if (!key || !array_room(&unused->items, unused->count, &unused->capacity, sizeof *unused->items) ||
        !names_add(&unused->places, key, sizeof *place, unused->count)) {
        report_no_memory(as);
        return false;
    }
    unused->items[unused->count++] = (struct watched){.place = *place};
    return true;
}

void unused_watch(struct assembler *as, struct symbol *constant)
{
    size_t index = as->symbols.unused.count;

    if (!is_on(as) || constant->place.source->expanded)
        return;
    if (find_watched(&as->symbols.unused, &constant->place, &index) || add_watched(as, &constant->place))
        constant->watched = (uint32_t)index + 1;
}

void unused_mark_used(struct assembler *as, struct symbol *symbol)
{
    symbol->used = true;
    if (symbol->watched)
        as->symbols.unused.items[symbol->watched - 1].used = true;
}

static void warn_unused(struct assembler *as, struct place place)
{
    if (!place.source->included.source)
        report_warning(as, SFP_W_UNUSED_CONSTANT, place, "'%.*s' is never used", place_precision(place),
                       place_text(place));
}

void unused_check(struct assembler *as)
{
    if (!is_on(as))
        return;
    for (size_t i = as->symbols.given; i < as->symbols.count; i++) {
        const struct symbol *symbol = &as->symbols.items[i];

        if (!symbol->used && !symbol->label && !symbol->local && symbol->scope == 0)
            warn_unused(as, symbol->place);
    }
    for (size_t i = 0; i < as->symbols.unused.count; i++)
        if (!as->symbols.unused.items[i].used)
            warn_unused(as, as->symbols.unused.items[i].place);
}

void unused_free(struct unused *unused)
{
    names_free(&unused->places);
    pool_free(&unused->keys);
    free(unused->items);
}
