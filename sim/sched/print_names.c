/* Finds the names that sfpu.inc has for operands. */
#include "print_names.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "isa/constants.h"
#include "isa/modes.h"

void named_modifiers(enum sfp_arch arch, unsigned numbers[static MODIFIERS_NAMED])
{
    const int64_t stay = sfp_constants_value(arch, "", "SFPLOAD_ADDR_MODE_NOINC");

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

const char *format_text(unsigned format, char text[static OPERAND_NAME_SIZE])
{
    static const char *const names[SFP_MODES] = {
#define FORMAT(arch, value, name, ...) [value] = #name,
#define FORMAT_VARIANT(...)
#define MODE(...)
#define PART(...)
#include "modes.def"
    };

    if (format < SFP_MODES && names[format])
        snprintf(text, OPERAND_NAME_SIZE, "%s", names[format]);
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
