/* What one thread issues in a cycle: functions that cycle.c calls for the only thread, and shared_cycle.c for each of
 * several. They act for the thread e->own. */
#ifndef SFP_ISSUE_H
#define SFP_ISSUE_H

#include "engine.h"

/* The instructions that the thread issues in a cycle: a vector instruction and, if that came from the unit's input,
 * another unit's instruction beside it. */
struct sfp_issue {
    const struct sfp_op *vector; /* NULL: no vector instruction */
    uint64_t vector_id, other_id;
    bool from_input, other;
    struct sfp_op other_op; /* a copy: executing it may change the front end's decoded words */
};

/* Returns whether the instruction at the vector unit's input is the thread's. */
static inline bool sfp_own_input(const struct sfp_engine *e)
{
    return e->input.live && e->input.thread == e->own->thread;
}

/* Makes an instruction that the thread issues into a part. */
void sfp_issued_part(const struct sfp_engine *e, struct sfp_part *part, const struct sfp_op *op, uint64_t id);

/* Sends an event about an instruction that the thread issues. */
void sfp_emit_issued(const struct sfp_engine *e, struct sfp_event event, const struct sfp_op *op, uint64_t id);

/* Gives the thread's front end its turn: lets its feed push, and fetches the next instruction if the thread has no head.
 * Sets `ended` if the thread has ended. Returns false if the run is refused. */
bool sfp_look_at_front(struct sfp_engine *e);

/* Issues what the only thread can issue in this cycle. */
void sfp_issue_alone(struct sfp_engine *e, struct sfp_issue *i);

/* ---- For one of several threads: what it asks for, and what it gets ---- */

/* Clears *i and decides what the thread asks for in this cycle. Counts the cycle as lost if something other than the
 * arbiter holds the thread back. Returns what the thread's next instruction takes from other threads; *asks is false if
 * the thread asks for nothing. */
enum sfp_contested sfp_ask(struct sfp_engine *e, struct sfp_issue *i, bool *asks);

/* The thread gets what it asked for: it issues, or moves to the vector unit's input. */
void sfp_grant(struct sfp_engine *e, struct sfp_issue *i);

/* Another thread got what the thread asked for: the cycle is lost, unless the thread issues from the input. */
void sfp_deny(struct sfp_engine *e, const struct sfp_issue *i);

/* Returns whether a thread waits for a mutex that another thread holds. */
bool sfp_waits_for_mutex(const struct sfp_engine *e, const struct sfp_issuer *issuer);

/* ---- The other parts of a cycle: cycle.c ---- */

/* Runs one cycle of the only thread, with the head, or without one. */
void sfp_run_cycle(struct sfp_engine *e);

/* State at the beginning of a cycle. */
struct sfp_cycle_start {
    uint32_t any_lane_config, all_lane_config;
    uint32_t situations;
    bool landing;
};

struct sfp_cycle_start sfp_start_cycle(const struct sfp_engine *e);

/* Empties the cycle, and fills it with the due items of SFPLOADMACROs. */
void sfp_begin_set(struct sfp_engine *e, struct sfp_cycle *set);

/* Puts the thread's vector instruction into the cycle, or discards it (sfpu-timing(7), Conflicts). */
void sfp_place_regular(struct sfp_engine *e, struct sfp_cycle *set, const struct sfp_issue *i);

/* Executes the vector unit's part of the cycle. Returns whether there was anything to do. */
bool sfp_execute_set(struct sfp_engine *e, struct sfp_cycle *set, const struct sfp_cycle_start *start);

/* Executes the thread's instruction of another unit, if present, and its write that was delayed from the cycle
 * before. */
void sfp_execute_other(struct sfp_engine *e, const struct sfp_issue *i);

/* Keeps this cycle's facts about the vector unit that the next cycle's rules need. */
void sfp_keep_cycle(struct sfp_engine *e, const struct sfp_cycle *set, const struct sfp_cycle_start *start);

/* Ends the cycle for the thread: notes what it issued, and opens its wait gate if the wait is over. */
void sfp_end_issue(struct sfp_engine *e, const struct sfp_issue *i, struct sfp_conditions found);

/* Drops the observers if the only one has heard enough. */
void sfp_drop_observers(struct sfp_engine *e);

#endif
