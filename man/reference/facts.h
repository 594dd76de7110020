/*
 * What the tables say of an instruction on an arch, as JSON: the pages, the JSON and the CSV of the reference are all
 * written from these. Texts are as in the tables; whoever writes HTML escapes them.
 */
#ifndef REFERENCE_FACTS_H
#define REFERENCE_FACTS_H

#include <jansson.h>

#include "isa/isa.h"

/* Of all instructions and arches, in the order of the tables, with which of its parts differ on which other arch. */
json_t *facts_of_all(void);

/* Rules of time, queues, findings, rules of schedules, what the simulator asks in a cycle: each once, with the names of
 * the instructions that it concerns. */
json_t *facts_of_rules(const json_t *instructions);

/* ---- Parts of an instruction's ---- */

json_t *fields_of(const struct sfp_insn *insn);
json_t *modes_of(const struct sfp_insn *insn, enum sfp_arch arch);
json_t *options_of(const struct sfp_insn *insn, enum sfp_arch arch);
json_t *aliases_of(const struct sfp_insn *insn, enum sfp_arch arch);
json_t *targets_of(const struct sfp_insn *insn);
json_t *time_of(const struct sfp_insn *insn, enum sfp_arch arch);
json_t *scheduled_of(const struct sfp_insn *insn, enum sfp_arch arch);
json_t *rules_of(const struct sfp_insn *insn, enum sfp_arch arch);
json_t *figures_of(const struct sfp_insn *insn, enum sfp_arch arch);
json_t *example_of(const struct sfp_insn *insn, enum sfp_arch arch);

/* ---- What they are made of ---- */

/* The modes of a mask, as a list. */
json_t *mode_list(unsigned mask);

/* The modes of an instruction that the hardware documents; 1, if it has none. */
unsigned documented_modes(const struct sfp_insn *insn);

/* What it uses in any of these: sfp_resources_read() or sfp_resources_written(). */
uint32_t resources_used(const struct sfp_insn *insn, uint32_t (*used)(const struct sfp_insn *, unsigned, unsigned));

/* Registers and other state, by name, of a set of resources; of a scheduled one's second source "second source". */
json_t *resource_names(uint32_t resources);

#endif
