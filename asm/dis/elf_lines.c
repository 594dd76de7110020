/* Reads the source lines of code, unit by unit: the files, and the lines in order of address. */
#include "elf_code.h"

#include "elf_parts.h"
#include "base/array.h"
#include "base/names.h"

#include <dwarf.h>
#include <elfutils/libdw.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

/* A line as found in the tables; `order` ranks lines at the same address. */
struct line_row {
    struct elf_line line;
    size_t order;
};

struct line_reading {
    Dwarf *dwarf;
    struct elf_lines *lines;
    struct names order_of_files; /* index in lines->files, by name and directory */
    struct line_row *rows;
    size_t count, capacity;
    bool no_memory;
};

/* A compilation unit. */
struct unit {
    struct line_reading *reading;
    Dwarf_Die die;
    Dwarf_Files *files;    /* files named by the unit, or NULL */
    const char *directory; /* the compiler's working directory, or NULL */
};

/* Records libdw's last error, unless an earlier error is recorded. */
static void note_trouble(struct line_reading *reading)
{
    const char *trouble = dwarf_errmsg(-1);

    if (!reading->lines->trouble)
        reading->lines->trouble = trouble ? trouble : "it cannot be read";
}

/* ---- Files ---- */

/* Returns the part of `name` after `directory`, or the whole name if the file lies elsewhere. */
static const char *strip_unit_directory(const char *name, const char *directory)
{
    const size_t length = directory ? strlen(directory) : 0;

    if (length == 0 || strncmp(name, directory, length) != 0 || name[length] != '/' || !name[length + 1])
        return name;
    return name + length + 1;
}

/* Returns "NAME", a NUL, and the directory, as a string kept as long as the lines. Returns NULL if memory ran out. */
static const char *intern_line_file(struct line_reading *reading, const char *name, const char *directory,
                                    size_t *length)
{
    const size_t name_size = strlen(name) + 1;
    const char *kept;
    char *text;

    *length = name_size + strlen(directory);
    text = malloc(*length + 1);
    if (!text)
        return NULL;
    memcpy(text, name, name_size);
    strcpy(text + name_size, directory);
    kept = pool_copy(&reading->lines->strings, text, *length);
    free(text);
    return kept;
}

/* Returns the index in lines->files of a file, given by libdw's name, and adds the file if it is new. The name is
 * absolute or relative to the unit's directory. Returns ELF_NO_FILE if the file has no name, or memory ran out. */
static uint32_t find_file_index(const struct unit *unit, const char *name)
{
    static const char unknown[] = "???"; /* libdw's name for a file that the tables do not name */
    struct line_reading *reading = unit->reading;
    struct elf_lines *lines = reading->lines;
    size_t length, place = lines->file_count;
    const char *kept;

    if (!name || !*name || strcmp(name, unknown) == 0)
        return ELF_NO_FILE;
    kept = intern_line_file(reading, strip_unit_directory(name, unit->directory),
                            unit->directory ? unit->directory : "", &length);

    if (kept && names_find(&reading->order_of_files, kept, length, &place))
        return (uint32_t)place;
    if (!kept || !array_room(&lines->files, place, &lines->file_capacity, sizeof *lines->files) ||
        !names_add(&reading->order_of_files, kept, length, place)) {
        reading->no_memory = true;
        return ELF_NO_FILE;
    }
    lines->files[lines->file_count++] = (struct elf_source_file){
        .name = kept, .directory = kept[strlen(kept) + 1] ? kept + strlen(kept) + 1 : NULL};
    return (uint32_t)place;
}

/* ---- Line tables ---- */

/* The state of reading a unit's line table. */
struct table {
    struct unit *unit;
    uint32_t main;
    const char *name; /* libdw's name of the last line's file, */
    uint32_t file;    /* and the file's index */
    Dwarf_Addr ended; /* end address of the last sequence of code */
};

static uint32_t find_line_file(struct table *table, Dwarf_Line *from)
{
    const char *name = dwarf_linesrc(from, NULL, NULL);

    if (name != table->name)
        table->file = find_file_index(table->unit, name);
    table->name = name;
    return table->file;
}

/* Is a line at the end of a sequence left over from the sequence itself? libdw may list such a line after the end
 * marker. The line counts only if the unit's code goes on at the address. */
static bool is_sequence_leftover(struct table *table, Dwarf_Addr address)
{
    return address == table->ended && dwarf_haspc(&table->unit->die, address) == 0;
}

/* Adds a line. Line number 0 means no known line. */
static void add_table_line(struct table *table, Dwarf_Line *from)
{
    struct line_reading *reading = table->unit->reading;
    struct elf_line line = {.file = ELF_NO_FILE, .main = table->main};
    Dwarf_Addr address = 0;
    int number = 0, column = 0;
    bool ends = true;

    if (dwarf_lineaddr(from, &address) != 0 || dwarf_lineno(from, &number) != 0 ||
        dwarf_linecol(from, &column) != 0 || dwarf_lineendsequence(from, &ends) != 0)
        return;
    if (ends)
        table->ended = address;
    else if (is_sequence_leftover(table, address))
        return;
    line.address = (uint32_t)address;
    line.line = (uint32_t)number;
    line.column = (uint32_t)column;
    if (!ends && number > 0)
        line.file = find_line_file(table, from);
    if (!array_room(&reading->rows, reading->count, &reading->capacity, sizeof *reading->rows)) {
        reading->no_memory = true;
        return;
    }
    reading->rows[reading->count] = (struct line_row){line, reading->count};
    reading->count++;
}

static void read_line_table(struct unit *unit)
{
    struct table table = {.unit = unit, .main = find_file_index(unit, dwarf_diename(&unit->die)), .file = ELF_NO_FILE,
                          .ended = UINT64_MAX};
    Dwarf_Lines *lines;
    size_t count;

    if (dwarf_getsrclines(&unit->die, &lines, &count) != 0) {
        note_trouble(unit->reading);
        return;
    }
    for (size_t i = 0; i < count && !unit->reading->no_memory; i++)
        add_table_line(&table, dwarf_onesrcline(lines, i));
}

/* ---- Inlined functions and their calls ---- */

enum { DEEPEST_BLOCK = 256 }; /* nested blocks, at most */

/* State shared by the entries of a block. */
struct block {
    const struct unit *unit;
    uint32_t caller; /* index of the inlined function around the block, or ELF_NO_CALL */
    unsigned depth;
};

static uint32_t read_number_attribute(Dwarf_Die *die, unsigned name)
{
    Dwarf_Attribute attribute;
    Dwarf_Word value;

    if (!dwarf_attr(die, name, &attribute) || dwarf_formudata(&attribute, &value) != 0 || value > UINT32_MAX)
        return 0;
    return (uint32_t)value;
}

/* Returns a function's name, found through its abstract instance. "?" stands for an unknown name. */
static const char *find_function_name(struct line_reading *reading, Dwarf_Die *die)
{
    Dwarf_Attribute attribute;
    const char *name = dwarf_formstring(dwarf_attr_integrate(die, DW_AT_name, &attribute)), *kept;

    if (!name || !*name)
        name = "?";
    kept = pool_copy(&reading->lines->strings, name, strlen(name));
    reading->no_memory |= !kept;
    return kept;
}

static uint32_t find_caller_file(const struct block *block, Dwarf_Die *die)
{
    const struct unit *unit = block->unit;

    if (!unit->files || !dwarf_hasattr(die, DW_AT_call_file))
        return ELF_NO_FILE;
    return find_file_index(unit, dwarf_filesrc(unit->files, read_number_attribute(die, DW_AT_call_file), NULL, NULL));
}

/* Adds an inlined function, one row for each range of its code. Returns the index of the first row, or the caller's
 * index if the function has no code. */
static uint32_t take_inlined(const struct block *block, Dwarf_Die *die)
{
    struct elf_lines *lines = block->unit->reading->lines;
    const size_t first = lines->inlined_count;
    struct elf_inlined inlined = {.caller = block->caller};
    Dwarf_Addr base, begin, end;
    ptrdiff_t next = 0;

    while ((next = dwarf_ranges(die, next, &base, &begin, &end)) > 0) {
        if (begin >= end || end > UINT32_MAX)
            continue;
        if (!inlined.function) {
            inlined.function = find_function_name(block->unit->reading, die);
            inlined.file = find_caller_file(block, die);
            inlined.line = read_number_attribute(die, DW_AT_call_line);
            inlined.column = read_number_attribute(die, DW_AT_call_column);
        }
        inlined.begin = (uint32_t)begin;
        inlined.end = (uint32_t)end;
        if (!array_room(&lines->inlined, lines->inlined_count, &lines->inlined_capacity, sizeof *lines->inlined)) {
            block->unit->reading->no_memory = true;
            break;
        }
        lines->inlined[lines->inlined_count++] = inlined;
    }
    return first < lines->inlined_count ? (uint32_t)first : block->caller;
}

static bool may_hold_code(int tag)
{
    return tag == DW_TAG_subprogram || tag == DW_TAG_inlined_subroutine || tag == DW_TAG_lexical_block ||
           tag == DW_TAG_namespace;
}

static void take_block(const struct block *block, Dwarf_Die *die)
{
    Dwarf_Die entry;

    if (block->depth > DEEPEST_BLOCK || dwarf_child(die, &entry) != 0)
        return;
    do {
        const int tag = dwarf_tag(&entry);
        struct block inner = *block;

        inner.depth++;
        if (tag == DW_TAG_inlined_subroutine)
            inner.caller = take_inlined(block, &entry);
        if (may_hold_code(tag))
            take_block(&inner, &entry);
    } while (!block->unit->reading->no_memory && dwarf_siblingof(&entry, &entry) == 0);
}

static void take_all_inlined(const struct unit *unit)
{
    Dwarf_Die die = unit->die;

    take_block(&(struct block){.unit = unit, .caller = ELF_NO_CALL}, &die);
}

/* ---- Units ---- */

static void find_unit_files(struct unit *unit)
{
    const char *const *directories;
    size_t count;

    if (dwarf_getsrcfiles(&unit->die, &unit->files, &count) != 0)
        unit->files = NULL;
    else if (dwarf_getsrcdirs(unit->files, &directories, &count) == 0 && count > 0)
        unit->directory = directories[0];
}

static void take_units(void *context)
{
    struct line_reading *reading = context;
    Dwarf_CU *cu = NULL;
    struct unit unit = {.reading = reading};
    int result;

    while ((result = dwarf_get_units(reading->dwarf, cu, &cu, NULL, NULL, &unit.die, NULL)) == 0 &&
           !reading->no_memory) {
        unit.directory = NULL;
        find_unit_files(&unit);
        if (dwarf_hasattr(&unit.die, DW_AT_stmt_list))
            read_line_table(&unit);
        take_all_inlined(&unit);
    }
    if (result < 0)
        note_trouble(reading);
}

/* ---- Order ---- */

static bool ends_sequence(const struct elf_line *line)
{
    return line->file == ELF_NO_FILE;
}

/* Orders lines by address; at equal addresses, the end of a sequence first, then by order in the tables. */
static int compare_row_addresses(const void *a, const void *block)
{
    const struct line_row *x = a, *y = block;

    if (x->line.address != y->line.address)
        return x->line.address < y->line.address ? -1 : 1;
    if (ends_sequence(&x->line) != ends_sequence(&y->line))
        return ends_sequence(&x->line) ? -1 : 1;
    return (x->order > y->order) - (x->order < y->order);
}

/* Sorts the lines into lines->lines. The last of several rows at an address is the instruction's line. */
static void put_in_order(struct line_reading *reading)
{
    struct elf_lines *lines = reading->lines;

    if (reading->count == 0)
        return;
    qsort(reading->rows, reading->count, sizeof *reading->rows, compare_row_addresses);
    lines->lines = malloc(reading->count * sizeof *lines->lines);
    for (size_t i = 0; lines->lines && i < reading->count; i++) {
        if (lines->count > 0 && lines->lines[lines->count - 1].address == reading->rows[i].line.address)
            lines->count--;
        lines->lines[lines->count++] = reading->rows[i].line;
    }
    reading->no_memory |= !lines->lines;
}

/* ---- Everything ---- */

/* This thread's exit from libdw when memory runs out: libdw reports that only to a handler, and else ends the
 * program. */
static _Thread_local jmp_buf *way_out;

__attribute__((noreturn)) static void leave_libdw(void)
{
    longjmp(*way_out, 1);
}

bool elf_with_dwarf(Dwarf *dwarf, void (*work)(void *context), void *context)
{
    jmp_buf here;
    volatile bool done = false;

    if (setjmp(here) == 0) {
        way_out = &here;
        dwarf_new_oom_handler(dwarf, leave_libdw);
        work(context);
        done = true;
    }
    way_out = NULL;
    return done;
}

static bool read_dwarf(Elf *elf, struct elf_lines *lines)
{
    struct line_reading reading = {.dwarf = dwarf_begin_elf(elf, DWARF_C_READ, NULL), .lines = lines};

    if (!reading.dwarf)
        return true;
    reading.no_memory |= !elf_with_dwarf(reading.dwarf, take_units, &reading);
    if (!reading.no_memory)
        put_in_order(&reading);
    dwarf_end(reading.dwarf);
    free(reading.rows);
    names_free(&reading.order_of_files);
    return !reading.no_memory;
}

bool elf_lines_read(const struct sfp_buffer *file, struct elf_lines *lines)
{
    struct elf_code code = {.file = file};
    char *error = NULL;
    struct reading reading = {.name = "", .code = &code, .error = &error};
    bool done;

    *lines = (struct elf_lines){0};
    done = !elf_open(&reading, file) || reading.code->relocatable || read_dwarf(reading.elf, lines);
    elf_free(&code);
    free(error);
    if (!done)
        elf_lines_free(lines);
    return done;
}

void elf_lines_free(struct elf_lines *lines)
{
    free(lines->lines);
    free(lines->files);
    free(lines->inlined);
    pool_free(&lines->strings);
    *lines = (struct elf_lines){0};
}

static bool is_line_before(const void *line, const void *address)
{
    return ((const struct elf_line *)line)->address <= *(const uint32_t *)address;
}

const struct elf_line *elf_line_at(const struct elf_lines *lines, uint32_t address)
{
    const size_t before = array_before(lines->lines, lines->count, sizeof *lines->lines, is_line_before, &address);

    return before > 0 && !ends_sequence(&lines->lines[before - 1]) ? &lines->lines[before - 1] : NULL;
}

/* Searches from the end, where the innermost functions are: callees follow their callers. */
const struct elf_inlined *elf_inlined_at(const struct elf_lines *lines, uint32_t address)
{
    for (size_t i = lines->inlined_count; i > 0; i--) {
        const struct elf_inlined *inlined = &lines->inlined[i - 1];

        if (address >= inlined->begin && address < inlined->end)
            return inlined;
    }
    return NULL;
}

const struct elf_inlined *elf_inlined_caller(const struct elf_lines *lines, const struct elf_inlined *inlined)
{
    return inlined->caller == ELF_NO_CALL ? NULL : &lines->inlined[inlined->caller];
}
