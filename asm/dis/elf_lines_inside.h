/* What the files that read DWARF share. */
#ifndef ELF_LINES_INSIDE_H
#define ELF_LINES_INSIDE_H

#include "elf_lines.h"
#include "util/names.h"

#include <elfutils/libdw.h>

/* A line as it was found; of those at one address the order counts. */
struct elf_line_row {
    struct elf_line line;
    size_t order;
};

struct elf_line_reading {
    Dwarf *dwarf;
    struct elf_lines *lines;
    struct names order_of_files; /* places in lines->files, by directory and name */
    struct elf_line_row *rows;
    size_t count, capacity;
    bool no_memory;
};

/* What one compilation made. */
struct elf_unit {
    struct elf_line_reading *r;
    Dwarf_Die die;
    Dwarf_Files *files;    /* that it names; NULL: there are none */
    const char *directory; /* that the compiler was started in, or NULL */
};

/* The place of a file in the list of all, to which it is added, as libdw has its name: behind that of the directory, or
 * relative to it. ELF_NO_FILE if it has none. */
uint32_t elf_file_place(const struct elf_unit *unit, const char *name);

/* Takes what was inlined. */
void elf_take_inlined(const struct elf_unit *unit);

#endif
