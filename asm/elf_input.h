/*
 * Code in 32-bit RISC-V ELF files. In it a Tensix word lies rotated left by two bits, so that its lowest two are the
 * word's highest two and never 11, which is how every 32-bit RISC-V instruction ends. It is taken for granted that code
 * has no compressed instructions, as the cores have none: a pair of those could look like a Tensix word.
 */
#ifndef SFP_ELF_INPUT_H
#define SFP_ELF_INPUT_H

#include "fileio.h"

#include <stdint.h>

/* Four bytes at a multiple of four. */
struct elf_word {
    uint32_t address;
    uint32_t word;      /* a Tensix word, no more rotated, or a RISC-V instruction */
    bool tensix;
    const char *symbol; /* that begins here, or NULL */
    const char *section; /* that begins with this word, or NULL */
};

struct elf_code {
    struct elf_word *words;
    size_t count, capacity;
    bool compressed; /* the file says that it may have compressed instructions after all */
    void *elf;       /* libelf's, which owns the names */
};

/* What is wanted of the code. */
struct elf_range {
    const char *symbol; /* only this function's, if it is not NULL */
    uint64_t start, stop; /* addresses from `start` to before `stop` */
};

/* Is it an ELF file, by its first bytes? */
bool elf_is(const struct sfp_buffer *file);

/*
 * Reads the words of all executable sections in `range`. False, with a message in *error that the caller frees, if the
 * file is malformed, or not of this kind, or has no such symbol. `file` must outlive *code.
 */
bool elf_read(const struct sfp_buffer *file, const char *name, const struct elf_range *range, struct elf_code *code,
              char **error);
void elf_free(struct elf_code *code);

#endif
