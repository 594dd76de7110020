/*
 * A program as an ELF file (sfpasm -f elf) that sfpsim, sfpdis, gdb, objdump and readelf read alike. It is an
 * executable for a RISC-V core of 32 bits, and has no segments: nothing loads it, and who reads it takes the words of
 * its code.
 *
 *   .text              at OBJECT_CODE: the words, each rotated left by two bits, as among a core's instructions
 *   .riscv.attributes  an ISA string that names the arch
 *   OBJECT_INIT        a note, "SFPU", of type OBJECT_INIT_TYPE: the name that .init of the source states, if it does
 *   .symtab            the file, the labels, and the regions as functions
 *
 * and with what sfpasm -g keeps
 *
 *   .debug_*           DWARF 4: lines, regions as functions, expansions of macros as functions inlined there, and that
 *                      nothing calls the code
 *   OBJECT_TABLE       the table that lies beside words in their .dbg file (program/debug_table.h)
 */
#ifndef SFP_OBJECT_H
#define SFP_OBJECT_H

#include "sfp_program.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

/* Where the first word lies: debuggers take what comes from address 0 for code that a linker threw away. */
enum { OBJECT_CODE = 0x00010000 };

#define OBJECT_TABLE ".debug_sfpasm"

/* The note's section, owner and type (ELF specification, "Note Section"). */
#define OBJECT_INIT ".note.sfpu.init"
#define OBJECT_OWNER "SFPU"
enum { OBJECT_INIT_TYPE = 0x100 };

enum object_result {
    OBJECT_WRITTEN, /* errors of the stream are its owner's to find */
    OBJECT_NO_MEMORY,
    OBJECT_REFUSED, /* a word would be a RISC-V instruction there, or the file more than its readers take, 2 GiB */
};

/* Writes a program, `debug`: with what sfpasm -g keeps. */
enum object_result sfp_object_write(const struct sfp_program *program, bool debug, FILE *stream);

/* Can this word stand among RISC-V instructions? The two lowest bits of those are set. */
static inline bool object_holds(uint32_t word)
{
    return word >> 30 != 3;
}

#endif
