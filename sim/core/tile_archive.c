/* Saving and loading of a tile. */
#include "tile_parts.h"

#include <stdlib.h>
#include <string.h>

#include "base/archive.h"
#include "base/array.h"

/* ---- Pointers, which loading leaves unchanged ---- */

static void keep_core(struct rv_core *core, const struct rv_core *own)
{
    for (unsigned i = 0; i < RV_SPANS; i++)
        core->spans[i].bytes = own->spans[i].bytes;
    core->code.slots = own->code.slots;
    core->bus = own->bus;
}

static void keep_devices(struct tile_devices *d, const struct tile_devices *own)
{
    d->m = own->m;
    d->mates = own->mates;
    d->now = own->now;
    d->from_b.values = own->from_b.values;
    for (unsigned i = 0; i < TILE_CORES; i++)
        d->mail[i].values = own->mail[i].values;
    d->thread = own->thread;
    d->tracked = own->tracked;
}

static void keep_pointers(struct sfp_tile *t, const struct sfp_tile *own)
{
    keep_core(&t->core, &own->core);
    keep_devices(&t->devices, &own->devices);
    t->l1 = own->l1;
    t->local = own->local;
    t->calls = own->calls;
    t->when_idle = own->when_idle;
    t->words = own->words;
    t->log = own->log;
    t->log_room = own->log_room;
    t->mop_stores = own->mop_stores;
    t->mop_room = own->mop_room;
    t->feed = own->feed;
    t->slots = own->slots;
    t->trail.steps = own->trail.steps;
    t->trail.room = own->trail.room;
    t->thread.tell = own->thread.tell;
    t->thread.listener = own->thread.listener;
    t->thread.sync_taken = own->thread.sync_taken;
}

/* ---- Lists that grow ---- */

/* Grows a list to `count` items of `size` bytes. Returns false if memory ran out. */
static bool grow_archived_list(void *items, size_t count, size_t *room, size_t size)
{
    void *list;

    if (count <= *room)
        return true;
    memcpy(&list, items, sizeof list);
    list = array_resized(list, count, size);
    if (!list)
        return false;
    memcpy(items, &list, sizeof list);
    *room = count;
    return true;
}

/* Saves or loads the logs. If memory runs out, loading drops the logs. */
static void archive_logs(struct sfp_tile *t, struct archiving *a)
{
    const size_t words = t->logged * sizeof *t->log, stores = t->mop_stored * sizeof *t->mop_stores;

    if (a->loads && (!grow_archived_list(&t->log, t->logged, &t->log_room, sizeof *t->log)
                     || !grow_archived_list(&t->mop_stores, t->mop_stored, &t->mop_room, sizeof *t->mop_stores))) {
        t->log_lost = true;
        t->logged = t->mop_stored = 0;
        archive_skip(a, words + stores);
        return;
    }
    archive_bytes(a, t->log, words);
    archive_bytes(a, t->mop_stores, stores);
}

/* Each part begins at a page boundary, so that unchanged pages of two archives are equal. */
void tile_archive(struct sfp_tile *t, struct archiving *a)
{
    const struct sfp_tile own = *t;
    const size_t count = t->core.code.size / RV_BYTES;

    archive_align(a);
    archive_bytes(a, t->l1, tile_region_bytes(t->core.arch, TILE_L1));
    archive_align(a);
    archive_bytes(a, t->local, tile_region_bytes(t->core.arch, TILE_LOCAL));
    archive_align(a);
    archive_bytes(a, t->core.code.slots, count * sizeof *t->core.code.slots);
    archive_bytes(a, t->slots, count * sizeof *t->slots);
    archive_bytes(a, t->words, count * sizeof *t->words);
    archive_align(a);
    archive_bytes(a, t, sizeof *t);
    keep_pointers(t, &own);
    archive_align(a);
    archive_logs(t, a);
    archive_align(a);
    trail_archive_steps(&t->trail, a);
}
