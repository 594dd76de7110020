/* sfpsim check --contract: runs kernels one after another, and compares each kernel's expectations at its start with
 * the things that earlier kernels left. */
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
    struct verdict *verdict; /* receives each broken expectation, for reports; or NULL */
};

/* Runs the kernels one after another on one machine, and prints their contracts and problems. Returns the exit
 * status. */
int contract_run(const struct contract_check *check);

#endif
