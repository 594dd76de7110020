/* Nodes on lanes. */
#include "slow_nodes.h"

#include "isa/timing.h"
#include "select/node_operands.h"
#include "select/passes.h"

#include <stdlib.h>
#include <string.h>

/* Where the operands of an instruction are put to execute it alone: registers that no instruction has fixed beside
 * them. */
static unsigned lreg_of(unsigned operand)
{
    return operand >= NODE_L0 ? operand - NODE_L0 : 4 + operand;
}

void slow_nodes_start(struct slow_nodes *slow, const struct node_list *list, struct sfp_machine *m, size_t values,
                      size_t conditions)
{
    *slow = (struct slow_nodes){.list = list, .m = m, .enabled = UINT32_MAX};
    slow->values = calloc(values + 1, sizeof *slow->values);
    slow->deciders = calloc(conditions + 1, sizeof *slow->deciders);
    if (!slow->values || !slow->deciders)
        abort();
    for (unsigned r = 0; r < SLOW_LREGS; r++) {
        memcpy(slow->lregs[r].lanes, m->s.lreg[r], sizeof slow->lregs[r].lanes);
        slow->lregs[r].known = UINT32_MAX;
    }
}

void slow_nodes_end(struct slow_nodes *slow)
{
    free(slow->values);
    free(slow->deciders);
    free(slow->before);
}

/* ---- The machine as something that executes one word ---- */

static void execute(struct slow_nodes *slow, uint32_t word)
{
    struct sfp_op op;
    unsigned modes;

    slow->m->s.flags = slow->enabled;
    slow->m->s.use_flags = UINT32_MAX;
    sfp_state_refresh_lanes(&slow->m->s);
    sfp_decode(slow->m, word, 0, &op);
    if (!op.exec)
        abort();
    modes = sfp_host_float_enter();
    op.exec(slow->m, &op);
    sfp_host_float_leave(modes);
}

static void put(struct slow_nodes *slow, unsigned reg, const struct slow_value *value)
{
    memcpy(slow->m->s.lreg[reg], value->lanes, sizeof value->lanes);
}

/* New lanes where they are enabled, old ones where they are not. */
static struct slow_value merged(const struct slow_value *old, const struct slow_value *new, uint32_t enabled)
{
    struct slow_value all;

    for (unsigned l = 0; l < SFP_LANES; l++)
        all.lanes[l] = enabled >> l & 1 ? new->lanes[l] : old ? old->lanes[l] : 0xDEAD0000 + l;
    all.known = (new->known & enabled) | (old ? old->known & ~enabled : 0);
    return all;
}

/* ---- Instructions ---- */

static bool moves_lanes(const struct sfp_insn *insn, unsigned mod)
{
    return insn->id == SFP_I_SFPTRANSP || (insn->id == SFP_I_SFPSHFT2 && mod < SFP_MODE_SFPSHFT2_SHFT_LREG);
}

static uint32_t word_of(const struct node *node)
{
    uint32_t word = node_word(node);

    for (unsigned o = NODE_VA; o <= NODE_VD; o++)
        if (node->uses[o] != NODE_NONE || node->makes[o] != NODE_NONE)
            word = node_word_with(node->insn, word, (enum node_operand)o, lreg_of(o));
    return word;
}

/* Puts operands into their registers; or which of their lanes are known, as 1. */
static void put_operands(struct slow_nodes *slow, const struct node *node, bool known)
{
    for (unsigned o = 0; o < NODE_OPERANDS; o++) {
        struct slow_value value;

        if (node->uses[o] == NODE_NONE)
            continue;
        value = slow->values[node->uses[o]];
        for (unsigned l = 0; known && l < SFP_LANES; l++)
            value.lanes[l] = value.known >> l & 1;
        put(slow, lreg_of(o), &value);
    }
}

/* It matters what this is in these lanes. */
static void need(struct slow_nodes *slow, const struct slow_value *value, uint32_t lanes)
{
    slow->unsure |= (lanes & ~value->known) != 0;
}

/* The lanes of results that are known where they are enabled. */
static void find_known(struct slow_nodes *slow, const struct node *node, uint32_t known[NODE_OPERANDS])
{
    uint32_t all = UINT32_MAX;

    for (unsigned o = 0; o < NODE_OPERANDS; o++)
        if (node->uses[o] != NODE_NONE)
            all &= slow->values[node->uses[o]].known |
                   (operands_read(node->insn, node->mod) >> o & 1 ? 0 : slow->enabled); /* kept */
    for (unsigned o = 0; o < NODE_OPERANDS; o++)
        known[o] = all;
    if (!moves_lanes(node->insn, node->mod))
        return;
    put_operands(slow, node, true);
    execute(slow, word_of(node));
    for (unsigned o = 0; o < NODE_OPERANDS; o++) {
        known[o] = 0;
        for (unsigned l = 0; l < SFP_LANES; l++)
            known[o] |= (uint32_t)(slow->m->s.lreg[lreg_of(o)][l] == 1) << l;
    }
}

static void make(struct slow_nodes *slow, const struct node *node, unsigned o, uint32_t known, uint32_t enabled)
{
    struct slow_value result = {.known = known};

    memcpy(result.lanes, slow->m->s.lreg[lreg_of(o)], sizeof result.lanes);
    slow->values[node->makes[o]] =
        merged(select_keeps_lanes(node, o) ? &slow->values[node->uses[o]] : NULL, &result, enabled);
}

static void follow_flags(struct slow_nodes *slow, uint32_t word);

static void step_insn(struct slow_nodes *slow, const struct node *node)
{
    const uint32_t word = word_of(node);
    const struct sfp_issued issued = sfp_issued_of(&slow->m->index, word);
    const uint32_t enabled = slow->enabled;
    uint32_t known[NODE_OPERANDS];

    for (unsigned o = 0; o < NODE_OPERANDS; o++)
        if (node->uses[o] != NODE_NONE && issued.writes & (SFP_USES_FLAGS | SFP_USES_DST))
            need(slow, &slow->values[node->uses[o]], slow->enabled);
    find_known(slow, node, known);
    put_operands(slow, node, false);
    for (unsigned l = 0; is_named_by_l7(node->insn, node->mod) && l < SFP_LANES; l++)
        slow->m->s.lreg[SFP_LREG_NAMING][l] = lreg_of(NODE_VD);
    if (issued.writes & (SFP_USES_FLAGS | SFP_USES_STACK))
        follow_flags(slow, word);
    else
        execute(slow, word);
    for (unsigned o = 0; o < NODE_OPERANDS; o++)
        if (node->makes[o] != NODE_NONE)
            make(slow, node, o, known[o], enabled);
}

/* ---- Which lanes are enabled ---- */

static void push(struct slow_nodes *slow)
{
    if (slow->depth == SLOW_NEST)
        abort();
    slow->nest[slow->depth++] = slow->enabled;
}

static void turn(struct slow_nodes *slow)
{
    slow->enabled = (slow->depth ? slow->nest[slow->depth - 1] : UINT32_MAX) & ~slow->enabled;
}

/* A word that changes flags, with its operands in the machine. */
static void follow_flags(struct slow_nodes *slow, uint32_t word)
{
    const struct sfp_insn *insn = sfp_insn_of_word(&slow->m->index, word);

    switch (insn->id) {
    case SFP_I_SFPPUSHC: push(slow); break;
    case SFP_I_SFPPOPC: slow->enabled = slow->nest[--slow->depth]; break;
    case SFP_I_SFPCOMPC: turn(slow); break;
    case SFP_I_SFPENCC: slow->enabled = UINT32_MAX; break;
    default:
        execute(slow, word);
        slow->enabled &= slow->m->s.flags;
    }
}

/* ---- Conditions ---- */

static bool holds(unsigned relation, int sign)
{
    switch (relation) {
    case NODE_LT: return sign < 0;
    case NODE_EQ: return sign == 0;
    case NODE_GE: return sign >= 0;
    case NODE_NE: return sign != 0;
    case NODE_LE: return sign <= 0;
    default: return sign > 0;
    }
}

/* Before, at, or behind 0, as a test of flags sees it: -0 is before. */
static int sign_of(uint32_t bits)
{
    return bits >> 31 ? -1 : bits != 0;
}

/* The order of sign and magnitude, in which -0 comes before 0, as two's complement. */
static int64_t place_of(uint32_t bits)
{
    return bits >> 31 ? -(int64_t)(bits & INT32_MAX) - 1 : (int64_t)bits;
}

/* a - b by the multiply-add. */
static void difference(struct slow_nodes *slow, const uint32_t a[SFP_LANES], const uint32_t b[SFP_LANES],
                       uint32_t difference_of[SFP_LANES])
{
    enum { A = 0, B = 1, MINUS_ONE = 2, RESULT = 3 };

    memcpy(slow->m->s.lreg[A], a, SFP_LANES * sizeof *a);
    memcpy(slow->m->s.lreg[B], b, SFP_LANES * sizeof *b);
    for (unsigned l = 0; l < SFP_LANES; l++)
        slow->m->s.lreg[MINUS_ONE][l] = 0xBF800000;
    execute(slow, MADE_WORD(&slow->m->index, SFP_I_SFPMAD, {SFP_F_VA, B}, {SFP_F_VB, MINUS_ONE}, {SFP_F_VC, A},
                            {SFP_F_VD, RESULT}));
    memcpy(difference_of, slow->m->s.lreg[RESULT], SFP_LANES * sizeof *difference_of);
}

/* Is the second one 0 to the compiler? In its oldest manner it is not if it is a value. */
static bool is_with_zero(const struct slow_nodes *slow, const struct node *node)
{
    if (node->uses[NODE_VB] == NODE_NONE)
        return node->imm == 0;
    for (size_t i = 0; i < slow->list->count && slow->list->profile->compare != COMPARE_BY_SIGN; i++)
        if (slow->list->nodes[i].kind == NODE_CONSTANT && slow->list->nodes[i].makes[NODE_VD] == node->uses[NODE_VB])
            return slow->list->nodes[i].imm == 0;
    return false;
}

/* How the two are to each other, by `relation`, as the profile has it. -0 is before 0 by the sign of a difference too:
 * without one, a value is its own difference from 0. */
static bool compared(const struct slow_nodes *slow, const struct node *node, uint32_t a, uint32_t b, uint32_t less,
                     uint32_t turned)
{
    const unsigned manner = slow->list->profile->compare, relation = node->relation;
    const bool zero = is_with_zero(slow, node);
    const bool equality = relation == NODE_EQ || relation == NODE_NE;
    const bool turns = relation == NODE_GT || relation == NODE_LE;
    const int64_t order = place_of(a) - place_of(b);

    if (equality && (zero || manner >= COMPARE_BY_BITS))
        return (a == b) == (relation == NODE_EQ);
    if (manner == COMPARE_BY_ORDER && node->type == NODE_FLOAT && !equality)
        return holds(relation, order < 0 ? -1 : order > 0);
    if (manner != COMPARE_BY_SIGN && turns)
        return holds(relation == NODE_GT ? NODE_LT : NODE_GE, sign_of(turned));
    return holds(relation, sign_of(zero ? a : less));
}

static uint32_t compare(struct slow_nodes *slow, const struct node *node)
{
    const uint32_t *a = slow->values[node->uses[NODE_VC]].lanes;
    const bool constant = node->uses[NODE_VB] == NODE_NONE;
    uint32_t b[SFP_LANES], less[SFP_LANES], turned[SFP_LANES], mask = 0;

    need(slow, &slow->values[node->uses[NODE_VC]], slow->enabled);
    if (!constant)
        need(slow, &slow->values[node->uses[NODE_VB]], slow->enabled);
    for (unsigned l = 0; l < SFP_LANES; l++)
        b[l] = constant ? node->imm : slow->values[node->uses[NODE_VB]].lanes[l];
    difference(slow, a, b, less);
    difference(slow, b, a, turned);
    for (unsigned l = 0; l < SFP_LANES; l++) {
        const bool number = node->type == NODE_INTEGER;

        mask |= (uint32_t)compared(slow, node, a[l], b[l], number ? a[l] - b[l] : less[l],
                                   number ? b[l] - a[l] : turned[l]) << l;
    }
    return mask;
}

static uint32_t decide(struct slow_nodes *slow, int32_t condition)
{
    const struct node *node = &slow->list->nodes[slow->deciders[condition]];

    switch (node->kind) {
    case NODE_NOT: return ~decide(slow, node->conditions[0]);
    case NODE_AND: return decide(slow, node->conditions[0]) & decide(slow, node->conditions[1]);
    case NODE_OR: return decide(slow, node->conditions[0]) | decide(slow, node->conditions[1]);
    default: return compare(slow, node);
    }
}

static struct slow_value truth(uint32_t mask)
{
    struct slow_value value = {.known = UINT32_MAX};

    for (unsigned l = 0; l < SFP_LANES; l++)
        value.lanes[l] = mask >> l & 1;
    return value;
}

/* ---- The kernel's own words ---- */

static void step_word(struct slow_nodes *slow, uint32_t word)
{
    const struct sfp_issued issued = sfp_issued_of(&slow->m->index, word);
    const bool moved = issued.insn && issued.insn->id == SFP_I_SFPMOV &&
                       issued.mode == SFP_MODE_SFPMOV_ALL_LANES_ENABLED;
    uint32_t known = UINT32_MAX;

    for (unsigned r = 0; r < SLOW_LREGS; r++) {
        put(slow, r, &slow->lregs[r]);
        if (issued.reads >> r & 1)
            known &= slow->lregs[r].known;
    }
    slow->unsure |= issued.writes & SFP_USES_FLAGS && slow->enabled & ~known;
    if (issued.writes & (SFP_USES_FLAGS | SFP_USES_STACK)) {
        follow_flags(slow, word);
        return;
    }
    execute(slow, word);
    for (unsigned r = 0; r < SLOW_LREGS; r++) {
        memcpy(slow->lregs[r].lanes, slow->m->s.lreg[r], sizeof slow->lregs[r].lanes);
        if (issued.writes >> r & 1)
            slow->lregs[r].known = moved ? known : (slow->lregs[r].known & ~slow->enabled) | (known & slow->enabled);
    }
}

static void replay(struct slow_nodes *slow, const struct sfp_insn *insn, uint32_t word)
{
    const unsigned start = sfp_field(insn, word, SFP_F_START_IDX);
    const unsigned length = sfp_replay_length(sfp_field(insn, word, SFP_F_LEN));

    if (sfp_field(insn, word, SFP_F_LOAD_MODE)) {
        slow->slot = start;
        slow->record = length;
        slow->executed = sfp_field(insn, word, SFP_F_EXEC);
        return;
    }
    if (slow->has_body && start == 0) {
        for (size_t i = slow->body_first; i < slow->body_end; i++)
            slow_nodes_step(slow, i);
        return;
    }
    for (unsigned i = 0; i < length; i++)
        step_word(slow, slow->slots[(start + i) % SFP_REPLAY_SLOTS]);
}

/* Behind a REPLAY that records, whose words are not known yet, and behind what it records. */
static void step_barrier(struct slow_nodes *slow, size_t i)
{
    slow->in_body = !slow->in_body;
    if (slow->in_body) {
        slow->record = 0;
        slow->body_first = i + 1;
        if (!slow->before && !(slow->before = malloc(sizeof *slow->before)))
            abort();
        *slow->before = slow->m->s;
        memcpy(slow->lregs_before, slow->lregs, sizeof slow->lregs);
        return;
    }
    slow->body_end = i;
    slow->has_body = true;
    if (!slow->executed) {
        slow->m->s = *slow->before;
        memcpy(slow->lregs, slow->lregs_before, sizeof slow->lregs);
    }
}

static void step_own(struct slow_nodes *slow, uint32_t word)
{
    const struct sfp_insn *insn = sfp_insn_of_word(&slow->m->index, word);

    if (slow->record > 0) {
        slow->record--;
        slow->slots[slow->slot++ % SFP_REPLAY_SLOTS] = word;
        if (!slow->executed)
            return;
    }
    if (insn->id == SFP_I_REPLAY)
        replay(slow, insn, word);
    else
        step_word(slow, word);
}

/* ---- Nodes ---- */

static void step_read(struct slow_nodes *slow, const struct node *node)
{
    struct slow_value *value = &slow->values[node->makes[NODE_VD]];

    value->known = UINT32_MAX;
    if (node->imm < SLOW_LREGS)
        *value = slow->lregs[node->imm];
    else
        memcpy(value->lanes, slow->m->s.lreg[node->imm], sizeof value->lanes);
}

static void step_constant(struct slow_nodes *slow, const struct node *node)
{
    struct slow_value value = {.known = UINT32_MAX};

    for (unsigned l = 0; l < SFP_LANES; l++)
        value.lanes[l] = node->imm;
    slow->values[node->makes[NODE_VD]] =
        merged(node->uses[NODE_VD] == NODE_NONE ? NULL : &slow->values[node->uses[NODE_VD]], &value, slow->enabled);
}

static void step_assign(struct slow_nodes *slow, const struct node *node)
{
    const struct slow_value *old = node->uses[NODE_VD] == NODE_NONE ? NULL : &slow->values[node->uses[NODE_VD]];

    slow->values[node->makes[NODE_VD]] = merged(old, &slow->values[node->uses[NODE_VC]], slow->enabled);
}

void slow_nodes_step(struct slow_nodes *slow, size_t i)
{
    const struct node *node = &slow->list->nodes[i];
    struct slow_value value;

    switch (node->kind) {
    case NODE_WORD: step_own(slow, node->imm); break;
    case NODE_INSN: step_insn(slow, node); break;
    case NODE_CONSTANT: step_constant(slow, node); break;
    case NODE_READ: step_read(slow, node); break;
    case NODE_WRITE: slow->lregs[node->imm] = slow->values[node->uses[NODE_VC]]; break;
    case NODE_ASSIGN: step_assign(slow, node); break;
    case NODE_WHERE: slow->enabled &= decide(slow, node->conditions[0]); break;
    case NODE_TRUTH:
        value = truth(decide(slow, node->conditions[0]));
        slow->values[node->makes[NODE_VD]] = merged(NULL, &value, slow->enabled);
        break;
    case NODE_PUSHC: push(slow); break;
    case NODE_POPC: slow->enabled = slow->nest[--slow->depth]; break;
    case NODE_COMPC: turn(slow); break;
    case NODE_ENCC: slow->enabled = UINT32_MAX; break;
    case NODE_CONFIG:
        need(slow, &slow->values[node->uses[NODE_L0]], 0xFF);
        put(slow, 0, &slow->values[node->uses[NODE_L0]]);
        execute(slow, config_word(&slow->m->index, node->imm));
        break;
    case NODE_CALL: break;
    case NODE_BARRIER: step_barrier(slow, i); break;
    default: slow->deciders[node->condition] = i; break;
    }
}
