/*
 * ELF files. Input: options, an address, a length, then a file as it is, or words of which one is made. Of that one it
 * is known what must be read.
 */
#include "fuzz.h"

#include <elf.h>
#include <stdlib.h>
#include <string.h>

#include "dis/elf_code.h"

enum { MOST_WORDS = 256, NAME = 8 };

/* A file with one section of code and a symbol each at its first word and at one behind it. */
struct made {
    Elf32_Ehdr header;
    Elf32_Sym symbols[3];
    char names[2 * NAME]; /* of symbols; the first is empty */
    char section_names[4 * NAME];
    Elf32_Shdr sections[5];
    uint32_t words[MOST_WORDS];
};

enum { NO_SECTION, CODE, SYMBOLS, NAMES, SECTION_NAMES, SECTIONS };

/* ---- Files that are made ---- */

static Elf32_Shdr section_of(uint32_t name, uint32_t type, size_t offset, size_t size)
{
    return (Elf32_Shdr){.sh_name = name, .sh_type = type, .sh_offset = (uint32_t)offset, .sh_size = (uint32_t)size,
                        .sh_addralign = 4};
}

static void make_sections(struct made *m, uint32_t address, size_t count)
{
    memcpy(m->section_names + NAME, ".code", sizeof ".code");
    m->sections[CODE] = section_of(NAME, SHT_PROGBITS, offsetof(struct made, words), count * 4);
    m->sections[CODE].sh_flags = SHF_ALLOC | SHF_EXECINSTR;
    m->sections[CODE].sh_addr = address;
    m->sections[SYMBOLS] = section_of(0, SHT_SYMTAB, offsetof(struct made, symbols), sizeof m->symbols);
    m->sections[SYMBOLS].sh_entsize = sizeof m->symbols[0];
    m->sections[SYMBOLS].sh_link = NAMES;
    m->sections[NAMES] = section_of(0, SHT_STRTAB, offsetof(struct made, names), sizeof m->names);
    m->sections[SECTION_NAMES] = section_of(0, SHT_STRTAB, offsetof(struct made, section_names),
                                            sizeof m->section_names);
}

/* Symbols at word 0 and at word `second`; in a relocatable file their values count from the section's start. */
static void make_symbols(struct made *m, uint32_t base, size_t second, size_t count)
{
    memcpy(m->names + 1, "first", sizeof "first");
    memcpy(m->names + NAME, "second", sizeof "second");
    m->symbols[1] = (Elf32_Sym){.st_name = 1, .st_value = base, .st_size = (uint32_t)(second * 4), .st_shndx = CODE,
                                .st_info = ELF32_ST_INFO(STB_GLOBAL, STT_FUNC)};
    m->symbols[2] = (Elf32_Sym){.st_name = NAME, .st_value = (uint32_t)(base + second * 4),
                                .st_size = (uint32_t)((count - second) * 4), .st_shndx = CODE,
                                .st_info = ELF32_ST_INFO(STB_GLOBAL, STT_FUNC)};
}

static void make(struct made *m, bool relocatable, uint32_t address, size_t second, size_t count)
{
    memcpy(m->header.e_ident, ELFMAG, SELFMAG);
    m->header.e_ident[EI_CLASS] = ELFCLASS32;
    m->header.e_ident[EI_DATA] = ELFDATA2LSB;
    m->header.e_ident[EI_VERSION] = EV_CURRENT;
    m->header.e_type = relocatable ? ET_REL : ET_EXEC;
    m->header.e_machine = EM_RISCV;
    m->header.e_version = EV_CURRENT;
    m->header.e_ehsize = sizeof m->header;
    m->header.e_shoff = offsetof(struct made, sections);
    m->header.e_shentsize = sizeof m->sections[0];
    m->header.e_shnum = SECTIONS;
    m->header.e_shstrndx = SECTION_NAMES;
    make_sections(m, address, count);
    make_symbols(m, relocatable ? 0 : address, second, count);
}

/* ---- What is read ---- */

/* Holds of the words of any file. */
static void check_word(const struct elf_word *word, const struct elf_range *range)
{
    if (word->address % 4 != 0 || word->address < range->start || word->address >= range->stop)
        fuzz_fail("a word at 0x%x", word->address);
    /* The two bits that tell them apart: the highest ones before the rotation, the lowest ones after it. */
    if ((word->kind == ELF_TENSIX && word->word >> 30 == 3) || (word->kind == ELF_RISCV && (word->word & 3) != 3))
        fuzz_fail("0x%08x is read as of the %s", word->word, word->kind == ELF_TENSIX ? "vector unit" : "RISC-V core");
    if ((word->symbol && strlen(word->symbol) == 0) || (word->section && strlen(word->section) == SIZE_MAX))
        fuzz_fail("a symbol without a name");
}

/* Reads it; checks what holds of any file. False if it cannot be read. */
static bool read_code(const struct sfp_buffer *file, const struct elf_range *range, struct elf_code *code)
{
    struct elf_walk walk;
    struct elf_word word;
    char *error;

    if (!elf_read(file, "fuzz.elf", range, code, &error)) {
        fuzz_message(error);
        if (code->sections || code->symbols || code->mappings || code->elf)
            fuzz_fail("something is left of a file that cannot be read");
        return false;
    }
    if (error)
        fuzz_fail("read, and yet: %s", error);
    elf_walk_begin(&walk, code);
    for (bool first = true; elf_walk_next(&walk, &word); first = false) {
        check_word(&word, range);
        if (first && !word.section)
            fuzz_fail("the first word is of no section");
    }
    return true;
}

static size_t count_words(const struct elf_code *code)
{
    struct elf_walk walk;
    struct elf_word word;
    size_t count = 0;

    elf_walk_begin(&walk, code);
    while (elf_walk_next(&walk, &word))
        count++;
    return count;
}

/* Are these, from `first` on, the file's words? */
static void check_made(const struct made *m, uint32_t address, size_t first, size_t second, size_t end,
                       const struct elf_code *code)
{
    struct elf_walk walk;
    struct elf_word word;

    if (count_words(code) != end - first)
        fuzz_fail("%zu words of %zu to %zu", count_words(code), first, end);
    elf_walk_begin(&walk, code);
    for (size_t i = first; i < end && elf_walk_next(&walk, &word); i++) {
        const char *name = i == second ? "second" : i == 0 ? "first" : NULL;
        const uint32_t stream = m->words[i];
        const uint32_t wanted = (stream & 3) == 3 ? stream : stream >> 2 | stream << 30;

        if (word.address != address + 4 * i || word.word != wanted)
            fuzz_fail("word %zu is 0x%08x at 0x%x", i, word.word, word.address);
        /* At a first function without words both begin. */
        if (second > 0 && (!word.symbol != !name || (name && strcmp(word.symbol, name) != 0)))
            fuzz_fail("word %zu is called %s", i, word.symbol ? word.symbol : "nothing");
    }
}

static void run_made(struct fuzz_input in, unsigned chosen, uint32_t address, size_t second)
{
    enum { RELOCATABLE = 8, SYMBOL = 16, START = 32 };
    struct made *m = fuzz_memory(calloc(1, sizeof *m));
    const size_t count = in.size / 4 < MOST_WORDS ? in.size / 4 : MOST_WORDS;
    struct elf_range range = {.stop = UINT64_MAX};
    struct sfp_buffer file = {.data = (char *)m, .size = offsetof(struct made, words) + 4 * count};
    struct elf_code code;

    address &= 0xFFFFFC; /* a section of code has whole words, and ends before the address space does */
    second = count ? second % count : 0;
    for (size_t i = 0; i < count; i++)
        m->words[i] = fuzz_word(&in);
    make(m, chosen & RELOCATABLE, address, second, count);
    if (chosen & SYMBOL)
        range.symbol = "second";
    if (chosen & START)
        range.start = address + 4 * second;
    if (read_code(&file, &range, &code)) {
        check_made(m, address, chosen & (SYMBOL | START) ? second : 0, second, count, &code);
        elf_free(&code);
    } else if (count) {
        fuzz_fail("a well-formed file cannot be read");
    }
    free(m);
}

/* ---- Files as they are ---- */

/* Its words are a program, with what its table says of them if it has one; or there is one error. */
static void check_program(const struct elf_code *code)
{
    struct sfp_program program = {0};
    char *error;

    if (!elf_all_of(code, "fuzz.elf", &program, &error))
        fuzz_message(error);
    else if (error || (code->table != NULL) != (program.source_count > 0))
        fuzz_fail("read %s, and yet: %s", code->table ? "with a table" : "without one", error ? error : "no error");
    sfp_program_free(&program);
}

/* The range that the options ask for. */
static struct elf_range range_of(unsigned chosen, uint32_t address, uint32_t length)
{
    enum { RANGE = 8, SYMBOL_LSB = 4 };
    static const char *const symbols[] = {NULL, "first", "secnd", ""};
    struct elf_range range = {.symbol = symbols[chosen >> SYMBOL_LSB & 3], .stop = UINT64_MAX};

    if (chosen & RANGE) {
        range.start = address;
        range.stop = (uint64_t)address + length + 1;
    }
    return range;
}

static void run_file(struct fuzz_input in, const struct elf_range *range)
{
    struct sfp_buffer file = {.data = fuzz_memory(malloc(in.size + 1)), .size = in.size};
    struct elf_code code, again;

    /* A copy of its own: files in memory begin at a multiple of eight. */
    memcpy(file.data, in.data, in.size);
    if (elf_is(&file) && read_code(&file, range, &code)) {
        if (!read_code(&file, range, &again) || count_words(&again) != count_words(&code) ||
            again.compressed != code.compressed)
            fuzz_fail("read a second time it is another file");
        check_program(&code);
        elf_free(&again);
        elf_free(&code);
    }
    free(file.data);
}

int fuzz_elf(const uint8_t *data, size_t size)
{
    enum { MAKE = 1 };
    struct fuzz_input in = {data, size};
    const unsigned chosen = fuzz_byte(&in);
    const uint32_t address = fuzz_word(&in);
    const uint8_t length = fuzz_byte(&in);
    const struct elf_range range = range_of(chosen, address, length);

    if (chosen & MAKE)
        run_made(in, chosen, address, length);
    else
        run_file(in, &range);
    return 0;
}
