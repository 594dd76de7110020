/*
 * Which lanes are enabled, as a tree: a state's lanes are among those of its parent. Nothing is known of a state but
 * this.
 */
#ifndef SFP_STATES_H
#define SFP_STATES_H

#include "own_track.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    STATE_ALL,   /* all lanes */
    STATE_ENTRY, /* those that are enabled when the kernel starts */
    STATES_AT_FIRST,
    STATE_DEPTH = 8, /* of the stack that the vector unit has */
};

struct states {
    int32_t *parents; /* -1: which they are is not known */
    size_t count, room;
    int32_t now;
    int32_t stack[STATE_DEPTH];
    unsigned depth;
    struct own_track own;
};

/* At the kernel's entry, with an empty stack, and all lanes enabled or not. The index outlives the states. False if memory
 * ran out; states_free is due either way. */
bool states_init(struct states *states, const struct sfp_index *index, bool all);
void states_free(struct states *states);

/* May LaneConfig be such that this instruction uses LRegs besides its operands (sfp_index_lregs)? */
bool states_use_indices(const struct states *states, const struct sfp_insn *insn);

/* Are all lanes of `inner` among those of `outer`? */
bool states_covers(const struct states *states, int32_t outer, int32_t inner);

/* A state whose lanes hold those of both. */
int32_t states_join(const struct states *states, int32_t a, int32_t b);

/* The top of the stack, to which SFPCOMPC is a complement: all lanes if it is empty. */
int32_t states_top(const struct states *states);

/* Follows a word that selection makes. False if memory ran out. */
bool states_follow(struct states *states, const struct sfp_issued *word);

/* Follows a word of the list's own: one that is recorded and not executed does nothing, REPLAY executes the words that it
 * plays, as far as they are the list's own. False if memory ran out. */
bool states_follow_own(struct states *states, uint32_t word);

#endif
