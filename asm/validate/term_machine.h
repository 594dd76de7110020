/*
 * The vector unit on terms: the effect of a thread's words on registers, flags and their stack, random numbers,
 * configuration and Dst, by the instruction table. Timing is ignored: each word sees the results of all earlier words.
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
    struct term *lregs[TERM_LREGS]; /* terms by LReg; each is in `file`, except while a node is executed */
    struct term random, config, latch; /* latch: the value that Wormhole's SFPSHFT2 keeps for each row, in the row's
                                        * first lane */
    struct term_flags now, stack[SFP_STACK_DEPTH];
    unsigned depth;
    bool lost;                  /* the stack overflowed or underflowed; the state is unknown from there on */
    uint32_t lane_config;       /* set of LaneConfig bits that may be set in a sample; 0 at the start */
    struct sample_set left_out; /* set of samples masked by LaneConfig */
    uint64_t events;            /* number of words with unknown effects */
    struct dst_trace dst;
    int32_t by; /* index of the node, for stores (struct dst_access) */
};

/* Sets the state at a kernel's start. LRegs and Dst hold unknown values, except constant LRegs. The profile decides
 * which lanes are enabled. L11 holds its default unless L11 is in `written`, the LRegs that the kernel configures. */
void term_machine_init(struct term_machine *m, enum sfp_arch arch, const struct profile *profile, uint32_t written);
void term_machine_free(struct term_machine *m);

/* Returns the enabled samples. */
struct truth term_machine_enabled(const struct term_machine *m);

/* Executes one word, except REPLAY, whose effect counts as unknown. Returns false if memory ran out. */
bool term_machine_execute(struct term_machine *m, uint32_t word);

/* Disables samples in which `condition` is false. */
void term_machine_narrow(struct term_machine *m, const struct truth *condition);

/* Execute SFPPUSHC, SFPPOPC, SFPCOMPC, and an SFPENCC that enables all lanes. */
void term_machine_push(struct term_machine *m);
void term_machine_pop(struct term_machine *m);
void term_machine_complement(struct term_machine *m);
void term_machine_enable_all(struct term_machine *m);

/* Forgets L0..L7, and begins a new epoch of Dst, because unknown words are executed. `number` identifies them. */
void term_machine_lose_sight(struct term_machine *m, uint64_t number);

/* ---- For machine_words.c ---- */

/* Writes an LReg in enabled samples, or in all samples. Only L0..L7 change. */
void term_machine_write(struct term_machine *m, unsigned lreg, const struct term *value);
void term_machine_write_all(struct term_machine *m, unsigned lreg, const struct term *value);

/* Sets the flags of enabled samples. */
void term_machine_set_flags(struct term_machine *m, const struct truth *condition);

/* Returns the top of the stack, or, with an empty stack, flags all equal to `if_empty`. */
struct term_flags term_machine_top(const struct term_machine *m, bool if_empty);

#endif
