/* The Dst addresses of loads and stores, and INCRWC, which shifts the addresses of later nodes. */
#ifndef SFP_DST_PLACES_H
#define SFP_DST_PLACES_H

#include "passes.h"

/* The limit of addresses of loads and stores that may change places. A moved address is corrected by the steps
 * passed, which add less than this limit, so the sum still fits the instruction's address field. */
enum { MOVED_ADDRESSES = 512 };

/* Returns how much a node of the kernel's own words adds to the Dst counter, if the word is an INCRWC without
 * further effects; 0 for any other node. */
unsigned dst_step(const struct selecting *s, const struct node *node);

/* Is the load or store plain? A plain node's address is its immediate plus the Dst counter, and the counter stays
 * unchanged: the node has the address modifier that kernels reserve for this use (the last, SFPLOAD_ADDR_MODE_NOINC)
 * and an immediate below MOVED_ADDRESSES. A load or store in the INT32_ALL format is never plain. */
bool dst_is_plain(const struct node *node);

/* Is the node SFPLOAD or SFPSTORE? */
bool dst_is_used(const struct node *node);

/* A plain load or store with its address, counted from a state of the Dst counter that all compared nodes share.
 * dst_clash() returns whether two nodes must keep their order, because both may touch the same cells and at least
 * one stores. */
struct dst_place {
    const struct node *node;
    unsigned address;
};
bool dst_clash(struct dst_place a, struct dst_place b);

#endif
