/* Why a graph has no table of a period: by counting, or by the fewest rules, operations and operands that forbid it. */
#ifndef SFP_WHY_H
#define SFP_WHY_H

#include "base/text_buffer.h"
#include "loop_body.h"
#include "period_search.h"

struct why_wants {
    unsigned period;
    const struct search_wants *search; /* what decides; a question may take as many conflicts as a search */
    bool refuted;       /* a search has refuted the period already */
    bool rules_only;    /* of what forbids it the rules */
};

enum why_answer {
    WHY_POSSIBLE,    /* the search finds a table of the period */
    WHY_IMPOSSIBLE,
    WHY_UNEXPLAINED, /* it is impossible, as each model of the search is refuted; the rules took too long to find */
    WHY_UNKNOWN,
    WHY_NO_MEMORY,
};

/* An operand that a rule is needed for. */
struct why_operand {
    uint16_t operation;
    uint8_t rule; /* enum model_rule */
    uint8_t slot; /* enum graph_slot, or MODEL_RESULT */
};

struct why {
    enum why_answer answer;
    unsigned period;
    bool stopped;                 /* if it is not known or not explained: by who asked */
    uint32_t conflicts;           /* else so many were not enough */
    enum sfp_unit unit;           /* if it is impossible by counting: has more to do than there are cycles */
    unsigned cycles;              /* so much; 0: it is impossible by the rules */
    bool rules[MODEL_RULES];      /* the fewest */
    bool alone[MODEL_RULES];      /* without this one there is a table */
    uint16_t *operations;         /* that are needed for it, or that the sub-unit does; owned */
    size_t operation_count;
    bool all;                     /* none that could be left out is not needed: they are not listed */
    struct why_operand *operands; /* by rule and operation; owned */
    size_t operand_count;
};

/* why_free() is due in any case. */
void why_find(const struct graph *g, const struct why_wants *wants, struct why *why);
void why_free(struct why *why);

/* Cycles that the sub-unit needs for an operation, if that cannot be left out. */
unsigned why_takes(const struct graph *g, size_t operation, enum sfp_unit unit);

/* ---- In words and as JSON: why_report.c ---- */

/* In lines. `body` is what the graph was made of; its machine tells the places. */
void why_print(const struct graph *g, const struct loop_body *body, const struct why *why, struct text *text);

/* What binds, on one line without an end: the names of rules, or the sub-unit. */
void why_print_short(const struct why *why, struct text *text);

/* A document, as sfpsched(1) has it. False without memory. */
bool why_as_json(const struct graph *g, const struct loop_body *body, const struct why *why, const char *command,
                 FILE *out);

#endif
