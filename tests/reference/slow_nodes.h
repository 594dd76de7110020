/*
 * What a list of nodes computes, a second time and slowly: values are 32 lanes each, of which some are known, enabled
 * lanes are a mask, conditions are masks as well. There are no registers but those that the kernel's own words have,
 * and no flag stack. What one instruction makes of its operands the simulator says, by executing that instruction
 * alone.
 */
#ifndef SLOW_NODES_H
#define SLOW_NODES_H

#include "model/model.h"
#include "select/nodes.h"

struct slow_value {
    uint32_t lanes[SFP_LANES];
    uint32_t known; /* bit l: lane l is */
};

enum { SLOW_NEST = 16, SLOW_LREGS = 8 };

struct slow_nodes {
    const struct node_list *list;
    struct sfp_machine *m; /* the caller's: its Dst, L11..L14 and random numbers are the kernel's; its LRegs are not */
    struct slow_value *values;
    size_t *deciders; /* by condition: the node that makes it */
    struct slow_value lregs[SLOW_LREGS];
    uint32_t enabled, nest[SLOW_NEST];
    unsigned depth;
    uint32_t slots[SFP_REPLAY_SLOTS]; /* what REPLAY has recorded */
    unsigned recorded, record, slot;
    bool executed;
    /* The nodes that a REPLAY of slot 0 plays back, if they are none of words, and what they are as they are recorded:
     * the state of before goes back where that does not execute them. */
    size_t body_first, body_end;
    bool has_body, in_body;
    struct sfp_state *before;
    struct slow_value lregs_before[SLOW_LREGS];
    bool unsure; /* what is not known was stored, tested, or put where all lanes see it */
};

/* `m` has the state that the kernel begins with, in which all lanes are enabled. Room for `values` and `conditions`. */
void slow_nodes_start(struct slow_nodes *slow, const struct node_list *list, struct sfp_machine *m, size_t values,
                      size_t conditions);
void slow_nodes_end(struct slow_nodes *slow);

/* Node `i`, after all those before it. */
void slow_nodes_step(struct slow_nodes *slow, size_t i);

#endif
