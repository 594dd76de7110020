/* Writes sfpu(7), the instruction reference, from the instruction table. */
#include <stdio.h>
#include <string.h>

#include "example.h"
#include "insert.h"
#include "instruction_texts.h"
#include "print_modes.h"
#include "isa/modes.h"

static void print_gnu(const struct sfp_insn *insn, bool full)
{
    char form[LONGEST_FORM];

    write_gnu_form(insn, full, form);
    printf(".It GNU%s\n.Ql %s\n", full ? ", in full" : "", form);
}

static bool has_hidden(const struct sfp_insn *insn)
{
    for (const struct sfp_operand *o = insn->ops; !sfp_operand_end(o); o++)
        if (o->hidden && o->kind != SFP_K_RESERVED)
            return true;
    return false;
}

static void print_macro(const struct sfp_insn *insn)
{
    char form[LONGEST_FORM];

    write_macro_form(insn, form);
    printf(".It macro\n.Ql %s\n", form);
}

static void print_field(const struct sfp_operand *o)
{
    unsigned high = o->lsb + o->width - 1u;

    printf(", %s ", sfp_field_name((enum sfp_field)o->field));
    if (o->width == 1)
        printf("%u", o->lsb);
    else
        printf("%u:%u", high, o->lsb);
    if (o->kind == SFP_K_SPLIT)
        printf(" and 0");
}

static void print_word(const struct sfp_insn *insn)
{
    printf(".It word\nopcode 0x%02X", insn->opcode);
    for (const struct sfp_operand *o = insn->ops; !sfp_operand_end(o); o++)
        if (o->kind != SFP_K_RESERVED)
            print_field(o);
    putchar('\n');
}

/* Returns the modes whose result takes `cycles` cycles. */
static unsigned modes_of_latency(const struct sfp_insn *insn, enum sfp_arch arch, unsigned cycles)
{
    unsigned modes = 0;

    for (unsigned mode = 0; mode < SFP_MODES; mode++)
        modes |= (unsigned)(sfp_latency(insn, arch, mode) == cycles) << mode;
    return modes;
}

static void print_latency(const struct sfp_insn *insn, enum sfp_arch arch)
{
    const unsigned usual = sfp_latency(insn, arch, 0);

    printf(usual == 1 ? "%u cycle" : "%u cycles", usual);
    for (unsigned cycles = 1; cycles <= SFP_MAX_LATENCY; cycles++) {
        const unsigned modes = modes_of_latency(insn, arch, cycles);

        if (cycles == usual || modes == 0)
            continue;
        printf(", %u in modes ", cycles);
        print_modes_of(modes);
    }
}

/* Do the two architectures of a row have the same latencies? */
static bool same_latencies(const struct sfp_insn *insn, enum sfp_arch one, enum sfp_arch other)
{
    for (unsigned mode = 0; mode < SFP_MODES; mode++)
        if (sfp_latency(insn, one, mode) != sfp_latency(insn, other, mode))
            return false;
    return true;
}

static void print_unit(const struct sfp_insn *insn)
{
    const enum sfp_arch arch = sfp_first_arch(insn->arch);

    if (insn->unit == SFP_UNIT_NONE)
        return;
    printf(".It sub-unit\n%s, result after ", sfp_unit_name((enum sfp_unit)insn->unit));
    print_latency(insn, arch);
    for (unsigned others = insn->arch & ~(unsigned)arch; others; others &= others - 1) {
        const enum sfp_arch other = sfp_first_arch(others);

        if (same_latencies(insn, arch, other))
            continue;
        printf("; on %s after ", sfp_arch_facts(other)->title);
        print_latency(insn, other);
    }
    puts(insn->no_backdoor ? "" : "; VD from 12 on loads an instruction template");
}

static void print_guard(const struct sfp_insn *insn)
{
    if (guard_text(insn))
        printf(".It guard\n%s\n", guard_text(insn));
}

/* Prints the bits of STALLWAIT's first operand that hold the instruction back. */
static void print_block(const struct sfp_insn *insn)
{
    const unsigned bits = 9;
    const char *separator = "";

    if (!insn->block)
        return;
    puts(".It blocks");
    if (insn->block == (1u << bits) - 1) {
        puts("all bits together");
        return;
    }
    for (unsigned bit = 0; bit < bits; bit++)
        if (insn->block >> bit & 1) {
            printf("%s%u", separator, bit);
            separator = ", ";
        }
    putchar('\n');
}

static void print_row(const struct sfp_insn *insn, bool arch_matters, bool paragraph)
{
    if (arch_matters) {
        fputs(paragraph ? ".Pp\n" : "", stdout);
        print_arches(insn->arch);
        puts(":");
    }
    printf(".Bl -tag -width \"GNU, in full\" -compact\n");
    print_gnu(insn, false);
    if (has_hidden(insn))
        print_gnu(insn, true);
    print_macro(insn);
    print_word(insn);
    print_modes(insn);
    print_example(insn);
    print_unit(insn);
    print_guard(insn);
    print_block(insn);
    printf(".It simulator\n%s\n.El\n", simulation_text(insn));
}

/* Prints all rows of a mnemonic. */
static void print_instruction(enum sfp_id id)
{
    bool headed = false;

    for (size_t i = 0; i < sfp_isa_rows; i++) {
        const struct sfp_insn *insn = &sfp_isa[i];

        if (insn->id != id)
            continue;
        if (!headed) {
            printf(".Ss %s\n", insn->macro);
            if (insn->what)
                printf("%s.\n", insn->what);
        }
        print_row(insn, insn->arch != SFP_BOTH, headed || insn->what);
        headed = true;
    }
}

static void print_section(const char *title, bool vector)
{
    bool done[SFP_IDS] = {false};

    printf(".Sh %s\n", title);
    for (size_t i = 0; i < sfp_isa_rows; i++) {
        const struct sfp_insn *insn = &sfp_isa[i];

        if ((insn->unit != SFP_UNIT_NONE) != vector || done[insn->id])
            continue;
        done[insn->id] = true;
        print_instruction((enum sfp_id)insn->id);
    }
}

/* ---- Named constants ---- */

struct constant_row {
    const char *type, *name;
    long long value;
    unsigned archs;
};

static const struct constant_row constants[] = {
#define CONSTANT(type, name, value, archs) {type, name, value, archs},
#define SCOPED CONSTANT
#define ENUMERATOR CONSTANT
#define DUBIOUS(type, name, value, archs, note) {type, name, value, archs},
#include "constants.def"
#undef CONSTANT
#undef SCOPED
#undef ENUMERATOR
#undef DUBIOUS
};

static bool is_first_of_type(const struct constant_row *row)
{
    for (const struct constant_row *r = constants; r < row; r++)
        if (strcmp(r->type, row->type) == 0)
            return false;
    return true;
}

static void print_constant(const struct constant_row *row)
{
    printf(".It %s%s%s Ta %lld", row->type, *row->type ? "::" : "", row->name, row->value);
    if ((row->archs & SFP_BOTH) != SFP_BOTH)
        printf(" on %s", sfp_arch_facts((enum sfp_arch)row->archs)->title);
    putchar('\n');
}

static void print_constants(void)
{
    const struct constant_row *end = constants + sizeof constants / sizeof constants[0];

    puts(".Sh NAMED CONSTANTS\n"
         ".Xr sfpasm 5\nknows these names without a definition.\n"
         "They are names of the vendor's headers and of the ISA documentation, with their value, and with the\n"
         "architecture if the name exists on one only.\n"
         "Names of modes that begin with an instruction's name, and names of formats, are in\n.Pa sfpu.inc .\n"
         ".Bl -column \"InstrModCast::INT32_2S_COMP_TO_INT_SIGN_MAGN\" \"12 on Blackhole\"");
    for (const struct constant_row *type = constants; type < end; type++)
        for (const struct constant_row *row = type; is_first_of_type(type) && row < end; row++)
            if (strcmp(row->type, type->type) == 0)
                print_constant(row);
    puts(".El");
}

struct config_row {
    const char *name;
    unsigned archs, index, mask;
};

static void print_config_row(const struct config_row *row)
{
    const bool both = (row->archs & SFP_BOTH) == SFP_BOTH;

    printf(".It %s Ta %u Ta 0x%x%s\n", row->name, row->index, row->mask,
           both ? "" : row->archs == SFP_WH ? " W" : " B");
}

static void print_config_names(void)
{
    static const struct config_row rows[] = {
#define FIELD(name, archs, index, lsb, mask) {name, archs, index, mask},
#include "config_names.def"
#undef FIELD
    };

    puts(".Ss Fields of the configuration\n"
         "For each of these names\n.Xr sfpasm 5\nknows three constants:\n.Ar name Ns _ADDR32 ,\n"
         "the index of the field's ThreadConfig entry or Config word,\n"
         ".Ar name Ns _SHAMT ,\nits first bit, and\n.Ar name Ns _MASK ,\nits bits.\n"
         "W marks a field of Wormhole only, and B a field of Blackhole only.\n"
         ".Bl -column \"UNP0_ADD_DEST_ADDR_CNTR_add_dest_addr_cntr\" \"index\" \"0xffffffff W\"\n"
         ".It Em name Ta Em index Ta Em mask");
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        print_config_row(&rows[i]);
    puts(".El");
}

int main(void)
{
    puts(".Dd $Mdocdate$\n.Dt SFPU 7\n.Os\n.Sh NAME\n.Nm sfpu\n"
         ".Nd instructions of Tenstorrent's vector unit, and those around it\n"
         ".Sh DESCRIPTION\n"
         "This page lists every instruction that\n.Xr sfpasm 1\nand\n.Xr sfpdis 1\nknow.\n"
         "Each has both spellings, the fields of its word, the documented modes and their effects, the sub-unit and\n"
         "the latency, an example, and its treatment by\n"
         ".Xr sfpsim 1 .\n"
         "The page is made from the table that the programs use.\n"
         ".Pp\n"
         "VA, VB and VC are source registers L0 to L15, VD is the destination, and mod is the mode.\n"
         "The form\n.Dq in full\nnames operands that the GNU assembler sets itself.\n"
         ".Xr sfpu-semantics 7\nsays what the vector instructions compute, and explains the guards.\n"
         ".Xr sfpu-frontend 7\nsays what the other instructions do.\n"
         "Blocks are the bits of STALLWAIT's and SEMWAIT's first operand that hold an instruction back\n"
         ".Pq Xr sfpu-timing 7 , Waits .\n"
         ".Pp\n"
         "Opcodes, fields and modes are from the ISA documentation, from tt-llk's instruction table where the\n"
         "documentation has no page, and from sfpi's GNU assembler; these sources are listed in\n"
         ".Xr sfpu-semantics 7 , Sources .\n"
         "Words were compared with that assembler's at the limits of every operand.\n"
         ".Sh WORDS\n"
         "A word encodes an instruction in 32 bits, with the opcode in 31:24.\n"
         "Bits that belong to no field must be 0.\n"
         "In a RISC-V core's instruction stream the word stands rotated left by two bits.\n"
         "Its low two bits are then not 3, which distinguishes the word from RISC-V instructions of 32 bits.\n"
         "The assembler's directive\n.Ql .ttinsn\n"
         "takes the word without the rotation.\n"
         "TTI_ macros put the word into the instruction stream; TT_ macros store it to the core's instruction buffer\n"
         "when they are executed.");
    print_section("VECTOR INSTRUCTIONS", true);
    print_section("OTHER INSTRUCTIONS", false);
    print_constants();
    print_config_names();
    puts(".Sh SEE ALSO\n.Xr sfpasm 1 ,\n.Xr sfpdis 1 ,\n.Xr sfpsched 1 ,\n.Xr sfpsim 1 ,\n.Xr sfpu-frontend 7 ,\n"
         ".Xr sfpu-semantics 7 ,\n.Xr sfpu-threads 7 ,\n.Xr sfpu-timing 7");
    return fflush(stdout) != 0;
}
