/* Words in order, and the SFPNOPs that the arch needs between them, by the rule of .hazards auto (isa/issued.h). */
#ifndef SFP_SELECT_EMIT_H
#define SFP_SELECT_EMIT_H

#include "passes.h"

#include "isa/vector_unit.h"

struct emitting {
    const struct selecting *s;
    struct selection *selection;
    struct sfp_issuing issuing;
    bool chosen;   /* the vector unit's last word was selected: what waits it needs nobody else sees to */
    bool unsure;   /* words were played back that are not known */
    unsigned recorded, length; /* of the words that a REPLAY records, so many are there, of so many */
    size_t recording;          /* the word that is the first of these */
    unsigned first;            /* slot */
    struct sfp_issued slots[SFP_REPLAY_SLOTS];
    enum { SLOT_UNKNOWN, SLOT_OWN, SLOT_CHOSEN } holds[SFP_REPLAY_SLOTS];
};

/* A word that was selected, and one that the kernel wrote. False if memory ran out. */
bool emit_chosen(struct emitting *e, uint32_t word, struct node_place place);
bool emit_own(struct emitting *e, uint32_t word, struct node_place place);

bool emit_call(struct emitting *e, uint32_t name);

/* Is a REPLAY under way that records, but for those that are there? */
static inline bool emit_records(const struct emitting *e) { return e->recorded < e->length; }

#endif
