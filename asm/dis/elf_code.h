/*
 * Code in 32-bit RISC-V ELF files: its words, the lines they come from, and its source. In it a Tensix word lies rotated
 * left by two bits, so that its lowest two are the word's highest two and never 11, which is how every 32-bit RISC-V
 * instruction ends. It is taken for granted that code has no compressed instructions, as the cores have none: a pair of
 * those could look like a Tensix word. Data between the instructions is told by mapping symbols (RISC-V ELF psABI,
 * "Mapping Symbol").
 */
#ifndef SFP_ELF_CODE_H
#define SFP_ELF_CODE_H

#include "isa/isa.h"
#include "program/sfp_program.h"
#include "base/fileio.h"
#include "base/text_buffer.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* ---- elf_input.c ---- */

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
    const unsigned char *table; /* of sfpasm -f elf -g, or NULL, */
    size_t table_size;          /* and its bytes */
    enum sfp_init init;         /* what the note OBJECT_INIT says, or SFP_INIT_UNSTATED */
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

/* ---- elf_program.c ---- */

/* Has it segments, by its header, which something loads? Its code then runs on a core; else its words are a program. */
bool elf_has_segments(const struct sfp_buffer *file);

/*
 * Makes a program of the Tensix words of the code that is wanted, its arch being what the file says, or 0. If the file has
 * a table of sfpasm -g and no symbol is asked for, the program knows what it says, as after sfp_debug_parse. False, with a
 * message in *error that the caller frees (NULL: out of memory), if the table is malformed or not of these words; what
 * there is of the program then is the caller's to free. The second takes all of the code, whatever is wanted.
 */
bool elf_program(const struct elf_code *code, const char *name, struct sfp_program *program, char **error);
bool elf_all_of(const struct elf_code *code, const char *name, struct sfp_program *program, char **error);

/* ---- follow.c: constants in the registers of a RISC-V core, followed through a section of code ----
 * Along branches, around loops, and over calls, which leave what the ABI preserves. What is followed is what lui, auipc
 * and addi make, as compilers do of Tensix words and of the address that these are stored to. */

enum { FOLLOW_MOST = 1 << 16 }; /* words; in a longer section nothing is known */

struct follow {
    struct follow_place *places; /* one for each word of the section; NULL: nothing is known */
    size_t count;
    uint32_t address; /* of the first */
};

/* Follows the section that the walk is in. False, with nothing known, if memory ran out. */
bool follow_begin(struct follow *follow, const struct elf_walk *walk);
void follow_end(struct follow *follow);

/* Does the instruction at `address` store a word that is known into the push window? */
bool follow_pushed(const struct follow *follow, uint32_t address, uint32_t *word);

/* ---- elf_lines.c: where instructions come from: what compilers leave in ELF files as DWARF, by libdw ----
 * What is malformed in that costs lines, and nothing else. */

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

/* ---- elf_frames.c: the calls that code is in, by the rules that compilers leave: .debug_frame, .eh_frame ---- */

enum { ELF_REGISTERS = 32 };

/* A core in a function: registers, as far as these are kept over calls, and where it is. */
struct elf_frame {
    uint32_t x[ELF_REGISTERS], pc;
};

/* A word of memory. False: there is none at that address. */
typedef bool elf_read_word(void *context, uint32_t address, uint32_t *word);

/* Of a function's frame the one of its caller, to which it will return at `pc`: of a caller's own frame, `call` is to be
 * set, as what counts there is the instruction before that. False: the file says nothing, or what is malformed, of it,
 * or memory ran out; the frame is as before then. */
bool elf_frame_return(const struct sfp_buffer *file, struct elf_frame *frame, bool call, elf_read_word *read,
                      void *context);

/* ---- elf_sources.c: the source of compiled code ----
 * What made the ELF file says where its files lie, so that an ELF file of somebody else's may name any file that there
 * is. */

struct source_search {
    const char *elf; /* the path of the ELF file; one without a slash is here */
    /* Files are read from these directories alone, if there are any. */
    const char *const *directories;
    size_t directory_count;
    char *outside; /* set by searches: the first file that was read and is not below the directory of `elf`, or NULL */
};

void source_search_end(struct source_search *search);

/*
 * Reads a file: where it was compiled, or, if its name is relative, else here; with directories, the longest tail of
 * its path that is in one of them, in their order. One that cannot be had, or has more than `most` bytes, leaves the
 * buffer empty, and *path, which is the caller's to free, NULL. False if memory ran out.
 */
bool source_search_read(struct source_search *search, const struct elf_source_file *file, size_t most,
                        struct sfp_buffer *text, char **path);

/* What there is to say, once, of files from outside the directory of the ELF file, for the caller to free; NULL with
 * *ok: nothing, else no memory. */
char *source_search_warning(const struct source_search *search, bool *ok);

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
