/* Operands, from what the instruction table says of reads and writes. */
#include "node_operands.h"

#include "isa/timing.h"
#include "isa/modes.h"

enum { L0_TO_L7 = 0xFF };

static const enum sfp_field fields[] = {SFP_F_VA, SFP_F_VB, SFP_F_VC, SFP_F_VD};

/* The operand that goes into the same field: VD of SFPMULI, whose table calls it VC. */
static uint32_t operand_in(const struct sfp_insn *insn, enum node_operand operand)
{
    return operand != NODE_VB && sfp_field_naming(insn, fields[operand]) == SFP_F_VD ? 1u << NODE_VD : 1u << operand;
}

static uint32_t operands_of(const struct sfp_insn *insn, unsigned mod, uint32_t resources)
{
    const struct sfp_uses uses = sfp_uses_of(resources);
    uint32_t set = (uses.mask & L0_TO_L7) << NODE_L0;

    if (resources >> SFP_R_ANY & 1)
        set |= OPERANDS_ANY;
    for (unsigned o = NODE_VA; o <= NODE_VD; o++)
        if (uses.names >> o & 1)
            set |= operand_in(insn, (enum node_operand)o);
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
    const uint32_t set = operands_of(insn, mod, sfp_resources_read(insn, mod, 0));

    return is_named_by_l7(insn, mod) ? set & ~(uint32_t)(1u << NODE_L7) : set;
}

uint32_t operands_written(const struct sfp_insn *insn, unsigned mod)
{
    const uint32_t set = operands_of(insn, mod, sfp_resources_written(insn, mod, 0));

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
