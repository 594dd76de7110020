/* Checks a list of nodes: the rules that the passes rely on. */
#include "node_operands.h"
#include "states.h"

#include "isa/modes.h"
#include "base/fail.h"

#include <stdlib.h>

enum { USED_UP = UINT8_MAX, MOST_WITHIN = USED_UP - 1 };

struct checking {
    const struct node_list *list;
    const struct node *node;
    bool *made;       /* by value */
    uint8_t *decided; /* by condition: its nesting depth, 1 or more; 0: not made; USED_UP */
    unsigned within;  /* the nesting depth of this node's conditions */
    unsigned depth;
    char **error;
};

__attribute__((format(printf, 2, 3))) static bool fail_at(const struct checking *c, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    node_vfail(c->list, c->node->place, c->error, format, arguments);
    va_end(arguments);
    return false;
}

/* ---- Values and conditions ---- */

static bool check_used_value(const struct checking *c, enum node_operand operand)
{
    const int32_t value = c->node->uses[operand];

    if (value < 0 || value >= c->list->values)
        return fail_at(c, "%s is a value that was never set", operand_name(operand));
    return c->made[value] || fail_at(c, "%s is v%d, which is set further below", operand_name(operand), (int)value);
}

static bool check_made_value(const struct checking *c, enum node_operand operand)
{
    const int32_t value = c->node->makes[operand];

    if (value < 0 || value >= c->list->values)
        return fail_at(c, "%s makes no value", operand_name(operand));
    if (c->made[value])
        return fail_at(c, "v%d is made twice", (int)value);
    c->made[value] = true;
    return true;
}

static bool check_used_condition(struct checking *c, unsigned i)
{
    const int32_t condition = c->node->conditions[i];
    const unsigned within = condition < 0 || condition >= c->list->conditions ? 0 : c->decided[condition];

    if (within == 0 || within == USED_UP)
        return fail_at(c, "the condition was never set, or is used twice");
    if (within > c->within)
        c->within = within;
    c->decided[condition] = USED_UP;
    return true;
}

static bool check_made_condition(const struct checking *c)
{
    const int32_t condition = c->node->condition;

    if (condition < 0 || condition >= c->list->conditions || c->decided[condition])
        return fail_at(c, "the node makes no condition, or one that was made before");
    if (c->within == MOST_WITHIN)
        return fail_at(c, "the parts of a condition are nested more than %d deep", MOST_WITHIN);
    c->decided[condition] = (uint8_t)(c->within + 1);
    return true;
}

static bool check_lreg_number(const struct checking *c, unsigned limit)
{
    return c->node->imm < limit || fail_at(c, "L%u cannot be used here", c->node->imm);
}

/* ---- Instructions ---- */

/* Rejects instructions that have a node kind of their own or cannot be made from values. */
static bool check_selectable(const struct checking *c)
{
    const struct sfp_insn *insn = c->node->insn;
    uint32_t written;

    if (!insn || !sfp_row_is_of(insn->arch, c->list->arch) || insn->unit == SFP_UNIT_NONE)
        return fail_at(c, "not an instruction of %s's vector unit", sfp_arch_name(c->list->arch));
    if (c->node->mod >= SFP_MODES)
        return fail_at(c, "%s has no mode %u", insn->gnu, c->node->mod);
    written = sfp_uses_of(sfp_resources_written(insn, c->node->mod, 0)).mask;
    if (insn->id == SFP_I_SFPLOADMACRO || insn->id == SFP_I_SFPCONFIG || insn->id == SFP_I_SFPNOP)
        return fail_at(c, "%s cannot be made from values", insn->gnu);
    if (written & (SFP_USES_FLAGS | SFP_USES_STACK))
        return fail_at(c, "%s in mode %u changes flags", insn->gnu, c->node->mod);
    if ((operands_read(insn, c->node->mod) | operands_written(insn, c->node->mod)) & OPERANDS_ANY)
        return fail_at(c, "%s in mode %u uses the LReg that L7 names", insn->gnu, c->node->mod);
    return true;
}

/* SFPADD may lack VA, which is L10 in the vendor's spelling, and SFPMUL may lack VC. SFPTRANSP may lack the second
 * half of its operands, because the results there may be unused. */
static bool may_be_left_out(const struct sfp_insn *insn, unsigned operand)
{
    const struct sfp_operand *o = operand <= NODE_VD ? sfp_operand_of(insn, operand_field(insn, operand)) : NULL;

    return o ? o->hidden && o->fixed : insn->id == SFP_I_SFPTRANSP && operand >= NODE_L4;
}

static bool check_insn(const struct checking *c)
{
    const struct node *n = c->node;
    uint32_t read, written;

    if (!check_selectable(c))
        return false;
    read = operands_read(n->insn, n->mod);
    written = operands_written(n->insn, n->mod);
    for (unsigned operand = 0; operand < NODE_OPERANDS; operand++) {
        /* Disabled lanes keep the used value. */
        const bool kept = operand == NODE_VD && written >> operand & 1 && !writes_all_lanes(n->insn, n->mod);
        const bool wanted = read >> operand & 1 && !may_be_left_out(n->insn, operand);

        if (n->uses[operand] == NODE_NONE && !wanted)
            continue;
        if (!(read >> operand & 1) && !kept)
            return fail_at(c, "%s does not read %s", n->insn->gnu, operand_name((enum node_operand)operand));
        if (!check_used_value(c, (enum node_operand)operand))
            return false;
    }
    for (unsigned operand = 0; operand < NODE_OPERANDS; operand++) {
        if (n->makes[operand] == NODE_NONE)
            continue;
        if (!(written >> operand & 1))
            return fail_at(c, "%s does not write %s", n->insn->gnu, operand_name((enum node_operand)operand));
        if (!check_made_value(c, (enum node_operand)operand))
            return false;
    }
    return true;
}

/* ---- The list ---- */

static bool check_compare(struct checking *c)
{
    const struct node *n = c->node;

    if (n->relation < NODE_LT || n->relation > NODE_GT || n->type > NODE_INTEGER)
        return fail_at(c, "unknown relation or type of numbers");
    return check_used_value(c, NODE_VC) && (n->uses[NODE_VB] == NODE_NONE || check_used_value(c, NODE_VB)) &&
           check_made_condition(c);
}

static bool check_nest(struct checking *c)
{
    switch (c->node->kind) {
    case NODE_PUSHC:
        return c->depth++ < STATE_DEPTH || fail_at(c, "conditions are nested more than %d deep", STATE_DEPTH);
    case NODE_POPC:
        return c->depth-- > 0 || fail_at(c, "the end of a condition that did not begin");
    case NODE_COMPC:
        return c->depth > 0 || fail_at(c, "an else of a condition that did not begin");
    default: /* NODE_ENCC */
        return c->depth == 0 || fail_at(c, "all lanes are enabled within a condition");
    }
}

static bool check_node(struct checking *c)
{
    const struct node *n = c->node;

    switch (n->kind) {
    case NODE_WORD:
    case NODE_BARRIER: return true;
    case NODE_INSN: return check_insn(c);
    case NODE_CONSTANT: return check_made_value(c, NODE_VD);
    case NODE_READ: return check_lreg_number(c, SFP_STAGING_LREG) && check_made_value(c, NODE_VD);
    case NODE_WRITE: return check_lreg_number(c, SFP_LREG_0_8373) && check_used_value(c, NODE_VC);
    case NODE_ASSIGN:
        return (n->uses[NODE_VD] == NODE_NONE || check_used_value(c, NODE_VD)) && check_used_value(c, NODE_VC) &&
               check_made_value(c, NODE_VD);
    case NODE_COMPARE: return check_compare(c);
    case NODE_NOT: return check_used_condition(c, 0) && check_made_condition(c);
    case NODE_AND:
    case NODE_OR: return check_used_condition(c, 0) && check_used_condition(c, 1) && check_made_condition(c);
    case NODE_WHERE: return check_used_condition(c, 0);
    case NODE_TRUTH: return check_used_condition(c, 0) && check_made_value(c, NODE_VD);
    case NODE_PUSHC:
    case NODE_POPC:
    case NODE_COMPC:
    case NODE_ENCC: return check_nest(c);
    case NODE_CONFIG:
        return check_used_value(c, NODE_L0) &&
               (n->imm < SFP_STAGING_LREG || fail_at(c, "SFPCONFIG has no target %u", n->imm));
    case NODE_CALL: return n->imm < c->list->calls.count || fail_at(c, "a call without a name");
    default: return fail_at(c, "unknown kind of node");
    }
}

static bool check_nodes(struct checking *c)
{
    for (size_t i = 0; i < c->list->count; i++) {
        c->node = &c->list->nodes[i];
        c->within = 0;
        if (!check_node(c))
            return false;
    }
    return c->depth == 0 || fail_at(c, "a condition does not end");
}

bool node_list_check(const struct node_list *list, char **error)
{
    struct checking c = {.list = list, .error = error};
    bool good;

    *error = NULL;
    if (!sfp_is_arch((int)list->arch) || !list->profile || !sfp_row_is_of(list->profile->archs, list->arch))
        return fail_with(error, "no profile for this arch");
    if (list->values < 0 || list->conditions < 0)
        return fail_with(error, "the number of values or conditions is negative");
    c.made = calloc((size_t)list->values + 1, sizeof *c.made);
    c.decided = calloc((size_t)list->conditions + 1, sizeof *c.decided);
    good = c.made && c.decided && check_nodes(&c);
    free(c.made);
    free(c.decided);
    return good;
}
