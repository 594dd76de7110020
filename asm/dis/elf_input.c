/* Reads executable sections of ELF files with libelf, and walks over their words. */
#include "elf_parts.h"

#include "program/object.h"
#include "base/array.h"
#include "base/fail.h"
#include "base/word_bytes.h"

#include <stdlib.h>
#include <string.h>

bool elf_is(const struct sfp_buffer *file)
{
    return file->size >= SELFMAG && memcmp(file->data, ELFMAG, SELFMAG) == 0;
}

/* ---- Sections ---- */

static bool read_section(struct reading *reading, Elf_Scn *section, const GElf_Shdr *header, const char *name)
{
    struct elf_code *code = reading->code;
    /* Raw, as the bytes of instructions need no conversion. */
    const Elf_Data *data = elf_rawdata(section, NULL);

    if (!data || (!data->d_buf && data->d_size > 0))
        return elf_fail_malformed(reading, name);
    if (header->sh_addr > UINT32_MAX || data->d_size > UINT32_MAX - header->sh_addr)
        return elf_fail(reading, "malformed ELF file: section '%s' ends after the address space", name);
    if (!array_room(&code->sections, code->section_count, &code->section_capacity, sizeof *code->sections))
        return elf_fail(reading, NO_MEMORY);
    code->sections[code->section_count++] = (struct elf_section){
        .name = name, .number = elf_ndxscn(section), .address = header->sh_addr, .bytes = data->d_buf,
        .size = data->d_size};
    return true;
}

/* Records the table of sfpasm -g, if the section is OBJECT_TABLE. */
static bool take_object_table(struct reading *reading, Elf_Scn *section, const GElf_Shdr *header, const char *name)
{
    const Elf_Data *data;

    if (header->sh_type != SHT_PROGBITS || header->sh_flags != 0 || strcmp(name, OBJECT_TABLE) != 0)
        return true;
    data = elf_rawdata(section, NULL);
    if (!data || !data->d_buf)
        return elf_fail_malformed(reading, name);
    reading->code->table = data->d_buf;
    reading->code->table_size = data->d_size;
    return true;
}

bool elf_read_sections(struct reading *reading)
{
    Elf_Scn *section = NULL;
    size_t names;

    if (elf_getshdrstrndx(reading->elf, &names) != 0)
        return elf_fail_malformed(reading, "section names");
    while ((section = elf_nextscn(reading->elf, section))) {
        GElf_Shdr header;
        const char *name;

        if (!gelf_getshdr(section, &header))
            return elf_fail_malformed(reading, "sections");
        name = elf_strptr(reading->elf, names, header.sh_name);
        if (name && (!take_object_table(reading, section, &header, name) ||
                     !elf_read_notes(reading, section, &header, name)))
            return false;
        if (header.sh_type == SHT_RISCV_ATTRIBUTES && !elf_read_attributes(reading, section, name ? name : "?"))
            return false;
        if (elf_is_code(&header) && header.sh_size > 0 && !read_section(reading, section, &header, name ? name : "?"))
            return false;
    }
    return true;
}

bool elf_read(const struct sfp_buffer *file, const char *name, const struct elf_range *range, struct elf_code *code,
              char **error)
{
    struct reading reading = {.name = name, .code = code, .error = error};
    bool done;

    *code = (struct elf_code){.range = *range, .file = file};
    *error = NULL;
    done = elf_open(&reading, file) && elf_read_sections(&reading) &&
           (code->section_count > 0 || elf_fail(&reading, "an ELF file without an executable section")) &&
           elf_check_threads(&reading) && elf_read_symbols(&reading);
    if (!done)
        elf_free(code);
    return done;
}

void elf_free(struct elf_code *code)
{
    free(code->sections);
    free(code->symbols);
    free(code->mappings);
    free(code->streams);
    elf_end(code->elf);
    *code = (struct elf_code){0};
}

/* ---- The walk ---- */

enum { WALKED_STEP = 1 << 20 }; /* bytes; walked words are dropped from memory in steps of this size */

void elf_walk_begin(struct elf_walk *walk, const struct elf_code *code)
{
    *walk = (struct elf_walk){.code = code};
}

static uint64_t round_up_to_word(uint64_t address)
{
    return address + (SFP_WORD_BYTES - address % SFP_WORD_BYTES) % SFP_WORD_BYTES;
}

void elf_words_of(const struct elf_code *code, size_t i, uint32_t *address, size_t *count)
{
    const struct elf_section *section = &code->sections[i];
    const uint64_t first = round_up_to_word(section->address), end = section->address + section->size;

    *address = (uint32_t)first;
    *count = end > first ? (size_t)(end - first) / SFP_WORD_BYTES : 0;
}

/* Opens the next section with a wanted part, at its first wanted whole word. Returns false after the last section. */
static bool open_section(struct elf_walk *walk)
{
    const struct elf_code *code = walk->code;

    for (; walk->section < code->section_count; walk->section++) {
        const struct elf_section *section = &code->sections[walk->section];
        uint64_t first = section->address;

        if (code->wanted && code->wanted->section != section->number)
            continue;
        if (first < code->range.start)
            first = code->range.start;
        if (code->wanted && first < code->wanted->begin)
            first = code->wanted->begin;
        if (first > UINT32_MAX)
            continue;
        walk->at = round_up_to_word(first);
        walk->data = walk->begun = false;
        walk->open = true;
        return true;
    }
    return false;
}

/* Passes the symbols before the next word. Returns the name of the first symbol at the word, or NULL. */
static const char *pass_symbols(struct elf_walk *walk, size_t section)
{
    const struct elf_code *code = walk->code;
    const struct elf_symbol *symbol;

    for (; walk->symbol < code->symbol_count; walk->symbol++) {
        symbol = &code->symbols[walk->symbol];
        if (symbol->section > section || (symbol->section == section && symbol->begin >= walk->at))
            return symbol->section == section && symbol->begin == walk->at ? symbol->name : NULL;
    }
    return NULL;
}

/* Passes the mapping symbols up to the next word. Returns whether the word is data. */
static bool pass_mappings(struct elf_walk *walk, size_t section)
{
    const struct elf_code *code = walk->code;

    for (; walk->mapping < code->mapping_count; walk->mapping++) {
        const struct elf_mapping *mapping = &code->mappings[walk->mapping];

        if (mapping->section > section || (mapping->section == section && mapping->begin > walk->at))
            break;
        if (mapping->section == section)
            walk->data = mapping->data;
    }
    return walk->data;
}

/* Lets the system drop the pages of walked words. */
static void pass_words(const struct elf_walk *walk, const struct elf_section *section)
{
    const size_t here = (size_t)((const char *)section->bytes - walk->code->file->data) +
                        (size_t)(walk->at - section->address);

    if (walk->at - section->address >= WALKED_STEP)
        buffer_drop(walk->code->file, here - WALKED_STEP, here);
}

/* Does the open section have another wanted whole word? */
static bool has_word(const struct elf_walk *walk, const struct elf_section *section)
{
    const struct elf_code *code = walk->code;

    return walk->at + SFP_WORD_BYTES <= section->address + section->size && walk->at < code->range.stop &&
           (!code->wanted || walk->at < code->wanted->end);
}

bool elf_walk_next(struct elf_walk *walk, struct elf_word *word)
{
    const struct elf_section *section;
    uint32_t stream;

    for (;; walk->section++, walk->open = false) {
        if (!walk->open && !open_section(walk))
            return false;
        section = &walk->code->sections[walk->section];
        if (has_word(walk, section))
            break;
    }
    stream = sfp_word_at(section->bytes + (walk->at - section->address));
    if (walk->at % WALKED_STEP == 0)
        pass_words(walk, section);
    word->address = (uint32_t)walk->at;
    word->kind = pass_mappings(walk, section->number) ? ELF_DATA : (stream & 3) == 3 ? ELF_RISCV : ELF_TENSIX;
    word->word = word->kind == ELF_TENSIX ? sfp_unrotated(stream) : stream;
    word->symbol = pass_symbols(walk, section->number);
    word->section = walk->begun ? NULL : section->name;
    walk->begun = true;
    walk->at += SFP_WORD_BYTES;
    return true;
}
