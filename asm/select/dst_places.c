/* Cells of Dst, as far as the words alone determine them. */
#include "dst_places.h"

unsigned dst_step(const struct selecting *s, const struct node *node)
{
    const struct sfp_insn *insn = node->kind == NODE_WORD ? sfp_insn_of_word(&s->index, node->imm) : NULL;

    if (!insn || insn->id != SFP_I_INCRWC || sfp_field(insn, node->imm, SFP_F_RWC_CR))
        return 0;
    return sfp_field(insn, node->imm, SFP_F_RWC_D);
}

bool dst_is_used(const struct node *node)
{
    return node->kind == NODE_INSN && (node->insn->id == SFP_I_SFPLOAD || node->insn->id == SFP_I_SFPSTORE);
}

bool dst_is_plain(const struct node *node)
{
    const struct sfp_operand *modifier = sfp_operand_of(node->insn, SFP_F_ADDR_MODE);

    return node->option == (1u << modifier->width) - 1 && node->imm < MOVED_ADDRESSES &&
           node->mod != SFP_FMT_INT32_ALL;
}

/* Do the two formats use cells of the same width, so that equal addresses mean equal cells? Returns false for
 * formats that use halves of cells, and for a format combined with the configured format (SRCB). */
static bool same_width(unsigned a, unsigned b)
{
    const unsigned wide = SFP_WIDE_LOADS & SFP_WIDE_STORES, any = SFP_HALF_LOADS | SFP_RAW_STORES | 1u << SFP_FMT_SRCB;

    if (a == b)
        return !((SFP_HALF_LOADS | SFP_RAW_STORES) >> a & 1);
    return !(any >> a & 1) && !(any >> b & 1) && (wide >> a & 1) == (wide >> b & 1);
}

bool dst_clash(struct dst_place a, struct dst_place b)
{
    /* The hardware ignores bit 0, and 32-bit cells have half as many rows. */
    enum { CELLS = 0x1FE };

    if (a.node->insn->id == SFP_I_SFPLOAD && b.node->insn->id == SFP_I_SFPLOAD)
        return false;
    return !same_width(a.node->mod, b.node->mod) || !((a.address ^ b.address) & CELLS);
}
