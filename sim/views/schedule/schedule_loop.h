/*
 * Loops of a stream: stretches of words in which the same cells come again and again, a period apart. Of such a loop,
 * prologue and drain are the same cells, less those whose iteration has not begun or is over.
 */
#ifndef SFP_SCHEDULE_LOOP_H
#define SFP_SCHEDULE_LOOP_H

#include "schedule_stream.h"

enum {
    LOOP_PERIOD_MOST = 256,
    LOOP_ROWS_MOST = 1024, /* of a table */
    NO_WORD = -1,
};

/* Words one after another, by cycle. */
struct span {
    const struct stream *stream;
    size_t first, end;  /* words */
    uint64_t base;      /* the first one's cycle */
    size_t cycles;
    long *words;        /* what issued in cycle base + i, or NO_WORD; owned */
};

/* A loop, or with a count of 1 what is written once. */
struct loop {
    size_t first, end;  /* words: its first cell's, and the one behind its last cell's, with those that run on */
    size_t start;       /* the cycle of row 0 of iteration 0, in its span */
    unsigned period;
    size_t count;       /* iterations */
    unsigned *rows;     /* of the cells that are issued, in the order of their places in the period; owned */
    unsigned row_count;
};

/* The words `first` to `end`-1 by cycle. False without memory. */
bool span_make(const struct stream *s, size_t first, size_t end, struct span *span);
void span_free(struct span *span);

/* The word that issued in this cycle of the span, or NULL: none did, or it did nothing. */
const struct stream_word *span_word(const struct span *span, size_t cycle);

/* The word that is `loop`'s cell in `row` of iteration `d`. */
const struct stream_word *loop_word(const struct span *span, const struct loop *loop, unsigned row, size_t d);

/* Is what issues `cycle` cycles behind row 0 of iteration 0 one of its cells? It may wrap below 0. */
bool loop_has(const struct loop *loop, uint64_t cycle);

/*
 * The loop of `span` that has the most SFPLOADMACROs, of those that `accept` takes; of equals the one with the shortest
 * period. One of few rows and many iterations is wanted most: a long one that repeats all of it, once for each face of a
 * tile, say, is taken where there is no other. False, with *loop as it was, if there is none, or no memory, which *lost
 * then says. The caller frees it.
 */
typedef bool loop_judge(void *context, const struct span *span, const struct loop *loop);
bool loop_find(const struct span *span, loop_judge *accept, void *context, struct loop *loop, bool *lost);

/* All cells of a span as one iteration. False without memory. */
bool loop_once(const struct span *span, struct loop *loop);

void loop_free(struct loop *loop);

#endif
