/* .debug_info and .debug_abbrev: the unit, regions as functions, macros as inlined functions. */
#include "dwarf_bytes.h"
#include "object_parts.h"

#include <dwarf.h>
#include <limits.h>
#include <unistd.h>

enum { ENTRY_VERSION = 4, FORM_PARTS = 16 };

/* The codes of the entries' forms (abbreviations). */
enum form {
    FORM_NONE,
    UNIT,
    UNIT_SOMEWHERE, /* a unit whose directory is unknown */
    MACRO,
    REGION,
    REGION_WITH_MACROS,
    EXPANSION,
    EXPANSION_WITH_MACROS,
    FORMS,
};

/* Attributes, each followed by the form of its value, up to a 0. */
static const struct {
    unsigned tag;
    bool children;
    uint16_t parts[FORM_PARTS];
} forms[FORMS] = {
    [UNIT] = {DW_TAG_compile_unit, true,
              {DW_AT_producer, DW_FORM_string, DW_AT_language, DW_FORM_data2, DW_AT_name, DW_FORM_string,
               DW_AT_stmt_list, DW_FORM_sec_offset, DW_AT_low_pc, DW_FORM_addr, DW_AT_high_pc, DW_FORM_data4,
               DW_AT_comp_dir, DW_FORM_string}},
    [UNIT_SOMEWHERE] = {DW_TAG_compile_unit, true,
                        {DW_AT_producer, DW_FORM_string, DW_AT_language, DW_FORM_data2, DW_AT_name, DW_FORM_string,
                         DW_AT_stmt_list, DW_FORM_sec_offset, DW_AT_low_pc, DW_FORM_addr, DW_AT_high_pc,
                         DW_FORM_data4}},
    [MACRO] = {DW_TAG_subprogram, false, {DW_AT_name, DW_FORM_string, DW_AT_inline, DW_FORM_data1}},
#define REGION_PARTS {DW_AT_name, DW_FORM_string, DW_AT_low_pc, DW_FORM_addr, DW_AT_high_pc, DW_FORM_data4}
    [REGION] = {DW_TAG_subprogram, false, REGION_PARTS},
    [REGION_WITH_MACROS] = {DW_TAG_subprogram, true, REGION_PARTS},
#define EXPANSION_PARTS \
    {DW_AT_abstract_origin, DW_FORM_ref4, DW_AT_low_pc, DW_FORM_addr, DW_AT_high_pc, DW_FORM_data4, DW_AT_call_file, \
     DW_FORM_udata, DW_AT_call_line, DW_FORM_udata, DW_AT_call_column, DW_FORM_udata}
    [EXPANSION] = {DW_TAG_inlined_subroutine, false, EXPANSION_PARTS},
    [EXPANSION_WITH_MACROS] = {DW_TAG_inlined_subroutine, true, EXPANSION_PARTS},
};

struct entries {
    const struct sfp_program *program;
    const struct object_places *places;
    struct text *out;
    size_t unit;         /* the unit's offset in the section */
    struct names macros; /* offsets of the macros' entries in the unit, by macro name */
};

static void write_forms(struct text *out)
{
    for (unsigned form = UNIT; form < FORMS; form++) {
        dwarf_unsigned(out, form);
        dwarf_unsigned(out, forms[form].tag);
        dwarf_byte(out, forms[form].children);
        for (unsigned i = 0; forms[form].parts[i]; i++)
            dwarf_unsigned(out, forms[form].parts[i]);
        dwarf_half(out, 0);
    }
    dwarf_byte(out, 0);
}

/* Appends the values of low_pc and high_pc. */
static void write_range(struct text *out, size_t first, size_t end)
{
    dwarf_word(out, object_address(first));
    dwarf_word(out, object_address(end) - object_address(first));
}

/* Writes the unit. Relative file names count from the current directory, as in a compiler's output. The language is
 * one without prologues, so that debuggers stop at a function's first word. */
static void write_unit(struct entries *entries)
{
    char directory[PATH_MAX];
    const bool known = getcwd(directory, sizeof directory);

    dwarf_unsigned(entries->out, known ? UNIT : UNIT_SOMEWHERE);
    dwarf_text(entries->out, "sfpasm " SFP_VERSION);
    dwarf_half(entries->out, DW_LANG_Mips_Assembler);
    dwarf_text(entries->out, entries->places->file_count > 0 ? entries->places->files[0] : "");
    dwarf_word(entries->out, 0);
    write_range(entries->out, 0, entries->program->count);
    if (known)
        dwarf_text(entries->out, directory);
}

/* Writes one entry for each macro name; the entries of expansions refer to it. */
static void write_macros(struct entries *entries)
{
    for (size_t i = 0; i < entries->places->frame_count; i++) {
        const char *macro = entries->places->frames[i].macro;
        size_t there;

        if (names_find(&entries->macros, macro, strlen(macro), &there))
            continue;
        if (!names_add(&entries->macros, macro, strlen(macro), entries->out->size - entries->unit))
            entries->out->failed = true;
        dwarf_unsigned(entries->out, MACRO);
        dwarf_text(entries->out, macro);
        dwarf_byte(entries->out, DW_INL_inlined);
    }
}

static void write_expansion(struct entries *entries, const struct object_frame *frame, bool children)
{
    size_t macro = 0;

    names_find(&entries->macros, frame->macro, strlen(frame->macro), &macro);
    dwarf_unsigned(entries->out, children ? EXPANSION_WITH_MACROS : EXPANSION);
    dwarf_word(entries->out, (uint32_t)macro);
    write_range(entries->out, frame->first, frame->end);
    dwarf_unsigned(entries->out, frame->call.file);
    dwarf_unsigned(entries->out, frame->call.line);
    dwarf_unsigned(entries->out, frame->call.column);
}

/* Writes the expansions from number *next on that begin before word `end`. Sets *next to the first expansion not
 * written. */
static void write_expansions(struct entries *entries, size_t *next, size_t end)
{
    const struct object_frame *frames = entries->places->frames;
    unsigned depth = 0;

    for (; *next < entries->places->frame_count && frames[*next].first < end; ++*next) {
        const struct object_frame *frame = &frames[*next];
        const bool children = *next + 1 < entries->places->frame_count && frame[1].depth > frame->depth;

        for (; depth > frame->depth; depth--)
            dwarf_byte(entries->out, 0);
        write_expansion(entries, frame, children);
        depth += children;
    }
    for (; depth > 0; depth--)
        dwarf_byte(entries->out, 0);
}

static void write_region(struct entries *entries, const struct sfp_region *region, size_t *next)
{
    const bool macros = *next < entries->places->frame_count && entries->places->frames[*next].first < region->end;

    dwarf_unsigned(entries->out, macros ? REGION_WITH_MACROS : REGION);
    dwarf_text(entries->out, region->name);
    write_range(entries->out, region->first, region->end);
    write_expansions(entries, next, region->end);
    if (macros)
        dwarf_byte(entries->out, 0);
}

static void write_code(struct entries *entries)
{
    size_t next = 0;

    for (size_t i = 0; i < entries->program->region_count; i++) {
        write_expansions(entries, &next, entries->program->regions[i].first);
        write_region(entries, &entries->program->regions[i], &next);
    }
    write_expansions(entries, &next, entries->program->count);
}

void dwarf_write_entries(const struct sfp_program *program, const struct object_places *places,
                         struct object_debug *debug)
{
    struct entries entries = {
        .program = program, .places = places, .out = &debug->entries, .unit = debug->entries.size};
    const size_t unit = dwarf_begin(entries.out);

    write_forms(&debug->forms);
    dwarf_half(entries.out, ENTRY_VERSION);
    dwarf_word(entries.out, 0); /* offset of the forms in .debug_abbrev */
    dwarf_byte(entries.out, ADDRESS_BYTES);
    write_unit(&entries);
    write_macros(&entries);
    write_code(&entries);
    dwarf_byte(entries.out, 0);
    dwarf_end(entries.out, unit);
    names_free(&entries.macros);
}
