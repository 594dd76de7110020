/*
 * Encodes origins in bytes. A byte below FLAGS is the word's distance from the word before it, in bytes of the same
 * source. A byte from FLAGS on has flags; the source's number and the whole offset follow if their flags are set.
 */
#include "origins.h"

#include "base/array.h"

#include <stdlib.h>
#include <string.h>

enum {
    FLAGS = 0xF0,
    FURTHER = 1, /* the word comes from the same directive as the word before */
    SOURCE = 2,
    OFFSET = 4,
    WAIT = 8, /* .hazards auto inserted the word */
    LONGEST = 1 + 2 * sizeof(uint32_t), /* bytes of an origin, at most */
    STRIDE = 256, /* words between two marks */
};

/* For every STRIDEth word: where its bytes begin, and the origin before it. */
struct origin_mark {
    size_t at;
    struct sfp_origin before;
};

static bool reserve_origin_bytes(struct sfp_origins *origins)
{
    const size_t wanted = origins->capacity ? 2 * origins->capacity : STRIDE;
    uint8_t *bytes;

    if (origins->capacity - origins->size >= LONGEST)
        return true;
    bytes = realloc(origins->bytes, wanted);
    if (!bytes)
        return false;
    origins->bytes = bytes;
    origins->capacity = wanted;
    return true;
}

static void put_origin_number(struct sfp_origins *origins, uint32_t number)
{
    memcpy(origins->bytes + origins->size, &number, sizeof number);
    origins->size += sizeof number;
}

static void encode_origin(struct sfp_origins *origins, struct sfp_origin origin)
{
    const struct sfp_origin last = origins->last;
    const bool same = origin.source == last.source;
    const uint32_t step = origin.offset - last.offset;
    unsigned flags = (origin.further ? FURTHER : 0) | (origin.wait ? WAIT : 0);

    if (!flags && same && step < FLAGS) {
        origins->bytes[origins->size++] = (uint8_t)step;
        return;
    }
    if (!same)
        flags |= SOURCE;
    if (step != 0)
        flags |= OFFSET;
    origins->bytes[origins->size++] = (uint8_t)(FLAGS | flags);
    if (flags & SOURCE)
        put_origin_number(origins, origin.source);
    if (flags & OFFSET)
        put_origin_number(origins, origin.offset);
}

bool sfp_origins_add(struct sfp_origins *origins, struct sfp_origin origin)
{
    if (!reserve_origin_bytes(origins))
        return false;
    if (origins->count % STRIDE == 0) {
        if (!array_room(&origins->marks, origins->count / STRIDE, &origins->mark_capacity, sizeof *origins->marks))
            return false;
        origins->marks[origins->count / STRIDE] = (struct origin_mark){origins->size, origins->last};
    }
    encode_origin(origins, origin);
    origins->last = origin;
    origins->count++;
    return true;
}

void origins_free(struct sfp_origins *origins)
{
    free(origins->bytes);
    free(origins->marks);
    *origins = (struct sfp_origins){0};
}

struct origin_walk sfp_origins_from(const struct sfp_origins *origins, size_t index)
{
    struct origin_walk walk = {.origins = origins};

    if (origins->count == 0)
        return walk;
    walk.at = origins->marks[index / STRIDE].at;
    walk.last = origins->marks[index / STRIDE].before;
    for (size_t i = index / STRIDE * STRIDE; i < index; i++)
        sfp_origins_next(&walk);
    return walk;
}

static uint32_t take_origin_number(struct origin_walk *walk)
{
    uint32_t number;

    memcpy(&number, walk->origins->bytes + walk->at, sizeof number);
    walk->at += sizeof number;
    return number;
}

struct sfp_origin sfp_origins_next(struct origin_walk *walk)
{
    const uint8_t byte = walk->origins->bytes[walk->at++];
    struct sfp_origin *origin = &walk->last;

    origin->further = origin->wait = false;
    if (byte < FLAGS) {
        origin->offset += byte;
        return *origin;
    }
    origin->further = byte & FURTHER;
    origin->wait = byte & WAIT;
    if (byte & SOURCE)
        origin->source = take_origin_number(walk);
    if (byte & OFFSET)
        origin->offset = take_origin_number(walk);
    return *origin;
}

struct sfp_origin sfp_origins_at(const struct sfp_origins *origins, size_t index)
{
    struct origin_walk walk = sfp_origins_from(origins, index);

    return sfp_origins_next(&walk);
}
