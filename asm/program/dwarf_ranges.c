/* .debug_aranges maps the code to its unit; .debug_frame tells a debugger that the code has no caller. */
#include "dwarf_bytes.h"
#include "object_parts.h"

#include <dwarf.h>

enum {
    RANGES_VERSION = 2,
    FRAME_VERSION = 3,
    STACK_POINTER = 2,  /* DWARF's numbers for registers of the core: x2 */
    RETURN_ADDRESS = 1, /* x1 */
};

static void write_code_range(const struct sfp_program *program, struct text *out)
{
    dwarf_word(out, OBJECT_CODE);
    dwarf_word(out, (uint32_t)program->count * SFP_WORD_BYTES);
}

/* Appends bytes `with` up to a multiple of `size` bytes from the section's start. */
static void pad_section(struct text *out, unsigned size, unsigned with)
{
    while (out->size % size != 0 && !out->failed)
        dwarf_byte(out, with);
}

static void write_ranges(const struct sfp_program *program, struct text *out)
{
    const size_t set = dwarf_begin(out);

    dwarf_half(out, RANGES_VERSION);
    dwarf_word(out, 0); /* offset of the first unit */
    dwarf_byte(out, ADDRESS_BYTES);
    dwarf_byte(out, 0); /* no segments */
    pad_section(out, 2 * ADDRESS_BYTES, 0);
    write_code_range(program, out);
    dwarf_word(out, 0);
    dwarf_word(out, 0);
    dwarf_end(out, set);
}

/* Writes the frame information. Words have no prologue that a debugger could read, and no caller, so an entry has to
 * say that x1 holds no return address. */
static void write_frames(const struct sfp_program *program, struct text *out)
{
    size_t entry = dwarf_begin(out);

    dwarf_word(out, DW_CIE_ID_32);
    dwarf_byte(out, FRAME_VERSION);
    dwarf_text(out, "");
    dwarf_unsigned(out, SFP_WORD_BYTES);
    dwarf_signed(out, -ADDRESS_BYTES);
    dwarf_unsigned(out, RETURN_ADDRESS);
    dwarf_byte(out, DW_CFA_def_cfa);
    dwarf_unsigned(out, STACK_POINTER);
    dwarf_unsigned(out, 0);
    dwarf_byte(out, DW_CFA_undefined);
    dwarf_unsigned(out, RETURN_ADDRESS);
    pad_section(out, ADDRESS_BYTES, DW_CFA_nop);
    dwarf_end(out, entry);
    entry = dwarf_begin(out);
    dwarf_word(out, 0); /* offset of the entry above */
    write_code_range(program, out);
    dwarf_end(out, entry);
}

void dwarf_write_ranges(const struct sfp_program *program, struct object_debug *debug)
{
    write_ranges(program, &debug->ranges);
    write_frames(program, &debug->frames);
}
