/*
 * Prints sfpu_tti.h: the first file of the command line, then for each arch, from the tables, macros of instructions
 * and named constants.
 */
#include "gen-names.h"

#include "isa/isa.h"
#include "dis/riscv.h"

#include <inttypes.h>
#include <stdlib.h>

/* Returns the bits of an operand in the macro form. SETDMAREG's value reaches into the size field above it. */
static unsigned count_macro_bits(const struct sfp_operand *operand)
{
    enum { HALFWORD = 16 };

    return operand->kind == SFP_K_HALFWORD ? HALFWORD : operand->width;
}

/* Prints the parameter list of an instruction's macro, such as "(a0, a1)"; nothing for an instruction without
 * operands. */
static void print_parameters(const struct sfp_insn *insn)
{
    for (unsigned i = 0; !sfp_operand_end(&insn->args[i]); i++)
        printf("%sa%u", i ? ", " : "(", i);
    if (!sfp_operand_end(insn->args))
        putchar(')');
}

static void print_word_macro(const struct sfp_insn *insn)
{
    printf("#define TT_OP_%s", insn->macro);
    print_parameters(insn);
    printf(" (0x%08Xu", (unsigned)insn->opcode << SFP_OPCODE_LSB);
    for (unsigned i = 0; !sfp_operand_end(&insn->args[i]); i++)
        printf(" | SFPU_TTI_AT(a%u, %u)", i, insn->args[i].lsb);
    puts(")");
}

/* Prints a macro that issues the word by `way`. */
static void print_issue(const struct sfp_insn *insn, const char *prefix, const char *way)
{
    printf("#define %s_%s", prefix, insn->macro);
    print_parameters(insn);
    printf(" %s(TT_OP_%s", way, insn->macro);
    print_parameters(insn);
    fputs(", 1", stdout);
    for (unsigned i = 0; !sfp_operand_end(&insn->args[i]); i++)
        printf(" && SFPU_TTI_FITS(a%u, %u)", i, count_macro_bits(&insn->args[i]));
    puts(")");
}

static void print_arch_macros(enum sfp_arch arch)
{
    struct sfp_index index;

    sfp_index_init(&index, arch);
    printf("#ifdef %s\n\n", sfp_arch_facts(arch)->macro);
    for (size_t i = 0; i < index.count; i++) {
        print_word_macro(index.rows[i]);
        print_issue(index.rows[i], "TTI", "SFPU_TTI_IN_LINE");
        print_issue(index.rows[i], "TT", "SFPU_TTI_STORE");
    }
    puts("\n#ifdef __cplusplus\nnamespace ckernel {\n#endif");
    names_print_enumerators(stdout, arch);
    puts("#ifdef __cplusplus");
    names_print_types(stdout, arch);
    puts("} // namespace ckernel\nusing namespace ckernel;\n#endif\n\n#endif\n");
}

static bool copy_to_output(const char *path)
{
    FILE *file = fopen(path, "r");

    if (!file) {
        perror(path);
        return false;
    }
    for (int c; (c = getc(file)) != EOF;)
        putchar(c);
    return fclose(file) == 0;
}

/* Prints a check that exactly one arch is defined. */
static void print_choice(void)
{
    fputs("#if 0", stdout);
    for (unsigned i = 0; i < SFP_ARCHES; i++)
        printf(" + defined %s", sfp_arches[i].macro);
    fputs(" != 1\n#error \"define one of", stdout);
    for (unsigned i = 0; i < SFP_ARCHES; i++)
        printf(" %s", sfp_arches[i].macro);
    puts("\"\n#endif\n");
}

int main(int argc, char **argv)
{
    if (argc != 2 || !copy_to_output(argv[1]))
        return EXIT_FAILURE;
    print_choice();
    printf("#define SFPU_TTI_BUFFER ((volatile uint32_t *)0x%08" PRIX32 "u)\n\n", RV_PUSH_BASE);
    for (unsigned i = 0; i < SFP_ARCHES; i++)
        print_arch_macros((enum sfp_arch)(1 << i));
    puts("#endif");
    return fflush(stdout) == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
