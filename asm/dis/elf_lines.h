/*
 * Where instructions come from: what compilers leave in ELF files as DWARF, by libdw. What is malformed in that costs
 * lines, and nothing else.
 */
#ifndef ELF_LINES_H
#define ELF_LINES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/fileio.h"
#include "util/text_buffer.h"

#define ELF_NO_FILE UINT32_MAX
#define ELF_NO_CALL UINT32_MAX

/* What instructions from `address` on come from, up to where the next line begins. Inlined code has the line that it
 * was written in. */
struct elf_line {
    uint32_t address;
    uint32_t file;         /* place in elf_lines.files; ELF_NO_FILE: nothing is known */
    uint32_t line, column; /* from 1; column 0: the table does not say */
    uint32_t main;         /* the file that the compiler was given */
};

struct elf_source_file {
    const char *name;      /* as from where the compiler was started */
    const char *directory; /* which is this, and what a relative name is meant in; NULL: the table does not say */
};

/* Code from `begin` to before `end` that comes from a function which was inlined there. */
struct elf_inlined {
    uint32_t begin, end;
    const char *function;
    uint32_t file, line, column; /* where it is called; file ELF_NO_FILE: nothing is known */
    uint32_t caller;             /* what that call was inlined as, by its place in the list; ELF_NO_CALL: it was not */
};

struct elf_lines {
    struct elf_line *lines; /* by address, each at another one */
    size_t count, capacity;
    struct elf_source_file *files;
    size_t file_count, file_capacity;
    struct elf_inlined *inlined; /* callers before what they call */
    size_t inlined_count, inlined_capacity;
    struct pool strings;
    const char *trouble; /* the first thing that was wrong, or NULL */
};

/* Reads what an ELF file has, which may be nothing. False if memory ran out; there is nothing to free then. */
bool elf_lines_read(const struct sfp_buffer *file, struct elf_lines *lines);
void elf_lines_free(struct elf_lines *lines);

/* The line of an instruction; NULL: it is not known. */
const struct elf_line *elf_line_at(const struct elf_lines *lines, uint32_t address);

/* The innermost function that the instruction was inlined with, or NULL; and the one that called that, or NULL. */
const struct elf_inlined *elf_inlined_at(const struct elf_lines *lines, uint32_t address);
const struct elf_inlined *elf_inlined_caller(const struct elf_lines *lines, const struct elf_inlined *inlined);

#endif
