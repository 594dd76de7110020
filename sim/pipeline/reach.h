/* Which loads and stores of a schedule never meet in Dst, wherever the counters stand when it is replayed. */
#ifndef SFP_REACH_H
#define SFP_REACH_H

#include "engine.h"

struct sfp_step;

/*
 * Where in Dst a load or store was. Between two of one stretch the counters have only been moved on, by amounts that the
 * configuration gives: replayed, both are as far from where they were, and from each other as they were.
 */
struct sfp_reach {
    uint32_t stretch; /* 0: unknown */
    uint16_t address;
    bool wide;        /* 32-bit cells */
};

/* What is known on the way through a schedule that is being recorded. */
struct sfp_reaches {
    uint32_t stretch;                        /* the present one; stretches count from 1 */
    bool unsteady;                           /* replayed, other address modifiers may be taken, or other rows be valid */
    struct sfp_reach macro[SFP_ADDRESSES];   /* of the SFPLOADMACROs that left the engine's `addresses` */
};

void sfp_reaches_begin(struct sfp_reaches *r);

/* Where a step that is about to be performed will be. */
struct sfp_reach sfp_reach_of(struct sfp_reaches *r, const struct sfp_engine *e, const struct sfp_step *step);

/* Notes what a step that has been performed did to the counters. */
void sfp_reaches_after(struct sfp_reaches *r, const struct sfp_engine *e, const struct sfp_step *step);

/* Are there no cells that both reach, whenever what was recorded is replayed? */
bool sfp_reaches_apart(const struct sfp_reaches *r, struct sfp_reach a, struct sfp_reach b);

#endif
