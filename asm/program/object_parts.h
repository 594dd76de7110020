/* What the parts that write an ELF file share. */
#ifndef SFP_OBJECT_PARTS_H
#define SFP_OBJECT_PARTS_H

#include "object.h"

#include "base/names.h"
#include "base/text_buffer.h"
#include "base/word_bytes.h"

/* The address of a word. */
static inline uint32_t object_address(size_t index)
{
    return OBJECT_CODE + (uint32_t)index * SFP_WORD_BYTES;
}

/* ---- object_places.c: where words come from, as DWARF says it ---- */

/* Words from `index` on come from this line, up to the next row. Of several rows of one word the last says where it
 * stands, and those before call the macros that it stands in. */
struct object_row {
    size_t index;
    uint32_t file; /* from 1, as DWARF 4 counts files */
    uint32_t line, column; /* from 1; 0: nothing that is known */
};

/* Words first..end-1 come from the body of a macro, which was called at that line. */
struct object_frame {
    const char *macro;
    size_t first, end;
    unsigned depth; /* how many others it lies in, which are before it in the list */
    struct object_row call;
};

struct object_places {
    const char **files; /* the program's strings */
    size_t file_count, file_capacity;
    struct names file_names;
    struct object_row *rows;
    size_t row_count, row_capacity;
    struct object_frame *frames; /* in order of `first`; none goes over the end of a region */
    size_t frame_count, frame_capacity;
};

/* False if memory ran out; what there is then is to be freed. */
bool object_places_collect(const struct sfp_program *program, struct object_places *places);
void object_places_free(struct object_places *places);

/* ---- dwarf_lines.c, dwarf_entries.c, dwarf_ranges.c: sections ----
 * Where memory runs out, the section says so (text.failed). */

struct object_debug {
    struct text lines;          /* .debug_line */
    struct text entries, forms; /* .debug_info, .debug_abbrev */
    struct text ranges, frames; /* .debug_aranges, .debug_frame */
};

void dwarf_write_lines(const struct sfp_program *program, const struct object_places *places, struct text *lines);
void dwarf_write_entries(const struct sfp_program *program, const struct object_places *places,
                         struct object_debug *debug);
void dwarf_write_ranges(const struct sfp_program *program, struct object_debug *debug);

#endif
