/* Texts about an instruction. */
#include "instruction_texts.h"

#include <stdio.h>
#include <string.h>

static void append(char text[LONGEST_FORM], const char *more)
{
    const size_t used = strlen(text);

    snprintf(text + used, LONGEST_FORM - used, "%s", more);
}

static void append_operand(char text[LONGEST_FORM], const struct sfp_operand *o, const char **separator)
{
    append(text, *separator);
    append(text, sfp_field_name((enum sfp_field)o->field));
    *separator = ", ";
}

void write_gnu_form(const struct sfp_insn *insn, bool full, char text[LONGEST_FORM])
{
    const char *separator = " ";

    *text = '\0';
    append(text, insn->gnu);
    for (const struct sfp_operand *o = insn->ops; !sfp_operand_end(o); o++)
        if (o->kind != SFP_K_RESERVED && (full || !o->hidden))
            append_operand(text, o, &separator);
}

void write_macro_form(const struct sfp_insn *insn, char text[LONGEST_FORM])
{
    const char *separator = "";

    snprintf(text, LONGEST_FORM, "TTI_%s(", insn->macro);
    for (const struct sfp_operand *o = insn->args; !sfp_operand_end(o); o++)
        append_operand(text, o, &separator);
    append(text, ")");
}

/* Returns the text for a letter of a phrase. */
static const char *phrase_operand(char letter)
{
    switch (letter) {
    case 'D': case 'I': return "VD";
    case 'A': case 'G': return "VA";
    case 'B': return "VB";
    case 'C': return "VC";
    case 'U': case 'X': return "imm";
    case 'S': return "imm, signed";
    case 'P': return "+ imm";
    case 'V': return "<< imm, or >> -imm where imm < 0";
    case 'F': return "bf16(imm)";
    case 'H': return "fp16(imm)";
    case 'J': case 'E': return "the low 8 bits of imm";
    case 'K': return "imm << 11";
    case '0': return "bit 0 of imm";
    case '1': return "bit 1 of imm";
    case 'R': return "rounded as rnd says";
    case 'Z': return ", or another value if VC is not 0";
    default: return ""; /* a sign that an option adds */
    }
}

void write_phrase(const char *phrase, char text[LONGEST_PHRASE])
{
    size_t used = 0;

    for (; *phrase && used < LONGEST_PHRASE - 1; phrase++) {
        if (*phrase == '%')
            used += (size_t)snprintf(text + used, LONGEST_PHRASE - used, "%s", phrase_operand(*++phrase));
        else
            text[used++] = *phrase;
    }
    text[used] = '\0';
}

const char *dst_format_text(const struct sfp_insn *insn, enum sfp_arch arch, unsigned mode)
{
    const struct sfp_format_mode *format = sfp_format_mode(arch, mode);

    return insn->unit == SFP_UNIT_LOAD ? format->loaded : format->stored;
}

const char *simulation_text(const struct sfp_insn *insn)
{
    static const char *const texts[] = {[SFP_REFUSE] = "refused", [SFP_SKIP] = "refused, or skipped",
                                        [SFP_COPY] = "refused, or taken for done",
                                        [SFP_NOTE] = "accepted, without effect", [SFP_MODEL] = "modelled"};

    return texts[insn->sim];
}

const char *guard_text(const struct sfp_insn *insn)
{
    static const char *const texts[] = {[SFP_GUARD_NONE] = NULL, [SFP_GUARD_8] = "G8", [SFP_GUARD_12] = "G12"};

    return texts[insn->guard];
}

const struct sfp_config_target *config_target_reached(const struct sfp_insn *insn, unsigned number)
{
    const struct sfp_config_target *target = sfp_config_target_of(number);

    if (!target || target->first != number)
        return NULL;
    if (insn->id == SFP_I_SFPCONFIG ? target->written : insn->id == SFP_I_SFPMOV && target->read)
        return target;
    return NULL;
}
