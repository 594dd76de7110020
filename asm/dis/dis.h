/* The disassembler as a library: turns a word into a line that assembles to the same word, and prints whole files. */
#ifndef SFP_DIS_H
#define SFP_DIS_H

#include "elf_code.h"
#include "isa/isa.h"
#include "program/sfp_program.h"
#include "base/diag.h"
#include "base/fileio.h"

enum sfp_syntax {
    SFP_SYNTAX_GNU,   /* GNU syntax: sfpmad<TAB>L3,L1,L2,L11,0 */
    SFP_SYNTAX_MACRO, /* macro syntax: TTI_SFPMAD(p_sfpu::LREG1, ...); */
    SFP_SYNTAX_GAS,   /* GNU syntax limited to what the vendor's GNU as accepts, spelled like its objdump if possible */
};

enum {
    SFP_NAMES = 8, /* flag beside SFP_SYNTAX_MACRO: formats of loads and stores by the vendor's names */
    SFP_HEX = 4, /* flag beside a syntax: operands wider than four bits, except registers, in hexadecimal */
};

enum {
    SFP_DISASSEMBLY_SIZE = 200, /* room for any disassembly and its NUL, in bytes */
    SFP_ANNOTATION_SIZE = 300,  /* room for any annotation or remark and its NUL, in bytes */
};

/*
 * Writes `word` as an instruction of index->arch into `text`, and returns the length. `text` holds at least
 * SFP_DISASSEMBLY_SIZE bytes. An unknown instruction, or a word without a spelling in the syntax, becomes .ttinsn
 * 0x........ sfpasm turns the text back into `word`, with a -Wreserved warning if the hardware documents no such mode.
 * `style` is an enum sfp_syntax, possibly with SFP_HEX.
 */
size_t disassembly_of_word(const struct sfp_index *index, uint32_t word, unsigned style, char *text);

/* Returns whether the word's GNU form needs its hidden operands: the hidden operands are left out if every one of
 * them has its usual value. */
bool disassembly_is_full(const struct sfp_insn *insn, uint32_t word);

/*
 * Explains why disassembly_of_word() writes an instruction as .ttinsn: names the instruction and the bits at fault
 * ("sfpmad with reserved bits 0x00f00000"), or gives sfpasm's spelling where GNU as has no spelling. Writes into
 * `text`, of at least SFP_ANNOTATION_SIZE bytes, and returns the length: 0 if the word needs no remark.
 */
size_t dis_remark(const struct sfp_index *index, uint32_t word, unsigned style, char *text);

/*
 * Describes in words the instruction's effect on its operands, without a newline: "L0 = L1 * L2 + L3". `text` holds at
 * least SFP_ANNOTATION_SIZE bytes. Returns the length: 0 if the word is no instruction, or an instruction known only by
 * name.
 */
size_t disassembly_annotate(const struct sfp_index *index, uint32_t word, char *text);

/* Writes the work that a macro's sequence schedules, for each sub-unit: "simple: template 0, delay 0, VC loaded, to
 * L16; store: ...". */
void dis_put_sequence(FILE *out, uint32_t sequence);

/* Writes the store format that Misc sets, the macros whose load format the store takes instead, and the sub-units
 * whose delays count instructions. */
void dis_put_misc(FILE *out, uint32_t misc);

/* Writes the meaning of `value` as the template, sequence or Misc that SFPCONFIG's `target` selects. A template is
 * written as the instruction that it is. */
void dis_put_macro_word(FILE *out, const struct sfp_index *index, uint32_t target, uint32_t value);

/* Returns the start of a comment in the syntax: "//" or "#". */
const char *disassembly_comment(enum sfp_syntax syntax);

/* ---- dis_input.c: the input: words, plain or as hexadecimal text, or an ELF file, with its debug information ---- */

struct dis_settings {
    enum sfp_arch arch; /* arch named by the user, or 0 */
    enum sfp_syntax syntax;
    bool hex;
    bool raw;
    bool all;
    bool annotate;
    bool source;
    const char *const *source_dirs; /* directories to search for the source files of an ELF file; empty: the paths in
                                     * the file are used */
    size_t source_dir_count;
    struct elf_range range; /* range to disassemble; for plain words in bytes from the start of the file */
    sfp_diagnostic_sink *sink; /* receiver of warnings, or NULL to drop them */
    void *context;
};

/* An input's origin: the file `path` ("-" is standard input), or, if `path` is NULL, `size` bytes of the caller
 * without a debug table. */
struct dis_origin {
    const char *path;
    const char *name; /* name for messages */
    const void *bytes;
    size_t size;
};

struct dis_input {
    const char *name;
    struct sfp_buffer file; /* an ELF file, or words as 32-bit little-endian bytes, converted if the input was text */
    bool borrowed;          /* file.data belongs to the caller */
    struct elf_code code;   /* filled if `elf` */
    bool elf;
    bool has_places;            /* plain words have a debug table, read into `program` */
    struct sfp_program program; /* contents of the debug table or lines, with labels in order of place */
    bool has_lines;             /* an ELF file has a debug table or source lines, held by `program` section by
                                 * section */
    enum sfp_arch arch;         /* the arch to disassemble for */
};

/*
 * Reads the input of `origin` and chooses its arch: the arch named in `s`, else the input's own, else Wormhole. A named
 * arch must agree with that of an ELF file or debug table. Returns false on failure, with a message in *error for the
 * caller to free (NULL: out of memory) and *input left empty.
 */
bool dis_input_read(const struct dis_settings *s, const struct dis_origin *origin, struct dis_input *input,
                    char **error);
void dis_input_free(struct dis_input *input);

/* Hands a warning to the sink. */
__attribute__((format(printf, 2, 3))) void dis_warn(const struct dis_settings *s, const char *format, ...);

/* ---- dis_print.c ---- */

/*
 * Writes the words of `input` to `stream` in sfpdis's format. Stops at the first write error, which the caller finds by
 * ferror(stream). Returns false and writes nothing if the wanted label does not exist, with a message in *error for the
 * caller to free (NULL: out of memory).
 */
bool dis_print(const struct dis_settings *settings, struct dis_input *input, FILE *stream, char **error);

/* ---- dis_source.c ---- */

/*
 * Appends the words of `origin` to `source` as a source: the arch and the initial state that the input states, and the
 * instructions in GNU form. Of the settings only `arch`, `range`, `sink` and `context` count. Returns false with a
 * message in *error for the caller to free (NULL: out of memory).
 */
bool dis_source(const struct dis_settings *settings, const struct dis_origin *origin, struct text *source,
                char **error);

#endif
