/* The inside of timelines: what the forms share, and what each of them does. */
#ifndef SFP_TIMELINE_PARTS_H
#define SFP_TIMELINE_PARTS_H

#include "timeline.h"
#include "observe/optext.h"

/* ---- Rows that repeat ---- */

/*
 * Rows of a view on their way to the page, without those that only repeat what
 * came before: where the last P rows are the P before them again, further
 * repetitions are counted instead of shown. Memory does not grow with the run:
 * a period is at most SFP_MAX_PERIOD rows.
 */
enum { SFP_MAX_PERIOD = 256 };

/* How long an instruction took, for views whose rows are instructions. */
struct sfp_shape {
    uint64_t waits;  /* cycles before it executed */
    uint32_t runs;   /* cycles in which it executed */
    char waiting, last; /* how the views spell its wait and its end */
};

/* A row repeats another if text, shape and distance from the row before are the same. */
struct sfp_row {
    uint64_t cycle; /* where it begins */
    uint64_t pass, index; /* whose instruction it is */
    struct sfp_shape shape;
    const char *text;
};

struct sfp_row_sink {
    void (*row)(void *context, const struct sfp_row *row);
    /* What is left out: `repeats` times the `rows` rows before, `cycles` altogether. */
    void (*skip)(void *context, uint64_t cycles, uint64_t repeats, unsigned rows);
    void *context;
};

struct sfp_repeats;

/* NULL without memory. */
struct sfp_repeats *sfp_repeats_new(const struct sfp_row_sink *sink);

/* The next row; its text is copied. False without memory: the row is lost. */
bool sfp_repeats_add(struct sfp_repeats *r, const struct sfp_row *row);

/* Lets out what is held back. */
void sfp_repeats_end(struct sfp_repeats *r);
void sfp_repeats_free(struct sfp_repeats *r);

/* ---- Forms ---- */

struct sfp_timeline {
    struct sfp_observer observer;
    const struct sfp_timeline_class *class;
    const struct sfp_kernel *kernel;
    struct sfp_index index;
    enum sfp_severity at_least;
    struct sfp_repeats *repeats;
    FILE *spool;
    bool lost; /* something could not be kept */
};

/* One form. Its state starts with a struct sfp_timeline, and is all zeros otherwise. */
struct sfp_timeline_class {
    size_t size;
    const char *comment, *comment_end; /* around a line that is none of the form's own; NULL: nothing */
    void (*event)(void *timeline, const struct sfp_event *event);
    void (*row)(void *timeline, const struct sfp_row *row); /* what `repeats` lets out */
    void (*skip)(void *timeline, uint64_t cycles, uint64_t repeats, unsigned rows);
    void (*end)(struct sfp_timeline *t, uint64_t cycles);    /* hands the last rows to `repeats`; may be NULL */
    void (*last)(struct sfp_timeline *t);                    /* after the last row; may be NULL */
    void (*print)(struct sfp_timeline *t, FILE *stream);     /* from the spool, which is rewound */
    void (*free)(struct sfp_timeline *t);                    /* what the form itself holds; may be NULL */
};

/* The instruction of an event that forms show by it; of others "". */
void sfp_timeline_text(const struct sfp_timeline *t, const struct sfp_event *event, char text[SFP_OP_TEXT_SIZE]);

/* Hands a row to `repeats`. */
void sfp_timeline_add(struct sfp_timeline *t, const struct sfp_row *row);

/* Text that grows. */
struct sfp_cell {
    char *text;
    size_t length, room;
};

/* Without memory it stays as it is, and the timeline has lost something. */
void sfp_cell_append(struct sfp_timeline *t, struct sfp_cell *c, const char *text);

#endif
