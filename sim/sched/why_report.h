/* Why there is no table of a period, in words and as JSON. */
#ifndef SFP_WHY_REPORT_H
#define SFP_WHY_REPORT_H

#include "loop_body.h"
#include "base/text_buffer.h"
#include "why.h"

/* In lines. `body` is what the graph was made of; its machine tells the places. */
void why_print(const struct graph *g, const struct loop_body *body, const struct why *why, struct text *text);

/* What binds, on one line without an end: the names of rules, or the sub-unit. */
void why_print_short(const struct why *why, struct text *text);

/* A document, as sfpsched(1) has it. False without memory. */
bool why_as_json(const struct graph *g, const struct loop_body *body, const struct why *why, const char *command,
                 FILE *out);

#endif
