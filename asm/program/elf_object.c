/* A program's ELF file: makes the sections, and has libelf put them into a file. */
#include "dwarf_bytes.h"
#include "object_parts.h"

#include "debug_table.h"
#include "streams.h"
#include "base/fileio.h"

#include <libelf.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* From the RISC-V ELF psABI; musl's elf.h lacks it. */
#ifndef SHT_RISCV_ATTRIBUTES
#define SHT_RISCV_ATTRIBUTES 0x70000003
#endif

enum { OBJECT_MOST = SFP_MOST_INPUT - (1 << 16) }; /* bytes of sections: the readers' limit, less 64 KiB for headers */

/* A section. Its bytes must stay in place until the file is written. */
struct part {
    const char *name;
    uint32_t type, flags, address, alignment, entry_size, link, info;
    Elf_Type holds;
    const void *bytes;
    size_t size;
};

struct writing {
    const struct sfp_program *program;
    struct text code, attributes, init, threads, names, section_names, table;
    Elf32_Sym *symbols;
    size_t symbol_count;
    struct object_debug debug;
    Elf *elf;
    size_t size; /* bytes of all sections except the section names */
    bool failed;
};

/* ---- Contents of the sections ---- */

static void make_code(struct writing *w)
{
    for (size_t i = 0; i < w->program->count; i++)
        dwarf_word(&w->code, sfp_rotated(w->program->words[i]));
}

/* Makes the attributes (RISC-V ELF psABI, "Attributes"): the ISA string of the whole file, if an extension names the
 * arch. */
static void make_attributes(struct writing *w)
{
    enum { VERSION = 'A', TAG_FILE = 1, TAG_RISCV_ARCH = 5, TAG_BYTES = 1, SIZE_BYTES = 4 };
    static const char vendor[] = "riscv", base[] = "rv32i2p1_", version[] = "1p0";
    const char *unit = sfp_arch_extension(w->program->arch);
    const size_t isa = unit ? sizeof base - 1 + strlen(unit) + sizeof version : 0;
    const size_t attributes = TAG_BYTES + SIZE_BYTES + TAG_BYTES + isa;
    struct text *out = &w->attributes;

    dwarf_byte(out, VERSION);
    if (!unit)
        return;
    dwarf_word(out, (uint32_t)(SIZE_BYTES + sizeof vendor + attributes));
    dwarf_text(out, vendor);
    dwarf_byte(out, TAG_FILE);
    dwarf_word(out, (uint32_t)attributes);
    dwarf_byte(out, TAG_RISCV_ARCH);
    text_add(out, base, sizeof base - 1);
    text_add(out, unit, strlen(unit));
    dwarf_text(out, version);
}

static void pad_to_word(struct text *out)
{
    while (out->size % SFP_WORD_BYTES != 0)
        dwarf_byte(out, 0);
}

/* Begins a note of ours, whose content has `size` bytes. */
static void begin_note(struct text *out, uint32_t type, size_t size)
{
    dwarf_word(out, sizeof OBJECT_OWNER);
    dwarf_word(out, (uint32_t)size);
    dwarf_word(out, type);
    dwarf_text(out, OBJECT_OWNER);
    pad_to_word(out);
}

/* The note that says what .init states; nothing without one. */
static void make_init(struct writing *w)
{
    const char *name = sfp_init_name(w->program->init);

    if (!name)
        return;
    begin_note(&w->init, OBJECT_INIT_TYPE, strlen(name) + 1);
    dwarf_text(&w->init, name);
    pad_to_word(&w->init);
}

/* The note of the threads; nothing if all words are the math thread's. */
static void make_threads(struct writing *w)
{
    const struct sfp_program *p = w->program;

    if (p->stream_count == 0)
        return;
    begin_note(&w->threads, OBJECT_THREADS_TYPE, p->stream_count * OBJECT_STREAM_WORDS * SFP_WORD_BYTES);
    for (size_t i = 0; i < p->stream_count; i++) {
        dwarf_word(&w->threads, p->streams[i].thread);
        dwarf_word(&w->threads, (uint32_t)(p->streams[i].end - p->streams[i].first));
    }
}

enum { CODE_SECTION = 1 };

static void add_elf_symbol(struct writing *w, const char *name, Elf32_Sym symbol)
{
    symbol.st_name = (Elf32_Word)w->names.size;
    dwarf_text(&w->names, name);
    w->symbols[w->symbol_count++] = symbol;
}

/* Makes the symbols: the file, the regions as functions, the labels. All are local, since several regions may share
 * a name. */
static void make_elf_symbols(struct writing *w)
{
    const struct sfp_program *p = w->program;
    struct sfp_where where;

    dwarf_text(&w->names, "");
    w->symbols = calloc(2 + p->region_count + p->symbol_count, sizeof *w->symbols);
    if (!w->symbols || (p->count > 0 && !sfp_program_where(p, 0, &where))) {
        w->failed = true;
        return;
    }
    w->symbol_count = 1;
    if (p->count > 0)
        add_elf_symbol(w, where.file, (Elf32_Sym){.st_info = ELF32_ST_INFO(STB_LOCAL, STT_FILE), .st_shndx = SHN_ABS});
    for (size_t i = 0; i < p->region_count; i++)
        add_elf_symbol(w, p->regions[i].name,
                       (Elf32_Sym){.st_value = object_address(p->regions[i].first), .st_shndx = CODE_SECTION,
                                   .st_size = (Elf32_Word)(p->regions[i].end - p->regions[i].first) * SFP_WORD_BYTES,
                                   .st_info = ELF32_ST_INFO(STB_LOCAL, STT_FUNC)});
    for (size_t i = 0; i < p->symbol_count; i++)
        add_elf_symbol(w, p->symbols[i].name,
                       (Elf32_Sym){.st_value = object_address(p->symbols[i].index), .st_shndx = CODE_SECTION,
                                   .st_info = ELF32_ST_INFO(STB_LOCAL, STT_NOTYPE)});
}

static void make_debug(struct writing *w)
{
    struct object_places places = {0};

    w->failed |= !object_places_collect(w->program, &places);
    if (!w->failed) {
        dwarf_write_lines(w->program, &places, &w->debug.lines);
        dwarf_write_entries(w->program, &places, &w->debug);
        dwarf_write_ranges(w->program, &w->debug);
    }
    object_places_free(&places);
}

/* Makes the debug table, as in a .dbg file. */
static void make_table_section(struct writing *w)
{
    FILE *stream = open_memstream(&w->table.data, &w->table.size);
    const bool written = stream && sfp_debug_write(w->program, stream);
    const bool whole = stream && !ferror(stream);

    if ((stream && fclose(stream) != 0) || !written || !whole)
        w->failed = true;
}

/* ---- The file ---- */

/* Appends a section. Returns NULL and sets w->failed on failure. */
static Elf_Data *add_elf_section(struct writing *w, struct part part)
{
    Elf_Scn *section = w->failed ? NULL : elf_newscn(w->elf);
    Elf_Data *data = section ? elf_newdata(section) : NULL;
    Elf32_Shdr *header = data ? elf32_getshdr(section) : NULL;

    if (!header) {
        w->failed = true;
        return NULL;
    }
    *header = (Elf32_Shdr){.sh_name = (Elf32_Word)w->section_names.size, .sh_type = part.type, .sh_flags = part.flags,
                           .sh_addr = part.address, .sh_link = part.link, .sh_info = part.info,
                           .sh_entsize = part.entry_size};
    *data = (Elf_Data){.d_buf = (void *)(uintptr_t)part.bytes, .d_size = part.size, .d_type = part.holds,
                       .d_align = part.alignment ? part.alignment : 1, .d_version = EV_CURRENT};
    dwarf_text(&w->section_names, part.name);
    w->size += part.size;
    return data;
}

static void add_text_section(struct writing *w, struct part part, const struct text *text)
{
    w->failed |= text->failed;
    part.bytes = text->data;
    part.size = text->size;
    add_elf_section(w, part);
}

static void add_debug(struct writing *w)
{
    add_text_section(w, (struct part){.name = ".debug_line", .type = SHT_PROGBITS}, &w->debug.lines);
    add_text_section(w, (struct part){.name = ".debug_info", .type = SHT_PROGBITS}, &w->debug.entries);
    add_text_section(w, (struct part){.name = ".debug_abbrev", .type = SHT_PROGBITS}, &w->debug.forms);
    add_text_section(w, (struct part){.name = ".debug_aranges", .type = SHT_PROGBITS}, &w->debug.ranges);
    add_text_section(w, (struct part){.name = ".debug_frame", .type = SHT_PROGBITS}, &w->debug.frames);
    add_text_section(w, (struct part){.name = OBJECT_TABLE, .type = SHT_PROGBITS}, &w->table);
}

/* Adds the symbols, then their names as the next section, then the section names, their own included, as the last
 * section. */
static void add_names(struct writing *w, Elf32_Ehdr *header, Elf32_Word section)
{
    Elf_Data *last;

    add_elf_section(w, (struct part){.name = ".symtab", .type = SHT_SYMTAB, .holds = ELF_T_SYM, .bytes = w->symbols,
                                     .size = w->symbol_count * sizeof *w->symbols, .entry_size = sizeof *w->symbols,
                                     .alignment = sizeof(Elf32_Word), .link = section + 1,
                                     .info = (Elf32_Word)w->symbol_count});
    add_text_section(w, (struct part){.name = ".strtab", .type = SHT_STRTAB}, &w->names);
    last = add_elf_section(w, (struct part){.name = ".shstrtab", .type = SHT_STRTAB});
    header->e_shstrndx = (Elf32_Half)(section + 2);
    if (!last || w->section_names.failed) {
        w->failed = true;
        return;
    }
    last->d_buf = w->section_names.data;
    last->d_size = w->section_names.size;
}

static void add_sections(struct writing *w, Elf32_Ehdr *header, bool debug)
{
    enum { DEBUG_SECTIONS = 6 };
    Elf32_Word others = 2; /* .text and .riscv.attributes, then those below */

    dwarf_text(&w->section_names, "");
    add_text_section(w, (struct part){.name = ".text", .type = SHT_PROGBITS, .flags = SHF_ALLOC | SHF_EXECINSTR,
                                      .address = OBJECT_CODE, .alignment = SFP_WORD_BYTES}, &w->code);
    add_text_section(w, (struct part){.name = ".riscv.attributes", .type = SHT_RISCV_ATTRIBUTES}, &w->attributes);
    if (w->program->init) {
        add_text_section(w, (struct part){.name = OBJECT_INIT, .type = SHT_NOTE, .alignment = SFP_WORD_BYTES},
                         &w->init);
        others++;
    }
    if (w->program->stream_count > 0) {
        add_text_section(w, (struct part){.name = OBJECT_THREADS, .type = SHT_NOTE, .alignment = SFP_WORD_BYTES},
                         &w->threads);
        others++;
    }
    if (debug) {
        add_debug(w);
        others += DEBUG_SECTIONS;
    }
    add_names(w, header, CODE_SECTION + others);
}

static bool fill_elf_file(struct writing *w, bool debug)
{
    Elf32_Ehdr *header = elf32_newehdr(w->elf);

    if (!header)
        return false;
    header->e_ident[EI_DATA] = ELFDATA2LSB;
    header->e_type = ET_EXEC;
    header->e_machine = EM_RISCV;
    header->e_version = EV_CURRENT;
    header->e_entry = OBJECT_CODE;
    add_sections(w, header, debug);
    return !w->failed;
}

static bool copy_elf_file(int descriptor, FILE *stream)
{
    enum { BLOCK = 1 << 16 };
    char *block = malloc(BLOCK);
    ssize_t size = -1;
    off_t at = 0;

    while (block && (size = pread(descriptor, block, BLOCK, at)) > 0) {
        fwrite(block, 1, (size_t)size, stream);
        at += size;
    }
    free(block);
    return size == 0;
}

/* Writes the file to an anonymous file in memory, since libelf needs a file descriptor, and copies it to the stream. */
static enum object_result write_file(struct writing *w, bool debug, FILE *stream)
{
    enum object_result result = OBJECT_NO_MEMORY;
    const int descriptor = memfd_create("sfpasm", MFD_CLOEXEC);

    if (descriptor < 0)
        return OBJECT_NO_MEMORY;
    w->elf = elf_begin(descriptor, ELF_C_WRITE, NULL);
    if (w->elf && fill_elf_file(w, debug)) {
        if (w->size > OBJECT_MOST)
            result = OBJECT_REFUSED;
        else if (elf_update(w->elf, ELF_C_WRITE) >= 0 && copy_elf_file(descriptor, stream))
            result = OBJECT_WRITTEN;
    }
    elf_end(w->elf);
    close(descriptor);
    return result;
}

/* ---- The whole file ---- */

static bool is_refused(const struct sfp_program *program)
{
    bool holds = program->count <= OBJECT_MOST / SFP_WORD_BYTES;

    for (size_t i = 0; holds && i < program->count; i++)
        holds = object_holds(program->words[i]);
    return !holds;
}

static void free_all(struct writing *w)
{
    text_free(&w->code);
    text_free(&w->attributes);
    text_free(&w->init);
    text_free(&w->threads);
    text_free(&w->names);
    text_free(&w->section_names);
    free(w->table.data);
    free(w->symbols);
    text_free(&w->debug.lines);
    text_free(&w->debug.entries);
    text_free(&w->debug.forms);
    text_free(&w->debug.ranges);
    text_free(&w->debug.frames);
}

enum object_result sfp_object_write(const struct sfp_program *program, bool debug, FILE *stream)
{
    struct writing w = {.program = program};
    enum object_result result = OBJECT_NO_MEMORY;

    if (is_refused(program))
        return OBJECT_REFUSED;
    make_code(&w);
    make_attributes(&w);
    make_init(&w);
    make_threads(&w);
    make_elf_symbols(&w);
    if (debug && !w.failed) {
        make_debug(&w);
        make_table_section(&w);
    }
    if (!w.failed && elf_version(EV_CURRENT) != EV_NONE)
        result = write_file(&w, debug, stream);
    free_all(&w);
    return result;
}
