/* Describes in words the configuration of SFPLOADMACRO: templates, sequences and Misc (sfpu-timing(7), Sequences). */
#include "dis.h"

#include <string.h>

#include "isa/modes.h"
#include "isa/vector_unit.h"

static void put_slot_selector(FILE *out, const struct sfp_sequence_slot *slot)
{
    if (slot->selector == SFP_SELECT_UNDEFINED)
        fputs("undefined selector 1", out);
    else if (slot->selector == SFP_SELECT_NOP)
        fputs("sfpnop", out);
    else if (slot->selector == SFP_SELECT_STORE)
        fputs("sfpstore", out);
    else
        fprintf(out, "template %u", (unsigned)slot->selector - SFP_SELECT_TEMPLATE);
    fprintf(out, ", delay %u", (unsigned)slot->delay);
}

/* The source of the operands, and the destination of the result. */
static void put_slot_overrides(FILE *out, const struct sfp_sequence_slot *slot, enum sfp_unit unit)
{
    if (unit != SFP_UNIT_STORE)
        fprintf(out, ", %s loaded%s", slot->to_vb ? "VB" : "VC", slot->to_staging ? ", to L16" : "");
    else if (slot->to_staging)
        fputs(", of L16", out);
    else
        fputs(slot->to_vb ? ", of its own VD" : ", of the loaded register", out);
}

void dis_put_sequence(FILE *out, uint32_t sequence)
{
    const char *before = "";

    for (unsigned u = SFP_UNIT_SIMPLE; u <= SFP_UNIT_STORE; u++) {
        const struct sfp_sequence_slot slot = sfp_sequence_get(sequence, (enum sfp_unit)u);

        if (slot.selector == SFP_SELECT_NONE)
            continue;
        fprintf(out, "%s%s: ", before, sfp_unit_name((enum sfp_unit)u));
        put_slot_selector(out, &slot);
        put_slot_overrides(out, &slot, (enum sfp_unit)u);
        before = "; ";
    }
    if (!*before)
        fputs("nothing", out);
}

void dis_put_misc(FILE *out, uint32_t misc)
{
    const char *before = ", as the load of macro ";

    fprintf(out, "stores in format %u", (unsigned)(misc & SFP_MISC_STORE_MOD0));
    for (unsigned macro = 0; macro < SFP_SEQUENCES; macro++) {
        if (!(misc >> (SFP_MISC_USES_LOAD_MOD0_LSB + macro) & 1))
            continue;
        fprintf(out, "%s%u", before, macro);
        before = " ";
    }
    before = "; delays in instructions on ";
    for (unsigned u = SFP_UNIT_SIMPLE; u <= SFP_UNIT_STORE; u++) {
        if (!(misc >> (SFP_MISC_DELAY_KIND_LSB + u - SFP_UNIT_SIMPLE) & 1))
            continue;
        fprintf(out, "%s%s", before, sfp_unit_name((enum sfp_unit)u));
        before = " ";
    }
}

/* Describes a template as the instruction that it is, with a blank for the tab. */
static void put_template(FILE *out, const struct sfp_index *index, uint32_t word)
{
    char text[SFP_DISASSEMBLY_SIZE], *tab;

    disassembly_of_word(index, word, SFP_SYNTAX_GNU, text);
    tab = strchr(text, '\t');
    if (tab)
        *tab = ' ';
    fputs(text, out);
}

void dis_put_macro_word(FILE *out, const struct sfp_index *index, uint32_t target, uint32_t value)
{
    if (target < SFP_TARGET_SEQUENCES)
        put_template(out, index, value);
    else if (target < SFP_TARGET_MISC)
        dis_put_sequence(out, value);
    else
        dis_put_misc(out, value);
}
