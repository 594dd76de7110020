/* A run's snapshots. */
#include "history.h"

#include <stdlib.h>

#include "base/array.h"

/* First distance between snapshots, in cycles: a run over this distance takes a few milliseconds. */
enum { FIRST_DISTANCE = 20000 };

enum { MOST_SNAPSHOTS = 512, MOST_BYTES = 256 << 20 };

static void free_history_snapshot(struct history *h, size_t i)
{
    h->bytes -= sfpu_snapshot_bytes(h->snapshots[i].taken);
    sfpu_free_snapshot(h->snapshots[i].taken);
}

/* Drops every other snapshot, but not the first, which is the start of the run. */
static void thin_snapshots(struct history *h)
{
    size_t kept = 0;

    for (size_t i = 0; i < h->count; i++)
        if (i % 2)
            free_history_snapshot(h, i);
        else
            h->snapshots[kept++] = h->snapshots[i];
    h->count = kept;
    h->distance *= 2;
}

static bool is_snapshot_due(const struct history *h, const struct moment *now)
{
    return !h->count || now->cycle >= h->snapshots[h->count - 1].at.cycle + h->distance;
}

bool history_note(struct history *h, sfpu_machine *m, const struct moment *now, const struct sfpu_result *result,
                  bool always)
{
    struct snapshot snapshot = {.at = *now, .result = *result};

    if (!always && !is_snapshot_due(h, now))
        return true;
    if (!h->distance)
        h->distance = FIRST_DISTANCE;
    if (!array_room(&h->snapshots, h->count, &h->capacity, sizeof *h->snapshots)
        || sfpu_take_snapshot(m, &snapshot.taken) != SFPU_OK)
        return false;
    h->snapshots[h->count++] = snapshot;
    h->bytes += sfpu_snapshot_bytes(snapshot.taken);
    if (h->count > MOST_SNAPSHOTS || h->bytes > MOST_BYTES)
        thin_snapshots(h);
    return true;
}

void history_cut(struct history *h, const struct moment *now)
{
    while (h->count > 1 && h->snapshots[h->count - 1].at.cycle >= now->cycle)
        free_history_snapshot(h, --h->count);
}

void history_free(struct history *h)
{
    while (h->count)
        free_history_snapshot(h, --h->count);
    free(h->snapshots);
    *h = (struct history){0};
}
