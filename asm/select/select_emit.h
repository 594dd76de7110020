/*
 * Words in order, and the SFPNOPs that the arch needs before or after selected words, by the rule of .hazards auto
 * (isa/timing.h). Words that the kernel wrote one after another stay so: no SFPNOP comes between them.
 */
#ifndef SFP_SELECT_EMIT_H
#define SFP_SELECT_EMIT_H

#include "passes.h"

#include "isa/vector_unit.h"

struct emitting {
    const struct selecting *s;
    struct selection *selection;
    struct sfp_issuing issuing;
    bool after_own;    /* the last word executed is the kernel's own */
    unsigned pending;  /* SFPNOPs after which no work is left of own words whose effects are not known */
    struct sfp_replay replay;  /* the last that records; all zeros: none */
    unsigned recorded;         /* so many of its words are there */
    size_t recording;          /* the index of the first of these */
    unsigned pending_outside;  /* what was pending before them */
    struct sfp_issued slots[SFP_REPLAY_SLOTS];
    enum { SLOT_UNKNOWN, SLOT_OWN, SLOT_CHOSEN } holds[SFP_REPLAY_SLOTS];
};

/* Appends a word that was selected, after the SFPNOPs that it needs. False if memory ran out. */
bool emit_chosen(struct emitting *e, uint32_t word, struct node_place place);

/* Appends the word of a NODE_WORD, number `at` of the nodes. If the last word was selected, SFPNOPs come before, as
 * many as this word and the own words after it need. False if memory ran out. */
bool emit_own(struct emitting *e, size_t at);

bool emit_call(struct emitting *e, uint32_t name);

/* Is the next word one that a REPLAY records? */
static inline bool emit_records(const struct emitting *e) { return e->recorded < e->replay.length; }

#endif
