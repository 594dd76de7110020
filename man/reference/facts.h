/*
 * Facts of the tables about an instruction on an architecture, as JSON. The pages, the JSON and the CSV of the
 * reference are written from these facts. Texts are unchanged from the tables; the writer of HTML escapes them.
 */
#ifndef REFERENCE_FACTS_H
#define REFERENCE_FACTS_H

#include <jansson.h>

#include "isa/isa.h"

/* Returns the facts of all instructions on all architectures, in the order of the tables. Each has the list of its
 * parts that differ on the other architecture. */
json_t *facts_of_all(void);

/* Returns each rule once, with the names of the instructions that it concerns: rules of time, queues, stalls,
 * findings, rules of schedules, faults of the hardware, and the situations of the simulator's cycles. */
json_t *facts_of_rules(const json_t *instructions);

/* Returns an array with all faults of the hardware. A fault has a list of the affected names in `instructions`. The caller
 * owns the array. */
json_t *all_errata(const json_t *instructions);

/* ---- Parts of an instruction's facts ---- */

json_t *fields_of(const struct sfp_insn *insn);
json_t *modes_of(const struct sfp_insn *insn, enum sfp_arch arch);
json_t *options_of(const struct sfp_insn *insn, enum sfp_arch arch);
json_t *aliases_of(const struct sfp_insn *insn, enum sfp_arch arch);
json_t *targets_of(const struct sfp_insn *insn);
json_t *time_of(const struct sfp_insn *insn, enum sfp_arch arch);
json_t *scheduled_of(const struct sfp_insn *insn, enum sfp_arch arch);
json_t *rules_of(const struct sfp_insn *insn, enum sfp_arch arch);
json_t *errata_of(const struct sfp_insn *insn, enum sfp_arch arch); /* names */
json_t *figures_of(const struct sfp_insn *insn, enum sfp_arch arch);
json_t *example_of(const struct sfp_insn *insn, enum sfp_arch arch);

/* ---- Functions shared by the parts ---- */

/* Returns the modes of a mask as a list. */
json_t *mode_list(unsigned mask);

/* Returns the modes that the hardware documents for an instruction, or 1 if the instruction has no mode. */
unsigned documented_modes(const struct sfp_insn *insn);

/* Returns the resources that the instruction uses in any documented mode. `used` is sfp_resources_read() or
 * sfp_resources_written(). */
uint32_t resources_used(const struct sfp_insn *insn, uint32_t (*used)(const struct sfp_insn *, unsigned, unsigned));

/* Returns the names of registers and other state in a set of resources. The second source of an issued instruction is
 * VD. */
json_t *resource_names(uint32_t resources);

#endif
