/* Turns constants into immediates, and runs the combining passes that the profile selects. */
#include "combine.h"

enum { BF16_LSB = 16 };

/* May node `i` overwrite the register of this value, because the value's last use is here and the register is not a
 * constant one? */
static bool is_overwritable(const struct combining *combining, int32_t value, size_t i)
{
    const struct node *node = combining_maker(combining, value);
    const bool constant = node->kind == NODE_CONSTANT && select_constant_lreg(combining->s, node->imm) >= 0;
    const bool fixed = node->kind == NODE_READ && node->imm >= SFP_FIRST_CONSTANT_LREG;

    return combining->last[value] == i && !constant && !fixed;
}

static bool take_bf16_immediate(struct combining *combining, size_t i, enum node_operand constant,
                                enum node_operand other)
{
    struct node *node = &combining->s->nodes.nodes[i];
    const int32_t value = node->uses[other], kept = node->uses[NODE_VD];
    const bool anywhere = combining->s->list->profile->immediates == IMMEDIATES_FIRST;
    struct node taken;

    if (value == node->uses[constant] || !combining_is_immediate(combining, node->uses[constant], i) ||
        (kept != NODE_NONE && kept != value) || !(anywhere || is_overwritable(combining, value, i)))
        return false;
    taken = select_insn_for(combining->s, combining_is_sum(combining, node) ? SFP_I_SFPADDI : SFP_I_SFPMULI, node);
    taken.imm = combining_maker(combining, node->uses[constant])->imm >> BF16_LSB;
    taken.uses[NODE_VD] = value;
    taken.makes[NODE_VD] = node->makes[NODE_VD];
    *node = taken;
    return true;
}

bool combine_immediates(struct selecting *s)
{
    struct combining combining;
    const bool started = combining_start(&combining, s);

    for (size_t i = 0; started && i < s->nodes.count; i++) {
        const struct node *node = &s->nodes.nodes[i];
        const bool product = combining_is_product(&combining, node);
        const enum node_operand first = product ? NODE_VA : NODE_VB, second = product ? NODE_VB : NODE_VC;

        if ((product || combining_is_sum(&combining, node)) && node->mod == 0 &&
            !take_bf16_immediate(&combining, i, first, second))
            take_bf16_immediate(&combining, i, second, first);
    }
    return combining_finish(&combining, started);
}

bool select_combine(struct selecting *s)
{
    const struct profile *profile = s->list->profile;
    const bool early = profile->immediates == IMMEDIATES_ENDS || profile->immediates == IMMEDIATES_FIRST;

    return (!early || combine_immediates(s)) && (profile->products != PRODUCTS_IN_SUMS || combine_sums(s)) &&
           (profile->immediates != IMMEDIATES_LAST || combine_immediates(s)) && combine_flags(s);
}
