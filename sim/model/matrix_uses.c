/* What the matrix unit's words use, from their fields, the counters and the configuration, whether they compute, copy
 * or are skipped (sfpu-matrix(7), Banks and Instructions). */
#include "matrix_uses.h"

#include "config.h"
#include "control.h"

enum {
    MOVE_MANY = 1 << 1, /* bit of a move's mode: eight rows of MOVA2D, four of MOVD2A and MOVD2B */
    MOVB2D_TO_8_ROWS = 1 << 1, /* bits of MOVB2D's mode: one row to eight; four rows */
    MOVB2D_4_ROWS = 1 << 2,
    SOURCE_A = 1 << SFP_SRCA,
    SOURCE_B = 1 << SFP_SRCB,
    SOURCES = SOURCE_A | SOURCE_B,
    ROWS = 8,
    FEW_ROWS = 4, /* of pools, and of moves */
};

static uint32_t word_field(const struct sfp_op *op, enum sfp_field f)
{
    return sfp_field(op->insn, op->word, f);
}

/* ---- Rows of Dst ---- */

static unsigned count_rows(const struct sfp_op *op)
{
    switch ((enum sfp_id)op->insn->id) {
    case SFP_I_MOVA2D:
        return word_field(op, SFP_F_MOVE_MOD) & MOVE_MANY ? ROWS : 1;
    case SFP_I_MOVB2D:
        if (word_field(op, SFP_F_MOVE_MOD) & MOVB2D_TO_8_ROWS)
            return ROWS;
        return word_field(op, SFP_F_MOVE_MOD) & MOVB2D_4_ROWS ? FEW_ROWS : 1;
    case SFP_I_MOVD2A:
    case SFP_I_MOVD2B:
        return word_field(op, SFP_F_MOVE_MOD) & MOVE_MANY ? FEW_ROWS : 1;
    case SFP_I_GMPOOL:
    case SFP_I_GAPOOL:
        return FEW_ROWS;
    default:
        return ROWS;
    }
}

bool sfp_matrix_sums_wide(const struct sfp_state *s)
{
    return (sfp_config_get(s, SFP_CFG_FP32, 0) || sfp_config_get(s, SFP_CFG_INT8_MATH, 0))
           && !sfp_config_get(s, SFP_CFG_FP16A_FORCE, 0);
}

static unsigned srca_format(const struct sfp_state *s)
{
    return sfp_config_get(s, sfp_config_get(s, SFP_CFG_SRCA_OVERRIDE, 0) ? SFP_CFG_SRCA_VAL : SFP_CFG_SRCA, 0);
}

/* Returns whether the word writes or reads rows of 32 bits; moves to Dst without regard to implied formats. */
static bool uses_wide_rows(const struct sfp_state *s, const struct sfp_op *op)
{
    enum { TF32 = 4 };

    if (op->insn->id != SFP_I_MOVA2D && op->insn->id != SFP_I_MOVB2D)
        return sfp_matrix_sums_wide(s);
    return word_field(op, SFP_F_DEST_32B_LO) || srca_format(s) == TF32
           || (sfp_config_get(s, SFP_CFG_FP32, 0) && sfp_arch_facts(s->arch)->moves_by_dst);
}

struct sfp_matrix_rows sfp_matrix_rows(const struct sfp_state *s, const struct sfp_op *op)
{
    const unsigned count = count_rows(op);

    return (struct sfp_matrix_rows){
        .first = (word_field(op, SFP_F_DST_ADDR) + sfp_matrix_row(s)) & SFP_COUNTER_MASK & ~(count - 1),
        .count = count,
        .wide = uses_wide_rows(s, op),
    };
}

/* ---- Banks ---- */

unsigned sfp_matrix_awaits(const struct sfp_insn *insn)
{
    switch ((enum sfp_id)insn->id) {
    case SFP_I_MVMUL:
    case SFP_I_DOTPV:
    case SFP_I_GAPOOL:
    case SFP_I_GMPOOL:
    case SFP_I_ELWMUL:
    case SFP_I_ELWADD:
    case SFP_I_ELWSUB:
        return SOURCES;
    case SFP_I_MOVA2D:
    case SFP_I_SHIFTXA:
        return SOURCE_A;
    case SFP_I_MOVB2D:
    case SFP_I_MOVB2A:
    case SFP_I_TRNSPSRCB:
    case SFP_I_SHIFTXB:
        return SOURCE_B;
    default:
        return 0;
    }
}

unsigned sfp_matrix_fills(const struct sfp_op *op)
{
    switch ((enum sfp_id)op->insn->id) {
    case SFP_I_MOVD2A:
    case SFP_I_MOVB2A:
        return SOURCE_A;
    case SFP_I_MOVD2B:
        return SOURCE_B;
    case SFP_I_ZEROSRC:
        return word_field(op, SFP_F_WRITE_MODE) && !word_field(op, SFP_F_BANK_MASK) ? word_field(op, SFP_F_SRC_MASK)
                                                                                   : 0;
    default:
        return 0;
    }
}

unsigned sfp_matrix_gives_back(const struct sfp_op *op)
{
    if (op->insn->id == SFP_I_SETRWC)
        return word_field(op, SFP_F_CLEAR_AB_VLD);
    return sfp_has_field(op->insn, SFP_F_CLEARDVALID) ? word_field(op, SFP_F_CLEARDVALID) : 0;
}
