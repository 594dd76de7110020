/* What sfpdis prints: its options, what it has read, and the way from these to standard output. */
#ifndef SFP_DIS_PRINT_H
#define SFP_DIS_PRINT_H

#include "dis.h"
#include "elf_input.h"
#include "fileio.h"

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
    struct sfp_buffer file;
    struct elf_code code; /* if it is one */
    bool elf;
};

/* Prints the words of `input`, with warnings on standard error. False, with a message to free (NULL: out of memory), if
 * that could not be done; then nothing may have been printed. */
bool dis_print(const struct dis_settings *settings, const struct dis_input *input, char **error);

#endif
