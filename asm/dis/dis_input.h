/* What is to be disassembled: words, plain or as hexadecimal text, or an ELF file, with what is known beside them. */
#ifndef SFP_DIS_INPUT_H
#define SFP_DIS_INPUT_H

#include "dis.h"
#include "elf_input.h"
#include "program/program.h"
#include "util/diag.h"
#include "util/fileio.h"

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
    bool has_lines;             /* or code of an ELF file has lines, which it was made of, section by section */
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

#endif
