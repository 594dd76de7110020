/*
 * The timing rules of include/quirks.def that are about instructions alone: the simulator's pipeline keeps them, and
 * schedules are checked against them.
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

/* ---- Instructions of the vector unit as a thread issues them, one after another ----
 * What a word uses, and by how many cycles one must come after another. What is said of data and lanes is the
 * simulator's; here each lane counts as enabled, and each register that L7 may name as named. */

/* The LRegs that the operands of an issued word name; one that the instruction does not have is 0. */
struct sfp_named {
    uint8_t va, vb, vc, vd;
    uint8_t b; /* second source: VD, or VB in modes that say so */
};

struct sfp_named sfp_named_of(const struct sfp_insn *insn, uint32_t word);

/* The field that holds the LReg of an operand, in its low bits: its own, unless the instruction has it elsewhere. */
enum sfp_field sfp_field_naming(const struct sfp_insn *insn, enum sfp_field operand);

/* Is VB the second source in this mode, and not VD? */
bool sfp_second_is_vb(const struct sfp_insn *insn, unsigned mode);

/* An issued word. Masks as isa/modes.h has them; of what loads a template they are empty. */
struct sfp_issued {
    const struct sfp_insn *insn; /* NULL: nothing of the vector unit's */
    uint32_t word;
    uint32_t reads, writes;
    uint32_t seen_reads, seen_writes; /* LRegs, as a scoreboard takes them */
    uint8_t mode;
    uint8_t latency;
};

/* What a word is to the vector unit, with the template backdoor open, as at reset. */
struct sfp_issued sfp_issued_of(const struct sfp_index *index, uint32_t word);

/* The LRegs that the word uses besides its operands if these bits of LaneConfig are set: registers of indices that SFPSWAP
 * exchanges and loads write (sfpu-semantics(7), SFPSWAP; sfpu-dst(7), Loads). `insn` is the word's row, or NULL. */
uint32_t sfp_index_lregs(const struct sfp_insn *insn, uint32_t word, uint32_t lane_config);

/*
 * By how many cycles `next` must execute after `before` at least for each to be what it would be by itself, where no
 * interlock holds it back: 1, in the next cycle, unless `next` would read or overwrite what `before` has still to write,
 * or use its write port (sfpu-timing(7), Wormhole hazards, SFPSWAP and SFPSHFT2, Blackhole stalls). Both are the vector
 * unit's.
 */
unsigned sfp_cycles_apart(enum sfp_arch arch, const struct sfp_issued *before, const struct sfp_issued *next);

/*
 * Words that are issued one after another, each in the first cycle in which it can be: then results are under way when
 * the next one comes. All zeros at first: nothing was issued.
 */
struct sfp_issuing {
    struct {
        struct sfp_issued word;
        uint64_t cycle; /* in which it executes */
    } last[SFP_MAX_LATENCY]; /* of the vector unit's, by the order in which they come; those from the latency on ago
                              * do not matter any more */
    unsigned count;          /* in all */
    uint64_t next;           /* the first cycle in which another one can be issued */
    bool beside;             /* the last one was held, and another unit's goes beside it (sfpu-timing(7), SFPSWAP and
                              * SFPSHFT2, What is held with it) */
};

/* By how many cycles the next word would come too early. */
unsigned sfp_issuing_early(const struct sfp_issuing *issuing, enum sfp_arch arch, const struct sfp_issued *next);

/* It is issued. */
void sfp_issuing_take(struct sfp_issuing *issuing, enum sfp_arch arch, const struct sfp_issued *next);

#endif
