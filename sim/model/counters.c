/* The read-write counters: Dst addresses, address modifiers, SETRWC, INCRWC (sfpu-dst(7)). */
#include "control.h"

enum {
    FIDELITY_MASK = 3,
};

enum {
    BITMASK_BITS = 5,
    INCRWC_CR_BITS = 3,
    SP_SRCB = 4, /* Sp = {DstVal, SrcBVal, SrcAVal}, four bits each */
    SP_DST = 8,
};

uint16_t sfp_dst_address(const struct sfp_state *s, const struct sfp_op *op)
{
    return sfp_dst_address_inline(s, op);
}

uint16_t sfp_transfer_address(const struct sfp_state *s, const struct sfp_op *op)
{
    uint16_t before = 0; /* amount that a load first subtracts from Sp */

    if (op->scheduled) /* a store: other scheduled instructions have no address */
        return op->addr;
    if (op->insn->unit == SFP_UNIT_LOAD && sfp_uses_stack(s, op) && s->rwc.sp != 0)
        before = s->derived.stack_incr;
    return (uint16_t)((sfp_dst_address_inline(s, op) - before) & SFP_COUNTER_MASK);
}

static inline void step_src(uint8_t *value, uint8_t *cr, unsigned incr, bool clear, bool carriage_return)
{
    if (clear)
        *value = *cr = 0;
    else if (carriage_return)
        *value = *cr = (uint8_t)((*cr + incr) & SFP_SRC_MASK);
    else
        *value = (uint8_t)((*value + incr) & SFP_SRC_MASK);
}

static inline void step_dst(struct sfp_rwc *r, const struct sfp_addr_mod *a)
{
    if (a->dst_clear)
        r->dst = r->dst_cr = 0;
    else if (a->dst_c_to_cr)
        r->dst = r->dst_cr = (uint16_t)((r->dst + a->dst_incr) & SFP_COUNTER_MASK);
    else if (a->dst_cr)
        r->dst = r->dst_cr = (uint16_t)((r->dst_cr + a->dst_incr) & SFP_COUNTER_MASK);
    else
        r->dst = (uint16_t)((r->dst + a->dst_incr) & SFP_COUNTER_MASK);
}

/* Steps ExtraAddrModBit, which only Wormhole has (sfpu-dst(7), Address modifiers). */
static void step_bias(struct sfp_machine *m, const struct sfp_op *op, const struct sfp_addr_mod *a)
{
    if (!sfp_arch_facts(m->s.arch)->addr_mod_bias) {
        if (a->bias_incr)
            sfp_report(m, SFP_FIND_ADDR_MOD_BIAS, op);
    } else if (a->bias_clear) {
        m->s.rwc.extra_addr_mod = 0;
    } else if (a->bias_incr) {
        m->s.rwc.extra_addr_mod ^= 1;
    }
}

static void step_fidelity(struct sfp_rwc *r, const struct sfp_addr_mod *a)
{
    r->fidelity = a->fidelity_clear ? 0 : (uint8_t)((r->fidelity + a->fidelity_incr) & FIDELITY_MASK);
}

const struct sfp_addr_mod *sfp_addr_mod_selected(const struct sfp_state *s, unsigned field)
{
    if (s->rwc.extra_addr_mod && s->derived.addr_mod_mask < SFP_ADDR_MOD_BASE)
        return &s->derived.addr_mod[(field & s->derived.addr_mod_mask) + SFP_ADDR_MOD_BASE];
    return sfp_addr_mod_named(&s->derived, field);
}

unsigned sfp_addr_mod_entry(const struct sfp_state *s, const struct sfp_op *op)
{
    return (unsigned)(sfp_addr_mod_selected(s, op->addr_mode) - s->derived.addr_mod);
}

int16_t sfp_transfer_step(const struct sfp_state *s, const struct sfp_op *op)
{
    enum { SIGN = (SFP_COUNTER_MASK + 1) / 2 };
    struct sfp_rwc after = s->rwc;

    step_dst(&after, sfp_addr_mod_selected(s, op->addr_mode));
    return (int16_t)(((after.dst - s->rwc.dst + SIGN) & SFP_COUNTER_MASK) - SIGN);
}

/* Reports a load or store with an address modifier that nothing has set. Reports each modifier once. */
static void check_addr_mod_set(struct sfp_machine *m, const struct sfp_op *op, unsigned entry)
{
    bool transfers = op->insn->unit == SFP_UNIT_LOAD || op->insn->unit == SFP_UNIT_STORE;

    if (!transfers || m->s.addr_mods_known >> entry & 1)
        return;
    sfp_report(m, SFP_FIND_ADDR_MOD_UNSET, op);
    m->s.addr_mods_known |= (uint8_t)(1u << entry);
    sfp_state_refresh_config(&m->s);
}

static void apply_all(struct sfp_machine *m, const struct sfp_op *op, const struct sfp_addr_mod *a)
{
    struct sfp_rwc *r = &m->s.rwc;

    check_addr_mod_set(m, op, (unsigned)(a - m->s.derived.addr_mod));

    if (a->dst_c_to_cr && (a->dst_clear || a->dst_cr))
        sfp_report(m, SFP_FIND_ADDR_MOD_COMBINATION, op);
    step_src(&r->srca, &r->srca_cr, a->srca_incr, a->srca_clear, a->srca_cr);
    step_src(&r->srcb, &r->srcb_cr, a->srcb_incr, a->srcb_clear, a->srcb_cr);
    step_dst(r, a);
    step_bias(m, op, a);
}

void sfp_apply_addr_mod_field(struct sfp_machine *m, const struct sfp_op *op, unsigned field, bool fidelity)
{
    const struct sfp_addr_mod *a = sfp_addr_mod_selected(&m->s, field);
    struct sfp_rwc *r = &m->s.rwc;

    if (__builtin_expect(a->dst_only, 1))
        r->dst = (uint16_t)((r->dst + a->dst_incr) & SFP_COUNTER_MASK);
    else
        apply_all(m, op, a);
    if (fidelity)
        step_fidelity(r, a);
}

void sfp_apply_addr_mod(struct sfp_machine *m, const struct sfp_op *op, bool fidelity)
{
    sfp_apply_addr_mod_field(m, op, op->addr_mode, fidelity);
}

/* The fields of SETRWC and INCRWC. */
struct counters {
    unsigned cr, dst, srcb, srca;
    unsigned set, flip; /* SETRWC only */
};

/* Decodes the fields in one walk over the operands, since kernels step the counters often. */
static struct counters decode_counters(const struct sfp_op *op)
{
    struct counters c = {0};

    for (const struct sfp_operand *o = op->insn->ops; !sfp_operand_end(o); o++) {
        const unsigned value = sfp_bits(op->word, o->lsb, o->width);

        switch (o->field) {
        case SFP_F_RWC_CR: c.cr = value; break;
        case SFP_F_RWC_D: c.dst = value; break;
        case SFP_F_RWC_B: c.srcb = value; break;
        case SFP_F_RWC_A: c.srca = value; break;
        case SFP_F_BITMASK: c.set = value; break;
        default: c.flip = value; break;
        }
    }
    return c;
}

/* Checks SETRWC. A carriage-return flag acts only on a counter that is set too. */
static void check_setrwc(struct sfp_machine *m, const struct sfp_op *op, const struct counters *c)
{
    const bool dst = c->set & SFP_RWC_SET_DST || c->cr & SFP_RWC_CR_DST_C_TO_CR;

    if ((c->cr & SFP_RWC_CR_SRCA && !(c->set & SFP_RWC_SET_SRCA)) || (c->cr & SFP_RWC_CR_SRCB && !(c->set & SFP_RWC_SET_SRCB)) ||
        (c->cr & SFP_RWC_CR_DST && !dst))
        sfp_report(m, SFP_FIND_RWC_SELECT, op);
    if (c->set & SFP_RWC_SET_SP)
        sfp_report(m, SFP_FIND_RWC_SP, op);
    if (c->set >> BITMASK_BITS)
        sfp_report(m, SFP_FIND_RESERVED_BITS, op);
    if (c->flip)
        sfp_report(m, SFP_FIND_RWC_FLIP, op);
}

static uint8_t src_value(unsigned value, bool add, uint8_t cr)
{
    return (uint8_t)((value + (add ? cr : 0u)) & SFP_SRC_MASK);
}

static uint16_t dst_value(const struct sfp_rwc *r, const struct counters *c)
{
    unsigned v = c->dst;

    if (c->cr & SFP_RWC_CR_DST_C_TO_CR)
        v += r->dst;
    else if (c->cr & SFP_RWC_CR_DST)
        v += r->dst_cr;
    return (uint16_t)(v & SFP_COUNTER_MASK);
}

void sfp_control_setrwc(struct sfp_machine *m, const struct sfp_op *op)
{
    const struct counters c = decode_counters(op);
    struct sfp_rwc *r = &m->s.rwc;

    check_setrwc(m, op, &c);
    if (c.set & SFP_RWC_SET_SRCA)
        r->srca = r->srca_cr = src_value(c.srca, c.cr & SFP_RWC_CR_SRCA, r->srca_cr);
    if (c.set & SFP_RWC_SET_SRCB)
        r->srcb = r->srcb_cr = src_value(c.srcb, c.cr & SFP_RWC_CR_SRCB, r->srcb_cr);
    if (c.set & SFP_RWC_SET_DST || c.cr & SFP_RWC_CR_DST_C_TO_CR)
        r->dst = r->dst_cr = dst_value(r, &c);
    if (c.set & SFP_RWC_SET_FIDELITY)
        r->fidelity = 0;
    if (c.set & SFP_RWC_SET_SP && sfp_arch_facts(m->s.arch)->has_sp)
        r->sp = (uint16_t)((c.dst << SP_DST | c.srcb << SP_SRCB | c.srca) & SFP_COUNTER_MASK);
}

void sfp_control_incrwc(struct sfp_machine *m, const struct sfp_op *op)
{
    const struct counters c = decode_counters(op);
    const struct sfp_addr_mod dst = {.dst_incr = (uint16_t)c.dst, .dst_cr = c.cr & SFP_RWC_CR_DST};
    struct sfp_rwc *r = &m->s.rwc;

    if (c.cr >> INCRWC_CR_BITS)
        sfp_report(m, SFP_FIND_RESERVED_BITS, op);
    step_src(&r->srca, &r->srca_cr, c.srca, false, c.cr & SFP_RWC_CR_SRCA);
    step_src(&r->srcb, &r->srcb_cr, c.srcb, false, c.cr & SFP_RWC_CR_SRCB);
    step_dst(r, &dst);
}
