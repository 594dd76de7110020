/* The code shared by the forms of timelines, and the functions that each form implements. */
#ifndef SFP_TIMELINE_PARTS_H
#define SFP_TIMELINE_PARTS_H

#include "timeline.h"
#include "observe/optext.h"

/* ---- Rows that repeat ---- */

/*
 * Repeats: rows of a view on their way to the page, without repetitions. If the last P rows equal the P rows before,
 * further repetitions are counted instead of shown. Memory does not grow with the run: a period is at most
 * SFP_MAX_PERIOD rows.
 */
enum { SFP_MAX_PERIOD = 256 };

/* An instruction's time, for views with a row for each instruction. */
struct sfp_shape {
    uint64_t waits;  /* number of cycles before the instruction executed */
    uint32_t runs;   /* number of cycles of execution */
    char waiting, last; /* letters for the wait and for the last cycle */
};

/* A row. Two rows are equal if text, shape and distance from the row before are equal. */
struct sfp_row {
    uint64_t cycle; /* first cycle of the row */
    uint64_t pass, index; /* pass and index of the row's instruction */
    struct sfp_shape shape;
    const char *text;
};

struct sfp_row_sink {
    void (*row)(void *context, const struct sfp_row *row);
    /* Tells of rows left out: `repeats` repetitions of the last `rows` rows, `cycles` altogether. */
    void (*skip)(void *context, uint64_t cycles, uint64_t repeats, unsigned rows);
    void *context;
};

struct sfp_repeats;

/* Returns an empty filter, or NULL if memory runs out. */
struct sfp_repeats *sfp_repeats_new(const struct sfp_row_sink *sink);

/* Adds a row, whose text is copied. Returns false if memory runs out; the row is lost. */
bool sfp_repeats_add(struct sfp_repeats *r, const struct sfp_row *row);

/* Passes on the rows held back, after the last row. */
void sfp_repeats_end(struct sfp_repeats *r);
void sfp_repeats_free(struct sfp_repeats *r);

/* ---- Forms ---- */

struct sfp_timeline {
    struct sfp_observer observer;
    const struct sfp_timeline_class *class;
    const struct sfp_kernel *kernel;
    struct sfp_index index;
    enum sfp_severity at_least;
    bool threads; /* several threads run: their instructions are marked */
    struct sfp_repeats *repeats;
    FILE *spool;
    bool lost; /* rows are lost, because memory or file room ran out */
};

/* A form's functions. The form's state begins with a struct sfp_timeline, and is otherwise zeroed at first. */
struct sfp_timeline_class {
    size_t size;
    const char *comment, *comment_end; /* start and end of a comment in the form's syntax, or NULL */
    void (*event)(void *timeline, const struct sfp_event *event);
    void (*row)(void *timeline, const struct sfp_row *row); /* takes a row from `repeats` */
    void (*skip)(void *timeline, uint64_t cycles, uint64_t repeats, unsigned rows);
    void (*end)(struct sfp_timeline *t, uint64_t cycles);    /* adds the last rows to `repeats`; may be NULL */
    void (*last)(struct sfp_timeline *t);                    /* called after the last row; may be NULL */
    void (*print)(struct sfp_timeline *t, FILE *stream);     /* copies from the rewound spool to the stream */
    void (*free)(struct sfp_timeline *t);                    /* frees the form's own memory; may be NULL */
};

/* Writes the event's instruction if forms show the event with an instruction, else "". */
void sfp_timeline_text(const struct sfp_timeline *t, const struct sfp_event *event, char text[SFP_OP_TEXT_SIZE]);

/* Writes what stands before an event on a sub-unit: of several threads, which share the sub-units, the thread's letter
 * and a blank; else "". */
enum { SFP_THREAD_MARK = sizeof "m " };
void sfp_timeline_marked(const struct sfp_timeline *t, const struct sfp_event *event, char mark[SFP_THREAD_MARK]);

/* Adds a row to `repeats`. */
void sfp_timeline_add(struct sfp_timeline *t, const struct sfp_row *row);

/* A growing text. */
struct sfp_cell {
    char *text;
    size_t length, room;
};

/* Appends to the cell. If memory runs out, leaves the cell unchanged and sets t->lost. */
void sfp_cell_append(struct sfp_timeline *t, struct sfp_cell *c, const char *text);

#endif
