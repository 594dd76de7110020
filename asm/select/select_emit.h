/*
 * Appends words in order, with the SFPNOPs that the arch needs before or after selected words, by the rule of .hazards
 * auto (isa/timing.h). Consecutive words of the kernel's own stay consecutive: no SFPNOP comes between them.
 */
#ifndef SFP_SELECT_EMIT_H
#define SFP_SELECT_EMIT_H

#include "passes.h"

#include "isa/vector_unit.h"

struct emitting {
    const struct selecting *s;
    struct selection *selection;
    struct sfp_issuing issuing;
    bool after_own;    /* the last executed word is the kernel's own */
    unsigned pending;  /* number of SFPNOPs needed until the work of own words with unknown effects has ended */
    struct sfp_replay replay;  /* latest recording REPLAY, or zeros */
    unsigned recorded;         /* number of words recorded so far by this REPLAY */
    size_t recording;          /* index in `selection` of this REPLAY's first word */
    unsigned pending_outside;  /* value of `pending` before this REPLAY's words */
    struct sfp_issued slots[SFP_REPLAY_SLOTS];
    enum { SLOT_UNKNOWN, SLOT_OWN, SLOT_CHOSEN } holds[SFP_REPLAY_SLOTS];
};

/* Appends a selected word, after the SFPNOPs needed before it. Returns false if memory ran out. */
bool emit_chosen(struct emitting *emitting, uint32_t word, struct node_place place);

/* Appends the word of the NODE_WORD at index `at` of the nodes. After a selected word, first appends the SFPNOPs
 * that this word and the own words after it need. Returns false if memory ran out. */
bool emit_own(struct emitting *emitting, size_t at);

/* Marks the next word as the first of a call named calls[name]. Returns false if memory ran out. */
bool emit_call(struct emitting *emitting, uint32_t name);

/* Will a REPLAY record the next word? */
static inline bool emit_records(const struct emitting *emitting)
{
    return emitting->recorded < emitting->replay.length;
}

#endif
