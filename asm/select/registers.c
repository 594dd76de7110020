/*
 * Linear scan: goes through the nodes, brings operands into registers that the instruction can name, gives results
 * registers that are free or become free, and appends the words.
 */
#include "lreg_allocation.h"
#include "node_operands.h"
#include "passes.h"

#include <string.h>

/* The registers of the current node, by operand, or NO_LREG. */
struct assigned {
    int8_t lregs[NODE_OPERANDS];
};

static uint32_t operands_read_by(const struct node *node)
{
    if (node->kind == NODE_CONFIG)
        return 1u << NODE_L0;
    return node->kind == NODE_INSN ? operands_read(node->insn, node->mod) : 0;
}

static uint32_t operands_written_by(const struct node *node)
{
    return node->kind == NODE_INSN ? operands_written(node->insn, node->mod) : 1u << NODE_VD;
}

/* ---- Operands ---- */

static bool want_operands(struct allocation *alloc)
{
    alloc->pinned = 0;
    for (unsigned operand = 0; operand < NODE_OPERANDS; operand++)
        if (allocation_node(alloc)->uses[operand] != NODE_NONE &&
            !allocation_want(alloc, allocation_node(alloc)->uses[operand]))
            return false;
    return true;
}

/* Copies a value for this node alone, into `reg`, or into a free register if `reg` is NO_LREG. Returns the register,
 * or NO_LREG on failure. */
static int copy_for_now(struct allocation *alloc, int32_t value, int reg, uint32_t avoid)
{
    if (reg == NO_LREG)
        reg = allocation_take(alloc, NODE_NONE, avoid);
    if (reg == NO_LREG || !allocation_copy(alloc, reg, alloc->lreg[value]))
        return NO_LREG;
    alloc->holds[reg] = HOLDS_COPY;
    alloc->pinned |= 1u << reg;
    return reg;
}

/* Brings a value into the fixed register of its operand. Moves the value, unless another operand needs the value
 * where it is; then copies it. */
static bool fix_operand(struct allocation *alloc, int32_t value, int reg, uint32_t fixed)
{
    const int now = alloc->lreg[value];

    if (now == reg)
        return true;
    if (!allocation_vacate(alloc, reg, fixed))
        return false;
    if (now >= ALLOCATED_LREGS || allocation_node(alloc)->uses[NODE_L0 + now] == value)
        return copy_for_now(alloc, value, reg, fixed) != NO_LREG;
    if (!allocation_copy(alloc, reg, now))
        return false;
    allocation_place(alloc, value, reg);
    alloc->pinned |= 1u << reg;
    return true;
}

/* Saves a value that the node overwrites in a fixed register, if a later node uses the value. The register still
 * holds the value for this node. */
static bool save_fixed(struct allocation *alloc, int reg, uint32_t fixed)
{
    const int32_t value = alloc->holds[reg];

    if (value >= 0 && allocation_ends(alloc, value)) {
        allocation_drop(alloc, value);
        alloc->lreg[value] = (int8_t)reg; /* the copy serves other operands of the node */
    } else if (value >= 0 && !allocation_vacate(alloc, reg, fixed)) {
        return false;
    }
    alloc->holds[reg] = HOLDS_COPY;
    return true;
}

/* Returns the mask of the register that holds the result's register number (L7), or 0 if the node has no such
 * register. */
static uint32_t naming_lreg(const struct node *node)
{
    return node->kind == NODE_INSN && is_named_by_l7(node->insn, node->mod) ? 1u << SFP_LREG_NAMING : 0;
}

static bool fix_operands(struct allocation *alloc)
{
    const struct node *node = allocation_node(alloc);
    const uint32_t written = (node->kind == NODE_INSN ? operands_written_by(node) >> NODE_L0 : 0) | naming_lreg(node);
    const uint32_t fixed = (operands_read_by(node) >> NODE_L0 | written) & ALL_ALLOCATED;

    for (int r = 0; r < ALLOCATED_LREGS; r++) {
        const int32_t value = node->uses[NODE_L0 + r];

        if (!(fixed >> r & 1))
            continue;
        if (value == NODE_NONE ? !allocation_vacate(alloc, r, fixed) : !fix_operand(alloc, value, r, fixed))
            return false;
    }
    for (int r = 0; r < ALLOCATED_LREGS; r++)
        if (written >> r & 1 && !save_fixed(alloc, r, fixed))
            return false;
    return true;
}

/* Returns a register with the value, which the result will overwrite: the value's own register if the value ends
 * here, else a copy. NO_LREG on failure. */
static int tie_operand(struct allocation *alloc, int32_t value, int32_t result)
{
    const int now = alloc->lreg[value];
    int reg = now;

    if (now < ALLOCATED_LREGS && alloc->holds[now] == value && allocation_ends(alloc, value)) {
        alloc->lreg[value] = (int8_t)now;
    } else {
        reg = allocation_take(alloc, result, 0);
        if (reg == NO_LREG || !allocation_copy(alloc, reg, now))
            return NO_LREG;
    }
    alloc->holds[reg] = HOLDS_COPY;
    alloc->pinned |= 1u << reg;
    return reg;
}

/* Returns a register with the value of an operand that is only read, one that the operand's field can name: the
 * value's own, or a copy. As VD, some registers would turn the word into a template. */
static int name_operand(struct allocation *alloc, enum node_operand operand)
{
    const struct node *node = allocation_node(alloc);
    const struct sfp_operand *field = sfp_operand_of(node->insn, operand_field(node->insn, operand));
    const int now = alloc->lreg[node->uses[operand]];
    const bool template = field->field == SFP_F_VD && sfp_names_template(node->insn, (unsigned)now);

    return now < field->limit && !template ? now : copy_for_now(alloc, node->uses[operand], NO_LREG, 0);
}

/* Does the operand stay in an LReg that SFPSWAP cannot write, because the result there is unused? */
static bool stays_unwritten(const struct allocation *alloc, enum node_operand operand)
{
    const struct node *node = allocation_node(alloc);
    const unsigned now = (unsigned)alloc->lreg[node->uses[operand]];

    return node->kind == NODE_INSN && node->insn->id == SFP_I_SFPSWAP && node->makes[operand] == NODE_NONE &&
           now >= ALLOCATED_LREGS && !(operand == NODE_VD && sfp_names_template(node->insn, now));
}

static bool name_operands(struct allocation *alloc, struct assigned *assigned)
{
    const struct node *node = allocation_node(alloc);
    const uint32_t written = operands_written_by(node);

    for (unsigned operand = NODE_VA; operand <= NODE_VD; operand++) {
        if (node->uses[operand] == NODE_NONE)
            continue;
        assigned->lregs[operand] =
            (int8_t)(written >> operand & 1 && !stays_unwritten(alloc, (enum node_operand)operand)
                         ? tie_operand(alloc, node->uses[operand], node->makes[operand])
                         : name_operand(alloc, (enum node_operand)operand));
        if (assigned->lregs[operand] == NO_LREG)
            return false;
    }
    return true;
}

/* ---- Results ---- */

/* Frees the registers of values without later uses, and of copies. */
static void end_operands(struct allocation *alloc, const struct assigned *assigned)
{
    const struct node *node = allocation_node(alloc);

    for (unsigned operand = 0; operand < NODE_OPERANDS; operand++)
        if (node->uses[operand] != NODE_NONE && allocation_ends(alloc, node->uses[operand]))
            allocation_drop(alloc, node->uses[operand]);
    for (unsigned r = 0; r < ALLOCATED_LREGS; r++)
        if (alloc->holds[r] == HOLDS_COPY)
            alloc->holds[r] = HOLDS_NOTHING;
    alloc->pinned = 0;
    for (unsigned operand = NODE_VA; operand <= NODE_VD; operand++)
        if (assigned->lregs[operand] != NO_LREG && assigned->lregs[operand] < ALLOCATED_LREGS &&
            operands_written_by(node) >> operand & 1)
            alloc->holds[assigned->lregs[operand]] = HOLDS_COPY; /* the register is reserved until the result is
                                                                  * placed */
}

static bool place_operand_result(struct allocation *alloc, unsigned operand, struct assigned *assigned)
{
    const int32_t result = allocation_node(alloc)->makes[operand];
    int reg = operand >= NODE_L0 ? (int)(operand - NODE_L0) : assigned->lregs[operand];

    if (reg == NO_LREG)
        reg = allocation_take(alloc, result, naming_lreg(allocation_node(alloc)));
    if (reg == NO_LREG)
        return false;
    if (reg >= ALLOCATED_LREGS)
        return true; /* the register keeps its contents */
    assigned->lregs[operand] = (int8_t)reg;
    alloc->holds[reg] = HOLDS_COPY;
    if (result != NODE_NONE)
        allocation_place(alloc, result, reg);
    return true;
}

/* Places results in fixed registers first, because other results can go anywhere. */
static bool place_results(struct allocation *alloc, struct assigned *assigned)
{
    const uint32_t written = operands_written_by(allocation_node(alloc));

    for (unsigned operand = NODE_OPERANDS; operand-- > 0;)
        if (written >> operand & 1 && !place_operand_result(alloc, operand, assigned))
            return false;
    return true;
}

/* Frees the registers of unused results. */
static void end_results(struct allocation *alloc)
{
    const struct node *node = allocation_node(alloc);

    allocation_count(alloc);
    for (unsigned operand = 0; operand < NODE_OPERANDS; operand++)
        if (node->makes[operand] != NODE_NONE && allocation_ends(alloc, node->makes[operand]))
            allocation_drop(alloc, node->makes[operand]);
    for (unsigned r = 0; r < ALLOCATED_LREGS; r++)
        if (alloc->holds[r] == HOLDS_COPY)
            alloc->holds[r] = HOLDS_NOTHING;
}

/* ---- Nodes ---- */

static bool emit_all(struct allocation *alloc, const uint32_t *words, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (!emit_chosen(&alloc->emitting, words[i], allocation_node(alloc)->place))
            return false;
    return true;
}

/* Appends the words that load the number of the result's register into L7. */
static bool emit_naming(struct allocation *alloc, const struct assigned *assigned)
{
    uint32_t words[CONSTANT_WORDS];
    const uint32_t number = (uint32_t)assigned->lregs[NODE_VD];

    return emit_all(alloc, words, constant_words(&alloc->s->index, number, SFP_LREG_NAMING, words));
}

static bool emit_insn(struct allocation *alloc, const struct assigned *assigned)
{
    const struct node *node = allocation_node(alloc);
    uint32_t words[CONSTANT_WORDS] = {0};
    size_t count = 1;

    if (node->kind == NODE_CONSTANT) {
        count = constant_words(&alloc->s->index, node->imm, (unsigned)assigned->lregs[NODE_VD], words);
    } else if (node->kind == NODE_CONFIG) {
        words[0] = config_word(&alloc->s->index, node->imm);
    } else {
        words[0] = node_word(node);
        for (unsigned operand = NODE_VA; operand <= NODE_VD; operand++)
            if (assigned->lregs[operand] != NO_LREG)
                words[0] = node_word_with(node->insn, words[0], (enum node_operand)operand,
                                          (unsigned)assigned->lregs[operand]);
    }
    return (!naming_lreg(node) || emit_naming(alloc, assigned)) && emit_all(alloc, words, count);
}

/* Would exchanging the two sources leave the instruction's result equal? */
static bool is_exchangeable(const struct node *node)
{
    const uint32_t both = 1u << NODE_VD | 1u << NODE_VC;

    if (node->kind != NODE_INSN || node->uses[NODE_VD] == NODE_NONE || node->uses[NODE_VC] == NODE_NONE ||
        select_keeps_lanes(node, NODE_VD) || select_keeps_lanes(node, NODE_VC) ||
        (operands_read(node->insn, node->mod) & both) != both)
        return false;
    return sfp_exchange_of(node->insn, node->mod, 0) == SFP_EXCHANGE_VB_VC ||
           sfp_exchanges_vc_vd(node->insn, node->mod);
}

/* May the result overwrite the value's register? */
static bool is_value_replaceable(struct allocation *alloc, int32_t value)
{
    return alloc->lreg[value] < ALLOCATED_LREGS && allocation_ends(alloc, value);
}

/* Exchanges two sources if that puts a value that ends here into the register where the result goes. */
static void exchange_sources(struct allocation *alloc)
{
    struct node *node = &alloc->s->nodes.nodes[alloc->at];
    const int32_t vd = node->uses[NODE_VD], vc = node->uses[NODE_VC];
    const bool to_vd = node->makes[NODE_VD] != NODE_NONE, to_vc = node->makes[NODE_VC] != NODE_NONE;

    if (!is_exchangeable(node) || to_vd == to_vc || is_value_replaceable(alloc, to_vd ? vd : vc) ||
        !is_value_replaceable(alloc, to_vd ? vc : vd))
        return;
    node->uses[NODE_VD] = vc;
    node->uses[NODE_VC] = vd;
}

/* Selects a node that becomes an instruction: NODE_INSN, NODE_CONFIG, or a constant that loads into a register with
 * a value. */
static bool select_one(struct allocation *alloc, struct assigned *assigned)
{
    const struct node *node = allocation_node(alloc);

    exchange_sources(alloc);
    if (!want_operands(alloc) || !fix_operands(alloc) || (node->kind != NODE_CONFIG && !name_operands(alloc, assigned)))
        return false;
    end_operands(alloc, assigned);
    if (node->kind != NODE_CONFIG && !place_results(alloc, assigned))
        return false;
    if (!emit_insn(alloc, assigned))
        return false;
    end_results(alloc);
    return true;
}

/* Loads a constant now if a register is free. Otherwise the first user loads the constant. */
static bool select_constant(struct allocation *alloc, struct assigned *assigned)
{
    const int32_t value = allocation_node(alloc)->makes[NODE_VD];

    if (!alloc->constants[value])
        return select_one(alloc, assigned);
    for (unsigned r = 0; r < ALLOCATED_LREGS; r++) {
        if (alloc->holds[r] != HOLDS_NOTHING)
            continue;
        alloc->pinned = 0;
        if (!allocation_want(alloc, value))
            return false;
        assigned->lregs[NODE_VD] = alloc->lreg[value];
        allocation_count(alloc);
        return true;
    }
    return true;
}

/* Does a node write `reg`, a register above L7, before the value's last use? */
static bool is_rewritten(const struct allocation *alloc, int32_t value, unsigned reg)
{
    for (size_t i = alloc->at; i < allocation_last_use(alloc, value); i++)
        if (alloc->own.uses[i].writes >> reg & 1)
            return true;
    return false;
}

static bool select_read(struct allocation *alloc, struct assigned *assigned)
{
    const struct node *node = allocation_node(alloc);
    const int32_t value = node->makes[NODE_VD];
    const int from = (int)node->imm;
    const bool own = from < ALLOCATED_LREGS && alloc->own.uses[alloc->at].kept >> from & 1;
    int reg = from;

    if (own || (from >= ALLOCATED_LREGS && is_rewritten(alloc, value, node->imm))) {
        reg = allocation_take(alloc, value, 0);
        if (reg == NO_LREG || !allocation_copy(alloc, reg, from))
            return false;
    }
    allocation_place(alloc, value, reg);
    assigned->lregs[NODE_VD] = (int8_t)reg;
    end_results(alloc);
    return true;
}

static bool select_write(struct allocation *alloc)
{
    const struct node *node = allocation_node(alloc);
    const int32_t value = node->uses[NODE_VC];
    const int reg = (int)node->imm;
    const bool kept = alloc->own.uses[alloc->at].kept >> reg & 1;

    if (!want_operands(alloc))
        return false;
    if (alloc->lreg[value] != reg &&
        (!allocation_vacate(alloc, reg, 0) || !allocation_copy(alloc, reg, alloc->lreg[value])))
        return false;
    if (allocation_ends(alloc, value))
        allocation_drop(alloc, value);
    else if (kept && alloc->lreg[value] == reg && !allocation_vacate(alloc, reg, 0))
        return false;
    return true; /* follow_own() takes the register for the own words */
}

static bool select_own(struct allocation *alloc)
{
    const uint32_t writes = alloc->own.uses[alloc->at].writes & ALL_ALLOCATED;

    alloc->pinned = 0;
    for (int r = 0; r < ALLOCATED_LREGS; r++)
        if (writes >> r & 1 && alloc->holds[r] >= 0 && !allocation_vacate(alloc, r, writes))
            return false;
    return emit_own(&alloc->emitting, alloc->at);
}

/* Ends or begins a recorded body. No value may live across its ends; constants are dropped. */
static bool pass_barrier(struct allocation *alloc)
{
    size_t recorded;

    for (unsigned r = 0; r < ALLOCATED_LREGS; r++) {
        if (alloc->holds[r] < 0)
            continue;
        if (!alloc->constants[alloc->holds[r]])
            return select_fail(alloc->s, allocation_node(alloc)->place,
                               "the value of line %u is used both inside and outside the words that REPLAY records",
                               alloc->s->nodes.nodes[alloc->makers[alloc->holds[r]]].place.line);
        allocation_drop(alloc, alloc->holds[r]);
    }
    alloc->within = !alloc->within;
    recorded = alloc->emitting.selection->count - alloc->emitting.recording;
    if (!alloc->within && recorded != alloc->emitting.replay.length)
        return select_fail(alloc->s, allocation_node(alloc)->place,
                           "REPLAY records %u words here, but %zu were selected",
                           alloc->emitting.replay.length, recorded);
    return true;
}

/* Frees the register of a value that was kept to this node. */
static void end_kept(struct allocation *alloc)
{
    const int32_t value = allocation_node(alloc)->uses[NODE_VC];

    if (allocation_ends(alloc, value))
        allocation_drop(alloc, value);
}

static bool select_node(struct allocation *alloc, struct assigned *assigned)
{
    switch (allocation_node(alloc)->kind) {
    case NODE_WORD: return select_own(alloc);
    case NODE_CONSTANT: return select_constant(alloc, assigned);
    case NODE_READ: return select_read(alloc, assigned);
    case NODE_WRITE: return select_write(alloc);
    case NODE_CALL: return emit_call(&alloc->emitting, allocation_node(alloc)->imm);
    case NODE_BARRIER: return pass_barrier(alloc);
    case NODE_KEEP: end_kept(alloc); return true;
    default: return select_one(alloc, assigned);
    }
}

/* Marks the registers that belong to the kernel's own words after the node, and frees the others. */
static void follow_own(struct allocation *alloc)
{
    const uint32_t kept = alloc->own.uses[alloc->at].kept;

    for (unsigned r = 0; r < ALLOCATED_LREGS; r++) {
        if (kept >> r & 1)
            alloc->holds[r] = HOLDS_OWN;
        else if (alloc->holds[r] == HOLDS_OWN)
            alloc->holds[r] = HOLDS_NOTHING;
    }
}

bool select_registers(struct selecting *s, bool read, struct selection *selection)
{
    struct allocation alloc;
    bool good = allocation_init(&alloc, s, selection);

    for (; good && alloc.at < s->nodes.count; alloc.at++) {
        struct assigned assigned;

        memset(assigned.lregs, NO_LREG, sizeof assigned.lregs);
        if (s->words_before)
            s->words_before[alloc.at] = selection->count;
        good = select_node(&alloc, &assigned);
        if (good)
            follow_own(&alloc);
        s->ended = alloc.at + good;
        if (good && s->ends)
            s->ends[alloc.at] = alloc.emitting.issuing.next;
        if (good && read && allocation_node(&alloc)->kind != NODE_KEEP)
            good = print_node(&selection->reading, s, allocation_node(&alloc), assigned.lregs);
    }
    if (s->words_before)
        s->words_before[s->nodes.count] = selection->count;
    selection->cycles = alloc.emitting.issuing.next;
    allocation_free(&alloc);
    return good;
}
