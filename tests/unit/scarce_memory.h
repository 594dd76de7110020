/*
 * Memory that runs out. The Makefile wraps the functions that allocate in the tests that include this, so that those of
 * scarce_memory.c stand between the library and the real ones. What the C library allocates for itself is not counted.
 */
#ifndef SFP_SCARCE_MEMORY_H
#define SFP_SCARCE_MEMORY_H

#include <stddef.h>

enum lack { NO_LACK, ONE_FAILS, ALL_FAIL_FROM };

struct scarce_memory {
    enum lack lack;
    size_t number; /* of the allocation that fails, from 1 */
    size_t count;  /* allocations so far */
};

extern struct scarce_memory memory;

/* A malloc that memory never runs out for, and that does not count as an allocation, but what it gives as a block. */
void *scarce_memory_sure(size_t size);

/* How many blocks of what was allocated, but for those of the C library's own, are not given back. */
size_t scarce_memory_blocks(void);

#endif
