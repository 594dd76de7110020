/*
 * What a list's own words have recorded and configured so far: the replay buffer, and LaneConfig, whose bits say which
 * lanes and registers later words reach.
 */
#ifndef SFP_OWN_TRACK_H
#define SFP_OWN_TRACK_H

#include "isa/timing.h"
#include "isa/vector_unit.h"

#include <stdbool.h>
#include <stdint.h>

/* All zeros at a kernel's start, except for the index: LaneConfig is taken to be 0 there. */
struct own_track {
    const struct sfp_index *index;
    uint32_t slots[SFP_REPLAY_SLOTS];
    uint32_t known;          /* bit n: slot n holds a word of the list's own */
    unsigned slot, left;     /* so many words more are recorded, from this slot on */
    bool executes;           /* they are executed too */
    uint32_t lane_config;    /* bits that may be set in some lane */
    uint32_t l0, l0_known;   /* L0 as SFPLOADI has left it: its bits, and which of them are known */
};

/* Takes the next word of the list's own: records it, and follows it if it is executed now. Returns whether it is. What a
 * REPLAY plays is not followed: the caller plays it with own_track_played. */
bool own_track_take(struct own_track *track, uint32_t word);

/* The word of slot `n` of those that this REPLAY plays, which is executed now. False: the slot is not known. */
bool own_track_played(struct own_track *track, const struct sfp_replay *replay, unsigned n, uint32_t *word);

/* A word that selection makes comes between. */
void own_track_selected(struct own_track *track, const struct sfp_issued *word);

/* The body of a load_replay_buf begins or ends: what is recorded are nodes. */
void own_track_barrier(struct own_track *track);

#endif
