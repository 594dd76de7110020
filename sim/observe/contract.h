/*
 * What a kernel expects of the machine at its start, and what it leaves: what it reads before it writes it, and what it
 * writes, with the places. LRegs, instruction templates, sequences, Misc, LaneConfig, the lanes that are enabled, the
 * flag stack, address modifiers, replay slots, the counter of Dst, and the random number generators (contract.def).
 */
#ifndef SFP_CONTRACT_H
#define SFP_CONTRACT_H

#include <stdio.h>

#include "time/kernel.h"
#include "time/event.h"

struct sfp_contract;

/* Of a run of `kernel` that begins with the state of `machine`; both must outlive it. NULL without memory. */
struct sfp_contract *sfp_contract_new(const struct sfp_kernel *kernel, const struct sfp_machine *machine);
void sfp_contract_free(struct sfp_contract *c);

struct sfp_observer *sfp_contract_observer(struct sfp_contract *c);

/* When the run is over: as JSON (sfpsim-json(5), Contracts). False without memory. */
bool sfp_contract_print(const struct sfp_contract *c, FILE *stream);

#endif
