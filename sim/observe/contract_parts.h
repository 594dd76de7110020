/* Inside the contract of a kernel. */
#ifndef SFP_CONTRACT_PARTS_H
#define SFP_CONTRACT_PARTS_H

#include "contract.h"

/* What is expected and left, by number: the first and the last of each kind. */
enum {
#define CONTRACT_KIND(enumerator, kind, name, count, of_runtime) \
    CONTRACT_##enumerator, CONTRACT_##enumerator##_LAST = CONTRACT_##enumerator + (count) - 1,
#include "contract.def"
    CONTRACT_THINGS,
};

struct contract_thing {
    bool expected, written;
    bool used;     /* it was read after the run has written it */
    size_t reader; /* the first word that reads it, before the run has written it */
    size_t writer; /* the last word that wrote it */
};

struct sfp_contract {
    struct sfp_observer observer;
    const struct sfp_kernel *kernel;
    const struct sfp_machine *machine;
    struct contract_thing things[CONTRACT_THINGS];
    uint64_t playback;   /* the last one that was looked at */
    unsigned pushed;     /* entries of the flag stack that the run itself has pushed and not popped */
    bool needs_entry;    /* it has read, popped or replaced an entry of the flag stack that it has not pushed */
};

#endif
