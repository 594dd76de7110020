/*
 * A state saved, to be loaded again in the same process: bytes in pages, of which archives share those that are alike.
 * What a struct's parts are is said once, by a function that goes over them with archive_bytes(): it saves or loads, as
 * the pass over them does. Pointers are saved as they are; who loads them sets them right.
 */
#ifndef SFP_ARCHIVE_H
#define SFP_ARCHIVE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { ARCHIVE_PAGE = 4096 }; /* bytes */

struct archive_page;

/* What was saved; whoever keeps it counts as a holder. */
struct archive {
    size_t holders;
    struct archive_page **pages;
    size_t count, capacity;
    size_t made; /* pages that are not those of the archive that it was saved beside */
};

/* A pass over a state's parts, in order. */
struct archiving {
    struct archive *archive;
    const struct archive *like; /* saving: pages that are the same there are shared; or NULL */
    bool loads;
    bool failed; /* saving: there was no memory */
    size_t at;   /* bytes so far */
    unsigned char page[ARCHIVE_PAGE]; /* saving: the one that is not full yet */
};

/* Begins to save, beside `like`, which must be there until it is saved, or NULL. */
void archive_begin_save(struct archiving *a, const struct archive *like);

/* What was saved, with one holder; NULL without memory. */
struct archive *archive_end_save(struct archiving *a);

/* Begins to load what was saved. */
void archive_begin_load(struct archiving *a, struct archive *archive);

/* The next part. Loading it overwrites it. */
void archive_bytes(struct archiving *a, void *bytes, size_t size);

/* Loading: passes over a part. */
void archive_skip(struct archiving *a, size_t size);

/* What comes next begins a page, so that it can be alike where what comes before has another length. */
void archive_align(struct archiving *a);

/* Bytes of the pages that it does not share with the archive that it was saved beside. */
size_t archive_own_bytes(const struct archive *archive);

void archive_hold(struct archive *archive);
void archive_release(struct archive *archive); /* NULL: nothing */

/* The pointer that pointed into the `size` bytes from address `from` on, where these are at `to` now; NULL: it did not. */
static inline const void *archive_moved(const void *pointer, uintptr_t from, size_t size, const void *to)
{
    const uintptr_t offset = (uintptr_t)pointer - from;

    return pointer && offset < size ? (const char *)to + offset : NULL;
}

#endif
