/* Lines and inlined functions of ELF files whose DWARF is written by hand (DWARF 5, sections 6.2, 7.5 and 7.21). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <dwarf.h>
#include <elf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "dis/elf_code.h"

enum { SIZE = 4096 };

/* A section that is being written. */
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
#define WORD(value) (value) & 0xFF, (value) >> 8 & 0xFF, (value) >> 16 & 0xFF, (unsigned char)((value) >> 24)

/* Puts the size of what follows its own four bytes, from `begin` on. */
static void close_part(struct bytes *b, size_t begin)
{
    const size_t size = b->size - begin - 4;

    memcpy(b->data + begin, (const unsigned char[]){WORD(size)}, 4);
}

/* ---- Entries: of a unit, and of what is in it ---- */

enum { UNIT = 1, FUNCTION, INLINED, NAME_ONLY, BLOCK, NAMELESS };

#define CODE DW_AT_low_pc, DW_FORM_addr, DW_AT_high_pc, DW_FORM_data4
static const unsigned char abbreviations[] = {
    UNIT, DW_TAG_compile_unit, 1, DW_AT_name, DW_FORM_string, DW_AT_comp_dir, DW_FORM_string, DW_AT_stmt_list,
    DW_FORM_sec_offset, CODE, 0, 0,
    FUNCTION, DW_TAG_subprogram, 1, DW_AT_name, DW_FORM_string, CODE, 0, 0,
    INLINED, DW_TAG_inlined_subroutine, 1, DW_AT_abstract_origin, DW_FORM_ref4, CODE, DW_AT_call_file, DW_FORM_data1,
    DW_AT_call_line, DW_FORM_data1, DW_AT_call_column, DW_FORM_data1, 0, 0,
    NAME_ONLY, DW_TAG_subprogram, 0, DW_AT_name, DW_FORM_string, 0, 0,
    BLOCK, DW_TAG_lexical_block, 1, CODE, 0, 0,
    NAMELESS, DW_TAG_inlined_subroutine, 0, CODE, 0, 0,
    0,
};

/* What is said of a unit, compiled in /src: `size` bytes of code at `address`, lines at `lines` of all tables. */
static void put_unit(struct bytes *info, const char *name, size_t lines, unsigned address, unsigned size)
{
    PUT(info, UNIT);
    put(info, name, strlen(name) + 1);
    put(info, "/src", sizeof "/src");
    PUT(info, WORD(lines), WORD(address), WORD(size));
}

/* Of version 4. */
static size_t begin_unit(struct bytes *info, const char *name, size_t lines, unsigned address, unsigned size)
{
    const size_t begin = info->size;

    PUT(info, WORD(0), 4, 0, WORD(0), 4);
    put_unit(info, name, lines, address, size);
    return begin;
}

/* Of version 5. */
static size_t begin_unit_5(struct bytes *info, const char *name, size_t lines, unsigned address, unsigned size)
{
    const size_t begin = info->size;

    PUT(info, WORD(0), 5, 0, DW_UT_compile, 4, WORD(0));
    put_unit(info, name, lines, address, size);
    return begin;
}

static void end_unit(struct bytes *info, size_t begin)
{
    PUT(info, 0);
    close_part(info, begin);
}

/* ---- Lines: of version 3, in /src, of files a.c and /x/b.h ---- */

/* Lines are counted from -3 to 8, 12 of them: special opcode (line + 3) + 12 * instructions + 10. Instructions have 4
 * bytes, and the standard opcodes as many operands as the standard says. */
#define FIGURES 4, 1, 0xFD, 12, 10, 0, 1, 1, 1, 1, 0, 0, 0, 1
#define SPECIAL(line, instructions) ((line) + 3 + 12 * (instructions) + 10)
#define AT(address) 0, 5, DW_LNE_set_address, WORD(address)
#define END 0, 1, DW_LNE_end_sequence
#define ADVANCE(instructions) DW_LNS_advance_pc, instructions
#define COPY DW_LNS_copy
#define COLUMN(column) DW_LNS_set_column, column
#define FILE_NUMBER(number) DW_LNS_set_file, number

static void put_lines(struct bytes *b, const void *program, size_t size)
{
    static const char lists[] = "\0" "a.c\0\0\0\0" "/x/b.h\0\0\0\0";
    const size_t begin = b->size;

    PUT(b, WORD(0), 3, 0, WORD(14 + sizeof lists), FIGURES);
    put(b, lists, sizeof lists); /* with the NUL that ends the files */
    put(b, program, size);
    close_part(b, begin);
}

/* Of version 5: directory 0 is /src, files are a.c, number 0, and b.h, number 1. */
static void put_lines_5(struct bytes *b, const void *program, size_t size)
{
    static const char lists[] = "\1" "\x01\x08" /* directories: DW_LNCT_path as DW_FORM_string */ "\1" "/src\0"
        "\2" "\x01\x08" "\x02\x0B" /* files: besides DW_LNCT_directory_index as DW_FORM_data1 */
        "\2" "a.c\0" "\0" "b.h\0";   /* and the index of the last in the NUL at the end */
    const size_t begin = b->size;

    PUT(b, WORD(0), 5, 0, 4, 0, WORD(15 + sizeof lists), 4, 1, 1, 0xFD, 12, 10, 0, 1, 1, 1, 1, 0, 0, 0, 1);
    put(b, lists, sizeof lists);
    put(b, program, size);
    close_part(b, begin);
}

#define PUT_LINES(b, ...) \
    put_lines(b, (const unsigned char[]){__VA_ARGS__}, sizeof (const unsigned char[]){__VA_ARGS__})

/* ---- Files ---- */

enum { NO_SECTION, INFO, ABBREVIATIONS, LINES, NAMES, SECTIONS };

struct file {
    Elf32_Ehdr header;
    Elf32_Shdr sections[SECTIONS];
    unsigned char bytes[3 * SIZE];
};

static const char section_names[] = "\0.debug_info\0.debug_abbrev\0.debug_line\0.names";
static const Elf32_Word name_at[SECTIONS] = {0, 1, 13, 27, 39};

static void put_section(struct file *f, size_t *at, unsigned number, const void *bytes, size_t size)
{
    memcpy(f->bytes + *at, bytes, size);
    f->sections[number] = (Elf32_Shdr){
        .sh_name = name_at[number], .sh_type = number == NAMES ? SHT_STRTAB : SHT_PROGBITS,
        .sh_offset = (Elf32_Off)(offsetof(struct file, bytes) + *at), .sh_size = (Elf32_Word)size, .sh_addralign = 1};
    *at += size;
}

static struct file *make(const struct bytes *info, const struct bytes *lines, Elf32_Half type)
{
    struct file *f = calloc(1, sizeof *f);
    size_t at = 0;

    assert_non_null(f);
    f->header = (Elf32_Ehdr){
        .e_ident = {ELFMAG0, ELFMAG1, ELFMAG2, ELFMAG3, ELFCLASS32, ELFDATA2LSB, EV_CURRENT}, .e_type = type,
        .e_machine = EM_RISCV, .e_version = EV_CURRENT, .e_shoff = offsetof(struct file, sections),
        .e_ehsize = sizeof(Elf32_Ehdr), .e_shentsize = sizeof(Elf32_Shdr), .e_shnum = SECTIONS, .e_shstrndx = NAMES};
    put_section(f, &at, INFO, info->data, info->size);
    put_section(f, &at, ABBREVIATIONS, abbreviations, sizeof abbreviations);
    put_section(f, &at, LINES, lines->data, lines->size);
    put_section(f, &at, NAMES, section_names, sizeof section_names);
    return f;
}

static bool read_file(const struct file *f, struct elf_lines *lines)
{
    return elf_lines_read(&(struct sfp_buffer){.data = (char *)(uintptr_t)f, .size = sizeof *f}, lines);
}

static struct elf_lines read_parts(const struct bytes *info, const struct bytes *tables)
{
    struct file *f = make(info, tables, ET_EXEC);
    struct elf_lines lines;

    assert_true(read_file(f, &lines));
    free(f);
    return lines;
}

/* ---- Lines ---- */

#define assert_line(lines, address, name, number, columns) \
    check_line(lines, address, name, number, columns, __LINE__)

static void check_line(const struct elf_lines *lines, uint32_t address, const char *name, uint32_t number,
                       uint32_t column, int at)
{
    const struct elf_line *line = elf_line_at(lines, address);

    if (!line)
        fail_msg("line %d: nothing at 0x%X", at, address);
    if (strcmp(lines->files[line->file].name, name) != 0 || line->line != number || line->column != column)
        fail_msg("line %d: %s:%u:%u at 0x%X", at, lines->files[line->file].name, line->line, line->column, address);
}

/* The last of several lines of an address; files by their names within the compiler's directory, each once. */
static void lines_and_files(void **state)
{
    struct bytes info = {0}, tables = {0};
    struct elf_lines lines;
    const size_t unit = begin_unit(&info, "a.c", 0, 0x1000, 16);

    (void)state;
    end_unit(&info, unit);
    PUT_LINES(&tables, AT(0x1000), SPECIAL(6, 0), COLUMN(7), SPECIAL(2, 1), SPECIAL(1, 0), FILE_NUMBER(2), ADVANCE(1),
              COPY, ADVANCE(2), END);
    lines = read_parts(&info, &tables);
    assert_null(lines.trouble);
    assert_null(elf_line_at(&lines, 0xFFC));
    assert_line(&lines, 0x1000, "a.c", 7, 0);
    assert_line(&lines, 0x1004, "a.c", 10, 7);
    assert_line(&lines, 0x1008, "/x/b.h", 10, 7);
    assert_line(&lines, 0x100C, "/x/b.h", 10, 7);
    assert_null(elf_line_at(&lines, 0x1010));
    assert_int_equal(lines.file_count, 2);
    assert_string_equal(lines.files[elf_line_at(&lines, 0x1008)->main].name, "a.c");
    assert_string_equal(lines.files[0].directory, "/src");
    elf_lines_free(&lines);
}

/* A file that the table has not, and line 0, are no place. */
static void nothing_known(void **state)
{
    struct bytes info = {0}, tables = {0};
    struct elf_lines lines;
    const size_t unit = begin_unit(&info, "", 0, 0x1000, 20);

    (void)state;
    end_unit(&info, unit);
    PUT_LINES(&tables, AT(0x1000), COPY, FILE_NUMBER(0), ADVANCE(1), COPY, FILE_NUMBER(1), SPECIAL(-1, 1),
              SPECIAL(2, 1), ADVANCE(1), END);
    lines = read_parts(&info, &tables);
    assert_null(lines.trouble);
    assert_line(&lines, 0x1000, "a.c", 1, 0);
    assert_null(elf_line_at(&lines, 0x1004));
    assert_null(elf_line_at(&lines, 0x1008));
    assert_line(&lines, 0x100C, "a.c", 2, 0);
    assert_int_equal(elf_line_at(&lines, 0x100C)->main, ELF_NO_FILE);
    elf_lines_free(&lines);
}

/* What a sequence says of the address that it ends at is nothing, unless code of the unit goes on there. Unit one has
 * 0x1000 to 0x100C, of two sequences; the second begins where the first ends. */
static void ends(void **state)
{
    struct bytes info = {0}, tables = {0};
    struct elf_lines lines;
    const size_t unit = begin_unit(&info, "a.c", 0, 0x1000, 12);

    (void)state;
    end_unit(&info, unit);
    PUT_LINES(&tables, AT(0x1008), SPECIAL(4, 0), SPECIAL(1, 1), END, /* line 6 at 0x100C is nothing */
              AT(0x1000), SPECIAL(1, 0), SPECIAL(1, 1), ADVANCE(1), END,
              AT(0x2000), SPECIAL(8, 0), ADVANCE(1), END); /* of assembly, say: the unit does not count it as its own */
    lines = read_parts(&info, &tables);
    assert_line(&lines, 0x1004, "a.c", 3, 0);
    assert_line(&lines, 0x1008, "a.c", 5, 0);
    assert_null(elf_line_at(&lines, 0x100C));
    assert_line(&lines, 0x2000, "a.c", 9, 0);
    elf_lines_free(&lines);
}

/* A malformed table is noted, and those of other units are read; what else its unit has is there. */
static void malformed(void **state)
{
    struct bytes info = {0}, tables = {0};
    struct elf_lines lines;
    size_t unit = begin_unit(&info, "a.c", 0, 0x1000, 4), second;

    (void)state;
    PUT(&info, NAMELESS, WORD(0x1000), WORD(4));
    end_unit(&info, unit);
    PUT_LINES(&tables, AT(0x1000), SPECIAL(1, 0), ADVANCE(1), END);
    second = tables.size;
    unit = begin_unit(&info, "a.c", second, 0x2000, 4);
    end_unit(&info, unit);
    PUT_LINES(&tables, AT(0x2000), SPECIAL(3, 0), ADVANCE(1), END);
    tables.data[4] = 9; /* the version */
    lines = read_parts(&info, &tables);
    assert_non_null(lines.trouble);
    assert_true(*lines.trouble);
    assert_null(elf_line_at(&lines, 0x1000));
    assert_line(&lines, 0x2000, "a.c", 4, 0);
    assert_non_null(elf_inlined_at(&lines, 0x1000));
    elf_lines_free(&lines);
}

/* No ELF file, one without DWARF, and one that is not linked, in which addresses are not final, have no lines. */
static void no_lines(void **state)
{
    struct bytes info = {0}, tables = {0};
    struct elf_lines lines;
    struct file *f = make(&info, &tables, ET_EXEC);
    size_t unit;

    (void)state;
    assert_true(read_file(f, &lines));
    assert_int_equal(lines.count, 0);
    assert_null(lines.trouble);
    assert_null(elf_line_at(&lines, 0));
    assert_null(elf_inlined_at(&lines, 0));
    elf_lines_free(&lines);
    f->header.e_ident[0] = 0;
    assert_true(read_file(f, &lines));
    assert_int_equal(lines.count, 0);
    free(f);
    unit = begin_unit(&info, "a.c", 0, 0x1000, 4);
    end_unit(&info, unit);
    PUT_LINES(&tables, AT(0x1000), SPECIAL(1, 0), ADVANCE(1), END);
    f = make(&info, &tables, ET_REL);
    assert_true(read_file(f, &lines));
    assert_int_equal(lines.count, 0);
    free(f);
}

/* ---- Inlined functions ---- */

/* main has 0x1000 to 0x1040; in a block of it outer is inlined from 0x1008 to 0x1020, called at a.c:7:3, and in that
 * inner from 0x1010 to 0x1018, called at /x/b.h:9:0; then inner alone from 0x1030 on, and something of which nothing
 * is said. */
static void put_inlined(struct bytes *info)
{
    const size_t unit = begin_unit(info, "a.c", 0, 0x1000, 0x40);
    size_t outer, inner;

    inner = info->size - unit;
    PUT(info, NAME_ONLY, 'i', 'n', 0);
    outer = info->size - unit;
    PUT(info, NAME_ONLY, 'o', 'u', 't', 0);
    PUT(info, FUNCTION, 'm', 0, WORD(0x1000), WORD(0x40));
    PUT(info, BLOCK, WORD(0x1004), WORD(0x20));
    PUT(info, INLINED, WORD(outer), WORD(0x1008), WORD(0x18), 1, 7, 3);
    PUT(info, INLINED, WORD(inner), WORD(0x1010), WORD(8), 2, 9, 0, 0);
    PUT(info, 0, 0); /* of outer and of the block */
    PUT(info, INLINED, WORD(inner), WORD(0x1030), WORD(4), 1, 8, 2, 0);
    PUT(info, NAMELESS, WORD(0x1034), WORD(4));
    PUT(info, 0); /* of main */
    end_unit(info, unit);
}

static void chain_of(const struct elf_lines *lines, uint32_t address, char *text, size_t size)
{
    FILE *out = fmemopen(text, size, "w");

    assert_non_null(out);
    for (const struct elf_inlined *i = elf_inlined_at(lines, address); i; i = elf_inlined_caller(lines, i))
        fprintf(out, "%s@%s:%u:%u ", i->function, i->file == ELF_NO_FILE ? "?" : lines->files[i->file].name, i->line,
                i->column);
    fclose(out);
}

static void assert_chain(const struct elf_lines *lines, uint32_t address, const char *expected)
{
    char chain[100] = "";

    chain_of(lines, address, chain, sizeof chain);
    if (strcmp(chain, expected) != 0)
        fail_msg("0x%X: %s", address, chain);
}

static void inlined(void **state)
{
    static const struct {
        uint32_t address;
        const char *chain;
    } cases[] = {
        {0x0FFC, ""}, {0x1004, ""}, {0x1008, "out@a.c:7:3 "}, {0x100C, "out@a.c:7:3 "},
        {0x1010, "in@/x/b.h:9:0 out@a.c:7:3 "}, {0x1014, "in@/x/b.h:9:0 out@a.c:7:3 "}, {0x1018, "out@a.c:7:3 "},
        {0x1020, ""}, {0x1030, "in@a.c:8:2 "}, {0x1034, "?@?:0:0 "}, {0x1038, ""},
    };
    struct bytes info = {0}, tables = {0};
    struct elf_lines lines;

    (void)state;
    put_inlined(&info);
    PUT_LINES(&tables, AT(0x1000), SPECIAL(1, 0), ADVANCE(0x10), END);
    lines = read_parts(&info, &tables);
    assert_null(lines.trouble);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_chain(&lines, cases[i].address, cases[i].chain);
    elf_lines_free(&lines);
}

/* Files are counted from 0 in version 5, and a call that names none is still in none. */
static void inlined_5(void **state)
{
    struct bytes info = {0}, tables = {0};
    static const unsigned char program[] = {AT(0x1000), COPY, FILE_NUMBER(0), SPECIAL(2, 1), ADVANCE(4), END};
    struct elf_lines lines;
    const size_t unit = begin_unit_5(&info, "a.c", 0, 0x1000, 20);
    const size_t in = info.size - unit;

    (void)state;
    PUT(&info, NAME_ONLY, 'i', 'n', 0);
    PUT(&info, INLINED, WORD(in), WORD(0x1000), WORD(4), 0, 7, 3, 0);
    PUT(&info, INLINED, WORD(in), WORD(0x1004), WORD(4), 1, 8, 4, 0);
    PUT(&info, INLINED, WORD(in), WORD(0x1008), WORD(4), 2, 9, 5, 0);
    PUT(&info, NAMELESS, WORD(0x100C), WORD(4));
    end_unit(&info, unit);
    put_lines_5(&tables, program, sizeof program);
    lines = read_parts(&info, &tables);
    assert_null(lines.trouble);
    assert_line(&lines, 0x1000, "b.h", 1, 0);
    assert_line(&lines, 0x1004, "a.c", 3, 0);
    assert_chain(&lines, 0x1000, "in@a.c:7:3 ");
    assert_chain(&lines, 0x1004, "in@b.h:8:4 ");
    assert_chain(&lines, 0x1008, "in@?:9:5 ");
    assert_chain(&lines, 0x100C, "?@?:0:0 ");
    elf_lines_free(&lines);
}

/* Blocks in blocks without an end: beyond a depth that none has they are left alone. */
static void too_deep(void **state)
{
    enum { BLOCKS = 400 };
    struct bytes info = {0}, tables = {0};
    struct elf_lines lines;
    const size_t unit = begin_unit(&info, "a.c", 0, 0x1000, 4);

    (void)state;
    for (unsigned i = 0; i < BLOCKS; i++)
        PUT(&info, BLOCK, WORD(0x1000), WORD(4));
    PUT(&info, NAMELESS, WORD(0x1000), WORD(4));
    close_part(&info, unit);
    PUT_LINES(&tables, AT(0x1000), SPECIAL(1, 0), ADVANCE(1), END);
    lines = read_parts(&info, &tables);
    assert_line(&lines, 0x1000, "a.c", 2, 0);
    assert_int_equal(lines.inlined_count, 0);
    elf_lines_free(&lines);
}

/* ---- Without memory ---- */

/* libdw's allocations fail too, but for small ones: of some of these, its tables of abbreviations, version 0.188
 * takes for granted that they do not. Sanitizers have allocators of their own, which nothing may replace. */
#if !defined __SANITIZE_ADDRESS__ && !defined __SANITIZE_THREAD__
static size_t allocations_left = SIZE_MAX;
static bool lacking;

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *memory, size_t size);

static bool may_allocate(size_t size)
{
    enum { SMALL = 1000 };

    if (size < SMALL)
        return true;
    if (allocations_left == 0) {
        lacking = true;
        return false;
    }
    allocations_left -= allocations_left != SIZE_MAX;
    return true;
}

void *malloc(size_t size)
{
    return may_allocate(size) ? __libc_malloc(size) : NULL;
}

void *calloc(size_t count, size_t size)
{
    return may_allocate(count * size) ? __libc_calloc(count, size) : NULL;
}

void *realloc(void *memory, size_t size)
{
    return may_allocate(size) ? __libc_realloc(memory, size) : NULL;
}

/* Each allocation and all behind it fail. */
static void no_memory(void **state)
{
    struct bytes info = {0}, tables = {0};
    struct elf_lines lines;
    struct file *f;
    size_t refused = 0;

    (void)state;
    put_inlined(&info);
    PUT_LINES(&tables, AT(0x1000), SPECIAL(1, 0), ADVANCE(0x10), END);
    f = make(&info, &tables, ET_EXEC);
    for (size_t number = 0; number == 0 || lacking; number++) {
        bool read;

        lacking = false;
        allocations_left = number;
        read = read_file(f, &lines);
        allocations_left = SIZE_MAX;
        refused += !read;
        if (read)
            elf_lines_free(&lines);
    }
    assert_true(refused > 0);
    free(f);
}
#define NO_MEMORY cmocka_unit_test(no_memory),
#else
#define NO_MEMORY
#endif

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_and_files), cmocka_unit_test(nothing_known), cmocka_unit_test(ends),
        cmocka_unit_test(malformed), cmocka_unit_test(no_lines), cmocka_unit_test(inlined), cmocka_unit_test(inlined_5),
        cmocka_unit_test(too_deep), NO_MEMORY
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
