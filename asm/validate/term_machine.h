/*
 * The vector unit on terms: what one word of a thread does to registers, flags, their stack, random numbers,
 * configuration and Dst, by the instruction table. Time is not looked at: each word sees what those before it left.
 */
#ifndef SFP_TERM_MACHINE_H
#define SFP_TERM_MACHINE_H

#include "dst_trace.h"

#include "isa/modes.h"
#include "isa/timing.h"
#include "isa/vector_unit.h"

enum { TERM_LREGS = SFP_STAGING_LREG };

struct term_flags {
    struct truth flags, use_flags;
};

struct term_machine {
    struct sfp_index index;
    struct term_rules rules;
    struct term file[TERM_LREGS];
    struct term *lregs[TERM_LREGS]; /* where each is: in the file, but while a node is executed */
    struct term random, config, latch; /* latch: what Wormhole's SFPSHFT2 keeps of each row, in its first lane */
    struct term_flags now, stack[SFP_STACK_DEPTH];
    unsigned depth;
    bool lost;                  /* the stack ran over or under: nothing can be said from there on */
    uint32_t lane_config;       /* bits of LaneConfig that may be set in some sample; none at the start */
    struct sample_set left_out; /* by LaneConfig */
    uint64_t events;            /* words so far of which only their place among others is known */
    struct dst_trace dst;
    int32_t by; /* for stores: dst_trace.h */
};

/* The state at a kernel's start. LRegs and Dst hold values of which nothing is known, except for constant LRegs;
 * lanes are enabled as the profile says. L11 holds its default unless it is in `written`, the LRegs that the kernel
 * configures. */
void term_machine_init(struct term_machine *m, enum sfp_arch arch, const struct profile *profile, uint32_t written);
void term_machine_free(struct term_machine *m);

/* The samples that are enabled. */
struct truth term_machine_enabled(const struct term_machine *m);

/* What one word does, REPLAY excepted. False if memory ran out. */
bool term_machine_execute(struct term_machine *m, uint32_t word);

/* Disables samples in which this does not hold. */
void term_machine_narrow(struct term_machine *m, const struct truth *condition);

/* SFPPUSHC, SFPPOPC, SFPCOMPC, and SFPENCC that enables all. */
void term_machine_push(struct term_machine *m);
void term_machine_pop(struct term_machine *m);
void term_machine_complement(struct term_machine *m);
void term_machine_enable_all(struct term_machine *m);

/* Words are executed that are not known: L0..L7 hold anything afterwards, and Dst is in a further epoch. */
void term_machine_lose_sight(struct term_machine *m, uint64_t number);

/* ---- For machine_words.c ---- */

/* Writes an LReg of L0..L7 in enabled samples, or in all; other LRegs stay as they are. */
void term_machine_write(struct term_machine *m, unsigned lreg, const struct term *value);
void term_machine_write_all(struct term_machine *m, unsigned lreg, const struct term *value);

/* Flags in enabled samples become this. */
void term_machine_set_flags(struct term_machine *m, const struct truth *condition);

/* The top of the stack, or flags that are all this if it is empty. */
struct term_flags term_machine_top(const struct term_machine *m, bool if_empty);

#endif
