/* The contract's data, shared by contract.c and contract_json.c. */
#ifndef SFP_CONTRACT_PARTS_H
#define SFP_CONTRACT_PARTS_H

#include "contract.h"

/* Numbers of the things in a contract: for each kind, its first and last number. */
enum {
#define CONTRACT_KIND(enumerator, kind, name, count, of_runtime) \
    CONTRACT_##enumerator, CONTRACT_##enumerator##_LAST = CONTRACT_##enumerator + (count) - 1,
#include "contract.def"
    CONTRACT_THINGS,
};

struct contract_thing {
    bool expected, written;
    bool used;     /* the run read the thing after writing it */
    size_t reader; /* index of the first word that reads the thing before the run writes it */
    size_t writer; /* index of the last word that writes the thing */
};

struct sfp_contract {
    struct sfp_observer observer;
    const struct sfp_kernel *kernel;
    const struct sfp_machine *machine;
    struct contract_thing things[CONTRACT_THINGS];
    uint64_t playback;   /* number of the latest playback seen */
    unsigned pushed;     /* flag stack entries pushed by the run and not popped yet */
    bool needs_entry;    /* the run has read, popped or replaced an entry that it did not push */
};

#endif
