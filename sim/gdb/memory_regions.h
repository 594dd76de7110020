/* The memory that gdb is shown, from one table: what lies where. */
#ifndef SFP_MEMORY_REGIONS_H
#define SFP_MEMORY_REGIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "debuggee.h"

/* Addresses that no device of either arch has, but for the last, where Blackhole has a window on Dst. */
enum { MEMORY_LREGS = 0xFFBC0000u, MEMORY_DST32 = 0xFFBD0000u, MEMORY_DST16 = 0xFFBD8000u };

struct memory_region {
    const char *name, *about; /* in the manual */
    uint32_t start;
    size_t (*size)(const struct debuggee *d); /* in bytes; 0: it is not there */

    /* Of bytes that lie in it. False: that cannot be done; write is NULL where nothing is written. */
    bool (*read)(struct debuggee *d, size_t offset, void *bytes, size_t size);
    bool (*write)(struct debuggee *d, size_t offset, const void *bytes, size_t size);
};

/* A row of the table; NULL behind the last. */
const struct memory_region *memory_region(size_t row);

enum { MEMORY_DST_BYTES = 32768 };

/* As many of the bytes from `address` on as there are: how many, 0 being none. */
size_t memory_read(struct debuggee *d, uint64_t address, void *bytes, size_t size);

/* All of them. */
bool memory_write(struct debuggee *d, uint64_t address, const void *bytes, size_t size);

#endif
