/* A compiled kernel: an ELF file, what of it is called, and what is in memory besides. */
#ifndef SFP_CORE_KERNEL_H
#define SFP_CORE_KERNEL_H

#include "dis/elf_code.h"
#include "time/kernel.h"
#include "load.h"
#include "tile.h"

struct sfp_compiled;

/*
 * Takes over `file`, whose name in messages is `name`, which must outlive it. `arch` is 0 where the user named none; the
 * kernel's is then what the file says, or Wormhole. NULL with a message to free in *error, or NULL there if memory ran
 * out: it is malformed, not for this arch, or has nothing that could run.
 */
struct sfp_compiled *compiled_new(struct sfp_buffer *file, const char *name, enum sfp_arch arch, char **error);
void compiled_free(struct sfp_compiled *compiled);

/* Does the file have segments to be loaded? Else it is for a linker. */
bool compiled_can_run(const struct sfp_buffer *file);

/* What the file says of the program: its arch; a word for each of the code, Tensix where it pushes one itself, else 0;
 * its functions as regions; and, where it has line tables, the source, of what these know of, by `search`, which names
 * the file. False without memory. */
bool compiled_program(const struct sfp_compiled *compiled, struct source_search *search,
                      struct sfp_program *program);

/* What is wrong with the debug information, or NULL. */
const char *compiled_lines_trouble(const struct sfp_compiled *compiled);

/* What the instruction was inlined with, the innermost first. False: no more. */
bool compiled_inlined(const struct sfp_compiled *compiled, size_t index, size_t level, struct sfp_inlined *inlined);

/* Adds a call of the function `symbol`, as in the file or as C++ has it without arguments; NULL: of the file's entry,
 * which is what is called without any. False with a message as above. */
bool compiled_call(struct sfp_compiled *compiled, const char *symbol, const uint32_t *arguments, size_t count,
                   char **error);

/* Before each run, memory holds these bytes, which are copied, whatever the file has there. */
bool compiled_poke(struct sfp_compiled *compiled, const struct tile_poke *poke, char **error);

/* The same, once the core waits for ever, and has found what others did before this; or that ends the run. */
bool compiled_when_idle(struct sfp_compiled *compiled, const struct tile_poke *poke, char **error);

/* Before each run a device has these values, as tile_give() takes them. False with a message as above. */
bool compiled_give(struct sfp_compiled *compiled, const char *device, const uint64_t *values, size_t count,
                   char **error);

/* As rv_symbol_named(). */
const struct rv_symbol *compiled_symbol(const struct sfp_compiled *compiled, const char *name, char **error);

/* A tile for the machine, ready to run all calls so many times; `words` is the program's. It is the compiled kernel's,
 * until the next one. NULL without memory. */
struct sfp_tile *compiled_begin(struct sfp_compiled *compiled, struct sfp_machine *m, uint32_t *words,
                                unsigned long passes, bool timed);

/* May its words schedule others? As far as constants in its code show. */
bool compiled_has_macros(const struct sfp_compiled *compiled);

/* The tile of the last run, or NULL. */
struct sfp_tile *compiled_tile(const struct sfp_compiled *compiled);

/* Where the first word of its code lies. */
uint32_t compiled_base(const struct sfp_compiled *compiled);

/* Makes `core`, which gets no memory and no code, one that a run begins with: registers and pc. */
void compiled_start(const struct sfp_compiled *compiled, struct rv_core *core);

/* There is none any more, as if nothing had run. */
void compiled_forget_tile(struct sfp_compiled *compiled);

/* The ELF file's bytes. */
const struct sfp_buffer *compiled_file(const struct sfp_compiled *compiled);

/* "calculate+0x10 (0x00006010)" of word `index`. */
void compiled_place(const struct sfp_compiled *compiled, size_t index, char *text, size_t size);

/* ---- The words that a core pushed as a program of their own ---- */

/*
 * All words that the tile logged, in order, each with the place of the instruction of `kernel` that pushed it. One of which
 * no line is known has the kernel's file, the number of that instruction in the code, from 1, and its function for a text.
 * Regions are the functions. The program is the caller's, for sfp_program_free(); false without memory, and then it is
 * empty.
 */
bool tile_log_program(const struct sfp_tile *tile, const struct sfp_kernel *kernel, struct sfp_program *program);

#endif
