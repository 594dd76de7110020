/*
 * The contract of a kernel: the machine state that a run reads before writing it ("expects"), and the state that it
 * writes ("leaves"), with the place in the source of each. The things listed are the rows of contract.def: LRegs,
 * instruction templates, sequences, Misc, LaneConfig, enabled lanes, the flag stack, address modifiers, replay slots,
 * Dst's counter and the random number generators.
 */
#ifndef SFP_CONTRACT_H
#define SFP_CONTRACT_H

#include <stdio.h>

#include "time/kernel.h"
#include "time/event.h"

struct sfp_contract;

/* Returns a contract for a run of `kernel` on `machine`, or NULL if memory runs out. The run must begin with the
 * machine's present state. Both must outlive the contract. */
struct sfp_contract *sfp_contract_new(const struct sfp_kernel *kernel, const struct sfp_machine *machine);
void sfp_contract_free(struct sfp_contract *c);

struct sfp_observer *sfp_contract_observer(struct sfp_contract *c);

/* Writes the contract as JSON after the run (sfpsim-json(5), Contracts). Returns false if memory runs out. */
bool sfp_contract_print(const struct sfp_contract *c, FILE *stream);

#endif
