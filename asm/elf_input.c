/* Executable sections and function symbols, by libelf. */
#include "elf_input.h"

#include "array.h"
#include "nearest.h"
#include "terminal.h"
#include "words.h"

#include <gelf.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

/* A symbol of code. */
struct elf_symbol {
    const char *name;
    size_t section;
    uint64_t begin, end; /* addresses; `end` is not known better than `begin` where the file gives no size */
};

struct reading {
    Elf *elf;
    const char *name;
    size_t size; /* of the file */
    const struct elf_range *range;
    struct elf_code *code;
    struct elf_symbol *symbols; /* by section and address */
    size_t symbol_count, symbol_capacity;
    const struct elf_symbol *wanted; /* the one range->symbol names */
    bool relocatable;
    char **error;
};

__attribute__((format(printf, 2, 3))) static bool fail(struct reading *r, const char *format, ...)
{
    char *text = NULL;
    va_list arguments;

    va_start(arguments, format);
    if (vasprintf(&text, format, arguments) < 0)
        text = NULL;
    va_end(arguments);
    if (text)
        sfp_make_shown(text, strlen(text));
    if (!text || asprintf(r->error, "'%s': %s", r->name, text) < 0)
        *r->error = NULL;
    free(text);
    return false;
}

static bool fail_elf(struct reading *r, const char *what)
{
    const char *why = elf_errmsg(-1);

    return fail(r, "malformed ELF file: %s: %s", what, why ? why : "no reason known");
}

bool elf_is(const struct sfp_buffer *file)
{
    return file->size >= SELFMAG && memcmp(file->data, ELFMAG, SELFMAG) == 0;
}

/* libelf takes a file that ends before its section headers for one without sections. */
static bool is_cut(const struct reading *r, const GElf_Ehdr *header)
{
    const uint64_t count = header->e_shnum > 0 ? header->e_shnum : 1;

    return header->e_shoff > 0 &&
           (header->e_shoff > r->size || count * header->e_shentsize > r->size - header->e_shoff);
}

static bool check_header(struct reading *r)
{
    GElf_Ehdr header;

    if (elf_kind(r->elf) != ELF_K_ELF)
        return fail(r, "malformed ELF file: a class, byte order or version that there is not");
    if (!gelf_getehdr(r->elf, &header))
        return fail_elf(r, "header");
    if (header.e_ident[EI_CLASS] != ELFCLASS32 || header.e_ident[EI_DATA] != ELFDATA2LSB)
        return fail(r, "not a 32-bit little-endian ELF file");
    if (header.e_machine != EM_RISCV)
        return fail(r, "an ELF file of machine %u, not of RISC-V", header.e_machine);
    if (header.e_type != ET_REL && header.e_type != ET_EXEC && header.e_type != ET_DYN)
        return fail(r, "an ELF file of type %u, which holds no code", header.e_type);
    if (is_cut(r, &header))
        return fail(r, "a truncated ELF file: it ends before its section headers do");
    r->code->compressed = header.e_flags & EF_RISCV_RVC;
    r->relocatable = header.e_type == ET_REL;
    return true;
}

/* ---- Symbols ---- */

static bool add_symbol(struct reading *r, struct elf_symbol symbol)
{
    if (!array_room(&r->symbols, r->symbol_count, &r->symbol_capacity, sizeof *r->symbols))
        return fail(r, "not enough memory");
    r->symbols[r->symbol_count++] = symbol;
    return true;
}

static bool is_code(const GElf_Shdr *header)
{
    return (header->sh_flags & SHF_EXECINSTR) && header->sh_type == SHT_PROGBITS;
}

/* Takes over a symbol if it names code. "$x" and the like only mark what kind of bytes follow. */
static bool take_symbol(struct reading *r, const GElf_Sym *symbol, const char *name)
{
    const unsigned type = GELF_ST_TYPE(symbol->st_info);
    Elf_Scn *section;
    GElf_Shdr header;
    uint64_t begin;

    if ((type != STT_FUNC && type != STT_NOTYPE) || symbol->st_shndx == SHN_UNDEF ||
        symbol->st_shndx >= SHN_LORESERVE || !name || !*name || *name == '$')
        return true;
    section = elf_getscn(r->elf, symbol->st_shndx);
    if (!section || !gelf_getshdr(section, &header))
        return fail(r, "malformed ELF file: symbol '%s' lies in section %u, which is not there", name,
                    symbol->st_shndx);
    if (!is_code(&header))
        return true;
    begin = symbol->st_value + (r->relocatable ? header.sh_addr : 0);
    return add_symbol(r, (struct elf_symbol){name, symbol->st_shndx, begin, begin + symbol->st_size});
}

static bool take_symbols(struct reading *r, Elf_Scn *section, const GElf_Shdr *header)
{
    Elf_Data *data = elf_getdata(section, NULL);
    const size_t count = header->sh_entsize ? header->sh_size / header->sh_entsize : 0;

    if (!data && header->sh_size > 0)
        return fail_elf(r, "symbols");
    for (size_t i = 1; i < count; i++) {
        GElf_Sym symbol;

        if (!gelf_getsym(data, (int)i, &symbol))
            return fail_elf(r, "symbols");
        if (!take_symbol(r, &symbol, elf_strptr(r->elf, header->sh_link, symbol.st_name)))
            return false;
    }
    return true;
}

static int by_address(const void *a, const void *b)
{
    const struct elf_symbol *x = a;
    const struct elf_symbol *y = b;

    if (x->section != y->section)
        return x->section < y->section ? -1 : 1;
    if (x->begin != y->begin)
        return x->begin < y->begin ? -1 : 1;
    return strcmp(x->name, y->name);
}

static bool read_symbols(struct reading *r)
{
    Elf_Scn *section = NULL;

    while ((section = elf_nextscn(r->elf, section))) {
        GElf_Shdr header;

        if (!gelf_getshdr(section, &header))
            return fail_elf(r, "sections");
        if (header.sh_type == SHT_SYMTAB && !take_symbols(r, section, &header))
            return false;
    }
    if (r->symbol_count > 0)
        qsort(r->symbols, r->symbol_count, sizeof *r->symbols, by_address);
    return true;
}

/* One without a size goes up to the next. */
static void find_end(struct reading *r, struct elf_symbol *symbol)
{
    const struct elf_symbol *next = symbol + 1;

    if (symbol->end != symbol->begin)
        return;
    while (next < r->symbols + r->symbol_count && next->section == symbol->section && next->begin == symbol->begin)
        next++;
    symbol->end = next < r->symbols + r->symbol_count && next->section == symbol->section ? next->begin : UINT64_MAX;
}

static bool find_wanted(struct reading *r)
{
    const char *name = r->range->symbol;
    uint64_t spent = 0;
    struct nearest search;

    if (!name)
        return true;
    nearest_init(&search, &spent, name, strlen(name));
    for (size_t i = 0; i < r->symbol_count; i++) {
        if (strcmp(r->symbols[i].name, name) == 0) {
            find_end(r, &r->symbols[i]);
            r->wanted = &r->symbols[i];
            return true;
        }
        nearest_offer(&search, r->symbols[i].name);
    }
    if (search.best)
        return fail(r, "no function '%s'; did you mean '%s'?", name, search.best);
    return fail(r, "no function '%s'%s", name, r->symbol_count ? "" : ", nor any other symbol of code");
}

/* ---- Words ---- */

static bool add_word(struct reading *r, struct elf_word word)
{
    struct elf_code *code = r->code;

    if (!array_room(&code->words, code->count, &code->capacity, sizeof *code->words))
        return fail(r, "not enough memory");
    code->words[code->count++] = word;
    return true;
}

static bool is_wanted(const struct reading *r, size_t section, uint64_t address)
{
    if (address < r->range->start || address >= r->range->stop)
        return false;
    return !r->wanted || (section == r->wanted->section && address >= r->wanted->begin && address < r->wanted->end);
}

/* The symbol that begins at `address`, or NULL. */
static const char *symbol_at(const struct reading *r, size_t section, uint64_t address)
{
    size_t low = 0;
    size_t high = r->symbol_count;

    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        const struct elf_symbol *symbol = &r->symbols[middle];

        if (symbol->section < section || (symbol->section == section && symbol->begin < address))
            low = middle + 1;
        else
            high = middle;
    }
    if (low < r->symbol_count && r->symbols[low].section == section && r->symbols[low].begin == address)
        return r->symbols[low].name;
    return NULL;
}

/* The words of one section; `size` bytes that are in the file. */
static bool take_words(struct reading *r, size_t section, const GElf_Shdr *header, const char *name,
                       const unsigned char *bytes, size_t size)
{
    /* A section that does not begin at a multiple of four has its first whole word after that. */
    const size_t first = (SFP_WORD_BYTES - header->sh_addr % SFP_WORD_BYTES) % SFP_WORD_BYTES;

    for (size_t i = first; i + SFP_WORD_BYTES <= size; i += SFP_WORD_BYTES) {
        const uint64_t address = header->sh_addr + i;
        const uint32_t stream = sfp_word_at(bytes + i);
        const bool tensix = (stream & 3) != 3;

        if (!is_wanted(r, section, address))
            continue;
        if (!add_word(r, (struct elf_word){
                .address = (uint32_t)address,
                .word = tensix ? stream >> 2 | stream << 30 : stream,
                .tensix = tensix,
                .symbol = symbol_at(r, section, address),
                .section = name,
            }))
            return false;
        name = NULL;
    }
    return true;
}

static bool read_section(struct reading *r, Elf_Scn *section, const GElf_Shdr *header, size_t names)
{
    /* Raw: the bytes of instructions need no conversion. */
    Elf_Data *data = elf_rawdata(section, NULL);
    const char *name = elf_strptr(r->elf, names, header->sh_name);

    if (!data || (!data->d_buf && data->d_size > 0))
        return fail_elf(r, name ? name : "a section");
    if (header->sh_addr > UINT32_MAX || data->d_size > UINT32_MAX - header->sh_addr)
        return fail(r, "malformed ELF file: section '%s' ends after the address space", name ? name : "?");
    return take_words(r, elf_ndxscn(section), header, name ? name : "?", data->d_buf, data->d_size);
}

static bool read_sections(struct reading *r)
{
    Elf_Scn *section = NULL;
    size_t names;
    bool found = false;

    if (elf_getshdrstrndx(r->elf, &names) != 0)
        return fail_elf(r, "section names");
    while ((section = elf_nextscn(r->elf, section))) {
        GElf_Shdr header;

        if (!gelf_getshdr(section, &header))
            return fail_elf(r, "sections");
        if (!is_code(&header) || header.sh_size == 0)
            continue;
        found = true;
        if (!read_section(r, section, &header, names))
            return false;
    }
    return found || fail(r, "an ELF file without an executable section");
}

bool elf_read(const struct sfp_buffer *file, const char *name, const struct elf_range *range, struct elf_code *code,
              char **error)
{
    struct reading r = {.name = name, .size = file->size, .range = range, .code = code, .error = error};
    bool done;

    *code = (struct elf_code){0};
    *error = NULL;
    if (elf_version(EV_CURRENT) == EV_NONE)
        return fail(&r, "this libelf is too old");
    if (r.size < sizeof(Elf32_Ehdr))
        return fail(&r, "a truncated ELF file: %zu bytes, where its header alone has %zu", r.size, sizeof(Elf32_Ehdr));
    r.elf = elf_memory(file->data, file->size);
    if (!r.elf)
        return fail_elf(&r, "header");
    code->elf = r.elf;
    done = check_header(&r) && read_symbols(&r) && find_wanted(&r) && read_sections(&r);
    free(r.symbols);
    if (!done)
        elf_free(code);
    return done;
}

void elf_free(struct elf_code *code)
{
    free(code->words);
    elf_end(code->elf);
    *code = (struct elf_code){0};
}
