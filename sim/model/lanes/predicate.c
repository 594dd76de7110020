/* Predication and the flag stack: SFPSETCC, SFPENCC, SFPPUSHC, SFPPOPC, SFPCOMPC, SFPLE, SFPGT (spec/02, 2.5). */
#include "lanes.h"

enum { STACK_FULL = SFP_STACK_DEPTH };

/* Flags of all lanes, bit l = lane l: the form the stack keeps and boolean operations work on. */
struct packed {
    uint32_t flags, use_flags;
};

static inline uint32_t pack(const sfp_v lanes[SFP_VN])
{
    uint32_t bits = 0;

    EACH_VECTOR(i) bits |= sfp_movemask(lanes[i]) << (i * SFP_V_LANES);
    return bits;
}

/* Vector i of what is packed in `bits`. */
static inline sfp_v unpacked(uint32_t bits, unsigned i)
{
    return sfp_mask_from_bits(bits >> (i * SFP_V_LANES));
}

static inline struct packed current(const struct sfp_machine *m)
{
    return (struct packed){pack(vectors(m->s.flags)), pack(vectors(m->s.use_flags))};
}

/* Sets both kinds of flags in all lanes, whatever their enables. */
static inline void set_all(struct sfp_machine *m, struct packed p)
{
    STORE_ALL_FLAGS(m, unpacked(p.flags, i), unpacked(p.use_flags, i));
}

static unsigned top_slot(const struct sfp_state *s)
{
    return (s->stack_size - 1u) % SFP_STACK_DEPTH;
}

static struct packed top(const struct sfp_state *s, struct packed if_empty)
{
    unsigned slot = top_slot(s);

    return s->stack_size ? (struct packed){s->stack[slot].flags, s->stack[slot].use_flags} : if_empty;
}

/* Changes a stack entry in the lanes that execute. */
static void set_slot(struct sfp_machine *m, unsigned slot, struct packed p)
{
    uint32_t lanes = m->lanes ? pack(vectors(m->lanes)) : UINT32_MAX;

    m->s.stack[slot].flags = (m->s.stack[slot].flags & ~lanes) | (p.flags & lanes);
    m->s.stack[slot].use_flags = (m->s.stack[slot].use_flags & ~lanes) | (p.use_flags & lanes);
}

/* The boolean table that SFPPUSHC and SFPPOPC share; A and B swap roles between them (spec/06 C-10). */
static uint32_t boolean_op(unsigned op, uint32_t a, uint32_t b)
{
    switch (op) {
    case 1: return b;
    case 2: return ~b;
    case 3: return a & b;
    case 4: return a | b;
    case 5: return a & ~b;
    case 6: return a | ~b;
    case 7: return ~a & b;
    case 8: return ~a | b;
    case 9: return ~a & ~b;
    case 10: return ~a | ~b;
    case 11: return a ^ b;
    default: return ~(a ^ b);
    }
}

enum { LAST_BOOLEAN = 12, INVERT = 13, ALL_TRUE = 14, ALL_FALSE = 15 };

EXEC(SFPSETCC)
{
    enum { IMMEDIATE = 1, NOT_ZERO = 2, INVERSE = 4, CLEAR = 8 };
    const sfp_v *c = lreg(m, op->vc), *use = vectors(m->s.use_flags);
    sfp_v flip = sfp_splat(op->mod & INVERSE ? ~0u : 0u);
    uint32_t imm = op->mod & CLEAR ? 0 : 0u - ((uint32_t)op->imm & 1);

    expect_predication(m, op);
    if (op->mod & (CLEAR | IMMEDIATE))
        STORE_FLAGS(m, enabled(m), use[i] & imm);
    else if (op->mod & NOT_ZERO)
        STORE_FLAGS(m, enabled(m), use[i] & (sfp_ne(c[i], sfp_splat(0)) ^ flip));
    else
        STORE_FLAGS(m, enabled(m), use[i] & (sfp_sign(c[i]) ^ flip));
}

EXEC(SFPENCC)
{
    enum { TOGGLE_USE = 1, SET_USE = 2, SET_FLAGS = 8 };
    uint32_t imm_use = 0u - ((uint32_t)op->imm & 1), imm_flags = 0u - ((uint32_t)op->imm >> 1 & 1);
    uint32_t keep = op->mod & SET_USE ? 0 : UINT32_MAX;
    uint32_t flip = op->mod & SET_USE ? imm_use : op->mod & TOGGLE_USE ? UINT32_MAX : 0;
    const sfp_v flags = sfp_splat(op->mod & SET_FLAGS ? imm_flags : UINT32_MAX), *use = vectors(m->s.use_flags);

    STORE_ALL_FLAGS(m, flags, (use[i] & keep) ^ flip);
}

/* Blackhole: the top of the stack becomes a function of itself and the flags. */
static void mutate_top(struct sfp_machine *m, const struct sfp_op *op)
{
    struct packed now = current(m), t = top(&m->s, (struct packed){0, 0});

    if (op->mod == INVERT) {
        now.flags = ~now.flags;
        set_all(m, now);
    }
    if (m->s.stack_size == 0) {
        sfp_report(m, SFP_FIND_STACK_EMPTY_MUTATE, op);
        return;
    }
    if (op->mod <= LAST_BOOLEAN)
        t = (struct packed){boolean_op(op->mod, t.flags, now.flags), now.use_flags};
    else if (op->mod == INVERT)
        t = now;
    else
        t = (struct packed){op->mod == ALL_TRUE ? UINT32_MAX : 0, UINT32_MAX};
    set_slot(m, top_slot(&m->s), t);
}

EXEC(SFPPUSHC)
{
    if (op->mod != 0) {
        if (m->s.arch == SFP_BH) /* not defined on Wormhole: no effect (spec/06 section 2) */
            mutate_top(m, op);
        return;
    }
    if (m->s.stack_size >= STACK_FULL)
        sfp_report(m, SFP_FIND_STACK_OVERFLOW, op);
    set_slot(m, m->s.stack_size % SFP_STACK_DEPTH, current(m));
    m->s.stack_size = (uint8_t)((m->s.stack_size + 1) % SFP_STACK_COUNTER);
}

EXEC(SFPPOPC)
{
    const struct packed t = top(&m->s, (struct packed){0, 0});
    struct packed now;

    if (op->mod == 0) {
        if (m->s.stack_size == 0)
            sfp_report(m, SFP_FIND_STACK_UNDERFLOW, op);
        m->s.stack_size = (uint8_t)((m->s.stack_size + SFP_STACK_COUNTER - 1) % SFP_STACK_COUNTER);
        set_all(m, t);
        return;
    }
    if (m->s.arch == SFP_WH && m->s.stack_size == STACK_FULL) {
        sfp_report(m, SFP_FIND_STACK_FULL_PEEK, op);
        set_slot(m, 0, t);
    }
    now = current(m);
    if (op->mod <= LAST_BOOLEAN)
        now = (struct packed){boolean_op(op->mod, now.flags, t.flags), t.use_flags};
    else if (op->mod == INVERT)
        now.flags = ~now.flags;
    else
        now = (struct packed){op->mod == ALL_TRUE ? UINT32_MAX : 0, UINT32_MAX};
    set_all(m, now);
}

EXEC(SFPCOMPC)
{
    const struct packed t = top(&m->s, (struct packed){UINT32_MAX, UINT32_MAX});
    const sfp_v *flags = vectors(m->s.flags), *use = vectors(m->s.use_flags);
    const uint32_t branch = t.use_flags & t.flags;

    expect_predication(m, op);
    STORE_FLAGS(m, all_lanes(m), unpacked(branch, i) & use[i] & ~flags[i]);
}

/* VD > VC in every lane if `greater`, else VD <= VC; then to VD, flags and the top of the stack as the mode asks. */
static inline void compare(struct sfp_machine *m, const struct sfp_op *op, bool greater)
{
    enum { SET_FLAGS = 1, MUTATE_STACK = 2, MUTATE_OR = 4, SET_VD = 8 };
    const sfp_v *c = lreg(m, op->vc), *b = lreg(m, op->b);
    sfp_v flip = sfp_splat(greater ? 0u : ~0u);
    sfp_v holds[SFP_VN];

    EACH_VECTOR(i) holds[i] = sfp_lts(total_order(c[i]), total_order(b[i])) ^ flip;
    if (op->mod & SET_VD && writable(op->vd))
        STORE_LREG(m, op->vd, holds[i]);
    if (op->mod & MUTATE_STACK && m->s.stack_size) {
        struct packed t = top(&m->s, (struct packed){0, 0});

        t.flags = op->mod & MUTATE_OR ? t.flags | pack(holds) : t.flags & pack(holds);
        set_slot(m, top_slot(&m->s), t);
    }
    if (!(op->mod & SET_FLAGS))
        return;
    expect_predication(m, op);
    STORE_FLAGS(m, enabled(m), holds[i]);
}

EXEC(SFPGT)
{
    compare(m, op, true);
}

EXEC(SFPLE)
{
    compare(m, op, false);
}
