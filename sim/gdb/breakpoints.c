/* Breakpoints and watched memory. */
#include "breakpoints.h"

#include <stdlib.h>

#include "base/array.h"
#include "memory_regions.h"

static size_t find_breakpoint(const struct breakpoints *b, size_t index)
{
    size_t i = 0;

    while (i < b->count && b->indexes[i] != index)
        i++;
    return i;
}

bool breakpoints_have(const struct breakpoints *b, size_t index)
{
    return find_breakpoint(b, index) < b->count;
}

bool breakpoints_add(struct breakpoints *b, size_t index)
{
    if (breakpoints_have(b, index))
        return true;
    if (!array_room(&b->indexes, b->count, &b->capacity, sizeof *b->indexes))
        return false;
    b->indexes[b->count++] = index;
    return true;
}

void breakpoints_remove(struct breakpoints *b, size_t index)
{
    const size_t at = find_breakpoint(b, index);

    if (at < b->count)
        b->indexes[at] = b->indexes[--b->count];
}

void breakpoints_free(struct breakpoints *b)
{
    free(b->indexes);
    *b = (struct breakpoints){0};
}

/* ---- Watches, by gdb's addresses ---- */

enum { LREG_BYTES = 4 * SFPU_LANES, ROW16 = 2 * SFPU_DST_COLUMNS, ROW32 = 4 * SFPU_DST_COLUMNS };

/* Returns the physical row of the high half of a Dst32b row; the low half is LOW rows further: sfpu-dst(7), Storage. */
enum { LOW = 8 };

static unsigned high_half_row(unsigned row)
{
    return (row & 0x1F8) << 1 | (row & 0x207);
}

static bool append_watch(struct watches *w, const struct watched *asked, struct sfpu_watch watch)
{
    watch.size = sizeof watch;
    w->lost = !array_room(&w->watches, w->count, &w->capacity, sizeof *w->watches)
           || !array_room(&w->asked, w->count, &w->asked_capacity, sizeof *w->asked);
    if (w->lost)
        return false;
    w->asked[w->count] = *asked;
    w->watches[w->count++] = watch;
    return true;
}

/* Returns a mask of the units of `bytes` bytes that overlap first..first+size-1, below `most`. */
static uint32_t units_overlapped(uint32_t first, uint32_t size, unsigned bytes, unsigned most)
{
    uint32_t mask = 0;

    for (uint32_t unit = first / bytes; unit <= (first + size - 1) / bytes && unit < most; unit++)
        mask |= UINT32_C(1) << unit;
    return mask;
}

/* Returns whether the asked bytes lie within one row of the region. Sets *row, and *offset inside this row. */
static bool is_within_row(const struct watched *asked, uint32_t region, uint32_t size, uint32_t row_bytes,
                          uint32_t *row, uint32_t *offset)
{
    const uint32_t from = asked->address - region;

    *row = from / row_bytes;
    *offset = from % row_bytes;
    return asked->bytes && from < size && asked->bytes <= row_bytes - *offset;
}

static bool add_dst32(struct watches *w, const struct watched *asked, uint32_t row, uint32_t offset)
{
    const uint32_t columns = units_overlapped(offset, asked->bytes, 4, SFPU_DST_COLUMNS);
    const unsigned high = high_half_row(row);

    return append_watch(w, asked, (struct sfpu_watch){.what = SFPU_WATCH_DST, .number = high, .lanes = columns})
        && append_watch(w, asked, (struct sfpu_watch){.what = SFPU_WATCH_DST, .number = high + LOW, .lanes = columns});
}

bool watches_add(struct watches *w, sfpu_machine *m, uint32_t address, uint32_t bytes)
{
    const struct watched asked = {.address = address, .bytes = bytes};
    uint32_t row, offset;

    if (is_within_row(&asked, MEMORY_LREGS, SFPU_LREGS * LREG_BYTES, LREG_BYTES, &row, &offset))
        return append_watch(w, &asked,
                            (struct sfpu_watch){.what = SFPU_WATCH_LREG, .number = row,
                                                .lanes = units_overlapped(offset, bytes, 4, SFPU_LANES)});
    if (is_within_row(&asked, MEMORY_DST32, MEMORY_DST_BYTES, ROW32, &row, &offset))
        return add_dst32(w, &asked, row, offset);
    if (is_within_row(&asked, MEMORY_DST16, MEMORY_DST_BYTES, ROW16, &row, &offset))
        return append_watch(w, &asked,
                            (struct sfpu_watch){.what = SFPU_WATCH_DST, .number = row,
                                                .lanes = units_overlapped(offset, bytes, 2, SFPU_DST_COLUMNS)});
    return sfpu_is_compiled(m) && bytes
        && append_watch(w, &asked, (struct sfpu_watch){.what = SFPU_WATCH_MEMORY, .address = address, .bytes = bytes});
}

bool watches_remove(struct watches *w, uint32_t address, uint32_t bytes)
{
    size_t kept = 0;
    const size_t before = w->count;

    for (size_t i = 0; i < before; i++)
        if (w->asked[i].address != address || w->asked[i].bytes != bytes) {
            w->asked[kept] = w->asked[i];
            w->watches[kept++] = w->watches[i];
        }
    w->count = kept;
    return kept < before;
}

void watches_free(struct watches *w)
{
    free(w->watches);
    free(w->asked);
    *w = (struct watches){0};
}
