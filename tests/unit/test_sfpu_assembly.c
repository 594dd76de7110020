/* Assembling by libsfpu's public header: what comes of sources, what is said of them, and what is written. */
#include "sfpu_test.h"

#include "comma_locale.h"

#include <unistd.h>

/* As sfpu(7) has the fields: SFPLOADI 0x71 << 24, L0 and 0x4000; SFPNOP 0x8F << 24. */
static const char source[] = "first:\n"
                             "    sfploadi L0, 0x4000, 0\n"
                             "second:\n"
                             "    sfpnop\n";
static const uint32_t words[] = {0x71004000, 0x8F000000};
enum { WORDS = 2 };

/* What is said goes to `notes`. */
static struct sfpu_assembly telling(struct text *notes)
{
    return (struct sfpu_assembly){.size = sizeof(struct sfpu_assembly), .diagnose = note, .context = notes};
}

static sfpu_program *program_of(const struct sfpu_assembly *how, const char *text)
{
    sfpu_program *p;

    assert_int_equal(sfpu_assemble_text(how, "dir/k.s", text, strlen(text), &p), SFPU_OK);
    assert_non_null(p);
    return p;
}

/* That `text` does not assemble, and what is said of it. */
static void assert_refused(const struct sfpu_assembly *how, const char *text, const char *said)
{
    struct text *notes = how->context;
    sfpu_program *p = (sfpu_program *)notes;

    assert_int_equal(sfpu_assemble_text(how, "k.s", text, strlen(text), &p), SFPU_BAD_SOURCE);
    assert_null(p);
    assert_non_null(notes->bytes);
    assert_string_equal(notes->bytes, said);
    text_free(notes);
}

static void assert_words(const sfpu_program *p)
{
    assert_int_equal(sfpu_program_word_count(p), WORDS);
    assert_memory_equal(sfpu_program_words(p), words, sizeof words);
}

static void test_text(void **state)
{
    sfpu_program *p = program_of(NULL, source);
    size_t index = 9;

    (void)state;
    assert_words(p);
    assert_int_equal(sfpu_program_arch(p), SFPU_WORMHOLE);
    assert_string_equal(sfpu_program_label(p, 0, &index), "first");
    assert_int_equal(index, 0);
    assert_string_equal(sfpu_program_label(p, 1, &index), "second");
    assert_int_equal(index, 1);
    assert_string_equal(sfpu_program_label(p, 1, NULL), "second");
    assert_null(sfpu_program_label(p, 2, &index));
    assert_null(sfpu_program_file(p, 0, NULL)); /* it is no file */
    sfpu_program_free(p);
    p = program_of(NULL, ".arch blackhole\nsfpnop\n");
    assert_int_equal(sfpu_program_arch(p), SFPU_BLACKHOLE);
    sfpu_program_free(p);
    sfpu_program_free(NULL);
    assert_int_equal(sfpu_program_word_count(NULL), 0);
    assert_null(sfpu_program_words(NULL));
    assert_null(sfpu_program_label(NULL, 0, &index));
    assert_null(sfpu_program_file(NULL, 0, NULL));
    assert_int_equal(sfpu_program_arch(NULL), SFPU_ANY_ARCH);
}

/* ---- Options ---- */

static void test_arch(void **state)
{
    struct text notes = {0};
    struct sfpu_assembly how = telling(&notes);

    (void)state;
    how.arch = SFPU_BLACKHOLE;
    assert_refused(&how, ".arch wormhole\nsfpnop\n",
                   "error - k.s:1:7 this says wormhole, but blackhole was stated before it or by an option\n");
}

static void test_defines(void **state)
{
    static const char *const defines[] = {"VALUE=0x4000", "ONE"};
    struct sfpu_assembly how = {.size = sizeof how, .defines = defines, .define_count = 2};
    sfpu_program *p = program_of(&how, "sfploadi L0, VALUE, 0\n.if ONE\nsfpnop\n.endif\n");

    (void)state;
    assert_words(p);
    sfpu_program_free(p);
}

/* Off by default: what follows -W turns it on, makes it an error, and takes all back. */
static void test_warnings(void **state)
{
    static const char unread[] = ".equ UNREAD, 1\nsfpnop\n";
    static const char *const on[] = {"unused-constant"}, *const error[] = {"error=unused-constant"},
                      *const off[] = {"unused-constant", "no-all"};
    struct text notes = {0};
    struct sfpu_assembly how = telling(&notes);

    (void)state;
    how.warnings = on;
    how.warning_count = 1;
    sfpu_program_free(program_of(&how, unread));
    assert_string_equal(notes.bytes, "warning unused-constant dir/k.s:1:6 'UNREAD' is never used\n");
    text_free(&notes);
    how.warnings = error;
    assert_refused(&how, unread, "error unused-constant k.s:1:6 'UNREAD' is never used\n");
    how.warnings = off;
    how.warning_count = 2;
    sfpu_program_free(program_of(&how, unread));
    assert_null(notes.bytes);
}

static void test_strict(void **state)
{
    struct text notes = {0};
    struct sfpu_assembly how = telling(&notes);

    (void)state;
    sfpu_program_free(program_of(&how, "TTI_SFPNOP;\n"));
    how.gnu_strict = 1;
    assert_refused(&how, "TTI_SFPNOP;\n", "error - k.s:1:1 GNU as has no macro form of instructions\n");
}

static void test_most_errors(void **state)
{
    struct text notes = {0};
    struct sfpu_assembly how = telling(&notes);

    (void)state;
    how.max_errors = 1;
    assert_refused(&how, "sfpxxxx\nsfpxxxx\n",
                   "error - k.s:1:1 unknown instruction 'sfpxxxx'; a label would end in ':'\n"
                   "note - -:0:0 stopped after 1 error (-fmax-errors)\n");
}

/* Which forms a diagnostic has. */
static void see_forms(void *context, const struct sfpu_diagnostic *d)
{
    static const char printed[] = "k.s:1:1: error: unknown instruction 'sfpxxxx'; a label would end in ':'\n"
                                  "sfpxxxx\n"
                                  "^~~~~~~\n";
    int *forms = context;

    *forms = (d->printed != NULL) | (d->colored != NULL) << 1;
    if (d->printed)
        assert_string_equal(d->printed, printed);
    if (d->colored)
        assert_non_null(strstr(d->colored, "\033["));
}

static void test_forms(void **state)
{
    static const int had[] = {[SFPU_BOTH_FORMS] = 3, [SFPU_PRINTED] = 1, [SFPU_COLORED] = 2};
    sfpu_program *p;

    (void)state;
    for (int forms = SFPU_BOTH_FORMS; forms <= SFPU_COLORED; forms++) {
        int seen = 0;
        const struct sfpu_assembly how = {
            .size = sizeof how, .forms = forms, .diagnose = see_forms, .context = &seen};

        assert_int_equal(sfpu_assemble_text(&how, "k.s", "sfpxxxx\n", 8, &p), SFPU_BAD_SOURCE);
        assert_int_equal(seen, had[forms]);
    }
}

static void test_bad_arguments(void **state)
{
    static const char *const none[] = {NULL}, *const unknown[] = {"nonsense"};
    const struct sfpu_assembly wrong[] = {
        {.size = 0},
        {.size = sizeof wrong[0], .arch = 3},
        {.size = sizeof wrong[0], .forms = 3},
        {.size = sizeof wrong[0], .define_count = 1},
        {.size = sizeof wrong[0], .include_dirs = none, .include_dir_count = 1},
        {.size = sizeof wrong[0], .warnings = unknown, .warning_count = 1},
    };
    sfpu_program *p;

    (void)state;
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        p = (sfpu_program *)&p;
        assert_int_equal(sfpu_assemble_text(&wrong[i], "k.s", "sfpnop\n", 7, &p), SFPU_BAD_ARGUMENT);
        assert_null(p);
    }
    p = (sfpu_program *)&p;
    assert_int_equal(sfpu_assemble_text(NULL, NULL, "", 0, &p), SFPU_BAD_ARGUMENT);
    assert_null(p);
    assert_int_equal(sfpu_assemble_text(NULL, "k.s", NULL, 0, &p), SFPU_BAD_ARGUMENT);
    assert_int_equal(sfpu_assemble_text(NULL, "k.s", "", 0, NULL), SFPU_BAD_ARGUMENT);
    assert_int_equal(sfpu_assemble_files(NULL, none, 1, &p), SFPU_BAD_ARGUMENT);
    assert_int_equal(sfpu_assemble_files(NULL, unknown, 0, &p), SFPU_BAD_ARGUMENT);
    assert_int_equal(sfpu_assemble_files(NULL, NULL, 1, &p), SFPU_BAD_ARGUMENT);
    assert_int_equal(sfpu_read_program(NULL, NULL, NULL, &p), SFPU_BAD_ARGUMENT);
    assert_int_equal(sfpu_read_program("k.bin", NULL, NULL, NULL), SFPU_BAD_ARGUMENT);
    assert_int_equal(sfpu_warn_words(NULL, NULL), SFPU_BAD_ARGUMENT);
}

/* A caller from before there was more than an arch does not say it. */
static void test_older_caller(void **state)
{
    const struct {
        size_t size;
        int arch, gnu_strict;
    } old = {sizeof old, SFPU_BLACKHOLE, 0};
    sfpu_program *p = program_of((const struct sfpu_assembly *)&old, source);

    (void)state;
    assert_int_equal(sfpu_program_arch(p), SFPU_BLACKHOLE);
    sfpu_program_free(p);
}

static void test_warning_classes(void **state)
{
    struct sfpu_warning_class w = {.size = sizeof w};
    size_t count = 0, on = 0;

    (void)state;
    for (; sfpu_get_warning_class(count, &w) == SFPU_OK; count++) {
        assert_int_equal(sfpu_check_warning_class(w.name), SFPU_OK);
        on += w.on != 0;
    }
    assert_true(on > 0 && on < count);
    assert_int_equal(sfpu_get_warning_class(count, &w), SFPU_BAD_ARGUMENT);
    assert_int_equal(sfpu_get_warning_class(0, NULL), SFPU_BAD_ARGUMENT);
    w.size = 0;
    assert_int_equal(sfpu_get_warning_class(0, &w), SFPU_BAD_ARGUMENT);
    assert_int_equal(sfpu_check_warning_class("error=unused-constant"), SFPU_OK);
    assert_int_equal(sfpu_check_warning_class("no-all"), SFPU_OK);
    assert_int_equal(sfpu_check_warning_class("nonsense"), SFPU_BAD_ARGUMENT);
    assert_int_equal(sfpu_check_warning_class(NULL), SFPU_BAD_ARGUMENT);
    assert_true(sfpu_is_assembly("a/k.s") && sfpu_is_assembly("k.S"));
    assert_false(sfpu_is_assembly("k.bin") || sfpu_is_assembly(NULL));
}

/* sfpsim's -W takes the names of findings and of classes of warnings: each form of one must be of one list only. */
static void test_names_apart(void **state)
{
    static const char *const forms[] = {"%s", "no-%s", "error=%s", "no-error=%s"};
    struct sfpu_finding_kind kind = {.size = sizeof kind};
    struct sfpu_warning_class class = {.size = sizeof class};
    char argument[100];
    size_t count = 0;

    (void)state;
    for (; sfpu_get_finding_kind(count, &kind) == SFPU_OK; count++) {
        assert_int_equal(sfpu_check_warning(kind.name), SFPU_OK);
        for (size_t f = 0; f < sizeof forms / sizeof forms[0]; f++) {
            snprintf(argument, sizeof argument, forms[f], kind.name);
            if (sfpu_check_warning_class(argument) == SFPU_OK)
                fail_msg("-W%s is a class of the assembler's warnings too", argument);
        }
    }
    assert_true(count > 50);
    for (size_t i = 0; sfpu_get_warning_class(i, &class) == SFPU_OK; i++)
        for (size_t f = 0; f < sizeof forms / sizeof forms[0]; f++) {
            snprintf(argument, sizeof argument, forms[f], class.name);
            if (sfpu_check_warning(argument) == SFPU_OK)
                fail_msg("-W%s is a finding too", argument);
        }
    assert_int_equal(sfpu_get_finding_kind(count, &kind), SFPU_BAD_ARGUMENT);
    assert_int_equal(sfpu_get_finding_kind(0, NULL), SFPU_BAD_ARGUMENT);
    kind.size = 0;
    assert_int_equal(sfpu_get_finding_kind(0, &kind), SFPU_BAD_ARGUMENT);
}

/* ---- Outputs ---- */

static void assert_output(sfpu_program *p, int output, const char *name, const char *expected)
{
    struct text text = {0};

    assert_int_equal(sfpu_program_write(p, output, name, text_add, &text), SFPU_OK);
    assert_string_equal(text.bytes, expected);
    text_free(&text);
}

static void test_outputs(void **state)
{
    static const uint8_t bytes[] = {0x00, 0x40, 0x00, 0x71, 0x00, 0x00, 0x00, 0x8F}; /* little-endian */
    sfpu_program *p = program_of(NULL, source);
    struct text text = {0};

    (void)state;
    assert_int_equal(sfpu_program_write(p, SFPU_BIN, NULL, text_add, &text), SFPU_OK);
    assert_int_equal(text.size, sizeof bytes);
    assert_memory_equal(text.bytes, bytes, sizeof bytes);
    text_free(&text);
    assert_output(p, SFPU_HEX, NULL, "0x71004000\n0x8f000000\n");
    assert_output(p, SFPU_TTINSN, NULL, "\t.ttinsn\t0x71004000\n\t.ttinsn\t0x8f000000\n");
    assert_output(p, SFPU_C, "out/my-kernel.c",
                  "#include <stdint.h>\n\n/* wormhole */\nconst uint32_t my_kernel[] = {\n"
                  "    0x71004000, /* 2: sfploadi L0, 0x4000, 0 */\n    0x8f000000, /* 4: sfpnop */\n};\n");
    assert_output(p, SFPU_LISTING, NULL,
                  "dir/k.s:\n"
                  "    1                           first:\n"
                  "    2          0  71004000          sfploadi L0, 0x4000, 0\n"
                  "    3                           second:\n"
                  "    4          1  8f000000          sfpnop\n");
    assert_int_equal(sfpu_program_write(p, SFPU_TABLE, NULL, text_add, &text), SFPU_OK);
    assert_non_null(strstr(text.bytes, "{\"name\": \"second\", \"index\": 1}"));
    text_free(&text);
    assert_int_equal(sfpu_program_write(p, -1, NULL, text_add, &text), SFPU_BAD_ARGUMENT);
    assert_int_equal(sfpu_program_write(p, SFPU_ELF_DEBUG + 1, NULL, text_add, &text), SFPU_BAD_ARGUMENT);
    assert_int_equal(sfpu_program_write(p, SFPU_BIN, NULL, NULL, NULL), SFPU_BAD_ARGUMENT);
    assert_int_equal(sfpu_program_write(NULL, SFPU_BIN, NULL, text_add, &text), SFPU_BAD_ARGUMENT);
    sfpu_program_free(p);
}

/* Which a machine reads in memory. */
static void test_elf(void **state)
{
    const struct sfpu_options options = {.size = sizeof options};
    struct sfpu_where where = {.size = sizeof where};
    sfpu_program *p = program_of(NULL, source);
    struct text text = {0};
    sfpu_machine *m;

    (void)state;
    assert_int_equal(sfpu_open(&options, &m), SFPU_OK);
    for (int output = SFPU_ELF; output <= SFPU_ELF_DEBUG; output++) {
        assert_int_equal(sfpu_program_write(p, output, NULL, text_add, &text), SFPU_OK);
        assert_int_equal(sfpu_load_elf(m, text.bytes, text.size, NULL), SFPU_OK);
        text_free(&text);
        assert_int_equal(sfpu_word_count(m), 2);
        assert_memory_equal(sfpu_words(m), sfpu_program_words(p), 2 * sizeof(uint32_t));
        assert_int_equal(sfpu_stated_arch(m), SFPU_WORMHOLE);
        assert_int_equal(sfpu_get_where(m, 1, &where), output == SFPU_ELF ? SFPU_BAD_INPUT : SFPU_OK);
    }
    assert_string_equal(where.file, "dir/k.s");
    assert_int_equal(where.line, 4);
    sfpu_close(m);
    sfpu_program_free(p);
}

/* Two set highest bits are those of RISC-V instructions. */
static void test_no_elf(void **state)
{
    sfpu_program *p = program_of(NULL, ".word 0x80000000, 0xC0000000\n");
    struct text text = {0};

    (void)state;
    assert_int_equal(sfpu_program_write(p, SFPU_ELF, NULL, text_add, &text), SFPU_BAD_INPUT);
    assert_int_equal(text.size, 0);
    sfpu_program_free(p);
}

static void test_output_names(void **state)
{
    static const struct {
        const char *name, *suffix;
        int output;
    } outputs[] = {
        {"bin", ".bin", SFPU_BIN}, {"hex", ".hex", SFPU_HEX}, {"c", ".c", SFPU_C}, {"gas", ".gas", SFPU_TTINSN},
        {"listing", ".lst", -1},   {NULL, ".dbg", -1},        {"elf", ".elf", SFPU_ELF}, {NULL, ".elf", -1},
    };

    (void)state;
    for (int i = 0; i < (int)(sizeof outputs / sizeof outputs[0]); i++) {
        assert_int_equal(sfpu_output_named(outputs[i].name), outputs[i].output);
        assert_string_equal(sfpu_output_suffix(i), outputs[i].suffix);
    }
    assert_null(sfpu_output_suffix(-1));
    assert_null(sfpu_output_suffix(SFPU_ELF_DEBUG + 1));
}

/* ---- Files ---- */

static char directory[] = "/tmp/test-sfpu-XXXXXX";
enum { PATH_SIZE = sizeof directory + 16 };

static int make_directory(void **state)
{
    (void)state;
    return mkdtemp(directory) ? 0 : -1;
}

/* The path of a file there. */
static const char *in_directory(char path[PATH_SIZE], const char *name)
{
    snprintf(path, PATH_SIZE, "%s/%s", directory, name);
    return path;
}

static int remove_directory(void **state)
{
    static const char *const names[] = {"k.s", "k.S", "rows.inc", "k.bin", "k.bin.dbg", "k.elf"};
    char path[PATH_SIZE];

    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        unlink(in_directory(path, names[i]));
    return rmdir(directory);
}

static void write_file(const char *name, const char *text)
{
    char path[PATH_SIZE];
    FILE *stream = fopen(in_directory(path, name), "w");

    assert_non_null(stream);
    fputs(text, stream);
    assert_int_equal(fclose(stream), 0);
}

static int put(void *stream, const char *bytes, size_t size)
{
    return fwrite(bytes, 1, size, stream) != size;
}

static void write_output(sfpu_program *p, int output, const char *name)
{
    char path[PATH_SIZE];
    FILE *stream = fopen(in_directory(path, name), "w");

    assert_non_null(stream);
    assert_int_equal(sfpu_program_write(p, output, NULL, put, stream), SFPU_OK);
    assert_int_equal(fclose(stream), 0);
}

static void test_files(void **state)
{
    const char *const dirs[] = {directory};
    char path[PATH_SIZE], included[PATH_SIZE];
    const char *const paths[] = {in_directory(path, "k.s")};
    const struct sfpu_assembly how = {.size = sizeof how, .include_dirs = dirs, .include_dir_count = 1};
    sfpu_program *p;
    int system = 7;

    (void)state;
    write_file("k.s", "    .include \"rows.inc\"\n    sfpnop\n");
    write_file("rows.inc", "    sfploadi L0, 0x4000, 0\n");
    assert_int_equal(sfpu_assemble_files(&how, paths, 1, &p), SFPU_OK);
    assert_words(p);
    assert_string_equal(sfpu_program_file(p, 0, &system), path);
    assert_int_equal(system, 0);
    assert_string_equal(sfpu_program_file(p, 1, NULL), in_directory(included, "rows.inc"));
    assert_null(sfpu_program_file(p, 2, NULL));
    sfpu_program_free(p);
}

static void note_read(void *notes, const char *path)
{
    const char *const name = strrchr(path, '/') ? strrchr(path, '/') + 1 : path;

    text_add(notes, name, strlen(name));
    text_add(notes, ";", 1);
}

/* What is read is told of though there are errors, also by a machine; of *.S what the preprocessor has read until then. */
static void test_files_of_errors(void **state)
{
    char path[PATH_SIZE];
    const char *const paths[] = {in_directory(path, "k.s")};
    struct text notes = {0};
    const struct sfpu_assembly how = {.size = sizeof how, .read = note_read, .context = &notes};
    sfpu_program *p;
    sfpu_machine *m;

    (void)state;
    write_file("k.s", "    .include \"rows.inc\"\n    sfpnone\n");
    write_file("rows.inc", "    sfploadi L0, 0x4000, 0\n");
    assert_int_equal(sfpu_assemble_files(&how, paths, 1, &p), SFPU_BAD_SOURCE);
    assert_string_equal(notes.bytes, "k.s;rows.inc;");
    text_free(&notes);
    assert_int_equal(sfpu_open(NULL, &m), SFPU_OK);
    sfpu_on_read(m, note_read, &notes);
    assert_int_equal(sfpu_load_file(m, path), SFPU_BAD_SOURCE);
    assert_string_equal(notes.bytes, "k.s;rows.inc;");
    text_free(&notes);
    write_file("k.S", "#include \"rows.inc\"\n#error no\n");
    assert_int_equal(sfpu_load_file(m, in_directory(path, "k.S")), SFPU_BAD_SOURCE);
    assert_non_null(strstr(notes.bytes, "rows.inc;"));
    text_free(&notes);
    sfpu_close(m);
}

static void test_missing_file(void **state)
{
    char path[PATH_SIZE], expected[PATH_SIZE + 64];
    const char *const paths[] = {in_directory(path, "none.s")};
    struct text notes = {0};
    const struct sfpu_assembly how = telling(&notes);
    sfpu_program *p;

    (void)state;
    assert_int_equal(sfpu_assemble_files(&how, paths, 1, &p), SFPU_BAD_SOURCE);
    assert_null(p);
    snprintf(expected, sizeof expected, "error - -:0:0 cannot read '%s': No such file or directory\n", path);
    assert_string_equal(notes.bytes, expected);
    text_free(&notes);
}

/* That k.bin cannot be read, for the reason given with its path in it. */
static void assert_unread(const char *before, const char *path, const char *after)
{
    char expected[2 * PATH_SIZE + 64];
    struct text notes = {0};
    sfpu_program *p = (sfpu_program *)&notes;

    assert_int_equal(sfpu_read_program(path, note, &notes, &p), SFPU_BAD_INPUT);
    assert_null(p);
    snprintf(expected, sizeof expected, "error - -:0:0 %s%s%s\n", before, path, after);
    assert_string_equal(notes.bytes, expected);
    text_free(&notes);
}

static void test_reading(void **state)
{
    char path[PATH_SIZE];
    sfpu_program *p = program_of(NULL, source);

    (void)state;
    in_directory(path, "k.bin");
    assert_unread("cannot read '", path, "': No such file or directory");
    write_file("k.bin", "12345");
    assert_unread("", path, ": the size is not a multiple of 4 bytes");
    write_output(p, SFPU_BIN, "k.bin");
    assert_unread("'", path, "' has no table of sfpasm -g beside it");
    write_output(p, SFPU_TABLE, "k.bin.dbg");
    sfpu_program_free(p);
    assert_int_equal(sfpu_read_program(path, NULL, NULL, &p), SFPU_OK);
    assert_words(p);
    assert_string_equal(sfpu_program_label(p, 1, NULL), "second");
    assert_string_equal(sfpu_program_file(p, 0, NULL), "dir/k.s");
    assert_null(sfpu_program_file(p, 1, NULL));
    assert_output(p, SFPU_LISTING, NULL,
                  "dir/k.s:\n    2          0  71004000          sfploadi L0, 0x4000, 0\n"
                  "    4          1  8f000000          sfpnop\n");
    sfpu_program_free(p);
}

static void test_reading_elf(void **state)
{
    char path[PATH_SIZE];
    sfpu_program *p = program_of(NULL, source);

    (void)state;
    in_directory(path, "k.elf");
    write_output(p, SFPU_ELF, "k.elf");
    assert_unread("'", path, "' has no table of sfpasm -g in it");
    write_output(p, SFPU_ELF_DEBUG, "k.elf");
    sfpu_program_free(p);
    assert_int_equal(sfpu_read_program(path, NULL, NULL, &p), SFPU_OK);
    assert_words(p);
    assert_string_equal(sfpu_program_label(p, 1, NULL), "second");
    sfpu_program_free(p);
}

#define RESERVED_MODE "mod 9 of SFPABS is reserved on wormhole, which documents 0-1\n"

/* Twice at one place, and once at another. */
static void test_warning_words(void **state)
{
    const char *const unwanted[] = {"no-reserved"}, *const errors[] = {"error=reserved"};
    struct text notes = {0};
    struct sfpu_assembly how = telling(&notes);
    sfpu_program *p = program_of(NULL, "\tfor (int i = 0; i < 2; i++) TTI_SFPABS(0, 1, 2, 9);\n .ttinsn 0x7d000129\n");

    (void)state;
    assert_int_equal(sfpu_warn_words(NULL, p), SFPU_OK);
    assert_int_equal(sfpu_warn_words(&how, p), SFPU_OK);
    assert_string_equal(notes.bytes, "warning reserved dir/k.s:1:30 " RESERVED_MODE
                                     "warning reserved dir/k.s:2:10 " RESERVED_MODE);
    text_free(&notes);
    how.warnings = errors;
    how.warning_count = 1;
    how.max_errors = 1;
    assert_int_equal(sfpu_warn_words(&how, p), SFPU_BAD_SOURCE);
    assert_string_equal(notes.bytes, "error reserved dir/k.s:1:30 " RESERVED_MODE
                                     "note - -:0:0 stopped after 1 error (-fmax-errors)\n");
    text_free(&notes);
    how.warnings = unwanted;
    assert_int_equal(sfpu_warn_words(&how, p), SFPU_OK);
    assert_null(notes.bytes);
    sfpu_program_free(p);
}

/* 1.5 is 0x3FC0 of SFPLOADI's bf16, in any locale. */
static void test_locale(void **state)
{
    sfpu_machine *m;

    (void)state;
    take_comma();
    m = machine_with(SFPU_WORMHOLE, "sfploadi L0, 1.5, 0\n");
    assert_int_equal(sfpu_words(m)[0], 0x71003FC0);
    sfpu_close(m);
    setlocale(LC_NUMERIC, "C");
}

/* A program gives its words and places to a machine, once; the machine's arch must be the program's. */
static void test_loading(void **state)
{
    const struct sfpu_assembly blackhole = {.size = sizeof blackhole, .arch = SFPU_BLACKHOLE};
    sfpu_program *p = program_of(&blackhole, source);
    sfpu_machine *m = machine_of(SFPU_ANY_ARCH), *other = machine_of(SFPU_WORMHOLE);
    char place[32];

    (void)state;
    assert_int_equal(sfpu_load_program(m, "given", p), SFPU_OK);
    assert_int_equal(sfpu_program_word_count(p), 0);
    assert_int_equal(sfpu_stated_arch(m), SFPU_BLACKHOLE);
    assert_int_equal(sfpu_word_count(m), WORDS);
    assert_memory_equal(sfpu_words(m), words, sizeof words);
    assert_int_equal(sfpu_place(m, 1, place, sizeof place), SFPU_OK);
    assert_string_equal(place, "dir/k.s:4:5");
    assert_fails(m, sfpu_load_program(m, "given", p), SFPU_BAD_INPUT, "given: no instructions");
    assert_int_equal(sfpu_word_count(m), WORDS);
    assert_fails(m, sfpu_load_program(m, "given", NULL), SFPU_BAD_ARGUMENT, "no program, or no name for it");
    assert_int_equal(sfpu_load_program(NULL, "given", p), SFPU_BAD_ARGUMENT);
    sfpu_program_free(p);
    p = program_of(&blackhole, source);
    assert_fails(other, sfpu_load_program(other, "given", p), SFPU_BAD_INPUT,
                 "the program is for blackhole, but the machine is wormhole");
    sfpu_program_free(p);
    sfpu_close(other);
    sfpu_close(m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_text),            cmocka_unit_test(test_arch),
        cmocka_unit_test(test_defines),         cmocka_unit_test(test_warnings),
        cmocka_unit_test(test_strict),          cmocka_unit_test(test_most_errors),
        cmocka_unit_test(test_forms),           cmocka_unit_test(test_bad_arguments),
        cmocka_unit_test(test_older_caller),    cmocka_unit_test(test_warning_classes), cmocka_unit_test(test_names_apart),
        cmocka_unit_test(test_outputs),         cmocka_unit_test(test_output_names),
        cmocka_unit_test(test_elf),             cmocka_unit_test(test_no_elf),
        cmocka_unit_test(test_files),           cmocka_unit_test(test_files_of_errors),
        cmocka_unit_test(test_missing_file),
        cmocka_unit_test(test_reading),         cmocka_unit_test(test_reading_elf),
        cmocka_unit_test(test_warning_words),   cmocka_unit_test(test_locale),
        cmocka_unit_test(test_loading),
    };

    return cmocka_run_group_tests(tests, make_directory, remove_directory);
}
