/*
 * Dst as loads and stores see it. The Dst counter is unknown at a kernel's start, so cells are identified by how far
 * the counter has moved since a point that both programs pass (an epoch), and by the format's width.
 *
 * Within an epoch, two accesses of equal width use the same cells if their addresses are equal except for bit 0.
 * Addresses 512 rows apart count as the same place, because a Dst of 32-bit cells has 512 rows (sfpu-dst(7), Addresses;
 * kernels are assumed not to use rows from 512 on with such cells). Any other pair of accesses may share cells:
 * accesses of two widths, of formats that use halves of cells, or of two epochs.
 *
 * A load's value depends on all earlier stores that may have reached its cells. So does the content that a store
 * leaves. The order of accesses that share no cells has no effect.
 */
#ifndef SFP_DST_TRACE_H
#define SFP_DST_TRACE_H

#include "terms.h"

/* A load or store. */
struct dst_access {
    uint32_t format, address; /* Mod0 of the word, and the word's address */
    int32_t by;               /* stores: index of the node, for reports */
};

/* The Dst cells at an address of a group. */
struct dst_cells {
    uint64_t group;
    uint32_t place, address; /* address modulo 512 without bit 0; address as last written */
    bool stored;
    int32_t by; /* `by` of the last store, or -1 */
    struct term content;
};

/* The accesses with one width in one epoch. `stored` sums up this group's stores. */
struct dst_group {
    uint64_t key;
    struct term stored;
};

struct dst_trace {
    uint64_t epoch;
    uint32_t moved; /* sum of the counter's steps in this epoch */
    struct dst_cells **cells;
    size_t cell_count, cell_room;
    size_t *slots; /* hash table of cells: index in `cells` plus 1, or 0 */
    size_t slot_count;
    struct dst_group **groups;
    size_t group_count, group_room;
    struct term stored; /* sum over all stores, independent of their order */
    struct sample_set forgotten; /* samples in which forgotten cells may hold unknown content */
};

/* Makes an empty trace, in the first epoch. The caller calls dst_trace_free(). */
void dst_trace_init(struct dst_trace *trace);
void dst_trace_free(struct dst_trace *trace);

/* Sets *value to the loaded value, in all samples. Returns false if memory ran out. */
bool dst_trace_load(struct dst_trace *trace, const struct dst_access *access, struct term *value);

/* Stores `value` in the samples of `lanes`. Returns false if memory ran out. */
bool dst_trace_store(struct dst_trace *trace, const struct dst_access *access, const struct term *value,
                     const struct truth *lanes);

/* Begins a new epoch: the Dst counter or Dst changed in an unknown way, identified by `number`. */
void dst_trace_begin_epoch(struct dst_trace *trace, uint64_t number);

/* Forgets the cells, but not the sums of what was stored. */
void dst_trace_forget(struct dst_trace *trace);

/* Returns cells with different content in the two traces, among cells that either trace stored to. Prefers the cells
 * of `a` whose last store is the earliest, then cells of `b`. Returns NULL if the traces agree. */
const struct dst_cells *dst_trace_difference(const struct dst_trace *a, const struct dst_trace *b);

#endif
