/* Joins products with sums, and moves negations into modes or multiply-adds. */
#include "combine.h"

enum { PRODUCT = SFP_MODE_SFPMAD_NEGATE_VA, ADDEND = SFP_MODE_SFPMAD_NEGATE_VC };

static bool is_multiply_add(const struct node *node)
{
    return node->kind == NODE_INSN && (node->insn->id == SFP_I_SFPMUL || node->insn->id == SFP_I_SFPADD ||
                                       node->insn->id == SFP_I_SFPMAD);
}

/* Returns the bits of `bits` that the arch's mode has. */
static unsigned negating_bits(const struct combining *combining, const struct node *node, unsigned bits)
{
    return sfp_mode_options(node->insn, combining->s->list->arch, bits);
}

/* ---- Operands ---- */

/* Does the node make -x, with no rounding? */
static bool makes_negation(const struct node *node)
{
    return node->kind == NODE_INSN && node->insn->id == SFP_I_SFPMOV && node->mod == SFP_MODE_SFPMOV_NEGATE &&
           node->uses[NODE_VD] == NODE_NONE;
}

/* Is the value a negation, made for node `i` alone, with the same lanes? */
static bool is_negation(const struct combining *combining, int32_t value, size_t i)
{
    return value != NODE_NONE && combining->uses[value] == 1 &&
           combining_same_flags(combining, combining->makers[value], i) &&
           makes_negation(combining_maker(combining, value));
}

static bool take_negation(struct combining *combining, size_t i, enum node_operand operand)
{
    struct node *node = &combining->s->nodes.nodes[i];
    const unsigned bit = negating_bits(combining, node, operand == NODE_VC ? ADDEND : PRODUCT);

    if (!bit || !is_negation(combining, node->uses[operand], i))
        return false;
    node->mod ^= (uint8_t)bit;
    node->uses[operand] = combining_maker(combining, node->uses[operand])->uses[NODE_VC];
    return true;
}

/* Moves the negation of an operand into the multiply-add's mode, if the negation has no other use and the arch has
 * such modes. */
static bool take_negations(struct combining *combining, size_t i)
{
    static const enum node_operand operands[] = {NODE_VA, NODE_VB, NODE_VC};
    bool taken = false;

    for (size_t o = 0; is_multiply_add(&combining->s->nodes.nodes[i]) && o < sizeof operands / sizeof operands[0]; o++)
        taken |= take_negation(combining, i, operands[o]);
    return taken;
}

/* Makes b - a from -1 * a + b where no mode negates: the node of the negation becomes the constant -1. */
static bool subtract_product(struct combining *combining, size_t i, enum node_operand operand)
{
    struct node *sum = &combining->s->nodes.nodes[i], *negation;
    const int32_t value = sum->uses[operand], other = sum->uses[operand == NODE_VC ? NODE_VB : NODE_VC];

    if (sum->mod || !is_negation(combining, value, i) || select_constant_lreg(combining->s, sfp_lreg_defaults[0]) < 0 ||
        negating_bits(combining, sum, PRODUCT))
        return false;
    negation = combining_maker(combining, value);
    sum->insn = combining->s->rows[SFP_I_SFPMAD];
    sum->uses[NODE_VA] = value;
    sum->uses[NODE_VB] = negation->uses[NODE_VC];
    sum->uses[NODE_VC] = other;
    negation->kind = NODE_CONSTANT;
    negation->imm = sfp_lreg_defaults[0];
    negation->uses[NODE_VC] = NODE_NONE;
    return true;
}

/* ---- Results ---- */

/* Moves the negation of a result into the multiply-add. For a sum, -(a + b) becomes -a - b, which changes the sign
 * of 0; for a product alone the value is the same. */
static bool negate_result(struct combining *combining, size_t i)
{
    struct node *negation = &combining->s->nodes.nodes[i], *made;
    const int32_t value = negation->uses[NODE_VC];
    unsigned bits;

    if (!makes_negation(negation) || combining->uses[value] != 1 ||
        !combining_same_flags(combining, combining->makers[value], i))
        return false;
    made = combining_maker(combining, value);
    if (!is_multiply_add(made) || made->uses[NODE_VD] != NODE_NONE)
        return false;
    bits = combining_is_product(combining, made) ? PRODUCT : PRODUCT | ADDEND;
    if (negating_bits(combining, made, bits) != bits ||
        (bits & ADDEND && combining->s->list->profile->negations != NEGATIONS_OF_RESULTS))
        return false;
    made->mod ^= (uint8_t)bits;
    made->makes[NODE_VD] = negation->makes[NODE_VD];
    combining->makers[made->makes[NODE_VD]] = combining->makers[value];
    negation->makes[NODE_VD] = negation->uses[NODE_VC] = NODE_NONE;
    return true;
}

/* ---- Products in sums ---- */

/* Returns the mode of SFPMAD. A negation of the product by the sum's mode and a negation by the product's mode
 * cancel. */
static uint8_t mode_of_both(const struct node *sum, const struct node *product, enum node_operand operand)
{
    const bool product_negated = sum->mod & (operand == NODE_VB ? PRODUCT : ADDEND);
    const bool addend_negated = sum->mod & (operand == NODE_VB ? ADDEND : PRODUCT);

    return (uint8_t)((product->mod ^ (product_negated ? PRODUCT : 0)) | (addend_negated ? ADDEND : 0));
}

static bool join_product(struct combining *combining, size_t i, enum node_operand operand)
{
    struct node *sum = &combining->s->nodes.nodes[i];
    const int32_t value = sum->uses[operand], addend = sum->uses[operand == NODE_VC ? NODE_VB : NODE_VC];
    const struct node *product = combining_maker(combining, value);

    if (!combining_is_product(combining, product) || combining->uses[value] != 1 ||
        product->uses[NODE_VD] != NODE_NONE || product->mod & ADDEND ||
        !combining_same_flags(combining, combining->makers[value], i))
        return false;
    if (combining->s->list->profile->immediates == IMMEDIATES_FIRST && sum->mod == 0 &&
        combining_is_immediate(combining, addend, i))
        return false; /* Better an SFPADDI, whose register keeps the other value */
    sum->mod = mode_of_both(sum, product, operand);
    sum->insn = combining->s->rows[SFP_I_SFPMAD];
    sum->uses[NODE_VA] = product->uses[NODE_VA];
    sum->uses[NODE_VB] = product->uses[NODE_VB];
    sum->uses[NODE_VC] = addend;
    return true;
}

/* Goes from the first node to the last, so that a sum finds its operands in their final form. */
bool combine_sums(struct selecting *s)
{
    struct combining combining;
    const bool started = combining_start(&combining, s);

    for (size_t i = 0; started && i < s->nodes.count; i++) {
        if (!take_negations(&combining, i))
            negate_result(&combining, i);
        if (combining_is_sum(&combining, &s->nodes.nodes[i]) && !join_product(&combining, i, NODE_VC) &&
            !join_product(&combining, i, NODE_VB) && !subtract_product(&combining, i, NODE_VC))
            subtract_product(&combining, i, NODE_VB);
    }
    return combining_finish(&combining, started);
}
