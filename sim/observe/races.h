/*
 * Finds races in a run of several threads (sfpu-threads(7), Races): two threads use the same state of the vector unit,
 * at least one of them writes it, and no mutex or semaphore orders them. Also finds releases that come too early
 * (thread-drain), waits that do not hold the release after them (wait-class), and mutexes that are never released
 * (mutex-kept).
 *
 * The order of two accesses comes from clocks, as in other race detectors. A thread's clock counts the words that each
 * thread had let through the wait gate when the two threads last met. So one run is enough for most races, whatever
 * the cycles in which its words happened to issue. The detector is an observer, and sees mutexes and semaphores by the
 * instructions that use them, not by a core's accesses.
 */
#ifndef SFP_RACES_H
#define SFP_RACES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "time/event.h"

struct sfp_races;

/*
 * Makes a detector for one run of `machine`, which must outlive it, from the machine's present semaphores and mutexes.
 * Hears the threads of the run from its events. Returns NULL without memory. The caller frees by sfp_races_free().
 */
struct sfp_races *sfp_races_new(const struct sfp_machine *machine);
void sfp_races_free(struct sfp_races *races);

/* Returns the observer for the run's options, owned by `races`. */
struct sfp_observer *sfp_races_observer(struct sfp_races *races);

/*
 * Hears of a write to Dst by the matrix unit: as machine->dst_written with the detector as its listener, or called by
 * the function that is there. The thread whose state is in place wrote.
 */
void sfp_races_hear_dst(void *races, const struct sfp_dst_write *write);

/*
 * Reports the findings after the run, one thread-race for each kind of state. Reports nothing if fewer than two threads
 * ran. `ended`: all threads came to their ends; false: the run stopped early, and mutexes that are held count as used.
 */
void sfp_races_finish(const struct sfp_races *races, const struct sfp_reporter *reporter, bool ended);

struct archiving;

/* Saves or loads what the detector has heard, as base/archive.h describes. Load only into a detector for the same
 * machine and program. */
void sfp_races_archive(struct sfp_races *races, struct archiving *archiving);

/* An access in a race. */
struct sfp_race_place {
    enum sfp_thread_id thread;
    size_t index;   /* index of the word in the program; of an item, the SFPLOADMACRO's index */
    bool write;
    bool scheduled; /* an item of the SFPLOADMACRO at `index` makes the access */
};

/* A race: a kind of state, and two places that use the state without an order. */
struct sfp_race {
    const char *item;  /* name of the state: "L12", "flags", "template 0", "Dst", "schedule"... */
    int row;           /* Dst: first physical row, of four, that the pair shared first; -1 for other state */
    struct sfp_race_place place[2]; /* the pair's accesses when it was first seen, the later one in the run first */
    uint64_t count;    /* times that the pair was seen */
};

/* Returns the number of races, at most 1024. Later races are left out. */
size_t sfp_races_count(const struct sfp_races *races);

/* Returns race `i`, in the order in which the run showed them. Valid until the run goes on. */
const struct sfp_race *sfp_races_get(const struct sfp_races *races, size_t i);

#endif
