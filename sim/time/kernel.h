/* The program a simulator runs: words, and where each came from. */
#ifndef SFP_KERNEL_H
#define SFP_KERNEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "assembly/asm.h"
#include "base/fileio.h"

/* A function that a compiler put where it is called. */
struct sfp_inlined {
    const char *function;
    const char *file; /* with the call; NULL: it is not known */
    unsigned long line, column; /* from 1; column 0: it is not known */
};

struct sfp_kernel {
    const char *path; /* the caller's */
    struct sfp_program program;
    bool has_source; /* words have lines: they were assembled here, or have a debug table; some of a compiler's have none */
    /* Of code whose words are pushed by a core, and else NULL: how its places are written. */
    void (*place)(const void *context, size_t index, char *text, size_t size);
    /* And what its instructions were inlined with, the innermost first. False: no more. */
    bool (*inlined)(const void *context, size_t index, size_t level, struct sfp_inlined *inlined);
    const void *context;
};

/*
 * Loads `path`: assembly source (*.s, *.S), or plain words, little-endian, with the debug table that lies beside them; one
 * of other words is left alone, with a warning. Of standard input, "-", text is source, and all else words. `how` is what
 * sources are assembled with, and its arch and sink are for words too: an arch of 0, that the user named none, makes
 * kernel->program.arch what the source or the table states, or Wormhole. On failure returns false with a message in
 * *error, which the caller frees; it is NULL if the diagnostics have said everything, or memory ran out.
 */
bool sfp_kernel_load(const char *path, const struct sfp_asm_options *how, struct sfp_kernel *kernel, char **error);
/* The same of a source in memory, which messages call `name`, and of words. `name` must outlive the kernel. */
bool sfp_kernel_assemble(const char *name, const char *text, size_t size, const struct sfp_asm_options *how,
                         struct sfp_kernel *kernel, char **error);
bool sfp_kernel_words(const char *name, const uint32_t *words, size_t count, enum sfp_arch arch,
                      struct sfp_kernel *kernel, char **error);

/* The Tensix words of the code of a RISC-V ELF file, or of its function `symbol` if that is not NULL. */
bool sfp_kernel_elf(const char *name, const struct sfp_buffer *file, const char *symbol, enum sfp_arch arch,
                    struct sfp_kernel *kernel, char **error);

void sfp_kernel_free(struct sfp_kernel *kernel);

/* Writes "FILE:LINE:COLUMN" or "FILE: word INDEX" of a word into `text`, as a terminal is shown it; of a core's code
 * "FILE:LINE:COLUMN: FUNCTION+0x10 (0x00006010)", with or without the line. */
void sfp_kernel_place(const struct sfp_kernel *kernel, size_t index, char *text, size_t size);

enum { SFP_INLINED_SIZE = 4096 };

/* The function that word `index` was inlined with, of level 0 the innermost. False: it was inlined with no more. */
bool sfp_kernel_inlined(const struct sfp_kernel *kernel, size_t index, size_t level, struct sfp_inlined *inlined);

/* Writes "FUNCTION, inlined at FILE:LINE:COLUMN" of such a one, as a terminal is shown it. */
void sfp_inlined_text(const struct sfp_inlined *inlined, char text[SFP_INLINED_SIZE]);

/* ---- Gaps: cycles that a RISC-V core leaves between the words of a program that it pushes (--gaps) ---- */

/*
 * Reads text of lines "INDEX CYCLES": the word of that index in the program is
 * pushed so many cycles late (frontend.h), in every pass. "* CYCLES" is for all words, later
 * lines override earlier ones, # starts a comment. Fills gaps[0..words-1]. False
 * with a message in *error, which the caller frees, that names the line.
 */
bool sfp_gaps_parse(const char *text, size_t size, uint32_t *gaps, size_t words, char **error);

#endif
