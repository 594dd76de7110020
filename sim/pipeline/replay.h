/* Performing steps, once or again. */
#ifndef SFP_REPLAY_H
#define SFP_REPLAY_H

#include "recorder.h"

/* Where and from when on steps are performed. */
struct sfp_replay {
    struct sfp_engine *e;
    const struct sfp_recorder *recorder; /* which has the guards */
    uint8_t first_address;               /* where in the engine's ring the schedule's addresses begin */
};

/* False: a guard fails, and nothing is changed. */
typedef bool sfp_performer(const struct sfp_replay *r, struct sfp_step *step);

sfp_performer sfp_perform;

/* What SFPCONFIG writes of the unit's own configuration, or NULL: from registers, or in lanes that the flags choose,
 * which is to say from data. */
const uint32_t *sfp_step_configured(const struct sfp_engine *e, const struct sfp_step *step);

/*
 * The steps of a recorder with equal ones kept once, so that those of a loop stay in the processor's nearest cache.
 */
struct sfp_steps {
    struct sfp_step *kept;
    struct sfp_turn *order; /* each of them, as they follow each other */
    size_t count;
};

/* A step's turn: `exec` is all that there is to it, or else `perform`. */
struct sfp_turn {
    sfp_exec *exec; /* or NULL */
    sfp_performer *perform;
    struct sfp_step *step;
};

/*
 * `with_index`: steps of different instructions of the program are kept apart, for who hears of findings. False without
 * memory. The recorder, which has the guards, must outlive the steps.
 */
bool sfp_steps_of(const struct sfp_recorder *r, bool with_index, struct sfp_steps *steps);
void sfp_steps_free(struct sfp_steps *steps);

/*
 * Performs the steps from `from` on once more, up to but without `to`. False: a guard failed, and the state is that of the
 * middle of the schedule.
 */
bool sfp_steps_replay(struct sfp_engine *e, const struct sfp_recorder *r, const struct sfp_steps *steps, size_t from,
                      size_t to);

#endif
