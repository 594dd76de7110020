/* .debug_line: the rows as a program for the line number state machine (DWARF 4, 6.2). */
#include "dwarf_bytes.h"
#include "object_parts.h"

#include <dwarf.h>

enum {
    LINE_VERSION = 4,
    LINE_BASE = -5,   /* a special opcode advances the line by LINE_BASE at least */
    LINE_RANGE = 14,  /* number of line steps that special opcodes have */
    OPCODE_BASE = 13, /* the first special opcode */
    LAST_OPCODE = 255,
};

/* Operand counts of the opcodes below OPCODE_BASE, from opcode 1 on. */
static const uint8_t operand_counts[OPCODE_BASE - 1] = {0, 1, 1, 1, 1, 0, 0, 0, 1, 0, 0, 1};

/* The state machine's registers that change. */
struct line_state {
    size_t index;
    uint32_t file, line, column;
};

/* Writes the file names. An empty name would end the list, so "???" stands for it. */
static void write_line_files(const struct object_places *places, struct text *lines)
{
    for (size_t i = 0; i < places->file_count; i++) {
        dwarf_text(lines, places->files[i][0] ? places->files[i] : "???");
        dwarf_unsigned(lines, 0); /* the directory: 0 is the unit's, for relative names */
        dwarf_unsigned(lines, 0); /* modification time: unknown */
        dwarf_unsigned(lines, 0); /* size: unknown */
    }
    dwarf_byte(lines, 0);
}

static void write_header(const struct object_places *places, struct text *lines)
{
    size_t header;

    dwarf_half(lines, LINE_VERSION);
    header = dwarf_begin(lines);
    dwarf_byte(lines, SFP_WORD_BYTES); /* addresses are multiples of this */
    dwarf_byte(lines, 1);              /* operations in an instruction */
    dwarf_byte(lines, 1);              /* each row begins a statement */
    dwarf_byte(lines, (unsigned)LINE_BASE & 0xFF);
    dwarf_byte(lines, LINE_RANGE);
    dwarf_byte(lines, OPCODE_BASE);
    text_add(lines, (const char *)operand_counts, sizeof operand_counts);
    dwarf_byte(lines, 0); /* no directories except the unit's */
    write_line_files(places, lines);
    dwarf_end(lines, header);
}

static void set_line_register(struct text *lines, unsigned opcode, uint32_t value, uint32_t *has)
{
    if (*has == value)
        return;
    dwarf_byte(lines, opcode);
    dwarf_unsigned(lines, value);
    *has = value;
}

/* Advances to a row and emits it: by one special opcode if both steps are small. */
static void step_to(struct text *lines, size_t words, int64_t line_step)
{
    const uint64_t opcode = OPCODE_BASE + (uint64_t)(line_step - LINE_BASE) + LINE_RANGE * (uint64_t)words;

    if (line_step >= LINE_BASE && line_step < LINE_BASE + LINE_RANGE && opcode <= LAST_OPCODE) {
        dwarf_byte(lines, (unsigned)opcode);
        return;
    }
    dwarf_byte(lines, DW_LNS_advance_line);
    dwarf_signed(lines, line_step);
    dwarf_byte(lines, DW_LNS_advance_pc);
    dwarf_unsigned(lines, words);
    dwarf_byte(lines, DW_LNS_copy);
}

static void write_row(const struct object_row *row, struct line_state *state, struct text *lines)
{
    set_line_register(lines, DW_LNS_set_file, row->file, &state->file);
    set_line_register(lines, DW_LNS_set_column, row->column, &state->column);
    step_to(lines, row->index - state->index, (int64_t)row->line - state->line);
    state->index = row->index;
    state->line = row->line;
}

static void begin_extended(struct text *lines, unsigned size, unsigned opcode)
{
    dwarf_byte(lines, 0);
    dwarf_unsigned(lines, 1 + size);
    dwarf_byte(lines, opcode);
}

void dwarf_write_lines(const struct sfp_program *program, const struct object_places *places, struct text *lines)
{
    struct line_state state = {.file = 1, .line = 1};
    const size_t unit = dwarf_begin(lines);

    write_header(places, lines);
    begin_extended(lines, SFP_WORD_BYTES, DW_LNE_set_address);
    dwarf_word(lines, OBJECT_CODE);
    for (size_t i = 0; i < places->row_count; i++)
        write_row(&places->rows[i], &state, lines);
    dwarf_byte(lines, DW_LNS_advance_pc);
    dwarf_unsigned(lines, program->count - state.index);
    begin_extended(lines, 0, DW_LNE_end_sequence);
    dwarf_end(lines, unit);
}
