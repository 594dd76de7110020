/* The pages of the reference, and its CSV table. */
#ifndef REFERENCE_PAGES_H
#define REFERENCE_PAGES_H

#include "html.h"

/* Writes an instruction's page for an architecture. `all` has the instructions for the comparison, `rules` all
 * rules. */
void write_instruction(struct html *page, const json_t *instruction, const json_t *all, const json_t *rules);

/* Writes the index by name, by architecture and by task. */
void write_index(struct html *page, const json_t *all, const json_t *topics);

/* Writes all rules, each with source and instructions concerned. */
void write_rules(struct html *page, const json_t *rules);

/* Writes the index of the manual's pages in the folder. */
void write_manual_index(struct html *page);

/* Returns the tasks with their instructions, as facts. */
json_t *all_topics(void);

/* Writes one line for each instruction, architecture and mode, as RFC 4180 requires. */
void write_csv(FILE *out, const json_t *all);

#endif
