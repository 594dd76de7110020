/* Saves and loads states in pages. */
#include "archive.h"

#include <stdlib.h>
#include <string.h>

#include "array.h"

struct archive_page {
    size_t archives; /* number of archives that contain the page */
    unsigned char bytes[ARCHIVE_PAGE];
};

void archive_begin_save(struct archiving *a, const struct archive *like)
{
    a->archive = calloc(1, sizeof *a->archive);
    a->like = like;
    a->loads = false;
    a->failed = !a->archive;
    a->at = 0;
    if (a->archive)
        a->archive->holders = 1;
}

void archive_begin_load(struct archiving *a, struct archive *archive)
{
    a->archive = archive;
    a->like = NULL;
    a->loads = true;
    a->failed = false;
    a->at = 0;
}

/* ---- Saving ---- */

/* Returns a page with these bytes for position `count`: the page of the archive a->like if its bytes are equal, else
 * a new page. NULL without memory. */
static struct archive_page *page_of(const struct archiving *a, const unsigned char *bytes)
{
    const size_t place = a->archive->count;
    struct archive_page *page;

    if (a->like && place < a->like->count && memcmp(a->like->pages[place]->bytes, bytes, ARCHIVE_PAGE) == 0)
        return a->like->pages[place];
    page = malloc(sizeof *page);
    if (!page)
        return NULL;
    page->archives = 0;
    memcpy(page->bytes, bytes, ARCHIVE_PAGE);
    a->archive->made++;
    return page;
}

static void add_page(struct archiving *a, const unsigned char *bytes)
{
    struct archive *archive = a->archive;
    struct archive_page *page = NULL;

    if (a->failed)
        return;
    if (array_room(&archive->pages, archive->count, &archive->capacity, sizeof(struct archive_page *)))
        page = page_of(a, bytes);
    if (!page) {
        a->failed = true;
        return;
    }
    page->archives++;
    archive->pages[archive->count++] = page;
}

/* Saves bytes up to the end of the current page. Returns their number. */
static size_t save_some(struct archiving *a, const unsigned char *bytes, size_t size)
{
    const size_t filled = a->at % ARCHIVE_PAGE, room = ARCHIVE_PAGE - filled;
    const size_t taken = size < room ? size : room;

    if (taken == ARCHIVE_PAGE) {
        add_page(a, bytes);
    } else {
        memcpy(a->page + filled, bytes, taken);
        if (taken == room)
            add_page(a, a->page);
    }
    return taken;
}

static size_t load_some(const struct archiving *a, unsigned char *bytes, size_t size)
{
    const size_t offset = a->at % ARCHIVE_PAGE, there = ARCHIVE_PAGE - offset;
    const size_t taken = size < there ? size : there;

    memcpy(bytes, a->archive->pages[a->at / ARCHIVE_PAGE]->bytes + offset, taken);
    return taken;
}

void archive_bytes(struct archiving *a, void *bytes, size_t size)
{
    unsigned char *at = bytes;

    while (size) {
        const size_t done = a->loads ? load_some(a, at, size) : save_some(a, at, size);

        a->at += done;
        at += done;
        size -= done;
    }
}

void archive_skip(struct archiving *a, size_t size)
{
    a->at += size;
}

void archive_align(struct archiving *a)
{
    const size_t filled = a->at % ARCHIVE_PAGE;

    if (!filled)
        return;
    if (!a->loads) {
        memset(a->page + filled, 0, ARCHIVE_PAGE - filled);
        add_page(a, a->page);
    }
    a->at += ARCHIVE_PAGE - filled;
}

struct archive *archive_end_save(struct archiving *a)
{
    archive_align(a);
    if (!a->failed)
        return a->archive;
    archive_release(a->archive);
    return NULL;
}

/* ---- Holders ---- */

size_t archive_own_bytes(const struct archive *archive)
{
    return sizeof *archive + archive->count * sizeof(struct archive_page *) + archive->made * sizeof(struct archive_page);
}

void archive_hold(struct archive *archive)
{
    archive->holders++;
}

void archive_release(struct archive *archive)
{
    if (!archive || --archive->holders)
        return;
    for (size_t i = 0; i < archive->count; i++)
        if (--archive->pages[i]->archives == 0)
            free(archive->pages[i]);
    free(archive->pages);
    free(archive);
}
