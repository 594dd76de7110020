/*
 * Random lists of nodes, as vector kernels make them: a few variables that are loaded, computed with, assigned where
 * lanes are enabled, exchanged, looked up and stored, within conditions, beside words of the kernel's own. What is
 * stored is known.
 */
#ifndef RANDOM_NODES_H
#define RANDOM_NODES_H

#include "slow_nodes.h"

enum { RANDOM_NODES = 400, RANDOM_VALUES = 800 };

/* Begins with Dst and LRegs as `m` has them, which is changed to what the nodes make of it. `list` must be empty. */
void random_nodes(struct node_list *list, struct sfp_machine *m, uint64_t seed);

#endif
