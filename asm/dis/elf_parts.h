/* Types and functions shared by the sources that read an ELF file. */
#ifndef SFP_ELF_PARTS_H
#define SFP_ELF_PARTS_H

#include "elf_code.h"

#include <elfutils/libdw.h>
#include <gelf.h>

/* From the RISC-V ELF psABI; musl's elf.h lacks these constants. */
#ifndef EF_RISCV_RVC
#define EF_RISCV_RVC 0x1
#endif
#ifndef SHT_RISCV_ATTRIBUTES
#define SHT_RISCV_ATTRIBUTES 0x70000003
#endif

/* A section with code, and its `size` bytes in the file. */
struct elf_section {
    const char *name;
    size_t number;
    uint64_t address;
    const unsigned char *bytes;
    size_t size;
};

/* A symbol in code. */
struct elf_symbol {
    const char *name;
    size_t section;
    uint64_t begin, end; /* address range; `end` equals `begin` if the file gives no size */
    bool function;       /* the symbol has type STT_FUNC */
    bool local;
};

/* A mapping symbol: data or instructions begin here. */
struct elf_mapping {
    size_t section;
    uint64_t begin;
    size_t order; /* index in the file: the last of several symbols at an address counts */
    bool data;
};

struct reading {
    Elf *elf;
    const char *name;
    size_t size; /* size of the file in bytes */
    struct elf_code *code;
    char **error;
};

/* Sets *reading->error to the message, after the file's name. Returns false. */
bool elf_fail(struct reading *reading, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Sets *reading->error to libelf's last error about `what`. Returns false. */
bool elf_fail_malformed(struct reading *reading, const char *what);

/* Opens a 32-bit little-endian RISC-V file. Returns false, with *reading->error set, for any other file. reading->code
 * owns the handle, also after a failure. */
bool elf_open(struct reading *reading, const struct sfp_buffer *file);

/* Calls `work`, whose use of libdw may run out of memory. Returns false if memory ran out. */
bool elf_with_dwarf(Dwarf *dwarf, void (*work)(void *context), void *context);

/* ---- elf_input.c ---- */

/* Reads the sections with code, sfpasm's table and notes, and the arch in the attributes. */
bool elf_read_sections(struct reading *reading);

/* ---- elf_notes.c ---- */

/* Takes the notes of sfpasm, if the section has some. Returns false, with *reading->error set, if they are malformed. */
bool elf_read_notes(struct reading *reading, Elf_Scn *section, const GElf_Shdr *header, const char *name);

/* Returns whether the threads' words, if the file states threads, are all words of the code. If not, sets
 * *reading->error. */
bool elf_check_threads(struct reading *reading);

static inline bool elf_is_code(const GElf_Shdr *header)
{
    return (header->sh_flags & SHF_EXECINSTR) && header->sh_type == SHT_PROGBITS;
}

/* ---- elf_symbols.c ---- */

/* Reads the symbols in code and the mapping symbols, with the arch that a mapping symbol may state; finds the wanted
 * symbol. */
bool elf_read_symbols(struct reading *reading);

/* Returns whether a symbol's name is meant for people: not a $ marker, nor a compiler's own label (.L). */
static inline bool elf_is_name(const char *name)
{
    return *name && *name != '$' && (name[0] != '.' || name[1] != 'L');
}

/* ---- elf_file.c: the arch ---- */

/* Records the arch that the ISA string `isa` states. `place` names the section or symbol of the string. Returns
 * false, with *reading->error set, if the arch contradicts an earlier statement or is none of ours. */
bool elf_note_arch(struct reading *reading, const char *isa, size_t length, const char *place);

/* Records the arch stated by the attributes section `section`, called `name`. */
bool elf_read_attributes(struct reading *reading, Elf_Scn *section, const char *name);

#endif
