/* Programs for a RISC-V core: ELF files to memory, and the names in them. */
#ifndef RV_LOAD_H
#define RV_LOAD_H

#include "core.h"
#include "base/fileio.h"
#include "base/text_buffer.h"

struct rv_symbol {
    const char *name;  /* as the file has it, */
    const char *shown; /* and for people: of a C++ function as in its source, "ns::scale<2>(unsigned int)" */
    uint32_t address, size; /* size 0: the file does not say */
    bool function, local, code; /* by its type; by its binding; it lies in an executable segment */
};

/* An executable segment. */
struct rv_piece {
    uint32_t address, size;
};

/* What a file says beside the bytes of memory. */
struct rv_image {
    enum sfp_arch arch; /* 0: the file does not say */
    bool compressed;    /* it says that it may have compressed instructions, which the cores lack */
    uint32_t entry;
    struct rv_piece *code;
    size_t code_count, code_capacity;
    struct rv_symbol *symbols; /* by address; of those at one address a function first, a local one last */
    size_t symbol_count, symbol_capacity;
    struct pool names;
};

/*
 * Loads the segments of a 32-bit little-endian RISC-V ELF file into the spans: each at the address it runs at, what
 * it has no bytes for 0; and its bytes at its load address as well, where that is another one in a span and no
 * segment runs there, as start-up code copies them from there, be it by the symbol __loader_init_start. False, with
 * a message to free in *error (NULL: out of memory), if the file is malformed, truncated, of another kind or for
 * another vector unit, has no executable segment, segments that overlap or lie outside of the spans, or executable
 * ones where no code is fetched from; the spans then may have some of it. `file` need not outlive the image.
 */
bool rv_load_elf(const struct sfp_buffer *file, const char *name, const struct rv_span spans[static RV_SPANS],
                 struct rv_image *image, char **error);
void rv_image_free(struct rv_image *image);

/* Makes the image's code the core's, which has the spans it was loaded to: pc at the entry, gp and sp by
 * __global_pointer$ and __stack_top, where the file has these. False if memory ran out. */
bool rv_start(struct rv_core *core, const struct rv_image *image);

/* The same without the code: registers and pc. */
void rv_set_entry(struct rv_core *core, const struct rv_image *image);

/*
 * The symbol of that name: as it is in the file, or a C++ one, with its template arguments ("ns::scale<2>") or
 * without ("ns::scale"), and without its parameters or the name of an unnamed namespace. NULL, with a message to
 * free in *error, if there is none or there are several.
 */
const struct rv_symbol *rv_symbol_named(const struct rv_image *image, const char *name, char **error);

/* The symbol of the file's own spelling, or NULL. */
const struct rv_symbol *rv_symbol_spelt(const struct rv_image *image, const char *name);

/* The function that an address lies in, or the last label of code before it where that is in none; or NULL. One that
 * says its size has nothing behind that. */
const struct rv_symbol *rv_symbol_at(const struct rv_image *image, uint32_t address);

#endif
