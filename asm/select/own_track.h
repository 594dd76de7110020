/*
 * The replay buffer and LaneConfig as the kernel's own words have left them. LaneConfig's bits decide which lanes and
 * registers later words reach.
 */
#ifndef SFP_OWN_TRACK_H
#define SFP_OWN_TRACK_H

#include "isa/timing.h"
#include "isa/vector_unit.h"

#include <stdbool.h>
#include <stdint.h>

/* At a kernel's start all members are 0 except `index`: the kernel is assumed to start with LaneConfig 0. */
struct own_track {
    const struct sfp_index *index;
    uint32_t slots[SFP_REPLAY_SLOTS];
    uint32_t known;          /* set of slots that hold a word of the kernel's own: bit n for slot n */
    unsigned slot, left;     /* the slot of the next recorded word, and the number of words still to be recorded */
    bool executes;           /* REPLAY executes the recorded words too */
    uint32_t lane_config;    /* set of LaneConfig bits that may be set in a lane */
    uint32_t l0, l0_known;   /* L0 as SFPLOADI has left it: its bits, and a mask of the known bits */
};

/* Processes the kernel's next own word: records the word if a REPLAY is recording, and follows its effects if the
 * word is executed now. Returns whether the word is executed now. The words that a REPLAY plays are not followed
 * here: the caller calls own_track_played() for each. */
bool own_track_take(struct own_track *track, uint32_t word);

/* Follows word number `n` that the REPLAY plays, and sets *word. Returns false if the slot's word is unknown. */
bool own_track_played(struct own_track *track, const struct sfp_replay *replay, unsigned n, uint32_t *word);

/* Follows a word that selection inserts between the kernel's own words. */
void own_track_selected(struct own_track *track, const struct sfp_issued *word);

/* Follows the begin or the end of a recorded body that consists of nodes. */
void own_track_barrier(struct own_track *track);

#endif
