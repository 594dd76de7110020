/*
 * A program as an ELF file (sfpasm -f elf) that sfpsim, sfpdis, gdb, objdump and readelf can read. The file is an
 * executable for a 32-bit RISC-V core without segments: no loader uses it, and readers take the words of .text.
 *
 *   .text              at OBJECT_CODE: the words, each rotated left by two bits, as among a core's instructions
 *   .riscv.attributes  an ISA string that names the arch
 *   OBJECT_INIT        a note, "SFPU", of type OBJECT_INIT_TYPE: the name that .init of the source states, if it does
 *   OBJECT_THREADS     a note, "SFPU", of type OBJECT_THREADS_TYPE, if a thread other than math has words: which thread
 *                      runs each word
 *   .symtab            the file, the labels, and the regions as functions
 *
 * With sfpasm -g also:
 *
 *   .debug_*           DWARF 4: lines, regions as functions, macro expansions as inlined functions, and frames without
 *                      a caller
 *   OBJECT_TABLE       the table that lies beside words in their .dbg file (program/debug_table.h)
 */
#ifndef SFP_OBJECT_H
#define SFP_OBJECT_H

#include "sfp_program.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

/* The first word's address. Debuggers take code at address 0 for code that a linker discarded. */
enum { OBJECT_CODE = 0x00010000 };

#define OBJECT_TABLE ".debug_sfpasm"

/* The note's section, owner and type (ELF specification, "Note Section"). */
#define OBJECT_INIT ".note.sfpu.init"
#define OBJECT_OWNER "SFPU"
enum { OBJECT_INIT_TYPE = 0x100 };

/* The same of the note of threads. It holds two words for each stretch of words in order: the thread's number, and the
 * number of words. */
#define OBJECT_THREADS ".note.sfpu.threads"
enum { OBJECT_THREADS_TYPE = 0x101, OBJECT_STREAM_WORDS = 2 };

enum object_result {
    OBJECT_WRITTEN, /* the caller checks the stream for write errors */
    OBJECT_NO_MEMORY,
    OBJECT_REFUSED, /* a word would be a RISC-V instruction, or the file would exceed its readers' limit of 2 GiB */
};

/* Writes a program as an ELF file. `debug` adds the sections of sfpasm -g. */
enum object_result sfp_object_write(const struct sfp_program *program, bool debug, FILE *stream);

/* Can this word stand among RISC-V instructions, whose two lowest bits are set? */
static inline bool object_holds(uint32_t word)
{
    return word >> 30 != 3;
}

#endif
