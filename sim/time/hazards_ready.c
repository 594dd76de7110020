/* Checks registers that are not ready: read early, overwritten before their result lands, or written beside
 * SFPSHFT2's result. */
#include "hazards.h"

/* Returns the cycle in which the flight's result lands, for findings about scheduled instructions; 0 otherwise. */
static uint64_t said_to_land(const struct sfp_flight *flight, const struct sfp_part *part)
{
    return part->scheduled || flight->part.scheduled ? flight->lands : 0;
}

/* Fills `detail` for the first register of `regs` that `flight` is about to write in a lane in which `part` reads
 * it. Returns false without such a register. */
static bool stale_in_lanes(const struct sfp_engine *e, const struct sfp_flight *flight, const struct sfp_part *part,
                           uint32_t regs, struct sfp_finding_detail *detail)
{
    const struct sfp_pending *p = &e->slots[sfp_flight_slot(flight)];

    for (unsigned w = 0; w < p->count; w++) {
        const struct sfp_pending_write *write = &p->write[w];
        uint32_t lanes, differs = 0;

        if (!(regs >> write->reg & 1))
            continue;
        lanes = write->lanes & sfp_reading_lanes(e, part, write->reg);
        if (!lanes)
            continue;
        for (unsigned l = 0; l < SFP_LANES; l++)
            differs |= (uint32_t)(write->value[l] != e->m->s.lreg[write->reg][l]) << l;
        *detail = (struct sfp_finding_detail){
            .other = flight->part.op.index, .by = &flight->part.op,
            .lands = said_to_land(flight, part), .lreg = (int)write->reg, .lanes = lanes, .compared = true,
            .differs = differs & lanes};
        return true;
    }
    return false;
}

/* Like stale_in_lanes(), for the first register that `flight` may be about to write with other data. */
static bool may_be_stale(const struct sfp_engine *e, const struct sfp_flight *flight, const struct sfp_part *part,
                         uint32_t regs, struct sfp_finding_detail *detail)
{
    for (; regs; regs &= regs - 1) {
        const unsigned reg = (unsigned)__builtin_ctz(regs);

        if (!sfp_may_meet(e, part, &flight->part.op, flight->ways, reg))
            continue;
        *detail = (struct sfp_finding_detail){
            .other = flight->part.op.index, .by = &flight->part.op, .lands = said_to_land(flight, part),
            .lreg = (int)reg, .possible = true};
        return true;
    }
    return false;
}

static bool stale_read(const struct sfp_engine *e, const struct sfp_flight *flight, const struct sfp_part *part,
                       uint32_t regs, struct sfp_finding_detail *detail)
{
    return stale_in_lanes(e, flight, part, regs, detail) || may_be_stale(e, flight, part, regs, detail);
}

/* Returns the finding for an early read. The finding depends on the arch's interlocks, the reader and the writer. */
static enum sfp_finding early_read(const struct sfp_engine *e, const struct sfp_flight *flight,
                                   const struct sfp_part *reader)
{
    if (reader->scheduled)
        return SFP_FIND_MACRO_OLD_VALUE;
    if (flight->part.scheduled)
        return SFP_FIND_MACRO_RAW;
    if (sfp_quirk(e->m->s.arch, SFP_QUIRK_MAD_INTERLOCK))
        return SFP_FIND_STALL_MISS;
    if (sfp_is(&reader->op, SFP_I_SFPSWAP))
        return SFP_FIND_SWAP_COMPARE;
    return flight->part.op.insn->unit == SFP_UNIT_MAD ? SFP_FIND_MAD_RAW : SFP_FIND_SHFT2_RAW;
}

/* Reports the early read described by `detail`, unless the old value is the right one. */
static void report_early(struct sfp_engine *e, const struct sfp_flight *flight, const struct sfp_part *reader,
                         struct sfp_finding_detail *detail)
{
    const enum sfp_finding finding = early_read(e, flight, reader);
    const enum sfp_old_value old = sfp_old_value_of(e, reader, &flight->part, (unsigned)detail->lreg);

    if (finding == SFP_FIND_MACRO_OLD_VALUE && old == SFP_OLD_RIGHT)
        return;
    detail->graver = finding == SFP_FIND_MACRO_OLD_VALUE && old == SFP_OLD_WRONG;
    sfp_hazard(e, finding, reader, detail);
}

/* Returns the LRegs that `op` reads before the flight's result lands. */
static uint32_t early_reads(const struct sfp_engine *e, const struct sfp_op *op, const struct sfp_flight *flight)
{
    const bool waits = !sfp_reads_first(op->insn, op->mod) && flight->lands < e->cycle + op->latency - 1;

    return waits ? 0 : op->reads & flight->part.op.writes & SFP_USES_LREGS;
}

/* Checks a part of this cycle against a result that lands at the end of this cycle or later. */
static void check_flight(struct sfp_engine *e, const struct sfp_flight *flight, const struct sfp_part *part)
{
    const struct sfp_op *op = &part->op;
    uint32_t early = early_reads(e, op, flight);
    const struct sfp_op *writer = &flight->part.op;
    uint32_t copied = part->scheduled || flight->part.scheduled
                          ? 0 : sfp_copied_lregs(writer->insn, e->m->s.arch, writer->mod);
    uint32_t both = op->writes & writer->writes & (copied ? copied : SFP_USES_LREGS);
    bool lands_first = flight->lands < e->cycle + op->latency - 1;
    bool shft2_rule = copied && both;
    struct sfp_finding_detail detail;

    if (early && stale_read(e, flight, part, early, &detail))
        report_early(e, flight, part, &detail);
    else if (shft2_rule && stale_read(e, flight, part, both, &detail))
        sfp_hazard(e, SFP_FIND_SHFT2_RAW, part, &detail);
    if (both && !lands_first && !shft2_rule && stale_read(e, flight, part, both, &detail))
        sfp_hazard(e, part->scheduled || flight->part.scheduled ? SFP_FIND_RESULT_CLASH : SFP_FIND_MAD_WAW, part,
                   &detail);
    if (writer->insn->unit == SFP_UNIT_ROUND && !flight->part.scheduled
        && sfp_quirk(e->m->s.arch, SFP_QUIRK_SHFT2_PORT_CLASH) && sfp_port_clash(op->insn, op->mod))
        sfp_hazard_about(e, SFP_FIND_SHFT2_PORT, part, &flight->part);
}

/* Checks a part that reads registers which an SFPSWAP is exchanging. */
static void check_swapping(struct sfp_engine *e, const struct sfp_flight *flight, const struct sfp_part *part)
{
    const struct sfp_op *swap = &flight->part.op;
    uint32_t early = early_reads(e, &part->op, flight) & SFP_LREG_MASK, lanes, differs = 0;
    unsigned reg = (unsigned)__builtin_ctz(early | 1u << SFP_STAGING_LREG);
    struct sfp_finding_detail detail;

    if (!early)
        return;
    lanes = sfp_mask_pack(e->swap_lanes[flight->began]) & sfp_reading_lanes(e, part, reg);
    for (unsigned l = 0; l < SFP_LANES; l++)
        differs |= (uint32_t)(e->m->s.lreg[swap->vc][l] != e->m->s.lreg[swap->b][l]) << l;
    if (lanes)
        report_early(e, flight, part, &(struct sfp_finding_detail){
            .other = swap->index, .by = swap, .lands = said_to_land(flight, part),
            .lreg = (int)reg, .lanes = lanes, .compared = true, .differs = differs & lanes});
    else if (may_be_stale(e, flight, part, early, &detail))
        report_early(e, flight, part, &detail);
}

static void check_flights(struct sfp_engine *e, const struct sfp_part *part)
{
    const uint32_t crossing = e->flying & (SFP_ROUND_PLACES | SFP_SIMPLE_PLACES); /* regardless of registers */

    for (uint32_t left = sfp_waits_for(e, part->op.reads | part->op.writes) | crossing; left; left &= left - 1) {
        const struct sfp_flight *flight = &e->flight[__builtin_ctz(left)];

        if (flight->done)
            continue;
        if (sfp_is(&flight->part.op, SFP_I_SFPSWAP))
            check_swapping(e, flight, part);
        else
            check_flight(e, flight, part);
    }
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

/* Reports an addend of SFPMUL24 that is 0 in this run but depends on data. The executor reports addends that are not
 * 0. */
void sfp_hazards_addend(struct sfp_engine *e, const struct sfp_part *part)
{
    const unsigned addend = part->op.vc;
    uint32_t bits = 0;

    for (unsigned l = 0; l < SFP_LANES; l++)
        bits |= e->m->s.lreg[addend][l];
    if (!bits && e->ways.data >> addend & 1 && sfp_ways_enabled(e))
        sfp_hazard(e, SFP_FIND_MUL24_ADDEND, part, &(struct sfp_finding_detail){
            .other = SFP_NO_INDEX, .lreg = (int)addend, .possible = true});
}

void sfp_check_addend(struct sfp_engine *e, const struct sfp_cycle *set)
{
    const struct sfp_part *mad = &set->part[SFP_UNIT_MAD];

    if (sfp_part_works(mad) && sfp_is(&mad->op, SFP_I_SFPMUL24))
        sfp_hazards_addend(e, mad);
}

void sfp_check_not_ready(struct sfp_engine *e, const struct sfp_cycle *set)
{
    for (unsigned u = SFP_UNIT_SIMPLE; u < SFP_UNITS; u++) {
        if (!sfp_part_works(&set->part[u]))
            continue;
        check_flights(e, &set->part[u]);
        check_dest_index(e, &set->part[u]);
    }
}
