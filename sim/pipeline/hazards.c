/* What is reported about a cycle: rules broken, old values read, work lost (sfpu-timing(7)). */
#include "engine.h"

#include "model/config.h"
#include "recorder.h"

enum { SEEDING_CYCLES = 600 };

void sfp_hazard(struct sfp_engine *e, enum sfp_finding finding, const struct sfp_part *part,
                const struct sfp_finding_detail *detail)
{
    struct sfp_finding_detail here = detail ? *detail : (struct sfp_finding_detail){.other = SFP_NO_INDEX, .lreg = -1};
    const struct sfp_reporter *r = &e->reporter;

    if (!e->looks)
        return;
    here.cycle = e->cycle;
    if (r->report)
        r->report(r->context, finding, &part->op, &here);
    sfp_recorder_finding(e, finding, &part->op);
    if (sfp_observed(e))
        sfp_emit(e, (struct sfp_event){.kind = SFP_EVENT_HAZARD, .unit = (enum sfp_unit)part->op.insn->unit,
                                       .finding = finding, .detail = &here}, part);
}

void sfp_hazard_of_state(void *engine, enum sfp_finding finding, const struct sfp_op *op,
                         const struct sfp_finding_detail *detail)
{
    const struct sfp_engine *e = engine;
    const struct sfp_finding_detail here = {.cycle = e->cycle, .other = SFP_NO_INDEX, .lreg = -1};
    struct sfp_event event = {.kind = SFP_EVENT_HAZARD, .op = op, .id = SFP_NO_ID, .finding = finding, .detail = &here};

    (void)detail;
    if (e->reporter.report)
        e->reporter.report(e->reporter.context, finding, op, e->replays || !e->looks ? NULL : &here);
    if (!sfp_observed(e) || e->replays || !op->insn) /* the MOP expander reports words that it has not decoded */
        return;
    event.unit = (enum sfp_unit)op->insn->unit;
    sfp_emit(e, event, NULL);
}

static void about(struct sfp_engine *e, enum sfp_finding finding, const struct sfp_part *part,
                  const struct sfp_part *other)
{
    sfp_hazard(e, finding, part,
               &(struct sfp_finding_detail){
                   .other = other->scheduled ? other->macro_index : other->op.index, .by = &other->op, .lreg = -1});
}

/* Enabled lanes in which `part` reads LReg `reg`: through L7 only those that name it. */
static uint32_t reading_lanes(const struct sfp_engine *e, const struct sfp_part *part, unsigned reg)
{
    enum { LREG_FIELD = 15 };
    const struct sfp_op *op = &part->op;
    uint32_t lanes = e->m->s.derived.enabled_bits, named = 0;
    bool through_l7 =
        op->insn->unit == SFP_UNIT_MAD && op->mod & SFP_MAD_INDIRECT_VA && sfp_operand_of(op->insn, SFP_F_VA);
    bool directly = op->vb == reg || op->vc == reg || reg == 7;

    if (!through_l7 || directly)
        return lanes;
    for (unsigned l = 0; l < SFP_LANES; l++)
        named |= (uint32_t)((e->m->s.lreg[7][l] & LREG_FIELD) == reg) << l;
    return lanes & named;
}

/* Fills `detail` about the first register of `regs` that `flight` is about to write where `part` reads it. */
static bool stale_read(const struct sfp_engine *e, const struct sfp_flight *flight, const struct sfp_part *part,
                       uint32_t regs, struct sfp_finding_detail *detail)
{
    const struct sfp_pending *p = &e->slots[flight->slot];

    for (unsigned w = 0; w < p->count; w++) {
        const struct sfp_pending_write *write = &p->write[w];
        uint32_t lanes, differs = 0;

        if (!(regs >> write->reg & 1))
            continue;
        lanes = sfp_mask_pack(write->mask) & reading_lanes(e, part, write->reg);
        if (!lanes)
            continue;
        for (unsigned l = 0; l < SFP_LANES; l++)
            differs |= (uint32_t)(write->value[l] != e->m->s.lreg[write->reg][l]) << l;
        *detail = (struct sfp_finding_detail){
            .other = flight->part.scheduled ? flight->part.macro_index : flight->part.op.index,
            .by = &flight->part.op, .lands = part->scheduled || flight->part.scheduled ? e->cycle : 0,
            .lreg = (int)write->reg, .lanes = lanes, .compared = true, .differs = differs & lanes};
        return true;
    }
    return false;
}

/* Which finding an early read is: by arch, by reader and by writer. */
static enum sfp_finding early_read(const struct sfp_engine *e, const struct sfp_flight *flight,
                                   const struct sfp_part *reader)
{
    if (reader->scheduled)
        return SFP_FIND_MACRO_OLD_VALUE;
    if (flight->part.scheduled)
        return SFP_FIND_MACRO_RAW;
    if (e->m->s.arch == SFP_BH)
        return SFP_FIND_BH_STALL_MISS;
    if (sfp_is(&reader->op, SFP_I_SFPSWAP))
        return SFP_FIND_SWAP_COMPARE;
    return flight->part.op.insn->unit == SFP_UNIT_MAD ? SFP_FIND_WH_MAD_RAW : SFP_FIND_WH_SHFT2_RAW;
}

/* L1 to L3, which Wormhole's SFPSHFT2 mode 2 does not let the next instruction write; L0 it may (sfpu-timing(7),
 * Wormhole hazards). */
enum { COPIED_LREGS = 0x0E };

static bool copies_along(const struct sfp_engine *e, const struct sfp_flight *flight)
{
    return sfp_is(&flight->part.op, SFP_I_SFPSHFT2) && flight->part.op.mod == SFP_MODE_SFPSHFT2_SHFLROR1_AND_COPY4
           && !flight->part.scheduled && sfp_quirk(e->m->s.arch, SFP_QUIRK_SHFT2_PORT_CLASH);
}

/* Registers that `op` reads in its first cycle. */
static uint32_t reads_now(const struct sfp_op *op)
{
    return sfp_is(op, SFP_I_SFPSWAP) && op->mod == SFP_MODE_SFPSWAP_SWAP ? 0 : op->reads & SFP_USES_LREGS;
}

/* A part of this cycle beside a result that lands at its end. */
static void check_landing(struct sfp_engine *e, const struct sfp_flight *flight, const struct sfp_part *part)
{
    const struct sfp_op *op = &part->op;
    uint32_t early = reads_now(op) & flight->part.op.writes;
    bool copies = !part->scheduled && copies_along(e, flight);
    uint32_t both = op->writes & flight->part.op.writes & (copies ? COPIED_LREGS : SFP_USES_LREGS);
    bool two_cycles = sfp_takes_two_cycles(op);
    bool shft2_rule = copies && both;
    struct sfp_finding_detail detail;

    if (early && stale_read(e, flight, part, early, &detail))
        sfp_hazard(e, early_read(e, flight, part), part, &detail);
    else if (shft2_rule && stale_read(e, flight, part, both, &detail))
        sfp_hazard(e, SFP_FIND_WH_SHFT2_RAW, part, &detail);
    if (both && !two_cycles && !shft2_rule && stale_read(e, flight, part, both, &detail))
        sfp_hazard(e, part->scheduled || flight->part.scheduled ? SFP_FIND_RESULT_CLASH : SFP_FIND_MAD_WAW, part,
                   &detail);
    if (flight->part.op.insn->unit == SFP_UNIT_ROUND && !flight->part.scheduled
        && sfp_quirk(e->m->s.arch, SFP_QUIRK_SHFT2_PORT_CLASH) && sfp_port_clash(op))
        about(e, SFP_FIND_WH_SHFT2_PORT, part, &flight->part);
}

/* A part of SFPSWAP's second cycle that reads what is being exchanged. */
static void check_swapping(struct sfp_engine *e, const struct sfp_part *part)
{
    const struct sfp_op *op = &part->op, *swap = &e->swap.part.op;
    uint32_t early = op->reads & swap->writes & SFP_LREG_MASK, lanes, differs = 0;
    unsigned reg = (unsigned)__builtin_ctz(early | 1u << SFP_STAGING_LREG);

    if (!early || (sfp_is(op, SFP_I_SFPSWAP) && op->mod == SFP_MODE_SFPSWAP_SWAP))
        return;
    lanes = sfp_mask_pack(e->swap_lanes[e->swap.slot]) & reading_lanes(e, part, reg);
    for (unsigned l = 0; l < SFP_LANES; l++)
        differs |= (uint32_t)(e->m->s.lreg[swap->vc][l] != e->m->s.lreg[swap->b][l]) << l;
    if (lanes)
        sfp_hazard(e, early_read(e, &e->swap, part), part, &(struct sfp_finding_detail){
            .other = e->swap.part.scheduled ? e->swap.part.macro_index : swap->index,
            .by = swap, .lands = part->scheduled || e->swap.part.scheduled ? e->cycle : 0, .lreg = (int)reg,
            .lanes = lanes, .compared = true, .differs = differs & lanes});
}

static bool works(const struct sfp_part *part)
{
    return part->live && !part->captured && !sfp_is(&part->op, SFP_I_SFPNOP);
}

/* The first sub-unit of `units` that works in this cycle, or NULL. */
static const struct sfp_part *first_at_work(const struct sfp_cycle *set, const enum sfp_unit *units, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        if (works(&set->part[units[i]]))
            return &set->part[units[i]];
    return NULL;
}

/* Simple and round together: exactly one of them writes L16; Wormhole's older page has one more way (sfpu-timing(7),
 * Conflicts). */
static void check_simple_round(struct sfp_engine *e, const struct sfp_cycle *set)
{
    const struct sfp_part *simple = &set->part[SFP_UNIT_SIMPLE], *round = &set->part[SFP_UNIT_ROUND];
    bool staged_simple, staged_round, split;

    if (!works(simple) || !works(round))
        return;
    staged_simple = simple->op.vd == SFP_STAGING_LREG;
    staged_round = round->op.vd == SFP_STAGING_LREG;
    split = !staged_simple && !staged_round && (simple->op.vd < 4) != (round->op.vd < 4);
    if (staged_simple == staged_round)
        about(e,
              split && sfp_quirk(e->m->s.arch, SFP_QUIRK_MACRO_PAIR_SPLIT) ? SFP_FIND_MACRO_PAIR_SPLIT
                                                                          : SFP_FIND_MACRO_SIMPLE_ROUND,
              simple, round);
}

/* Sub-units that a scheduled SFPSWAP or SFPSHFT2 needs besides its own. */
static void check_scheduled_neighbours(struct sfp_engine *e, const struct sfp_cycle *set)
{
    static const enum sfp_unit swap_second[] = {SFP_UNIT_SIMPLE, SFP_UNIT_ROUND};
    static const enum sfp_unit shft2_second[] = {SFP_UNIT_SIMPLE, SFP_UNIT_MAD, SFP_UNIT_ROUND, SFP_UNIT_STORE};
    const struct sfp_part *simple = &set->part[SFP_UNIT_SIMPLE], *mad = &set->part[SFP_UNIT_MAD], *other;

    if (works(simple) && simple->scheduled && sfp_is(&simple->op, SFP_I_SFPSWAP) && works(mad))
        about(e, SFP_FIND_MACRO_SWAP_MAD, mad, simple);
    if (e->swap.part.live && (other = first_at_work(set, swap_second, e->swap.part.scheduled ? 2 : 1))
        && (e->swap.part.scheduled || other->scheduled))
        about(e, SFP_FIND_MACRO_SWAP_NEXT, other, &e->swap.part);
    if (!e->last.scheduled_shft2)
        return;
    if (sfp_quirk(e->m->s.arch, SFP_QUIRK_MACRO_SHFT2_IDLE)) {
        if ((other = first_at_work(set, shft2_second, 4)))
            about(e, SFP_FIND_MACRO_SHFT2_NEXT, other, &e->shft2.part);
        return;
    }
    for (unsigned u = SFP_UNIT_SIMPLE; u <= SFP_UNIT_ROUND; u++)
        if (works(&set->part[u]) && sfp_port_clash(&set->part[u].op))
            about(e, SFP_FIND_MACRO_SHFT2_NEXT, &set->part[u], &e->shft2.part);
}

/* One-cycle results of one cycle that share a register; that a load wins over SFPSWAP's second half is relied upon. */
static void check_result_clash(struct sfp_engine *e, const struct sfp_cycle *set)
{
    static const enum sfp_unit order[] = {SFP_UNIT_SIMPLE, SFP_UNIT_ROUND, SFP_UNIT_LOAD};
    uint32_t written = e->swap.part.live ? e->swap.part.op.writes & SFP_USES_LREGS : 0;
    const struct sfp_part *by = &e->swap.part;

    if (e->mad.part.live && e->shft2.part.live && e->mad.part.op.writes & e->shft2.part.op.writes & SFP_USES_LREGS)
        about(e, SFP_FIND_RESULT_CLASH, &e->shft2.part, &e->mad.part);
    if (e->mad.part.live && e->mad.part.op.writes & written)
        about(e, SFP_FIND_RESULT_CLASH, &e->swap.part, &e->mad.part);
    if (e->shft2.part.live && e->shft2.part.op.writes & written)
        about(e, SFP_FIND_RESULT_CLASH, &e->swap.part, &e->shft2.part);

    for (unsigned i = 0; i < sizeof order / sizeof order[0]; i++) {
        const struct sfp_part *part = &set->part[order[i]];
        uint32_t writes = part->op.writes & SFP_USES_LREGS;
        bool load_over_swap = order[i] == SFP_UNIT_LOAD && by == &e->swap.part;

        if (!works(part) || sfp_takes_two_cycles(&part->op))
            continue;
        if (writes & written && !load_over_swap)
            about(e, SFP_FIND_RESULT_CLASH, part, by);
        if (writes)
            by = part;
        written |= writes;
    }
}

/* `part` reads what `writer` writes beside it. */
static void read_beside(struct sfp_engine *e, const struct sfp_part *part, const struct sfp_part *writer)
{
    uint32_t both = reads_now(&part->op) & writer->op.writes;
    unsigned reg = (unsigned)__builtin_ctz(both);
    uint32_t lanes = reading_lanes(e, part, reg);

    if (lanes)
        sfp_hazard(e, SFP_FIND_MACRO_SAME_CYCLE, part, &(struct sfp_finding_detail){
            .other = writer->scheduled ? writer->macro_index : writer->op.index, .by = &writer->op,
            .lands = e->cycle + sfp_takes_two_cycles(&writer->op), .lreg = (int)reg, .lanes = lanes});
}

/* Is `writer` part of a later macro than `part`, which then reads what its own macro left, as overlapping macros do? */
static bool follows(const struct sfp_part *writer, const struct sfp_part *part)
{
    return writer->scheduled && part->scheduled && writer->macro_id > part->macro_id;
}

/* Reads of what another sub-unit writes in this cycle. Loads take registers away from earlier macros all the time. */
static void check_beside(struct sfp_engine *e, const struct sfp_cycle *set)
{
    for (unsigned r = SFP_UNIT_SIMPLE; r <= SFP_UNIT_STORE; r++) {
        const struct sfp_part *part = &set->part[r];

        for (unsigned w = SFP_UNIT_SIMPLE; works(part) && w <= SFP_UNIT_ROUND; w++)
            if (w != r && works(&set->part[w]) && reads_now(&part->op) & set->part[w].op.writes
                && !follows(&set->part[w], part))
                read_beside(e, part, &set->part[w]);
    }
}

/* Flags that change while another sub-unit executes under them. */
static void check_flags(struct sfp_engine *e, const struct sfp_cycle *set)
{
    const struct sfp_part *simple = &set->part[SFP_UNIT_SIMPLE];

    if (!works(simple) || !(simple->op.writes & SFP_USES_FLAGS))
        return;
    for (unsigned u = SFP_UNIT_MAD; u < SFP_UNITS; u++) {
        const struct sfp_part *part = &set->part[u];

        if (works(part) && part->op.reads & SFP_USES_FLAGS) {
            about(e, u == SFP_UNIT_LOAD ? SFP_FIND_FLAGS_CLASH_LOAD : SFP_FIND_FLAGS_CLASH, part, simple);
            return;
        }
    }
}

/* Does the configuration write under way reach a word that has a field of the vector unit (sfpu-frontend(7),
 * Fields)? */
static bool delayed_matters(const struct sfp_engine *e)
{
    const struct sfp_op *op = &e->delayed;
    uint32_t word, others;

    if (!e->has_delayed || sfp_is(op, SFP_I_RDCFG) || sfp_is(op, SFP_I_REG2FLOP))
        return false;
    word = sfp_field(op->insn, op->word, SFP_F_CFG_REG);
    others = sfp_is(op, SFP_I_WRCFG) && sfp_field(op->insn, op->word, SFP_F_WR128B) ? 3 : 0;
    for (unsigned f = 0; f < SFP_CONFIG_FIELDS; f++) {
        struct sfp_config_place p = sfp_config_place(e->m->s.arch, (enum sfp_config_field)f, 0);

        if (p.space == SFP_SPACE_CONFIG && (p.index & ~others) == (word & ~others))
            return true;
    }
    return false;
}

/* Configuration that the cycle before changed. */
static void check_configuration(struct sfp_engine *e, const struct sfp_part *part)
{
    bool captures = part->captured || part->op.exec == e->m->semantics->backdoor;
    bool backdoor_changed =
        (e->m->s.derived.all_lane_config ^ e->last.all_lane_config_before) & SFP_LC_DISABLE_BACKDOOR;

    if (e->last.wrote_lane_config && backdoor_changed && sfp_names_template(part->op.insn, part->op.vd))
        sfp_hazard(e, SFP_FIND_BACKDOOR_CONFIG, part, NULL);
    if (e->last.wrote_macro_config && (captures || sfp_is(&part->op, SFP_I_SFPLOADMACRO)))
        sfp_hazard(e, SFP_FIND_MACRO_CONFIG, part, NULL);
    if (part->op.reads & SFP_USES_CONFIG && delayed_matters(e))
        sfp_hazard(e, SFP_FIND_CONFIG_RAW, part,
                   &(struct sfp_finding_detail){.other = e->delayed.index, .lreg = -1});
}

/* How Dst cells were last written. HI16 and LO16 store words that are meant to be loaded by halves. */
enum dst_width { WIDTH_UNKNOWN, WIDTH_16, WIDTH_32_HIGH, WIDTH_32_LOW, WIDTH_RAW_HIGH, WIDTH_RAW_LOW };
enum { HIGH_HALVES = 1 << WIDTH_32_HIGH | 1 << WIDTH_RAW_HIGH, LOW_HALVES = 1 << WIDTH_32_LOW | 1 << WIDTH_RAW_LOW };

enum { ROW_GROUP = 0x3FC, LOW_HALF_ROWS = 8 };

enum { EVEN_COLUMNS = 1, ODD_COLUMNS = 2 }; /* as a set */

/* `exchange` is the LaneConfig bit that makes a lane's column odd. */
static struct sfp_dst_cells cells_at(const struct sfp_state *s, unsigned addr, bool wide, uint32_t exchange)
{
    enum { ODD_ADDRESS = 2 };
    const unsigned row = addr & ROW_GROUP;
    bool odd = addr & ODD_ADDRESS || s->derived.all_lane_config & exchange;
    struct sfp_dst_cells c = {.row = wide ? sfp_dst_row32(s, row) : sfp_dst_row16(s, row), .wide = wide};

    c.columns = odd ? ODD_COLUMNS : s->derived.any_lane_config & exchange ? EVEN_COLUMNS | ODD_COLUMNS : EVEN_COLUMNS;
    return c;
}

static struct sfp_dst_cells stored_cells(const struct sfp_state *s, const struct sfp_op *op)
{
    unsigned mode = op->mod != SFP_FMT_SRCB ? op->mod : s->derived.srcb_mode;

    return cells_at(s, op->scheduled ? op->addr : sfp_dst_address(s, op), SFP_WIDE_STORES >> mode & 1,
                    SFP_LC_WR_COL_EXCHANGE);
}

static struct sfp_dst_cells loaded_cells(const struct sfp_state *s, const struct sfp_op *op)
{
    unsigned mode = op->mod != SFP_FMT_SRCB ? op->mod : s->derived.srcb_mode;

    return cells_at(s, sfp_dst_address(s, op), SFP_WIDE_LOADS >> mode & 1, SFP_LC_RD_COL_EXCHANGE);
}

static void mark(struct sfp_engine *e, unsigned row, unsigned columns, enum dst_width width)
{
    uint8_t *cells = e->dst_width[row / SFP_ROWS];

    if (columns & EVEN_COLUMNS)
        cells[0] = (uint8_t)width;
    if (columns & ODD_COLUMNS)
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
        mark(e, c.row + LOW_HALF_ROWS, c.columns, raw ? WIDTH_RAW_LOW : WIDTH_32_LOW);
}

/* Were cells of these columns last written as one of `widths`, a set? */
static bool written_as(const struct sfp_engine *e, unsigned row, unsigned columns, unsigned widths)
{
    const uint8_t *cells = e->dst_width[row / SFP_ROWS];

    return (columns & EVEN_COLUMNS && widths >> cells[0] & 1) || (columns & ODD_COLUMNS && widths >> cells[1] & 1);
}

/* Does a load of `c` read cells that were written in another width? Under the 16-bit view it is meant to. */
static bool mixes_widths(const struct sfp_engine *e, const struct sfp_op *op, struct sfp_dst_cells c)
{
    if (c.wide)
        return written_as(e, c.row, c.columns, 1 << WIDTH_16 | LOW_HALVES)
            || written_as(e, c.row + LOW_HALF_ROWS, c.columns, 1 << WIDTH_16 | HIGH_HALVES);
    return !(SFP_HALF_LOADS >> op->mod & 1) && !e->m->s.dst_16bit_view
        && written_as(e, c.row, c.columns, HIGH_HALVES | LOW_HALVES);
}

/* Does a load of 16-bit integers read halves of numbers of 32 bits, as one without the 16-bit view that it needs would? */
static bool takes_halves(const struct sfp_engine *e, const struct sfp_op *op, struct sfp_dst_cells c)
{
    return !c.wide && SFP_HALF_LOADS >> op->mod & 1 && !e->m->s.dst_16bit_view
        && written_as(e, c.row, c.columns, 1 << WIDTH_32_HIGH | 1 << WIDTH_32_LOW);
}

/* Are cells of `c` among those that a store wrote in the cycle before? */
static bool just_stored(const struct sfp_engine *e, struct sfp_dst_cells c)
{
    const struct sfp_dst_cells *s = &e->stored;

    if (e->stored_at + 1 != e->cycle || e->m->s.arch != SFP_BH || !(c.columns & s->columns))
        return false;
    return c.row == s->row || (s->wide && c.row == s->row + LOW_HALF_ROWS)
        || (c.wide && c.row + LOW_HALF_ROWS == s->row);
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
    return works(part) && sfp_operand_of(part->op.insn, SFP_F_ADDR);
}

/* An issued instruction as a part of no cycle, for reports. */
static void issued_part(const struct sfp_op *op, struct sfp_part *part)
{
    part->op = *op;
    part->live = true;
    part->scheduled = part->captured = part->some_lanes = false;
    part->id = SFP_NO_ID;
    part->macro_id = part->macro_index = 0;
    part->loaded = 0;
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
        issued_part(op, &part);
        check_load(e, &part);
    }
}

static void check_data(struct sfp_engine *e, const struct sfp_cycle *set)
{
    if (accesses_dst(&set->part[SFP_UNIT_LOAD]))
        check_load(e, &set->part[SFP_UNIT_LOAD]);
    if (works(&set->part[SFP_UNIT_STORE]))
        note_store(e, &set->part[SFP_UNIT_STORE].op);
    if (!e->seeded || e->cycle - e->seeded_at >= SEEDING_CYCLES)
        return;
    for (unsigned u = SFP_UNIT_SIMPLE; u <= SFP_UNIT_ROUND; u++)
        if (works(&set->part[u]) && set->part[u].op.reads & SFP_USES_PRNG)
            sfp_hazard(e, SFP_FIND_PRNG_EARLY, &set->part[u], NULL);
}

/* Erratum TEN-2932: with ENABLE_DEST_INDEX only a few instructions may write L4..L7 (sfpu-semantics(7), LaneConfig). */
static void check_dest_index(struct sfp_engine *e, const struct sfp_part *part)
{
    enum { INDEX_LREGS = 0xF0 };

    if (!(e->m->s.derived.any_lane_config & SFP_LC_DEST_INDEX) || !(part->op.writes & INDEX_LREGS))
        return;
    switch (part->op.insn->id) {
    case SFP_I_SFPLOAD:
    case SFP_I_SFPLOADI:
    case SFP_I_SFPSWAP:
    case SFP_I_SFPTRANSP:
        return;
    default:
        sfp_hazard(e, SFP_FIND_DEST_INDEX_WRITE, part, NULL);
    }
}

void sfp_hazards_check(struct sfp_engine *e, const struct sfp_cycle *set)
{
    for (unsigned u = SFP_UNIT_SIMPLE; u < SFP_UNITS; u++) {
        const struct sfp_part *part = &set->part[u];

        if (!works(part))
            continue;
        if (e->mad.part.live)
            check_landing(e, &e->mad, part);
        if (e->shft2.part.live)
            check_landing(e, &e->shft2, part);
        if (e->swap.part.live)
            check_swapping(e, part);
        check_dest_index(e, part);
    }
    if (set->count > 1 || e->swap.part.live || (e->mad.part.live && e->shft2.part.live)) {
        check_simple_round(e, set);
        check_result_clash(e, set);
        check_beside(e, set);
        check_flags(e, set);
    }
    if (set->count && (e->swap.part.live || e->last.scheduled_shft2
                       || (set->part[SFP_UNIT_SIMPLE].live && set->part[SFP_UNIT_SIMPLE].scheduled)))
        check_scheduled_neighbours(e, set);
    for (unsigned u = SFP_UNIT_SIMPLE; u < SFP_UNITS; u++)
        if (set->part[u].live && (e->last.wrote_lane_config || e->last.wrote_macro_config || e->has_delayed))
            check_configuration(e, &set->part[u]);
    check_data(e, set);
    sfp_uninit_check(e, set);
    if (set->issued_vector && e->since_zeroacc < SFP_ZEROACC_DISTANCE)
        e->since_zeroacc++;
}

/* Does a store still in a queue resolve its format when it executes? */
static bool store_format_pending(const struct sfp_engine *e)
{
    for (unsigned i = 0; i < e->queued[SFP_UNIT_STORE]; i++)
        if (e->queue[SFP_UNIT_STORE][i].op.mod == SFP_FMT_SRCB)
            return true;
    return false;
}

/* Does `op` take its value from the GPR that RDCFG in the cycle before has still to write? */
static bool takes_stale_gpr(const struct sfp_engine *e, const struct sfp_op *op)
{
    bool four = sfp_is(op, SFP_I_WRCFG) && sfp_field(op->insn, op->word, SFP_F_WR128B);
    uint32_t others = four ? 3 : 0;

    if (!e->has_delayed || !sfp_is(&e->delayed, SFP_I_RDCFG) || !sfp_operand_of(op->insn, SFP_F_GPR)
        || sfp_is(op, SFP_I_RDCFG))
        return false;
    return ((sfp_field(op->insn, op->word, SFP_F_GPR) ^ sfp_field(e->delayed.insn, e->delayed.word, SFP_F_GPR))
            & ~others) == 0;
}

void sfp_hazards_control(struct sfp_engine *e, const struct sfp_op *op)
{
    const unsigned seed_word = sfp_config_shape(e->m->s.arch)->prng_seed;
    struct sfp_part part;
    bool configures = false;

    if (takes_stale_gpr(e, op)) {
        issued_part(op, &part);
        sfp_hazard(e, SFP_FIND_GPR_RAW, &part, &(struct sfp_finding_detail){.other = e->delayed.index, .lreg = -1});
    }
    for (unsigned i = 0; i < SFP_MAX_USES; i++)
        configures |= op->insn->writes[i].resource == SFP_R_CONFIG;
    if (configures && store_format_pending(e)) {
        issued_part(op, &part);
        part.id = e->head_id;
        sfp_hazard(e, SFP_FIND_CONFIG_PENDING, &part, NULL);
    }
    if (configures && !sfp_is(op, SFP_I_SETC16) && sfp_field(op->insn, op->word, SFP_F_CFG_REG) == seed_word) {
        e->seeded = true;
        e->seeded_at = e->cycle;
    }
    if (sfp_is(op, SFP_I_ZEROACC))
        e->since_zeroacc = 0;
    else if (e->since_zeroacc < SFP_ZEROACC_DISTANCE)
        e->since_zeroacc++;
}

void sfp_hazards_stall(struct sfp_engine *e, const struct sfp_op *head, enum sfp_stall stall)
{
    struct sfp_part part;

    if (stall != SFP_STALL_MAD_FALSE)
        return;
    issued_part(head, &part);
    part.id = e->head_id;
    sfp_hazard(e, SFP_FIND_BH_STALL_FALSE, &part,
               &(struct sfp_finding_detail){.other = e->last.op->index, .lreg = -1});
}

void sfp_hazards_macro(struct sfp_engine *e, const struct sfp_part *part)
{
    struct sfp_fetch_origin origin;

    e->armed = false;
    if (e->outside_said)
        return;
    sfp_frontend_origin(e->f, &origin);
    if (origin.playback || e->words[part->op.index] != part->op.word)
        return;
    e->outside_said = true;
    sfp_hazard(e, SFP_FIND_MACRO_OUTSIDE, part, NULL);
}

void sfp_hazards_misc(struct sfp_engine *e, const struct sfp_op *op)
{
    enum { DELAY_KINDS = 0xF << SFP_MISC_DELAY_KIND_LSB };
    uint32_t misc = 0;

    for (unsigned l = 0; l < SFP_LANES; l++)
        misc |= e->m->s.macro_misc[l];
    e->armed = misc & DELAY_KINDS;
    e->armed_by = *op;
    e->stores_when_armed = e->result->busy[SFP_UNIT_STORE];
}

void sfp_hazards_end(struct sfp_engine *e)
{
    struct sfp_part part;

    if (e->m->s.arch != SFP_WH || !e->armed || e->result->busy[SFP_UNIT_STORE] == e->stores_when_armed)
        return;
    issued_part(&e->armed_by, &part);
    sfp_hazard(e, SFP_FIND_MISC_ARMED, &part, NULL);
}

void sfp_hazards_gate_open(struct sfp_engine *e)
{
    struct sfp_part part;

    issued_part(&e->wait, &part);
    sfp_hazard(e, SFP_FIND_WAIT_PENDING, &part, NULL);
}
