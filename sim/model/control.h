/*
 * What surrounds the vector unit (sfpu-frontend(7)): the executors of instructions that
 * go to other units, and the address counters that loads and stores use.
 */
#ifndef SFP_CONTROL_H
#define SFP_CONTROL_H

#include "model.h"

/*
 * The executor of an instruction outside the vector unit, or NULL to refuse it: what is not modelled (sfpu-frontend(7),
 * What is modelled), and field values that are ruled out (sfpu-frontend(7); sfpu-dst(7), ZEROACC). MOP, MOP_CFG and
 * REPLAY get one that does nothing, since the front end consumes them.
 */
sfp_exec *sfp_control_exec(const struct sfp_machine *m, const struct sfp_insn *insn, uint32_t word);

/* ---- Dst addresses and counters: counters.c ---- */

/* sfp_dst_address(), for loads and stores themselves: a call would cost as much as it does. */
static inline uint16_t sfp_dst_address_inline(const struct sfp_state *s, const struct sfp_op *op)
{
    enum { ROW_IN_BLOCK = 3 }; /* what INT32_ALL leaves of Dst, the others of Sp */
    const struct sfp_derived *d = &s->derived;
    const unsigned base = (unsigned)op->imm + d->math_offset;
    unsigned dst = (unsigned)s->rwc.dst + d->dest_base;
    unsigned sp = d->has_sp ? (unsigned)s->rwc.sp + d->sp_base : 0;

    if (op->mod == SFP_FMT_INT32_ALL)
        dst &= ROW_IN_BLOCK;
    else
        sp &= ROW_IN_BLOCK;
    return (uint16_t)((base + dst + sp) & SFP_COUNTER_MASK);
}

/* A load's or store's format: the configured one where it asks for that (sfpu-dst(7), Format 0). */
static inline unsigned sfp_format_of(const struct sfp_state *s, const struct sfp_op *op)
{
    return op->mod == SFP_FMT_SRCB ? s->derived.srcb_mode : op->mod;
}

/* The address modifier that an instruction's field names while ExtraAddrModBit is not set. */
static inline const struct sfp_addr_mod *sfp_addr_mod_named(const struct sfp_derived *d, unsigned field)
{
    return &d->addr_mod[(field & d->addr_mod_mask) + d->addr_mod_first];
}

/* The one that the instruction's field names now. */
const struct sfp_addr_mod *sfp_addr_mod_selected(const struct sfp_state *s, unsigned field);

/* Does the address modifier only move Dst on, picked by the instruction's field and the configuration alone? */
static inline bool sfp_addr_mod_is_simple(const struct sfp_state *s, const struct sfp_op *op)
{
    return sfp_addr_mod_named(&s->derived, op->addr_mode)->dst_only && !s->rwc.extra_addr_mod;
}

/* sfp_apply_addr_mod() for such a one, without a call. */
static inline void sfp_apply_simple_addr_mod(struct sfp_state *s, const struct sfp_op *op)
{
    s->rwc.dst = (uint16_t)((s->rwc.dst + sfp_addr_mod_named(&s->derived, op->addr_mode)->dst_incr) & SFP_COUNTER_MASK);
}

/*
 * Blackhole's INT32_ALL modes work on a stack: a load steps Sp back before its
 * address is formed, a store steps it on afterwards (sfpu-dst(7), Addresses).
 * sfp_dst_address() takes Sp as it finds it.
 */
static inline bool sfp_uses_stack(const struct sfp_state *s, const struct sfp_op *op)
{
    return op->mod == SFP_FMT_INT32_ALL && s->derived.has_sp;
}

static inline void sfp_sp_before_load(struct sfp_state *s, const struct sfp_op *op)
{
    if (__builtin_expect(sfp_uses_stack(s, op), 0) && s->rwc.sp != 0)
        s->rwc.sp = (uint16_t)((s->rwc.sp - s->derived.stack_incr) & SFP_COUNTER_MASK);
}

static inline void sfp_sp_after_store(struct sfp_state *s, const struct sfp_op *op)
{
    if (__builtin_expect(sfp_uses_stack(s, op), 0))
        s->rwc.sp = (uint16_t)((s->rwc.sp + s->derived.stack_incr) & SFP_COUNTER_MASK);
}

/* The entry that a load's or store's address modifier is. */
unsigned sfp_addr_mod_entry(const struct sfp_state *s, const struct sfp_op *op);

/* sfp_apply_addr_mod() for an AddrMod field that is not op->addr_mode. */
void sfp_apply_addr_mod_field(struct sfp_machine *m, const struct sfp_op *op, unsigned field, bool fidelity);

sfp_exec sfp_control_setrwc, sfp_control_incrwc;

/* The row of Dst that the matrix unit's instructions count theirs from. */
static inline unsigned sfp_matrix_row(const struct sfp_state *s)
{
    return ((unsigned)s->derived.math_offset + s->rwc.dst + s->derived.dest_base) & SFP_COUNTER_MASK;
}

/* ---- Words of other units: matrix_unit.c ---- */

/* A datacopy, under dst_is_input: its rows are as they were when the run began, and valid. An ELWADD that adds two sources
 * is noted in `sum` of the state, so that the run is refused. */
sfp_exec sfp_control_copy;

/* Can the word be a datacopy? An ELWADD that adds to Dst cannot. */
bool sfp_is_copy(const struct sfp_insn *insn, uint32_t word);

/* A word that is skipped: it steps its counters. */
sfp_exec sfp_control_skip;

/* ---- ZEROACC: matrix_unit.c ---- */

sfp_exec sfp_control_zeroacc;
bool sfp_zeroacc_legal(const struct sfp_machine *m, const struct sfp_insn *insn, uint32_t word);

/* ---- Waiting, semaphores, mutexes: sync.c ---- */

sfp_exec sfp_control_seminit, sfp_control_sempost, sfp_control_semget, sfp_control_semwait;
sfp_exec sfp_control_stallwait, sfp_control_atgetm, sfp_control_atrelm;
bool sfp_mutex_legal(const struct sfp_machine *m, const struct sfp_insn *insn, uint32_t word);

/* The first semaphore for which the condition of SEMWAIT `op` holds, or -1: it holds for none. */
int sfp_semwait_holds(const struct sfp_state *s, const struct sfp_op *op);

/* STALLWAIT's condition mask; an empty one stands for the arch's default. */
uint32_t sfp_stallwait_conditions(const struct sfp_machine *m, const struct sfp_op *op);

/* Does the latch that STALLWAIT or SEMWAIT `wait` left hold `insn` back while a condition lasts (sfpu-timing(7),
 * Waits)? */
bool sfp_wait_blocks(const struct sfp_op *wait, const struct sfp_insn *insn);

/* ---- Small helpers ---- */

/* A field whose upper bits, beyond `width`, must be 0 (sfpu(7), Words): they are reported and dropped. */
static inline uint32_t sfp_narrow_field(const struct sfp_machine *m, const struct sfp_op *op, enum sfp_field field,
                                        unsigned width)
{
    const uint32_t value = sfp_field(op->insn, op->word, field);

    if (value >> width)
        sfp_report(m, SFP_FIND_RESERVED_BITS, op);
    return sfp_bits(value, 0, width);
}

#endif
