/*
 * Dst as loads and stores see it. The start of a kernel does not know the counter Dst, so cells are told apart by how
 * far the counter has moved since a point that both programs pass (an epoch), and by the width of the format.
 *
 * In one epoch, two accesses of one width have the same cells if their addresses are equal except for bit 0. Addresses
 * that are 512 rows apart count as one place, since a Dst of 32-bit cells has 512 rows (sfpu-dst(7), Addresses; rows
 * from 512 on are taken not to be used there). Other pairs may share cells: accesses of two widths, of formats that
 * use halves of cells, and of two epochs.
 *
 * The value of a load depends on all stores before it that may have reached its cells. So does what a store leaves.
 * The order of accesses that share no cells does not matter.
 */
#ifndef SFP_DST_TRACE_H
#define SFP_DST_TRACE_H

#include "terms.h"

/* What a load or store says. */
struct dst_access {
    uint32_t format, address; /* Mod0, and the word's address */
    int32_t by;               /* a number for reports, of stores */
};

/* The Dst cells of one group that an address names. */
struct dst_cells {
    uint64_t group;
    uint32_t place, address; /* modulo 512, without bit 0; and as it was spelled last */
    bool stored;
    int32_t by; /* of the last store */
    struct term content;
};

/* Accesses of one width in one epoch: what its own stores add to the trace. */
struct dst_group {
    uint64_t key;
    struct term stored;
};

struct dst_trace {
    uint64_t epoch;
    uint32_t moved; /* what was added to the counter in this epoch */
    struct dst_cells **cells;
    size_t cell_count, cell_room;
    size_t *slots; /* hashed cells: 0, or 1 + a place in `cells` */
    size_t slot_count;
    struct dst_group **groups;
    size_t group_count, group_room;
    struct term stored; /* what all stores add up to, in any order */
    struct sample_set forgotten; /* samples in which cells that were forgotten hold what is not known */
};

void dst_trace_init(struct dst_trace *trace);
void dst_trace_free(struct dst_trace *trace);

/* What is loaded, in all samples. False if memory ran out. */
bool dst_trace_load(struct dst_trace *trace, const struct dst_access *access, struct term *value);

/* Stores `value` where `lanes` hold. False if memory ran out. */
bool dst_trace_store(struct dst_trace *trace, const struct dst_access *access, const struct term *value,
                     const struct truth *lanes);

/* Something happens to the counter, or to Dst, of which only this number is known: a further epoch begins. */
void dst_trace_begin_epoch(struct dst_trace *trace, uint64_t number);

/* Forgets the cells, but not what was stored there. */
void dst_trace_forget(struct dst_trace *trace);

/* Cells that were stored to in one of the two traces, and do not have the same content in both: those of `a` that were
 * stored first, or else ones of `b`. NULL: all have. */
const struct dst_cells *dst_trace_difference(const struct dst_trace *a, const struct dst_trace *b);

#endif
