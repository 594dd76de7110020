/* Plans the items that an SFPLOADMACRO schedules: sequence decoding and field overrides (sfpu-timing(7), Sequences
 * and Field overrides); and loads templates through the backdoor. */
#include "control.h"
#include "decode.h"
#include "model.h"

#include <string.h>

static uint32_t opcode_word(const struct sfp_machine *m, enum sfp_id id)
{
    for (unsigned opcode = 0; opcode < 256; opcode++)
        if (m->index.by_opcode[opcode] && m->index.by_opcode[opcode]->id == id)
            return (uint32_t)opcode << SFP_OPCODE_LSB;
    return 0;
}

/* Returns the instruction word that a selector names. */
static uint32_t selected_word(const struct sfp_machine *m, unsigned selector, unsigned lane)
{
    if (selector == SFP_SELECT_NOP)
        return opcode_word(m, SFP_I_SFPNOP);
    if (selector == SFP_SELECT_STORE)
        return opcode_word(m, SFP_I_SFPSTORE);
    return m->s.macro_template[selector - SFP_SELECT_TEMPLATE][lane];
}

static void override_sources(struct sfp_op *op, const struct sfp_sequence_slot *slot, uint8_t loaded)
{
    if (sfp_template_sources(op->insn, op->mod).vb == SFP_F_VD) /* VC has been decoded from there */
        op->vb = op->vd;
    if (slot->to_vb)
        op->vb = loaded;
    else
        op->vc = loaded;
    op->b = op->vb;
    op->vd = slot->to_staging ? SFP_STAGING_LREG : loaded;
}

static void override_store(struct sfp_op *op, const struct sfp_sequence_slot *slot, uint8_t loaded)
{
    if (slot->to_staging)
        op->vd = SFP_STAGING_LREG;
    else if (!slot->to_vb)
        op->vd = loaded;
}

/* Fills the plan's item on `unit`. sfp_macro_bind() fills the members that vary from one execution to the next.
 * Returns false if the sequence has no valid item there. */
static bool plan_item(const struct sfp_machine *m, const struct sfp_op *op, enum sfp_unit unit, unsigned lane,
                      struct sfp_macro_item *item)
{
    struct sfp_sequence_slot slot = sfp_sequence_get(m->s.macro_sequence[op->macro][lane], unit);
    const struct sfp_insn *insn;
    uint32_t word;

    if (slot.selector == SFP_SELECT_NONE)
        return false;
    if (slot.selector == SFP_SELECT_UNDEFINED) {
        sfp_report(m, SFP_FIND_MACRO_SELECTOR, op);
        return false;
    }
    word = selected_word(m, slot.selector, lane);
    insn = sfp_insn_of_word(&m->index, word);
    if (!insn || !sfp_macro_reaches(insn, unit)) {
        sfp_report(m, SFP_FIND_MACRO_UNIT, op);
        if (unit == SFP_UNIT_STORE)
            return false;
        word = opcode_word(m, SFP_I_SFPNOP);
        insn = sfp_insn_of_word(&m->index, word);
    }
    sfp_decode_fields(m, insn, word, &item->op);
    item->op.index = op->index;
    item->op.scheduled = true;
    if (unit == SFP_UNIT_STORE)
        override_store(&item->op, &slot, op->vd);
    else
        override_sources(&item->op, &slot, op->vd);
    sfp_op_set_uses(m, &item->op);
    if (unit == SFP_UNIT_STORE) { /* the address comes from the SFPLOADMACRO, and no counter moves */
        item->op.reads &= ~(uint32_t)SFP_USES_RWC;
        item->op.writes &= ~(uint32_t)SFP_USES_RWC;
    }
    sfp_check_op(m, &item->op);
    item->op.exec = item->op.inner = sfp_guarded_exec(m, &item->op);
    item->delay = (uint8_t)slot.delay;
    item->selector = slot.selector;
    item->counts_insns = m->s.macro_misc[lane] >> (SFP_MISC_DELAY_KIND_LSB + unit - SFP_UNIT_SIMPLE) & 1;
    return true;
}

static void plan_key(const struct sfp_state *s, unsigned macro, unsigned lane, uint32_t key[SFP_TEMPLATES + 2])
{
    for (unsigned t = 0; t < SFP_TEMPLATES; t++)
        key[t] = s->macro_template[t][lane];
    key[SFP_TEMPLATES] = s->macro_sequence[macro][lane];
    key[SFP_TEMPLATES + 1] = s->macro_misc[lane];
}

/* Returns whether an item's delay kind differs from bit `macro` of UnitDelayKind. Bit i is the kind of sub-unit i,
 * but vendor kernels set the bit as if it were the kind of sequence i. */
static bool kinds_differ(const struct sfp_macro_plan *plan, unsigned macro)
{
    const uint32_t kinds = plan->key[SFP_TEMPLATES + 1] >> SFP_MISC_DELAY_KIND_LSB;
    const bool by_macro = kinds >> macro & 1;

    for (unsigned u = SFP_UNIT_SIMPLE; u <= SFP_UNIT_STORE; u++)
        if (plan->present[u] && plan->item[u].counts_insns != by_macro)
            return true;
    return false;
}

const struct sfp_macro_plan *sfp_macro_plan(struct sfp_machine *m, const struct sfp_op *op, unsigned lane)
{
    struct sfp_macro_plan *plan = &m->plans[op->macro][op->vd];
    uint32_t key[SFP_TEMPLATES + 2];

    plan_key(&m->s, op->macro, lane, key);
    if (plan->made && memcmp(plan->key, key, sizeof key) == 0)
        return plan;
    memcpy(plan->key, key, sizeof key);
    plan->made = true;
    if (key[SFP_TEMPLATES] == 0)
        sfp_report(m, SFP_FIND_MACRO_UNSET, op);
    for (unsigned u = SFP_UNIT_SIMPLE; u <= SFP_UNIT_STORE; u++)
        plan->present[u] = plan_item(m, op, (enum sfp_unit)u, lane, &plan->item[u]);
    if (kinds_differ(plan, op->macro))
        sfp_report(m, SFP_FIND_DELAY_KIND, op);
    return plan;
}

/* Returns a store's format: the load's Mod0, or the format in Misc for all stores. */
static uint8_t store_mod0(const struct sfp_macro_plan *plan, const struct sfp_op *op)
{
    const uint32_t misc = plan->key[SFP_TEMPLATES + 1];

    return misc >> (SFP_MISC_USES_LOAD_MOD0_LSB + op->macro) & 1 ? op->mod : (uint8_t)(misc & SFP_MISC_STORE_MOD0);
}

void sfp_macro_bind(const struct sfp_macro_plan *plan, enum sfp_unit unit, const struct sfp_op *op, uint16_t addr,
                    struct sfp_op *bound)
{
    enum { VD_TOP = 1 }; /* this bit of SFPLOADMACRO's address belongs to VD */

    *bound = plan->item[unit].op;
    bound->index = op->index;
    bound->addr = addr;
    if (unit == SFP_UNIT_STORE) {
        bound->mod = store_mod0(plan, op);
        bound->imm = op->imm & ~VD_TOP;
    }
}

/* Returns whether two lanes hold the same macro configuration, as far as sequence `macro` uses it. */
static bool same_config(const struct sfp_state *s, unsigned macro, unsigned a, unsigned b)
{
    for (unsigned t = 0; t < SFP_TEMPLATES; t++)
        if (s->macro_template[t][a] != s->macro_template[t][b])
            return false;
    return s->macro_sequence[macro][a] == s->macro_sequence[macro][b] && s->macro_misc[a] == s->macro_misc[b];
}

uint32_t sfp_macro_group(const struct sfp_state *s, unsigned macro, uint32_t left, uint32_t group[SFP_LANES])
{
    unsigned first = (unsigned)__builtin_ctz(left);

    for (unsigned l = 0; l < SFP_LANES; l++) {
        bool member = (left >> l & 1) && same_config(s, macro, first, l);

        group[l] = member ? ~0u : 0u;
        if (member)
            left &= ~(1u << l);
    }
    return left;
}

/* ---- The template backdoor, open in all lanes (sfpu-semantics(7), Template loads) ---- */

/* Moves the counters for a load or store that became a template. */
static void template_side_effects(struct sfp_machine *m, const struct sfp_op *op)
{
    bool loads = op->insn->id == SFP_I_SFPLOAD, stores = op->insn->id == SFP_I_SFPSTORE;

    if (loads)
        sfp_sp_before_load(&m->s, op);
    if (loads || stores)
        sfp_apply_addr_mod(m, op, false);
    if (stores)
        sfp_sp_after_store(&m->s, op);
}

void sfp_load_template(struct sfp_machine *m, const struct sfp_op *op)
{
    for (unsigned l = 0; l < SFP_LANES; l++)
        m->s.macro_template[op->vd - SFP_FIRST_TEMPLATE_VD][l] = op->word;
    sfp_state_refresh_macro(&m->s, op->vd - SFP_FIRST_TEMPLATE_VD);
    template_side_effects(m, op);
}
