/* Watches: values whose change stops a run. */
#include "lib.h"

#include <stdlib.h>
#include <string.h>

#include "model/state_table.h"

/* A watch of at most SFP_LANES words, or of bytes of memory. */
struct lib_watch {
    struct sfpu_watch what;
    uint32_t mask[SFP_LANES]; /* the bits of the words that count */
    uint32_t was[SFP_LANES];
    uint8_t *bytes;           /* MEMORY: the initial bytes, followed by a buffer for the current bytes; else NULL */
    bool in_order;            /* MEMORY: the bytes are compared in program order */
};

/* ---- What is watched ---- */

static void read_watched_cells(const struct sfp_state *s, unsigned row, uint32_t words[SFP_LANES])
{
    for (unsigned column = 0; column < SFP_DST_COLUMNS; column++)
        words[column] = sfp_raw_cell(s, row, column);
}

/* Reads the words of a watch that is not of memory. Words beyond the watch's stay unchanged. */
static void read_watched_words(const struct sfp_state *s, const struct sfpu_watch *w, uint32_t words[SFP_LANES])
{
    switch ((enum sfpu_watched)w->what) {
    case SFPU_WATCH_LREG:
        memcpy(words, s->lreg[w->number], sizeof s->lreg[w->number]);
        break;
    case SFPU_WATCH_FLAGS:
        words[0] = s->flags;
        break;
    case SFPU_WATCH_USE_FLAGS:
        words[0] = s->use_flags;
        break;
    case SFPU_WATCH_COUNTER:
        words[0] = sfp_counter_get(s, w->number);
        break;
    case SFPU_WATCH_DST:
        read_watched_cells(s, w->number, words);
        break;
    case SFPU_WATCH_MEMORY:
        break;
    }
}

/* Sets the mask: the bits that count, by word. */
static void make_mask(struct lib_watch *w)
{
    const uint32_t lanes = w->what.lanes ? w->what.lanes : UINT32_MAX;

    switch ((enum sfpu_watched)w->what.what) {
    case SFPU_WATCH_LREG:
        sfp_mask_expand(lanes, w->mask);
        break;
    case SFPU_WATCH_DST:
        sfp_mask_expand(lanes & ((1u << SFP_DST_COLUMNS) - 1), w->mask);
        break;
    case SFPU_WATCH_FLAGS:
    case SFPU_WATCH_USE_FLAGS:
        w->mask[0] = lanes;
        break;
    case SFPU_WATCH_COUNTER:
        w->mask[0] = UINT32_MAX;
        break;
    case SFPU_WATCH_MEMORY:
        break;
    }
}

/* ---- Taking watches ---- */

static bool is_known_watch(const struct sfpu_watch *w)
{
    switch (w->what) {
    case SFPU_WATCH_LREG:
        return w->number < SFP_LREGS;
    case SFPU_WATCH_COUNTER:
        return sfp_counter_name(w->number);
    case SFPU_WATCH_DST:
        return w->number < SFP_DST_ROWS;
    case SFPU_WATCH_MEMORY:
        return w->bytes > 0;
    default:
        return w->what == SFPU_WATCH_FLAGS || w->what == SFPU_WATCH_USE_FLAGS;
    }
}

static int begin_memory(sfpu_machine *m, struct lib_watch *w, size_t i)
{
    const struct sfp_tile *tile = m->compiled ? compiled_tile(m->compiled) : NULL;

    if (!tile)
        return lib_fail(m, SFPU_BAD_ARGUMENT, "watch %zu: there is no memory without a compiled kernel", i);
    w->bytes = w->what.bytes <= SIZE_MAX / 2 ? malloc(2 * w->what.bytes) : NULL;
    if (!w->bytes)
        return lib_no_memory(m);
    if (!tile_peek(tile, w->what.address, w->bytes, w->what.bytes))
        return lib_fail(m, SFPU_BAD_ARGUMENT, "watch %zu: %zu bytes at 0x%08X are neither in memory nor readable "
                        "without an effect", i, w->what.bytes, w->what.address);
    w->in_order = tile_peeks_in_order(tile, w->what.address, w->what.bytes);
    return SFPU_OK;
}

static int begin_one(sfpu_machine *m, const void *callers, struct lib_watch *w, size_t i)
{
    if (!lib_take(&w->what, sizeof w->what, callers))
        return lib_given(m, false);
    if (!is_known_watch(&w->what))
        return lib_fail(m, SFPU_BAD_ARGUMENT, "watch %zu: unknown kind or number", i);
    if (w->what.what == SFPU_WATCH_MEMORY)
        return begin_memory(m, w, i);
    make_mask(w);
    read_watched_words(&m->m->s, &w->what, w->was);
    return SFPU_OK;
}

int lib_watches_begin(sfpu_machine *m, const struct sfpu_watch *callers, size_t count, struct lib_watches *watches)
{
    const size_t stride = count ? callers->size : 0;
    int code = SFPU_OK;

    *watches = (struct lib_watches){.watches = count ? calloc(count, sizeof *watches->watches) : NULL, .count = count};
    if (count && !watches->watches) {
        watches->count = 0;
        return lib_no_memory(m);
    }
    for (size_t i = 0; i < count && code == SFPU_OK; i++) {
        code = begin_one(m, (const char *)callers + i * stride, &watches->watches[i], i);
        watches->in_order |= watches->watches[i].in_order;
    }
    if (code != SFPU_OK)
        lib_watches_end(watches);
    return code;
}

void lib_watches_end(struct lib_watches *watches)
{
    for (size_t i = 0; i < watches->count; i++)
        free(watches->watches[i].bytes);
    free(watches->watches);
    *watches = (struct lib_watches){.count = 0};
}

/* ---- Checking watches ---- */

static bool memory_changed(const sfpu_machine *m, const struct lib_watch *w)
{
    uint8_t *now = w->bytes + w->what.bytes;

    return tile_peek(compiled_tile(m->compiled), w->what.address, now, w->what.bytes)
           && memcmp(w->bytes, now, w->what.bytes) != 0;
}

static bool words_changed(const sfpu_machine *m, const struct lib_watch *w)
{
    uint32_t now[SFP_LANES] = {0}, differs = 0;

    read_watched_words(&m->m->s, &w->what, now);
    for (unsigned i = 0; i < SFP_LANES; i++)
        differs |= (now[i] ^ w->was[i]) & w->mask[i];
    return differs;
}

size_t lib_watch_changed(const sfpu_machine *m, const struct lib_watches *watches)
{
    for (size_t i = 0; i < watches->count; i++) {
        const struct lib_watch *w = &watches->watches[i];

        if (!w->in_order && (w->bytes ? memory_changed(m, w) : words_changed(m, w)))
            return i;
    }
    return SIZE_MAX;
}

static bool overlaps_step(const struct sfpu_watch *w, const struct trail_step *step)
{
    return step->address - w->address < w->bytes || w->address - step->address < step->bytes;
}

size_t lib_watch_stored(const sfpu_machine *m, const struct lib_watches *watches, const struct trail_step *step)
{
    for (size_t i = 0; i < watches->count; i++) {
        const struct lib_watch *w = &watches->watches[i];

        if (w->in_order && step->bytes && overlaps_step(&w->what, step) && memory_changed(m, w))
            return i;
    }
    return SIZE_MAX;
}

size_t lib_watch_changed_by_others(const sfpu_machine *m, const struct lib_watches *watches)
{
    for (size_t i = 0; i < watches->count; i++)
        if (watches->watches[i].in_order && memory_changed(m, &watches->watches[i]))
            return i;
    return SIZE_MAX;
}
