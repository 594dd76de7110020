/* Words of the kernel's own on both sides, and REPLAY: what the list has recorded, and what the selection has. */
#ifndef SFP_OWN_STEPS_H
#define SFP_OWN_STEPS_H

#include "lockstep.h"

/* REPLAY as node `i`, which both have come to. *end: the last node that is through. */
bool lockstep_replay(struct lockstep *l, size_t i, size_t *end);

/* Is node `i` a REPLAY that records nodes, or plays them? */
bool replay_has_nodes(struct lockstep *l, size_t i);

/* May the word start what a macro schedules? SFPLOADMACRO and MOP may, and REPLAY that plays such a word, or one that
 * is not known. */
bool replay_starts_macro(struct lockstep *l, uint32_t word);

/* Node `i`, a barrier that ends what is recorded and executed. */
bool lockstep_barrier(struct lockstep *l, size_t i);

/* Node `i`, one of the kernel's own words, and the word that it is. *end: the last node that is through. */
bool lockstep_own_word(struct lockstep *l, size_t i, size_t *end);

#endif
