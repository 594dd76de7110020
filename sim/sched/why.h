/* Why a graph has no table of a period, in words: by counting, or by the fewest rules and operations that forbid it. */
#ifndef SFP_WHY_H
#define SFP_WHY_H

#include "loop_body.h"
#include "period_search.h"

struct why_wants {
    unsigned period;
    uint32_t conflicts; /* of each question after which it is given up; 0: never */
    sat_stop *stop;     /* or NULL */
    void *context;      /* its */
};

enum why_answer { WHY_POSSIBLE, WHY_IMPOSSIBLE, WHY_UNKNOWN, WHY_NO_MEMORY };

/* Says it in lines of `text`, which the caller frees. `body` is what the graph was made of; its machine tells the
 * places. */
enum why_answer why_not(const struct graph *g, const struct loop_body *body, const struct why_wants *wants,
                        struct text *text);

#endif
