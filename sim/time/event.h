/*
 * Events tell what a timed run does, in order of time. Views (timelines, traces, statistics) see nothing else of a run.
 */
#ifndef SFP_EVENT_H
#define SFP_EVENT_H

#include "frontend.h"

enum sfp_stall {
    SFP_STALL_NONE,
#define STALL(id, name, provenance, text, remedy) SFP_STALL_##id,
#include "quirks.def"
#undef STALL
    SFP_STALLS,
};

enum sfp_event_kind {
    SFP_EVENT_FETCH,    /* the back end takes an instruction; the instruction may be held from then on */
    SFP_EVENT_STALL,    /* an instruction is held for this cycle */
    SFP_EVENT_EXEC,     /* an instruction starts on its sub-unit (unit NONE: another unit gets it) */
    SFP_EVENT_SCHEDULE, /* an SFPLOADMACRO puts an item into a sub-unit's queue */
    SFP_EVENT_FORGET,   /* an item leaves the queue unexecuted: a later macro took its slot, or the program ended */
    SFP_EVENT_DISCARD,  /* an issued instruction loses its sub-unit to a scheduled item, and is dropped */
    SFP_EVENT_HAZARD,   /* a finding */
    SFP_EVENT_COMPLETE, /* an instruction's results have landed, at the end of this cycle */
    SFP_EVENT_BUBBLE,   /* no instruction came; `stall` says why */
    SFP_EVENT_PASS,     /* a pass over the program begins (--repeat) */
    SFP_EVENT_CORE,     /* the core that pushes the words issues an instruction, or is held for this cycle */
    SFP_EVENT_WAIT_END, /* the condition of a STALLWAIT or SEMWAIT in a thread's latch is over, at the end of this
                         * cycle; `op` is the wait. Only with several threads */
};

/* When an instruction reads its registers. */
enum sfp_reads {
    SFP_READS_FIRST, /* the instruction reads in its first cycle */
    SFP_READS_LAST,  /* the instruction reads in the cycle at whose end its results land */
    SFP_READS_BOTH,
};

enum { SFP_EVEN_COLUMNS = 1, SFP_ODD_COLUMNS = 2 }; /* members of a set of Dst columns */

/* The Dst cells that a load or store reaches, and the step that its address modifier adds to the counter afterwards
 * (sfpu-dst(7), Addresses). */
struct sfp_transfer {
    bool reaches;     /* the instruction accesses Dst; false: no load or store, or a template load */
    bool steps;       /* the instruction uses an address modifier: any issued load or store, template loads included */
    uint16_t address; /* address, including the bit that selects odd columns; bit 0 has no effect */
    uint16_t row;     /* first of the four rows, in the format's view of Dst */
    uint8_t columns;  /* columns of all lanes: a set, since LaneConfig may exchange columns lane by lane */
    int16_t step;     /* increment of the counter by the address modifier, -512 to 511 */
};

/* HAZARD: id of an instruction that has left the pipeline. */
#define SFP_NO_ID UINT64_MAX

struct sfp_event {
    uint64_t cycle;
    enum sfp_event_kind kind;
    enum sfp_unit unit;
    const struct sfp_op *op; /* instruction or item of the event, valid during the call; NULL for BUBBLE, PASS and
                              * CORE */
    enum sfp_thread_id thread; /* thread of the instruction, bubble or core; of an item: of its SFPLOADMACRO */
    uint64_t id;             /* number of the instruction or item, from 0 in order of FETCH and SCHEDULE; or
                              * SFP_NO_ID */
    bool scheduled;          /* the instruction is an item of the SFPLOADMACRO below */
    uint64_t macro_id;       /* scheduled: id of that SFPLOADMACRO */
    size_t macro_index;      /* scheduled: index of that SFPLOADMACRO in the program */
    uint64_t macro_cycle;    /* scheduled: cycle in which that SFPLOADMACRO executed */
    uint8_t macro;           /* scheduled: number of the sequence */
    uint8_t loaded;          /* scheduled: the LReg that the SFPLOADMACRO loaded, the x of [x] */
    uint8_t delay;           /* scheduled: delay of the item, in cycles or instructions */
    bool counts_insns;       /* scheduled: the delay counts instructions, not cycles */
    uint8_t selector;        /* scheduled: enum sfp_selector from the sequence, or above that a template's number */
    bool is_template;           /* EXEC, COMPLETE: the word loads a template instead of executing */
    unsigned latency;        /* EXEC: cycles until results can be read: they land at the end of the cycle before */
    unsigned busy;           /* EXEC: cycles for which the sub-unit is occupied; 0: SFPNOP, and other units */
    enum sfp_reads reading; /* EXEC: cycle of the reads */
    unsigned matrix;         /* EXEC, COMPLETE: cycles for which the matrix unit works on the instruction; 0: it is no
                              * work of that unit, or SETRWC, INCRWC or ZEROACC */
    struct sfp_transfer transfer; /* EXEC, COMPLETE: transfer between LRegs and Dst */
    uint32_t lanes;          /* EXEC, COMPLETE of the vector unit: lanes enabled at the start, bit l = lane l */
    struct sfp_fetch_origin origin; /* FETCH, BUBBLE: origin of the instruction or bubble */
    enum sfp_stall stall;    /* STALL, BUBBLE: cause; EXEC with `beside`: cause for which that instruction had been
                              * held */
    const struct sfp_op *beside; /* EXEC of another unit's instruction: the vector instruction executing in the same
                                  * cycle, if that gains back a cycle for which it was held; or NULL */
    uint64_t beside_id;      /* id of `beside` */
    enum sfp_finding finding;                 /* HAZARD: the finding */
    const struct sfp_finding_detail *detail;  /* HAZARD: detail of the finding, or NULL */
    const struct sfp_core_step *core;         /* CORE: step of the core, valid during the call */
    const struct sfp_machine *machine;        /* COMPLETE: state after the results landed; EXEC: at the cycle's start.
                                               * Of a thread's state, that of `thread` is in place */
};

/* Returns the registers and resources that a COMPLETE event's instruction wrote, as a mask of uses. Returns 0 for
 * other events. */
uint32_t sfp_event_writes(const struct sfp_event *event);

/* Returns whether a HAZARD did not happen, but would with other data. */
static inline bool sfp_event_is_possible(const struct sfp_event *event)
{
    return event->detail && event->detail->possible;
}

/* An observer of a run, in a chain linked by `next`. Observers must not change the run. The engine skips events of
 * passes and cycles that no observer wants. */
struct sfp_observer {
    void (*event)(void *context, const struct sfp_event *event);
    void *context;
    struct sfp_observer *next;
    bool first_pass; /* the observer wants only the first pass */
    bool enough;     /* set by the observer, which wants to hear no more */
    uint32_t unheard; /* set of the kinds of events that the observer need not hear: bit k for kind k. The observer may
                       * hear them all the same */
};

struct sfp_stall_info {
    const char *name, *text, *remedy, *provenance;
};
const struct sfp_stall_info *sfp_stall_info(enum sfp_stall stall);

#endif
