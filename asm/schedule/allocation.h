/*
 * Templates and sequences for the loads of some schedules: a search with the fewest slots first, and operands as
 * written first. Bounded: what would take too long is given up.
 */
#ifndef SFP_ALLOCATION_H
#define SFP_ALLOCATION_H

#include "demands.h"
#include "isa/vector_unit.h"

enum {
    /* More than there are, so that it can be said how many are needed. */
    MOST_TEMPLATES = 8,
    MOST_MACROS = 8,
    NO_TEMPLATE = UINT8_MAX,
};

/* A sequence, whose selectors count the templates of its allocation. */
struct macro_slots {
    struct sfp_sequence_slot slots[MOST_ITEMS]; /* by sub-unit, from SFP_UNIT_SIMPLE */
    enum format_from format;
};

struct allocation {
    struct partial templates[MOST_TEMPLATES];
    struct macro_slots macros[MOST_MACROS];
    unsigned template_count, macro_count;
};

/* The allocation of some demands, and what each distinct one got of it. */
struct allocated {
    struct allocation slots;
    uint8_t macro_of[MOST_DISTINCT];
    uint8_t template_of[MOST_DISTINCT][MOST_ITEMS]; /* by item, or NO_TEMPLATE */
};

enum allocate_result {
    ALLOCATED,
    ALLOCATE_TEMPLATES, /* more templates are needed than there are */
    ALLOCATE_MACROS,    /* more macros are */
    ALLOCATE_TOO_MANY,  /* more of either than can be counted with, or it would take too long to find out */
};

/* Finds what `demands` ask for. After ALLOCATE_TEMPLATES and ALLOCATE_MACROS *allocated is what would do if there were
 * more. */
enum allocate_result allocate(const struct demands *demands, struct allocated *allocated);

/* ---- The words that make templates, sequences and Misc what an allocation says: .schedule_setup ---- */

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
    bool early;      /* an SFPLOADMACRO right behind them would be in the two cycles after a sequence's SFPCONFIG */
};

/* The words that load it; `by_config`: templates too by SFPCONFIG, as with the backdoor disabled. No SFPLOADMACRO
 * after them is in the cycle after an SFPCONFIG, nor in the two after that of Misc (sfpu-timing(7), Configuration).
 * setup->early says whether one more word must come, so that it is not in the two after that of a sequence either. */
void setup_make(const struct sfp_index *index, const struct macro_config *config, bool by_config, struct setup *setup);

#endif
