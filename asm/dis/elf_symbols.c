/* Reads the symbols of an ELF file: the names in code, and the mapping symbols. */
#include "elf_parts.h"

#include "base/array.h"
#include "base/fail.h"
#include "base/names.h"

#include <stdlib.h>
#include <string.h>

/* Orders symbols and mapping symbols by section, then by address. */
static int compare_code_places(size_t section, uint64_t begin, size_t other_section, uint64_t other_begin)
{
    if (section != other_section)
        return section < other_section ? -1 : 1;
    return begin < other_begin ? -1 : begin > other_begin;
}

/* ---- Mapping symbols ---- */

/* Is the name a mapping symbol: $d, $x, or $x with an ISA string, possibly with a dot and a unique suffix? */
static bool is_mapping(const char *name)
{
    if (name[0] != '$' || (name[1] != 'd' && name[1] != 'x'))
        return false;
    return name[2] == '\0' || name[2] == '.' || (name[1] == 'x' && strncmp(name + 2, "rv", 2) == 0);
}

static bool take_mapping(struct reading *reading, const char *name, size_t section, uint64_t begin)
{
    struct elf_code *code = reading->code;

    if (!array_room(&code->mappings, code->mapping_count, &code->mapping_capacity, sizeof *code->mappings))
        return elf_fail(reading, NO_MEMORY);
    code->mappings[code->mapping_count] =
        (struct elf_mapping){section, begin, .order = code->mapping_count, .data = name[1] == 'd'};
    code->mapping_count++;
    return elf_note_arch(reading, name + 2, strcspn(name + 2, "."), name);
}

static int compare_mappings(const void *a, const void *b)
{
    const struct elf_mapping *x = a;
    const struct elf_mapping *y = b;
    const int order = compare_code_places(x->section, x->begin, y->section, y->begin);

    return order ? order : x->order < y->order ? -1 : 1;
}

/* ---- Names of code ---- */

static bool add_code_symbol(struct reading *reading, struct elf_symbol symbol)
{
    struct elf_code *code = reading->code;

    if (!array_room(&code->symbols, code->symbol_count, &code->symbol_capacity, sizeof *code->symbols))
        return elf_fail(reading, NO_MEMORY);
    code->symbols[code->symbol_count++] = symbol;
    return true;
}

/* Adds a symbol if it lies in code. */
static bool take_code_symbol(struct reading *reading, const GElf_Sym *symbol, const char *name)
{
    const unsigned type = GELF_ST_TYPE(symbol->st_info);
    Elf_Scn *section;
    GElf_Shdr header;
    uint64_t begin;

    if ((type != STT_FUNC && type != STT_NOTYPE) || symbol->st_shndx == SHN_UNDEF ||
        symbol->st_shndx >= SHN_LORESERVE || !name || !(elf_is_name(name) || is_mapping(name)))
        return true;
    section = elf_getscn(reading->elf, symbol->st_shndx);
    if (!section || !gelf_getshdr(section, &header))
        return elf_fail(reading, "malformed ELF file: symbol '%s' lies in section %u, which does not exist", name,
                        symbol->st_shndx);
    if (!elf_is_code(&header))
        return true;
    begin = symbol->st_value + (reading->code->relocatable ? header.sh_addr : 0);
    if (*name == '$')
        return take_mapping(reading, name, symbol->st_shndx, begin);
    return add_code_symbol(reading, (struct elf_symbol){name, symbol->st_shndx, begin, begin + symbol->st_size,
                                                        .function = type == STT_FUNC,
                                                        .local = GELF_ST_BIND(symbol->st_info) == STB_LOCAL});
}

static bool take_symbols(struct reading *reading, Elf_Scn *section, const GElf_Shdr *header)
{
    Elf_Data *data = elf_getdata(section, NULL);
    const size_t count = header->sh_entsize ? header->sh_size / header->sh_entsize : 0;

    if (!data && header->sh_size > 0)
        return elf_fail_malformed(reading, "symbols");
    for (size_t i = 1; i < count; i++) {
        GElf_Sym symbol;

        if (!gelf_getsym(data, (int)i, &symbol))
            return elf_fail_malformed(reading, "symbols");
        if (!take_code_symbol(reading, &symbol, elf_strptr(reading->elf, header->sh_link, symbol.st_name)))
            return false;
    }
    return true;
}

/* Orders symbols by place. The first symbol at an address is the one shown, so functions precede labels, and global
 * symbols precede local symbols. */
static int compare_code_symbols(const void *a, const void *b)
{
    const struct elf_symbol *x = a;
    const struct elf_symbol *y = b;
    const int order = compare_code_places(x->section, x->begin, y->section, y->begin);

    if (order)
        return order;
    if (x->function != y->function)
        return x->function ? -1 : 1;
    if (x->local != y->local)
        return x->local ? 1 : -1;
    return strcmp(x->name, y->name);
}

/* A symbol without a size extends to the next symbol. */
static void find_symbol_end(const struct elf_code *code, struct elf_symbol *symbol)
{
    const struct elf_symbol *end = code->symbols + code->symbol_count;
    const struct elf_symbol *next = symbol + 1;

    if (symbol->end != symbol->begin)
        return;
    while (next < end && next->section == symbol->section && next->begin == symbol->begin)
        next++;
    symbol->end = next < end && next->section == symbol->section ? next->begin : UINT64_MAX;
}

static bool find_wanted(struct reading *reading)
{
    struct elf_code *code = reading->code;
    const char *name = code->range.symbol;
    uint64_t spent = 0;
    struct nearest search;

    if (!name)
        return true;
    nearest_init(&search, &spent, name, strlen(name));
    for (size_t i = 0; i < code->symbol_count; i++) {
        if (strcmp(code->symbols[i].name, name) == 0) {
            find_symbol_end(code, &code->symbols[i]);
            code->wanted = &code->symbols[i];
            return true;
        }
        nearest_offer(&search, code->symbols[i].name);
    }
    if (search.best)
        return elf_fail(reading, "no function '%s'; did you mean '%s'?", name, search.best);
    return elf_fail(reading, "no function '%s'%s", name, code->symbol_count ? "" : ", nor any other symbol of code");
}

bool elf_read_symbols(struct reading *reading)
{
    struct elf_code *code = reading->code;
    Elf_Scn *section = NULL;

    while ((section = elf_nextscn(reading->elf, section))) {
        GElf_Shdr header;

        if (!gelf_getshdr(section, &header))
            return elf_fail_malformed(reading, "sections");
        if (header.sh_type == SHT_SYMTAB && !take_symbols(reading, section, &header))
            return false;
    }
    if (code->symbol_count > 0)
        qsort(code->symbols, code->symbol_count, sizeof *code->symbols, compare_code_symbols);
    if (code->mapping_count > 0)
        qsort(code->mappings, code->mapping_count, sizeof *code->mappings, compare_mappings);
    return find_wanted(reading);
}

/* ---- Names of addresses ---- */

static bool section_holds(const struct elf_section *section, uint32_t address)
{
    return address >= section->address && address - section->address < section->size;
}

static const struct elf_section *find_section_at(const struct elf_walk *walk, uint32_t address)
{
    const struct elf_code *code = walk->code;

    if (walk->section < code->section_count && section_holds(&code->sections[walk->section], address))
        return &code->sections[walk->section];
    for (size_t i = 0; i < code->section_count; i++) {
        if (section_holds(&code->sections[i], address))
            return &code->sections[i];
    }
    return NULL;
}

struct symbol_place {
    size_t section;
    uint32_t address;
};

static bool is_symbol_before(const void *symbol, const void *place)
{
    const struct elf_symbol *s = symbol;
    const struct symbol_place *p = place;

    return compare_code_places(s->section, s->begin, p->section, p->address) <= 0;
}

const char *elf_symbol_before(const struct elf_walk *walk, uint32_t address, uint32_t *offset)
{
    const struct elf_symbol *symbols = walk->code->symbols;
    const struct elf_section *section = find_section_at(walk, address);
    const struct symbol_place place = {section ? section->number : 0, address};
    size_t low = section ? array_before(symbols, walk->code->symbol_count, sizeof *symbols, is_symbol_before, &place)
                         : 0;

    if (low == 0 || symbols[low - 1].section != section->number)
        return NULL;
    for (low--; low > 0 && symbols[low - 1].section == section->number && symbols[low - 1].begin == symbols[low].begin;)
        low--;
    *offset = address - (uint32_t)symbols[low].begin;
    return symbols[low].name;
}
