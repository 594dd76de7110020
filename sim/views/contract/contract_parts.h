/* Inside the contract of a kernel. */
#ifndef SFP_CONTRACT_PARTS_H
#define SFP_CONTRACT_PARTS_H

#include "contract.h"

/* What is expected and left, by number: the first of each kind. */
enum {
    CONTRACT_LREG = 0,
    CONTRACT_TEMPLATE = CONTRACT_LREG + SFP_LREGS,
    CONTRACT_SEQUENCE = CONTRACT_TEMPLATE + SFP_TEMPLATES,
    CONTRACT_MISC = CONTRACT_SEQUENCE + SFP_SEQUENCES,
    CONTRACT_LANE_CONFIG,
    CONTRACT_LANES,
    CONTRACT_ADDR_MOD,
    CONTRACT_REPLAY = CONTRACT_ADDR_MOD + SFP_ADDR_MODS,
    CONTRACT_COUNTER = CONTRACT_REPLAY + SFP_REPLAY_SLOTS,
    CONTRACT_RANDOM,
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
};

#endif
