/* Rewrites of moves, and of multiply-adds that act as moves. */
#include "rewrites.h"

#include "graph_parts.h"

static bool source_holds(const struct graph *g, const struct graph_source *source, uint32_t bits)
{
    uint32_t held;

    return source->value == GRAPH_NONE && rewrite_bits_in(g, source->lreg, &held) && held == bits;
}

/* Returns the source that a multiply-add copies, except in corner cases, or GRAPH_NONE. */
static int8_t find_moved_source(const struct graph *g, const struct graph_operation *o)
{
    const int8_t a = graph_source_in(o, GRAPH_VA), b = graph_source_in(o, GRAPH_VB), c = graph_source_in(o, GRAPH_VC);

    if ((o->insn->id != SFP_I_SFPMAD && o->insn->id != SFP_I_SFPADD && o->insn->id != SFP_I_SFPMUL) || o->mode != 0 ||
        a == GRAPH_NONE || b == GRAPH_NONE || c == GRAPH_NONE)
        return GRAPH_NONE;
    if (source_holds(g, &o->sources[a], 0) && source_holds(g, &o->sources[b], 0))
        return c;
    if (!source_holds(g, &o->sources[c], 0))
        return GRAPH_NONE;
    return source_holds(g, &o->sources[a], SFP_BITS_ONE)   ? b
           : source_holds(g, &o->sources[b], SFP_BITS_ONE) ? a
                                                           : GRAPH_NONE;
}

/* Makes the multiply-add another way to make its source's value, for use where a register is overwritten. */
bool rewrite_mad_move(struct rewriting *w, size_t at)
{
    struct graph *g = w->graph;
    struct graph_operation *o = &g->operations[at];
    const int8_t source = find_moved_source(g, o);
    int16_t moved;

    if (source == GRAPH_NONE || !rewrite_is_free(o) || o->sources[source].value == GRAPH_NONE ||
        graph_carried_entry(g, o->sources[source].value))
        return true;
    moved = o->sources[source].value;
    graph_rename(g, o->results[0].value, moved);
    o->results[0].value = moved;
    o->optional = true;
    rewrite_note(w);
    return true;
}

bool rewrite_move_mad(struct rewriting *w, size_t at)
{
    struct graph_operation *move = &w->graph->operations[at], o = *move;

    if (move->insn->id != SFP_I_SFPMOV || move->mode != SFP_MODE_SFPMOV_MOVE || o.sources[0].value == GRAPH_NONE)
        return true;
    rewrite_give_word(w, &o, MADE_WORD(&w->index, SFP_I_SFPMAD, {SFP_F_MOD, 0}));
    o.sources[0].slot = GRAPH_VA;
    o.sources[o.source_count++] = (struct graph_source){.slot = GRAPH_VB, .lreg = SFP_LREG_ONE, .value = GRAPH_NONE};
    o.sources[o.source_count++] = (struct graph_source){.slot = GRAPH_VC, .lreg = SFP_LREG_ZERO, .value = GRAPH_NONE};
    move->optional = true;
    return rewrite_add_way(w, at, o);
}

/* ---- Limits before SFPSTOCHRND ---- */

/* Returns the float of the largest integer that SFPSTOCHRND in this mode makes; 0 if it makes no integer. */
static uint32_t find_largest_integer(const struct graph_operation *o)
{
    enum { F127 = 0x42FE0000, F255 = 0x437F0000, F32767 = 0x46FFFE00, F65535 = 0x477FFF00 };

    if (o->insn->id != SFP_I_SFPSTOCHRND)
        return 0;
    switch (o->mode) {
    case SFP_MODE_SFPSTOCHRND_FP32_TO_UINT8: return F255;
    case SFP_MODE_SFPSTOCHRND_FP32_TO_INT8: return F127;
    case SFP_MODE_SFPSTOCHRND_FP32_TO_UINT16: return F65535;
    case SFP_MODE_SFPSTOCHRND_FP32_TO_INT16: return F32767;
    default: return 0;
    }
}

/* Returns the SFPSWAP for minimum or maximum, in all lanes, that makes the value, with *result its result; or NULL. */
static const struct graph_operation *find_min_max(const struct graph *g, int16_t value, unsigned *result)
{
    for (const struct graph_operation *o = g->operations; o < g->operations + g->count && value != GRAPH_NONE; o++)
        for (*result = 0; *result < GRAPH_RESULTS && o->insn->id == SFP_I_SFPSWAP; ++*result)
            if (o->results[*result].value == value && o->region == GRAPH_NONE && !o->optional &&
                (o->mode == SFP_MODE_SFPSWAP_MIN_MAX || o->mode == SFP_MODE_SFPSWAP_MAX_MIN))
                return o;
    return NULL;
}

/* Does the constant limit a value no more than the saturation does? */
static bool is_beyond_saturation(uint32_t bits, bool is_minimum, uint32_t largest)
{
    enum { SIGN = 31, INFINITY_BITS = 0x7F800000 };
    const uint32_t magnitude = bits & ~(UINT32_C(1) << SIGN);

    return bits >> SIGN == !is_minimum && magnitude >= largest && magnitude <= INFINITY_BITS;
}

/* Returns the operand that the SFPSWAP limits no further than the later saturation, so that the SFPSWAP can go; or
 * NULL. */
static const struct graph_source *find_limited_operand(const struct graph *g, const struct graph_operation *swap,
                                                       unsigned result, uint32_t largest)
{
    const bool is_minimum = (result == 0) == (swap->mode == SFP_MODE_SFPSWAP_MIN_MAX);
    uint32_t bits;

    for (unsigned s = 0; s < 2 && swap->source_count == 2; s++)
        if (rewrite_bits_of(g, &swap->sources[s], &bits) && is_beyond_saturation(bits, is_minimum, largest))
            return &swap->sources[1 - s];
    return NULL;
}

bool rewrite_saturate(struct rewriting *w, size_t at)
{
    struct graph *g = w->graph;
    struct graph_operation *o = &g->operations[at];
    const uint32_t largest = find_largest_integer(o);
    const struct graph_operation *swap;
    const struct graph_source *limited;
    unsigned result;
    int8_t source;

    if (largest == 0 || (source = graph_source_in(o, GRAPH_VC)) == GRAPH_NONE)
        return true;
    while ((swap = find_min_max(g, o->sources[source].value, &result)) &&
           (limited = find_limited_operand(g, swap, result, largest))) {
        o->sources[source].value = limited->value;
        o->sources[source].lreg = limited->lreg;
        rewrite_free_maker(g, swap);
        rewrite_note(w);
    }
    return true;
}

/* ---- Sign and magnitude ---- */

bool rewrite_cast_sm(struct rewriting *w, size_t at)
{
    struct graph *g = w->graph;
    struct graph_operation *setsgn = &g->operations[at], o;
    const struct graph_operation *abs = rewrite_signed_abs(g, setsgn);

    if (!abs || abs->sources[0].value == GRAPH_NONE)
        return true;
    o = (struct graph_operation){.region = GRAPH_NONE, .results = {setsgn->results[0], {GRAPH_NONE, GRAPH_NONE}}};
    rewrite_give_word(w, &o, MADE_WORD(&w->index, SFP_I_SFPCAST, {SFP_F_MOD, SFP_MODE_SFPCAST_INT32_SM32}));
    o.sources[o.source_count++] = (struct graph_source){.slot = GRAPH_VC, .value = abs->sources[0].value};
    setsgn->optional = true;
    rewrite_free_maker(g, abs);
    return rewrite_add_way(w, at, o);
}
