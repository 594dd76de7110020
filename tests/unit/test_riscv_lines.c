/* Line tables, written by hand from DWARF 5, section 6.2: what they say, and what is wrong with them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdlib.h>

#include "fuzz/lines_file.h"
#include "riscv/lines.h"

enum { SIZE = 2048 };

/* Tables that are being written. */
struct bytes {
    unsigned char data[SIZE];
    size_t size;
};

static void put(struct bytes *b, const void *data, size_t size)
{
    assert_true(b->size + size <= SIZE);
    memcpy(b->data + b->size, data, size);
    b->size += size;
}

#define PUT(b, ...) put(b, (const unsigned char[]){__VA_ARGS__}, sizeof (const unsigned char[]){__VA_ARGS__})

static void put_word(struct bytes *b, size_t value)
{
    PUT(b, value & 0xFF, value >> 8 & 0xFF, value >> 16 & 0xFF, value >> 24 & 0xFF);
}

/* A table, of what follows its version: behind it, up to 3, the address's size, then the header and the program. */
static void put_table(struct bytes *b, unsigned char version, const struct bytes *header, const struct bytes *program)
{
    put_word(b, (version == 5 ? 8u : 6u) + header->size + program->size);
    PUT(b, version, 0);
    if (version == 5)
        PUT(b, 4, 0);
    put_word(b, header->size);
    put(b, header->data, header->size);
    put(b, program->data, program->size);
}

/* Lines are counted from -3 to 8, 12 of them: special opcode (line + 3) + 12 * instructions + 10. */
#define FIGURES 1, 0xFD, 12, 10, 0, 1, 1, 1, 1, 0, 0, 0, 1
#define SPECIAL(line, instructions) ((line) + 3 + 12 * (instructions) + 10)
#define AT(address) 0, 5, 2, (address) & 0xFF, (address) >> 8 & 0xFF, 0, 0
#define END 0, 1, 1
#define ADVANCE(instructions) 2, instructions
#define COPY 1

/* dir/a.c and /x/b.h; instructions have 4 bytes. */
static struct bytes old_header(void)
{
    static const char lists[] = "dir\0\0" "a.c\0\1\0\0" "/x/b.h\0\1\0\0";
    struct bytes b = {0};

    PUT(&b, 4, FIGURES);
    put(&b, lists, sizeof lists); /* with the NUL that ends the files */
    return b;
}

static struct rv_lines read_with(const struct bytes *tables, const char *texts, size_t texts_size)
{
    struct lines_file *f = malloc(sizeof *f + tables->size + texts_size);
    struct sfp_buffer file = {.data = (char *)f};
    struct rv_lines lines;

    assert_non_null(f);
    file.size = lines_file_make(f, tables->data, tables->size, texts, texts_size);
    assert_true(rv_lines_read(&file, &lines));
    free(f);
    return lines;
}

static struct rv_lines read_tables(const struct bytes *tables)
{
    return read_with(tables, "", 0);
}

#define assert_line(lines, address, name, number, columns) \
    check_line(lines, address, name, number, columns, __LINE__)

static void check_line(const struct rv_lines *lines, uint32_t address, const char *name, uint32_t number,
                       uint32_t column, int at)
{
    const struct rv_line *line = rv_line_at(lines, address);

    if (!line)
        fail_msg("line %d: nothing at 0x%X", at, address);
    if (strcmp(lines->files[line->file].name, name) != 0 || line->line != number || line->column != column)
        fail_msg("line %d: %s:%u:%u at 0x%X", at, lines->files[line->file].name, line->line, line->column, address);
}

/* Each opcode, in version 2. */
static void opcodes(void **state)
{
    const struct bytes header = old_header();
    struct bytes program = {0}, tables = {0};
    struct rv_lines lines;

    (void)state;
    PUT(&program, AT(0x1000), 3, 8, SPECIAL(1, 0)); /* advance_line 8, and 1 more: line 10 at 0x1000 */
    PUT(&program, 5, 7, SPECIAL(2, 2));             /* set_column 7: line 12 two instructions later, 0x1008 */
    PUT(&program, 4, 2, 8, COPY);                   /* file 2, const_add_pc: (255 - 10) / 12 = 20 of them, 0x1058 */
    PUT(&program, 6, 7, 9, 4, 0, 3, 0x7E, COPY);    /* two flags, fixed_advance_pc 4 bytes, 2 lines back: 0x105C */
    PUT(&program, ADVANCE(1), 0, 3, 0x80, 0, 0, END); /* an unknown extended opcode of two bytes */
    put_table(&tables, 2, &header, &program);
    lines = read_tables(&tables);
    assert_null(lines.trouble);
    assert_int_equal(lines.file_count, 2);
    assert_line(&lines, 0x1000, "dir/a.c", 10, 0);
    assert_line(&lines, 0x1004, "dir/a.c", 10, 0);
    assert_line(&lines, 0x1008, "dir/a.c", 12, 7);
    assert_line(&lines, 0x1054, "dir/a.c", 12, 7);
    assert_line(&lines, 0x1058, "/x/b.h", 12, 7);
    assert_line(&lines, 0x105C, "/x/b.h", 10, 7);
    assert_null(rv_line_at(&lines, 0xFFC));
    assert_null(rv_line_at(&lines, 0x1060));
    assert_string_equal(lines.files[rv_line_at(&lines, 0x1058)->main].name, "dir/a.c");
    assert_null(lines.files[0].directory);
    rv_lines_free(&lines);
}

/* Version 4 has operations in instructions, and version 5 lists of parts that it names itself. */
static void versions(void **state)
{
    static const char texts[] = "/src\0inc\0m.cc\0h.h";
    struct bytes header = old_header(), program = {0}, tables = {0};
    struct rv_lines lines;

    (void)state;
    memmove(header.data + 2, header.data + 1, header.size++ - 1);
    header.data[1] = 1; /* operations */
    PUT(&program, AT(0x3000), SPECIAL(4, 0), ADVANCE(1), END);
    put_table(&tables, 4, &header, &program);

    header = program = (struct bytes){0};
    PUT(&header, 4, 1, FIGURES);
    PUT(&header, 1, 1, 0x1F, 2, 0, 0, 0, 0, 5, 0, 0, 0); /* directories: paths in .debug_line_str */
    /* files: path in .debug_str, index as byte, sum of 16 bytes, size as LEB128 */
    PUT(&header, 4, 1, 0x0E, 2, 0x0B, 5, 0x1E, 4, 0x0F, 2);
    PUT(&header, 9, 0, 0, 0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0x80, 1);
    PUT(&header, 14, 0, 0, 0, 1, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0);
    PUT(&program, AT(0x4000), SPECIAL(8, 0), ADVANCE(1), 4, 0, SPECIAL(1, 0), ADVANCE(1), END);
    put_table(&tables, 5, &header, &program);

    lines = read_with(&tables, texts, sizeof texts);
    assert_null(lines.trouble);
    assert_line(&lines, 0x3000, "dir/a.c", 5, 0);
    assert_line(&lines, 0x4000, "inc/h.h", 9, 0); /* file 1 is what a program begins with */
    assert_line(&lines, 0x4004, "m.cc", 10, 0);
    assert_string_equal(lines.files[rv_line_at(&lines, 0x4000)->main].name, "m.cc");
    assert_string_equal(lines.files[rv_line_at(&lines, 0x4000)->file].directory, "/src");
    rv_lines_free(&lines);
}

/* Sequences in any order; of two rows at one address the last; what begins at the end is nothing. */
static void order(void **state)
{
    const struct bytes header = old_header();
    struct bytes program = {0}, tables = {0};
    struct rv_lines lines;

    (void)state;
    PUT(&program, AT(0x2000), SPECIAL(1, 0), SPECIAL(1, 0), ADVANCE(2), SPECIAL(1, 0), END);
    PUT(&program, AT(0x1FF0), SPECIAL(6, 0), ADVANCE(4), END);
    PUT(&program, AT(0x1FF4), END);                /* no code at all */
    PUT(&program, AT(0x3000), SPECIAL(1, 0), AT(0x2F00), SPECIAL(1, 0), ADVANCE(1), END); /* backwards */
    PUT(&program, AT(0x1FF8), SPECIAL(1, 0), END); /* likewise */
    put_table(&tables, 3, &header, &program);
    lines = read_tables(&tables);
    assert_line(&lines, 0x1FF0, "dir/a.c", 7, 0);
    assert_line(&lines, 0x1FFC, "dir/a.c", 7, 0);
    assert_line(&lines, 0x2000, "dir/a.c", 3, 0);
    assert_line(&lines, 0x2004, "dir/a.c", 3, 0);
    assert_null(rv_line_at(&lines, 0x2008));
    assert_line(&lines, 0x2F00, "dir/a.c", 3, 0);
    assert_null(rv_line_at(&lines, 0x3000));
    rv_lines_free(&lines);
}

/* A file that the table has not, and line 0, are no place. */
static void nothing_known(void **state)
{
    const struct bytes header = old_header();
    struct bytes program = {0}, tables = {0};
    struct rv_lines lines;

    (void)state;
    PUT(&program, AT(0x1000), COPY, 4, 3, ADVANCE(1), COPY, 4, 1, ADVANCE(1), SPECIAL(-1, 0));
    PUT(&program, ADVANCE(1), SPECIAL(2, 0), ADVANCE(1), END);
    put_table(&tables, 2, &header, &program);
    lines = read_tables(&tables);
    assert_null(lines.trouble);
    assert_line(&lines, 0x1000, "dir/a.c", 1, 0);
    assert_null(rv_line_at(&lines, 0x1004));
    assert_null(rv_line_at(&lines, 0x1008));
    assert_line(&lines, 0x100C, "dir/a.c", 2, 0);
    rv_lines_free(&lines);
}

/* A malformed table is noted, and those behind it are read. */
static void malformed(void **state)
{
    static const struct {
        unsigned at;         /* a byte that is changed in the table, from its size on */
        unsigned char value;
        const char *trouble;
    } cases[] = {
        {4, 1, "another version than 2 to 5"},
        {4, 6, "another version than 2 to 5"},
        {13, 0, "no lines, or no opcodes"}, /* of the line range */
        {14, 0, "no lines, or no opcodes"}, /* of the first special opcode */
        {14, 0xFF, "it ends too early"},    /* all the rest would be lengths */
        {48, 200, "an opcode that ends beyond it"},
        {57, 3, "code without an end"},     /* advance_line 1, COPY */
    };
    const struct bytes header = old_header();
    struct bytes program = {0};

    (void)state;
    PUT(&program, AT(0x1000), SPECIAL(1, 0), ADVANCE(1), END); /* from 47, 54, 55, 57 on */
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct bytes tables = {0};
        struct rv_lines lines;

        put_table(&tables, 3, &header, &program);
        assert_int_equal(tables.data[48], 5);
        assert_int_equal(tables.data[55], 2);
        program.data[4] = 0x20;
        put_table(&tables, 3, &header, &program);
        program.data[4] = 0x10;
        tables.data[cases[i].at] = cases[i].value;
        lines = read_tables(&tables);
        assert_non_null(lines.trouble);
        assert_string_equal(lines.trouble, cases[i].trouble);
        assert_int_equal(lines.trouble_at, 0);
        assert_null(rv_line_at(&lines, 0x1000));
        assert_line(&lines, 0x2000, "dir/a.c", 2, 0);
        rv_lines_free(&lines);
    }
}

/* One that says that it is longer than the section ends all; what came before stays. */
static void too_long(void **state)
{
    const struct bytes header = old_header();
    struct bytes program = {0}, tables = {0};
    struct rv_lines lines;
    size_t second;

    (void)state;
    PUT(&program, AT(0x1000), SPECIAL(1, 0), ADVANCE(1), END);
    put_table(&tables, 3, &header, &program);
    second = tables.size;
    put_table(&tables, 3, &header, &program);
    tables.data[second]++;
    lines = read_tables(&tables);
    assert_string_equal(lines.trouble, "it ends too early");
    assert_int_equal(lines.trouble_at, second);
    assert_line(&lines, 0x1000, "dir/a.c", 2, 0);
    rv_lines_free(&lines);
}

/* Entries without parts, of which there would be as many as one likes, of unknown forms, with texts without an end. */
static void malformed_lists(void **state)
{
    static const struct {
        unsigned char list[12];
        const char *trouble;
    } cases[] = {
        {{0, 0xFF, 0xFF, 0x7F}, "entries of no parts"},
        {{17}, "entries of too many parts"},
        {{1, 1, 0x21, 1}, "an entry of a form that none has"},
        {{1, 1, 0x1F, 1, 4}, "a text without an end"},
        {{1, 1, 0x1F, 1, 0xFF, 0xFF, 0xFF, 0x7F}, "a text without an end"},
        {{1, 4, 0x09, 1, 200}, "it ends too early"}, /* a block */
        {{1, 1, 0x08, 0xFF, 0xFF, 0x7F}, "a text without an end"}, /* of empty texts as many as there are bytes */
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct bytes header = {0}, none = {0}, tables = {0};
        struct rv_lines lines;

        PUT(&header, 4, 1, FIGURES);
        put(&header, cases[i].list, sizeof cases[i].list);
        put_table(&tables, 5, &header, &none);
        lines = read_with(&tables, "text", 4);
        assert_non_null(lines.trouble);
        assert_string_equal(lines.trouble, cases[i].trouble);
        assert_int_equal(lines.count, 0);
        rv_lines_free(&lines);
    }
}

/* A section that is compressed is expanded: zlib's format with a block that is stored (RFC 1950, RFC 1951). */
static void compressed(void **state)
{
    const struct bytes header = old_header();
    struct bytes program = {0}, tables = {0}, packed = {0};
    uint32_t a = 1, b = 0;
    size_t size;
    struct lines_file *f = calloc(1, sizeof *f + 2 * SIZE);
    struct sfp_buffer file = {.data = (char *)f};
    struct rv_lines lines;

    (void)state;
    assert_non_null(f);
    PUT(&program, AT(0x1000), SPECIAL(1, 0), ADVANCE(1), END);
    put_table(&tables, 3, &header, &program);
    size = tables.size;
    for (size_t i = 0; i < size; i++) { /* Adler-32 */
        a = (a + tables.data[i]) % 65521;
        b = (b + a) % 65521;
    }
    put_word(&packed, ELFCOMPRESS_ZLIB);
    put_word(&packed, size);
    put_word(&packed, 1);
    PUT(&packed, 0x78, 0x01, 1, size & 0xFF, size >> 8 & 0xFF, ~size & 0xFF, ~size >> 8 & 0xFF);
    put(&packed, tables.data, size);
    PUT(&packed, b >> 8 & 0xFF, b & 0xFF, a >> 8 & 0xFF, a & 0xFF);
    file.size = lines_file_make(f, packed.data, packed.size, "", 0);
    f->sections[LINES_TABLES].sh_flags = SHF_COMPRESSED;
    f->sections[LINES_TABLES].sh_addralign = 4;
    assert_true(rv_lines_read(&file, &lines));
    assert_line(&lines, 0x1000, "dir/a.c", 2, 0);
    rv_lines_free(&lines);
    f->bytes[7] = 0x7F; /* 2 GB */
    assert_true(rv_lines_read(&file, &lines));
    assert_int_equal(lines.count, 0);
    rv_lines_free(&lines);
    free(f);
}

/* No ELF file, and one of another machine, have no lines. */
static void no_lines(void **state)
{
    struct lines_file *f = calloc(1, sizeof *f);
    struct sfp_buffer file = {.data = (char *)f, .size = sizeof *f};
    struct rv_lines lines;

    (void)state;
    assert_non_null(f);
    assert_true(rv_lines_read(&file, &lines));
    assert_int_equal(lines.count, 0);
    file.size = lines_file_make(f, "", 0, "", 0);
    assert_true(rv_lines_read(&file, &lines));
    assert_int_equal(lines.count, 0);
    assert_null(lines.trouble);
    assert_null(rv_line_at(&lines, 0));
    rv_lines_free(&lines);
    free(f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(opcodes),         cmocka_unit_test(versions),   cmocka_unit_test(order),
        cmocka_unit_test(nothing_known),   cmocka_unit_test(malformed),  cmocka_unit_test(too_long),
        cmocka_unit_test(malformed_lists), cmocka_unit_test(compressed), cmocka_unit_test(no_lines),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
