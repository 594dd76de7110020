/* The memory that gdb sees. */
#include "memory_regions.h"

#include <string.h>

enum { ROW_VALUES = 16, ROW_BYTES = 4 * ROW_VALUES, LREG_BYTES = 4 * SFPU_LANES };

/* ---- Code: each word rotated as in .ttinsn ---- */

static size_t code_size(const struct debuggee *d)
{
    return sfpu_is_compiled(d->m) ? 0 : 4 * sfpu_word_count(d->m);
}

static bool read_code(struct debuggee *d, size_t offset, void *bytes, size_t size)
{
    const uint32_t *words = sfpu_words(d->m);
    uint8_t *to = bytes;

    for (size_t i = offset; i < offset + size; i++)
        *to++ = (uint8_t)((words[i / 4] << 2 | words[i / 4] >> 30) >> 8 * (i % 4));
    return true;
}

/* ---- LRegs ---- */

static size_t lregs_size(const struct debuggee *d)
{
    (void)d;
    return SFPU_LREGS * LREG_BYTES;
}

static bool read_lreg_bytes(struct debuggee *d, size_t offset, void *bytes, size_t size)
{
    uint32_t lanes[SFPU_LREGS][SFPU_LANES];

    for (unsigned reg = 0; reg < SFPU_LREGS; reg++)
        if (!debuggee_did(d, sfpu_get_lreg(d->m, reg, lanes[reg])))
            return false;
    memcpy(bytes, (const char *)lanes + offset, size);
    return true;
}

static bool write_lreg_bytes(struct debuggee *d, size_t offset, const void *bytes, size_t size)
{
    uint32_t lanes[SFPU_LANES];

    for (size_t done = 0, part; done < size; done += part) {
        const unsigned reg = (unsigned)((offset + done) / LREG_BYTES);
        const size_t at = (offset + done) % LREG_BYTES;

        part = size - done < LREG_BYTES - at ? size - done : LREG_BYTES - at;
        if (!debuggee_did(d, sfpu_get_lreg(d->m, reg, lanes)))
            return false;
        memcpy((char *)lanes + at, (const char *)bytes + done, part);
        if (!debuggee_did(d, sfpu_set_lreg(d->m, reg, lanes)))
            return false;
    }
    return true;
}

/* ---- Dst ---- */

static size_t dst_size(const struct debuggee *d)
{
    (void)d;
    return MEMORY_DST_BYTES;
}

static bool read_as(struct debuggee *d, int format, size_t offset, void *bytes, size_t size)
{
    uint8_t all[MEMORY_DST_BYTES];

    if (!debuggee_did(d, sfpu_read_dst(d->m, format, SFPU_ROWS, all, sizeof all)))
        return false;
    memcpy(bytes, all + offset, size);
    return true;
}

static bool read_dst32(struct debuggee *d, size_t offset, void *bytes, size_t size)
{
    return read_as(d, SFPU_FP32, offset, bytes, size);
}

/* Writes one row to Dst. Other rows stay. */
static bool write_dst_row(struct debuggee *d, unsigned row, const uint8_t values[ROW_BYTES])
{
    sfpu_image *image;
    bool done;

    if (!debuggee_did(d, sfpu_image_parse(d->m, values, ROW_BYTES, SFPU_PLAIN, SFPU_FP32, SFPU_ROWS, &image)))
        return false;
    done = debuggee_did(d, sfpu_image_place(d->m, image, row)) && debuggee_did(d, sfpu_image_to_dst(d->m, image, NULL));
    sfpu_image_free(image);
    return done;
}

static bool write_dst32(struct debuggee *d, size_t offset, const void *bytes, size_t size)
{
    uint8_t all[MEMORY_DST_BYTES];

    if (!read_dst32(d, 0, all, sizeof all))
        return false;
    memcpy(all + offset, bytes, size);
    for (size_t row = offset / ROW_BYTES; size && row <= (offset + size - 1) / ROW_BYTES; row++)
        if (!write_dst_row(d, (unsigned)row, all + row * ROW_BYTES))
            return false;
    return true;
}

static bool read_dst16(struct debuggee *d, size_t offset, void *bytes, size_t size)
{
    return read_as(d, SFPU_RAW, offset, bytes, size);
}

static bool write_dst16(struct debuggee *d, size_t offset, const void *bytes, size_t size)
{
    uint8_t all[MEMORY_DST_BYTES];

    if (!read_dst16(d, 0, all, sizeof all))
        return false;
    memcpy(all + offset, bytes, size);
    for (size_t cell = offset / 2; size && cell <= (offset + size - 1) / 2; cell++) {
        const uint16_t value = (uint16_t)(all[2 * cell] | all[2 * cell + 1] << 8);

        if (!debuggee_did(d, sfpu_set_dst_word(d->m, (unsigned)cell / SFPU_DST_COLUMNS, cell % SFPU_DST_COLUMNS, value)))
            return false;
    }
    return true;
}

/* ---- The table ---- */

static const struct memory_region regions[] = {
    {"code", "the words of a kernel without compiled code, each rotated as in .ttinsn", SFPU_CODE, code_size, read_code,
     NULL},
    {"lregs", "L0 to L16, 32 lanes of 4 bytes each", MEMORY_LREGS, lregs_size, read_lreg_bytes, write_lreg_bytes},
    {"dst32", "Dst32b: 512 rows of 16 values, as fp32", MEMORY_DST32, dst_size, read_dst32, write_dst32},
    {"dst16", "Dst's cells: 1024 physical rows of 16 cells of 2 bytes", MEMORY_DST16, dst_size, read_dst16,
     write_dst16},
};

const struct memory_region *memory_region(size_t row)
{
    return row < sizeof regions / sizeof regions[0] ? &regions[row] : NULL;
}

/* Returns the region that contains the address, or NULL, and sets *there to the number of the `size` bytes inside
 * the region. */
static const struct memory_region *find_memory_region(const struct debuggee *d, uint64_t address, size_t size,
                                                      size_t *there)
{
    const struct memory_region *region;

    for (size_t row = 0; (region = memory_region(row)); row++) {
        const size_t bytes = region->size(d);

        if (address < region->start || address - region->start >= bytes)
            continue;
        *there = bytes - (size_t)(address - region->start);
        if (*there > size)
            *there = size;
        return region;
    }
    return NULL;
}

/* Reads what a compiled kernel's core would read, without effects. Returns the number of bytes. */
static size_t peek_memory(struct debuggee *d, uint64_t address, uint8_t *bytes, size_t size)
{
    size_t done = 0;

    if (!d->compiled || address > UINT32_MAX)
        return 0;
    if (sfpu_peek(d->m, (uint32_t)address, bytes, size) == SFPU_OK)
        return size;
    while (done < size && sfpu_peek(d->m, (uint32_t)(address + done), bytes + done, 1) == SFPU_OK)
        done++;
    return done;
}

size_t memory_read(struct debuggee *d, uint64_t address, void *bytes, size_t size)
{
    size_t there;
    const struct memory_region *region = find_memory_region(d, address, size, &there);

    if (!region)
        return peek_memory(d, address, bytes, size);
    return region->read(d, (size_t)(address - region->start), bytes, there) ? there : 0;
}

bool memory_write(struct debuggee *d, uint64_t address, const void *bytes, size_t size)
{
    size_t there;
    const struct memory_region *region = find_memory_region(d, address, size, &there);

    if (size == 0)
        return true;
    if (region && (!region->write || there < size))
        return false;
    debuggee_change(d);
    if (!region)
        return d->compiled && address <= UINT32_MAX
            && debuggee_did(d, sfpu_set_memory(d->m, (uint32_t)address, bytes, size));
    return region->write(d, (size_t)(address - region->start), bytes, size);
}
