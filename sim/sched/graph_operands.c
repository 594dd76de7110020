/* Operands: values that a word of the kernel reads, and values left in registers. */
#include "graph_parts.h"

#include "isa/modes.h"
#include "isa/timing.h"

static bool uses_resource(uint32_t resources, enum sfp_resource resource)
{
    return resources >> resource & 1;
}

/* ---- Words and their operations ---- */

bool graph_ignores_flags(const struct sfp_insn *insn, unsigned mode)
{
    return insn->id == SFP_I_SFPMOV && mode == SFP_MODE_SFPMOV_ALL_LANES_ENABLED;
}

struct decoded_word graph_decode_word(const struct building *b, uint32_t word)
{
    struct decoded_word t = {.insn = sfp_insn_of_word(&b->index, word), .word = word};

    t.mode = sfp_mode(t.insn, word);
    t.named = sfp_named_of(t.insn, word);
    t.reads = sfp_resources_read(t.insn, t.mode, t.named.vd);
    t.writes = sfp_resources_written(t.insn, t.mode, t.named.vd);
    return t;
}

struct graph_operation graph_operation_of(const struct building *b, const struct decoded_word *t)
{
    const bool store = t->insn->id == SFP_I_SFPSTORE;

    return (struct graph_operation){
        .insn = t->insn,
        .word = t->word,
        .mode = (uint8_t)t->mode,
        .unit = t->insn->unit,
        .latency = store ? 1 : (uint8_t)sfp_latency(t->insn, b->body->arch, t->mode),
        .results = {{GRAPH_NONE, GRAPH_NONE}, {GRAPH_NONE, GRAPH_NONE}},
        .exchange = (uint8_t)sfp_exchange_of(t->insn, t->mode, t->named.va),
        .issued_only = t->insn->unit == SFP_UNIT_LOAD && t->insn->id != SFP_I_SFPLOAD,
        .changes_flags = t->writes >> SFP_R_FLAGS & 1,
        .region = graph_ignores_flags(t->insn, t->mode) ? GRAPH_NONE : b->region,
        .at = (uint16_t)b->at,
    };
}

bool graph_add_word(struct building *b, uint32_t word, const struct graph_source *sources, unsigned count)
{
    const struct decoded_word t = graph_decode_word(b, word);
    struct graph_operation o = graph_operation_of(b, &t);

    for (; o.source_count < count; o.source_count++)
        o.sources[o.source_count] = sources[o.source_count];
    *b->error = NULL;
    return graph_add(b->graph, &o);
}

/* ---- Sources ---- */

/* Notes a read of an LReg that the iteration does not write. False after a refusal if nothing has set the LReg. */
static bool note_graph_constant(struct building *b, unsigned lreg)
{
    if (lreg < GRAPH_LREGS) {
        if (!(b->set_before >> lreg & 1))
            return graph_refuse_lreg(b, REFUSAL_NEVER_SET, lreg);
        b->graph->kept |= UINT32_C(1) << lreg;
    }
    if (sfp_is_programmable(lreg))
        b->graph->constants |= UINT32_C(1) << lreg;
    return true;
}

/* Returns the region whose lanes of a value the operation uses. SFPMOV in all lanes moves what other lanes hold too, but
 * the value moved is then unknown there, as it was (graph_write()). */
static int16_t find_used_lanes(const struct building *b, const struct graph_operation *o)
{
    return graph_ignores_flags(o->insn, o->mode) ? b->region : o->region;
}

static bool add_operand_source(struct building *b, struct graph_operation *o, enum graph_slot slot, unsigned lreg)
{
    struct graph_source *source = &o->sources[o->source_count++];
    const struct held *held = lreg < GRAPH_LREGS ? &b->held[lreg] : NULL;

    *source = (struct graph_source){.slot = (uint8_t)slot, .lreg = (uint8_t)lreg, .value = GRAPH_NONE};
    if (!held || !(b->written >> lreg & 1))
        return note_graph_constant(b, lreg);
    source->value = held->value;
    if (held->value == GRAPH_NONE || held->lacks_low || held->lacks_high ||
        !graph_is_within(b->graph, find_used_lanes(b, o), held->lanes))
        return graph_ask_carried(b, lreg);
    return true;
}

/* Returns a bit for each register that L7 can name. */
static uint32_t find_named_lregs(const struct building *b)
{
    enum { NAMES = 16 };
    const struct graph_source l7 = {.lreg = SFP_LREG_NAMING, .value = b->held[SFP_LREG_NAMING].value};
    uint32_t least, most;

    graph_range_of(b->graph, &l7, &least, &most);
    if (least == most)
        return UINT32_C(1) << most % NAMES;
    return most < NAMES ? (UINT32_C(2) << most) - 1 : (UINT32_C(1) << NAMES) - 1;
}

/* Adds L7 as a source that names a register. Refuses if L7 can name a register that the iteration writes: its
 * contents would differ in a table. */
static bool add_naming_source(struct building *b, struct graph_operation *o)
{
    const uint32_t named = find_named_lregs(b);

    if (named & b->written)
        return graph_refuse(b, REFUSAL_INDIRECT_SOURCE, NULL);
    for (unsigned lreg = 0; named >> lreg; lreg++)
        if (named >> lreg & 1 && !note_graph_constant(b, lreg))
            return false;
    return add_operand_source(b, o, GRAPH_NAMED, SFP_LREG_NAMING);
}

/* Adds L3, the operand of a table lookup, as a fixed source. The lookup's tables in LRegs must be set before the
 * loop. */
static bool add_fixed_source(struct building *b, const struct decoded_word *t, struct graph_operation *o)
{
    enum { L0_L2 = 0x07, L4_L6 = 0x70, OPERAND = 3 };
    const uint32_t tables = uses_resource(t->reads, SFP_R_L0_L3)
                                ? L0_L2 | (uses_resource(t->reads, SFP_R_L4_L6) ? L4_L6 : 0)
                                : 0;

    for (unsigned lreg = 0; tables >> lreg; lreg++) {
        if (!(tables >> lreg & 1))
            continue;
        if (b->written >> lreg & 1)
            return graph_refuse_lreg(b, REFUSAL_FIXED_REGISTERS, lreg);
        if (!note_graph_constant(b, lreg))
            return false;
    }
    return tables == 0 || add_operand_source(b, o, GRAPH_FIXED, OPERAND);
}

static bool is_upper_half(const struct decoded_word *t)
{
    return t->mode == (t->insn->id == SFP_I_SFPLOAD ? (unsigned)SFP_FMT_HI16_ONLY : (unsigned)SFP_MODE_SFPLOADI_UPPER);
}

/* Makes the destination a source, because the instruction keeps half of it. Adds no source if the iteration has not
 * set the register yet in the lanes where the instruction works. A value in other lanes is then forgotten, so that a
 * read of it there is refused. */
static bool add_kept_half(struct building *b, const struct decoded_word *t, struct graph_operation *o)
{
    struct held *held = &b->held[t->named.vd];
    const bool upper = is_upper_half(t);
    struct held before;
    bool read;

    if (held->value == GRAPH_NONE || !graph_is_within(b->graph, o->region, held->lanes)) {
        *held = (struct held){.value = GRAPH_NONE, .lanes = GRAPH_NONE, .home = held->home};
        return true;
    }
    before = *held;
    held->lacks_low = held->lacks_high = false;
    read = add_operand_source(b, o, GRAPH_VD, t->named.vd);
    held->lacks_low = upper && before.lacks_low;
    held->lacks_high = !upper && before.lacks_high;
    return read;
}

bool graph_read(struct building *b, const struct decoded_word *t, struct graph_operation *o)
{
    const struct sfp_named *n = &t->named;

    if (graph_keeps_half(t->insn, t->mode))
        return n->vd >= GRAPH_LREGS || add_kept_half(b, t, o);
    return add_fixed_source(b, t, o) &&
           (!uses_resource(t->reads, SFP_R_VA) || add_operand_source(b, o, GRAPH_VA, n->va)) &&
           (!uses_resource(t->reads, SFP_R_ANY) || add_naming_source(b, o)) &&
           (!uses_resource(t->reads, SFP_R_VB) || add_operand_source(b, o, GRAPH_VB, n->vb)) &&
           (!uses_resource(t->reads, SFP_R_B) || add_operand_source(b, o, GRAPH_B, n->b)) &&
           (!uses_resource(t->reads, SFP_R_VC) || add_operand_source(b, o, GRAPH_VC, n->vc)) &&
           (!uses_resource(t->reads, SFP_R_VD) || add_operand_source(b, o, GRAPH_VD, n->vd));
}

/* ---- Results ---- */

/* Returns the index of the source with the old value, which must stay in the register where flags turn lanes off.
 * Adds the source if necessary. */
static int8_t add_old_value(struct graph_operation *o, const struct held *held, unsigned lreg)
{
    const int8_t b = graph_source_in(o, GRAPH_B), vd = graph_source_in(o, GRAPH_VD);

    if (vd != GRAPH_NONE)
        return vd;
    if (b != GRAPH_NONE && o->sources[b].value == held->value)
        return b;
    o->sources[o->source_count] =
        (struct graph_source){.slot = GRAPH_VD, .lreg = (uint8_t)lreg, .value = held->value};
    return (int8_t)o->source_count++;
}

/* Does the operation set exactly those lanes of the outer region that the register's value still lacks? True in the
 * second half of SFPSETCC .. SFPCOMPC, for a register set in the first half. */
static bool completes_lanes(const struct building *b, const struct graph_operation *o, const struct held *held)
{
    const int16_t other = graph_completed_by(b->graph, o->region);

    return other != GRAPH_NONE && held->value != GRAPH_NONE && held->lanes != GRAPH_NONE &&
           graph_has_lanes_of(b->graph, held->lanes, other);
}

/* Adds a result in an LReg. `in_place`: the source whose register the result always replaces, or GRAPH_NONE. */
static void add_lreg_result(struct building *b, struct graph_operation *o, struct graph_result *result, unsigned lreg,
                            int8_t in_place)
{
    struct held *held = &b->held[lreg];
    const bool whole = completes_lanes(b, o, held);
    const bool stays = whole || (held->value != GRAPH_NONE && held->lanes != o->region &&
                                 /* an old value stays in lanes turned off here */
                                 graph_is_within(b->graph, o->region, held->lanes));

    *result = (struct graph_result){.value = b->graph->values++, .in_place = in_place};
    if (stays && in_place == GRAPH_NONE)
        result->in_place = add_old_value(o, held, lreg);
    if (whole)
        held->lanes = b->graph->regions[o->region].outer;
    else
        held->lanes = stays ? held->lanes : o->region;
    held->value = result->value;
}

static bool is_value_lreg(unsigned lreg)
{
    return lreg < GRAPH_LREGS;
}

static void add_half_result(struct building *b, const struct decoded_word *t, struct graph_operation *o)
{
    struct held *held = &b->held[t->named.vd];
    const bool first = held->value == GRAPH_NONE;

    add_lreg_result(b, o, &o->results[0], t->named.vd, graph_source_in(o, GRAPH_VD));
    if (first) {
        held->lacks_low = is_upper_half(t);
        held->lacks_high = !held->lacks_low;
    }
}

void graph_write(struct building *b, const struct decoded_word *t, struct graph_operation *o)
{
    const struct sfp_named *n = &t->named;

    if (graph_keeps_half(t->insn, t->mode)) {
        if (is_value_lreg(n->vd))
            add_half_result(b, t, o);
        return;
    }
    if (uses_resource(t->writes, SFP_R_B) && is_value_lreg(n->b))
        add_lreg_result(b, o, &o->results[0], n->b, graph_source_in(o, GRAPH_B));
    if (uses_resource(t->writes, SFP_R_VC) && is_value_lreg(n->vc))
        add_lreg_result(b, o, &o->results[1], n->vc, graph_source_in(o, GRAPH_VC));
    if (uses_resource(t->writes, SFP_R_VD) && is_value_lreg(n->vd)) {
        const int16_t moved = is_value_lreg(n->vc) && b->written >> n->vc & 1 ? b->held[n->vc].lanes : GRAPH_NONE;

        add_lreg_result(b, o, &o->results[0], n->vd, GRAPH_NONE);
        b->held[n->vd].lacks_low = b->held[n->vd].lacks_high = false;
        if (graph_ignores_flags(t->insn, t->mode))
            b->held[n->vd].lanes = moved;
    }
}
