/* The source of compiled code. */
#ifndef ELF_SOURCES_H
#define ELF_SOURCES_H

#include "elf_lines.h"
#include "program/program.h"
#include "source_search.h"

/* Words of code, one behind the other. */
struct elf_piece {
    uint32_t address; /* of the first */
    size_t count;
};

/* Gives the words of a program, which are those of the pieces, the places that the lines say, and the texts of the
 * files that the search finds; the file that the code at `entry` was compiled from comes first among its files.
 * False if memory ran out; what there is then goes with the program. */
bool elf_sources(const struct elf_lines *lines, struct source_search *search, const struct elf_piece *pieces,
                 uint32_t entry, struct sfp_program *program);

#endif
