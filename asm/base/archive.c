/* Saves and loads states in pages. */
#include "archive.h"

#include <stdlib.h>
#include <string.h>

#include "array.h"

struct archive_page {
    size_t archives; /* number of archives that contain the page */
    unsigned char bytes[ARCHIVE_PAGE];
};

void archive_begin_save(struct archiving *pass, const struct archive *like)
{
    pass->archive = calloc(1, sizeof *pass->archive);
    pass->like = like;
    pass->loads = false;
    pass->failed = !pass->archive;
    pass->at = 0;
    if (pass->archive)
        pass->archive->holders = 1;
}

void archive_begin_load(struct archiving *pass, struct archive *archive)
{
    pass->archive = archive;
    pass->like = NULL;
    pass->loads = true;
    pass->failed = false;
    pass->at = 0;
}

/* ---- Saving ---- */

/* Returns a page with these bytes for position `count`: the page of the archive a->like if its bytes are equal, else
 * a new page. NULL without memory. */
static struct archive_page *page_of(const struct archiving *pass, const unsigned char *bytes)
{
    const size_t place = pass->archive->count;
    struct archive_page *page;

    if (pass->like && place < pass->like->count && memcmp(pass->like->pages[place]->bytes, bytes, ARCHIVE_PAGE) == 0)
        return pass->like->pages[place];
    page = malloc(sizeof *page);
    if (!page)
        return NULL;
    page->archives = 0;
    memcpy(page->bytes, bytes, ARCHIVE_PAGE);
    pass->archive->made++;
    return page;
}

static void add_page(struct archiving *pass, const unsigned char *bytes)
{
    struct archive *archive = pass->archive;
    struct archive_page *page = NULL;

    if (pass->failed)
        return;
    if (array_room(&archive->pages, archive->count, &archive->capacity, sizeof(struct archive_page *)))
        page = page_of(pass, bytes);
    if (!page) {
        pass->failed = true;
        return;
    }
    page->archives++;
    archive->pages[archive->count++] = page;
}

/* Saves bytes up to the end of the current page. Returns their number. */
static size_t save_some(struct archiving *pass, const unsigned char *bytes, size_t size)
{
    const size_t filled = pass->at % ARCHIVE_PAGE, room = ARCHIVE_PAGE - filled;
    const size_t taken = size < room ? size : room;

    if (taken == ARCHIVE_PAGE) {
        add_page(pass, bytes);
    } else {
        memcpy(pass->page + filled, bytes, taken);
        if (taken == room)
            add_page(pass, pass->page);
    }
    return taken;
}

static size_t load_some(const struct archiving *pass, unsigned char *bytes, size_t size)
{
    const size_t offset = pass->at % ARCHIVE_PAGE, there = ARCHIVE_PAGE - offset;
    const size_t taken = size < there ? size : there;

    memcpy(bytes, pass->archive->pages[pass->at / ARCHIVE_PAGE]->bytes + offset, taken);
    return taken;
}

void archive_bytes(struct archiving *pass, void *bytes, size_t size)
{
    unsigned char *at = bytes;

    while (size) {
        const size_t done = pass->loads ? load_some(pass, at, size) : save_some(pass, at, size);

        pass->at += done;
        at += done;
        size -= done;
    }
}

void archive_skip(struct archiving *pass, size_t size)
{
    pass->at += size;
}

void archive_align(struct archiving *pass)
{
    const size_t filled = pass->at % ARCHIVE_PAGE;

    if (!filled)
        return;
    if (!pass->loads) {
        memset(pass->page + filled, 0, ARCHIVE_PAGE - filled);
        add_page(pass, pass->page);
    }
    pass->at += ARCHIVE_PAGE - filled;
}

struct archive *archive_end_save(struct archiving *pass)
{
    archive_align(pass);
    if (!pass->failed)
        return pass->archive;
    archive_release(pass->archive);
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
