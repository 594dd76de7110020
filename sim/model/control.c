/* Instructions outside the vector unit: the table of executors, and the instructions that write configuration and
 * GPRs. */
#include "control.h"

#include "config.h"

#include <string.h>

/* Widths of fields that the vendor macros draw wider (ISA pages), and other shapes of operands. */
enum {
    GPR_BITS = 6,
    CONFIG_WORD_BITS = 11,
    FLOP_INDEX_BITS = 7,
    GROUP_WORDS = 4,       /* a 128-bit access takes the aligned four words around its index */
    HALF_BITS = 16,
    SIG_SEL_BITS = 14,
    SOURCE_LSB = 3,        /* SETDMAREG special: InputSource within the sig_sel field */
    SOURCE_BITS = 4,
    SOURCE_FIRST_ZERO = 10, /* InputSource from here on reads as 0 */
    FLOP_TARGET_ADC = 2,   /* REG2FLOP target_sel, upper bit */
    SCRATCH_OWN = 3,       /* CFGSHIFTMASK scratch_sel: the thread's own */
    MATH_THREAD = 1,       /* the thread that drives the vector unit in every shipping kernel */
    BYTE_BITS = 8,
};

enum { SIZE_HALF, SIZE_WORD, SIZE_FOUR, SIZE_HEADER }; /* SETDMAREG special: ResultSize */
enum { FLOP_FOUR };                                    /* REG2FLOP: SizeSel; any other is one word */

static uint32_t control_field(const struct sfp_op *op, enum sfp_field f)
{
    return sfp_field(op->insn, op->word, f);
}

static unsigned group_start(unsigned index)
{
    return index - index % GROUP_WORDS;
}

/* ---- Stores into Config ---- */

static void check_dest_base(const struct sfp_machine *m, const struct sfp_op *op, unsigned word)
{
    if (word == sfp_config_place(m->s.arch, SFP_CFG_DEST_REGW_BASE, 0).index &&
        sfp_config_get(&m->s, SFP_CFG_DEST_REGW_BASE, 0) != 0)
        sfp_report(m, SFP_FIND_DEST_BASE, op);
}

static void write_config_word(struct sfp_machine *m, const struct sfp_op *op, unsigned word, uint32_t value)
{
    if (word == sfp_config_shape(m->s.arch)->state_reset)
        sfp_report(m, SFP_FIND_CONFIG_RESET, op);
    sfp_config_write(&m->s, word, value);
    m->config_version++;
    check_dest_base(m, op, word);
}

/* Writes words from GPRs: one, or the aligned four around both indices. */
static void write_from_gprs(struct sfp_machine *m, const struct sfp_op *op, unsigned word, unsigned gpr, bool four)
{
    if (!four) {
        write_config_word(m, op, word, m->s.own.gpr[gpr]);
        return;
    }
    if (group_start(word) != word || group_start(gpr) != gpr)
        sfp_report(m, SFP_FIND_CONFIG_MISALIGNED, op);
    for (unsigned i = 0; i < GROUP_WORDS; i++)
        write_config_word(m, op, group_start(word) + i, m->s.own.gpr[group_start(gpr) + i]);
}

static void exec_setc16(struct sfp_machine *m, const struct sfp_op *op)
{
    sfp_thread_config_write(&m->s, control_field(op, SFP_F_SETC16_REG),
                            (uint16_t)control_field(op, SFP_F_SETC16_VALUE));
}

static bool legal_setc16(const struct sfp_machine *m, const struct sfp_insn *insn, uint32_t word)
{
    return sfp_field(insn, word, SFP_F_SETC16_REG) < sfp_config_shape(m->s.arch)->thread_words;
}

_Static_assert(SFP_I_RMWCIB3 == SFP_I_RMWCIB0 + 3, "the row tells the byte");

static void exec_rmwcib(struct sfp_machine *m, const struct sfp_op *op)
{
    const unsigned shift = BYTE_BITS * (op->insn->id - (unsigned)SFP_I_RMWCIB0);
    const unsigned word = control_field(op, SFP_F_CFG_REG);

    if (word == sfp_config_shape(m->s.arch)->prng_seed)
        sfp_report(m, SFP_FIND_PRNG_PARTIAL_SEED, op);
    sfp_config_merge(&m->s, word, control_field(op, SFP_F_CFG_MASK) << shift,
                     control_field(op, SFP_F_CFG_DATA) << shift);
    m->config_version++;
    check_dest_base(m, op, word);
}

static void exec_wrcfg(struct sfp_machine *m, const struct sfp_op *op)
{
    const unsigned word = sfp_narrow_field(m, op, SFP_F_CFG_REG, CONFIG_WORD_BITS);
    const unsigned gpr = sfp_narrow_field(m, op, SFP_F_GPR, GPR_BITS);

    write_from_gprs(m, op, word, gpr, control_field(op, SFP_F_WR128B));
}

static void exec_rdcfg(struct sfp_machine *m, const struct sfp_op *op)
{
    const unsigned word = sfp_narrow_field(m, op, SFP_F_CFG_REG, CONFIG_WORD_BITS);

    m->s.own.gpr[sfp_narrow_field(m, op, SFP_F_GPR, GPR_BITS)] = m->s.config[sfp_config_bank(&m->s)][word];
}

static bool legal_config_word(const struct sfp_machine *m, const struct sfp_insn *insn, uint32_t word)
{
    return sfp_bits(sfp_field(insn, word, SFP_F_CFG_REG), 0, CONFIG_WORD_BITS) < sfp_config_shape(m->s.arch)->words;
}

static uint32_t rotated_right(uint32_t value, unsigned by)
{
    return (uint32_t)((value | (uint64_t)value << 32) >> by);
}

static uint32_t combine_words(unsigned operation, uint32_t old, uint32_t v)
{
    switch (operation) {
    case 0: return old | v;
    case 1: return old & v;
    case 2: return old ^ v;
    case 3: return old + v;
    case 4: return old | ~v;
    case 5: return old & ~v;
    case 6: return old ^ ~v;
    default: return old - v;
    }
}

static void exec_cfgshiftmask(struct sfp_machine *m, const struct sfp_op *op)
{
    const unsigned bank = sfp_config_bank(&m->s), word = control_field(op, SFP_F_CFG_REG);
    const unsigned by = control_field(op, SFP_F_ROTATE);
    const unsigned chosen = control_field(op, SFP_F_SCRATCH_SEL);
    const unsigned scratch = sfp_config_shape(m->s.arch)->scratch + (chosen < SCRATCH_OWN ? chosen : MATH_THREAD);
    const uint32_t mask = sfp_bits(UINT32_MAX, 0, control_field(op, SFP_F_MASK_WIDTH) + 1);
    const uint32_t v = rotated_right(m->s.config[bank][scratch] & mask, by);
    uint32_t old = m->s.config[bank][word];

    if (!control_field(op, SFP_F_KEEP_OLD))
        old &= ~rotated_right(mask, by);
    write_config_word(m, op, word, combine_words(control_field(op, SFP_F_OPERATION), old, v));
}

/* Writes configuration from GPRs. Only the words between those with an effect on the vector unit can be reached:
 * sfpu-frontend(7), Writers. */
static void exec_reg2flop(struct sfp_machine *m, const struct sfp_op *op)
{
    const unsigned target = control_field(op, SFP_F_TARGET_SEL);

    if (target & FLOP_TARGET_ADC) {
        sfp_report(m, SFP_FIND_NO_EFFECT, op);
        return;
    }
    if (target || control_field(op, SFP_F_BYTE_OFFSET) || control_field(op, SFP_F_CONTEXT_ID))
        sfp_report(m, SFP_FIND_RESERVED_BITS, op);
    write_from_gprs(m, op,
                    sfp_config_shape(m->s.arch)->flop_base + sfp_narrow_field(m, op, SFP_F_FLOP_INDEX, FLOP_INDEX_BITS),
                    control_field(op, SFP_F_GPR), control_field(op, SFP_F_SIZE_SEL) == FLOP_FOUR);
}

static bool legal_reg2flop(const struct sfp_machine *m, const struct sfp_insn *insn, uint32_t word)
{
    const unsigned index = sfp_bits(sfp_field(insn, word, SFP_F_FLOP_INDEX), 0, FLOP_INDEX_BITS);

    return sfp_field(insn, word, SFP_F_TARGET_SEL) & FLOP_TARGET_ADC ||
           index < sfp_config_shape(m->s.arch)->flop_count;
}

/* ---- GPRs ---- */

static void write_gpr_half(uint32_t gpr[SFP_GPRS], unsigned half, uint16_t value)
{
    const unsigned shift = HALF_BITS * (half & 1);

    gpr[half >> 1] = (gpr[half >> 1] & ~((uint32_t)UINT16_MAX << shift)) | (uint32_t)value << shift;
}

/* Writes zeros for packer state. Only sources that read as 0 are modelled. */
static void write_zeros(uint32_t gpr[SFP_GPRS], unsigned size, unsigned half)
{
    const unsigned first = half >> 1;

    if (size == SIZE_HALF)
        write_gpr_half(gpr, half, 0);
    else if (size == SIZE_WORD)
        gpr[first] = 0;
    else
        memset(&gpr[group_start(first)], 0, GROUP_WORDS * sizeof gpr[0]);
}

static void exec_setdmareg(struct sfp_machine *m, const struct sfp_op *op)
{
    const unsigned half = control_field(op, SFP_F_REG_INDEX16), upper = control_field(op, SFP_F_SIG_SEL_SIZE);

    if (control_field(op, SFP_F_SET_SIGNALS_MODE))
        write_zeros(m->s.own.gpr, upper, half);
    else
        write_gpr_half(m->s.own.gpr, half, (uint16_t)(upper << SIG_SEL_BITS | control_field(op, SFP_F_SIG_SEL)));
}

static bool legal_setdmareg(const struct sfp_machine *m, const struct sfp_insn *insn, uint32_t word)
{
    const unsigned source = sfp_bits(sfp_field(insn, word, SFP_F_SIG_SEL), SOURCE_LSB, SOURCE_BITS);

    (void)m;
    return !sfp_field(insn, word, SFP_F_SET_SIGNALS_MODE) ||
           (source >= SOURCE_FIRST_ZERO && sfp_field(insn, word, SFP_F_SIG_SEL_SIZE) != SIZE_HEADER);
}

/* ---- The table of executors ---- */

static void exec_nothing(struct sfp_machine *m, const struct sfp_op *op)
{
    (void)m;
    (void)op;
}

static void exec_note(struct sfp_machine *m, const struct sfp_op *op)
{
    sfp_report(m, SFP_FIND_NO_EFFECT, op);
}

typedef bool legal(const struct sfp_machine *m, const struct sfp_insn *insn, uint32_t word);

static const struct {
    sfp_exec *exec;
    legal *legal; /* NULL: every word */
} rows[SFP_IDS] = {
    [SFP_I_MOP] = {exec_nothing, NULL},
    [SFP_I_MOP_CFG] = {exec_nothing, NULL},
    [SFP_I_REPLAY] = {exec_nothing, NULL},
    [SFP_I_NOP] = {exec_nothing, NULL},
    [SFP_I_DMANOP] = {exec_nothing, NULL},
    [SFP_I_SETC16] = {exec_setc16, legal_setc16},
    [SFP_I_RMWCIB0] = {exec_rmwcib, legal_config_word},
    [SFP_I_RMWCIB1] = {exec_rmwcib, legal_config_word},
    [SFP_I_RMWCIB2] = {exec_rmwcib, legal_config_word},
    [SFP_I_RMWCIB3] = {exec_rmwcib, legal_config_word},
    [SFP_I_WRCFG] = {exec_wrcfg, legal_config_word},
    [SFP_I_RDCFG] = {exec_rdcfg, legal_config_word},
    [SFP_I_CFGSHIFTMASK] = {exec_cfgshiftmask, legal_config_word},
    [SFP_I_REG2FLOP] = {exec_reg2flop, legal_reg2flop},
    [SFP_I_SETDMAREG] = {exec_setdmareg, legal_setdmareg},
    [SFP_I_SETRWC] = {sfp_control_setrwc, NULL},
    [SFP_I_INCRWC] = {sfp_control_incrwc, NULL},
    [SFP_I_ZEROACC] = {sfp_control_zeroacc, sfp_zeroacc_legal},
    [SFP_I_SEMINIT] = {sfp_control_seminit, NULL},
    [SFP_I_SEMPOST] = {sfp_control_sempost, NULL},
    [SFP_I_SEMGET] = {sfp_control_semget, NULL},
    [SFP_I_SEMWAIT] = {sfp_control_semwait, NULL},
    [SFP_I_STALLWAIT] = {sfp_control_stallwait, NULL},
    [SFP_I_ATGETM] = {sfp_control_atgetm, sfp_mutex_legal},
    [SFP_I_ATRELM] = {sfp_control_atrelm, sfp_mutex_legal},
};

sfp_exec *sfp_control_exec(const struct sfp_machine *m, const struct sfp_insn *insn, uint32_t word)
{
    if (sfp_matrix_models(m, insn))
        return sfp_matrix_exec(m, insn, word);
    if (m->s.dst_is_input && sfp_is_copy(insn, word))
        return sfp_control_copy;
    switch ((enum sfp_disposition)insn->sim) {
    case SFP_REFUSE:
        return NULL;
    case SFP_COPY:
    case SFP_SKIP:
        return m->s.skips ? sfp_control_skip : NULL;
    case SFP_NOTE:
        return exec_note;
    case SFP_MODEL:
        break;
    }
    if (rows[insn->id].legal && !rows[insn->id].legal(m, insn, word))
        return NULL;
    return rows[insn->id].exec;
}
