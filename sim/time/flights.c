/* Keeps results that land in later cycles than their instructions start, and the registers that wait for them. */
#include "engine.h"

_Static_assert((SFP_MAX_LATENCY - 1) * SFP_SCORED_LREGS <= SFP_MAX_PENDING,
               "a slot has room for one result of every latency, each for all LRegs that L7 may name");

/* Returns a sub-unit's first place. Places are in the order in which results of one cycle land (sfpu-timing(7),
 * Order within a cycle). */
static unsigned first_place(enum sfp_unit unit)
{
    static const uint8_t first[SFP_UNITS] = {
        [SFP_UNIT_MAD] = SFP_MAD_PLACE, [SFP_UNIT_ROUND] = SFP_ROUND_PLACE, [SFP_UNIT_SIMPLE] = SFP_SIMPLE_PLACE,
        [SFP_UNIT_LOAD] = SFP_LOAD_PLACE, [SFP_UNIT_STORE] = SFP_STORE_PLACE,
    };

    return first[unit];
}

static enum sfp_slot landing_slot(const struct sfp_op *op, unsigned ends)
{
    return (enum sfp_slot)(SFP_SLOT_PLACES + first_place((enum sfp_unit)op->insn->unit) + ends);
}

enum sfp_slot sfp_flight_slot(const struct sfp_flight *flight)
{
    return landing_slot(&flight->part.op, flight->ends);
}

/* Lets the registers `lregs` wait for the flight at `place` too, whose result can be read from cycle `at` on. */
static void await_flight(struct sfp_engine *e, uint32_t lregs, uint64_t at, unsigned place)
{
    e->unready |= lregs;
    for (; lregs; lregs &= lregs - 1) {
        struct sfp_ready *r = &e->ready[__builtin_ctz(lregs)];
        const bool waited = r->at > e->cycle;

        r->by = (waited ? r->by : 0) | 1u << place;
        r->at = waited && r->at > at ? r->at : at;
    }
}

/* Enters a multiply-add into Blackhole's scoreboard. */
static void score_writes(struct sfp_engine *e, uint32_t lregs, uint64_t at, unsigned place)
{
    e->seen_until = at > e->seen_until ? at : e->seen_until;
    for (; lregs; lregs &= lregs - 1)
        e->seen[__builtin_ctz(lregs)] = (struct sfp_ready){at, place};
}

struct sfp_flight *sfp_take_off(struct sfp_engine *e, const struct sfp_op *op, bool regular)
{
    const unsigned place = first_place((enum sfp_unit)op->insn->unit) + e->beat;
    const unsigned ends = (e->beat + op->latency - 1) % SFP_MAX_LATENCY;
    const uint64_t ready = e->cycle + op->latency;
    struct sfp_flight *flight = &e->flight[place];

    if (e->flying >> place & 1) { /* another group of lanes has started there in this cycle */
        flight = &e->other[e->others++];
    } else {
        e->flying |= 1u << place;
        e->landing[ends] |= 1u << place;
        await_flight(e, op->writes & SFP_USES_LREGS, ready, place);
    }
    flight->lands = ready - 1;
    flight->began = (uint8_t)e->beat;
    flight->ways = e->ways.began;
    flight->ends = (uint8_t)ends;
    sfp_open_slot(e, landing_slot(op, ends));
    flight->done = false;
    if (!regular)
        return flight;
    if (sfp_holding(e->m->s.arch, op) != SFP_STALL_NONE)
        e->hold = (struct sfp_hold){ready, sfp_holding(e->m->s.arch, op)};
    if (op->insn->unit == SFP_UNIT_MAD && sfp_quirk(e->m->s.arch, SFP_QUIRK_MAD_INTERLOCK))
        score_writes(e, sfp_detected_writes(op), ready, place);
    return flight;
}

void sfp_touch_down(struct sfp_engine *e)
{
    uint32_t *landed = &e->landing[e->beat];
    unsigned kept = 0;

    e->flying &= ~*landed;
    *landed = 0;
    if (!e->flying)
        e->unready = 0;
    for (unsigned i = 0; i < e->others; i++)
        if (e->other[i].lands != e->cycle)
            e->other[kept++] = e->other[i];
    e->others = kept;
}

void sfp_flights_shift(struct sfp_engine *e, uint64_t cycles)
{
    for (uint32_t left = e->flying; left; left &= left - 1)
        e->flight[__builtin_ctz(left)].lands += cycles;
    for (unsigned reg = 0; reg < SFP_LREGS; reg++)
        e->ready[reg].at += cycles;
    for (unsigned reg = 0; reg < SFP_SCORED_LREGS; reg++)
        e->seen[reg].at += cycles;
    e->seen_until += cycles;
    e->hold.until += cycles;
}

/* Returns the registers of `lregs`, as a mask, that `board` calls ready only in a later cycle. */
static uint32_t unready_on_board(const struct sfp_engine *e, const struct sfp_ready *board, uint32_t lregs)
{
    uint32_t found = 0;

    for (; lregs; lregs &= lregs - 1)
        if (board[__builtin_ctz(lregs)].at > e->cycle)
            found |= lregs & -lregs;
    return found;
}

uint32_t sfp_not_ready(const struct sfp_engine *e, uint32_t lregs)
{
    return unready_on_board(e, e->ready, lregs & e->unready);
}

uint32_t sfp_waits_for(const struct sfp_engine *e, uint32_t lregs)
{
    uint32_t places = 0;

    for (uint32_t left = sfp_not_ready(e, lregs); left; left &= left - 1)
        places |= e->ready[__builtin_ctz(left)].by;
    return places & e->flying;
}

/* Returns the registers that the scoreboard sees `op` read and takes for not ready. */
static uint32_t seen_reads(const struct sfp_engine *e, const struct sfp_op *op)
{
    return e->seen_until > e->cycle ? unready_on_board(e, e->seen, sfp_detected_reads(op)) : 0;
}

bool sfp_is_scored(const struct sfp_engine *e, const struct sfp_op *op)
{
    return seen_reads(e, op) != 0;
}

const struct sfp_op *sfp_scored_writer(const struct sfp_engine *e, const struct sfp_op *op, bool *truly)
{
    const struct sfp_op *writer = NULL;

    *truly = false;
    for (uint32_t left = seen_reads(e, op); left && !*truly; left &= left - 1) {
        writer = &e->flight[e->seen[__builtin_ctz(left)].by].part.op;
        *truly = op->reads & writer->writes & SFP_LREG_MASK;
    }
    return writer;
}
