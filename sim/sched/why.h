/* Explains why a graph has no table of a period: by counting, or by a minimal set of rules, operations and operands. */
#ifndef SFP_WHY_H
#define SFP_WHY_H

#include "base/text_buffer.h"
#include "carried_bound.h"
#include "loop_body.h"
#include "period_search.h"

struct why_wants {
    unsigned period;
    const struct search_wants *search; /* the search that decides the period; its `conflicts` also limit each further
                                        * question */
    bool refuted;       /* a search has already refuted the period */
    bool rules_only;    /* find rules only, no operations and operands */
};

enum why_answer {
    WHY_POSSIBLE,    /* the search finds a table of the period */
    WHY_IMPOSSIBLE,
    WHY_UNEXPLAINED, /* impossible: each model of the search is refuted, but finding the rules took too long */
    WHY_UNKNOWN,
    WHY_NO_MEMORY,
};

/* An operand that needs a rule's clauses for the refutation. */
struct why_operand {
    uint16_t operation;
    uint8_t rule; /* rule that the refutation needs, an enum model_rule */
    uint8_t slot; /* slot of the operand, an enum graph_slot, or MODEL_RESULT */
};

struct why {
    enum why_answer answer;
    unsigned period;
    bool stopped;                 /* WHY_UNKNOWN and WHY_UNEXPLAINED: `stop` ended the search */
    uint32_t conflicts;           /* number of conflicts that was too few, if not `stopped` */
    struct carried_circle circle; /* circle of carried values that needs more cycles, if impossible for that reason;
                                   * otherwise empty */
    enum sfp_unit unit;           /* sub-unit with more work than cycles, if impossible by counting without a circle */
    unsigned cycles;              /* number of cycles of that work, or that an iteration of the circle needs; 0 if the
                                   * rules make the period impossible */
    bool rules[MODEL_RULES];      /* minimal set of rules that make the period impossible */
    bool alone[MODEL_RULES];      /* by rule: a table exists without the rule */
    uint16_t *operations;         /* indices of the operations needed for the refutation; owned; NULL if impossible
                                   * by counting */
    size_t operation_count;
    bool all;                     /* the refutation needs every operation that could be left out; `operations` does
                                   * not list them */
    struct why_operand *operands; /* operands needed for the refutation, sorted by rule and operation; owned */
    size_t operand_count;
};

/* Fills *why. why_free() is due either way. */
void why_find(const struct graph *g, const struct why_wants *wants, struct why *why);
void why_free(struct why *why);

/* Returns whether the operation is among those whose cycles, by counting, make the period impossible. */
bool why_counts(const struct graph *g, const struct why *why, size_t operation);

/* Returns the cycles of the sub-unit for an operation; 0 if the operation is optional or runs elsewhere. */
unsigned why_takes(const struct graph *g, size_t operation, enum sfp_unit unit);

/* ---- As text and as JSON, in why_report.c ---- */

/* Appends the explanation in lines. `body`: the graph's loop, whose machine tells places. */
void why_print(const struct graph *g, const struct loop_body *body, const struct why *why, struct text *text);

/* Appends the rules' names, or the sub-unit, on one line without a newline. */
void why_print_short(const struct why *why, struct text *text);

/* Writes a JSON document as in sfpsched(1). False if memory ran out. */
bool why_as_json(const struct graph *g, const struct loop_body *body, const struct why *why, const char *command,
                 FILE *out);

#endif
