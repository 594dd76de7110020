/* The banks of SrcA and SrcB, and the data that wait to be brought there. */
#include "source_banks.h"

#include <stdlib.h>
#include <string.h>

#include "base/archive.h"
#include "base/array.h"

const char *sfp_source_name(enum sfp_source source)
{
    return source == SFP_SRCA ? "SrcA" : "SrcB";
}

struct sfp_banks *sfp_banks_new(void)
{
    return calloc(1, sizeof(struct sfp_banks));
}

void sfp_banks_free(struct sfp_banks *banks)
{
    if (!banks)
        return;
    for (unsigned source = 0; source < SFP_SOURCES; source++)
        free(banks->feed[source].images);
    free(banks);
}

/* ---- Images that wait ---- */

bool sfp_banks_feed(struct sfp_banks *banks, enum sfp_source source, const struct sfp_source_image *images,
                    size_t count)
{
    struct sfp_source_feed *feed = &banks->feed[source];
    struct sfp_source_image *bigger;

    if (count == 0)
        return true;
    bigger = array_resized(feed->images, feed->count + count, sizeof *bigger);
    if (!bigger)
        return false;
    for (unsigned n = 0; n < SFP_SOURCE_BANKS && feed->count == 0; n++)
        banks->bank[source][n].data.format = images[0].format;
    memcpy(bigger + feed->count, images, count * sizeof *bigger);
    feed->images = bigger;
    feed->count += count;
    return true;
}

bool sfp_banks_copy(struct sfp_banks **to, const struct sfp_banks *from)
{
    struct sfp_banks *copy = from ? sfp_banks_new() : NULL;

    if (from && !copy)
        return false;
    for (unsigned source = 0; copy && source < SFP_SOURCES; source++) {
        const struct sfp_source_feed *feed = &from->feed[source];

        if (!sfp_banks_feed(copy, (enum sfp_source)source, feed->images, feed->count)) {
            sfp_banks_free(copy);
            return false;
        }
        copy->feed[source].next = feed->next;
    }
    if (copy) {
        memcpy(copy->bank, from->bank, sizeof copy->bank);
        memcpy(copy->read, from->read, sizeof copy->read);
        memcpy(copy->filled, from->filled, sizeof copy->filled);
        copy->stop = from->stop;
    }
    sfp_banks_free(*to);
    *to = copy;
    return true;
}

/* ---- Owners ---- */

struct sfp_source_bank *sfp_bank_read(struct sfp_banks *banks, enum sfp_source source)
{
    return &banks->bank[source][banks->read[source]];
}

/* Brings the next image to the bank that the unpacker fills, if that is free. Returns false otherwise. */
static bool bring_image(struct sfp_banks *banks, enum sfp_source source)
{
    struct sfp_source_bank *bank = &banks->bank[source][banks->filled[source]];
    struct sfp_source_feed *feed = &banks->feed[source];

    if (bank->valid || feed->next == feed->count)
        return false;
    bank->data = feed->images[feed->next++];
    bank->valid = true;
    banks->filled[source] ^= 1;
    return true;
}

bool sfp_banks_need(struct sfp_banks *banks, enum sfp_source source)
{
    while (!sfp_bank_read(banks, source)->valid)
        if (!bring_image(banks, source))
            return false;
    return true;
}

void sfp_bank_release(struct sfp_banks *banks, enum sfp_source source, bool keep)
{
    if (!keep)
        sfp_bank_read(banks, source)->valid = false;
    banks->read[source] ^= 1;
}

void sfp_banks_reset(struct sfp_banks *banks)
{
    for (unsigned source = 0; source < SFP_SOURCES; source++) {
        for (unsigned n = 0; n < SFP_SOURCE_BANKS; n++)
            banks->bank[source][n].valid = false;
        banks->read[source] = banks->filled[source] = 0;
    }
}

void sfp_banks_archive(struct sfp_banks *banks, struct archiving *a)
{
    archive_bytes(a, banks->bank, sizeof banks->bank);
    archive_bytes(a, banks->read, sizeof banks->read);
    archive_bytes(a, banks->filled, sizeof banks->filled);
    archive_bytes(a, &banks->stop, sizeof banks->stop);
    for (unsigned source = 0; source < SFP_SOURCES; source++)
        archive_bytes(a, &banks->feed[source].next, sizeof banks->feed[source].next);
}
