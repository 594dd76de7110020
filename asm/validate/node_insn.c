/* Executes NODE_INSN: while the word is executed, the node's values take the place of registers. */
#include "node_run.h"

enum { L0_TO_L7 = 0xFF, FIRST_NAMED = 4 };

static const enum sfp_field fields[] = {SFP_F_VA, SFP_F_VB, SFP_F_VC, SFP_F_VD};

/* Returns the register that stands for an operand. An instruction that names registers never has these as fixed
 * operands. */
static unsigned stand_in_lreg(unsigned operand)
{
    return operand >= NODE_L0 ? operand - NODE_L0 : FIRST_NAMED + operand;
}

/* Does L7 name the result's register? Then the node has the result as [NODE_VD], and L7 is not an operand. */
static bool has_named_result(const struct node *node)
{
    return node->insn->id == SFP_I_SFPLUTFP32 && sfp_resources_written(node->insn, node->mod, 0) >> SFP_R_ANY & 1;
}

/* Returns the operands of these resources: bit n stands for operand n of enum node_operand. VC of SFPMULI and
 * SFPADDI lies in the field VD. */
static uint32_t resource_operands(const struct node *node, uint32_t resources)
{
    const struct sfp_uses uses = sfp_uses_of(resources & ~(1u << SFP_R_ANY));
    uint32_t set = (uses.mask & L0_TO_L7) << NODE_L0;

    for (unsigned operand = NODE_VA; operand <= NODE_VD; operand++)
        if (uses.names >> operand & 1)
            set |= 1u << (operand == NODE_VC && sfp_field_naming(node->insn, SFP_F_VC) == SFP_F_VD ? (unsigned)NODE_VD
                                                                                           : operand);
    if (uses.names & SFP_NAMES_B)
        set |= 1u << (sfp_second_is_vb(node->insn, node->mod) ? NODE_VB : NODE_VD);
    if (has_named_result(node))
        set &= ~(1u << NODE_L7);
    return set;
}

static uint32_t node_operands_read(const struct node *node)
{
    return resource_operands(node, sfp_resources_read(node->insn, node->mod, 0));
}

static uint32_t node_operands_written(const struct node *node)
{
    return has_named_result(node) ? 1u << NODE_VD
                                  : resource_operands(node, sfp_resources_written(node->insn, node->mod, 0));
}

/* ---- The word ---- */

static uint32_t node_operand_number(const struct node *node, const struct sfp_operand *operand)
{
    if (operand->hidden)
        return operand->fixed;
    switch (operand->field) {
    case SFP_F_MOD: return node->mod;
    case SFP_F_IMM:
    case SFP_F_ADDR: return node->imm;
    case SFP_F_ADDR_MODE:
    case SFP_F_RND: return node->option;
    case SFP_F_VC: /* a special register, not an LReg */
        return node->insn->id == SFP_I_SFPMOV && node->mod & SFP_MODE_SFPMOV_FROM_SPECIAL ? node->imm : 0;
    default: return 0;
    }
}

static uint32_t stand_in_word(const struct node *node)
{
    const uint32_t written = node_operands_written(node);
    uint32_t word = (uint32_t)node->insn->opcode << SFP_OPCODE_LSB;

    for (const struct sfp_operand *operand = node->insn->ops; !sfp_operand_end(operand); operand++)
        word |= sfp_operand_put(operand, sfp_bits(node_operand_number(node, operand), 0, operand->width));
    for (unsigned operand = NODE_VA; operand <= NODE_VD; operand++)
        if (node->uses[operand] != NODE_NONE || written >> operand & 1)
            word = sfp_word_with(node->insn, word, sfp_field_naming(node->insn, fields[operand]),
                                 stand_in_lreg(operand));
    return word;
}

/* ---- Registers ---- */

/* Returns a term with the register's value before the node: undefined if `value` is NODE_NONE. NULL if memory ran
 * out. */
static struct term *take_copy(struct node_run *run, int32_t value)
{
    struct term *term = node_run_take(run);

    if (term && value != NODE_NONE) {
        *term = *run->values[value];
    } else if (term) {
        term_set_constant(term, 0);
        term->unknown = sample_set_of(true);
    }
    return term;
}

/* The registers while the node is executed. */
struct places {
    struct term *own[NODE_OPERANDS]; /* results, and fixed operands without a value */
    struct term *naming;
    struct term *file[TERM_LREGS]; /* the machine's registers, to be restored */
};

static bool place_operands(struct node_run *run, const struct node *node, struct places *places)
{
    const uint32_t read = node_operands_read(node), written = node_operands_written(node);
    struct term **const lregs = run->machine->lregs;

    *places = (struct places){0};
    memcpy(places->file, lregs, sizeof places->file);
    for (unsigned operand = 0; operand < NODE_OPERANDS; operand++) {
        const int32_t value = node->uses[operand];
        const bool fixed = operand >= NODE_L0 && read >> operand & 1;

        if (written >> operand & 1 || (fixed && value == NODE_NONE)) {
            places->own[operand] = take_copy(run, value);
            if (!places->own[operand])
                return false;
            lregs[stand_in_lreg(operand)] = places->own[operand];
        } else if (value != NODE_NONE) {
            lregs[stand_in_lreg(operand)] = run->values[value];
        }
    }
    if (!has_named_result(node))
        return true;
    places->naming = node_run_take(run); /* VD's register is L7 itself */
    return places->naming;
}

/* Makes the node's values from the results. A value that is read and written becomes undefined in disabled lanes. */
static void make_node_results(struct node_run *run, const struct node *node, struct places *places,
                              const struct truth *enabled)
{
    const uint32_t read = node_operands_read(node);
    const bool everywhere = node->insn->id == SFP_I_SFPLOAD && node->mod == SFP_FMT_INT32_ALL;

    for (unsigned operand = 0; operand < NODE_OPERANDS; operand++) {
        if (node->makes[operand] != NODE_NONE && places->own[operand]) {
            if (read >> operand & 1 && !everywhere)
                SAMPLE_SET(&places->own[operand]->unknown,
                           places->own[operand]->unknown.words[k] | ~enabled->holds.words[k]);
            node_run_make(run, node->makes[operand], places->own[operand]);
        } else if (places->own[operand]) {
            node_run_give(run, places->own[operand]);
        }
    }
}

/* Executes SFPLUTFP32 in a mode in which L7 names the result's register. L7 names itself here, so that the result
 * goes to L7. */
static bool execute_named(struct node_run *run, const struct node *node, struct places *places)
{
    struct term_machine *m = run->machine;
    struct term *result = places->own[NODE_VD];
    const struct truth enabled = term_machine_enabled(m);

    term_set_constant(places->naming, SFP_LREG_NAMING);
    m->lregs[SFP_LREG_NAMING] = places->naming;
    if (!term_machine_execute(m, stand_in_word(node)))
        return false;
    term_merge(result, places->naming, &enabled);
    return true;
}

/* ---- Numbers ---- */

static const struct known_number *known_number_of(const struct node_run *run, int32_t value)
{
    static const struct known_number none;

    return value == NODE_NONE ? &none : &run->numbers[value];
}

/* Marks a sum of known numbers as a known number. */
static void find_number(struct node_run *run, const struct node *node)
{
    const struct known_number *c = known_number_of(run, node->uses[NODE_VC]);
    const struct known_number *d = known_number_of(run, node->uses[NODE_VD]);
    const uint32_t imm = (uint32_t)sfp_signed_12(node->imm);
    struct known_number sum = {c->known && (node->mod == SFP_MODE_SFPIADD_IMM_NONE || d->known), 0};

    if (node->insn->id != SFP_I_SFPIADD || node->makes[NODE_VD] == NODE_NONE)
        return;
    switch (node->mod) {
    case SFP_MODE_SFPIADD_IMM_NONE: sum.bits = c->bits + imm; break;
    case SFP_MODE_SFPIADD_LREG_NONE: sum.bits = c->bits + d->bits; break;
    case SFP_MODE_SFPIADD_MINUS_NONE: sum.bits = c->bits - d->bits; break;
    default: return;
    }
    run->numbers[node->makes[NODE_VD]] = sum;
}

bool node_run_insn(struct node_run *run, const struct node *node)
{
    struct term_machine *m = run->machine;
    const struct truth enabled = term_machine_enabled(m);
    struct places places;
    bool done = place_operands(run, node, &places);

    if (done)
        done = places.naming ? execute_named(run, node, &places) : term_machine_execute(m, stand_in_word(node));
    memcpy(m->lregs, places.file, sizeof places.file);
    node_run_give(run, places.naming);
    make_node_results(run, node, &places, &enabled);
    find_number(run, node);
    return done;
}
