/*
 * Code in 32-bit RISC-V ELF files: its words, their source lines, and its source. In code, a Tensix word is rotated
 * left by two bits. The two highest bits of a Tensix word are never 11, so the rotated word never ends like a RISC-V
 * instruction, whose two lowest bits are 11. The reader assumes code without compressed instructions, which the cores
 * do not have: a pair of compressed instructions could look like a Tensix word. Mapping symbols mark data between the
 * instructions (RISC-V ELF psABI, "Mapping Symbol").
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
    ELF_DATA, /* data: bytes after a mapping symbol $d */
};

/* Four bytes of code at a multiple of four. */
struct elf_word {
    uint32_t address;
    uint32_t word; /* a Tensix word rotated back; other kinds as in the file */
    enum elf_kind kind;
    const char *symbol;  /* the symbol that begins at this word, or NULL */
    const char *section; /* the section that begins with this word, or NULL */
};

/* The wanted part of the code. */
struct elf_range {
    const char *symbol; /* the only wanted function, or NULL for every function */
    uint64_t start, stop; /* wanted addresses: `start` <= address < `stop` */
};

/* An ELF file after elf_read(). The walk reads words from the file on demand. */
struct elf_code {
    enum sfp_arch arch; /* arch stated by the file, or 0 */
    const char *arch_place; /* name of the section or symbol that states the arch */
    bool relocatable; /* the file is not linked */
    bool compressed; /* the file's header allows compressed instructions */
    struct elf_range range;
    struct elf_section *sections; /* sections with code, in the file's order */
    size_t section_count, section_capacity;
    struct elf_symbol *symbols; /* symbols in code, by section and address */
    size_t symbol_count, symbol_capacity;
    const struct elf_symbol *wanted; /* the symbol named by range.symbol, or NULL */
    const unsigned char *table; /* the table of sfpasm -f elf -g, or NULL */
    size_t table_size;          /* size of `table` in bytes */
    enum sfp_init init;         /* state named by the note OBJECT_INIT, or SFP_INIT_UNSTATED */
    struct sfp_stream *streams; /* threads of the words, from the note OBJECT_THREADS; without the note: empty, and
                                 * math runs all words */
    size_t stream_count;
    struct elf_mapping *mappings; /* mapping symbols by section and address */
    size_t mapping_count, mapping_capacity;
    const struct sfp_buffer *file;
    void *elf; /* libelf's handle, which owns every name */
};

/* A walk over the words of code->range, section by section, in order of address. */
struct elf_walk {
    const struct elf_code *code;
    size_t section; /* index of the open section, or of the next section to open */
    bool open;
    bool begun;     /* the walk has returned a word of the open section */
    uint64_t at;    /* address of the open section's next word */
    size_t symbol, mapping; /* indices of the first symbol and mapping symbol not yet passed */
    bool data;
};

/* Returns whether the file starts with the ELF magic number. */
bool elf_is(const struct sfp_buffer *file);

/*
 * Reads an ELF file's sections, symbols and arch into *code. Returns false if the file is malformed, has no code for
 * RISC-V, is for another vector unit, contradicts itself about the arch, or lacks the symbol range->symbol; then *error
 * is a message for the caller to free (NULL: out of memory). `file` must outlive *code, and the string range->symbol
 * must last as long as *code uses it.
 */
bool elf_read(const struct sfp_buffer *file, const char *name, const struct elf_range *range, struct elf_code *code,
              char **error);
void elf_free(struct elf_code *code);

void elf_walk_begin(struct elf_walk *walk, const struct elf_code *code);

/* Finds the words of the code's section `i`, wanted or not: *address of the first word, and their *count. */
void elf_words_of(const struct elf_code *code, size_t i, uint32_t *address, size_t *count);

/* Returns the thread that runs the word at `address`. */
enum sfp_thread_id elf_thread_at(const struct elf_code *code, uint32_t address);

/* Fills *word with the next word. Returns false at the end. */
bool elf_walk_next(struct elf_walk *walk, struct elf_word *word);

/* Returns the last symbol at or before `address` in the address's section, or NULL. *offset is the distance from the
 * symbol to `address`. The walk's current section takes precedence over other sections with the same address. */
const char *elf_symbol_before(const struct elf_walk *walk, uint32_t address, uint32_t *offset);

/* ---- elf_program.c ---- */

/* Returns whether the ELF header lists segments for a loader. Code with segments runs on a core; without segments,
 * its words are a program. */
bool elf_has_segments(const struct sfp_buffer *file);

/*
 * Makes a program of the wanted Tensix words. program->arch is the file's arch, or 0 if the file states none. If the
 * file has a table of sfpasm -g and the range names no symbol, the program also gets the table's contents, as after
 * sfp_debug_parse(). Returns false, with a message in *error for the caller to free (NULL: out of memory), if the table
 * is malformed or describes other words; the caller frees the incomplete program. elf_all_of() takes the whole code,
 * whatever is wanted.
 */
bool elf_program(const struct elf_code *code, const char *name, struct sfp_program *program, char **error);
bool elf_all_of(const struct elf_code *code, const char *name, struct sfp_program *program, char **error);

/* ---- follow.c: constants in a RISC-V core's registers, followed through a section of code ---- Follows branches,
 * loops and calls; after a call, only the registers that the ABI preserves stay known. Known values come from lui,
 * auipc and addi: compilers make Tensix words and the address of the push window from these instructions. */

enum { FOLLOW_MOST = 1 << 16 }; /* most words of a section whose constants are followed */

struct follow {
    struct follow_place *places; /* array with a place for each word of the section; NULL: no constants are known */
    size_t count;
    uint32_t address; /* address of the first word */
};

/* Follows constants through the section of the walk. Returns false if memory ran out; then no constants are known. */
bool follow_begin(struct follow *follow, const struct elf_walk *walk);
void follow_end(struct follow *follow);

/* Returns whether the instruction at `address` stores a known word into the push window; *word is the stored word. */
bool follow_pushed(const struct follow *follow, uint32_t address, uint32_t *word);

/* ---- elf_lines.c: the source lines of instructions, read by libdw from the DWARF of compilers ---- Malformed DWARF
 * costs source lines, but causes no failure. */

#define ELF_NO_FILE UINT32_MAX
#define ELF_NO_CALL UINT32_MAX

/* The source line of the instructions from `address` to the next elf_line. Inlined code has the line where it was
 * written. */
struct elf_line {
    uint32_t address;
    uint32_t file;         /* index in elf_lines.files, or ELF_NO_FILE: unknown */
    uint32_t line, column; /* line and column, from 1; column 0: unknown */
    uint32_t main;         /* index of the file that the compiler was given */
};

struct elf_source_file {
    const char *name;      /* path, absolute or relative to `directory` */
    const char *directory; /* the compiler's working directory; NULL: unknown */
};

/* Code from `begin` to before `end`, inlined from `function`. */
struct elf_inlined {
    uint32_t begin, end;
    const char *function;
    uint32_t file, line, column; /* place of the call; file ELF_NO_FILE: unknown */
    uint32_t caller;             /* index in elf_lines.inlined of the inlined function that holds the call, or
                                  * ELF_NO_CALL */
};

struct elf_lines {
    struct elf_line *lines; /* by address, one line for each address */
    size_t count, capacity;
    struct elf_source_file *files;
    size_t file_count, file_capacity;
    struct elf_inlined *inlined; /* callers before callees */
    size_t inlined_count, inlined_capacity;
    struct pool strings;
    const char *trouble; /* the first fault in the debug information, or NULL */
};

/* Reads the source lines of an ELF file, of which the list may be empty. Returns false if memory ran out, with
 * *lines empty. */
bool elf_lines_read(const struct sfp_buffer *file, struct elf_lines *lines);
void elf_lines_free(struct elf_lines *lines);

/* Returns the source line of the instruction at `address`, or NULL if unknown. */
const struct elf_line *elf_line_at(const struct elf_lines *lines, uint32_t address);

/* elf_inlined_at() returns the innermost inlined function around the instruction, or NULL. elf_inlined_caller()
 * returns the inlined function that holds the call of `inlined`, or NULL. */
const struct elf_inlined *elf_inlined_at(const struct elf_lines *lines, uint32_t address);
const struct elf_inlined *elf_inlined_caller(const struct elf_lines *lines, const struct elf_inlined *inlined);

/* ---- elf_frames.c: call frames, unwound by the compiler's rules in .debug_frame and .eh_frame ---- */

enum { ELF_REGISTERS = 32 };

/* A core's state in a function: its pc, and its registers as far as calls preserve them. */
struct elf_frame {
    uint32_t x[ELF_REGISTERS], pc;
};

/* Reads a word of memory. Returns false if the address has no memory. */
typedef bool elf_read_word(void *context, uint32_t address, uint32_t *word);

/* Turns the frame of a function into its caller's frame, with `pc` at the return address. `call` is false for the
 * innermost frame and true for a frame this function has already unwound: a return address follows its call, and the
 * rules of the call count. Returns false, with the frame unchanged, if the file has no valid rules for the place, or
 * memory ran out. */
bool elf_frame_return(const struct sfp_buffer *file, struct elf_frame *frame, bool call, elf_read_word *read,
                      void *context);

/* ---- elf_sources.c: the source of compiled code ---- An ELF file states the paths of its sources, so a stranger's
 * ELF file may name any file of this machine. */

struct source_search {
    const char *elf; /* path of the ELF file; a path without a slash lies in the working directory */
    /* If not empty, the only directories to read files from. */
    const char *const *directories;
    size_t directory_count;
    char *outside; /* the first file read from outside the directory of `elf`, or NULL; set by source_search_read() */
};

void source_search_end(struct source_search *search);

/*
 * Reads a source file: from the compiler's directory, else, if its name is relative, from the working directory. With
 * search->directories, reads the longest tail of the path that exists in one of the directories, tried in their order.
 * The caller frees *path, the path that was read. If the file cannot be read or exceeds `most` bytes, the buffer is
 * empty and *path is NULL. Returns false if memory ran out.
 */
bool source_search_read(struct source_search *search, const struct elf_source_file *file, size_t most,
                        struct sfp_buffer *text, char **path);

/* Returns a warning about source files outside the directory of the ELF file, for the caller to free and to show
 * once, or NULL. *ok is false if memory ran out. */
char *source_search_warning(const struct source_search *search, bool *ok);

/* Consecutive words of code. */
struct elf_piece {
    uint32_t address; /* address of the first word */
    size_t count;
};

/* Adds source places and source texts to a program whose words are those of the pieces: the places come from
 * `lines`, the texts from the files that the search finds. The file compiled for the code at `entry` comes first
 * among program->files. Returns false if memory ran out; the program then owns what was added so far. */
bool elf_sources(const struct elf_lines *lines, struct source_search *search, const struct elf_piece *pieces,
                 uint32_t entry, struct sfp_program *program);

#endif
