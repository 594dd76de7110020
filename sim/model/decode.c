/* Words to operations, with operands resolved: as issued, and as an SFPLOADMACRO schedules them. */
#include <string.h>

#include "control.h"
#include "decode.h"
#include "uses.h"

enum { USE_VB = 1, LREG_FIELD = 15 };

/* The executor of an instruction that its write guard stops (spec/00 section 8, G8). */
static void do_nothing(struct sfp_machine *m, const struct sfp_op *op)
{
    (void)m;
    (void)op;
}

bool sfp_has_field(const struct sfp_insn *insn, enum sfp_field field)
{
    return sfp_operand_of(insn, field) != NULL;
}

/* Blackhole's SFPAND and SFPOR take VB as their second source only if the mode says so. */
static bool names_second_source(const struct sfp_op *op)
{
    return (op->insn->id == SFP_I_SFPAND || op->insn->id == SFP_I_SFPOR) && op->mod & USE_VB
           && sfp_has_field(op->insn, SFP_F_VB);
}

/* Puts one operand where executors look for it. */
static void take_operand(const struct sfp_operand *o, uint32_t word, struct sfp_op *op)
{
    uint32_t value = sfp_operand_get(o, word);

    switch (o->field) {
    case SFP_F_VA: op->va = (uint8_t)value; break;
    case SFP_F_VB: op->vb = (uint8_t)value; break;
    case SFP_F_VC: op->vc = (uint8_t)value; break;
    case SFP_F_VD: op->vd = (uint8_t)value; break;
    case SFP_F_MOD: op->mod = (uint8_t)value; break;
    case SFP_F_RND: op->rnd = (uint8_t)value; break;
    case SFP_F_MACRO: op->macro = (uint8_t)value; break;
    case SFP_F_ADDR_MODE: op->addr_mode = (uint8_t)value; break;
    case SFP_F_ADDR:
    case SFP_F_IMM: op->imm = (int32_t)value; break;
    default: break;
    }
}

void sfp_decode_fields(const struct sfp_insn *insn, uint32_t word, struct sfp_op *op)
{
    memset(op, 0, sizeof *op);
    op->insn = insn;
    op->word = word;
    for (const struct sfp_operand *o = insn->ops; !sfp_operand_end(o); o++)
        take_operand(o, word, op);
    if (insn->id == SFP_I_SFPSHFT2) /* VB overlaps the immediate (spec/02 section 2.6) */
        op->vb = (uint8_t)(op->imm & LREG_FIELD);
    if (insn->id == SFP_I_SFPADDI || insn->id == SFP_I_SFPMULI)
        op->vc = op->vd;
    op->b = names_second_source(op) ? op->vb : op->vd;
}

static bool is_multiply_add(const struct sfp_op *op)
{
    return op->insn->id == SFP_I_SFPMAD || op->insn->id == SFP_I_SFPADD || op->insn->id == SFP_I_SFPMUL;
}

/* Multiply-adds, the constants among their operands considered. */
static sfp_exec *mad_exec(const struct sfp_semantics *semantics, const struct sfp_op *op)
{
    if (op->mod != 0)
        return semantics->exec[op->insn->id];
    if (op->vc == SFP_LREG_ZERO)
        return semantics->mad_product;
    return op->va == SFP_LREG_ONE || op->vb == SFP_LREG_ONE ? semantics->mad_sum : semantics->mad;
}

sfp_exec *sfp_guarded_exec(const struct sfp_machine *m, const struct sfp_op *op)
{
    bool writes = op->vd < 8 || op->vd == SFP_STAGING_LREG;

    if (op->insn->guard == SFP_GUARD_8 && !writes)
        return do_nothing;
    return is_multiply_add(op) ? mad_exec(m->semantics, op) : m->semantics->exec[op->insn->id];
}

void sfp_decode(const struct sfp_machine *m, uint32_t word, uint32_t index, struct sfp_op *op)
{
    const struct sfp_insn *insn = sfp_insn_of_word(&m->index, word);

    if (!insn) {
        *op = (struct sfp_op){.word = word, .index = index};
        return;
    }
    sfp_decode_fields(insn, word, op);
    op->index = index;
    if (insn->unit == SFP_UNIT_NONE) {
        op->exec = sfp_control_exec(m, insn, word);
        return;
    }
    sfp_op_set_uses(op);
    op->inner = sfp_guarded_exec(m, op);
    op->exec = sfp_names_template(insn, op->vd) ? m->semantics->backdoor : op->inner;
}
