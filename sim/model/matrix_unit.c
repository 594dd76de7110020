/*
 * Words of the matrix unit, the unpackers and the packers (sfpu-frontend(7), Datacopy). Their computations are not
 * modelled: a copy to Dst restores the contents of Dst from the start of the run, and other words only step counters.
 */
#include "control.h"

#include <string.h>

#include "config.h"
#include "isa/matrix_time.h"
#include "matrix_uses.h"

static uint32_t matrix_field(const struct sfp_op *op, enum sfp_field f)
{
    return sfp_field(op->insn, op->word, f);
}

/*
 * Returns whether an ELWADD adds to zeros, as the vendor's datacopies do. This thread's words show it by the source
 * that stays in place: without broadcast SrcB while SrcA is stepped, with broadcast SrcA. A sum of two tiles steps
 * both, or broadcasts SrcB while SrcA is stepped (tt-llk, llk_math_eltwise_unary_datacopy.h and
 * llk_math_eltwise_binary.h).
 */
static bool adds_to_zeros(const struct sfp_state *s, const struct sfp_op *op)
{
    const struct sfp_addr_mod *a = sfp_addr_mod_selected(s, op->addr_mode);

    if (matrix_field(op, SFP_F_BROADCAST))
        return !a->srca_incr;
    return a->srca_incr && !a->srcb_incr;
}

/* Tells the listener that `op` has written whole rows. */
static void tell_rows(const struct sfp_machine *m, const struct sfp_op *op, unsigned row, unsigned rows)
{
    sfp_tell_dst(m, &(struct sfp_dst_write){.op = op, .row = row, .rows = rows, .columns = SFP_ALL_COLUMNS});
}

static void bring_cells(struct sfp_machine *m, const struct sfp_op *op, unsigned row)
{
    memcpy(m->s.dst[row], m->dst_at_start[row], sizeof m->s.dst[row]);
    tell_rows(m, op, row, 1);
}

static void bring_row(struct sfp_machine *m, const struct sfp_op *op, unsigned row, bool wide)
{
    const unsigned physical = wide ? sfp_dst_row32(&m->s, row) : sfp_dst_row16(&m->s, row);

    bring_cells(m, op, physical);
    m->s.dst_valid[physical] = 1;
    if (wide)
        bring_cells(m, op, physical + SFP_LOW_HALF_ROWS);
}

static void step_counters(struct sfp_machine *m, const struct sfp_op *op)
{
    if (sfp_is_matrix(op->insn) && sfp_has_field(op->insn, SFP_F_ADDR_MODE))
        sfp_apply_addr_mod(m, op, true);
}

void sfp_datacopy_begin(struct sfp_machine *m)
{
    m->s.sum.word = 0;
    if (m->banks)
        m->banks->stop = (struct sfp_matrix_stop){0};
    if (m->s.dst_is_input)
        memcpy(m->dst_at_start, m->s.dst, sizeof m->dst_at_start);
}

bool sfp_is_copy(const struct sfp_insn *insn, uint32_t word)
{
    return insn->sim == SFP_COPY && !(insn->id == SFP_I_ELWADD && sfp_field(insn, word, SFP_F_DEST_ACCUM_EN));
}

void sfp_control_copy(struct sfp_machine *m, const struct sfp_op *op)
{
    const struct sfp_matrix_rows rows = sfp_matrix_rows(&m->s, op);

    if (op->insn->id == SFP_I_ELWADD && !adds_to_zeros(&m->s, op) && !m->s.sum.word) {
        m->s.sum.word = op->word;
        m->s.sum.index = op->index;
    }
    sfp_report(m, SFP_FIND_DST_IS_INPUT, op);
    m->s.copied++;
    for (unsigned i = 0; i < rows.count; i++)
        bring_row(m, op, rows.first + i, rows.wide);
    m->s.derived.all_rows_valid = memchr(m->s.dst_valid, 0, sizeof m->s.dst_valid) == NULL;
    step_counters(m, op);
}

void sfp_control_skip(struct sfp_machine *m, const struct sfp_op *op)
{
    sfp_report(m, SFP_FIND_SKIPPED, op);
    m->s.skipped++;
    step_counters(m, op);
}

/* ---- ZEROACC: marking Dst rows invalid, which then read as 0 (sfpu-dst(7), ZEROACC) ---- */

enum {
    MODE_BITS = 2,
    IMM_BITS = 10,
    ADDR_MOD_BITS_WH = 2,
    WIDE_BIT_WH = 2,       /* Wormhole keeps Use32b above the mode */
    REVERT_BIT_WH = 3,     /* Wormhole keeps Revert two bits above AddrMod */
    CLEAR_BITS_WH = 3,     /* clear_mode's bits from here on must be 0 */
    ADDR_RESERVED_WH = 1 << 2,
    UNASSIGNED_BH = 1 << 2, /* bit 21 of the word, which the Wormhole modes 6 and 7 would set */
    BLOCK_MASK = 0xFF,
    NO_BLOCK = 0xFF,       /* the idiom for "only AddrMod" */
    BLOCK_ROWS = 16,
    BLOCKS = SFP_DST_ROWS / BLOCK_ROWS,
    WIDE_BLOCK_ROWS = 2 * BLOCK_ROWS, /* 16 rows of 32 bits, in two runs of 8 high halves; low halves follow each run */
    WIDE_BLOCKS = SFP_DST_ROWS / WIDE_BLOCK_ROWS,
    WIDE_RUN = 8,
    UPPER_HALF = 0x200,    /* bits of the sum, and of the base, that choose the upper half of Dst, 16 and 32 bits
                            * wide */
    UPPER_HALF_WIDE = 0x300,
    HALF_ROWS = SFP_DST_ROWS / 2,
};

struct zeroacc {
    enum sfp_zero_mode mode;
    bool wide;
    bool revert; /* marks rows valid instead */
    unsigned addr_mod;
    unsigned imm;
    bool reserved; /* a bit that must be 0 is set */
};

static struct zeroacc decode_packed(const struct sfp_insn *insn, uint32_t word)
{
    const uint32_t clear = sfp_field(insn, word, SFP_F_CLEAR_MODE), addr = sfp_field(insn, word, SFP_F_ADDR_MODE);
    const uint32_t imm = sfp_field(insn, word, SFP_F_DST_ADDR);

    return (struct zeroacc){
        .mode = sfp_zero_mode_of(insn, word),
        .wide = clear >> WIDE_BIT_WH & 1,
        .revert = addr >> REVERT_BIT_WH & 1,
        .addr_mod = sfp_bits(addr, 0, ADDR_MOD_BITS_WH),
        .imm = sfp_bits(imm, 0, IMM_BITS),
        .reserved = clear >> CLEAR_BITS_WH || addr & ADDR_RESERVED_WH || imm >> IMM_BITS,
    };
}

static struct zeroacc decode_apart(const struct sfp_insn *insn, uint32_t word)
{
    const uint32_t clear = sfp_field(insn, word, SFP_F_CLEAR_MODE), imm = sfp_field(insn, word, SFP_F_DST_ADDR);

    return (struct zeroacc){
        .mode = sfp_zero_mode_of(insn, word),
        .wide = sfp_field(insn, word, SFP_F_USE_32B),
        .revert = sfp_field(insn, word, SFP_F_CLEAR_FLAGS),
        .addr_mod = sfp_field(insn, word, SFP_F_ADDR_MODE),
        .imm = sfp_bits(imm, 0, IMM_BITS),
        .reserved = clear >> MODE_BITS || imm >> IMM_BITS,
    };
}

static struct zeroacc decode_zeroacc(const struct sfp_machine *m, const struct sfp_insn *insn, uint32_t word)
{
    return sfp_arch_facts(m->s.arch)->zeroacc_packed ? decode_packed(insn, word) : decode_apart(insn, word);
}

bool sfp_zeroacc_legal(const struct sfp_machine *m, const struct sfp_insn *insn, uint32_t word)
{
    const struct zeroacc fields = decode_zeroacc(m, insn, word);

    if (!sfp_arch_facts(m->s.arch)->zeroacc_packed && sfp_field(insn, word, SFP_F_CLEAR_MODE) & UNASSIGNED_BH)
        return false;
    /* Revert is legal only as shipping kernels use it. */
    return !fields.revert || (sfp_arch_facts(m->s.arch)->zeroacc_half && fields.mode == SFP_ZERO_BLOCK && fields.wide);
}

static void mark_validity(struct sfp_machine *m, const struct sfp_op *op, const struct zeroacc *fields, unsigned row,
                          unsigned count)
{
    memset(&m->s.dst_valid[row], fields->revert, count);
    tell_rows(m, op, row, count);
}

static void zero_row(struct sfp_machine *m, const struct sfp_op *op, const struct zeroacc *fields)
{
    const unsigned row = (fields->imm + sfp_matrix_row(&m->s)) & SFP_COUNTER_MASK;
    const bool wide = sfp_config_get(&m->s, SFP_CFG_FP32, 0) || sfp_config_get(&m->s, SFP_CFG_INT8_MATH, 0);

    if (fields->wide)
        sfp_report(m, SFP_FIND_ZEROACC_BITS, op);
    mark_validity(m, op, fields, wide ? sfp_dst_row32(&m->s, row) : sfp_dst_row16(&m->s, row), 1);
}

/*
 * Returns the number of blocks before the half of Dst in use: Blackhole counts blocks from there. For 16-bit rows
 * Blackhole takes bit 9 of the sum of the row and the block's index, as measured on a p150b (tt-metal pull request
 * 54295).
 */
static unsigned first_block(struct sfp_machine *m, const struct sfp_op *op, bool wide, unsigned index)
{
    const struct sfp_state *s = &m->s;
    const unsigned base = sfp_matrix_row(s), sum = base + index;

    if (!sfp_arch_facts(s->arch)->zeroacc_half || sfp_config_get(s, SFP_CFG_ABSOLUTE_TILE, 0))
        return 0;
    if (wide)
        return base & UPPER_HALF_WIDE ? WIDE_BLOCKS / 2 : 0;
    if ((base ^ sum) & UPPER_HALF && index != NO_BLOCK)
        sfp_report(m, SFP_FIND_ZEROACC_HALF, op);
    return sum & UPPER_HALF ? BLOCKS / 2 : 0;
}

static void zero_block(struct sfp_machine *m, const struct sfp_op *op, const struct zeroacc *fields)
{
    const unsigned index = fields->imm & BLOCK_MASK, n = index + first_block(m, op, fields->wide, index);
    const bool exists = n < (unsigned)(fields->wide ? WIDE_BLOCKS : BLOCKS);

    if (fields->imm > BLOCK_MASK || (!exists && fields->imm != NO_BLOCK))
        sfp_report(m, SFP_FIND_ZEROACC_RANGE, op);
    if (!exists)
        return;
    if (fields->wide) {
        mark_validity(m, op, fields, WIDE_BLOCK_ROWS * n, WIDE_RUN);
        mark_validity(m, op, fields, WIDE_BLOCK_ROWS * n + 2 * WIDE_RUN, WIDE_RUN);
    } else {
        mark_validity(m, op, fields, BLOCK_ROWS * n, BLOCK_ROWS);
    }
}

void sfp_control_zeroacc(struct sfp_machine *m, const struct sfp_op *op)
{
    const struct zeroacc fields = decode_zeroacc(m, op->insn, op->word);

    if (fields.reserved)
        sfp_report(m, SFP_FIND_RESERVED_BITS, op);
    switch (fields.mode) {
    case SFP_ZERO_ROW:
        zero_row(m, op, &fields);
        break;
    case SFP_ZERO_BLOCK:
        zero_block(m, op, &fields);
        break;
    case SFP_ZERO_HALF:
        mark_validity(m, op, &fields, HALF_ROWS * (fields.imm & 1), HALF_ROWS);
        break;
    case SFP_ZERO_ALL:
        mark_validity(m, op, &fields, 0, SFP_DST_ROWS);
        break;
    }
    m->s.derived.all_rows_valid = memchr(m->s.dst_valid, 0, sizeof m->s.dst_valid) == NULL;
    if (fields.mode == SFP_ZERO_ROW || fields.mode == SFP_ZERO_BLOCK)
        sfp_apply_addr_mod_field(m, op, fields.addr_mod, true);
}
