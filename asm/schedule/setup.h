/* The words that make templates, sequences and Misc what an allocation says: .schedule_setup. */
#ifndef SFP_SCHEDULE_SETUP_H
#define SFP_SCHEDULE_SETUP_H

#include "allocate.h"
#include "isa/vector_unit.h"

/* The configuration of SFPLOADMACRO, as the hardware holds it. */
struct macro_config {
    uint32_t templates[SFP_TEMPLATES];
    uint8_t templates_used;       /* bit t: template t is */
    uint32_t sequences[SFP_SEQUENCES];
    unsigned macro_count;
    uint32_t misc;
};

/* Puts an allocation that fits into slots, so that the backdoor can load a template wherever its VD is open, or names a
 * slot that is free. */
void macro_config_make(const struct sfp_index *index, const struct allocation *allocation, uint8_t store_mod0,
                       bool counts_cycles, struct macro_config *config);

enum { MOST_SETUP_WORDS = 3 * (SFP_TEMPLATES + SFP_SEQUENCES) + 2 };

struct setup {
    uint32_t words[MOST_SETUP_WORDS];
    size_t count;
    bool changes_l0; /* they use L0 on the way */
};

/* The words that load it; `by_config`: templates too by SFPCONFIG, as with the backdoor disabled. No SFPLOADMACRO
 * behind them is in the cycle after an SFPCONFIG (sfpu-findings(7), macro-config). */
void setup_make(const struct sfp_index *index, const struct macro_config *config, bool by_config, struct setup *setup);

#endif
