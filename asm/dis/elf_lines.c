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
    struct line_reading *r;
    Dwarf_Die die;
    Dwarf_Files *files;    /* files named by the unit, or NULL */
    const char *directory; /* the compiler's working directory, or NULL */
};

/* Records libdw's last error, unless an earlier error is recorded. */
static void note_trouble(struct line_reading *r)
{
    const char *trouble = dwarf_errmsg(-1);

    if (!r->lines->trouble)
        r->lines->trouble = trouble ? trouble : "it cannot be read";
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
static const char *intern_file_name(struct line_reading *r, const char *name, const char *directory, size_t *length)
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
    kept = pool_copy(&r->lines->strings, text, *length);
    free(text);
    return kept;
}

/* Returns the index in lines->files of a file, given by libdw's name, and adds the file if it is new. The name is
 * absolute or relative to the unit's directory. Returns ELF_NO_FILE if the file has no name, or memory ran out. */
static uint32_t file_place(const struct unit *u, const char *name)
{
    static const char unknown[] = "???"; /* libdw's name for a file that the tables do not name */
    struct line_reading *r = u->r;
    struct elf_lines *lines = r->lines;
    size_t length, place = lines->file_count;
    const char *kept;

    if (!name || !*name || strcmp(name, unknown) == 0)
        return ELF_NO_FILE;
    kept = intern_file_name(r, strip_unit_directory(name, u->directory), u->directory ? u->directory : "", &length);

    if (kept && names_find(&r->order_of_files, kept, length, &place))
        return (uint32_t)place;
    if (!kept || !array_room(&lines->files, place, &lines->file_capacity, sizeof *lines->files) ||
        !names_add(&r->order_of_files, kept, length, place)) {
        r->no_memory = true;
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

static uint32_t find_line_file(struct table *t, Dwarf_Line *from)
{
    const char *name = dwarf_linesrc(from, NULL, NULL);

    if (name != t->name)
        t->file = file_place(t->unit, name);
    t->name = name;
    return t->file;
}

/* Is a line at the end of a sequence left over from the sequence itself? libdw may list such a line after the end
 * marker. The line counts only if the unit's code goes on at the address. */
static bool is_sequence_leftover(struct table *t, Dwarf_Addr address)
{
    return address == t->ended && dwarf_haspc(&t->unit->die, address) == 0;
}

/* Adds a line. Line number 0 means no known line. */
static void add_table_line(struct table *t, Dwarf_Line *from)
{
    struct line_reading *r = t->unit->r;
    struct elf_line line = {.file = ELF_NO_FILE, .main = t->main};
    Dwarf_Addr address = 0;
    int number = 0, column = 0;
    bool ends = true;

    if (dwarf_lineaddr(from, &address) != 0 || dwarf_lineno(from, &number) != 0 ||
        dwarf_linecol(from, &column) != 0 || dwarf_lineendsequence(from, &ends) != 0)
        return;
    if (ends)
        t->ended = address;
    else if (is_sequence_leftover(t, address))
        return;
    line.address = (uint32_t)address;
    line.line = (uint32_t)number;
    line.column = (uint32_t)column;
    if (!ends && number > 0)
        line.file = find_line_file(t, from);
    if (!array_room(&r->rows, r->count, &r->capacity, sizeof *r->rows)) {
        r->no_memory = true;
        return;
    }
    r->rows[r->count] = (struct line_row){line, r->count};
    r->count++;
}

static void read_line_table(struct unit *u)
{
    struct table t = {.unit = u, .main = file_place(u, dwarf_diename(&u->die)), .file = ELF_NO_FILE,
                      .ended = UINT64_MAX};
    Dwarf_Lines *lines;
    size_t count;

    if (dwarf_getsrclines(&u->die, &lines, &count) != 0) {
        note_trouble(u->r);
        return;
    }
    for (size_t i = 0; i < count && !u->r->no_memory; i++)
        add_table_line(&t, dwarf_onesrcline(lines, i));
}

/* ---- Inlined functions and their calls ---- */

enum { DEEPEST = 256 }; /* nested blocks, at most */

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
static const char *find_function_name(struct line_reading *r, Dwarf_Die *die)
{
    Dwarf_Attribute attribute;
    const char *name = dwarf_formstring(dwarf_attr_integrate(die, DW_AT_name, &attribute)), *kept;

    if (!name || !*name)
        name = "?";
    kept = pool_copy(&r->lines->strings, name, strlen(name));
    r->no_memory |= !kept;
    return kept;
}

static uint32_t caller_file(const struct block *b, Dwarf_Die *die)
{
    const struct unit *u = b->unit;

    if (!u->files || !dwarf_hasattr(die, DW_AT_call_file))
        return ELF_NO_FILE;
    return file_place(u, dwarf_filesrc(u->files, read_number_attribute(die, DW_AT_call_file), NULL, NULL));
}

/* Adds an inlined function, one row for each range of its code. Returns the index of the first row, or the caller's
 * index if the function has no code. */
static uint32_t take_inlined(const struct block *b, Dwarf_Die *die)
{
    struct elf_lines *lines = b->unit->r->lines;
    const size_t first = lines->inlined_count;
    struct elf_inlined inlined = {.caller = b->caller};
    Dwarf_Addr base, begin, end;
    ptrdiff_t next = 0;

    while ((next = dwarf_ranges(die, next, &base, &begin, &end)) > 0) {
        if (begin >= end || end > UINT32_MAX)
            continue;
        if (!inlined.function) {
            inlined.function = find_function_name(b->unit->r, die);
            inlined.file = caller_file(b, die);
            inlined.line = read_number_attribute(die, DW_AT_call_line);
            inlined.column = read_number_attribute(die, DW_AT_call_column);
        }
        inlined.begin = (uint32_t)begin;
        inlined.end = (uint32_t)end;
        if (!array_room(&lines->inlined, lines->inlined_count, &lines->inlined_capacity, sizeof *lines->inlined)) {
            b->unit->r->no_memory = true;
            break;
        }
        lines->inlined[lines->inlined_count++] = inlined;
    }
    return first < lines->inlined_count ? (uint32_t)first : b->caller;
}

static bool may_hold_code(int tag)
{
    return tag == DW_TAG_subprogram || tag == DW_TAG_inlined_subroutine || tag == DW_TAG_lexical_block ||
           tag == DW_TAG_namespace;
}

static void take_block(const struct block *b, Dwarf_Die *die)
{
    Dwarf_Die entry;

    if (b->depth > DEEPEST || dwarf_child(die, &entry) != 0)
        return;
    do {
        const int tag = dwarf_tag(&entry);
        struct block inner = *b;

        inner.depth++;
        if (tag == DW_TAG_inlined_subroutine)
            inner.caller = take_inlined(b, &entry);
        if (may_hold_code(tag))
            take_block(&inner, &entry);
    } while (!b->unit->r->no_memory && dwarf_siblingof(&entry, &entry) == 0);
}

static void take_all_inlined(const struct unit *unit)
{
    Dwarf_Die die = unit->die;

    take_block(&(struct block){.unit = unit, .caller = ELF_NO_CALL}, &die);
}

/* ---- Units ---- */

static void find_unit_files(struct unit *u)
{
    const char *const *directories;
    size_t count;

    if (dwarf_getsrcfiles(&u->die, &u->files, &count) != 0)
        u->files = NULL;
    else if (dwarf_getsrcdirs(u->files, &directories, &count) == 0 && count > 0)
        u->directory = directories[0];
}

static void take_units(void *reading)
{
    struct line_reading *r = reading;
    Dwarf_CU *unit = NULL;
    struct unit u = {.r = r};
    int result;

    while ((result = dwarf_get_units(r->dwarf, unit, &unit, NULL, NULL, &u.die, NULL)) == 0 && !r->no_memory) {
        u.directory = NULL;
        find_unit_files(&u);
        if (dwarf_hasattr(&u.die, DW_AT_stmt_list))
            read_line_table(&u);
        take_all_inlined(&u);
    }
    if (result < 0)
        note_trouble(r);
}

/* ---- Order ---- */

static bool ends_sequence(const struct elf_line *line)
{
    return line->file == ELF_NO_FILE;
}

/* Orders lines by address; at equal addresses, the end of a sequence first, then by order in the tables. */
static int compare_row_addresses(const void *a, const void *b)
{
    const struct line_row *x = a, *y = b;

    if (x->line.address != y->line.address)
        return x->line.address < y->line.address ? -1 : 1;
    if (ends_sequence(&x->line) != ends_sequence(&y->line))
        return ends_sequence(&x->line) ? -1 : 1;
    return (x->order > y->order) - (x->order < y->order);
}

/* Sorts the lines into lines->lines. The last of several rows at an address is the instruction's line. */
static void put_in_order(struct line_reading *r)
{
    struct elf_lines *lines = r->lines;

    if (r->count == 0)
        return;
    qsort(r->rows, r->count, sizeof *r->rows, compare_row_addresses);
    lines->lines = malloc(r->count * sizeof *lines->lines);
    for (size_t i = 0; lines->lines && i < r->count; i++) {
        if (lines->count > 0 && lines->lines[lines->count - 1].address == r->rows[i].line.address)
            lines->count--;
        lines->lines[lines->count++] = r->rows[i].line;
    }
    r->no_memory |= !lines->lines;
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
    struct line_reading r = {.dwarf = dwarf_begin_elf(elf, DWARF_C_READ, NULL), .lines = lines};

    if (!r.dwarf)
        return true;
    r.no_memory |= !elf_with_dwarf(r.dwarf, take_units, &r);
    if (!r.no_memory)
        put_in_order(&r);
    dwarf_end(r.dwarf);
    free(r.rows);
    names_free(&r.order_of_files);
    return !r.no_memory;
}

bool elf_lines_read(const struct sfp_buffer *file, struct elf_lines *lines)
{
    struct elf_code code = {.file = file};
    char *error = NULL;
    struct reading r = {.name = "", .code = &code, .error = &error};
    bool done;

    *lines = (struct elf_lines){0};
    done = !elf_open(&r, file) || r.code->relocatable || read_dwarf(r.elf, lines);
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
