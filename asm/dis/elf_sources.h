/* The source of a compiled kernel's code. */
#ifndef ELF_SOURCES_H
#define ELF_SOURCES_H

#include "program/program.h"
#include "elf_lines.h"

/* Gives the words of a program, whose first one lies at `base`, the places that the lines say, and the texts of the
 * files that can be read; the file that the code at `entry` was compiled from comes first among its files. `name` is
 * the kernel's. False if memory ran out; what there is then goes with the program. */
bool elf_sources(const struct elf_lines *lines, const char *name, uint32_t base, uint32_t entry,
                          struct sfp_program *program);

#endif
