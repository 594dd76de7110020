/* What a decoded instruction relies on, whatever the state: reserved encodings and writes that go nowhere. */
#include "check.h"

/* Instructions whose undocumented modes are undefined, not merely reserved (sfpu-semantics(7), Reserved and
 * undefined). */
static bool undefined_beyond_table(const struct sfp_insn *insn)
{
    return insn->id == SFP_I_SFPSHFT2 || insn->id == SFP_I_SFPLOADI || insn->id == SFP_I_SFPPUSHC;
}

static uint32_t bits_that_must_be_zero(const struct sfp_insn *insn)
{
    uint32_t bits = sfp_reserved_bits(insn);

    for (const struct sfp_operand *o = insn->ops; !sfp_operand_end(o); o++)
        if (o->kind == SFP_K_ZERO)
            bits |= sfp_operand_mask(o);
    return bits;
}

/* Kernels load to a constant register to step addresses. */
static void check_destination(const struct sfp_machine *m, const struct sfp_op *op)
{
    const struct sfp_insn *insn = op->insn;

    if (op->vd < SFP_FIRST_CONSTANT_LREG || op->vd >= SFP_FIRST_TEMPLATE_VD)
        return;
    if (insn->id == SFP_I_SFPLOAD)
        sfp_report(m, SFP_FIND_ADDRESS_STEP, op);
    else if (insn->id == SFP_I_SFPLOADI || insn->guard == SFP_GUARD_8)
        sfp_report(m, SFP_FIND_NO_REGISTER_WRITE, op);
}

static void check_multiply_add(const struct sfp_machine *m, const struct sfp_op *op)
{
    if ((op->insn->id == SFP_I_SFPADD && op->va != SFP_LREG_ONE && op->vb != SFP_LREG_ONE)
        || (op->insn->id == SFP_I_SFPMUL && op->vc != SFP_LREG_ZERO))
        sfp_report(m, SFP_FIND_ADD_OPERAND, op);
}

void sfp_check_op(const struct sfp_machine *m, const struct sfp_op *op)
{
    const struct sfp_insn *insn = op->insn;

    if (!insn)
        return;
    if (op->word & bits_that_must_be_zero(insn))
        sfp_report(m, SFP_FIND_RESERVED_BITS, op);
    if (insn->unit == SFP_UNIT_NONE)
        return;
    if (!sfp_mode_documented(insn, op->mod))
        sfp_report(m, undefined_beyond_table(insn) ? SFP_FIND_UNDEFINED_MODE : SFP_FIND_RESERVED_MODE, op);
    check_destination(m, op);
    if (!op->scheduled)
        check_multiply_add(m, op);
}

void sfp_check_words(const struct sfp_machine *m, const uint32_t *words, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        struct sfp_op op;

        sfp_decode(m, words[i], (uint32_t)i, &op);
        sfp_check_op(m, &op);
    }
}
