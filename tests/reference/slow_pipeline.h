/*
 * A second, slow interpreter of the scheduling rules, written from sfpu-timing(7)
 * alone: every sub-unit executes on a copy of the state at the start of the
 * cycle, and what it changed is merged at the end in the documented order.
 * Decodes macro sequences, overrides fields, records and plays back by itself;
 * only what one instruction does to a state is the simulator's own.
 */
#ifndef SLOW_PIPELINE_H
#define SLOW_PIPELINE_H

#include "time/pipeline.h"
#include "slow_front.h"

enum slow_kind { SLOW_EXEC, SLOW_STALL, SLOW_DISCARD, SLOW_BUBBLE };

/* Why an instruction was held: what sfpu-timing(7) tells apart. */
enum slow_cause { SLOW_NOT_HELD, SLOW_WAIT, SLOW_SWAP, SLOW_SHFT2, SLOW_MAD };

struct slow_entry {
    uint64_t cycle;
    enum slow_kind kind;
    enum sfp_unit unit; /* NONE: another unit's instruction; a stall and a template load have the load unit's */
    uint32_t index;     /* in the program; of a scheduled instruction: that of its SFPLOADMACRO */
    bool scheduled;
    enum slow_cause cause;
    enum slow_lack lack; /* BUBBLE; index is then the program's word to blame, or that did not come */
};

struct slow_result {
    uint64_t cycles;
    uint64_t held; /* cycles in which a full queue held the pusher */
    bool diverged; /* stopped where lanes differ in macro or backdoor configuration: not interpreted here */
    struct slow_entry *log;
    size_t count, room;
};

/* Runs `program` on the state of `m`. The log belongs to the result, which the caller frees with slow_free. */
void slow_run(struct sfp_machine *m, const struct slow_program *program, struct slow_result *result);
void slow_free(struct slow_result *result);

/*
 * A run of the pipeline itself, told as text. In `log` one entry an event:
 *   0:mad 1       word 1 of the program executes on the MAD sub-unit in cycle 0 ("other": outside the vector unit)
 *   3:simple m1   an item of the SFPLOADMACRO that is word 1 executes on simple
 *   1:stall 2 mad, 1:bubble gap 2 (for want of word 2; mop 2, replay 2: for what it made an expander do), 4:discard simple 3, 4:forget round m1
 * In `findings` the name, the instruction, the other one, and the register with lanes and lanes that differ, or "possible".
 */
struct watched {
    struct sfp_machine *m;
    struct sfp_timing_options options;
    struct sfp_timing_result result;
    char log[8192], findings[8192];
};

/* A machine at reset, but Li = i + 1.0 for i < 8, and row r of Dst holds r everywhere. One pass, no gaps. */
void watched_start(struct watched *w, enum sfp_arch arch);

/* Assembles `source` and runs it as w->options say. */
void watched_run(struct watched *w, const char *source);

/* The same without an observer: no log, and passes may reuse a schedule. */
void watched_run_unwatched(struct watched *w, const char *source);
void watched_end(struct watched *w);

#endif
