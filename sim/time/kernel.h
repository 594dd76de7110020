/* The program that a simulator runs: words, and the origin of each. */
#ifndef SFP_KERNEL_H
#define SFP_KERNEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "assembly/asm.h"
#include "base/fileio.h"

/* A function that a compiler inlined into its caller. */
struct sfp_inlined {
    const char *function;
    const char *file; /* file with the call; NULL: unknown */
    unsigned long line, column; /* line and column of the call, from 1; column 0: unknown */
};

/* The code of a core that pushes a thread's words, one word of the program for each word of the code. Indices count
 * from the code's first word. All zero: no core. */
struct sfp_core_code {
    size_t first; /* index of the code's first word in the program */
    /* Writes a word's place into `text`. */
    void (*place)(const void *context, size_t index, char *text, size_t size);
    /* Fills `inlined` with the function inlined at `level`, 0 the innermost. Returns false beyond the last. */
    bool (*inlined)(const void *context, size_t index, size_t level, struct sfp_inlined *inlined);
    const void *context;
};

struct sfp_kernel {
    const char *path; /* path of the kernel, owned by the caller */
    const char *thread_paths[SFP_THREADS]; /* paths of the threads' kernels, if each has its own; NULL: `path` */
    struct sfp_program program;
    bool has_source; /* words have lines: assembled here, or read from a debug table; some words of compiled code
                      * have no line */
    struct sfp_core_code code[SFP_THREADS]; /* by thread */
};

/*
 * Loads `path`: assembly source (*.s, *.S), or plain little-endian words, with the debug table that lies beside them. A
 * debug table for other words is ignored, with a warning. Standard input, "-", is source if it is text, and words
 * otherwise. `how` has the options for sources; its arch and sink are used for words too. If its arch is 0 (the user
 * named none), kernel->program.arch becomes the arch that the source or the table states, or Wormhole. On failure
 * returns false with a message in *error, which the caller frees; *error is NULL if the diagnostics have said
 * everything, or memory ran out.
 */
bool sfp_kernel_load(const char *path, const struct sfp_asm_options *how, struct sfp_kernel *kernel, char **error);
/* Make a kernel of a source in memory, or of words; messages call it `name`. `name` must outlive the kernel.
 * Failures are reported as by sfp_kernel_load(). */
bool sfp_kernel_assemble(const char *name, const char *text, size_t size, const struct sfp_asm_options *how,
                         struct sfp_kernel *kernel, char **error);
bool sfp_kernel_words(const char *name, const uint32_t *words, size_t count, enum sfp_arch arch,
                      struct sfp_kernel *kernel, char **error);

/* Makes a kernel of the Tensix words in a RISC-V ELF file, or in its function `symbol` if that is not NULL. */
bool sfp_kernel_elf(const char *name, const struct sfp_buffer *file, const char *symbol, enum sfp_arch arch,
                    struct sfp_kernel *kernel, char **error);

/* Makes a kernel of a program, and moves the program's contents into it. If the program states no arch, the kernel is for
 * `arch`, or for Wormhole if that is 0. Failures are reported as by sfp_kernel_load(); `program` then keeps its
 * contents. */
bool sfp_kernel_program(const char *name, struct sfp_program *program, enum sfp_arch arch, struct sfp_kernel *kernel,
                        char **error);

void sfp_kernel_free(struct sfp_kernel *kernel);

/* Returns whether a core pushes the words of a thread. */
bool sfp_kernel_has_core(const struct sfp_kernel *kernel);

/* Returns the code of the core that has word `index`, or NULL if the thread's words have no core. The only core has
 * indices beyond the program's words, too: places outside of the code. */
const struct sfp_core_code *sfp_kernel_code_at(const struct sfp_kernel *kernel, size_t index);

/* Writes the place of a word into `text`, made safe for terminals: "FILE:LINE:COLUMN" or "FILE: word INDEX". For a
 * core's code: "FILE:LINE:COLUMN: FUNCTION+0x10 (0x00006010)", with or without the line. */
void sfp_kernel_place(const struct sfp_kernel *kernel, size_t index, char *text, size_t size);

/* Does the same for the instruction at `index` of the code of the thread's core, which may lie outside of the code. */
void sfp_kernel_core_place(const struct sfp_kernel *kernel, enum sfp_thread_id thread, size_t index, char *text,
                           size_t size);

/* Returns the path of the thread's kernel. */
const char *sfp_kernel_path(const struct sfp_kernel *kernel, enum sfp_thread_id thread);

enum { SFP_INLINED_SIZE = 4096 };

/* Fills `inlined` with the function inlined at word `index` on `level`, 0 the innermost. Returns false beyond the
 * last. */
bool sfp_kernel_inlined(const struct sfp_kernel *kernel, size_t index, size_t level, struct sfp_inlined *inlined);

/* Writes "FUNCTION, inlined at FILE:LINE:COLUMN" for `inlined`, made safe for terminals. */
void sfp_inlined_text(const struct sfp_inlined *inlined, char text[SFP_INLINED_SIZE]);

/* ---- Gaps: cycles that a RISC-V core leaves between the words of a program that it pushes (--gaps) ---- */

/*
 * Reads text of lines "INDEX CYCLES": the program's word INDEX is pushed CYCLES cycles late (frontend.h), in every
 * pass. "* CYCLES" is for all words, later lines override earlier ones, # starts a comment. Fills gaps[0..words-1].
 * Returns false with a message in *error, which the caller frees, and which names the line.
 */
bool sfp_gaps_parse(const char *text, size_t size, uint32_t *gaps, size_t words, char **error);

#endif
