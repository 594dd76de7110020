/* Nodes for readers: what --print-nodes shows. */
#ifndef SFP_PRINT_NODES_H
#define SFP_PRINT_NODES_H

#include "passes.h"

/* Adds a line, "FILE:LINE: v3 (L5) = sfpmad v0 v1 v2", of a node and the registers of its operands, -1 where it has
 * none. False if memory ran out. */
bool print_node(struct text *text, const struct selecting *s, const struct node *node,
                const int8_t lregs[NODE_OPERANDS]);

#endif
