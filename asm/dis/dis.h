/* The disassembler as a library: one word to one line that assembles to it again; and whole files. */
#ifndef SFP_DIS_H
#define SFP_DIS_H

#include "elf_code.h"
#include "isa/isa.h"
#include "program/sfp_program.h"
#include "base/diag.h"
#include "base/fileio.h"

enum sfp_syntax {
    SFP_SYNTAX_GNU,   /* sfpmad<TAB>L3,L1,L2,L11,0 */
    SFP_SYNTAX_MACRO, /* TTI_SFPMAD(p_sfpu::LREG1, ...); */
    SFP_SYNTAX_GAS,   /* as GNU, but only what the vendor's GNU as takes, as its objdump prints it where it can */
};

enum {
    SFP_HEX = 4, /* with a syntax: operands of more than four bits that are no registers in hexadecimal */
};

enum {
    SFP_DISASSEMBLY_SIZE = 200, /* bytes that hold any disassembly and its NUL */
    SFP_ANNOTATION_SIZE = 300,  /* and any annotation or remark */
};

/*
 * Writes `word` as an instruction of index->arch into `text`, whose size is at least SFP_DISASSEMBLY_SIZE, and returns
 * its length. A word that is no instruction, or that the syntax cannot spell, becomes .ttinsn 0x........ What it
 * writes, sfpasm turns back into the word (with a -Wreserved warning where the hardware documents no such mode). `style`
 * is an enum sfp_syntax, and SFP_HEX.
 */
size_t disassembly_of_word(const struct sfp_index *index, uint32_t word, unsigned style, char *text);

/* Does the GNU form of the word have the operands in it that it leaves out where they are what they mostly are? */
bool disassembly_is_full(const struct sfp_insn *insn, uint32_t word);

/*
 * Says, for an instruction that disassembly_of_word has to write as .ttinsn, which instruction it is and which bits are
 * the reason: "sfpmad with reserved bits 0x00f00000", or how sfpasm spells it where GNU as does not. Writes it into `text`,
 * whose size is at least SFP_ANNOTATION_SIZE, and returns its length: 0 where there is nothing to say.
 */
size_t dis_remark(const struct sfp_index *index, uint32_t word, unsigned style, char *text);

/*
 * Says in words what the instruction does with these operands, without newline: "L0 = L1 * L2 + L3". Size and result as
 * above; 0 for what is no instruction, or one that is only known by name.
 */
size_t disassembly_annotate(const struct sfp_index *index, uint32_t word, char *text);

/* Writes what a sequence schedules, sub-unit by sub-unit: "simple: template 0, delay 0, VC loaded, to L16; store: ...". */
void dis_put_sequence(FILE *out, uint32_t sequence);

/* Writes which format Misc gives stores, and what it makes delays count. */
void dis_put_misc(FILE *out, uint32_t misc);

/* What begins a comment in that syntax. */
const char *disassembly_comment(enum sfp_syntax syntax);

/* ---- dis_input.c: what is to be disassembled: words, plain or as hexadecimal text, or an ELF file, with what is known
 * beside them ---- */

struct dis_settings {
    enum sfp_arch arch; /* 0: not named */
    enum sfp_syntax syntax;
    bool hex;
    bool raw;
    bool all;
    bool annotate;
    bool source;
    const char *const *source_dirs; /* where the files of an ELF file's lines are read; none: where it says */
    size_t source_dir_count;
    struct elf_range range; /* of plain words too, as offsets in bytes */
    sfp_diagnostic_sink *sink; /* for warnings; NULL: they are dropped */
    void *context;
};

/* Where it comes from: the file `path`, "-" being standard input, or if that is NULL, `size` bytes, which have no table
 * beside them. */
struct dis_origin {
    const char *path;
    const char *name; /* in messages */
    const void *bytes;
    size_t size;
};

struct dis_input {
    const char *name;
    struct sfp_buffer file; /* an ELF file, or words as 32-bit little-endian bytes, whatever they were read from */
    bool borrowed;          /* which are the caller's */
    struct elf_code code;   /* if it is an ELF file */
    bool elf;
    bool has_places;            /* plain words have a debug table, which `program` has been read from, */
    struct sfp_program program; /* with the labels in order; */
    bool has_lines;             /* or code of an ELF file has such a table or lines, which it was made of, section by section */
    enum sfp_arch arch;         /* to disassemble for */
};

/*
 * Reads what `origin` says and finds out its arch: the one that is named, which an ELF file or a debug table must not
 * contradict, or theirs, or Wormhole. False, with a message to free in *error (NULL: out of memory), if that failed;
 * then there is nothing to free in *input.
 */
bool dis_input_read(const struct dis_settings *s, const struct dis_origin *origin, struct dis_input *input,
                    char **error);
void dis_input_free(struct dis_input *input);

/* Hands a warning to the sink. */
__attribute__((format(printf, 2, 3))) void dis_warn(const struct dis_settings *s, const char *format, ...);

/* ---- dis_print.c ---- */

/*
 * Writes the words of `input` to a stream, as sfpdis prints them, up to where that fails; what it fails with is its
 * owner's to find. False, with a message to free (NULL: out of memory), if there is no such label; then nothing was
 * written.
 */
bool dis_print(const struct dis_settings *settings, struct dis_input *input, FILE *stream, char **error);

#endif
