/* A table that the solver found: for each operation of a graph where it runs, who issues it, and its registers. */
#ifndef SFP_ANSWER_H
#define SFP_ANSWER_H

#include "table_model.h"
#include "sat.h"
#include "base/text_buffer.h"

enum { ANSWER_NONE = -1 };

struct answer_operation {
    bool present;
    unsigned row;
    int load;                    /* the operation that schedules it, or ANSWER_NONE: it is issued */
    bool to_staging;
    bool read;                   /* another one takes what it makes */
    bool exchanged[MODEL_TURNS];
    uint8_t registers[GRAPH_RESULTS][MODEL_TURNS]; /* 0..7, or SFP_STAGING_LREG */
    uint8_t sources[GRAPH_SOURCES][MODEL_TURNS];   /* 0..16: where it finds them */
};

struct answer {
    const struct graph *graph;
    struct model_wants wants;
    struct answer_operation *operations; /* as many as the graph's; owned */
    unsigned rows;                       /* of the table: rows count from 0 */
    unsigned macros, templates;          /* used */
    bool gap_safe;
    bool as_written;                     /* the kernel's own words in their order: no operation is present */
    bool clashes;                        /* flags change beside what works under the old ones */
};

/* What the solver has said of the model. False if memory ran out. */
bool answer_take(struct answer *a, const struct model *m, const struct sat *s);
void answer_free(struct answer *a);

/* Is it a load that schedules something? */
bool answer_is_macro(const struct answer *a, size_t operation);

/* How a table is to be printed. */
struct table_form {
    const char *name;
    bool counts_cycles;  /* .delays cycles */
    bool gapless;        /* the thread is never late */
};

/* The answer as a .schedule of sfpasm(5), up to .endschedule. */
void answer_print(const struct answer *a, const struct table_form *form, struct text *text);

/* An answer without macros whose rows are no more than its period, as plain words: `iterations` of it, at least one. */
void answer_print_order(const struct answer *a, size_t iterations, struct text *text);

#endif
