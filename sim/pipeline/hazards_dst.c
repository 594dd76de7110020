/* Loads and stores: how Dst cells were written, and what was done to them just before (sfpu-dst(7), Stores). */
#include "hazards.h"

#include "model/control.h"

/* How Dst cells were last written. HI16 and LO16 store words that are meant to be loaded by halves. */
enum dst_width { WIDTH_UNKNOWN, WIDTH_16, WIDTH_32_HIGH, WIDTH_32_LOW, WIDTH_RAW_HIGH, WIDTH_RAW_LOW };
enum { HIGH_HALVES = 1 << WIDTH_32_HIGH | 1 << WIDTH_RAW_HIGH, LOW_HALVES = 1 << WIDTH_32_LOW | 1 << WIDTH_RAW_LOW };

/* `exchange` is the LaneConfig bit that makes a lane's column odd. */
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

static void mark(struct sfp_engine *e, unsigned row, unsigned columns, enum dst_width width)
{
    uint8_t *cells = e->dst_width[row / SFP_ROWS];

    if (columns & SFP_EVEN_COLUMNS)
        cells[0] = (uint8_t)width;
    if (columns & SFP_ODD_COLUMNS)
        cells[1] = (uint8_t)width;
}

static void note_store(struct sfp_engine *e, const struct sfp_op *op)
{
    struct sfp_dst_cells c = stored_cells(&e->m->s, op);
    const bool raw = SFP_RAW_STORES >> op->mod & 1;

    e->stored = c;
    e->stored_at = e->cycle;
    e->stored_by = op->index;
    mark(e, c.row, c.columns, !c.wide ? WIDTH_16 : raw ? WIDTH_RAW_HIGH : WIDTH_32_HIGH);
    if (c.wide)
        mark(e, c.row + SFP_LOW_HALF_ROWS, c.columns, raw ? WIDTH_RAW_LOW : WIDTH_32_LOW);
}

/* Were cells of these columns last written as one of `widths`, a set? */
static bool written_as(const struct sfp_engine *e, unsigned row, unsigned columns, unsigned widths)
{
    const uint8_t *cells = e->dst_width[row / SFP_ROWS];

    return (columns & SFP_EVEN_COLUMNS && widths >> cells[0] & 1) || (columns & SFP_ODD_COLUMNS && widths >> cells[1] & 1);
}

/* Does a load of `c` read cells that were written in another width? Under the 16-bit view it is meant to. The halves of
 * 32-bit cells have rows of their own, by bit 3 of the row: a high one is never in the place of a low one. */
static bool mixes_widths(const struct sfp_engine *e, const struct sfp_op *op, struct sfp_dst_cells c)
{
    if (c.wide)
        return written_as(e, c.row, c.columns, 1 << WIDTH_16)
            || written_as(e, c.row + SFP_LOW_HALF_ROWS, c.columns, 1 << WIDTH_16);
    return !(SFP_HALF_LOADS >> op->mod & 1) && !e->m->s.dst_16bit_view
        && written_as(e, c.row, c.columns, HIGH_HALVES | LOW_HALVES);
}

/* Does a load of 16-bit integers read halves of numbers of 32 bits, as one without the 16-bit view that it needs would? */
static bool takes_halves(const struct sfp_engine *e, const struct sfp_op *op, struct sfp_dst_cells c)
{
    return SFP_HALF_LOADS >> op->mod & 1 && !e->m->s.dst_16bit_view
        && written_as(e, c.row, c.columns, 1 << WIDTH_32_HIGH | 1 << WIDTH_32_LOW);
}

/* Are cells of `c` among those that a store wrote in the cycle before? */
static bool just_stored(const struct sfp_engine *e, struct sfp_dst_cells c)
{
    const struct sfp_dst_cells *s = &e->stored;

    if (e->stored_at + 1 != e->cycle || !sfp_quirk(e->m->s.arch, SFP_QUIRK_STORE_LOAD) || !(c.columns & s->columns))
        return false;
    return c.row == s->row || (s->wide && c.row == s->row + SFP_LOW_HALF_ROWS)
        || (c.wide && c.row + SFP_LOW_HALF_ROWS == s->row);
}

static void check_load(struct sfp_engine *e, const struct sfp_part *part)
{
    struct sfp_dst_cells c = loaded_cells(&e->m->s, &part->op);

    if (part->op.mod == SFP_FMT_ZERO)
        return;
    if (e->since_zeroacc < SFP_ZEROACC_DISTANCE)
        sfp_hazard(e, SFP_FIND_ZEROACC_NEAR, part, NULL);
    if (mixes_widths(e, &part->op, c))
        sfp_hazard(e, SFP_FIND_DST_MIXED, part, NULL);
    if (takes_halves(e, &part->op, c))
        sfp_hazard(e, SFP_FIND_DST_HALVES, part, NULL);
    if (just_stored(e, c))
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
    struct sfp_transfer t = {0};

    if (!sfp_operand_of(part->op.insn, SFP_F_ADDR))
        return t;
    t.reaches = !part->is_template;
    t.steps = !part->scheduled;
    t.address = sfp_transfer_address(s, &part->op);
    t.row = t.address & SFP_DST_ROW_GROUP;
    t.columns = (uint8_t)columns_at(s, t.address, stores ? SFP_LC_WR_COL_EXCHANGE : SFP_LC_RD_COL_EXCHANGE);
    t.step = t.steps ? sfp_transfer_step(s, &part->op) : 0;
    return t;
}

void sfp_hazards_dst(struct sfp_engine *e, const struct sfp_op *op)
{
    struct sfp_dst_cells c;
    struct sfp_part part;

    if (op->insn->unit == SFP_UNIT_STORE) {
        note_store(e, op);
        return;
    }
    c = loaded_cells(&e->m->s, op);
    if (mixes_widths(e, op, c) || takes_halves(e, op, c) || just_stored(e, c)) {
        sfp_reported_part(op, &part);
        check_load(e, &part);
    }
}

void sfp_check_dst(struct sfp_engine *e, const struct sfp_cycle *set)
{
    if (accesses_dst(&set->part[SFP_UNIT_LOAD]))
        check_load(e, &set->part[SFP_UNIT_LOAD]);
    if (sfp_part_works(&set->part[SFP_UNIT_STORE]))
        note_store(e, &set->part[SFP_UNIT_STORE].op);
}

/* Vector instructions behind ZEROACC are counted once they are through. */
void sfp_count_zeroacc(struct sfp_engine *e, const struct sfp_cycle *set)
{
    e->since_zeroacc += set->issued_vector;
}
