/* Prints the modes of an instruction in the instruction reference. */
#include "print_modes.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "example.h"
#include "insert.h"
#include "instruction_texts.h"

/* Prints the documented modes, and the modes that the GNU assembler takes if they differ. */
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

static void print_phrase(const char *phrase)
{
    char text[LONGEST_PHRASE];

    write_phrase(phrase, text);
    printf("%s.\n", text);
}

/* Prints a comma and a name of sfpu.inc. */
static void print_constant_name(const char *insn, const char *name)
{
    fputs(", ", stdout);
    for (const char *p = insn; *p; p++)
        putchar(toupper((unsigned char)*p));
    printf("_%s", name);
}

/* Returns the name of a mode, or NULL if the mode has no name or a lower mode has the same name. */
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

/* Prints a mode's number and its name in sfpu.inc. Names of formats have no prefix. */
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

/* Prints the meaning of an example word in this mode, as sfpdis prints it. */
static void print_annotation(const struct sfp_insn *insn, enum sfp_arch arch, unsigned mode)
{
    char spelling[SFP_DISASSEMBLY_SIZE], meaning[SFP_ANNOTATION_SIZE];

    if (describe_word(arch, example_word(insn, mode), spelling, meaning))
        printf("As in\n.Ql %s .\n", meaning);
}

/* Prints a mode and its meaning. Prints nothing and returns false if the instruction's only mode says no more than
 * the heading. */
static bool print_mode(const struct sfp_insn *insn, enum sfp_arch arch, unsigned mode)
{
    const bool moves = insn->unit == SFP_UNIT_LOAD || insn->unit == SFP_UNIT_STORE;
    const struct sfp_mode *row = sfp_mode_on(insn, arch, mode);

    if (!row->phrase && strcmp(row->name, "NONE") == 0)
        return false;
    print_mode_name(insn, arch, mode);
    if (row->phrase)
        print_phrase(row->phrase);
    else if (moves && sfp_operand_of(insn, SFP_F_ADDR))
        printf("Dst as %s.\n", dst_format_text(insn, arch, mode));
    else
        print_annotation(insn, arch, mode);
    return true;
}

/* Is the mode another mode with an option added? */
static bool is_with_option(const struct sfp_insn *insn, enum sfp_arch arch, unsigned mode)
{
    const unsigned options = sfp_mode_options(insn, arch, mode);

    return options && sfp_mode_on(insn, arch, mode) == sfp_mode_on(insn, arch, mode & ~options);
}

/* Prints a line for each mode without options. */
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

/* Prints a line for each option, a bit that can be added to every mode. */
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

/* Prints the text of a configuration target, with its range of numbers. */
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

/* Prints the targets that SFPCONFIG writes by its VD, and SFPMOV reads by its VC in mode FROM_SPECIAL. */
static void print_targets(const struct sfp_insn *insn)
{
    const struct sfp_config_target *t;

    for (unsigned number = 0; number < CONFIG_TARGETS; number++)
        if ((t = config_target_reached(insn, number)))
            print_target(insn->id == SFP_I_SFPCONFIG ? "VD" : "VC", t);
}

void print_modes(const struct sfp_insn *insn)
{
    print_numbers(insn);
    print_each_mode(insn);
    print_options(insn);
    print_targets(insn);
}
