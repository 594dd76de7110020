/* The memory that gdb sees, from one table of regions. */
#ifndef SFP_MEMORY_REGIONS_H
#define SFP_MEMORY_REGIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "debuggee.h"

/* Addresses without a device on either arch, except MEMORY_DST16, at which Blackhole has a window on Dst. */
enum { MEMORY_LREGS = 0xFFBC0000u, MEMORY_DST32 = 0xFFBD0000u, MEMORY_DST16 = 0xFFBD8000u };

struct memory_region {
    const char *name, *about; /* about: text for the manual */
    uint32_t start;
    size_t (*size)(const struct debuggee *d); /* returns the region's size in bytes; 0: the region does not exist */

    /* These access bytes inside the region. They return false on failure; `write` is NULL for read-only regions. */
    bool (*read)(struct debuggee *d, size_t offset, void *bytes, size_t size);
    bool (*write)(struct debuggee *d, size_t offset, const void *bytes, size_t size);
};

/* Returns a row of the table; NULL after the last row. */
const struct memory_region *memory_region(size_t row);

enum { MEMORY_DST_BYTES = 32768 };

/* Reads bytes from `address` on, up to the first byte that cannot be read. Returns the number of bytes, possibly 0. */
size_t memory_read(struct debuggee *d, uint64_t address, void *bytes, size_t size);

/* Writes every byte, or returns false. */
bool memory_write(struct debuggee *d, uint64_t address, const void *bytes, size_t size);

#endif
