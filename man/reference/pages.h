/* The pages of the reference, and its table. */
#ifndef REFERENCE_PAGES_H
#define REFERENCE_PAGES_H

#include "html.h"

/* An instruction on an arch; `all` has those that it is compared with, `rules` the rules that concern it. */
void write_instruction(struct html *page, const json_t *instruction, const json_t *all, const json_t *rules);

/* By name, by arch and by what one wants to do. */
void write_index(struct html *page, const json_t *all, const json_t *topics);

/* Each rule, where it comes from, and whom it concerns. */
void write_rules(struct html *page, const json_t *rules);

/* Of the pages of the manual that are there. */
void write_manual_index(struct html *page);

/* What one wants to do, and how, as facts. */
json_t *all_topics(void);

/* A line an instruction, arch and mode, as RFC 4180 has it. */
void write_csv(FILE *out, const json_t *all);

#endif
