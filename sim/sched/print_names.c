/* Finds the names that sfpu.inc has for operands. */
#include "print_names.h"

#include <ctype.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "isa/constants.h"
#include "dis/dis.h"
#include "isa/modes.h"

void named_modifiers(enum sfp_arch arch, unsigned numbers[static MODIFIERS_NAMED])
{
    int64_t stay = UINT_MAX; /* no modifier: without the name, modifiers are numbers */

    sfp_constants_value(arch, "", "SFPLOAD_ADDR_MODE_NOINC", &stay);
    numbers[0] = (unsigned)stay;
    numbers[1] = (unsigned)stay - 1;
}

const char *modifier_text(enum sfp_arch arch, unsigned modifier, char text[static OPERAND_NAME_SIZE])
{
    static const char *const names[MODIFIERS_NAMED] = {"STAY", "STEP"};
    unsigned numbers[MODIFIERS_NAMED];

    named_modifiers(arch, numbers);
    snprintf(text, OPERAND_NAME_SIZE, "%u", modifier);
    for (unsigned i = 0; i < MODIFIERS_NAMED; i++)
        if (numbers[i] == modifier)
            snprintf(text, OPERAND_NAME_SIZE, "%s", names[i]);
    return text;
}

const char *dst_format_text(enum sfp_arch arch, unsigned format, char text[static OPERAND_NAME_SIZE])
{
    const struct sfp_format_mode *row = sfp_format_mode(arch, format);

    if (row && row->name)
        snprintf(text, OPERAND_NAME_SIZE, "%s", row->name);
    else
        snprintf(text, OPERAND_NAME_SIZE, "%u", format);
    return text;
}

const char *mode_text(const struct sfp_insn *insn, enum sfp_arch arch, unsigned mode,
                      char text[static OPERAND_NAME_SIZE])
{
    const struct sfp_mode *row = sfp_mode_on(insn, arch, mode);

    if (!row->known || !row->name || row->alias || strcmp(row->name, "NONE") == 0) {
        snprintf(text, OPERAND_NAME_SIZE, "%u", mode);
        return text;
    }
    snprintf(text, OPERAND_NAME_SIZE, "%s_%s", insn->gnu, row->name);
    for (char *c = text; *c && *c != '_'; c++)
        *c = (char)toupper((unsigned char)*c);
    return text;
}

const struct sfp_operand *written_operand(const struct sfp_insn *insn, bool full, unsigned n)
{
    for (const struct sfp_operand *o = insn->ops; !sfp_operand_end(o); o++)
        if ((full || !o->hidden) && o->kind != SFP_K_RESERVED && n-- == 0)
            return o;
    return NULL;
}

/* Returns whether the operand is 16 bits that are easier to read in hexadecimal: a bf16 number, or half of a
 * constant. */
static bool is_bit_pattern(const struct sfp_insn *insn, const struct sfp_operand *operand)
{
    return operand->field == SFP_F_IMM
        && (insn->id == SFP_I_SFPLOADI || insn->id == SFP_I_SFPADDI || insn->id == SFP_I_SFPMULI);
}

/* Writes an operand by its name, or as hexadecimal bits. Returns NULL if the disassembler's text is best. */
static const char *operand_text(const struct sfp_insn *insn, enum sfp_arch arch, const struct sfp_operand *operand,
                                uint32_t word, char text[static OPERAND_NAME_SIZE])
{
    const uint32_t value = sfp_operand_get(operand, word);
    const bool reaches_dst = sfp_has_field(insn, SFP_F_ADDR_MODE);

    if (insn->unit == SFP_UNIT_NONE)
        return NULL;
    if (operand->field == SFP_F_ADDR_MODE)
        return modifier_text(arch, value, text);
    if (operand->field == SFP_F_MOD)
        return reaches_dst ? dst_format_text(arch, value, text) : mode_text(insn, arch, value, text);
    if (!is_bit_pattern(insn, operand))
        return NULL;
    snprintf(text, OPERAND_NAME_SIZE, "0x%04x", (unsigned)value);
    return text;
}

void instruction_text(const struct sfp_index *index, uint32_t word, const char *immediate, struct text *out)
{
    const struct sfp_insn *insn = sfp_insn_of_word(index, word);
    const bool full = insn && disassembly_is_full(insn, word);
    char line[SFP_DISASSEMBLY_SIZE], name[OPERAND_NAME_SIZE], *rest = line, *token;

    disassembly_of_word(index, word, SFP_SYNTAX_GNU, line);
    for (int n = -1; (token = strsep(&rest, n < 0 ? "\t" : ",")); n++) {
        const struct sfp_operand *operand = insn && n >= 0 ? written_operand(insn, full, (unsigned)n) : NULL;
        const char *named = operand && *line != '.' ? operand_text(insn, index->arch, operand, word, name) : NULL;

        if (immediate && operand && *line != '.' && operand->field == SFP_F_IMM)
            named = immediate;
        text_print(out, "%s%s", n < 0 ? "" : n == 0 ? " " : ", ", named ? named : token);
    }
}
