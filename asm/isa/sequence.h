/*
 * What SFPLOADMACRO's configuration holds, and what becomes of a template that it schedules (sfpu-timing(7), Sequences
 * and Field overrides): the simulator takes it apart, and schedules are put together of it.
 */
#ifndef SFP_SEQUENCE_H
#define SFP_SEQUENCE_H

#include "isa.h"

/* LoadMacroConfig.Misc. */
enum {
    SFP_MISC_BITS = 0xFFF,
    SFP_MISC_STORE_MOD0 = 0xF,       /* the format of stores, but of those macros that use their load's */
    SFP_MISC_USES_LOAD_MOD0_LSB = 4, /* bit 4 + i: macro i does */
    SFP_MISC_DELAY_KIND_LSB = 8,     /* bit 8 + i: delays count instructions, on the sub-unit of byte i */
};

/* What a byte of a sequence selects; from TEMPLATE on, templates 0 to 3. */
enum sfp_selector {
    SFP_SELECT_NONE, SFP_SELECT_UNDEFINED, SFP_SELECT_NOP, SFP_SELECT_STORE, SFP_SELECT_TEMPLATE,
};

/* One byte of a sequence: what its sub-unit does. */
struct sfp_sequence_slot {
    bool to_vb;       /* the loaded register goes to VB, else VC; a store keeps the template's VD */
    bool to_staging;  /* the result goes to L16; a store reads it */
    uint8_t delay;    /* 0..SFP_SEQUENCE_DELAYS - 1, to which one cycle is added */
    uint8_t selector; /* enum sfp_selector, or a template above it */
};

enum { SFP_SEQUENCE_DELAYS = 8 };

/* The slot of `unit`, one from SFP_UNIT_SIMPLE to SFP_UNIT_STORE, in a sequence; and its bits in one. */
struct sfp_sequence_slot sfp_sequence_get(uint32_t sequence, enum sfp_unit unit);
uint32_t sfp_sequence_put(struct sfp_sequence_slot slot, enum sfp_unit unit);

/* Can a macro schedule the instruction on this sub-unit? SFPNOP counts as the load unit's when issued, but a macro may
 * put it on any arithmetic sub-unit. */
bool sfp_schedules_on(const struct sfp_insn *insn, enum sfp_unit unit);

/* The fields of a template that VB and VC are taken from, where the loaded register does not take their place. */
struct sfp_template_sources {
    enum sfp_field vb, vc; /* SFP_F_VD where the instruction has no field of that name */
};

struct sfp_template_sources sfp_template_sources(const struct sfp_insn *insn, unsigned mode);

/* Two sources of an instruction that may change places, and the result is the same. */
enum sfp_exchange { SFP_EXCHANGE_NONE, SFP_EXCHANGE_VA_VB, SFP_EXCHANGE_VB_VC };

/* Those of the instruction in this mode, whose first source is `va`. */
enum sfp_exchange sfp_exchange_of(const struct sfp_insn *insn, unsigned mode, unsigned va);

#endif
