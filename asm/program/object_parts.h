/* Declarations that the writers of an ELF file's parts share. */
#ifndef SFP_OBJECT_PARTS_H
#define SFP_OBJECT_PARTS_H

#include "object.h"

#include "base/names.h"
#include "base/text_buffer.h"
#include "base/word_bytes.h"

enum { ADDRESS_BYTES = 4 }; /* size of an address of the core, in DWARF's sections */

/* Returns a word's address. */
static inline uint32_t object_address(size_t index)
{
    return OBJECT_CODE + (uint32_t)index * SFP_WORD_BYTES;
}

/* ---- object_places.c: the words' places, in DWARF's terms ---- */

/* Words from `index` up to the next row come from this line. If several rows have one index, the last row is the
 * word's own line, and the rows before it are the lines that call the macros around the word. */
struct object_row {
    size_t index;
    uint32_t file; /* number of the file, from 1 as in DWARF 4 */
    uint32_t line, column; /* line and column, from 1; 0 if unknown */
};

/* Words first..end-1 come from the body of a macro; `call` is the line that called the macro. */
struct object_frame {
    const char *macro;
    size_t first, end;
    unsigned depth; /* number of frames around this frame; they come earlier in the list */
    struct object_row call;
};

struct object_places {
    const char **files; /* strings that the program owns */
    size_t file_count, file_capacity;
    struct names file_names;
    struct object_row *rows;
    size_t row_count, row_capacity;
    struct object_frame *frames; /* frames in order of `first`; no frame crosses the end of a region */
    size_t frame_count, frame_capacity;
};

/* Collects the places. Returns false without memory; the caller then frees the collected part too. */
bool object_places_collect(const struct sfp_program *program, struct object_places *places);
void object_places_free(struct object_places *places);

/* ---- dwarf_lines.c, dwarf_entries.c, dwarf_ranges.c: sections ----
 * If memory runs out, the section's text.failed is set. */

struct object_debug {
    struct text lines;          /* contents of .debug_line */
    struct text entries, forms; /* contents of .debug_info and .debug_abbrev */
    struct text ranges, frames; /* contents of .debug_aranges and .debug_frame */
};

void dwarf_write_lines(const struct sfp_program *program, const struct object_places *places, struct text *lines);
void dwarf_write_entries(const struct sfp_program *program, const struct object_places *places,
                         struct object_debug *debug);
void dwarf_write_ranges(const struct sfp_program *program, struct object_debug *debug);

#endif
