/* The tile: the core, its memory and its devices. */
#include "tile_parts.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "tile.h"
#include "base/array.h"
#include "base/fail.h"
#include "base/text_buffer.h"

/* Gives the tile the L1 of its mates, or one of its own. */
static void take_l1(struct sfp_tile *t, uint32_t bytes)
{
    struct tile_mates *mates = t->devices.mates;

    t->l1 = mates ? mates->l1 : calloc(1, bytes);
    if (mates)
        mates->tiles[t->devices.owner] = t;
}

/* Adds the core's memory. T1 has a second, slow window to its local data RAM on Blackhole. */
static void add_memory(struct sfp_tile *t, enum sfp_arch arch)
{
    const uint32_t l1 = tile_region_bytes(arch, TILE_L1), local = tile_region_bytes(arch, TILE_LOCAL);
    const uint32_t slow = t->devices.owner == SFP_THREAD_MATH ? tile_region_bytes(arch, TILE_SLOW_LOCAL) : 0;

    rv_core_add_span(&t->core, &(struct rv_span){tile_region_base(TILE_L1), l1, t->l1, true});
    rv_core_add_span(&t->core, &(struct rv_span){tile_region_base(TILE_LOCAL), local, t->local, false});
    for (uint32_t at = 0; at < slow; at += local)
        rv_core_add_span(&t->core, &(struct rv_span){tile_region_base(TILE_SLOW_LOCAL) + at, local, t->local, false});
}

struct sfp_tile *tile_new(struct sfp_machine *m)
{
    return tile_new_thread(m, SFP_THREAD_MATH, NULL);
}

struct sfp_tile *tile_new_thread(struct sfp_machine *m, enum sfp_thread_id thread, struct tile_mates *mates)
{
    const enum sfp_arch arch = m->s.arch;
    struct sfp_tile *t = calloc(1, sizeof *t);

    if (!t)
        return NULL;
    tile_ports_connect(t, arch);
    t->devices.m = m;
    t->devices.owner = thread;
    t->devices.mates = mates;
    t->devices.now = &t->now;
    t->devices.thread = &t->thread;
    t->devices.tracked = &t->tracked;
    take_l1(t, tile_region_bytes(arch, TILE_L1));
    t->local = calloc(1, tile_region_bytes(arch, TILE_LOCAL));
    if (!t->l1 || !t->local) {
        tile_free(t);
        return NULL;
    }
    add_memory(t, arch);
    return t;
}

void tile_free(struct sfp_tile *t)
{
    if (!t)
        return;
    rv_core_free(&t->core);
    trail_free(&t->trail);
    if (!t->devices.mates)
        free(t->l1);
    else if (t->devices.mates->tiles[t->devices.owner] == t)
        t->devices.mates->tiles[t->devices.owner] = NULL;
    free(t->local);
    free(t->log);
    free(t->mop_stores);
    free(t->slots);
    free(t);
}

bool tile_code(struct sfp_tile *t, uint32_t *words)
{
    const size_t count = t->core.code.size / RV_BYTES;

    t->words = words;
    t->slots = calloc(count, sizeof *t->slots);
    if (!t->slots)
        return false;
    tile_feed_init(t, count);
    return true;
}

/* ---- Values for devices before a run ---- */

enum { WORD_BITS = 32 };

/* The rows of tile.def. */
static const struct given_row {
    const char *name;
    uint8_t archs; /* a set of archs */
    uint8_t bits;  /* width of a value */
    bool many;     /* any number of values; otherwise exactly one */
} given_rows[TILE_GIVENS] = {
#define GIVEN(id, name, archs, bits, many, text) [TILE_GIVEN_##id] = {name, archs, bits, many},
#include "tile.def"
#undef GIVEN
};

static bool fail_name(const char *name, char **error)
{
    struct text list = {0};

    for (unsigned i = 0; i < TILE_GIVENS; i++) {
        text_add(&list, ", ", i ? 2 : 0);
        text_add(&list, given_rows[i].name, strlen(given_rows[i].name));
    }
    text_add_char(&list, '\0');
    if (!list.failed)
        fail_with(error, "'%s' is not a device that takes values: %s", name, list.data);
    text_free(&list);
    return false;
}

static bool check_given_values(const struct given_row *row, enum sfp_arch arch, const uint64_t *values, size_t count,
                               char **error)
{
    if (!(row->archs & arch))
        return fail_with(error, "%s: %s has no such device", row->name, sfp_arch_name(arch));
    if (!row->many && count != 1)
        return fail_with(error, "%s: %zu values, but the device takes one", row->name, count);
    for (size_t i = 0; i < count; i++) {
        if (row->bits < 64 && values[i] >> row->bits)
            return fail_with(error, "%s: %" PRIu64 " has more than %d bits", row->name, values[i], row->bits);
    }
    return true;
}

bool tile_give(struct tile_gifts *gifts, enum sfp_arch arch, const char *name, const uint64_t *values, size_t count,
               char **error)
{
    struct tile_gift *gift;
    uint32_t *own;
    unsigned which = 0;

    *error = NULL;
    while (which < TILE_GIVENS && strcmp(given_rows[which].name, name) != 0)
        which++;
    if (which == TILE_GIVENS)
        return fail_name(name, error);
    if (!check_given_values(&given_rows[which], arch, values, count, error))
        return false;
    own = array_resized(NULL, count + 1, 2 * sizeof *own);
    if (!own)
        return false;
    for (size_t i = 0; i < count; i++) {
        own[i] = (uint32_t)values[i];
        own[i + 1] = (uint32_t)(values[i] >> WORD_BITS);
    }
    gift = &gifts->of[which];
    free(gift->values);
    *gift = (struct tile_gift){own, count};
    return true;
}

void tile_gifts_free(struct tile_gifts *gifts)
{
    for (unsigned i = 0; i < TILE_GIVENS; i++)
        free(gifts->of[i].values);
    *gifts = (struct tile_gifts){0};
}

static struct tile_values values_of(const struct tile_gift *gift)
{
    return (struct tile_values){.values = gift->values, .count = gift->count};
}

void tile_gifts_begin(const struct tile_gifts *gifts, struct sfp_tile *t)
{
    const struct tile_gift *clock = &gifts->of[TILE_GIVEN_CLOCK], *cfg0 = &gifts->of[TILE_GIVEN_CFG0],
                           *icache = &gifts->of[TILE_GIVEN_ICACHE];

    t->devices.from_b = values_of(&gifts->of[TILE_GIVEN_PCBUF]);
    t->devices.mail[TILE_B] = values_of(&gifts->of[TILE_GIVEN_MAILBOX_B]);
    t->devices.mail[TILE_T0] = values_of(&gifts->of[TILE_GIVEN_MAILBOX_T0]);
    t->devices.mail[TILE_T1] = values_of(&gifts->of[TILE_GIVEN_MAILBOX_T1]);
    t->devices.mail[TILE_T2] = values_of(&gifts->of[TILE_GIVEN_MAILBOX_T2]);
    if (clock->count)
        t->devices.clock_base = (uint64_t)clock->values[1] << WORD_BITS | clock->values[0];
    if (cfg0->count)
        t->csr_cfg0 = cfg0->values[0];
    t->miss_given = icache->count;
    if (t->miss_given)
        t->miss = (uint16_t)icache->values[0];
}
