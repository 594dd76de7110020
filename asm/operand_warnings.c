/* What an instruction's operands are warned about, once it is encoded. */
#include "operands.h"

#include <stdio.h>

enum {
    WORMHOLE_MODES = 4, /* of Wormhole's address-mode field */
};

const char *modes_text(char text[static MODES_TEXT], unsigned modes)
{
    size_t length = 0;

    text[0] = '\0';
    for (unsigned first = 0; first < SFP_MODES; first++) {
        unsigned last = first;

        if (!(modes >> first & 1))
            continue;
        while (last + 1 < SFP_MODES && (modes >> (last + 1) & 1))
            last++;
        length += (size_t)snprintf(text + length, MODES_TEXT - length, last > first ? "%s%u-%u" : "%s%u",
                                   length ? ", " : "", first, last);
        first = last;
    }
    return text;
}

/* The operand written for the field at bit `lsb`, to point a warning at. */
static struct place place_of(const struct written *w, unsigned lsb)
{
    for (size_t i = 0; i < w->count; i++)
        if (lsb >= w->slots[i]->lsb && lsb < (unsigned)w->slots[i]->lsb + w->slots[i]->width)
            return w->operands[i].place;
    return w->name;
}

/* Bits that must be 0 and were not written as such, and modes that the hardware does not document. */
static void warn_reserved(struct assembler *as, const struct written *w)
{
    const char *arch = sfp_arch_name(as->program->arch);
    const uint32_t reserved = w->word & sfp_zero_bits(w->insn);
    char text[MODES_TEXT];

    if (!as->options->warnings.on[SFP_W_RESERVED])
        return;
    for (const struct sfp_operand *o = w->insn->ops; !sfp_operand_end(o); o++) {
        const uint32_t value = sfp_operand_get(o, w->word);

        if (o->kind == SFP_K_MOD && !(o->modes >> value & 1))
            report_warning(as, SFP_W_RESERVED, place_of(w, o->lsb), "%s %u of %s is reserved on %s, which documents %s",
                           sfp_field_name((enum sfp_field)o->field), value, w->spelling, arch,
                           modes_text(text, o->modes));
    }
    if (reserved)
        report_warning(as, SFP_W_RESERVED, place_of(w, (unsigned)__builtin_ctz(reserved)),
                       "bits 0x%06x of %s are reserved on %s and must be 0", reserved, w->spelling, arch);
}

/* VD written as a register that the instruction captures itself for: who means a template writes T0..T3 or a number
 * (spec/00 section 8). */
static void warn_template(struct assembler *as, const struct written *w)
{
    if (!as->options->warnings.on[SFP_W_TEMPLATE])
        return;
    for (size_t i = 0; i < w->count; i++) {
        const struct operand *operand = &w->operands[i];
        const bool as_register =
            operand->kind == OPERAND_REGISTER || (operand->kind == OPERAND_VALUE && operand->value.named);

        if (w->slots[i]->field == SFP_F_VD && as_register &&
            sfp_names_template(w->insn, (unsigned)operand->value.number))
            report_warning(as, SFP_W_TEMPLATE, operand->place,
                           "with VD %d %s is not executed but loads instruction template %d, unless "
                           "DISABLE_BACKDOOR_LOAD is set", (int)operand->value.number, w->spelling,
                           (int)operand->value.number - SFP_FIRST_TEMPLATE_VD);
    }
}

/* Wormhole kernels write address modes 0..3 and mean 4..7 by the base bit, which Blackhole lacks (spec/00 section
 * 10). */
static void warn_addr_mode(struct assembler *as, const struct written *w)
{
    const bool accesses = w->insn->unit == SFP_UNIT_LOAD || w->insn->unit == SFP_UNIT_STORE;
    const struct sfp_operand *mode = accesses ? sfp_operand_of(w->insn, SFP_F_ADDR_MODE) : NULL;

    if (!mode || as->program->arch != SFP_BH || sfp_operand_get(mode, w->word) >= WORMHOLE_MODES)
        return;
    report_warning(as, SFP_W_ADDR_MODE, place_of(w, mode->lsb),
                   "ADDR_MOD %u: kernels for wormhole write so for %u with the base bit set, which %s does not have",
                   sfp_operand_get(mode, w->word), sfp_operand_get(mode, w->word) + WORMHOLE_MODES,
                   sfp_arch_name(as->program->arch));
}

void warn_operands(struct assembler *as, const struct written *written)
{
    warn_reserved(as, written);
    warn_template(as, written);
    warn_addr_mode(as, written);
}
