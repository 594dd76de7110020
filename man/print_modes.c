/* The modes of an instruction in the instruction reference. */
#include "print_modes.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "example.h"
#include "dis/dis.h"
#include "isa/modes.h"

enum { CONFIG_TARGETS = 16 };

void print_modes_of(unsigned mask)
{
    const char *separator = "";

    for (unsigned mode = 0; mode < SFP_MODES; mode++) {
        unsigned last = mode;

        if (!(mask >> mode & 1))
            continue;
        while (last + 1 < SFP_MODES && mask >> (last + 1) & 1)
            last++;
        printf(last == mode ? "%s%u" : "%s%u\\(en%u", separator, mode, last);
        separator = ", ";
        mode = last;
    }
}

/* Which there are, and which of them the peer takes. */
static void print_numbers(const struct sfp_insn *insn)
{
    const struct sfp_operand *mode = sfp_operand_of(insn, SFP_F_MOD);
    unsigned documented, taken;

    if (!mode)
        return;
    documented = sfp_documented_modes(insn, mode);
    taken = sfp_gnu_modes(insn, mode);
    printf(".It modes\n");
    print_modes_of(documented);
    if (taken != documented) {
        printf("; the GNU assembler takes ");
        print_modes_of(taken);
    }
    putchar('\n');
}

const char *phrase_operand(char letter)
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
    default: return ""; /* a sign that an option brings */
    }
}

static void print_phrase(const char *phrase)
{
    for (; *phrase; phrase++) {
        if (*phrase == '%')
            fputs(phrase_operand(*++phrase), stdout);
        else
            putchar(*phrase);
    }
    puts(".");
}

/* A name of sfpu.inc, behind a comma. */
static void print_constant_name(const char *insn, const char *name)
{
    fputs(", ", stdout);
    for (const char *p = insn; *p; p++)
        putchar(toupper((unsigned char)*p));
    printf("_%s", name);
}

/* The name of a mode, unless a lower one has it; or NULL. */
static const char *mode_name(const struct sfp_insn *insn, enum sfp_arch arch, unsigned mode)
{
    const char *name = sfp_mode_on(insn, arch, mode)->name;

    if (!name || strcmp(name, "NONE") == 0)
        return NULL;
    for (unsigned lower = 0; lower < mode; lower++) {
        const char *other = sfp_mode_on(insn, arch, lower)->name;

        if (other && strcmp(other, name) == 0)
            return NULL;
    }
    return name;
}

/* A mode, with the name that sfpu.inc has for it: formats have theirs alone. */
static void print_mode_name(const struct sfp_insn *insn, enum sfp_arch arch, unsigned mode)
{
    const char *name = mode_name(insn, arch, mode);

    printf(".It mode %u", mode);
    if (name && sfp_operand_of(insn, SFP_F_ADDR))
        printf(", %s", name);
    else if (name)
        print_constant_name(insn->gnu, name);
    putchar('\n');
}

/* What a word with another operand in each field does, as sfpdis says it. */
static void print_annotation(const struct sfp_insn *insn, enum sfp_arch arch, unsigned mode)
{
    char meaning[SFP_ANNOTATION_SIZE];
    struct sfp_index index;

    sfp_index_init(&index, arch);
    if (disassembly_annotate(&index, example_word(insn, mode), meaning))
        printf("As in\n.Ql %s .\n", meaning);
}

/* What a mode does; false if it is the instruction's only one, and says no more than its heading. */
static bool print_mode(const struct sfp_insn *insn, enum sfp_arch arch, unsigned mode)
{
    const bool loads = insn->unit == SFP_UNIT_LOAD, moves = loads || insn->unit == SFP_UNIT_STORE;
    const struct sfp_mode *row = sfp_mode_on(insn, arch, mode);

    if (!row->phrase && strcmp(row->name, "NONE") == 0)
        return false;
    print_mode_name(insn, arch, mode);
    if (row->phrase)
        print_phrase(row->phrase);
    else if (moves && sfp_operand_of(insn, SFP_F_ADDR))
        printf("Dst as %s.\n", loads ? sfp_format_mode(arch, mode)->loaded : sfp_format_mode(arch, mode)->stored);
    else
        print_annotation(insn, arch, mode);
    return true;
}

/* Is a mode another one with an option? */
static bool is_with_option(const struct sfp_insn *insn, enum sfp_arch arch, unsigned mode)
{
    const unsigned options = sfp_mode_options(insn, arch, mode);

    return options && sfp_mode_on(insn, arch, mode) == sfp_mode_on(insn, arch, mode & ~options);
}

/* A line for each mode without options. */
static void print_each_mode(const struct sfp_insn *insn)
{
    const struct sfp_operand *o = sfp_operand_of(insn, SFP_F_MOD);
    const unsigned documented = o ? sfp_documented_modes(insn, o) : 0;

    for (unsigned mode = 0; mode < SFP_MODES; mode++) {
        const enum sfp_arch first = sfp_first_arch(insn->arch);
        const char *phrase = sfp_mode_on(insn, first, mode)->phrase;

        if (!(documented >> mode & 1) || is_with_option(insn, first, mode) || !print_mode(insn, first, mode))
            continue;
        for (unsigned others = insn->arch & ~(unsigned)first; others; others &= others - 1) {
            const enum sfp_arch other = sfp_first_arch(others);

            if (sfp_mode_on(insn, other, mode)->phrase == phrase)
                continue;
            printf("On %s: ", sfp_arch_facts(other)->title);
            print_phrase(sfp_mode_on(insn, other, mode)->phrase);
        }
    }
}

/* A line for each option: a bit that goes with every mode. */
static void print_options(const struct sfp_insn *insn)
{
    if (!sfp_operand_of(insn, SFP_F_MOD))
        return;
    for (unsigned bit = 1; bit < SFP_MODES; bit <<= 1) {
        const struct sfp_mode_part *part = sfp_mode_part_of(insn, bit);

        if (!sfp_mode_options(insn, sfp_first_arch(insn->arch), bit))
            continue;
        printf(".It mode + %u", bit);
        if (part)
            print_constant_name(part->insn, part->name);
        printf("\n%s.\n", part ? part->text : "Nothing else");
    }
}

/* What is configured by so many numbers from `first` on. */
static void print_target(const char *field, const struct sfp_config_target *t)
{
    const size_t length = strlen(t->text);

    if (t->first == LANE_CONFIG_TARGET)
        printf(".It %s %u\n%s, whose bits are in\n.Xr sfpu-semantics 7 , LaneConfig .\n", field, t->first, t->text);
    else if (t->count == 1)
        printf(".It %s %u\n%s.\n", field, t->first, t->text);
    else if (t->text[length - 1] == ' ')
        printf(".It %s %u\\(en%u\n%s0 to %u.\n", field, t->first, t->first + t->count - 1u, t->text, t->count - 1u);
    else
        printf(".It %s %u\\(en%u\n%s%u to %s%u.\n", field, t->first, t->first + t->count - 1u, t->text, t->first,
               t->text, t->first + t->count - 1u);
}

/* What SFPCONFIG writes by its VD, and SFPMOV reads by its VC in mode FROM_SPECIAL. */
static void print_targets(const struct sfp_insn *insn)
{
    const bool writes = insn->id == SFP_I_SFPCONFIG;
    const struct sfp_config_target *t;

    if (!writes && insn->id != SFP_I_SFPMOV)
        return;
    for (unsigned number = 0; number < CONFIG_TARGETS; number++)
        if ((t = sfp_config_target_of(number)) && t->first == number && (writes ? t->written : t->read))
            print_target(writes ? "VD" : "VC", t);
}

void print_modes(const struct sfp_insn *insn)
{
    print_numbers(insn);
    print_each_mode(insn);
    print_options(insn);
    print_targets(insn);
}
