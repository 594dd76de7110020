/* What the parts that look through an ELF file share. */
#ifndef SFP_ELF_PARTS_H
#define SFP_ELF_PARTS_H

#include "elf_code.h"

#include <elfutils/libdw.h>
#include <gelf.h>

/* Of the RISC-V ELF psABI; musl's elf.h lacks them. */
#ifndef EF_RISCV_RVC
#define EF_RISCV_RVC 0x1
#endif
#ifndef SHT_RISCV_ATTRIBUTES
#define SHT_RISCV_ATTRIBUTES 0x70000003
#endif

/* A section of code; `size` bytes that are in the file. */
struct elf_section {
    const char *name;
    size_t number;
    uint64_t address;
    const unsigned char *bytes;
    size_t size;
};

/* A symbol of code. */
struct elf_symbol {
    const char *name;
    size_t section;
    uint64_t begin, end; /* addresses; `end` is not known better than `begin` where the file gives no size */
    bool function;       /* by its type */
    bool local;
};

/* A mapping symbol: what follows it is data, or instructions. */
struct elf_mapping {
    size_t section;
    uint64_t begin;
    size_t order; /* in the file: of several at one address the last counts */
    bool data;
};

struct reading {
    Elf *elf;
    const char *name;
    size_t size; /* of the file */
    struct elf_code *code;
    char **error;
};

/* Sets *r->error, with the file's name before it; always false. */
bool elf_fail(struct reading *r, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* The same of what libelf finds wrong in `what`. */
bool elf_fail_malformed(struct reading *r, const char *what);

/* Opens the file, which must be a 32-bit little-endian one of RISC-V; r->code owns what that takes, even if it fails. */
bool elf_open(struct reading *r, const struct sfp_buffer *file);

/* Does work on what libdw has opened, in which that may run out of memory: false then. */
bool elf_with_dwarf(Dwarf *dwarf, void (*work)(void *context), void *context);

/* ---- elf_input.c ---- */

/* Takes the sections of code, and what the attributes say. */
bool elf_read_sections(struct reading *r);

static inline bool elf_is_code(const GElf_Shdr *header)
{
    return (header->sh_flags & SHF_EXECINSTR) && header->sh_type == SHT_PROGBITS;
}

/* ---- elf_symbols.c ---- */

/* Takes the symbols of code, the mapping symbols and what these say about the arch; finds the symbol that is wanted. */
bool elf_read_symbols(struct reading *r);

/* Is it a name for people? Those that start with $ mark something, and the compiler's own labels start with .L. */
static inline bool elf_is_name(const char *name)
{
    return *name && *name != '$' && (name[0] != '.' || name[1] != 'L');
}

/* ---- elf_file.c: the arch ---- */

/* Takes in what the ISA string `isa`, which `place` holds, says about the arch. */
bool elf_note_arch(struct reading *r, const char *isa, size_t length, const char *place);

/* Takes in what the section of attributes `section`, called `name`, says about the arch. */
bool elf_read_attributes(struct reading *r, Elf_Scn *section, const char *name);

#endif
