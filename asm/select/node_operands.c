/* Derives operands from the instruction table's reads and writes, and encodes words. */
#include "node_operands.h"

#include "isa/timing.h"
#include "isa/modes.h"

enum { L0_TO_L7 = 0xFF };

static const enum sfp_field fields[] = {SFP_F_VA, SFP_F_VB, SFP_F_VC, SFP_F_VD};

/* Returns the set bit of the operand as nodes number it: VD for SFPMULI's VC, which goes into the field VD. */
static uint32_t operand_in(const struct sfp_insn *insn, enum node_operand operand)
{
    return operand != NODE_VB && sfp_field_naming(insn, fields[operand]) == SFP_F_VD ? 1u << NODE_VD : 1u << operand;
}

static uint32_t operands_of_resources(const struct sfp_insn *insn, unsigned mod, uint32_t resources)
{
    const struct sfp_uses uses = sfp_uses_of(resources);
    uint32_t set = (uses.mask & L0_TO_L7) << NODE_L0;

    if (resources >> SFP_R_ANY & 1)
        set |= OPERANDS_ANY;
    for (unsigned operand = NODE_VA; operand <= NODE_VD; operand++)
        if (uses.names >> operand & 1)
            set |= operand_in(insn, (enum node_operand)operand);
    if (uses.names & SFP_NAMES_B)
        set |= 1u << (sfp_second_is_vb(insn, mod) ? NODE_VB : NODE_VD);
    return set;
}

_Static_assert(SFP_NAMES_VA == 1 << NODE_VA && SFP_NAMES_VB == 1 << NODE_VB && SFP_NAMES_VC == 1 << NODE_VC &&
               SFP_NAMES_VD == 1 << NODE_VD, "operands are in the order of names");

bool is_named_by_l7(const struct sfp_insn *insn, unsigned mod)
{
    return insn->id == SFP_I_SFPLUTFP32 && sfp_resources_written(insn, mod, 0) >> SFP_R_ANY & 1;
}

uint32_t operands_read(const struct sfp_insn *insn, unsigned mod)
{
    const uint32_t set = operands_of_resources(insn, mod, sfp_resources_read(insn, mod, 0));

    return is_named_by_l7(insn, mod) ? set & ~(uint32_t)(1u << NODE_L7) : set;
}

uint32_t operands_written(const struct sfp_insn *insn, unsigned mod)
{
    const uint32_t set = operands_of_resources(insn, mod, sfp_resources_written(insn, mod, 0));

    return is_named_by_l7(insn, mod) ? 1u << NODE_VD : set;
}

bool writes_all_lanes(const struct sfp_insn *insn, unsigned mod)
{
    return (insn->id == SFP_I_SFPMOV && mod == SFP_MODE_SFPMOV_ALL_LANES_ENABLED) ||
           (insn->id == SFP_I_SFPLOAD && mod == SFP_FMT_INT32_ALL);
}

enum sfp_field operand_field(const struct sfp_insn *insn, enum node_operand operand)
{
    return sfp_field_naming(insn, fields[operand]);
}

const char *operand_name(enum node_operand operand)
{
    static const char *const names[NODE_OPERANDS] = {"VA", "VB", "VC", "VD", "L0", "L1", "L2", "L3",
                                                     "L4", "L5", "L6", "L7"};

    return names[operand];
}

/* ---- Nodes to words ---- */

/* Returns the contents of a field that names no LReg. */
static uint32_t node_field_value(const struct node *node, enum sfp_field field)
{
    switch (field) {
    case SFP_F_MOD: return node->mod;
    case SFP_F_IMM:
    case SFP_F_ADDR: return node->imm;
    case SFP_F_ADDR_MODE:
    case SFP_F_RND: return node->option;
    default: return 0;
    }
}

/* SFPMOV names a special register, which is no LReg, in the field VC. */
static bool names_special(const struct node *node, const struct sfp_operand *operand)
{
    return operand->field == SFP_F_VC && node->insn->id == SFP_I_SFPMOV && node->mod & SFP_MODE_SFPMOV_FROM_SPECIAL;
}

uint32_t node_word(const struct node *node)
{
    uint32_t word = (uint32_t)node->insn->opcode << SFP_OPCODE_LSB;

    for (const struct sfp_operand *operand = node->insn->ops; !sfp_operand_end(operand); operand++) {
        const uint32_t value = operand->hidden                ? operand->fixed
                               : names_special(node, operand) ? node->imm
                                                              : node_field_value(node, (enum sfp_field)operand->field);

        word |= sfp_operand_put(operand, sfp_bits(value, 0, operand->width));
    }
    return word;
}

uint32_t node_word_with(const struct sfp_insn *insn, uint32_t word, enum node_operand operand, unsigned lreg)
{
    return sfp_word_with(insn, word, operand_field(insn, operand), lreg);
}

uint32_t config_word(const struct sfp_index *index, uint32_t target)
{
    return MADE_WORD(index, SFP_I_SFPCONFIG, {SFP_F_VD, target}, {SFP_F_MOD, SFP_MODE_SFPCONFIG_REPLACE});
}

static uint32_t loadi_word(const struct sfp_index *index, unsigned lreg, unsigned mod, uint32_t imm)
{
    return MADE_WORD(index, SFP_I_SFPLOADI, {SFP_F_VD, lreg}, {SFP_F_MOD, mod}, {SFP_F_IMM, imm});
}

enum {
    HALF_BITS = 16,
    HALF_MASK = 0xFFFF,
    HALF_SIGN = 0x8000,
    MANTISSA_BITS = 23,
    FP16_MANTISSA = 10,
    FP16_LOST = (1 << (MANTISSA_BITS - FP16_MANTISSA)) - 1,
    FP16_REBIAS = 127 - 15,
    FP16_EXPONENTS = 31, /* exponents encoded as in fp16 (sfpu-semantics(7), SFPLOADI), except the last */
};

/* Can fp16 hold the float? */
static bool is_fp16(uint32_t bits)
{
    const uint32_t exponent = bits >> MANTISSA_BITS & UINT8_MAX;

    return !(bits & FP16_LOST) && exponent > FP16_REBIAS && exponent < FP16_REBIAS + FP16_EXPONENTS;
}

static uint32_t fp16_of(uint32_t bits)
{
    const uint32_t exponent = (bits >> MANTISSA_BITS & UINT8_MAX) - FP16_REBIAS;

    return (bits >> HALF_BITS & HALF_SIGN) | exponent << FP16_MANTISSA |
           (bits >> (MANTISSA_BITS - FP16_MANTISSA) & ((1u << FP16_MANTISSA) - 1));
}

size_t constant_words(const struct sfp_index *index, uint32_t bits, unsigned lreg, uint32_t words[CONSTANT_WORDS])
{
    if (!(bits & HALF_MASK))
        words[0] = loadi_word(index, lreg, SFP_MODE_SFPLOADI_FLOATB, bits >> HALF_BITS);
    else if (is_fp16(bits))
        words[0] = loadi_word(index, lreg, SFP_MODE_SFPLOADI_FLOATA, fp16_of(bits));
    else if (bits <= HALF_MASK)
        words[0] = loadi_word(index, lreg, SFP_MODE_SFPLOADI_USHORT, bits);
    else if (bits >= ~(uint32_t)(HALF_SIGN - 1))
        words[0] = loadi_word(index, lreg, SFP_MODE_SFPLOADI_SHORT, bits & HALF_MASK);
    else {
        words[0] = loadi_word(index, lreg, SFP_MODE_SFPLOADI_LOWER, bits & HALF_MASK);
        words[1] = loadi_word(index, lreg, SFP_MODE_SFPLOADI_UPPER, bits >> HALF_BITS);
        return 2;
    }
    return 1;
}
