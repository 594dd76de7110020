/* The matrix unit's arithmetic and its table of executors (sfpu-matrix(7), Instructions). */
#include "matrix_parts.h"

#include <stdio.h>
#include <string.h>

enum {
    ROWS = SFP_MATRIX_ROWS,
    POOL_ROWS = 4,         /* GMPOOL and GAPOOL write four rows */
    BROADCAST_STEP = 2,    /* MVMUL with one SrcB row writes every second row */
    BLOCK_OF_8 = 0x38,     /* masks of rows of a source */
    BLOCK_OF_16 = 0x30,
    DST_BLOCK_OF_8 = 0x3F8, /* masks of rows of Dst */
    DST_BROADCAST = 0x3F9,
    PHASE_MASK = 3,
    BROADCAST_COLUMN = 1 << 0, /* bits of the field instr_mod19 */
    BROADCAST_ROW = 1 << 1,
    BROADCAST_MVMUL = 1 << 0,
    POOL_16 = 1 << 0,
};

/* ---- Formats ---- */

static struct sfp_matrix_form read_form(const struct sfp_machine *m)
{
    const bool forced = sfp_matrix_has(m, SFP_CFG_FP16A_FORCE), integers = sfp_matrix_has(m, SFP_CFG_INT8_MATH);
    const unsigned phase = m->s.own.rwc.fidelity + sfp_config_get(&m->s, SFP_CFG_FIDELITY_BASE, 0);
    struct sfp_matrix_form form = {
        .a = (uint8_t)sfp_source_format(m, SFP_SRCA),
        .b = (uint8_t)sfp_source_format(m, SFP_SRCB),
        .phase = phase & PHASE_MASK,
        .wide = sfp_matrix_sums_wide(&m->s),
        .integers = integers,
        .cancel_error = sfp_arch_facts(m->s.arch)->cancel_error,
    };

    form.narrow_exponents = forced || sfp_narrow_exponents(form.a);
    return form;
}

/* Returns why no source defines an instruction with these formats, or NULL. */
static const char *undefined_form(const struct sfp_machine *m, const struct sfp_matrix_form *form)
{
    const bool int8 = form->a == SFP_DATA_INT8 && form->b == SFP_DATA_INT8;

    if (sfp_matrix_has(m, SFP_CFG_FPU_SRND))
        return " with stochastic rounding of the matrix unit";
    if (form->integers && (!int8 || !form->wide))
        return " with INT8_math_enabled and sources that are not int8";
    if (!form->integers && (form->a == SFP_DATA_INT8 || form->b == SFP_DATA_INT8))
        return " with int8 sources while INT8_math_enabled is off";
    if (sfp_narrow_exponents(form->a) != sfp_narrow_exponents(form->b))
        return " with one source of 5-bit exponents and one of 8-bit exponents";
    return NULL;
}

/* ---- The end of an instruction ---- */

static uint32_t arithmetic_field(const struct sfp_op *op, enum sfp_field f)
{
    return sfp_field(op->insn, op->word, f);
}

static void end_arithmetic(struct sfp_machine *m, const struct sfp_op *op)
{
    sfp_matrix_releases(m, arithmetic_field(op, SFP_F_CLEARDVALID));
    sfp_apply_addr_mod(m, op, true);
}

/* ---- The error of Wormhole's normaliser ---- */

/* Sets of columns by row of an operation, in which the error comes up. */
struct cancelled {
    uint32_t columns[ROWS];
};

/* Lets the operation note the error, if it can come up and somebody listens. */
static void watch_cancellation(const struct sfp_machine *m, struct sfp_matrix_form *form, struct cancelled *cancelled)
{
    memset(cancelled, 0, sizeof *cancelled);
    form->cancelled = form->cancel_error && !form->integers && m->reporter.report ? cancelled->columns : NULL;
}

/* Reports the elements with the error in every `step`th row: the first with its place, and how many more there are. */
static void report_cancellation(struct sfp_machine *m, const struct sfp_op *op, unsigned first, unsigned step,
                                const struct cancelled *cancelled)
{
    enum { TEXT = 64 };
    unsigned count = 0, row = 0, column = 0;
    char text[TEXT];

    for (unsigned i = ROWS; i-- > 0;) {
        if (i % step || !cancelled->columns[i])
            continue;
        count += (unsigned)__builtin_popcount(cancelled->columns[i]);
        row = first + i;
        column = (unsigned)__builtin_ctz(cancelled->columns[i]);
    }
    if (!count)
        return;
    if (count == 1)
        snprintf(text, sizeof text, "at row %u, column %u of Dst", row, column);
    else
        snprintf(text, sizeof text, "at row %u, column %u of Dst, and %u more", row, column, count - 1);
    m->reporter.report(m->reporter.context, SFP_FIND_MATRIX_CANCEL, op,
                       &(struct sfp_finding_detail){.other = SFP_NO_INDEX, .lreg = -1, .text = text,
                                                    .timeless = true});
}

/* ---- Arithmetic ---- */

/* An instruction's form and rows. */
struct operands {
    struct sfp_matrix_form form;
    const sfp_source_row *a, *b;
    unsigned row;
};

/* Returns whether a row holds an integer with an exponent that hardware would align by. */
static bool has_other_exponents(const sfp_source_row *rows, unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        for (unsigned j = 0; j < SFP_MATRIX_COLUMNS; j++) {
            const uint32_t exponent = rows[i][j] >> SFP_SOURCE_EXPONENT_LSB & SFP_SOURCE_EXPONENT;

            if (exponent != 0 && exponent != SFP_SOURCE_INT8_EXPONENT)
                return true;
        }
    }
    return false;
}

/* Returns whether a row holds a denormal number. */
static bool has_denormals(const sfp_source_row *rows, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        for (unsigned j = 0; j < SFP_MATRIX_COLUMNS; j++)
            if (!(rows[i][j] >> SFP_SOURCE_EXPONENT_LSB & SFP_SOURCE_EXPONENT) && rows[i][j] & SFP_SOURCE_MANTISSA)
                return true;
    return false;
}

/* Masks of the rows that an instruction takes, and their numbers. */
struct reach {
    unsigned mask_a, rows_a, mask_b, rows_b, mask_dst;
};

/* Waits for both sources and finds the operands. Returns false if the run ends. */
static bool take_operands(struct sfp_machine *m, const struct sfp_op *op, const struct reach *reach, struct operands *o)
{
    const unsigned row_a = m->s.own.rwc.srca & reach->mask_a, row_b = m->s.own.rwc.srcb & reach->mask_b;
    const char *why;

    if (!sfp_matrix_waits(m, op, sfp_matrix_awaits(op->insn)))
        return false;
    o->form = read_form(m);
    why = undefined_form(m, &o->form);
    if (why)
        return sfp_matrix_refuses(m, op, why);
    if (row_a + reach->rows_a > SFP_SOURCE_ROWS)
        return sfp_matrix_refuses(m, op, " with rows of SrcA beyond the bank's last");
    o->a = &sfp_matrix_bank(m, SFP_SRCA)->data.row[row_a];
    o->b = &sfp_matrix_bank(m, SFP_SRCB)->data.row[row_b];
    if (o->form.integers && (has_other_exponents(o->a, reach->rows_a) || has_other_exponents(o->b, reach->rows_b)))
        return sfp_matrix_refuses(m, op, " with integers whose exponent is not 16");
    o->row = (arithmetic_field(op, SFP_F_DST_ADDR) + sfp_matrix_row(&m->s)) & reach->mask_dst;
    return true;
}

/* Writes rows, `step` rows apart. */
static void write_rows(struct sfp_machine *m, const struct sfp_op *op, const struct operands *o, unsigned rows,
                       unsigned step, const sfp_cell_row *cells)
{
    for (unsigned i = 0; i < rows; i += step)
        sfp_matrix_write_row(m, op, o->row + i, o->form.wide, SFP_ALL_COLUMNS, cells[i]);
}

/* Zero_Flag_disabled_src keeps SrcB's denormals in products; no source describes how. */
static bool multiplies_denormals(struct sfp_machine *m, const struct operands *o, unsigned rows)
{
    return sfp_matrix_has(m, SFP_CFG_ZERO_FLAG_OFF) && has_denormals(o->b, rows);
}

static void multiply_into_dst(struct sfp_machine *m, const struct sfp_op *op, const struct reach *reach, unsigned rows,
                              unsigned step)
{
    sfp_source_row b[ROWS] = {{0}};
    sfp_cell_row cells[ROWS];
    struct cancelled cancelled;
    struct operands o;

    if (!take_operands(m, op, reach, &o))
        return;
    if (multiplies_denormals(m, &o, reach->rows_b)) {
        sfp_matrix_refuses(m, op, " with denormals in SrcB while Zero_Flag_disabled_src is on");
        return;
    }
    for (unsigned i = 0; i < rows; i++)
        memcpy(b[i], o.b[reach->rows_b == 1 ? 0 : i], sizeof b[i]);
    sfp_matrix_read_dst(m, o.row, rows, o.form.wide, 0, cells);
    watch_cancellation(m, &o.form, &cancelled);
    sfp_matrix_multiply(&o.form, o.a, (const sfp_source_row *)b, rows, cells);
    write_rows(m, op, &o, rows, step, (const sfp_cell_row *)cells);
    if (o.form.cancelled)
        report_cancellation(m, op, o.row, step, &cancelled);
    end_arithmetic(m, op);
}

static void exec_dotpv(struct sfp_machine *m, const struct sfp_op *op)
{
    static const struct reach reach = {BLOCK_OF_8, SFP_MATRIX_SUMMED, BLOCK_OF_8, ROWS, DST_BLOCK_OF_8};

    multiply_into_dst(m, op, &reach, ROWS, 1);
}

static void exec_mvmul(struct sfp_machine *m, const struct sfp_op *op)
{
    static const struct reach one_row = {BLOCK_OF_8, SFP_MATRIX_SUMMED, SFP_SRC_MASK, 1, DST_BROADCAST};

    if (arithmetic_field(op, SFP_F_BROADCAST) & BROADCAST_MVMUL)
        multiply_into_dst(m, op, &one_row, ROWS - 1, BROADCAST_STEP);
    else
        exec_dotpv(m, op);
}

static void exec_gapool(struct sfp_machine *m, const struct sfp_op *op)
{
    static const struct reach reach = {BLOCK_OF_8, SFP_MATRIX_SUMMED, BLOCK_OF_8, POOL_ROWS, SFP_DST_ROW_GROUP};

    multiply_into_dst(m, op, &reach, POOL_ROWS, 1);
}

/* GMPOOL writes one row of maxima, and three rows of zeros after the first. */
static void exec_gmpool(struct sfp_machine *m, const struct sfp_op *op)
{
    static const struct reach reach = {BLOCK_OF_16, SFP_MATRIX_SUMMED, BLOCK_OF_8, 1, SFP_DST_ROW_GROUP};
    sfp_cell_row cells[POOL_ROWS] = {{0}};
    struct operands o;

    if (!take_operands(m, op, &reach, &o))
        return;
    sfp_matrix_read_dst(m, o.row, 1, o.form.wide, UINT32_MAX, cells);
    sfp_matrix_maximum(&o.form, o.a, o.b[0], cells[0]);
    write_rows(m, op, &o, POOL_ROWS, 1, (const sfp_cell_row *)cells);
    end_arithmetic(m, op);
}

static bool legal_pool(const struct sfp_machine *m, const struct sfp_insn *insn, uint32_t word)
{
    (void)m;
    return sfp_field(insn, word, SFP_F_BROADCAST) & POOL_16 && !sfp_field(insn, word, SFP_F_MAX_POOL_INDEX);
}

static void combine_into_dst(struct sfp_machine *m, const struct sfp_op *op, enum sfp_elementwise operation)
{
    static const struct reach eight_rows = {BLOCK_OF_8, ROWS, BLOCK_OF_8, ROWS, DST_BLOCK_OF_8};
    static const struct reach one_row = {BLOCK_OF_8, ROWS, SFP_SRC_MASK, 1, DST_BLOCK_OF_8};
    const uint32_t broadcast = arithmetic_field(op, SFP_F_BROADCAST);
    const bool accumulate = arithmetic_field(op, SFP_F_DEST_ACCUM_EN);
    sfp_cell_row cells[ROWS];
    struct cancelled cancelled;
    struct operands o;

    if (!take_operands(m, op, broadcast & BROADCAST_ROW ? &one_row : &eight_rows, &o))
        return;
    if (operation != SFP_ELEMENTWISE_MULTIPLY && o.form.phase && !o.form.integers) {
        sfp_matrix_refuses(m, op, " in a fidelity phase other than 0");
        return;
    }
    sfp_matrix_read_dst(m, o.row, ROWS, o.form.wide, 0, cells);
    watch_cancellation(m, &o.form, &cancelled);
    for (unsigned i = 0; i < ROWS; i++) {
        const uint32_t *b = o.b[broadcast & BROADCAST_ROW ? 0 : i];
        sfp_source_row row;

        if (o.form.cancelled)
            o.form.cancelled = &cancelled.columns[i];
        for (unsigned j = 0; j < SFP_MATRIX_COLUMNS; j++)
            row[j] = b[broadcast & BROADCAST_COLUMN ? 0 : j];
        sfp_matrix_elementwise(&o.form, operation, accumulate, o.a[i], row, cells[i]);
    }
    write_rows(m, op, &o, ROWS, 1, (const sfp_cell_row *)cells);
    if (o.form.cancelled)
        report_cancellation(m, op, o.row, 1, &cancelled);
    end_arithmetic(m, op);
}

static void exec_elwmul(struct sfp_machine *m, const struct sfp_op *op)
{
    combine_into_dst(m, op, SFP_ELEMENTWISE_MULTIPLY);
}

static void exec_elwadd(struct sfp_machine *m, const struct sfp_op *op)
{
    combine_into_dst(m, op, SFP_ELEMENTWISE_ADD);
}

static void exec_elwsub(struct sfp_machine *m, const struct sfp_op *op)
{
    combine_into_dst(m, op, SFP_ELEMENTWISE_SUBTRACT);
}

/* ---- CLEARDVALID ---- */

static void exec_cleardvalid(struct sfp_machine *m, const struct sfp_op *op)
{
    enum { RESET_ALL = 1 << 0, KEEP_BANK = 1 << 1 };
    const uint32_t which = arithmetic_field(op, SFP_F_CLEARDVALID), reset = arithmetic_field(op, SFP_F_RESET);

    for (unsigned source = 0; source < SFP_SOURCES; source++) {
        if (!(which >> source & 1))
            continue;
        sfp_bank_release(m->banks, (enum sfp_source)source, false);
        if (reset & KEEP_BANK)
            m->banks->read[source] ^= 1;
    }
    if (reset & RESET_ALL)
        sfp_banks_reset(m->banks);
}

/* ---- The table of executors ---- */

static const struct {
    sfp_exec *exec;
    bool (*legal)(const struct sfp_machine *m, const struct sfp_insn *insn, uint32_t word); /* NULL: every word */
} rows[SFP_IDS] = {
    [SFP_I_MVMUL] = {exec_mvmul, NULL},
    [SFP_I_DOTPV] = {exec_dotpv, NULL},
    [SFP_I_GAPOOL] = {exec_gapool, legal_pool},
    [SFP_I_GMPOOL] = {exec_gmpool, legal_pool},
    [SFP_I_ELWMUL] = {exec_elwmul, NULL},
    [SFP_I_ELWADD] = {exec_elwadd, NULL},
    [SFP_I_ELWSUB] = {exec_elwsub, NULL},
    [SFP_I_CLEARDVALID] = {exec_cleardvalid, NULL},
    [SFP_I_MOVA2D] = {sfp_matrix_mova2d, NULL},
    [SFP_I_MOVB2D] = {sfp_matrix_movb2d, NULL},
    [SFP_I_MOVD2A] = {sfp_matrix_movd2a, NULL},
    [SFP_I_MOVD2B] = {sfp_matrix_movd2b, NULL},
    [SFP_I_MOVB2A] = {sfp_matrix_movb2a, NULL},
    [SFP_I_TRNSPSRCB] = {sfp_matrix_trnspsrcb, NULL},
    [SFP_I_ZEROSRC] = {sfp_matrix_zerosrc, NULL},
};

bool sfp_matrix_computes(const struct sfp_insn *insn)
{
    return rows[insn->id].exec;
}

bool sfp_matrix_models(const struct sfp_machine *m, const struct sfp_insn *insn)
{
    return m->banks && sfp_matrix_computes(insn);
}

sfp_exec *sfp_matrix_exec(const struct sfp_machine *m, const struct sfp_insn *insn, uint32_t word)
{
    if (rows[insn->id].legal && !rows[insn->id].legal(m, insn, word))
        return NULL;
    return rows[insn->id].exec;
}
