/* A compiled kernel: an ELF file, the functions to call, and initial memory. */
#ifndef SFP_CORE_KERNEL_H
#define SFP_CORE_KERNEL_H

#include "dis/elf_code.h"
#include "time/kernel.h"
#include "load.h"
#include "tile.h"

struct sfp_compiled;

/*
 * Reads an ELF file. Takes ownership of `file`. `name` is the file's name in messages and must outlive the result.
 * `arch` is 0 if the user named no arch; the kernel's arch is then the file's, or Wormhole if the file has none.
 * Returns NULL if the file is malformed, for another arch, or has no code, with a message in *error, which the caller
 * frees; or with *error NULL if memory ran out.
 */
struct sfp_compiled *compiled_new(struct sfp_buffer *file, const char *name, enum sfp_arch arch, char **error);
void compiled_free(struct sfp_compiled *compiled);

/* Returns whether the file has segments to load; otherwise the file is for a linker. */
bool compiled_can_run(const struct sfp_buffer *file);

/* Makes a program from the file: its arch; one word for each word of code, which is the Tensix word if the code word
 * pushes one itself, otherwise 0; functions as regions; and, from line tables, the source lines, with files found by
 * `search`. Returns false if memory ran out. */
bool compiled_program(const struct sfp_compiled *compiled, struct source_search *search,
                      struct sfp_program *program);

/* Returns a text about faulty debug information, or NULL. */
const char *compiled_lines_trouble(const struct sfp_compiled *compiled);

/* Sets *inlined to the inlined call at `level` around the instruction; level 0 is the innermost. Returns false after
 * the last. */
bool compiled_inlined(const struct sfp_compiled *compiled, size_t index, size_t level, struct sfp_inlined *inlined);

/* Adds a call of the function `symbol`, spelt as in the file or as a C++ name without parameters. NULL means the
 * file's entry, which is also what runs if the kernel has no calls. On failure, returns false, with *error as in
 * compiled_new(). */
bool compiled_call(struct sfp_compiled *compiled, const char *symbol, const uint32_t *arguments, size_t count,
                   char **error);

/* Sets bytes in memory before each run, over the file's bytes. Copies the bytes. */
bool compiled_poke(struct sfp_compiled *compiled, const struct tile_poke *poke, char **error);

/* Adds an action for the time when the core waits for ever, after the actions added before: sets bytes in memory,
 * or, with bytes NULL, ends the run. */
bool compiled_when_idle(struct sfp_compiled *compiled, const struct tile_poke *poke, char **error);

/* Gives a device values before each run, as in tile_give(). On failure, returns false, with *error as in
 * compiled_new(). */
bool compiled_give(struct sfp_compiled *compiled, const char *device, const uint64_t *values, size_t count,
                   char **error);

/* See rv_symbol_named(). */
const struct rv_symbol *compiled_symbol(const struct sfp_compiled *compiled, const char *name, char **error);

/* A kernel's place in a run. */
struct compiled_seat {
    enum sfp_thread_id thread; /* thread whose core runs the kernel */
    struct tile_mates *mates;  /* what the core shares with those of other threads, or NULL; must outlive the tile */
    size_t offset;             /* index of the kernel's first word in the program */
};

/* Makes a tile for the machine, ready to run the calls `passes` times. `words` are the kernel's, in the program. The
 * compiled kernel owns the tile and frees it at the next compiled_begin(). Returns NULL if memory ran out. */
struct sfp_tile *compiled_begin(struct sfp_compiled *compiled, struct sfp_machine *m, const struct compiled_seat *seat,
                                uint32_t *words, unsigned long passes, bool timed);

/* Returns whether both files fill the same bytes of L1, which all cores share. If so, *address is the first such
 * byte. */
bool compiled_overlap(const struct sfp_compiled *a, const struct sfp_compiled *b, uint32_t *address);

/* Returns whether the kernel's words may be SFPLOADMACRO, judging by constants in the code. */
bool compiled_has_macros(const struct sfp_compiled *compiled);

/* Returns the last run's tile, or NULL. */
struct sfp_tile *compiled_tile(const struct sfp_compiled *compiled);

/* Returns the address of the code's first word. */
uint32_t compiled_base(const struct sfp_compiled *compiled);

/* Sets up `core`, without memory and code, with the registers and pc at the start of a run. */
void compiled_start(const struct sfp_compiled *compiled, struct rv_core *core);

/* Frees the last run's tile. */
void compiled_forget_tile(struct sfp_compiled *compiled);

/* Returns the ELF file's bytes. */
const struct sfp_buffer *compiled_file(const struct sfp_compiled *compiled);

/* Writes the place of word `index`, such as "calculate+0x10 (0x00006010)". */
void compiled_place(const struct sfp_compiled *compiled, size_t index, char *text, size_t size);

/* ---- The words that a core pushed, as a program ---- */

/*
 * Makes a program from the tile's log: the pushed words in order, each with the source place of the instruction of
 * `kernel` that pushed the word. An instruction without a known line gets the kernel's file, its own number in the
 * code, from 1, as the line, and its function as the text. Regions are functions. The caller frees the program by
 * sfp_program_free(). Returns false, with an empty program, if memory ran out.
 */
bool tile_log_program(const struct sfp_tile *tile, const struct sfp_kernel *kernel, struct sfp_program *program);

#endif
