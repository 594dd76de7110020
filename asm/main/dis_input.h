/* What sfpdis reads: words, plain or as hexadecimal text, or an ELF file, with what is known beside of them. */
#ifndef SFP_DIS_INPUT_H
#define SFP_DIS_INPUT_H

#include "front/asm.h"
#include "dis/dis.h"
#include "dis/elf_input.h"
#include "util/fileio.h"

struct dis_settings {
    enum sfp_arch arch; /* 0: not named */
    enum sfp_syntax syntax;
    bool raw;
    bool all;
    bool annotate;
    bool source;
    struct elf_range range; /* of plain words too, as offsets in bytes */
    const char *input;      /* "-": standard input */
    const char *name;       /* of it, in messages */
};

struct dis_input {
    struct sfp_buffer file; /* an ELF file, or words as 32-bit little-endian bytes, whatever they were read from */
    struct elf_code code;   /* if it is an ELF file */
    bool elf;
    bool has_places;            /* plain words have a debug table, which `program` has been read from, */
    struct sfp_program program; /* with the labels in order */
    enum sfp_arch arch;         /* to disassemble for */
};

/*
 * Reads s->input and finds out its arch: the one that is named, which an ELF file or a debug table must not contradict,
 * or theirs, or Wormhole. Warnings go to standard error. False, with a message to free in *error (NULL: out of memory),
 * if that failed; then there is nothing to free in *input.
 */
bool dis_input_read(const struct dis_settings *s, struct dis_input *input, char **error);
void dis_input_free(struct dis_input *input);

#endif
