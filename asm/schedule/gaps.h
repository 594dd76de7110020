/*
 * Does a schedule need issue without gaps? By rule: a gap moves what is issued behind it, and what such words schedule.
 * Where delays count cycles, what words before the gap have scheduled does not move; where they count instructions it
 * does, but starts in the first cycle of the gap, before what is issued in that row.
 */
#ifndef SFP_SCHEDULE_GAPS_H
#define SFP_SCHEDULE_GAPS_H

#include "access.h"

/* Where gaps can come: before every word, or only where one playback ends and another begins: every `length` cycles,
 * the first of them before row `first` of some iteration of turn 0. */
struct gap_places {
    uint64_t length; /* 0: before every word */
    uint64_t first;
};

enum gap_effect { GAP_OLD_VALUE, GAP_NEW_VALUE, GAP_SAME_UNIT, GAP_OTHER_ORDER };

/* What a gap would change: `cell`, which a load has scheduled, and `other` come in another order. */
struct gap_finding {
    const struct cell *cell, *other;
    enum gap_effect effect;
    uint32_t what; /* as isa/uses.h has it: what one writes that the other reads, or writes too */
    bool dst;      /* the same for rows of Dst */
};

/* Finds the first such pair. False if there is none. */
bool gap_find(const struct grid *grid, enum sfp_arch arch, struct gap_places places, struct gap_finding *finding);

struct assembler;

/* What would mend a loop that gaps do harm to. */
struct gap_mends {
    bool instructions; /* delays that count these */
    bool solid;        /* this form */
    bool both;         /* one with the other */
    unsigned slot;     /* of REPLAY, for that form */
};

/* Says of a schedule that gaps would do it harm, what that is, and what would mend it. */
void gaps_report(struct assembler *as, const struct schedule *s, struct place directive,
                 const struct gap_finding *finding, struct gap_mends mends);

#endif
