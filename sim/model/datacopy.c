/*
 * Words of the matrix unit, the unpackers and the packers (sfpu-frontend(7), Datacopy). What they compute is not modelled:
 * a copy to Dst brings what Dst held when the run began, and others do nothing but step counters.
 */
#include "control.h"

#include <string.h>

#include "config.h"

enum {
    MATRIX_UNIT = 1 << 6, /* STALLWAIT's block bit */
    TF32 = 4,
    ADD_ROWS = 8,
    MOVA2D_8_ROWS = 1 << 1,
    MOVB2D_TO_8_ROWS = 1 << 1, /* one to all of these */
    MOVB2D_4_ROWS = 1 << 2,
};

static uint32_t field(const struct sfp_op *op, enum sfp_field f)
{
    return sfp_field(op->insn, op->word, f);
}

/* How many rows it writes, from one whose number is a multiple of that. */
static unsigned rows_of(const struct sfp_op *op)
{
    switch ((enum sfp_id)op->insn->id) {
    case SFP_I_MOVA2D:
        return field(op, SFP_F_MOVE_MOD) & MOVA2D_8_ROWS ? 8 : 1;
    case SFP_I_MOVB2D:
        if (field(op, SFP_F_MOVE_MOD) & MOVB2D_TO_8_ROWS)
            return 8;
        return field(op, SFP_F_MOVE_MOD) & MOVB2D_4_ROWS ? 4 : 1;
    default:
        return ADD_ROWS;
    }
}

static unsigned srca_format(const struct sfp_state *s)
{
    return sfp_config_get(s, sfp_config_get(s, SFP_CFG_SRCA_OVERRIDE, 0) ? SFP_CFG_SRCA_VAL : SFP_CFG_SRCA, 0);
}

/* Does it write rows of 32 bits? */
static bool is_wide(const struct sfp_state *s, const struct sfp_op *op)
{
    if (op->insn->id == SFP_I_ELWADD)
        return sfp_config_get(s, SFP_CFG_FP32, 0) || sfp_config_get(s, SFP_CFG_INT8_MATH, 0);
    return field(op, SFP_F_DEST_32B_LO) || srca_format(s) == TF32;
}

static void bring(struct sfp_machine *m, unsigned row)
{
    memcpy(m->s.dst[row], m->dst_at_start[row], sizeof m->s.dst[row]);
}

static void bring_row(struct sfp_machine *m, unsigned row, bool wide)
{
    const unsigned physical = wide ? sfp_dst_row32(&m->s, row) : sfp_dst_row16(&m->s, row);

    bring(m, physical);
    m->s.dst_valid[physical] = 1;
    if (wide)
        bring(m, physical + SFP_LOW_HALF_ROWS);
}

static void step_counters(struct sfp_machine *m, const struct sfp_op *op)
{
    if (op->insn->block & MATRIX_UNIT && sfp_has_field(op->insn, SFP_F_ADDR_MODE))
        sfp_apply_addr_mod(m, op, true);
}

void sfp_datacopy_begin(struct sfp_machine *m)
{
    if (m->s.dst_is_input)
        memcpy(m->dst_at_start, m->s.dst, sizeof m->dst_at_start);
}

bool sfp_is_copy(const struct sfp_insn *insn, uint32_t word)
{
    return insn->sim == SFP_COPY && !(insn->id == SFP_I_ELWADD && sfp_field(insn, word, SFP_F_DEST_ACCUM_EN));
}

void sfp_control_copy(struct sfp_machine *m, const struct sfp_op *op)
{
    const unsigned count = rows_of(op);
    const unsigned first = (field(op, SFP_F_DST_ADDR) + sfp_matrix_row(&m->s)) & SFP_COUNTER_MASK & ~(count - 1);
    const bool wide = is_wide(&m->s, op);

    sfp_report(m, SFP_FIND_DST_IS_INPUT, op);
    m->s.copied++;
    for (unsigned i = 0; i < count; i++)
        bring_row(m, first + i, wide);
    m->s.derived.all_rows_valid = memchr(m->s.dst_valid, 0, sizeof m->s.dst_valid) == NULL;
    step_counters(m, op);
}

void sfp_control_skip(struct sfp_machine *m, const struct sfp_op *op)
{
    sfp_report(m, SFP_FIND_SKIPPED, op);
    m->s.skipped++;
    step_counters(m, op);
}
