/*
 * A saved state, to be loaded again in the same process: bytes in pages. Archives share pages whose bytes are equal.
 * One function lists a struct's parts, by calls of archive_bytes(); it saves or loads, depending on the pass. Pointers
 * are saved unchanged; the loading code corrects them.
 */
#ifndef SFP_ARCHIVE_H
#define SFP_ARCHIVE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { ARCHIVE_PAGE = 4096 }; /* size of a page in bytes */

struct archive_page;

/* A saved state, with a count of holders. */
struct archive {
    size_t holders;
    struct archive_page **pages;
    size_t count, capacity;
    size_t made; /* number of pages not shared with the archive that was `like` when this archive was saved */
};

/* A pass over a state's parts, in order. */
struct archiving {
    struct archive *archive;
    const struct archive *like; /* when saving: the archive whose equal pages are shared, or NULL */
    bool loads;
    bool failed; /* when saving: memory ran out */
    size_t at;   /* number of bytes passed */
    unsigned char page[ARCHIVE_PAGE]; /* when saving: the page that is not full yet */
};

/* Begins to save. Shares equal pages with `like`, which must live until archive_end_save(), or be NULL. */
void archive_begin_save(struct archiving *pass, const struct archive *like);

/* Ends saving. Returns the archive, with one holder, or NULL without memory. */
struct archive *archive_end_save(struct archiving *pass);

/* Begins to load an archive. */
void archive_begin_load(struct archiving *pass, struct archive *archive);

/* Saves the next part, or overwrites it with its saved bytes. */
void archive_bytes(struct archiving *pass, void *bytes, size_t size);

/* When loading: skips a part. */
void archive_skip(struct archiving *pass, size_t size);

/* Makes the next part begin a page, so that its pages can be shared even if the length of earlier parts differs. */
void archive_align(struct archiving *pass);

/* Returns the bytes of the archive's own pages, those not shared with `like`, and of its lists. */
size_t archive_own_bytes(const struct archive *archive);

void archive_hold(struct archive *archive);
void archive_release(struct archive *archive); /* accepts NULL */

/* Corrects a loaded pointer into `size` bytes that were at address `from` and are at `to` now. Returns NULL if the
 * pointer did not point into these bytes. */
static inline const void *archive_moved(const void *pointer, uintptr_t from, size_t size, const void *to)
{
    const uintptr_t offset = (uintptr_t)pointer - from;

    return pointer && offset < size ? (const char *)to + offset : NULL;
}

#endif
