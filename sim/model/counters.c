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
    if (op->insn->unit == SFP_UNIT_LOAD && sfp_uses_stack(s, op) && s->own.rwc.sp != 0)
        before = s->derived.own.stack_incr;
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

static inline void step_dst(struct sfp_rwc *rwc, const struct sfp_addr_mod *modifier)
{
    if (modifier->dst_clear)
        rwc->dst = rwc->dst_cr = 0;
    else if (modifier->dst_c_to_cr)
        rwc->dst = rwc->dst_cr = (uint16_t)((rwc->dst + modifier->dst_incr) & SFP_COUNTER_MASK);
    else if (modifier->dst_cr)
        rwc->dst = rwc->dst_cr = (uint16_t)((rwc->dst_cr + modifier->dst_incr) & SFP_COUNTER_MASK);
    else
        rwc->dst = (uint16_t)((rwc->dst + modifier->dst_incr) & SFP_COUNTER_MASK);
}

/* Steps ExtraAddrModBit, which only Wormhole has (sfpu-dst(7), Address modifiers). */
static void step_bias(struct sfp_machine *m, const struct sfp_op *op, const struct sfp_addr_mod *modifier)
{
    if (!sfp_arch_facts(m->s.arch)->addr_mod_bias) {
        if (modifier->bias_incr)
            sfp_report(m, SFP_FIND_ADDR_MOD_BIAS, op);
    } else if (modifier->bias_clear) {
        m->s.own.rwc.extra_addr_mod = 0;
    } else if (modifier->bias_incr) {
        m->s.own.rwc.extra_addr_mod ^= 1;
    }
}

static void step_fidelity(struct sfp_rwc *rwc, const struct sfp_addr_mod *modifier)
{
    rwc->fidelity = modifier->fidelity_clear ? 0 : (uint8_t)((rwc->fidelity + modifier->fidelity_incr) & FIDELITY_MASK);
}

const struct sfp_addr_mod *sfp_addr_mod_selected(const struct sfp_state *s, unsigned field)
{
    if (s->own.rwc.extra_addr_mod && s->derived.own.addr_mod_mask < SFP_ADDR_MOD_BASE)
        return &s->derived.own.addr_mod[(field & s->derived.own.addr_mod_mask) + SFP_ADDR_MOD_BASE];
    return sfp_addr_mod_named(&s->derived, field);
}

unsigned sfp_addr_mod_entry(const struct sfp_state *s, const struct sfp_op *op)
{
    return (unsigned)(sfp_addr_mod_selected(s, op->addr_mode) - s->derived.own.addr_mod);
}

int16_t sfp_transfer_step(const struct sfp_state *s, const struct sfp_op *op)
{
    enum { SIGN = (SFP_COUNTER_MASK + 1) / 2 };
    struct sfp_rwc after = s->own.rwc;

    step_dst(&after, sfp_addr_mod_selected(s, op->addr_mode));
    return (int16_t)(((after.dst - s->own.rwc.dst + SIGN) & SFP_COUNTER_MASK) - SIGN);
}

/* Reports a load or store with an address modifier that nothing has set. Reports each modifier once. */
static void check_addr_mod_set(struct sfp_machine *m, const struct sfp_op *op, unsigned entry)
{
    bool transfers = op->insn->unit == SFP_UNIT_LOAD || op->insn->unit == SFP_UNIT_STORE;

    if (!transfers || m->s.own.addr_mods_known >> entry & 1)
        return;
    sfp_report(m, SFP_FIND_ADDR_MOD_UNSET, op);
    m->s.own.addr_mods_known |= (uint8_t)(1u << entry);
    sfp_state_refresh_config(&m->s);
}

static void apply_all(struct sfp_machine *m, const struct sfp_op *op, const struct sfp_addr_mod *modifier)
{
    struct sfp_rwc *rwc = &m->s.own.rwc;

    check_addr_mod_set(m, op, (unsigned)(modifier - m->s.derived.own.addr_mod));

    if (modifier->dst_c_to_cr && (modifier->dst_clear || modifier->dst_cr))
        sfp_report(m, SFP_FIND_ADDR_MOD_COMBINATION, op);
    step_src(&rwc->srca, &rwc->srca_cr, modifier->srca_incr, modifier->srca_clear, modifier->srca_cr);
    step_src(&rwc->srcb, &rwc->srcb_cr, modifier->srcb_incr, modifier->srcb_clear, modifier->srcb_cr);
    step_dst(rwc, modifier);
    step_bias(m, op, modifier);
}

void sfp_apply_addr_mod_field(struct sfp_machine *m, const struct sfp_op *op, unsigned field, bool fidelity)
{
    const struct sfp_addr_mod *modifier = sfp_addr_mod_selected(&m->s, field);
    struct sfp_rwc *rwc = &m->s.own.rwc;

    if (__builtin_expect(modifier->dst_only, 1))
        rwc->dst = (uint16_t)((rwc->dst + modifier->dst_incr) & SFP_COUNTER_MASK);
    else
        apply_all(m, op, modifier);
    if (fidelity)
        step_fidelity(rwc, modifier);
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
    struct counters fields = {0};

    for (const struct sfp_operand *operand = op->insn->ops; !sfp_operand_end(operand); operand++) {
        const unsigned value = sfp_bits(op->word, operand->lsb, operand->width);

        switch (operand->field) {
        case SFP_F_RWC_CR: fields.cr = value; break;
        case SFP_F_RWC_D: fields.dst = value; break;
        case SFP_F_RWC_B: fields.srcb = value; break;
        case SFP_F_RWC_A: fields.srca = value; break;
        case SFP_F_BITMASK: fields.set = value; break;
        default: fields.flip = value; break;
        }
    }
    return fields;
}

/* Checks SETRWC. A carriage-return flag acts only on a counter that is set too. */
static void check_setrwc(struct sfp_machine *m, const struct sfp_op *op, const struct counters *fields)
{
    const bool dst = fields->set & SFP_RWC_SET_DST || fields->cr & SFP_RWC_CR_DST_C_TO_CR;

    if ((fields->cr & SFP_RWC_CR_SRCA && !(fields->set & SFP_RWC_SET_SRCA))
        || (fields->cr & SFP_RWC_CR_SRCB && !(fields->set & SFP_RWC_SET_SRCB)) || (fields->cr & SFP_RWC_CR_DST && !dst))
        sfp_report(m, SFP_FIND_RWC_SELECT, op);
    if (fields->set & SFP_RWC_SET_SP)
        sfp_report(m, SFP_FIND_RWC_SP, op);
    if (fields->set >> BITMASK_BITS)
        sfp_report(m, SFP_FIND_RESERVED_BITS, op);
    if (fields->flip && !m->banks)
        sfp_report(m, SFP_FIND_RWC_FLIP, op);
}

static uint8_t src_value(unsigned value, bool add, uint8_t cr)
{
    return (uint8_t)((value + (add ? cr : 0u)) & SFP_SRC_MASK);
}

static uint16_t dst_value(const struct sfp_rwc *rwc, const struct counters *fields)
{
    unsigned v = fields->dst;

    if (fields->cr & SFP_RWC_CR_DST_C_TO_CR)
        v += rwc->dst;
    else if (fields->cr & SFP_RWC_CR_DST)
        v += rwc->dst_cr;
    return (uint16_t)(v & SFP_COUNTER_MASK);
}

void sfp_control_setrwc(struct sfp_machine *m, const struct sfp_op *op)
{
    const struct counters fields = decode_counters(op);
    struct sfp_rwc *rwc = &m->s.own.rwc;

    check_setrwc(m, op, &fields);
    if (fields.set & SFP_RWC_SET_SRCA)
        rwc->srca = rwc->srca_cr = src_value(fields.srca, fields.cr & SFP_RWC_CR_SRCA, rwc->srca_cr);
    if (fields.set & SFP_RWC_SET_SRCB)
        rwc->srcb = rwc->srcb_cr = src_value(fields.srcb, fields.cr & SFP_RWC_CR_SRCB, rwc->srcb_cr);
    if (fields.set & SFP_RWC_SET_DST || fields.cr & SFP_RWC_CR_DST_C_TO_CR)
        rwc->dst = rwc->dst_cr = dst_value(rwc, &fields);
    if (fields.set & SFP_RWC_SET_FIDELITY)
        rwc->fidelity = 0;
    if (fields.set & SFP_RWC_SET_SP && sfp_arch_facts(m->s.arch)->has_sp)
        rwc->sp = (uint16_t)((fields.dst << SP_DST | fields.srcb << SP_SRCB | fields.srca) & SFP_COUNTER_MASK);
    if (fields.flip && m->banks)
        sfp_matrix_releases(m, fields.flip);
}

void sfp_control_incrwc(struct sfp_machine *m, const struct sfp_op *op)
{
    const struct counters fields = decode_counters(op);
    const struct sfp_addr_mod dst = {.dst_incr = (uint16_t)fields.dst, .dst_cr = fields.cr & SFP_RWC_CR_DST};
    struct sfp_rwc *rwc = &m->s.own.rwc;

    if (fields.cr >> INCRWC_CR_BITS)
        sfp_report(m, SFP_FIND_RESERVED_BITS, op);
    step_src(&rwc->srca, &rwc->srca_cr, fields.srca, false, fields.cr & SFP_RWC_CR_SRCA);
    step_src(&rwc->srcb, &rwc->srcb_cr, fields.srcb, false, fields.cr & SFP_RWC_CR_SRCB);
    step_dst(rwc, &dst);
}
