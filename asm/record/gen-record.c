/*
 * Prints a header for recordings, as a C string: the first file of the command line, then text made from the tables,
 * then the remaining files. "gen-record words FILE..." makes sfpu_record.hpp, with macros of instructions, constants
 * and configuration; "gen-record vectors FILE..." makes sfpu_vector.hpp, with the vendor's builtins; "gen-record plain
 * FILE..." uses no tables.
 */
#include "builtins.h"
#include "gen-names.h"

#include "isa/isa.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static FILE *out; /* the header under construction */

/* Prints an instruction's macros; macros without operands have no parentheses. */
static void print_insn_macros(const struct sfp_insn *insn)
{
    static const char *const issuing[] = {"TTI", "TT"};
    char parameters[256] = "";
    size_t length = 0;

    for (unsigned i = 0; !sfp_operand_end(&insn->args[i]); i++)
        length += (size_t)snprintf(parameters + length, sizeof parameters - length, "%sa%u", i ? ", " : "(", i);
    if (length)
        snprintf(parameters + length, sizeof parameters - length, ")");
    fprintf(out, "#define TT_OP_%s%s ::sfpu_record::make_word(\"%s\", 0x%08Xu, {__FILE__, __LINE__}, {", insn->macro,
            parameters, insn->macro, (unsigned)insn->opcode << SFP_OPCODE_LSB);
    for (unsigned i = 0; !sfp_operand_end(&insn->args[i]); i++)
        fprintf(out, "%s{::sfpu_record::number_of(a%u), %u, %u}", i ? ", " : "", i, insn->args[i].lsb,
                insn->args[i].kind == SFP_K_HALFWORD ? 0u : insn->args[i].width);
    fputs("})\n", out);
    for (size_t i = 0; i < sizeof issuing / sizeof issuing[0]; i++)
        fprintf(out, "#define %s_%s%s ::sfpu_record::emit(TT_OP_%s%s, __FILE__, __LINE__)\n", issuing[i],
                insn->macro, parameters, insn->macro, parameters);
}

/* ---- Small functions from the vendor's headers ---- */

enum part { PART_NONE, PART_NUMBER, PART_ARGUMENT, PART_LOW, PART_HIGH };

enum { HELPER_WORDS = 3, HELPER_OPERANDS = 6 };

struct helper {
    const char *name;
    unsigned arguments, archs;
    struct helper_word {
        const char *macro;
        struct {
            enum part part;
            unsigned number; /* a number, or an argument's index */
        } operands[HELPER_OPERANDS]; /* ends at PART_NONE */
    } words[HELPER_WORDS]; /* ends at a word without a macro */
};

static const struct helper helpers[] = {
#define NUMBER(n) {PART_NUMBER, n}
#define ARGUMENT(n) {PART_ARGUMENT, n}
#define LOW(n) {PART_LOW, n}
#define HIGH(n) {PART_HIGH, n}
#define WORD(macro, ...) {macro, {__VA_ARGS__}}
#define HELPER(name, arguments, archs, ...) {name, arguments, archs, {__VA_ARGS__}},
#include "helpers.def"
#undef NUMBER
#undef ARGUMENT
#undef LOW
#undef HIGH
#undef WORD
#undef HELPER
};
enum { HELPERS = sizeof helpers / sizeof helpers[0] };

static void print_helper_word(const struct helper_word *word)
{
    static const char *const forms[] = {
        [PART_NUMBER] = "%s%u", [PART_ARGUMENT] = "%sa%u", [PART_LOW] = "%sa%u & 0xFFFF", [PART_HIGH] = "%sa%u >> 16",
    };

    fprintf(out, "    ::sfpu_record::emit(TT_OP_%s(", word->macro);
    for (unsigned i = 0; i < HELPER_OPERANDS && word->operands[i].part != PART_NONE; i++)
        fprintf(out, forms[word->operands[i].part], i ? ", " : "", word->operands[i].number);
    fputs("), file, line);\n", out);
}

/* Prints the helpers outside the namespace of the vendor's own definitions, so that a vendor's definition hides a
 * helper. */
static void print_helpers(enum sfp_arch arch)
{
    fputs("namespace ckernel {\n", out);
    for (unsigned h = 0; h < HELPERS; h++) {
        if (!sfp_row_is_of(helpers[h].archs, arch))
            continue;
        fprintf(out, "inline void %s(", helpers[h].name);
        for (unsigned i = 0; i < helpers[h].arguments; i++)
            fprintf(out, "std::uint32_t a%u, ", i);
        fputs("const char *file = __builtin_FILE(), unsigned line = __builtin_LINE())\n{\n", out);
        for (unsigned i = 0; i < HELPER_WORDS && helpers[h].words[i].macro; i++)
            print_helper_word(&helpers[h].words[i]);
        fputs("}\n", out);
    }
    fputs("} // namespace ckernel\n\n", out);
}

/* ---- Configuration ---- */

enum space { SFP_SPACE_NONE, SFP_SPACE_THREAD, SFP_SPACE_CONFIG }; /* names used by config.def */

struct config_place {
    enum space space;
    unsigned index, lsb, width, step;
};

static const struct config_field {
    const char *name;
    struct config_place places[SFP_ARCHES];
} config_fields[] = {
#define CONFIG_FIELD(id, name_, ...) {name_, {__VA_ARGS__}},
#include "config.def"
#undef CONFIG_FIELD
};

/* Returns the place of a field, which must exist. */
static const struct config_place *find_config_place(const char *name, enum sfp_arch arch)
{
    const struct config_field *field = config_fields;

    while (strcmp(field->name, name) != 0)
        field++;
    return &field->places[sfp_nth(arch)];
}

/* Prints the ThreadConfig index of a field, or the indices of a family; nothing if the arch lacks the field. */
static void print_entries(const char *variable, const char *field, enum sfp_arch arch)
{
    enum { ENTRIES = 8 };
    const struct config_place *place = find_config_place(field, arch);

    if (place->space != SFP_SPACE_THREAD)
        return;
    fprintf(out, "inline constexpr unsigned %s%s = {%u", variable, place->step ? "[]" : "", place->index);
    for (unsigned i = 1; place->step && i < ENTRIES; i++)
        fprintf(out, ", %u", place->index + i * place->step);
    fputs("};\n", out);
}

/* Prints the fields' names: three constants for each field, and a macro with all three as arguments of
 * cfg_reg_rmw_tensix. */
static void print_config_names(enum sfp_arch arch)
{
    static const struct {
        const char *name;
        unsigned archs, index, lsb;
        uint32_t mask;
    } names[] = {
#define FIELD(name, archs, index, lsb, mask) {name, archs, index, lsb, mask},
#include "config_names.def"
#undef FIELD
    };

    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (sfp_row_is_of(names[i].archs, arch))
            fprintf(out, "constexpr std::uint32_t %s_ADDR32 = %u, %s_SHAMT = %u, %s_MASK = 0x%xu;\n"
                    "#define %s_RMW %s_ADDR32, %s_SHAMT, %s_MASK\n", names[i].name, names[i].index, names[i].name,
                    names[i].lsb, names[i].name, names[i].mask, names[i].name, names[i].name, names[i].name,
                    names[i].name);
}

static void print_arch_tables(enum sfp_arch arch, const char *macro)
{
    struct sfp_index index;

    sfp_index_init(&index, arch);
    fprintf(out, "#ifdef %s\n\nnamespace sfpu_record {\n", macro);
    print_entries("addr_mod_ab", "ADDR_MOD_AB_SEC", arch);
    print_entries("addr_mod_dst", "ADDR_MOD_DST_SEC", arch);
    print_entries("addr_mod_bias", "ADDR_MOD_BIAS_SEC", arch);
    print_entries("math_offset", "DEST_TARGET_REG_CFG_MATH_Offset", arch);
    print_entries("addr_mod_base", "ADDR_MOD_SET_Base", arch);
    fprintf(out, "inline const char *arch_name() { return \"%s\"; }\n", sfp_arch_name(arch));
    fputs("} // namespace sfpu_record\n\n", out);
    for (size_t i = 0; i < index.count; i++)
        print_insn_macros(index.rows[i]);
    fputs("\n", out);
    fputs("namespace ckernel {\n", out);
    names_print_constants(out, arch);
    print_config_names(arch);
    names_print_types(out, arch);
    fputs("} // namespace ckernel\n\n", out);
    print_helpers(arch);
    fputs("#endif\n\n", out);
}

static void print_tables(void)
{
    fputs("// ---- The tables ----\n\n", out);
    for (unsigned i = 0; i < SFP_ARCHES; i++)
        print_arch_tables((enum sfp_arch)(1 << i), sfp_arches[i].macro);
}

/* ---- Builtins ---- */

static void print_parameter(const struct builtin_argument *argument, unsigned index)
{
    static const char *const types[] = {
        [ARGUMENT_USE] = "const __xtt_vector &", [ARGUMENT_CONDITION] = "unsigned ", [ARGUMENT_IMM] = "unsigned ",
        [ARGUMENT_MOD] = "unsigned ", [ARGUMENT_OPTION] = "unsigned ", [ARGUMENT_BUFFER] = "const Buffer &",
        [ARGUMENT_IGNORED] = "unsigned",
    };

    fprintf(out, "%s%s", index ? ", " : "", types[argument->kind]);
    if (builtin_keeps(argument))
        fprintf(out, "a%u", index);
}

/* Prints the arguments that recordings keep. */
static void print_kept(const struct builtin *builtin)
{
    static const char *const functions[] = {
        [ARGUMENT_USE] = "value", [ARGUMENT_CONDITION] = "condition", [ARGUMENT_IMM] = "number",
        [ARGUMENT_MOD] = "number", [ARGUMENT_OPTION] = "number",
    };
    const char *separator = "";

    for (unsigned i = 0; builtin->arguments[i].kind != ARGUMENT_END; i++) {
        if (!builtin_keeps(&builtin->arguments[i]))
            continue;
        fprintf(out, "%s::sfpu_record::%s(a%u)", separator, functions[builtin->arguments[i].kind], i);
        separator = ", ";
    }
}

/* Prints a builtin as a template: g++ takes a function name that begins like a builtin for a C function, without
 * overloads. */
static void print_builtin(const struct builtin *builtin)
{
    static const char *const types[] = {"void", "__xtt_vector", "__xtt_vector2", "__xtt_vector4", "unsigned"};
    static const char *const functions[] = {"plain", "value", "pair", "four", "truth"};

    fprintf(out, "template <class Buffer%s> inline %s __builtin_rvtt_%s(",
            builtin->arguments[0].kind == ARGUMENT_BUFFER ? "" : " = void", types[builtin->result], builtin->name);
    for (unsigned i = 0; builtin->arguments[i].kind != ARGUMENT_END; i++)
        print_parameter(&builtin->arguments[i], i);
    fprintf(out, ")\n{\n    return ::sfpu_record::%s_node(\"%s\", {", functions[builtin->result], builtin->name);
    print_kept(builtin);
    fputs("});\n}\n", out);
}

static void print_builtins(void)
{
    fputs("\n// ---- The table ----\n\n", out);
    for (size_t i = 0; i < builtin_count; i++) {
        const struct builtin *builtin = &builtins[i];

        if (builtin->by_hand)
            continue;
        if (builtin->archs == SFP_BH)
            fputs("#ifdef ARCH_BLACKHOLE\n", out);
        print_builtin(builtin);
        if (builtin->archs == SFP_BH)
            fputs("#endif\n", out);
    }
}

/* ---- Everything ---- */

static void print_named(const char *tables)
{
    if (strcmp(tables, "words") == 0)
        print_tables();
    else if (strcmp(tables, "vectors") == 0)
        print_builtins();
}

static bool copy_header_part(const char *path)
{
    FILE *part = fopen(path, "r");

    if (!part) {
        perror(path);
        return false;
    }
    for (int c; (c = getc(part)) != EOF;)
        putc(c, out);
    fclose(part);
    return true;
}

/* Prints text as a C string, with a literal for each line. */
static void print_quoted(const char *text)
{
    while (*text) {
        putchar('"');
        for (; *text && *text != '\n'; text++)
            printf(strchr("\"\\", *text) ? "\\%c" : "%c", *text);
        puts("\\n\"");
        text += *text == '\n';
    }
}

int main(int argc, char **argv)
{
    char *text;
    size_t size;
    bool done = true;

    out = open_memstream(&text, &size);
    if (!out)
        return EXIT_FAILURE;
    for (int i = 2; i < argc && done; i++) {
        done = copy_header_part(argv[i]);
        if (i == 2)
            print_named(argv[1]);
    }
    done = fclose(out) == 0 && done;
    print_quoted(text);
    free(text);
    return done && fflush(stdout) == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
