/* Recording, as a library: what the generated header makes of every macro, and calls that do not end. */
#include "assembly/asm.h"
#include "time/kernel.h"
#include "isa/isa.h"
#include "record/record.h"
#include "base/text_buffer.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

static const enum sfp_arch archs[] = {SFP_WH, SFP_BH};

static char directory[] = "/tmp/test_record-XXXXXX";

static int make_directory(void **state)
{
    (void)state;
    return mkdtemp(directory) ? 0 : -1;
}

static void remove_file(const char *name)
{
    char path[sizeof directory + 32];

    snprintf(path, sizeof path, "%s/%s", directory, name);
    unlink(path);
}

static int empty_directory(void **state)
{
    (void)state;
    for (const char *const *name = record_files; *name; name++)
        remove_file(*name);
    remove_file("kernel.h");
    remove_file("sfpu_user_sfpi.h");
    return 0;
}

static int remove_directory(void **state)
{
    (void)state;
    return rmdir(directory);
}

/* What was recorded, and its places. */
static void read_back(const char *path, struct sfp_program *program)
{
    struct sfp_kernel kernel;
    char *error;

    assert_true(sfp_kernel_load(path, &(struct sfp_asm_options){0}, &kernel, &error));
    assert_true(kernel.has_source);
    *program = kernel.program;
}

/* Records `call` with `kernel` as the header. */
static bool record(struct sfp_recording *recording, const char *kernel, const char *call, struct sfp_program *program,
                   struct text *messages)
{
    char path[sizeof directory + 32];
    const char *header = path;
    struct sfp_recorded recorded;
    FILE *stream;
    char *error;
    bool done;

    snprintf(path, sizeof path, "%s/kernel.h", directory);
    stream = fopen(path, "w");
    assert_non_null(stream);
    fputs(kernel, stream);
    assert_int_equal(fclose(stream), 0);
    recording->headers = &header;
    recording->header_count = 1;
    recording->calls = &call;
    recording->call_count = 1;
    recording->directory = directory;
    done = record_calls(recording, &recorded, messages, &error);
    if (error)
        print_message("%s\n", error);
    free(error);
    *program = (struct sfp_program){0};
    if (done)
        read_back(recorded.words, program);
    record_free(&recorded);
    return done;
}

/* ---- Every macro of the tables ---- */

/* Values of operands: 0, the largest that a field has, and one that differs from its neighbours'. */
enum pattern { ZERO, MOST, MIXED, PATTERNS };

static uint32_t operand_value(const struct sfp_operand *operand, unsigned index, enum pattern pattern)
{
    const uint32_t most = (uint32_t)((UINT64_C(1) << operand->width) - 1);

    return pattern == ZERO ? 0 : pattern == MOST ? most : (index + 1) & most;
}

/* NAME or NAME(operands). */
static void print_macro(FILE *stream, const char *prefix, const struct sfp_insn *insn, enum pattern pattern)
{
    unsigned i = 0;

    fprintf(stream, "%s_%s", prefix, insn->macro);
    for (; !sfp_operand_end(&insn->args[i]); i++)
        fprintf(stream, "%s%u", i ? ", " : "(", operand_value(&insn->args[i], i, pattern));
    fputs(i ? ")" : "", stream);
}

/* Prints each macro with each pattern of operands, a statement a line: for the assembler, as one of the three forms; for
 * the compiler, as all of them. */
static char *print_all(const struct sfp_index *index, bool for_compiler)
{
    char *text;
    size_t size;
    FILE *stream = open_memstream(&text, &size);

    assert_non_null(stream);
    for (size_t i = 0; i < index->count; i++) {
        for (enum pattern pattern = ZERO; pattern < PATTERNS; pattern++) {
            print_macro(stream, "TTI", index->rows[i], pattern);
            fputs(";\n", stream);
            if (!for_compiler)
                continue;
            print_macro(stream, "TT", index->rows[i], pattern);
            fputs(";\nINSTRUCTION_WORD(", stream);
            print_macro(stream, "TT_OP", index->rows[i], pattern);
            fputs(");\n", stream);
        }
    }
    assert_int_equal(fclose(stream), 0);
    return text;
}

static void assemble(enum sfp_arch arch, const char *text, struct sfp_program *program)
{
    struct sfp_asm_options options = {.arch = arch, .sink = diagnostic_print, .context = stderr};
    const struct sfp_asm_source source = {.path = "all.s", .text = text, .size = strlen(text)};

    warnings_init(&options.warnings);
    assert_true(warnings_set(&options.warnings, "no-all"));
    assert_true(assembly_make(&options, &source, 1, program));
}

/* Each word of the encoder three times: TTI_, TT_ and TT_OP_. */
static void assert_thrice(const struct sfp_program *encoded, const struct sfp_program *recorded)
{
    assert_int_equal(recorded->count, 3 * encoded->count);
    for (size_t i = 0; i < recorded->count; i++)
        if (recorded->words[i] != encoded->words[i / 3])
            fail_msg("%s, macro %zu: recorded 0x%08x, encoded 0x%08x", sfp_arch_name(encoded->arch), i / 3,
                     recorded->words[i], encoded->words[i / 3]);
}

static void test_macros(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof archs / sizeof archs[0]; i++) {
        struct sfp_recording recording = {.arch = sfp_arch_name(archs[i])};
        struct sfp_index index;
        struct sfp_program encoded, recorded;
        struct text messages;
        char *lines;
        char *source;
        char *kernel;

        sfp_index_init(&index, archs[i]);
        lines = print_all(&index, false);
        source = print_all(&index, true);
        assemble(archs[i], lines, &encoded);
        assert_int_equal(encoded.count, index.count * PATTERNS);
        assert_true(asprintf(&kernel, "#include \"ckernel_ops.h\"\ninline void all()\n{\n%s}\n", source) > 0);
        if (!record(&recording, kernel, "all()", &recorded, &messages))
            fail_msg("%.*s", (int)messages.size, messages.data);
        assert_thrice(&encoded, &recorded);
        sfp_program_free(&encoded);
        sfp_program_free(&recorded);
        text_free(&messages);
        free(kernel);
        free(source);
        free(lines);
        empty_directory(NULL);
    }
}

/* ---- Calls that do not end ---- */

static void assert_refused(const char *kernel, const char *include_dir, const char *expected)
{
    struct sfp_recording recording = {.cpu_seconds = 1, .include_dirs = &include_dir,
                                      .include_dir_count = include_dir ? 1 : 0};
    struct sfp_program program;
    struct text messages;

    assert_false(record(&recording, kernel, "f()", &program, &messages));
    text_add_char(&messages, '\0');
    assert_false(messages.failed);
    if (!strstr(messages.data, expected))
        fail_msg("%s", messages.data);
    assert_int_equal(program.count, 0);
    text_free(&messages);
}

static void test_endless(void **state)
{
    (void)state;
    assert_refused("#include \"ckernel_ops.h\"\ninline void f()\n{\n    TTI_NOP;\n    for (volatile int i = 0;;)\n"
                   "        i = i;\n}\n",
                   NULL, "kernel.h:4: error: in 'f()': this does not end within the limit of processor time; this line "
                   "gave the last word before\n");
}

/* The header lies among the recording's own, which have no lines of the user's: there is that of the call. */
static void test_endless_sfpi(void **state)
{
    (void)state;
    assert_refused("#include \"sfpi.h\"\ninline void f()\n{\n    sfpi::dst_reg[0] = sfpi::vConst1;\n"
                   "    for (volatile int i = 0;;)\n        i = i;\n}\n",
                   "examples/sfpi/include",
                   "--call:1: error: in 'f()': this does not end within the limit of processor time\n");
}

static void test_endless_words(void **state)
{
    (void)state;
    assert_refused("#include \"ckernel_ops.h\"\ninline void f()\n{\n    for (;;)\n        TTI_NOP;\n}\n", NULL,
                   "kernel.h:5: error: in 'f()': more than 1048576 words\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(test_macros, empty_directory),
        cmocka_unit_test_teardown(test_endless, empty_directory),
        cmocka_unit_test_teardown(test_endless_sfpi, empty_directory),
        cmocka_unit_test_teardown(test_endless_words, empty_directory),
    };

    return cmocka_run_group_tests(tests, make_directory, remove_directory);
}
