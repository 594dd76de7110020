/*
 * Executors of instructions that go to other units (sfpu-frontend(7)), and the address counters that loads and stores
 * use.
 */
#ifndef SFP_CONTROL_H
#define SFP_CONTROL_H

#include "model.h"

/*
 * Returns the executor of an instruction outside the vector unit. Returns NULL to refuse an instruction that is not
 * modelled (sfpu-frontend(7), What is modelled), or a field value that is ruled out (sfpu-frontend(7); sfpu-dst(7),
 * ZEROACC). MOP, MOP_CFG and REPLAY have an executor that does nothing, since the front end consumes them.
 */
sfp_exec *sfp_control_exec(const struct sfp_machine *m, const struct sfp_insn *insn, uint32_t word);

/* ---- Dst addresses and counters: counters.c ---- */

/* sfp_dst_address() as an inline function for the executors of loads and stores, since a call would cost as much as
 * the work. */
static inline uint16_t sfp_dst_address_inline(const struct sfp_state *s, const struct sfp_op *op)
{
    enum { ROW_IN_BLOCK = 3 }; /* mask of Dst bits kept by INT32_ALL, and of Sp bits kept by other modes */
    const struct sfp_derived *d = &s->derived;
    const unsigned base = (unsigned)op->imm + d->own.math_offset;
    unsigned dst = (unsigned)s->own.rwc.dst + d->own.dest_base;
    unsigned sp = d->own.has_sp ? (unsigned)s->own.rwc.sp + d->own.sp_base : 0;

    if (op->mod == SFP_FMT_INT32_ALL)
        dst &= ROW_IN_BLOCK;
    else
        sp &= ROW_IN_BLOCK;
    return (uint16_t)((base + dst + sp) & SFP_COUNTER_MASK);
}

/* Returns the format of a load or store: the configured format if the mode asks for it (sfpu-dst(7), Format 0). */
static inline unsigned sfp_format_of(const struct sfp_state *s, const struct sfp_op *op)
{
    return op->mod == SFP_FMT_SRCB ? s->derived.own.srcb_mode : op->mod;
}

/* Returns the address modifier that an instruction's field names while ExtraAddrModBit is not set. */
static inline const struct sfp_addr_mod *sfp_addr_mod_named(const struct sfp_derived *d, unsigned field)
{
    return &d->own.addr_mod[(field & d->own.addr_mod_mask) + d->own.addr_mod_first];
}

/* Returns the address modifier that an instruction's field names now. */
const struct sfp_addr_mod *sfp_addr_mod_selected(const struct sfp_state *s, unsigned field);

/* Returns whether the address modifier only moves Dst on, chosen by the instruction's field and the configuration
 * alone. */
static inline bool sfp_addr_mod_is_simple(const struct sfp_state *s, const struct sfp_op *op)
{
    return sfp_addr_mod_named(&s->derived, op->addr_mode)->dst_only && !s->own.rwc.extra_addr_mod;
}

/* sfp_apply_addr_mod() for a simple address modifier, without a call. */
static inline void sfp_apply_simple_addr_mod(struct sfp_state *s, const struct sfp_op *op)
{
    const struct sfp_addr_mod *mod = sfp_addr_mod_named(&s->derived, op->addr_mode);

    s->own.rwc.dst = (uint16_t)((s->own.rwc.dst + mod->dst_incr) & SFP_COUNTER_MASK);
}

/*
 * Returns whether `op` works on Blackhole's stack, as the INT32_ALL modes do. A load steps Sp back before its address
 * is formed, a store steps Sp on afterwards (sfpu-dst(7), Addresses). sfp_dst_address() uses the present Sp.
 */
static inline bool sfp_uses_stack(const struct sfp_state *s, const struct sfp_op *op)
{
    return op->mod == SFP_FMT_INT32_ALL && s->derived.own.has_sp;
}

static inline void sfp_sp_before_load(struct sfp_state *s, const struct sfp_op *op)
{
    if (__builtin_expect(sfp_uses_stack(s, op), 0) && s->own.rwc.sp != 0)
        s->own.rwc.sp = (uint16_t)((s->own.rwc.sp - s->derived.own.stack_incr) & SFP_COUNTER_MASK);
}

static inline void sfp_sp_after_store(struct sfp_state *s, const struct sfp_op *op)
{
    if (__builtin_expect(sfp_uses_stack(s, op), 0))
        s->own.rwc.sp = (uint16_t)((s->own.rwc.sp + s->derived.own.stack_incr) & SFP_COUNTER_MASK);
}

/* Returns the index of the address modifier that a load or store uses. */
unsigned sfp_addr_mod_entry(const struct sfp_state *s, const struct sfp_op *op);

/* sfp_apply_addr_mod() with an AddrMod field other than op->addr_mode. */
void sfp_apply_addr_mod_field(struct sfp_machine *m, const struct sfp_op *op, unsigned field, bool fidelity);

sfp_exec sfp_control_setrwc, sfp_control_incrwc;

/* Returns the row of Dst from which the matrix unit's instructions count their rows. */
static inline unsigned sfp_matrix_row(const struct sfp_state *s)
{
    return ((unsigned)s->derived.own.math_offset + s->own.rwc.dst + s->derived.own.dest_base) & SFP_COUNTER_MASK;
}

/* ---- Words of other units: matrix_unit.c ---- */

/* Executes a datacopy, under dst_is_input: its rows get their contents from the start of the run, and become valid.
 * An ELWADD that adds two sources is noted in the state's `sum`, and the run is then refused. */
sfp_exec sfp_control_copy;

/* Returns whether the word can be a datacopy. An ELWADD that adds to Dst cannot. */
bool sfp_is_copy(const struct sfp_insn *insn, uint32_t word);

/* Executes a skipped word, which only steps its counters. */
sfp_exec sfp_control_skip;

/* ---- Words of the matrix unit, if the machine has source banks: matrix_words.c, matrix_parts.c ---- */

/* Returns whether a machine with source banks computes what the instruction does with sources. */
bool sfp_matrix_computes(const struct sfp_insn *insn);

/* Returns whether this machine does. */
bool sfp_matrix_models(const struct sfp_machine *m, const struct sfp_insn *insn);

/* Returns the executor of such an instruction. NULL: a field value that no source defines, or ArgMax. */
sfp_exec *sfp_matrix_exec(const struct sfp_machine *m, const struct sfp_insn *insn, uint32_t word);

/* Gives back the matrix unit's banks of the sources `which`, bit 0 SrcA and bit 1 SrcB, unless the thread's
 * configuration keeps them valid, and moves on to the other banks. */
void sfp_matrix_releases(struct sfp_machine *m, unsigned which);

/* Waits until the matrix unit's banks of the sources `needs`, bit 0 SrcA and bit 1 SrcB, are valid. Returns false if
 * nothing can bring the data; the run then ends with `op`. */
bool sfp_matrix_waits(struct sfp_machine *m, const struct sfp_op *op, unsigned needs);

/* ---- ZEROACC: matrix_unit.c ---- */

sfp_exec sfp_control_zeroacc;
bool sfp_zeroacc_legal(const struct sfp_machine *m, const struct sfp_insn *insn, uint32_t word);

/* ---- Waiting, semaphores, mutexes: sync.c ---- */

sfp_exec sfp_control_seminit, sfp_control_sempost, sfp_control_semget, sfp_control_semwait;
sfp_exec sfp_control_stallwait, sfp_control_atgetm, sfp_control_atrelm;

/* Returns the thread other than `thread` that holds the mutex of ATGETM `op`, or SFP_THREADS. */
enum sfp_thread_id sfp_mutex_owner(const struct sfp_machine *m, const struct sfp_op *op, enum sfp_thread_id thread);
bool sfp_mutex_legal(const struct sfp_machine *m, const struct sfp_insn *insn, uint32_t word);

/* SEMWAIT's conditions, as a set. */
enum { SFP_WAIT_ON_ZERO = 1 << 0, SFP_WAIT_ON_MAX = 1 << 1 };

/* The largest value of a semaphore. */
enum { SFP_SEMAPHORE_MOST = 15 };

/* Returns the semaphores that `op` selects, one bit each. The macros' fields are wider. */
uint32_t sfp_selected_semaphores(const struct sfp_op *op);

/* Returns the number of the mutex that ATGETM or ATRELM selects. A decoded one exists. */
uint32_t sfp_selected_mutex(const struct sfp_insn *insn, uint32_t word);

/* Returns the first semaphore for which the condition of SEMWAIT `op` holds, or -1 if it holds for no semaphore. */
int sfp_semwait_holds(const struct sfp_state *s, const struct sfp_op *op);

/* Returns STALLWAIT's condition mask; an empty mask stands for the arch's default. */
uint32_t sfp_stallwait_conditions(const struct sfp_machine *m, const struct sfp_op *op);

/* Returns whether STALLWAIT or SEMWAIT `wait` in the wait gate's latch holds `insn` back while a condition lasts
 * (sfpu-timing(7), Waits). */
bool sfp_wait_blocks(enum sfp_arch arch, const struct sfp_op *wait, const struct sfp_insn *insn);

/* Returns whether STALLWAIT or SEMWAIT `wait` holds the matrix unit's instructions back. */
bool sfp_wait_holds_matrix(const struct sfp_op *wait);

/* ---- Small helpers ---- */

/* Returns the low `width` bits of a field. The field's upper bits must be 0 (sfpu(7), Words); other values are
 * reported. */
static inline uint32_t sfp_narrow_field(const struct sfp_machine *m, const struct sfp_op *op, enum sfp_field field,
                                        unsigned width)
{
    const uint32_t value = sfp_field(op->insn, op->word, field);

    if (value >> width)
        sfp_report(m, SFP_FIND_RESERVED_BITS, op);
    return sfp_bits(value, 0, width);
}

#endif
