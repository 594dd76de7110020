/* Executors of the matrix unit's moves between SrcA, SrcB and Dst (sfpu-matrix(7), Moves). */
#include "matrix_parts.h"

#include <string.h>

enum {
    SIGN_16 = 15,
    HALF = 16,
    BF16_MANTISSA_LSB = 8,  /* places of fields in cells of Dst */
    BF16_MANTISSA = 0x7F,
    BF16_EXPONENT = 0xFF,
    FP16_MANTISSA_LSB = 5,
    LOST_BITS = 3,          /* BF16 drops three low mantissa bits */
    LOST = 7,
    LOW_BITS_LSB = 13,      /* their place within a 32-bit cell's low half */
    EIGHT_ROWS = 8,
    FOUR_ROWS = 4,
    MOVES_MANY = 1 << 1,    /* bits of instr_mod: four or eight rows */
    B2D_COLUMN_0 = 1 << 0,
    B2D_ONE_TO_EIGHT = 1 << 1,
    B2D_FOUR = 1 << 2,
};

static uint32_t move_field(const struct sfp_op *op, enum sfp_field f)
{
    return sfp_field(op->insn, op->word, f);
}

/* Returns a mask with the columns that a move may write: LaneConfig blocks two columns in each of lanes 0 to 7. */
static uint32_t moved_columns(const struct sfp_state *s)
{
    uint32_t columns = SFP_ALL_COLUMNS;

    if (!(s->derived.any_lane_config & SFP_LC_BLOCK_DEST_MOV))
        return columns;
    for (unsigned j = 0; j < SFP_MATRIX_COLUMNS; j++)
        if (s->lane_config[j / 2] >> (SFP_LC_BLOCK_DEST_MOV_LSB + j % 2) & 1)
            columns &= ~(1u << j);
    return columns;
}

/* Returns the format that decides the style of a move between SrcB and Dst: the format of SrcA, but Blackhole's banks
 * name that of SrcB (sfpu-matrix(7), Formats). */
static unsigned style_of_b(const struct sfp_machine *m)
{
    if (sfp_matrix_has(m, SFP_CFG_SRCA_OVERRIDE) || !sfp_arch_facts(m->s.arch)->implied_formats
        || sfp_matrix_has(m, SFP_CFG_IMPLIED_SRCA_OFF))
        return sfp_source_format(m, SFP_SRCA);
    return sfp_bank_read(m->banks, SFP_SRCB)->data.format;
}

static unsigned style_of_source(const struct sfp_machine *m, enum sfp_source source)
{
    return source == SFP_SRCA ? sfp_source_format(m, SFP_SRCA) : style_of_b(m);
}

static uint32_t exponent_of(uint32_t datum)
{
    return datum >> SFP_SOURCE_EXPONENT_LSB & SFP_SOURCE_EXPONENT;
}

/* Returns a datum as a move takes it: exponent 0 is zero, unless Zero_Flag_disabled_src is on. */
static uint32_t flushed(const struct sfp_machine *m, uint32_t datum)
{
    return exponent_of(datum) || sfp_matrix_has(m, SFP_CFG_ZERO_FLAG_OFF) ? datum : 0;
}

/* Returns a datum of SrcB without the bits that Wormhole's moves drop by its format. */
static uint32_t dropped_bits(unsigned format, uint32_t datum)
{
    enum {
        FIVE_BITS = 1 << SFP_DATA_FP16 | 1 << SFP_DATA_FP8 | 1 << SFP_DATA_BFP8A | 1 << SFP_DATA_INT8 |
                    1 << SFP_DATA_BFP4A | 1 << SFP_DATA_BFP2A,
        SHORT = 1 << SFP_DATA_BFP4A | 1 << SFP_DATA_BFP2A,
        HIGH_EXPONENT = (SFP_SOURCE_EXPONENT & ~SFP_SOURCE_FP16_EXPONENT) << SFP_SOURCE_EXPONENT_LSB,
    };

    if (format == SFP_DATA_TF32)
        return datum;
    if (!(FIVE_BITS >> format & 1))
        return datum & ~(uint32_t)LOST;
    return datum & ~(uint32_t)HIGH_EXPONENT & ~(uint32_t)(SHORT >> format & 1 ? LOST : 0);
}

/* ---- From a source to Dst ---- */

/* How a move writes Dst. */
struct landing {
    bool wide;       /* rows of 32 bits */
    bool low;        /* only low halves, in 32-bit rows */
    bool narrow_exponents;
    uint32_t columns;
};

static struct landing find_landing(const struct sfp_machine *m, const struct sfp_op *op, enum sfp_source source)
{
    const bool forced = sfp_matrix_has(m, SFP_CFG_FP16A_FORCE), fp32 = sfp_matrix_has(m, SFP_CFG_FP32);
    const bool as_dst = fp32 && sfp_arch_facts(m->s.arch)->moves_by_dst;
    const unsigned format = as_dst ? SFP_DATA_TF32 : style_of_source(m, source);
    const bool wide_exponents = fp32 || sfp_matrix_has(m, SFP_CFG_INT8_MATH) || !sfp_narrow_exponents(format);

    return (struct landing){
        .wide = !forced && format == SFP_DATA_TF32,
        .low = move_field(op, SFP_F_DEST_32B_LO),
        .narrow_exponents = forced || !wide_exponents,
        .columns = moved_columns(&m->s),
    };
}

/* Returns a datum of a source as a 16-bit cell. */
static uint32_t cell_of_source(const struct landing *l, uint32_t datum)
{
    const uint32_t sign = (datum >> SFP_SOURCE_SIGN_LSB & 1) << SIGN_16, mantissa = datum & SFP_SOURCE_MANTISSA;

    if (l->narrow_exponents)
        return sign | mantissa << FP16_MANTISSA_LSB | (exponent_of(datum) & SFP_SOURCE_FP16_EXPONENT);
    return sign | mantissa >> LOST_BITS << BF16_MANTISSA_LSB | exponent_of(datum);
}

/* Writes one row. A move to low halves keeps the high halves. */
static void land_row(struct sfp_machine *m, const struct sfp_op *op, const struct landing *l, unsigned row,
                     const sfp_source_row data)
{
    sfp_cell_row cells[1] = {{0}};

    if (l->low)
        sfp_matrix_read_dst(m, row, 1, true, 0, cells);
    for (unsigned j = 0; j < SFP_MATRIX_COLUMNS; j++) {
        const uint32_t cell = cell_of_source(l, data[j]);

        if (l->low)
            cells[0][j] = (cells[0][j] & ~(uint32_t)UINT16_MAX) | cell;
        else
            cells[0][j] = l->wide ? cell << HALF | (data[j] & LOST) << LOW_BITS_LSB : cell;
    }
    sfp_matrix_write_row(m, op, row, l->wide || l->low, l->columns, cells[0]);
}

static unsigned dst_row_of_move(const struct sfp_machine *m, const struct sfp_op *op, unsigned rows)
{
    return (move_field(op, SFP_F_DST_ADDR) + sfp_matrix_row(&m->s)) & SFP_COUNTER_MASK & ~(rows - 1);
}

static unsigned source_row_of_move(unsigned field, unsigned counter, unsigned rows)
{
    return (field + counter) & SFP_SRC_MASK & ~(rows - 1);
}

/* Waits for the source, and finds how the move lands. Returns false if the run ends. */
static bool begin_landing(struct sfp_machine *m, const struct sfp_op *op, enum sfp_source source, struct landing *l)
{
    if (!sfp_matrix_waits(m, op, sfp_matrix_awaits(op->insn)))
        return false;
    *l = find_landing(m, op, source);
    if (l->wide && l->low)
        return sfp_matrix_refuses(m, op, " with dest_32b_lo where it writes 32-bit rows");
    return true;
}

void sfp_matrix_mova2d(struct sfp_machine *m, const struct sfp_op *op)
{
    const unsigned rows = move_field(op, SFP_F_MOVE_MOD) & MOVES_MANY ? EIGHT_ROWS : 1;
    const unsigned from = source_row_of_move(move_field(op, SFP_F_SRC_ROW), m->s.own.rwc.srca, rows);
    const unsigned to = dst_row_of_move(m, op, rows);
    struct landing l;

    if (!begin_landing(m, op, SFP_SRCA, &l))
        return;
    for (unsigned i = 0; i < rows; i++) {
        sfp_source_row data;

        for (unsigned j = 0; j < SFP_MATRIX_COLUMNS; j++)
            data[j] = flushed(m, sfp_matrix_bank(m, SFP_SRCA)->data.row[from + i][j]);
        land_row(m, op, &l, to + i, data);
    }
    sfp_apply_addr_mod(m, op, true);
}

/* Returns the data of a SrcB row as MOVB2D takes them. */
static void take_b_row(struct sfp_machine *m, unsigned row, bool column_0, sfp_source_row data)
{
    const bool drops = sfp_arch_facts(m->s.arch)->moves_drop_bits;
    const unsigned format = sfp_source_format(m, SFP_SRCB);

    for (unsigned j = 0; j < SFP_MATRIX_COLUMNS; j++) {
        data[j] = flushed(m, sfp_matrix_bank(m, SFP_SRCB)->data.row[row][column_0 ? 0 : j]);
        if (drops)
            data[j] = dropped_bits(format, data[j]);
    }
}

void sfp_matrix_movb2d(struct sfp_machine *m, const struct sfp_op *op)
{
    const uint32_t mod = move_field(op, SFP_F_MOVE_MOD);
    const bool one_to_eight = mod & B2D_ONE_TO_EIGHT;
    const unsigned rows = one_to_eight ? EIGHT_ROWS : mod & B2D_FOUR ? FOUR_ROWS : 1;
    const unsigned from = source_row_of_move(move_field(op, SFP_F_SRC_ROW), m->s.own.rwc.srcb, one_to_eight ? 1 : rows);
    const unsigned to = dst_row_of_move(m, op, rows);
    struct landing l;

    if (!begin_landing(m, op, SFP_SRCB, &l))
        return;
    for (unsigned i = 0; i < rows; i++) {
        sfp_source_row data;

        take_b_row(m, one_to_eight ? from : from + i, mod & B2D_COLUMN_0, data);
        land_row(m, op, &l, to + i, data);
    }
    sfp_apply_addr_mod(m, op, true);
}

/* ---- From Dst to a source ---- */

/* How a move takes Dst. */
struct taking {
    bool wide, low, narrow_exponents, tf32;
};

/* Returns why no source defines the move, or NULL. */
static const char *undefined_taking(const struct sfp_machine *m, const struct taking *t)
{
    if (!t->wide && t->low)
        return " with dest_32b_lo while Dst has 16-bit rows";
    if (!t->wide && t->tf32)
        return " to a tf32 source while Dst has 16-bit rows";
    if (t->low && t->tf32 && sfp_arch_facts(m->s.arch)->moves_by_dst)
        return " with dest_32b_lo and a tf32 source";
    return NULL;
}

static struct taking find_taking(const struct sfp_machine *m, const struct sfp_op *op, enum sfp_source source)
{
    const bool forced = sfp_matrix_has(m, SFP_CFG_FP16A_FORCE);
    const unsigned format = style_of_source(m, source);

    return (struct taking){
        .wide = sfp_matrix_sums_wide(&m->s),
        .low = move_field(op, SFP_F_DEST_32B_LO),
        .narrow_exponents = forced || sfp_narrow_exponents(format),
        .tf32 = !forced && format == SFP_DATA_TF32,
    };
}

/* Returns a 16-bit cell as a datum of a source. */
static uint32_t source_of_cell(const struct taking *t, uint32_t cell)
{
    const uint32_t sign = (cell >> SIGN_16 & 1) << SFP_SOURCE_SIGN_LSB;

    if (t->narrow_exponents)
        return sign | (cell & SFP_SOURCE_FP16_EXPONENT) << SFP_SOURCE_EXPONENT_LSB
               | (cell >> FP16_MANTISSA_LSB & SFP_SOURCE_MANTISSA);
    return sign | (cell & BF16_EXPONENT) << SFP_SOURCE_EXPONENT_LSB
           | (cell >> BF16_MANTISSA_LSB & BF16_MANTISSA) << LOST_BITS;
}

/* Returns a 32-bit cell as a TF32 datum: the number's upper 19 bits; or for low halves the 13 bits below, in Wormhole's
 * places. */
static uint32_t tf32_of_cell(const struct taking *t, uint32_t cell)
{
    enum { LOW_EXPONENT = 0xFF, LOW_MANTISSA_LSB = 8, LOW_MANTISSA = 0x1F };

    if (t->low)
        return (cell & LOW_EXPONENT) << SFP_SOURCE_EXPONENT_LSB | (cell >> LOW_MANTISSA_LSB & LOW_MANTISSA);
    return source_of_cell(t, cell >> HALF) | (cell >> LOW_BITS_LSB & LOST);
}

static uint32_t datum_of_cell(const struct taking *t, uint32_t cell)
{
    if (!t->wide)
        return source_of_cell(t, cell);
    if (t->tf32)
        return tf32_of_cell(t, cell);
    return source_of_cell(t, t->low ? cell & UINT16_MAX : cell >> HALF);
}

/* Moves rows of Dst to the matrix unit's bank, whoever owns that. */
static void move_to_source(struct sfp_machine *m, const struct sfp_op *op, enum sfp_source source, unsigned counter)
{
    const unsigned rows = move_field(op, SFP_F_MOVE_MOD) & MOVES_MANY ? FOUR_ROWS : 1;
    const unsigned to = source_row_of_move(move_field(op, SFP_F_SRC_ROW), counter, rows);
    const struct taking t = find_taking(m, op, source);
    const char *why = undefined_taking(m, &t);
    const uint32_t columns = moved_columns(&m->s);
    sfp_cell_row cells[FOUR_ROWS];

    if (why) {
        sfp_matrix_refuses(m, op, why);
        return;
    }
    sfp_matrix_read_dst(m, dst_row_of_move(m, op, rows), rows, t.wide, 0, cells);
    for (unsigned i = 0; i < rows; i++)
        for (unsigned j = 0; j < SFP_MATRIX_COLUMNS; j++)
            if (columns >> j & 1)
                sfp_matrix_bank(m, source)->data.row[to + i][j] = datum_of_cell(&t, cells[i][j]);
    sfp_apply_addr_mod(m, op, true);
}

void sfp_matrix_movd2a(struct sfp_machine *m, const struct sfp_op *op)
{
    move_to_source(m, op, SFP_SRCA, m->s.own.rwc.srca);
}

void sfp_matrix_movd2b(struct sfp_machine *m, const struct sfp_op *op)
{
    move_to_source(m, op, SFP_SRCB, m->s.own.rwc.srcb);
}

/* ---- Between and within sources ---- */

void sfp_matrix_movb2a(struct sfp_machine *m, const struct sfp_op *op)
{
    const unsigned rows = move_field(op, SFP_F_MOVE_MOD) & MOVES_MANY ? FOUR_ROWS : 1;
    const unsigned to = source_row_of_move(move_field(op, SFP_F_SRC_ROW), m->s.own.rwc.srca, rows);
    const unsigned from = source_row_of_move(move_field(op, SFP_F_SRCB_ROW), m->s.own.rwc.srcb, rows);
    const bool drops = sfp_arch_facts(m->s.arch)->moves_drop_bits;
    const uint32_t columns = moved_columns(&m->s);
    unsigned format;

    if (!sfp_matrix_waits(m, op, sfp_matrix_awaits(op->insn)))
        return;
    format = sfp_source_format(m, SFP_SRCB);
    for (unsigned i = 0; i < rows; i++) {
        for (unsigned j = 0; j < SFP_MATRIX_COLUMNS; j++) {
            const uint32_t datum = flushed(m, sfp_matrix_bank(m, SFP_SRCB)->data.row[from + i][j]);

            if (columns >> j & 1)
                sfp_matrix_bank(m, SFP_SRCA)->data.row[to + i][j] = drops ? dropped_bits(format, datum) : datum;
        }
    }
    sfp_apply_addr_mod(m, op, true);
}

void sfp_matrix_trnspsrcb(struct sfp_machine *m, const struct sfp_op *op)
{
    enum { FIRST = 16, SIDE = SFP_MATRIX_COLUMNS };
    sfp_source_row before[SIDE];
    sfp_source_row *rows;

    if (!sfp_matrix_waits(m, op, sfp_matrix_awaits(op->insn)))
        return;
    rows = &sfp_matrix_bank(m, SFP_SRCB)->data.row[FIRST];
    memcpy(before, rows, sizeof before);
    for (unsigned i = 0; i < SIDE; i++)
        for (unsigned j = 0; j < SIDE; j++)
            rows[i][j] = before[j][i];
}

static void fill_bank(struct sfp_source_bank *bank, uint32_t datum)
{
    for (unsigned i = 0; i < SFP_SOURCE_ROWS; i++)
        for (unsigned j = 0; j < SFP_MATRIX_COLUMNS; j++)
            bank->data.row[i][j] = datum;
}

void sfp_matrix_zerosrc(struct sfp_machine *m, const struct sfp_op *op)
{
    struct sfp_banks *banks = m->banks;
    const bool all = move_field(op, SFP_F_BANK_MASK), own = move_field(op, SFP_F_WRITE_MODE);
    const uint32_t which = move_field(op, SFP_F_SRC_MASK);
    const bool lowest = sfp_bits(move_field(op, SFP_F_ZERO_VAL), 0, 1);

    for (unsigned source = 0; source < SFP_SOURCES; source++) {
        const unsigned one = own ? banks->read[source] : banks->filled[source];

        for (unsigned n = 0; n < SFP_SOURCE_BANKS; n++)
            if (which >> source & 1 && (all || n == one))
                fill_bank(&banks->bank[source][n], source == SFP_SRCA && lowest ? SFP_SOURCE_BITS : 0);
    }
}
