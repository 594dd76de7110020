/*
 * The timing rules of include/quirks.def that are about instructions alone: the simulator's pipeline keeps them, and
 * schedules are checked against them.
 */
#ifndef SFP_TIMING_H
#define SFP_TIMING_H

#include "isa.h"
#include "modes.h"
#include "uses.h"

enum sfp_quirk {
#define QUIRK(id, archs, provenance, text, source) SFP_QUIRK_##id,
#include "quirks.def"
#undef QUIRK
    SFP_QUIRKS,
};

/* Is the rule in force? */
bool sfp_quirk(enum sfp_arch arch, enum sfp_quirk quirk);

/* Does the instruction clash with SFPSHFT2 modes 2 to 4 of the cycle before (Wormhole)? */
bool sfp_port_clash(const struct sfp_insn *insn, unsigned mode);

/* Issued, does it keep all but SFPNOP out of the unit until its result can be read? */
bool sfp_interlocks(const struct sfp_insn *insn, enum sfp_arch arch, unsigned mode);

/* Does it read in its first cycle? An SFPSWAP that only moves reads in its last (sfpu-timing(7), SFPSWAP and SFPSHFT2). */
static inline bool sfp_reads_first(const struct sfp_insn *insn, unsigned mode)
{
    return insn->id != SFP_I_SFPSWAP || mode != SFP_MODE_SFPSWAP_SWAP;
}

/* LRegs that may not be written while `insn` still writes them, even by what lands later: those that Wormhole's SFPSHFT2
 * mode 2 copies along, but for L0 (sfpu-timing(7), Wormhole hazards). 0 of all others. */
uint32_t sfp_copied_lregs(const struct sfp_insn *insn, enum sfp_arch arch, unsigned mode);

/* What Blackhole's scoreboard takes the instruction to read, bit r for enum sfp_resource r; mostly what it reads. Of
 * SFPLUTFP32, which says it in its word, what that reads. */
uint32_t sfp_resources_seen(const struct sfp_insn *insn, unsigned mode, unsigned vd);

/* The same of a word of this mode and VD, as uses; and LRegs that it takes a word to write, which writes `writes`. */
struct sfp_uses sfp_reads_seen(const struct sfp_insn *insn, uint32_t word, unsigned mode, unsigned vd);
uint32_t sfp_writes_seen(const struct sfp_insn *insn, uint32_t word, uint32_t writes);

#endif
