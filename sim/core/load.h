/* Programs for a RISC-V core: loads ELF files into memory, and reads their symbols. */
#ifndef RV_LOAD_H
#define RV_LOAD_H

#include "core.h"
#include "base/fileio.h"
#include "base/text_buffer.h"

struct rv_symbol {
    const char *name;  /* name as spelt in the file */
    const char *shown; /* name for people: a C++ function as in its source, "ns::scale<2>(unsigned int)" */
    uint32_t address, size; /* address and size in bytes; size 0: the file gives no size */
    bool function, local, code; /* function: by the symbol's type; local: by its binding; code: by its position in an
                                 * executable segment */
};

/* An executable segment. */
struct rv_piece {
    uint32_t address, size;
};

/* What an ELF file has in addition to the bytes of memory. */
struct rv_image {
    enum sfp_arch arch; /* arch that the file names, or 0 */
    bool compressed;    /* the file may have compressed instructions, which the cores lack */
    uint32_t entry;
    struct rv_piece *code;
    size_t code_count, code_capacity;
    struct rv_symbol *symbols; /* ordered by address; at one address, functions first and local symbols last */
    size_t symbol_count, symbol_capacity;
    struct pool names;
};

/*
 * Loads a 32-bit little-endian RISC-V ELF file into the spans. Each segment goes to its run-time address, padded with
 * 0. A segment's bytes also go to its load address, if this address differs, lies in a span, and no segment runs there:
 * start-up code copies the bytes from there, or from the symbol __loader_init_start.
 *
 * Returns false, with a message in *error, which the caller frees (NULL: out of memory), if the file is malformed,
 * truncated, of another kind or for another vector unit, has no executable segment, has segments that overlap or lie
 * outside the spans, or executable segments in a span that does not fetch. The spans may then be partly written. `file`
 * need not outlive the image.
 */
bool rv_load_elf(const struct sfp_buffer *file, const char *name, const struct rv_span spans[static RV_SPANS],
                 struct rv_image *image, char **error);
void rv_image_free(struct rv_image *image);

/* Gives the core the image's code. The core has the spans that the image was loaded into. Sets pc to the entry, and
 * gp and sp to the symbols __global_pointer$ and __stack_top if the file has these. Returns false if memory ran out. */
bool rv_start(struct rv_core *core, const struct rv_image *image);

/* Sets registers and pc as rv_start() does, without code. */
void rv_set_entry(struct rv_core *core, const struct rv_image *image);

/*
 * Returns the symbol with this name: spelt as in the file, or a C++ name, with its template arguments ("ns::scale<2>")
 * or without ("ns::scale"), and without parameters and names of unnamed namespaces. Returns NULL, with a message in
 * *error, which the caller frees, if no symbol or several symbols match.
 */
const struct rv_symbol *rv_symbol_named(const struct rv_image *image, const char *name, char **error);

/* Returns the symbol with the file's own spelling, or NULL. */
const struct rv_symbol *rv_symbol_spelt(const struct rv_image *image, const char *name);

/* Returns the function that contains the address. If no function does, returns the last code label before the
 * address, or NULL. A label with a size does not extend beyond this size. */
const struct rv_symbol *rv_symbol_at(const struct rv_image *image, uint32_t address);

#endif
