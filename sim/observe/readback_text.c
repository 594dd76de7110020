/* Writes a table in the language of sfpu-schedules(7). */
#include <stdlib.h>
#include <string.h>

#include "readback_parts.h"

enum { COLUMNS = 6, CELL_SIZE = SFP_OP_TEXT_SIZE + 32, NAME_SIZE = 16, PLACE_SIZE = NAME_SIZE + 4 };

static const struct {
    const char *title;
    uint8_t unit; /* enum sfp_unit */
} columns[COLUMNS] = {{"Load", SFP_UNIT_LOAD},   {"Simple", SFP_UNIT_SIMPLE}, {"MAD", SFP_UNIT_MAD},
                      {"Round", SFP_UNIT_ROUND}, {"Store", SFP_UNIT_STORE},   {"Front end", SFP_UNIT_NONE}};

/* Writes name number `i`: one of `letters`, or the last letter with a number. */
static void write_name(const char *letters, unsigned i, char name[NAME_SIZE])
{
    const unsigned count = (unsigned)strlen(letters);

    if (i < count)
        snprintf(name, NAME_SIZE, "%c", letters[i]);
    else
        snprintf(name, NAME_SIZE, "%c%u", letters[count - 1], i - count + 2);
}

/* Writes a rotation's name. The letters a to d are excluded because they precede "=" in cells, and t because it
 * heads the table. */
static void rotation_name(unsigned i, char name[NAME_SIZE])
{
    write_name("vwxyzusrqpomn", i, name);
}

static void tag_name(int tag, char name[NAME_SIZE])
{
    write_name("abcdefghijkmn", (unsigned)tag, name);
}

/* ---- Cells ---- */

static const char *write_cell_register(const struct table_cell *cell, unsigned i, char name[NAME_SIZE])
{
    if (cell->rotation[i] == NOT_ROTATING)
        snprintf(name, NAME_SIZE, "L%u", cell->phrase.registers[i]);
    else
        rotation_name((unsigned)cell->rotation[i], name);
    return name;
}

/* Returns whether register `i` of the cell gets ".old". Only the last occurrence of the register gets it. */
static bool says_old(const struct table_cell *cell, unsigned i)
{
    for (unsigned later = i + 1; later < cell->phrase.count; later++)
        if (cell->phrase.registers[later] == cell->old)
            return false;
    return cell->old != NOT_OLD && cell->phrase.registers[i] == cell->old;
}

/* Writes a cell's address. A scheduled store has its load's tag instead. */
static const char *put_address(const struct table_cell *cell, const char *tag, char text[PLACE_SIZE])
{
    if (cell->tag != NO_TAG && cell->unit == SFP_UNIT_STORE)
        snprintf(text, PLACE_SIZE, "[%s]", tag);
    else
        snprintf(text, PLACE_SIZE, "%u", cell->address);
    return text;
}

static void cell_text(const struct table_cell *cell, const struct stream *s, char text[CELL_SIZE])
{
    char tag[NAME_SIZE], part[PLACE_SIZE];
    unsigned registers = 0;
    char *to = text;

    if (cell->tag != NO_TAG) {
        tag_name(cell->tag, tag);
        to += sprintf(to, "[%s] ", tag);
    }
    for (const char *from = s->texts[cell->phrase.text]; *from; from++) {
        if (*from == PHRASE_REGISTER) {
            to = stpcpy(to, write_cell_register(cell, registers, part));
            to = stpcpy(to, says_old(cell, registers++) ? ".old" : "");
        } else if (*from == PHRASE_ADDRESS)
            to = stpcpy(to, put_address(cell, tag, part));
        else if (*from == PHRASE_ADDRMOD)
            to += sprintf(to, "%u", cell->addr_mode);
        else
            *to++ = *from;
        if (*from == ',')
            *to++ = ' ';
    }
    *to = '\0';
}

/* Returns the cell of `row` in a column, or NULL. */
static const struct table_cell *cell_at(const struct table *table, unsigned row, unsigned column)
{
    for (size_t i = 0; i < table->cell_count && table->cells[i].row <= row; i++)
        if (table->cells[i].row == row && table->cells[i].unit == columns[column].unit)
            return &table->cells[i];
    return NULL;
}

/* Returns whether the cell is issued, or is the load of a tag. */
static bool issues_cell(const struct table_cell *cell)
{
    return cell->tag == NO_TAG || cell->unit == SFP_UNIT_LOAD;
}

/* Returns whether a later iteration issues a cell in this row. */
static bool next_issues(const struct table *table, unsigned row)
{
    for (size_t i = 0; !table->once && i < table->cell_count && table->cells[i].row < row; i++)
        if (issues_cell(&table->cells[i]) && (row - table->cells[i].row) % table->period == 0)
            return true;
    return false;
}

/* Writes the text of a place in the table, possibly empty. */
static void write_place_text(const struct table *table, const struct stream *s, unsigned row, unsigned column,
                             char text[CELL_SIZE])
{
    const struct table_cell *cell = cell_at(table, row, column);

    text[0] = '\0';
    if (cell)
        cell_text(cell, s, text);
    else if (column == 0 && next_issues(table, row))
        strcpy(text, "...");
}

/* ---- The table ---- */

static bool row_is_empty(const struct table *table, unsigned row)
{
    for (unsigned c = 0; c < COLUMNS; c++)
        if (cell_at(table, row, c))
            return false;
    return true;
}

static unsigned last_row(const struct table *table)
{
    return table->cell_count ? table->cells[table->cell_count - 1].row : 0;
}

static void find_widths(const struct table *table, const struct stream *s, int widths[COLUMNS])
{
    char text[CELL_SIZE];

    for (unsigned c = 0; c < COLUMNS; c++) {
        widths[c] = columns[c].unit == SFP_UNIT_NONE ? 0 : (int)strlen(columns[c].title);
        for (unsigned row = 0; row <= last_row(table); row++) {
            write_place_text(table, s, row, c, text);
            if ((int)strlen(text) > widths[c])
                widths[c] = (int)strlen(text);
        }
    }
}

/* Prints a column's text. *blanks holds the blanks due before the next text, so that lines have no blanks at their
 * end. */
static void print_column_text(FILE *stream, const char *text, int width, int *blanks)
{
    fprintf(stream, *text ? "%*s | %s" : "%*s |%s", *blanks, "", text);
    *blanks = width - (int)strlen(text) + (*text == '\0');
}

static void print_table_row(const struct table *table, const struct stream *s, unsigned row, const int widths[COLUMNS],
                            FILE *stream)
{
    char text[CELL_SIZE];
    int blanks = 0;

    fprintf(stream, "    %4u", row);
    for (unsigned c = 0; c < COLUMNS && widths[c]; c++) {
        write_place_text(table, s, row, c, text);
        if (columns[c].unit != SFP_UNIT_NONE || *text)
            print_column_text(stream, text, widths[c], &blanks);
    }
    fputc('\n', stream);
}

static void print_header(const int widths[COLUMNS], FILE *stream)
{
    int blanks = 0;

    fputs("       t", stream);
    for (unsigned c = 0; c < COLUMNS && widths[c]; c++)
        print_column_text(stream, columns[c].title, widths[c], &blanks);
    fputc('\n', stream);
}

static void print_rotations(const struct table *table, FILE *stream)
{
    char name[NAME_SIZE];

    for (unsigned i = 0; i < table->rotation_count; i++) {
        rotation_name(i, name);
        fprintf(stream, "    .rotate %s = ", name);
        for (unsigned k = 0; k < table->rotations[i].count; k++)
            fprintf(stream, k ? ", L%u" : "L%u", table->rotations[i].registers[k]);
        fputc('\n', stream);
    }
}

/* Prints a directive with the LRegs of `set`, if any. */
static void print_set(const char *directive, uint32_t set, FILE *stream)
{
    const char *before = directive;

    for (uint32_t left = set; left; left &= left - 1) {
        fprintf(stream, "%sL%d", before, __builtin_ctz(left));
        before = ", ";
    }
    if (set)
        fputc('\n', stream);
}

static void print_address_modifiers(const struct table *table, FILE *stream)
{
    const char *before = "    .addrmod ";

    for (unsigned i = 0; i < TABLE_ADDRMODS; i++) {
        if (!(table->addr_modes >> i & 1))
            continue;
        fprintf(stream, "%s%u:+%d", before, i, table->addr_step[i]);
        before = ", ";
    }
    if (table->addr_modes)
        fputc('\n', stream);
}

/* Prints .delays, which has one kind for all items: instructions if any item's delay counts instructions. If the
 * items differ, prints a note first. */
static void print_delays(const struct table *table, FILE *stream)
{
    if (table->units_counting && table->units_counting != table->units)
        fputs("    // Misc makes the delays of these sub-units count in two ways: see delay-kind in sfpu-timing(7), "
              "Delays\n", stream);
    fprintf(stream, "    .delays %s%s\n", table->units_counting ? "instructions" : "cycles",
            table->gapless ? ", gapless" : "");
}

void table_print(const struct table *table, const struct stream *s, FILE *stream)
{
    int widths[COLUMNS];

    if (!table->once)
        fprintf(stream, "    .period %u\n    .rows %d\n", table->period, table->step);
    print_address_modifiers(table, stream);
    print_rotations(table, stream);
    print_set("    .carried ", table->carried, stream);
    print_delays(table, stream);
    find_widths(table, s, widths);
    print_header(widths, stream);
    for (unsigned row = 0; row <= last_row(table); row++)
        if (!row_is_empty(table, row))
            print_table_row(table, s, row, widths, stream);
}
