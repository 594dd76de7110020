/* The inside of timelines: what the forms share, and what each of them does. */
#ifndef SFP_TIMELINE_FORMS_H
#define SFP_TIMELINE_FORMS_H

#include "views/optext.h"
#include "views/repeats.h"
#include "timeline.h"

struct sfp_timeline {
    struct sfp_observer observer;
    const struct sfp_timeline_class *class;
    struct sfp_index index;
    enum sfp_severity at_least;
    struct sfp_repeats *repeats;
    FILE *spool;
    bool lost; /* something could not be kept */
};

/* One form. Its state starts with a struct sfp_timeline, and is all zeros otherwise. */
struct sfp_timeline_class {
    size_t size;
    void (*event)(void *timeline, const struct sfp_event *event);
    void (*row)(void *timeline, const struct sfp_row *row); /* what `repeats` lets out */
    void (*skip)(void *timeline, uint64_t cycles, uint64_t repeats, unsigned rows);
    void (*end)(struct sfp_timeline *t, uint64_t cycles);    /* hands the last rows to `repeats` */
    void (*last)(struct sfp_timeline *t);                    /* after the last row; may be NULL */
    void (*print)(struct sfp_timeline *t, FILE *stream);     /* from the spool, which is rewound */
    void (*free)(struct sfp_timeline *t);                    /* what the form itself holds; may be NULL */
};

/* Hands a row to `repeats`. */
void sfp_timeline_add(struct sfp_timeline *t, const struct sfp_row *row);

#endif
