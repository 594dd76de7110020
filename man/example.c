/* Example words of instructions. */
#include "example.h"

#include <stdio.h>
#include <string.h>

#include "isa/modes.h"

enum { EXAMPLE_IMM_WIDTH = 12 }; /* the least width of an immediate that the examples set to 1 */

/* Returns the mode that the example has: the lowest documented one, except where another mode shows more. */
static unsigned first_mode(const struct sfp_insn *insn)
{
    const struct sfp_operand *o = sfp_operand_of(insn, SFP_F_MOD);
    const unsigned documented = o ? sfp_documented_modes(insn, o) : 1;

    if (insn->unit != SFP_UNIT_NONE && sfp_operand_of(insn, SFP_F_ADDR))
        return SFP_FMT_FP32;
    if (insn->id == SFP_I_SFPGT || insn->id == SFP_I_SFPLE)
        return SFP_MODE_SFPGT_SET_CC; /* with no bit of the mode set they have no effect */
    return documented ? (unsigned)__builtin_ctz(documented) : 0;
}

/* Returns the example's immediate: 1 if the mode reads it and the field is wide enough, else 0. */
static uint32_t example_immediate(const struct sfp_insn *insn, const struct sfp_operand *o, unsigned mode)
{
    enum { ONE_BF16 = 0x3F80 };

    switch (sfp_mode_of(insn, mode)->imm) {
    case SFP_IMM_UNREAD: return 0;
    case SFP_IMM_BF16: return ONE_BF16;
    default: return o->width >= EXAMPLE_IMM_WIDTH ? 1 : 0;
    }
}

/* Returns the example's value of an operand. Each register field has another register. */
static uint32_t example_value(const struct sfp_insn *insn, const struct sfp_operand *o, unsigned mode)
{
    switch ((enum sfp_field)o->field) {
    case SFP_F_VD: return insn->id == SFP_I_SFPCONFIG ? LANE_CONFIG_TARGET : 0;
    case SFP_F_VA: return 1;
    case SFP_F_VB: return 2;
    case SFP_F_VC: return 3;
    case SFP_F_MOD: return mode;
    case SFP_F_ADDR_MODE: return (1u << o->width) - 1;
    case SFP_F_IMM: return example_immediate(insn, o, mode);
    default: return 0;
    }
}

uint32_t example_word(const struct sfp_insn *insn, unsigned mode)
{
    uint32_t word = (uint32_t)insn->opcode << SFP_OPCODE_LSB;

    for (const struct sfp_operand *o = insn->ops; !sfp_operand_end(o); o++)
        if (o->kind != SFP_K_RESERVED && o->kind != SFP_K_ZERO)
            word = (word & ~sfp_operand_mask(o))
                   | sfp_operand_put(o, o->hidden ? o->fixed : example_value(insn, o, mode));
    return word;
}

bool describe_word(enum sfp_arch arch, uint32_t word, char spelling[SFP_DISASSEMBLY_SIZE],
                   char meaning[SFP_ANNOTATION_SIZE])
{
    struct sfp_index index;

    sfp_index_init(&index, arch);
    disassembly_of_word(&index, word, SFP_SYNTAX_GNU | SFP_HEX, spelling);
    if (strchr(spelling, '\t'))
        *strchr(spelling, '\t') = ' ';
    return disassembly_annotate(&index, word, meaning);
}

void print_example(const struct sfp_insn *insn)
{
    const uint32_t word = example_word(insn, first_mode(insn));
    char spelling[SFP_DISASSEMBLY_SIZE], meaning[SFP_ANNOTATION_SIZE];
    const bool has_meaning = describe_word(sfp_first_arch(insn->arch), word, spelling, meaning);

    printf(".It example\n.Ql %s", spelling);
    if (has_meaning)
        printf(" : %s", meaning);
    putchar('\n');
}
