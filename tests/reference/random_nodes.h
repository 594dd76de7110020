/*
 * Random lists of nodes, as vector kernels make them: a few variables that are loaded, computed with, assigned where
 * lanes are enabled, exchanged, looked up and stored, within conditions, beside words of the kernel's own. What is
 * stored is known.
 */
#ifndef RANDOM_NODES_H
#define RANDOM_NODES_H

#include "slow_nodes.h"

enum { RANDOM_NODES = 400, RANDOM_VALUES = 800 };

/* A REPLAY that plays slot 0 back, of length 1, and, with bit 0, one that records it, between whose barriers nodes of
 * values are: their length is that of the body, once it is selected, of RANDOM_BODY_WORDS at most. */
enum { RANDOM_BODY = 0x04000010, RANDOM_BODY_WORDS = 16, RANDOM_BODY_LENGTH_LSB = 4 };

/* Begins with Dst and LRegs as `m` has them, which is changed to what the nodes make of it. `list` must be empty. */
void random_nodes(struct node_list *list, struct sfp_machine *m, uint64_t seed);

#endif
