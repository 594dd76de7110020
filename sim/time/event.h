/*
 * What a timed run does, as events in order of time: the only thing that views
 * (timelines, traces, statistics) see of it.
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
    SFP_EVENT_FETCH,    /* the back end takes an instruction; it may be held from then on */
    SFP_EVENT_STALL,    /* it is held for this cycle */
    SFP_EVENT_EXEC,     /* it starts on its sub-unit (unit NONE: it goes to another unit) */
    SFP_EVENT_SCHEDULE, /* an SFPLOADMACRO puts an item into a sub-unit's queue */
    SFP_EVENT_FORGET,   /* an item leaves the queue unexecuted: a later macro took its slot, or the program ended */
    SFP_EVENT_DISCARD,  /* an issued instruction loses its sub-unit to a scheduled item, and is gone */
    SFP_EVENT_HAZARD,   /* a finding */
    SFP_EVENT_COMPLETE, /* its results have landed, at the end of this cycle */
    SFP_EVENT_BUBBLE,   /* no instruction came: stall says why */
    SFP_EVENT_PASS,     /* a pass over the program begins (--repeat) */
    SFP_EVENT_CORE,     /* the core that pushes the words issues an instruction, or is held for this cycle */
};

/* When an instruction reads its registers. */
enum sfp_reads {
    SFP_READS_FIRST, /* in its first cycle */
    SFP_READS_LAST,  /* in that at whose end its results land */
    SFP_READS_BOTH,
};

enum { SFP_EVEN_COLUMNS = 1, SFP_ODD_COLUMNS = 2 }; /* of Dst, as a set */

/* What a load or store reaches in Dst, and what its address modifier adds to the counter behind it (sfpu-dst(7),
 * Addresses). */
struct sfp_transfer {
    bool reaches;     /* it is one, and not a template that is loaded */
    bool steps;       /* it has an address modifier: one that is issued, a template that is loaded too */
    uint16_t address; /* with the bit that makes columns odd, and bit 0, which counts for nothing */
    uint16_t row;     /* the first of its four, in the view that its format has of Dst */
    uint8_t columns;  /* of its lanes: a set, since LaneConfig may exchange them lane by lane */
    int16_t step;     /* -512 to 511 */
};

/* HAZARD: the instruction has left long ago. */
#define SFP_NO_ID UINT64_MAX

struct sfp_event {
    uint64_t cycle;
    enum sfp_event_kind kind;
    enum sfp_unit unit;
    const struct sfp_op *op; /* not for BUBBLE, PASS and CORE; valid during the call */
    uint64_t id;             /* of the instruction or item, from 0 in order of FETCH and SCHEDULE; or SFP_NO_ID */
    bool scheduled;          /* an item of the SFPLOADMACRO below */
    uint64_t macro_id;       /* scheduled: id of that SFPLOADMACRO */
    size_t macro_index;      /* scheduled: its index in the program */
    uint64_t macro_cycle;    /* scheduled: the cycle in which it executed */
    uint8_t macro;           /* scheduled: its sequence */
    uint8_t loaded;          /* scheduled: the LReg that it loaded, the x of [x] */
    uint8_t delay;           /* scheduled: the item's, in cycles or instructions */
    uint8_t selector;        /* scheduled: what its sequence names: enum sfp_selector, or a template above it */
    bool is_template;           /* EXEC, COMPLETE: taken as an instruction template instead */
    unsigned latency;        /* EXEC: cycles until its results can be read: they land at the end of the one before */
    unsigned busy;           /* EXEC: cycles for which it occupies its sub-unit; 0: SFPNOP, and other units */
    enum sfp_reads reading; /* EXEC */
    struct sfp_transfer transfer; /* EXEC, COMPLETE */
    uint32_t lanes;          /* EXEC, COMPLETE of the vector unit: those that were enabled when it started, bit l = lane l */
    struct sfp_fetch_origin origin; /* FETCH, BUBBLE */
    enum sfp_stall stall;    /* STALL, BUBBLE; EXEC beside a vector instruction: what had held that */
    const struct sfp_op *beside; /* EXEC of another unit's instruction: the vector instruction that executes in this cycle
                                  * too, so that one of those that it was held for is not lost; or NULL */
    uint64_t beside_id;      /* its id */
    enum sfp_finding finding;                 /* HAZARD */
    const struct sfp_finding_detail *detail;  /* HAZARD: may be NULL */
    const struct sfp_core_step *core;         /* CORE: valid during the call */
    const struct sfp_machine *machine;        /* COMPLETE: state after it landed; EXEC: at the cycle's start */
};

/* What of the instruction is written when it completes, as a mask of uses; 0 of other events. */
uint32_t sfp_event_writes(const struct sfp_event *event);

/* A HAZARD that did not happen, but would with other data? */
static inline bool sfp_event_is_possible(const struct sfp_event *event)
{
    return event->detail && event->detail->possible;
}

/* Observers change nothing. `next` chains them. Passes, and cycles, of which none of them wants to hear go by unobserved. */
struct sfp_observer {
    void (*event)(void *context, const struct sfp_event *event);
    void *context;
    struct sfp_observer *next;
    bool first_pass; /* wants no others */
    bool enough;     /* set by itself: wants to hear no more */
};

struct sfp_stall_info {
    const char *name, *text, *remedy, *provenance;
};
const struct sfp_stall_info *sfp_stall_info(enum sfp_stall stall);

#endif
