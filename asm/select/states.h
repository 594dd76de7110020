/*
 * Sets of enabled lanes as a tree of states. A state's lanes are a subset of its parent's lanes, otherwise unknown.
 */
#ifndef SFP_STATES_H
#define SFP_STATES_H

#include "own_track.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    STATE_ALL,   /* state with every lane enabled */
    STATE_ENTRY, /* state with the lanes enabled when the kernel starts */
    STATES_AT_FIRST,
    STATE_DEPTH = 8, /* depth of the vector unit's stack */
};

struct states {
    int32_t *parents; /* by state: its parent, or -1 if unknown */
    size_t count, room;
    int32_t now;
    int32_t stack[STATE_DEPTH];
    unsigned depth;
    struct own_track own;
};

/* Prepares *states for the kernel's entry, with an empty stack, and with all lanes enabled if `all`. `index` must
 * outlive *states. Returns false if memory ran out. The caller calls states_free() in either case. */
bool states_init(struct states *states, const struct sfp_index *index, bool all);
void states_free(struct states *states);

/* May LaneConfig make this instruction use LRegs besides its operands (sfp_index_lregs)? */
bool states_use_indices(const struct states *states, const struct sfp_insn *insn);

/* Does `outer`, as far as known, contain every lane of `inner`? */
bool states_covers(const struct states *states, int32_t outer, int32_t inner);

/* Returns a state whose lanes include the lanes of both. */
int32_t states_join(const struct states *states, int32_t a, int32_t b);

/* Returns the top of the stack, the lanes within which SFPCOMPC complements; STATE_ALL if the stack is empty. */
int32_t states_top(const struct states *states);

/* Updates *states for a word made by selection. Returns false if memory ran out. */
bool states_follow(struct states *states, const struct sfp_issued *word);

/* Updates *states for a word of the kernel's own. A word that is recorded and not executed has no effect. A REPLAY
 * that plays executes the recorded words that are known. Returns false if memory ran out. */
bool states_follow_own(struct states *states, uint32_t word);

#endif
