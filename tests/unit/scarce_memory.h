/*
 * Memory that runs out. The Makefile wraps the functions that allocate, in the tests that include this and in the
 * programs of tests/starved, so that those of scarce_memory.c stand between the code and the real ones. What the C
 * library and other libraries allocate for themselves is not counted.
 *
 * What a block has behind its end is looked at when it is given back; it comes with rubbish in it, unless it is zeros
 * that were asked for, and goes with rubbish in it. Streams, mappings and what libelf and libdw open are blocks too.
 */
#ifndef SFP_SCARCE_MEMORY_H
#define SFP_SCARCE_MEMORY_H

#include <stddef.h>

enum lack { NO_LACK, ONE_FAILS, ALL_FAIL_FROM };

struct scarce_memory {
    enum lack lack;
    size_t number; /* of the allocation that fails, from 1 */
    size_t count;  /* allocations so far */
    void (*asked)(size_t number); /* if not NULL: is told of each */
};

extern struct scarce_memory memory;

/* A malloc that memory never runs out for, and that does not count as an allocation, but what it gives as a block. */
void *scarce_memory_sure(size_t size);

/* How many blocks of what was allocated, but for those of the C library's own, are not given back. */
size_t scarce_memory_blocks(void);

/* jansson allocates as the code that calls it does, but while it reads: its parser loses bytes of a text, and says
 * nothing, where its buffer cannot grow. */
void scarce_memory_json(void);

#endif
