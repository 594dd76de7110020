/*
 * Code in 32-bit RISC-V ELF files. In it a Tensix word lies rotated left by two bits, so that its lowest two are the
 * word's highest two and never 11, which is how every 32-bit RISC-V instruction ends. It is taken for granted that code
 * has no compressed instructions, as the cores have none: a pair of those could look like a Tensix word. Data between
 * the instructions is told by mapping symbols (RISC-V ELF psABI, "Mapping Symbol").
 */
#ifndef SFP_ELF_INPUT_H
#define SFP_ELF_INPUT_H

#include "util/fileio.h"
#include "isa/isa.h"

#include <stdint.h>

enum elf_kind {
    ELF_TENSIX,
    ELF_RISCV,
    ELF_DATA, /* behind a symbol $d */
};

/* Four bytes at a multiple of four. */
struct elf_word {
    uint32_t address;
    uint32_t word; /* a Tensix word, no more rotated; of the other kinds as it lies in the file */
    enum elf_kind kind;
    const char *symbol;  /* that begins here, or NULL */
    const char *section; /* that begins with this word, or NULL */
};

/* What is wanted of the code. */
struct elf_range {
    const char *symbol; /* only this function's, if it is not NULL */
    uint64_t start, stop; /* addresses from `start` to before `stop` */
};

/* A file that has been looked through; its words are read from the file as they are asked for. */
struct elf_code {
    enum sfp_arch arch; /* 0: the file does not say */
    const char *arch_place; /* what says it: the section's or symbol's name */
    bool relocatable; /* it is not linked */
    bool compressed; /* the file says that it may have compressed instructions after all */
    struct elf_range range;
    struct elf_section *sections; /* those that hold code, in the file's order */
    size_t section_count, section_capacity;
    struct elf_symbol *symbols; /* of code, by section and address */
    size_t symbol_count, symbol_capacity;
    const struct elf_symbol *wanted; /* the one range.symbol names */
    struct elf_mapping *mappings; /* by section and address */
    size_t mapping_count, mapping_capacity;
    const struct sfp_buffer *file;
    void *elf; /* libelf's, which owns the names */
};

/* A walk over the words of all sections that lie in code->range, in order. */
struct elf_walk {
    const struct elf_code *code;
    size_t section; /* the next one, while none is open */
    bool open;
    bool begun;     /* a word of the open one was given */
    uint64_t at;    /* address of the next word, while one is open */
    size_t symbol, mapping; /* the first ones not passed yet */
    bool data;
};

/* Is it an ELF file, by its first bytes? */
bool elf_is(const struct sfp_buffer *file);

/*
 * Looks through a file. False, with a message in *error that the caller frees (NULL: out of memory), if it is
 * malformed, or not of this kind, or for another vector unit, or contradicts itself about that, or has no such symbol.
 * `file` must outlive *code, and `range` be as long there as its symbol is asked for.
 */
bool elf_read(const struct sfp_buffer *file, const char *name, const struct elf_range *range, struct elf_code *code,
              char **error);
void elf_free(struct elf_code *code);

void elf_walk_begin(struct elf_walk *walk, const struct elf_code *code);

/* The words that section number `i` of the code has, wanted or not: the address of the first, and how many. */
void elf_words_of(const struct elf_code *code, size_t i, uint32_t *address, size_t *count);

/* The next word. False if there is none. */
bool elf_walk_next(struct elf_walk *walk, struct elf_word *word);

/* The last symbol that begins at `address` or before it, in the section that the walk is in if that has the address, else
 * in the one that has it; NULL if there is none. */
const char *elf_symbol_before(const struct elf_walk *walk, uint32_t address, uint32_t *offset);

#endif
