/* Constants: registers set before the loop, and values equal in each iteration. */
#include "graph_parts.h"

#include "isa/modes.h"
#include "isa/vector_unit.h"

enum { HALF = 0xFFFF };

/* ---- Before the loop ---- */

/* Computes a register's bits after an SFPLOADI that finds `old` there. False if unknown. */
static bool compute_loaded_bits(const struct sfp_insn *insn, uint32_t word, uint32_t old, uint32_t *bits)
{
    struct sfp_loaded loaded;
    const bool known = sfp_loadi(sfp_mode(insn, word), sfp_field(insn, word, SFP_F_IMM), &loaded);

    *bits = loaded.bits | (old & loaded.kept);
    return known;
}

static void note_known_bits(struct graph *g, unsigned lreg, uint32_t bits)
{
    g->known |= UINT32_C(1) << lreg;
    g->known_bits[lreg] = bits;
}

static void note_loaded_bits(struct graph *g, const struct sfp_insn *insn, uint32_t word)
{
    const unsigned lreg = sfp_field(insn, word, SFP_F_VD);
    uint32_t bits;

    if (lreg < GRAPH_LREGS && compute_loaded_bits(insn, word, g->known_bits[lreg], &bits) &&
        (!graph_keeps_half(insn, sfp_mode(insn, word)) || g->known >> lreg & 1))
        note_known_bits(g, lreg, bits);
}

/* Notes a constant that SFPCONFIG copies from L0. */
static void note_configured_bits(struct graph *g, const struct sfp_insn *insn, uint32_t word)
{
    const unsigned lreg = sfp_field(insn, word, SFP_F_VD);

    if (sfp_is_programmable(lreg) && sfp_mode(insn, word) == 0 && g->known & 1)
        note_known_bits(g, lreg, g->known_bits[0]);
}

void graph_note_known(struct graph *g, const struct sfp_index *index, const struct loop_word *words, size_t count)
{
    note_known_bits(g, SFP_LREG_0_8373, SFP_BITS_0_8373);
    note_known_bits(g, SFP_LREG_ZERO, 0);
    note_known_bits(g, SFP_LREG_ONE, SFP_BITS_ONE);
    for (size_t i = 0; i < count; i++) {
        const struct sfp_issued issued = sfp_issued_of(index, words[i].word);
        const uint32_t before = g->known;

        g->known &= ~issued.writes;
        if (words[i].lanes != UINT32_MAX || !issued.insn)
            continue;
        if (issued.insn->id == SFP_I_SFPLOADI) {
            g->known |= before & issued.writes; /* SFPLOADI keeps one half */
            note_loaded_bits(g, issued.insn, words[i].word);
        } else if (issued.insn->id == SFP_I_SFPCONFIG) {
            note_configured_bits(g, issued.insn, words[i].word);
        }
    }
}

/* ---- In the iteration ---- */

static const struct graph_operation *find_first_maker(const struct graph *g, int16_t value)
{
    for (const struct graph_operation *o = g->operations; o < g->operations + g->count; o++)
        if (o->results[0].value == value)
            return o;
    return NULL;
}

static bool is_plain_move(const struct graph_operation *o)
{
    return o->insn->id == SFP_I_SFPMOV && o->mode == SFP_MODE_SFPMOV_MOVE;
}

bool graph_constant_bits(const struct graph *g, const struct graph_operation *o, uint32_t *bits)
{
    const int8_t kept = graph_source_in(o, GRAPH_VD);
    const struct graph_operation *half;

    if (is_plain_move(o) && kept == GRAPH_NONE && o->sources[0].value == GRAPH_NONE &&
        g->known >> o->sources[0].lreg & 1) {
        *bits = g->known_bits[o->sources[0].lreg];
        return true;
    }
    if (o->insn->id != SFP_I_SFPLOADI)
        return false;
    *bits = 0;
    if (kept != GRAPH_NONE) {
        half = find_first_maker(g, o->sources[kept].value);
        if (!graph_keeps_half(o->insn, o->mode) || !half || !graph_constant_bits(g, half, bits))
            return false;
    }
    return compute_loaded_bits(o->insn, o->word, *bits, bits);
}

static bool is_kernel_load(const struct graph_operation *o) { return o->insn->id == SFP_I_SFPLOADI && !o->rewrite; }

unsigned graph_constant_loads(const struct graph *g, const struct graph_operation *o,
                              uint16_t loads[static GRAPH_MADE_LOADS])
{
    const int8_t kept = graph_source_in(o, GRAPH_VD);
    const struct graph_operation *half = kept == GRAPH_NONE ? NULL : find_first_maker(g, o->sources[kept].value);
    unsigned count = 0;

    if (!is_kernel_load(o) || (kept != GRAPH_NONE &&
                               (!half || !is_kernel_load(half) || graph_source_in(half, GRAPH_VD) != GRAPH_NONE)))
        return 0;
    if (half)
        loads[count++] = half->at;
    loads[count++] = o->at;
    return count;
}

bool graph_loaded_bits(const struct graph_operation *o, uint32_t *bits)
{
    return o->insn->id == SFP_I_SFPLOADI && !graph_keeps_half(o->insn, o->mode) &&
           compute_loaded_bits(o->insn, o->word, 0, bits);
}

/* ---- Upper bounds of values ---- */

enum { DEEPEST = 8 };

static const uint32_t ALL_BITS = UINT32_MAX;

static uint32_t bound_source(const struct graph *g, const struct graph_source *source, unsigned depth);

/* Returns the bound of a right shift by 1 to 31 bits, or ALL_BITS for other shifts. */
static uint32_t bound_shift(const struct graph *g, const struct graph_operation *o, unsigned depth)
{
    enum { SIGN = 1 << 11, WORD = 32 };
    const int32_t by = (int32_t)(sfp_field(o->insn, o->word, SFP_F_IMM) ^ SIGN) - SIGN;

    return by < 0 && by > -WORD ? bound_source(g, &o->sources[0], depth) >> -by : ALL_BITS;
}

static uint32_t bound_operation(const struct graph *g, const struct graph_operation *o, unsigned depth)
{
    enum { ZEROS = 32 };
    uint32_t one, other;

    switch (o->insn->id) {
    case SFP_I_SFPLZ: return ZEROS;
    case SFP_I_SFPLOAD: return o->mode == SFP_FMT_UINT16 ? HALF : ALL_BITS;
    case SFP_I_SFPMOV: return is_plain_move(o) ? bound_source(g, &o->sources[0], depth) : ALL_BITS;
    case SFP_I_SFPSHFT:
        return o->mode & SFP_MODE_SFPSHFT_ARG_IMM && !(o->mode & SFP_MODE_SFPSHFT_ARITHMETIC) ? bound_shift(g, o,
                                                                                                            depth)
                                                                                             : ALL_BITS;
    case SFP_I_SFPSHFT2: return o->mode == SFP_MODE_SFPSHFT2_SHFT_IMM ? bound_shift(g, o, depth) : ALL_BITS;
    case SFP_I_SFPAND:
        one = bound_source(g, &o->sources[0], depth);
        other = bound_source(g, &o->sources[1], depth);
        return one < other ? one : other;
    default: return ALL_BITS;
    }
}

/* Returns the bound of a source. Values made in a region have none, because an old value stays in the lanes that
 * flags turn off. */
static uint32_t bound_source(const struct graph *g, const struct graph_source *source, unsigned depth)
{
    const struct graph_operation *maker = source->value == GRAPH_NONE ? NULL : find_first_maker(g, source->value);
    uint32_t bits;

    if (source->value == GRAPH_NONE)
        return g->known >> source->lreg & 1 ? g->known_bits[source->lreg] : ALL_BITS;
    if (!maker || maker->region != GRAPH_NONE || depth == DEEPEST)
        return ALL_BITS;
    return graph_constant_bits(g, maker, &bits) ? bits : bound_operation(g, maker, depth + 1);
}

void graph_range_of(const struct graph *g, const struct graph_source *source, uint32_t *least, uint32_t *most)
{
    const struct graph_operation *maker = source->value == GRAPH_NONE ? NULL : find_first_maker(g, source->value);
    uint32_t bits;
    const bool known = maker ? maker->region == GRAPH_NONE && graph_constant_bits(g, maker, &bits)
                             : source->value == GRAPH_NONE && g->known >> source->lreg & 1;

    *most = bound_source(g, source, 0);
    *least = known ? *most : 0;
}

/* ---- Constants in place of values ---- */

bool graph_is_read(const struct graph *g, int16_t value)
{
    for (const struct graph_operation *o = g->operations; o < g->operations + g->count; o++)
        for (unsigned source = 0; source < o->source_count; source++)
            if (o->sources[source].value == value)
                return true;
    return graph_carried_exit(g, value);
}

/* Returns the index of the result that is lost if the source moves to a register without writes, or GRAPH_NONE. */
static int find_lost_result(const struct graph_operation *o, unsigned source)
{
    for (int result = 0; result < GRAPH_RESULTS; result++)
        if (o->results[result].value != GRAPH_NONE && o->results[result].in_place == (int8_t)source)
            return result;
    return GRAPH_NONE;
}

/* Can the source be read from constant register `lreg`? Only in slot VA, VB, or a VC with its own field: elsewhere
 * the result's field names the source, or the instruction means a register by its number, or a constant there makes
 * another instruction. An operation that writes its result over the source needs an `lreg` where writes have no
 * effect, and its result must be unread. */
static bool can_take_constant(const struct graph *g, const struct graph_operation *o, unsigned source, uint8_t lreg)
{
    const int lost = find_lost_result(o, source);

    if (lost != GRAPH_NONE && (lreg < SFP_FIRST_CONSTANT_LREG || graph_is_read(g, o->results[lost].value)))
        return false;
    switch (o->sources[source].slot) {
    case GRAPH_VA:
    case GRAPH_VB: return true;
    case GRAPH_VC: return sfp_field_naming(o->insn, SFP_F_VC) == SFP_F_VC;
    default: return false;
    }
}

/* Can operation `o` read `lreg` as this source, instead of the maker's value? Its lanes must be within the maker's. */
static bool may_read_constant(const struct graph *g, const struct graph_operation *maker,
                              const struct graph_operation *o, unsigned source, uint8_t lreg)
{
    return o->sources[source].value == maker->results[0].value && graph_is_within(g, o->region, maker->region) &&
           can_take_constant(g, o, source, lreg);
}

bool graph_can_put_constant(const struct graph *g, const struct graph_operation *maker, uint8_t lreg)
{
    for (const struct graph_operation *o = g->operations; o < g->operations + g->count; o++)
        for (unsigned source = 0; source < o->source_count; source++)
            if (may_read_constant(g, maker, o, source, lreg))
                return true;
    return false;
}

void graph_put_constant(struct graph *g, const struct graph_operation *maker, uint8_t lreg)
{
    for (struct graph_operation *o = g->operations; o < g->operations + g->count; o++)
        for (unsigned source = 0; source < o->source_count; source++)
            if (may_read_constant(g, maker, o, source, lreg)) {
                const int lost = find_lost_result(o, source);

                if (lost != GRAPH_NONE)
                    o->results[lost] = (struct graph_result){GRAPH_NONE, GRAPH_NONE};
                o->sources[source].value = GRAPH_NONE;
                o->sources[source].lreg = lreg;
            }
}

/* ---- LRegs in use ---- */

/* Does an operation after `at` still read the value, once the constant has replaced the maker's value where
 * possible? */
static bool is_read_after(const struct graph *g, size_t at, int16_t value, const struct graph_operation *maker,
                          uint8_t lreg)
{
    for (size_t i = at + 1; i < g->count; i++)
        for (unsigned source = 0; source < g->operations[i].source_count; source++)
            if (g->operations[i].sources[source].value == value &&
                !may_read_constant(g, maker, &g->operations[i], source, lreg))
                return true;
    return false;
}

/* Counts the LRegs that results of operation `made` occupy after operation `at`. A move's result counts as one more
 * LReg; operations added by rewrites count as 0. */
static unsigned count_live_results(const struct graph *g, size_t made, size_t at, const struct graph_operation *maker,
                                   uint8_t lreg)
{
    const struct graph_operation *o = &g->operations[made];
    unsigned live = 0;

    for (unsigned result = 0; result < GRAPH_RESULTS && !o->rewrite; result++)
        live += o->results[result].value != GRAPH_NONE &&
                ((made == at && o != maker) || is_read_after(g, at, o->results[result].value, maker, lreg));
    return live;
}

unsigned graph_most_live(const struct graph *g, const struct graph_operation *maker, uint8_t lreg)
{
    unsigned most = 0;

    for (size_t at = 0; at < g->count; at++) {
        unsigned live = 0;

        for (size_t made = 0; made <= at; made++)
            live += count_live_results(g, made, at, maker, lreg);
        if (live > most)
            most = live;
    }
    return most;
}
