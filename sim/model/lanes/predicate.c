/* Predication and the flag stack: SFPSETCC, SFPENCC, SFPPUSHC, SFPPOPC, SFPCOMPC, SFPLE, SFPGT (sfpu-semantics(7),
 * Predication and Comparisons). */
#include "lanes.h"

enum { STACK_FULL = SFP_STACK_DEPTH };

/* Both kinds of flags, for all lanes. */
struct both {
    uint32_t flags, use_flags;
};

static inline struct both current_flags(const struct sfp_machine *m)
{
    return (struct both){m->s.flags, m->s.use_flags};
}

/* Stores both kinds of flags when results are held back, or lanes are left out. */
static __attribute__((noinline)) void store_some_flags(struct sfp_machine *m, uint32_t flags, uint32_t use_flags)
{
    const uint32_t lanes = touchable_lanes(m);

    if (m->pending)
        hold_flags(&m->pending->use_flags, lanes, use_flags);
    else
        m->s.use_flags = sfp_merge_lanes(m->s.use_flags, use_flags, lanes);
    store_flags(m, lanes, flags);
}

/* Returns whether results are held back, or lanes are left out. One test for both, since both are rare. */
static inline bool are_results_restricted(const struct sfp_machine *m)
{
    return ((uintptr_t)m->pending | (uintptr_t)m->lanes) != 0;
}

/* Stores both kinds of flags in all lanes, whatever their enables. */
static inline void store_all_flags(struct sfp_machine *m, uint32_t flags, uint32_t use_flags)
{
    if (__builtin_expect(are_results_restricted(m), 0)) {
        store_some_flags(m, flags, use_flags);
        return;
    }
    m->s.flags = flags;
    m->s.use_flags = use_flags;
    flags_done(m);
}

static unsigned top_slot(const struct sfp_state *s)
{
    return (s->stack_size - 1u) % SFP_STACK_DEPTH;
}

static struct both top_of_stack(const struct sfp_state *s, struct both if_empty)
{
    unsigned slot = top_slot(s);

    return s->stack_size ? (struct both){s->stack.flags[slot], s->stack.use_flags[slot]} : if_empty;
}

/* Changes a stack entry in the lanes that execute. */
static void set_slot(struct sfp_machine *m, unsigned slot, struct both p)
{
    if (__builtin_expect(m->lanes != NULL, 0)) {
        p.flags = sfp_merge_lanes(m->s.stack.flags[slot], p.flags, touchable_lanes(m));
        p.use_flags = sfp_merge_lanes(m->s.stack.use_flags[slot], p.use_flags, touchable_lanes(m));
    }
    m->s.stack.flags[slot] = p.flags;
    m->s.stack.use_flags[slot] = p.use_flags;
}

EXEC(SFPSETCC)
{
    enum { IMMEDIATE = SFP_MODE_SFPSETCC_IMM_BIT, NOT_ZERO = SFP_MODE_SFPSETCC_NE0 };
    enum { INVERSE = SFP_MODE_SFPSETCC_INVERSE, CLEAR = SFP_MODE_SFPSETCC_ZERO };
    const sfp_v *c = lreg_vectors(m, op->vc);
    uint32_t holds;

    if (op->mod & (CLEAR | IMMEDIATE))
        holds = op->mod & CLEAR || !(op->imm & 1) ? 0 : UINT32_MAX;
    else
        holds = (op->mod & NOT_ZERO ? sfp_nonzeros(c) : sfp_signs(c)) ^ (op->mod & INVERSE ? UINT32_MAX : 0);
    store_flags(m, enabled_lanes(m), m->s.use_flags & holds);
    expect_predication(m, op);
}

EXEC(SFPENCC)
{
    uint32_t imm_use = 0u - ((uint32_t)op->imm & 1), imm_flags = 0u - ((uint32_t)op->imm >> 1 & 1);
    uint32_t flip = op->mod & SFP_MODE_SFPENCC_TOGGLE ? UINT32_MAX : 0;

    store_all_flags(m, op->mod & SFP_MODE_SFPENCC_IMM_FLAGS ? imm_flags : UINT32_MAX,
                    op->mod & SFP_MODE_SFPENCC_IMM_ENABLES ? imm_use : m->s.use_flags ^ flip);
}

EXEC(encc_all)
{
    (void)op;
    store_all_flags(m, UINT32_MAX, UINT32_MAX);
}

/* Blackhole: changes the top of the stack to a function of itself and the flags. */
static __attribute__((noinline)) void mutate_top(struct sfp_machine *m, const struct sfp_op *op)
{
    struct both now = current_flags(m), t = top_of_stack(&m->s, (struct both){0, 0});

    if (op->mod == SFP_MODE_SFPPOPC_INVERT) {
        now.flags = ~now.flags;
        store_all_flags(m, now.flags, now.use_flags);
    }
    if (m->s.stack_size == 0) {
        sfp_report(m, SFP_FIND_STACK_EMPTY_MUTATE, op);
        return;
    }
    if (op->mod <= SFP_MODE_SFPPOPC_A_XNOR_B)
        t = (struct both){(uint32_t)sfp_flags_combined(op->mod, t.flags, now.flags), now.use_flags};
    else if (op->mod == SFP_MODE_SFPPOPC_INVERT)
        t = now;
    else
        t = (struct both){op->mod == SFP_MODE_SFPPOPC_ALL_TRUE ? UINT32_MAX : 0, UINT32_MAX};
    set_slot(m, top_slot(&m->s), t);
}

/* Pushes beyond the last entry, or in some lanes only (sfpu-semantics(7), Flag stack). */
static __attribute__((noinline)) void push_rarely(struct sfp_machine *m, const struct sfp_op *op)
{
    const unsigned size = m->s.stack_size;

    set_slot(m, size % SFP_STACK_DEPTH, current_flags(m));
    if (size >= STACK_FULL)
        sfp_stack_report(m, SFP_FIND_STACK_OVERFLOW, op);
    else
        m->pushed_by[size] = op->index;
    m->s.stack_size = (uint8_t)((size + 1) % SFP_STACK_COUNTER);
}

EXEC(SFPPUSHC)
{
    const unsigned size = m->s.stack_size;

    if (__builtin_expect(op->mod != SFP_MODE_SFPPUSHC_PUSH, 0)) {
        if (m->s.kernels == SFP_BH) /* not defined on Wormhole: no effect (sfpu-semantics(7), Predication) */
            mutate_top(m, op);
    } else if (__builtin_expect(size >= STACK_FULL || m->lanes, 0)) {
        push_rarely(m, op);
    } else {
        m->s.stack.flags[size] = m->s.flags;
        m->s.stack.use_flags[size] = m->s.use_flags;
        m->pushed_by[size] = op->index;
        m->s.stack_size = (uint8_t)(size + 1);
    }
}

/* Changes the flags to a function of themselves and the top of the stack. */
static __attribute__((noinline)) void peek_stack(struct sfp_machine *m, const struct sfp_op *op)
{
    const bool to_slot_0 = m->s.kernels == SFP_WH && m->s.stack_size == STACK_FULL;
    const struct both t = top_of_stack(&m->s, (struct both){0, 0});
    struct both now = current_flags(m);

    if (to_slot_0)
        set_slot(m, 0, t);
    if (op->mod <= SFP_MODE_SFPPOPC_A_XNOR_B)
        now = (struct both){(uint32_t)sfp_flags_combined(op->mod, now.flags, t.flags), t.use_flags};
    else if (op->mod == SFP_MODE_SFPPOPC_INVERT)
        now.flags = ~now.flags;
    else
        now = (struct both){op->mod == SFP_MODE_SFPPOPC_ALL_TRUE ? UINT32_MAX : 0, UINT32_MAX};
    store_all_flags(m, now.flags, now.use_flags);
    if (to_slot_0)
        sfp_stack_report(m, SFP_FIND_STACK_FULL_PEEK, op);
}

/* Pops from a stack that is empty, or was pushed beyond its last entry (sfpu-semantics(7), Flag stack). */
static __attribute__((noinline)) void pop_rarely(struct sfp_machine *m, const struct sfp_op *op)
{
    const unsigned size = m->s.stack_size;
    const struct both t = top_of_stack(&m->s, (struct both){0, 0});

    m->s.stack_size = (uint8_t)((size + SFP_STACK_COUNTER - 1) % SFP_STACK_COUNTER);
    store_all_flags(m, t.flags, t.use_flags);
    if (size == 0)
        sfp_report(m, SFP_FIND_STACK_UNDERFLOW, op);
}

EXEC(SFPPOPC)
{
    const unsigned top_entry = m->s.stack_size - 1u;

    if (__builtin_expect(op->mod != SFP_MODE_SFPPOPC_POP, 0)) {
        peek_stack(m, op);
    } else if (__builtin_expect(top_entry >= SFP_STACK_DEPTH, 0)) {
        pop_rarely(m, op);
    } else {
        m->s.stack_size = (uint8_t)top_entry;
        store_all_flags(m, m->s.stack.flags[top_entry], m->s.stack.use_flags[top_entry]);
    }
}

EXEC(SFPCOMPC)
{
    const struct both t = top_of_stack(&m->s, (struct both){UINT32_MAX, UINT32_MAX});

    store_flags(m, touchable_lanes(m), t.use_flags & t.flags & m->s.use_flags & ~m->s.flags);
    expect_predication(m, op);
}

/* Combines a comparison's result with the flags on top of the stack. */
static void combine_top(struct sfp_machine *m, const struct sfp_op *op, uint32_t holds)
{
    struct both t = top_of_stack(&m->s, (struct both){0, 0});

    if (m->s.stack_size == 0) {
        sfp_report(m, SFP_FIND_STACK_EMPTY_MUTATE, op);
        return;
    }
    t.flags = op->mod & SFP_MODE_SFPGT_MUTATE_OR ? t.flags | holds : t.flags & holds;
    set_slot(m, top_slot(&m->s), t);
}

/* b > c if `greater`, else b <= c, in every lane. */
static inline sfp_v compare_vectors(sfp_v b, sfp_v c, bool greater)
{
    const sfp_v above = sfp_lts(total_order(c), total_order(b));

    return greater ? above : ~above;
}

/* Writes a comparison of VD and VC to VD. */
static inline void compare_to_vd(struct sfp_machine *m, const struct sfp_op *op, bool greater)
{
    const sfp_v *c = lreg_vectors(m, op->vc), *b = lreg_vectors(m, op->b);

    if (is_writable(op->vd))
        STORE_LREG(m, op->vd, compare_vectors(b[i], c[i], greater));
}

/* Writes a comparison to the flags and the top of the stack, and to VD, as the mode asks. VD may be an operand: so
 * the lanes for flags are computed before VD is written. */
static inline void compare_to_bits(struct sfp_machine *m, const struct sfp_op *op, bool greater)
{
    const sfp_v *c = lreg_vectors(m, op->vc), *b = lreg_vectors(m, op->b);
    sfp_v lanes[SFP_VN];
    uint32_t holds;

    EACH_VECTOR(i) lanes[i] = compare_vectors(b[i], c[i], greater);
    holds = sfp_signs(lanes);
    if (op->mod & SFP_MODE_SFPGT_SET_VD)
        compare_to_vd(m, op, greater);
    if (op->mod & SFP_MODE_SFPGT_MUTATE_STACK)
        combine_top(m, op, holds);
    if (!(op->mod & SFP_MODE_SFPGT_SET_CC))
        return;
    store_flags(m, enabled_lanes(m), holds);
    expect_predication(m, op);
}

/* Not inlined, so that comparisons to VD alone need no stack frame. */
static __attribute__((noinline)) void greater_to_bits(struct sfp_machine *m, const struct sfp_op *op)
{
    compare_to_bits(m, op, true);
}

static __attribute__((noinline)) void not_greater_to_bits(struct sfp_machine *m, const struct sfp_op *op)
{
    compare_to_bits(m, op, false);
}

EXEC(SFPGT)
{
    if (op->mod & (SFP_MODE_SFPGT_MUTATE_STACK | SFP_MODE_SFPGT_SET_CC))
        greater_to_bits(m, op);
    else if (op->mod & SFP_MODE_SFPGT_SET_VD)
        compare_to_vd(m, op, true);
}

EXEC(SFPLE)
{
    if (op->mod & (SFP_MODE_SFPLE_MUTATE_STACK | SFP_MODE_SFPLE_SET_CC))
        not_greater_to_bits(m, op);
    else if (op->mod & SFP_MODE_SFPLE_SET_VD)
        compare_to_vd(m, op, false);
}
