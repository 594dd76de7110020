/* Where nodes load from Dst and store to it, and INCRWC, which moves all that is behind it. */
#ifndef SFP_DST_PLACES_H
#define SFP_DST_PLACES_H

#include "passes.h"

/* Addresses that a load or store may be moved with: corrected by what steps add, which is less, they can be spelled. */
enum { MOVED_ADDRESSES = 512 };

/* How much a node adds to the counter Dst that is one of the kernel's own words, INCRWC, and does no more to it; 0: any
 * other. */
unsigned dst_step(const struct selecting *s, const struct node *node);

/* Is it a load or store whose address is its own one and the counter's, and which leaves that as it is? It has the
 * modifier that kernels keep for this (SFPLOAD_ADDR_MODE_NOINC), the last, and one of the addresses above. */
bool dst_is_plain(const struct node *node);

/* Does it load from Dst, or store to it? */
bool dst_is_used(const struct node *node);

/* Must two plain ones keep their order? Addresses count from the same state of the counter. */
struct dst_place {
    const struct node *node;
    unsigned address;
};
bool dst_clash(struct dst_place a, struct dst_place b);

#endif
