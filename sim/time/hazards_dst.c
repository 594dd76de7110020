/* Checks loads and stores: the width in which Dst cells were written, and what happened to them just before
 * (sfpu-dst(7), Stores). */
#include "hazards.h"

#include "model/control.h"

enum {
    HIGH_HALVES = 1 << SFP_WIDTH_32_HIGH | 1 << SFP_WIDTH_RAW_HIGH,
    LOW_HALVES = 1 << SFP_WIDTH_32_LOW | 1 << SFP_WIDTH_RAW_LOW,
};

/* Returns the columns that lanes use at `addr`. `exchange`: the LaneConfig bit that makes a lane's column odd. */
static unsigned columns_at(const struct sfp_state *s, unsigned addr, uint32_t exchange)
{
    enum { ODD_ADDRESS = 2 };

    if (addr & ODD_ADDRESS || s->derived.all_lane_config & exchange)
        return SFP_ODD_COLUMNS;
    return s->derived.any_lane_config & exchange ? SFP_EVEN_COLUMNS | SFP_ODD_COLUMNS : SFP_EVEN_COLUMNS;
}

static struct sfp_dst_cells cells_at(const struct sfp_state *s, unsigned addr, bool wide, uint32_t exchange)
{
    const unsigned row = addr & SFP_DST_ROW_GROUP;

    return (struct sfp_dst_cells){.row = wide ? sfp_dst_row32(s, row) : sfp_dst_row16(s, row), .wide = wide,
                                  .columns = columns_at(s, addr, exchange)};
}

static struct sfp_dst_cells stored_cells(const struct sfp_state *s, const struct sfp_op *op)
{
    return cells_at(s, sfp_transfer_address(s, op), SFP_WIDE_STORES >> sfp_format_of(s, op) & 1,
                    SFP_LC_WR_COL_EXCHANGE);
}

static struct sfp_dst_cells loaded_cells(const struct sfp_state *s, const struct sfp_op *op)
{
    return cells_at(s, sfp_transfer_address(s, op), SFP_WIDE_LOADS >> sfp_format_of(s, op) & 1, SFP_LC_RD_COL_EXCHANGE);
}

static void mark_cells_written(struct sfp_engine *e, const struct sfp_op *op, unsigned row, unsigned columns,
                               enum sfp_dst_width width)
{
    struct sfp_dst_written *cells = e->m->dst_written_as[row / SFP_ROWS];

    if (columns & SFP_EVEN_COLUMNS)
        cells[0] = (struct sfp_dst_written){op->index, (uint8_t)width};
    if (columns & SFP_ODD_COLUMNS)
        cells[1] = (struct sfp_dst_written){op->index, (uint8_t)width};
}

static void note_stored_cells(struct sfp_engine *e, const struct sfp_op *op)
{
    struct sfp_dst_cells reached = stored_cells(&e->m->s, op);
    const bool raw = SFP_RAW_STORES >> op->mod & 1;

    e->stored = reached;
    e->stored_at = e->cycle;
    e->stored_by = op->index;
    sfp_seam_store(e, op->index, &reached);
    mark_cells_written(e, op, reached.row, reached.columns,
                       !reached.wide ? SFP_WIDTH_16 : raw ? SFP_WIDTH_RAW_HIGH : SFP_WIDTH_32_HIGH);
    if (reached.wide)
        mark_cells_written(e, op, reached.row + SFP_LOW_HALF_ROWS, reached.columns,
                           raw ? SFP_WIDTH_RAW_LOW : SFP_WIDTH_32_LOW);
}

/* Returns the last writer of a cell of these columns in one of `widths`, a set of bits; NULL: no cell has such a
 * width. */
static const struct sfp_dst_written *written_as(const struct sfp_engine *e, unsigned row, unsigned columns,
                                                unsigned widths)
{
    const struct sfp_dst_written *cells = e->m->dst_written_as[row / SFP_ROWS];

    if (columns & SFP_EVEN_COLUMNS && widths >> cells[0].width & 1)
        return &cells[0];
    return columns & SFP_ODD_COLUMNS && widths >> cells[1].width & 1 ? &cells[1] : NULL;
}

/* Returns the writer of a cell of `reached` that `op` loads in another width than it was written; NULL: no such cell.
 * Under the 16-bit view such loads are intended. The halves of 32-bit cells lie in rows of their own, by bit 3 of
 * the row, so that a high half never takes the place of a low half. */
static const struct sfp_dst_written *mixes_widths(const struct sfp_engine *e, const struct sfp_op *op,
                                                  struct sfp_dst_cells reached)
{
    const struct sfp_dst_written *high =
        reached.wide ? written_as(e, reached.row, reached.columns, 1 << SFP_WIDTH_16) : NULL;

    if (reached.wide)
        return high ? high : written_as(e, reached.row + SFP_LOW_HALF_ROWS, reached.columns, 1 << SFP_WIDTH_16);
    if (SFP_HALF_LOADS >> op->mod & 1 || e->m->s.dst_16bit_view)
        return NULL;
    return written_as(e, reached.row, reached.columns, HIGH_HALVES | LOW_HALVES);
}

/* Returns the writer of a 32-bit number of which `op`, a load of 16-bit integers, reads a half; NULL: no such cell.
 * Without the 16-bit view, which the load needs, this is an error. */
static const struct sfp_dst_written *takes_halves(const struct sfp_engine *e, const struct sfp_op *op,
                                                  struct sfp_dst_cells reached)
{
    if (!(SFP_HALF_LOADS >> op->mod & 1) || e->m->s.dst_16bit_view)
        return NULL;
    return written_as(e, reached.row, reached.columns, 1 << SFP_WIDTH_32_HIGH | 1 << SFP_WIDTH_32_LOW);
}

/* Reports a load from cells of another width, with the store that wrote them, unless they were filled from outside. */
static void report_width(struct sfp_engine *e, enum sfp_finding finding, const struct sfp_part *part,
                         const struct sfp_dst_written *written)
{
    const struct sfp_finding_detail detail = {
        .other = written->writer == SFP_FROM_IMAGE ? SFP_NO_INDEX : written->writer, .relation = "written by",
        .lreg = -1};

    sfp_hazard(e, finding, part, &detail);
}

/* Returns whether a store of the cycle before wrote cells of `reached`. */
static bool just_stored(const struct sfp_engine *e, struct sfp_dst_cells reached)
{
    const struct sfp_dst_cells *s = &e->stored;

    if (e->stored_at + 1 != e->cycle || !sfp_quirk(e->m->s.arch, SFP_QUIRK_STORE_LOAD)
        || !(reached.columns & s->columns))
        return false;
    return reached.row == s->row || (s->wide && reached.row == s->row + SFP_LOW_HALF_ROWS)
        || (reached.wide && reached.row + SFP_LOW_HALF_ROWS == s->row);
}

static void check_load(struct sfp_engine *e, const struct sfp_part *part)
{
    struct sfp_dst_cells reached = loaded_cells(&e->m->s, &part->op);
    const struct sfp_dst_written *written;

    if (part->op.mod == SFP_FMT_ZERO)
        return;
    if (e->own->since_zeroacc < SFP_ZEROACC_DISTANCE)
        sfp_hazard(e, SFP_FIND_ZEROACC_NEAR, part, NULL);
    if ((written = mixes_widths(e, &part->op, reached)))
        report_width(e, SFP_FIND_DST_MIXED, part, written);
    if ((written = takes_halves(e, &part->op, reached)))
        report_width(e, SFP_FIND_DST_HALVES, part, written);
    if (e->own->seam.since_write < SFP_MATRIX_DISTANCE)
        sfp_seam_load(e, part, &reached);
    if (just_stored(e, reached))
        sfp_hazard(e, SFP_FIND_STORE_LOAD, part, &(struct sfp_finding_detail){.other = e->stored_by, .lreg = -1});
}

static bool accesses_dst(const struct sfp_part *part)
{
    return sfp_part_works(part) && sfp_operand_of(part->op.insn, SFP_F_ADDR);
}

struct sfp_transfer sfp_transfer_of(const struct sfp_engine *e, const struct sfp_part *part)
{
    const struct sfp_state *s = &e->m->s;
    const bool stores = part->op.insn->unit == SFP_UNIT_STORE;
    struct sfp_transfer transfer = {0};

    if (!sfp_operand_of(part->op.insn, SFP_F_ADDR))
        return transfer;
    transfer.reaches = !part->is_template;
    transfer.steps = !part->scheduled;
    transfer.address = sfp_transfer_address(s, &part->op);
    transfer.row = transfer.address & SFP_DST_ROW_GROUP;
    transfer.columns = (uint8_t)columns_at(s, transfer.address,
                                           stores ? SFP_LC_WR_COL_EXCHANGE : SFP_LC_RD_COL_EXCHANGE);
    transfer.step = transfer.steps ? sfp_transfer_step(s, &part->op) : 0;
    return transfer;
}

void sfp_hazards_dst(struct sfp_engine *e, const struct sfp_op *op)
{
    struct sfp_dst_cells reached;
    struct sfp_part part;

    if (op->insn->unit == SFP_UNIT_STORE) {
        note_stored_cells(e, op);
        return;
    }
    reached = loaded_cells(&e->m->s, op);
    if (mixes_widths(e, op, reached) || takes_halves(e, op, reached) || just_stored(e, reached)) {
        sfp_reported_part(e, op, &part);
        check_load(e, &part);
    }
}

void sfp_check_dst(struct sfp_engine *e, const struct sfp_cycle *set)
{
    if (accesses_dst(&set->part[SFP_UNIT_LOAD]))
        check_load(e, &set->part[SFP_UNIT_LOAD]);
    if (sfp_part_works(&set->part[SFP_UNIT_STORE]))
        note_stored_cells(e, &set->part[SFP_UNIT_STORE].op);
}

/* Counts vector instructions after ZEROACC, at the end of their cycle. */
void sfp_count_zeroacc(struct sfp_engine *e, const struct sfp_cycle *set)
{
    e->own->since_zeroacc += set->issued_vector;
}
