/*
 * Allocates templates and sequences to the loads of schedules that are set up together. The search tries allocations
 * with the fewest slots first, and operands as written first. The search is bounded, and gives up if it takes too long.
 */
#ifndef SFP_ALLOCATION_H
#define SFP_ALLOCATION_H

#include "demands.h"
#include "isa/vector_unit.h"

enum {
    /* Limits of the search, above the hardware's counts: an error can say how many are needed. */
    MOST_TEMPLATES = 8,
    MOST_MACROS = 8,
    NO_TEMPLATE = UINT8_MAX,
};

/* A sequence. Template selectors count the templates of the allocation, not the hardware's slots. */
struct macro_slots {
    struct sfp_sequence_slot slots[MOST_ITEMS]; /* by sub-unit, from SFP_UNIT_SIMPLE */
    enum format_from format;
};

struct allocation {
    struct partial templates[MOST_TEMPLATES];
    struct macro_slots macros[MOST_MACROS];
    unsigned template_count, macro_count;
};

/* An allocation, and the macro and templates that each distinct demand gets. */
struct allocated {
    struct allocation slots;
    uint8_t macro_of[MOST_DISTINCT];
    uint8_t template_of[MOST_DISTINCT][MOST_ITEMS]; /* number of the template by demand and item, or NO_TEMPLATE */
};

enum allocate_result {
    ALLOCATED,
    ALLOCATE_TEMPLATES, /* more templates are needed than exist */
    ALLOCATE_MACROS,    /* more macros are needed than exist */
    ALLOCATE_TOO_MANY,  /* more of either than the search's limits, or the search gave up */
};

/* Fills *allocated for `demands`. After ALLOCATE_TEMPLATES or ALLOCATE_MACROS, *allocated is an allocation with more
 * templates or macros than exist. */
enum allocate_result allocate(const struct demands *demands, struct allocated *allocated);

/* ---- The words of .schedule_setup, which write templates, sequences and Misc ---- */

/* SFPLOADMACRO's configuration in the form that the hardware holds. */
struct macro_config {
    uint32_t templates[SFP_TEMPLATES];
    uint8_t templates_used;       /* bit t: template t is in use */
    uint32_t sequences[SFP_SEQUENCES];
    unsigned macro_count;
    uint32_t misc;
};

/* Assigns the templates of an allocation to hardware slots, and makes the configuration. The allocation must fit.
 * The choice of slots lets the backdoor load a template if its VD is open, or if its VD names a free slot. */
void macro_config_make(const struct sfp_index *index, const struct allocation *allocation, uint8_t store_mod0,
                       bool counts_cycles, struct macro_config *config);

enum { MOST_SETUP_WORDS = 3 * (SFP_TEMPLATES + SFP_SEQUENCES) + 2 };

struct setup {
    uint32_t words[MOST_SETUP_WORDS];
    size_t count;
    bool changes_l0; /* the words use L0 for values */
    bool early;      /* an SFPLOADMACRO as the next word would be within two cycles after a sequence's SFPCONFIG */
};

/* Makes the words that write the configuration. With `by_config`, templates are written by SFPCONFIG too, for
 * kernels with the backdoor disabled. An SFPLOADMACRO after the words is never in the cycle after an SFPCONFIG, nor
 * in the two cycles after Misc's (sfpu-timing(7), Configuration). If setup->early, the caller must add one more
 * word, to keep the SFPLOADMACRO out of the two cycles after a sequence's SFPCONFIG too. */
void setup_make(const struct sfp_index *index, const struct macro_config *config, bool by_config, struct setup *setup);

#endif
