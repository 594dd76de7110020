/* Builds the graph from the words of an iteration. */
#include "graph_parts.h"

#include <stdlib.h>

#include "isa/modes.h"
#include "isa/timing.h"
#include "base/array.h"

enum {
    LREGS = (1 << GRAPH_LREGS) - 1,
    CONSTANTS = ((1 << SFP_PROGRAMMABLE_LREGS) - 1) << SFP_FIRST_PROGRAMMABLE_LREG,
};

/* ---- Dst ---- */

static int32_t read_signed_field(const struct sfp_insn *insn, uint32_t word, enum sfp_field field)
{
    const struct sfp_operand *o = sfp_operand_of(insn, field);
    const uint32_t sign = UINT32_C(1) << (o->width - 1), value = sfp_operand_get(o, word);

    return (int32_t)(value ^ sign) - (int32_t)sign;
}

/* Returns the address in the range that tables can write, modulo the rows of Dst. */
static int32_t wrap_dst_address(int32_t address)
{
    enum { LEAST = -(SFP_COUNTER_MASK + 1) / 2 };

    return address < LEAST || address > SFP_COUNTER_MASK ? address & SFP_COUNTER_MASK : address;
}

static void place_in_dst(const struct building *b, struct graph_operation *o)
{
    if (!graph_reaches_dst(o))
        return;
    o->address = wrap_dst_address(read_signed_field(o->insn, o->word, SFP_F_ADDR) + b->counter);
    o->version = graph_stores_before(b->graph, o);
}

static bool step_dst_counter(struct building *b, const struct graph_operation *o)
{
    const struct loop_addrmod *a;

    if (!graph_reaches_dst(o))
        return true;
    a = &b->body->addrmods[sfp_field(o->insn, o->word, SFP_F_ADDR_MODE)];
    b->counter += a->rows;
    return a->known || graph_refuse(b, REFUSAL_ADDRESS_MODIFIER, NULL);
}

/* Handles TTINCRWC that steps the counter Dst only, as in compiled kernels. Refuses other instructions outside the
 * vector unit. */
static bool take_incrwc(struct building *b, const struct sfp_insn *insn, uint32_t word)
{
    if (!insn || insn->id != SFP_I_INCRWC)
        return graph_refuse(b, insn && insn->id == SFP_I_SETRWC ? REFUSAL_COUNTERS : REFUSAL_OTHER_UNIT, NULL);
    if (sfp_field(insn, word, SFP_F_RWC_CR) & (SFP_RWC_CR_DST | SFP_RWC_CR_DST_C_TO_CR))
        return graph_refuse(b, REFUSAL_COUNTERS, NULL);
    b->counter += (int32_t)sfp_field(insn, word, SFP_F_RWC_D);
    return true;
}

/* ---- Words ---- */

/* Makes `o` another way to make the values of the earlier operation `same`, and lets registers hold those values. */
static void share_values(struct building *b, struct graph_operation *o, const struct graph_operation *same)
{
    for (unsigned i = 0; i < GRAPH_RESULTS; i++) {
        for (unsigned lreg = 0; lreg < GRAPH_LREGS; lreg++)
            if (o->results[i].value != GRAPH_NONE && b->held[lreg].value == o->results[i].value)
                b->held[lreg].value = same->results[i].value;
        o->results[i].value = same->results[i].value;
    }
    o->optional = true;
}

/* Handles the SFPSWAP that only exchanges two registers, neither of them carried: exchanges their contents, without
 * adding an operation. Returns whether the word is such a swap. A carried register has its value in its own place. */
static bool exchange_graph_registers(struct building *b, const struct decoded_word *t)
{
    const struct sfp_named *n = &t->named;
    struct held kept;

    if (t->insn->id != SFP_I_SFPSWAP || t->mode != SFP_MODE_SFPSWAP_SWAP || b->region != GRAPH_NONE ||
        n->vd >= GRAPH_LREGS || n->vc >= GRAPH_LREGS || (b->carried >> n->vd | b->carried >> n->vc) & 1)
        return false;
    kept = b->held[n->vd];
    b->held[n->vd] = b->held[n->vc];
    b->held[n->vc] = kept;
    return true;
}

/* SFPSWAP of a register with itself leaves the register unchanged, in every mode. */
static bool swaps_itself(const struct decoded_word *t)
{
    return t->insn->id == SFP_I_SFPSWAP && t->named.vd == t->named.vc;
}

static bool does_nothing(const struct decoded_word *t)
{
    return t->insn->id == SFP_I_SFPNOP || swaps_itself(t) || (sfp_only_writes_vd(t->insn, t->mode) &&
                                           t->named.vd >= SFP_FIRST_CONSTANT_LREG && t->named.vd != SFP_STAGING_LREG);
}

static bool add_word_operation(struct building *b, const struct decoded_word *t)
{
    struct graph_operation o = graph_operation_of(b, t);
    const struct graph_operation *same;

    place_in_dst(b, &o);
    if (!graph_read(b, t, &o))
        return false;
    same = graph_same(b->graph, &o);
    graph_write(b, t, &o);
    *b->error = NULL;
    if (same)
        share_values(b, &o, same);
    if ((!same || !graph_is_load(&o)) && !graph_add(b->graph, &o)) /* not for a repeated load: rewrites.def adds
                                                                    * further loads */
        return false;
    return step_dst_counter(b, &o) && (!o.changes_flags || graph_open_region(b));
}

static bool take_body_word(struct building *b)
{
    const struct loop_word *word = &b->body->words[b->at];
    const struct sfp_insn *insn = sfp_insn_of_word(&b->index, word->word);
    struct decoded_word t;
    bool done;

    if (!insn || insn->unit == SFP_UNIT_NONE)
        return take_incrwc(b, insn, word->word);
    t = graph_decode_word(b, word->word);
    if (insn->id != SFP_I_SFPNOP && !graph_permits(b, &t))
        return false;
    if (b->region == GRAPH_NONE && word->lanes != UINT32_MAX)
        return graph_refuse(b, REFUSAL_LANES_OFF, NULL);
    if (!graph_take_flags(b, &t, &done))
        return false;
    return done || does_nothing(&t) || exchange_graph_registers(b, &t) || add_word_operation(b, &t);
}

/* ---- Code around the loop ---- */

static uint32_t find_written_lregs(const struct building *b, const struct loop_word *words, size_t count)
{
    uint32_t written = 0;

    for (size_t i = 0; i < count; i++)
        written |= sfp_issued_of(&b->index, words[i].word).writes;
    return written;
}

/* Notes the registers that the code after the loop reads as the last iteration leaves them. False after a refusal. */
static bool find_used_after(struct building *b)
{
    uint32_t open = b->written;

    for (const struct loop_word *word = b->body->after; word < b->body->after + b->body->after_count && open; word++) {
        const struct sfp_issued issued = sfp_issued_of(&b->index, word->word);

        uint32_t read = issued.insn && issued.insn->id == SFP_I_SFPLOADI ? 0 : issued.reads & open; /* SFPLOADI keeps
                                                                         * one half; the next word fills it */

        b->at = (size_t)(word - b->body->words);
        for (open &= ~read; read; read &= read - 1)
            if (!graph_leave_value(b, (unsigned)__builtin_ctz(read)))
                return false;
        if (word->lanes == UINT32_MAX)
            open &= ~issued.writes;
    }
    return true;
}

/* Does the code before the loop leave flags on the stack? */
static bool leaves_flags(const struct building *b)
{
    int depth = 0;

    for (size_t i = 0; i < b->body->before_count; i++) {
        const struct sfp_insn *insn = sfp_insn_of_word(&b->index, b->body->before[i].word);

        depth += insn && insn->id == SFP_I_SFPPUSHC;
        depth -= insn && insn->id == SFP_I_SFPPOPC && depth > 0;
    }
    return depth > 0;
}

static void copy_addrmods(struct building *b)
{
    for (unsigned i = 0; i < LOOP_ADDRMODS; i++) {
        b->graph->addrmods[i].known = b->body->addrmods[i].known;
        b->graph->addrmods[i].rows = b->body->addrmods[i].rows;
    }
}

/* Returns whether L11 holds -1.0 in all lanes, and no executed word writes L11. The machine is as the run left it. */
static bool keeps_minus_one(const struct building *b)
{
    const uint32_t minus_one = SFP_BITS_ONE | UINT32_C(1) << 31;
    uint32_t lanes[SFPU_LANES];
    bool kept = !(find_written_lregs(b, b->body->executed, b->body->executed_count) >>
                  SFP_FIRST_PROGRAMMABLE_LREG & 1) &&
                sfpu_get_lreg(b->body->machine, SFP_FIRST_PROGRAMMABLE_LREG, lanes) == SFPU_OK;

    for (unsigned lane = 0; kept && lane < SFPU_LANES; lane++)
        kept = lanes[lane] == minus_one;
    return kept;
}

static void begin_building(struct building *b)
{
    b->graph->arch = b->body->arch;
    b->graph->iterations = 1;
    b->graph->dst_16bit_view = b->body->dst_16bit_view;
    sfp_index_init(&b->index, b->body->arch);
    for (unsigned lreg = 0; lreg < GRAPH_LREGS; lreg++)
        b->held[lreg] = (struct held){.value = GRAPH_NONE, .lanes = GRAPH_NONE, .home = (uint8_t)lreg};
    b->written = find_written_lregs(b, b->body->words, b->body->count) & LREGS;
    b->set_before = find_written_lregs(b, b->body->before, b->body->before_count);
    b->graph->constants = b->set_before & CONSTANTS;
    b->set_before &= LREGS;
    graph_note_known(b->graph, &b->index, b->body->before, b->body->before_count);
    b->graph->has_minus_one = keeps_minus_one(b);
    b->stacked = b->body->stacked || leaves_flags(b);
    copy_addrmods(b);
    graph_begin_carried(b);
}

static bool build_operations(struct building *b)
{
    for (b->at = 0; b->at < b->body->count; b->at++)
        if (!take_body_word(b))
            return false;
    b->graph->rows = b->counter + b->body->rows;
    if (b->region != GRAPH_NONE || b->depth > 0) {
        b->at = b->region == GRAPH_NONE ? 0 : b->graph->operations[b->graph->regions[b->region].opens].at;
        return graph_refuse(b, REFUSAL_OPEN_FLAGS, NULL);
    }
    *b->error = NULL;
    b->at = b->body->count - 1;
    if (!graph_end_carried(b) || !graph_keeps_cells_apart(b) || !find_used_after(b) || !graph_reduce(b->graph))
        return false;
    graph_drop_unread_carried(b->graph);
    b->at = 0;
    return b->graph->count > 0 || graph_refuse(b, REFUSAL_NO_RESULT, NULL);
}

/* Builds the graph with the LRegs *carried carried. Returns false with the message in *error, and in *carried the
 * LRegs that must be carried too, if that is the reason. */
static bool build_carrying_graph(const struct loop_body *body, bool splits, struct graph *g, uint32_t *carried,
                                 char **error)
{
    struct building b = {.body = body, .graph = g, .region = GRAPH_NONE, .splits = splits, .carried = *carried,
                         .error = error};
    bool good;

    *error = NULL;
    *g = (struct graph){0};
    begin_building(&b);
    /* Allocates both lists even if they stay empty: loops iterate by pointers, which must not be NULL. */
    good = array_room(&g->operations, 0, &g->room, sizeof *g->operations)
           && array_room(&g->regions, 0, &g->region_room, sizeof *g->regions) && build_operations(&b);
    *carried |= b.asked;
    return good;
}

/* Builds the graph without carried LRegs, and again with those that the kernel turns out to carry. */
static bool build_graph(const struct loop_body *body, bool splits, struct graph *g, char **error)
{
    uint32_t carried = 0, before;
    bool good;

    do {
        before = carried;
        good = build_carrying_graph(body, splits, g, &carried, error);
        if (carried != before) {
            free(*error);
            graph_free(g);
        }
    } while (carried != before);
    return good;
}

bool graph_of_body(const struct loop_body *body, struct graph *g, char **error)
{
    return build_graph(body, false, g, error);
}

bool graph_of_split_body(const struct loop_body *body, struct graph *g, char **error)
{
    return build_graph(body, true, g, error);
}
