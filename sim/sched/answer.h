/* A table found by the solver: row, issuer and registers of each operation of a graph. */
#ifndef SFP_ANSWER_H
#define SFP_ANSWER_H

#include "table_model.h"
#include "sat.h"
#include "base/text_buffer.h"

struct kept_names;

enum { ANSWER_NONE = -1 };

struct answer_operation {
    bool present;                /* the operation belongs to the table; otherwise the other members are 0 */
    unsigned row;
    int load;                    /* index of the load that schedules this operation, or ANSWER_NONE if the thread
                                  * issues it */
    bool to_staging;             /* the result goes to L16 */
    bool read;                   /* another operation reads a result of this operation */
    bool exchanged[MODEL_TURNS]; /* the sources have changed places */
    uint8_t registers[GRAPH_RESULTS][MODEL_TURNS]; /* registers of the results: 0..7, or SFP_STAGING_LREG */
    uint8_t sources[GRAPH_SOURCES][MODEL_TURNS];   /* registers read, 0..16 */
};

struct answer {
    const struct graph *graph;
    struct model_wants wants;
    struct answer_operation *operations; /* array with an element for each of the graph's operations; owned */
    unsigned rows;                       /* number of rows, counted from 0 */
    unsigned macros, templates;          /* number of macros and of templates in use */
    bool gap_safe;                       /* results stay right if the thread issues words late */
    bool as_written;                     /* the kernel's own words in their order: no operation is present */
    bool clashes;                        /* flags change in a cycle in which an operation works under the old flags */
};

/* Sets *a from the solver's assignment after SAT_YES. False if memory ran out. answer_free() is due either way. */
bool answer_take(struct answer *a, const struct model *m, const struct sat *s);
void answer_free(struct answer *a);

/* Does this load schedule another operation? */
bool answer_is_macro(const struct answer *a, size_t operation);

/* Options of a printed table. */
struct table_form {
    const char *name;
    const struct kept_names *kept; /* names of the kernel's constants, or NULL */
    bool counts_cycles;  /* form with .delays cycles, instead of instructions */
    bool gapless;        /* form for a thread that never issues a word late */
};

/* Appends the answer to *text as a .schedule of sfpasm(5), including .endschedule. */
void answer_print(const struct answer *a, const struct table_form *form, struct text *text);

/* Appends `iterations` (at least 1) iterations of an answer to *text as plain words. The answer must have no macros,
 * and at most `period` rows. `kept`: names of the kernel's constants, or NULL. */
void answer_print_order(const struct answer *a, const struct kept_names *kept, size_t iterations, struct text *text);

#endif
