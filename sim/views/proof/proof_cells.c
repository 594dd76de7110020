/* Whether an instruction is the one of a cell. */
#include "isa/sequence.h"
#include "model/model.h"
#include "proof_parts.h"

static uint32_t bit(enum sfp_resource resource)
{
    return 1u << resource;
}

/* Its sources in this order, of those that it uses. */
static bool sources_are(const struct sfp_op *op, uint32_t uses, uint8_t va, uint8_t vb, uint8_t vc)
{
    if (uses & bit(SFP_R_VA) && op->va != va)
        return false;
    if (uses & bit(SFP_R_VB) && op->vb != vb)
        return false;
    if (uses & bit(SFP_R_B) && op->b != vb)
        return false;
    return !(uses & bit(SFP_R_VC)) || op->vc == vc;
}

static bool registers_hold(const struct sfp_op *op, const struct sfp_schedule_action *a, unsigned mode)
{
    const uint32_t uses = sfp_resources_read(op->insn, mode, a->vd) | sfp_resources_written(op->insn, mode, a->vd);

    if (uses & bit(SFP_R_VD) && op->vd != a->vd)
        return false;
    if (uses & bit(SFP_R_ANY) && (op->vd == SFP_STAGING_LREG) != (a->vd == SFP_STAGING_LREG))
        return false;
    if (sources_are(op, uses, a->va, a->vb, a->vc))
        return true;
    switch (sfp_exchange_of(op->insn, mode, a->va)) {
    case SFP_EXCHANGE_VA_VB:
        return sources_are(op, uses, a->vb, a->va, a->vc);
    case SFP_EXCHANGE_VB_VC:
        return sources_are(op, uses, a->va, a->vc, a->vb);
    case SFP_EXCHANGE_NONE:
        break;
    }
    return false;
}

/* What stands in the word besides registers, modes and addresses, as far as it counts. */
static bool immediates_hold(const struct sfp_op *op, uint32_t word, unsigned mode)
{
    uint32_t care = 0;

    for (const struct sfp_operand *o = op->insn->ops; !sfp_operand_end(o); o++)
        if (o->kind != SFP_K_REG && o->kind != SFP_K_MOD && o->kind != SFP_K_RESERVED && o->field != SFP_F_ADDR
            && o->field != SFP_F_ADDR_MODE)
            care |= sfp_operand_mask(o);
    if (op->insn->id == SFP_I_SFPSHFT2 && mode != SFP_MODE_SFPSHFT2_SHFT_IMM) /* a register lies there */
        care &= ~sfp_operand_mask(sfp_operand_of(op->insn, SFP_F_IMM));
    return ((op->word ^ word) & care & ~sfp_ignored_bits(op->insn, mode)) == 0;
}

/* An SFPLOADMACRO loads as the SFPLOAD of its cell. */
static bool load_holds(const struct sfp_op *op, const struct sfp_schedule_cell *cell,
                       const struct sfp_schedule_action *a, unsigned mode, const char **what)
{
    *what = "register";
    if (op->vd != a->vd)
        return false;
    *what = "format";
    if (op->mod != mode)
        return false;
    *what = "address modifier";
    return op->addr_mode == cell->addrmod;
}

bool proof_action_holds(const struct sfp_proof *proof, const struct proof_place *place, const struct sfp_op *op,
                        const char **what)
{
    const struct sfp_schedule_cell *cell = proof_cell(place);
    const struct sfp_schedule_action *a = proof_action(place);
    const struct sfp_insn *insn = sfp_insn_of_word(&proof->index, a->word);
    const unsigned mode = insn ? sfp_mode(insn, a->word) : 0;

    *what = "instruction";
    if (cell->kind == SFP_CELL_LOAD)
        return op->insn->id == SFP_I_SFPLOADMACRO && load_holds(op, cell, a, mode, what);
    if (op->insn != insn)
        return false;
    if (insn->unit == SFP_UNIT_NONE)
        return op->word == a->word;
    *what = insn->unit == SFP_UNIT_LOAD || insn->unit == SFP_UNIT_STORE ? "format" : "mode";
    if (op->mod != mode)
        return false;
    *what = "register";
    if (!registers_hold(op, a, mode))
        return false;
    *what = "immediate";
    if (!immediates_hold(op, a->word, mode))
        return false;
    *what = "address modifier";
    return cell->kind == SFP_CELL_SCHEDULED || !sfp_operand_of(insn, SFP_F_ADDR_MODE) || op->addr_mode == cell->addrmod;
}
