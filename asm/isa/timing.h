/*
 * The timing rules of include/quirks.def that concern only instructions. The simulator's pipeline obeys them; schedules
 * are checked against them.
 */
#ifndef SFP_TIMING_H
#define SFP_TIMING_H

#include "isa.h"
#include "modes.h"

enum sfp_quirk {
#define QUIRK(id, archs, provenance, text, source) SFP_QUIRK_##id,
#include "quirks.def"
#undef QUIRK
    SFP_QUIRKS,
};

/* Is the rule in force on the arch? */
bool sfp_quirk(enum sfp_arch arch, enum sfp_quirk quirk);

/* Does the instruction clash with SFPSHFT2 in modes 2 to 4 of the cycle before (Wormhole)? */
bool sfp_port_clash(const struct sfp_insn *insn, unsigned mode);

/* Does the issued instruction keep other instructions, except SFPNOP, out of the unit until its result can be read? */
bool sfp_interlocks(const struct sfp_insn *insn, enum sfp_arch arch, unsigned mode);

/* Does the instruction read in its first cycle? SFPSWAP's pure swap reads in its last (sfpu-timing(7), SFPSWAP and
 * SFPSHFT2). */
static inline bool sfp_reads_first(const struct sfp_insn *insn, unsigned mode)
{
    return insn->id != SFP_I_SFPSWAP || mode != SFP_MODE_SFPSWAP_SWAP;
}

/* Returns the LRegs that later instructions may not write while `insn` still writes them, even if they land later:
 * the LRegs that Wormhole's SFPSHFT2 mode 2 also copies, except L0 (sfpu-timing(7), Wormhole hazards). Returns 0 for
 * other instructions. */
uint32_t sfp_copied_lregs(const struct sfp_insn *insn, enum sfp_arch arch, unsigned mode);

/* Returns the resources that Blackhole's scoreboard expects the instruction to read, bit r for enum sfp_resource r;
 * mostly its real reads. For SFPLUTFP32, whose word states its reads, returns the real ones. */
uint32_t sfp_resources_seen(const struct sfp_insn *insn, unsigned mode, unsigned vd);

/* sfp_reads_seen() returns the uses that the scoreboard expects a word of this mode and VD to read.
 * sfp_writes_seen() returns the LRegs that it expects a word to write whose real writes are `writes`. */
struct sfp_uses sfp_reads_seen(const struct sfp_insn *insn, uint32_t word, unsigned mode, unsigned vd);
uint32_t sfp_writes_seen(const struct sfp_insn *insn, uint32_t word, uint32_t writes);

/* ---- Words of the vector unit as a thread issues them, one after another ----
 * The uses of a word, and the cycles that must lie between two words. Effects of data and lanes are left to the
 * simulator; here each lane counts as enabled, and each register that L7 can name as named. */

/* The LRegs that an issued word's operands name; 0 for an operand that the instruction lacks. */
struct sfp_named {
    uint8_t va, vb, vc, vd;
    uint8_t b; /* the second source: VD, or VB in some modes */
};

struct sfp_named sfp_named_of(const struct sfp_insn *insn, uint32_t word);

/* Returns the field whose low bits have the LReg of an operand: mostly the operand's own field. */
enum sfp_field sfp_field_naming(const struct sfp_insn *insn, enum sfp_field operand);

/* Is VB, instead of VD, the second source in this mode? */
bool sfp_second_is_vb(const struct sfp_insn *insn, unsigned mode);

/* An issued word. The masks are uses of isa/modes.h; a template load has empty masks. */
struct sfp_issued {
    const struct sfp_insn *insn; /* row of the instruction; NULL for a word outside the vector unit */
    uint32_t word;
    uint32_t reads, writes;
    uint32_t seen_reads, seen_writes; /* LRegs used, as a scoreboard expects them */
    uint8_t mode;
    uint8_t latency;
};

/* Returns a word's uses in the vector unit, with the template backdoor open, as at reset. */
struct sfp_issued sfp_issued_of(const struct sfp_index *index, uint32_t word);

/* Returns the LRegs that a word uses besides its operands if these bits of LaneConfig are set: the index registers
 * that SFPSWAP exchanges and loads write (sfpu-semantics(7), SFPSWAP; sfpu-dst(7), Loads). `insn` is the word's row,
 * or NULL. */
uint32_t sfp_index_lregs(const struct sfp_insn *insn, uint32_t word, uint32_t lane_config);

/*
 * Returns the cycles by which `next` must at least execute after `before` so that both give their results undisturbed,
 * if no interlock holds `next` back. The result is 1, the next cycle, unless `next` would read or overwrite registers
 * that `before` has still to write, or use its write port (sfpu-timing(7), Wormhole hazards, SFPSWAP and SFPSHFT2,
 * Blackhole stalls). Both words must be the vector unit's.
 */
unsigned sfp_cycles_apart(enum sfp_arch arch, const struct sfp_issued *before, const struct sfp_issued *next);

/*
 * The issue of consecutive words, each in the first possible cycle, so that results can be in flight when the next word
 * comes. All zero before the first word.
 */
struct sfp_issuing {
    struct {
        struct sfp_issued word;
        uint64_t cycle; /* the cycle in which the word executes */
    } last[SFP_MAX_LATENCY]; /* the vector unit's last words, a ring; older words no longer matter */
    unsigned count;          /* number of vector unit words so far */
    uint64_t next;           /* the first cycle in which another word can be issued */
    bool beside;             /* the last word was held, and another unit's word can go beside it (sfpu-timing(7),
                              * SFPSWAP and SFPSHFT2, What is held with it) */
};

/* Returns the number of cycles by which the next word would come too early. */
unsigned sfp_issuing_early(const struct sfp_issuing *issuing, enum sfp_arch arch, const struct sfp_issued *next);

/* Issues the next word. */
void sfp_issuing_take(struct sfp_issuing *issuing, enum sfp_arch arch, const struct sfp_issued *next);

#endif
