/* sfpsim check --contract: what kernels expect at their start and leave at their end, and whether that fits together. */
#ifndef SFP_CHECK_CONTRACT_H
#define SFP_CHECK_CONTRACT_H

#include <stdbool.h>
#include <stddef.h>

#include "action/machine_options.h"
#include "action/report.h"

struct contract_check {
    const struct sfp_machine_options *machine;
    const char *const *kernels;
    size_t count;
    bool json, quiet;
    struct verdict *verdict; /* NULL, or takes each broken expectation for the reports */
};

/* Runs the kernels one after the other on one machine. Returns the exit status. */
int contract_run(const struct contract_check *check);

#endif
