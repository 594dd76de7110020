/* Where code comes from, a unit after the other: files, and the lines in order of their addresses. */
#include "elf_lines_inside.h"

#include "elf_reading.h"
#include "util/array.h"

#include <dwarf.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

/* Takes a note of what libdw found wrong last. */
static void note_trouble(struct elf_line_reading *r)
{
    const char *trouble = dwarf_errmsg(-1);

    if (!r->lines->trouble)
        r->lines->trouble = trouble ? trouble : "it cannot be read";
}

/* ---- Files ---- */

/* What a name says behind that of the directory. */
static const char *name_within(const char *name, const char *directory)
{
    const size_t length = directory ? strlen(directory) : 0;

    if (length == 0 || strncmp(name, directory, length) != 0 || name[length] != '/' || !name[length + 1])
        return name;
    return name + length + 1;
}

/* "NAME", and behind its NUL the directory; kept for as long as the lines are. */
static const char *spell(struct elf_line_reading *r, const char *name, const char *directory, size_t *length)
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

uint32_t elf_file_place(const struct elf_unit *u, const char *name)
{
    static const char unknown[] = "???"; /* libdw's for what the tables do not name */
    struct elf_line_reading *r = u->r;
    struct elf_lines *lines = r->lines;
    size_t length, place = lines->file_count;
    const char *kept;

    if (!name || !*name || strcmp(name, unknown) == 0)
        return ELF_NO_FILE;
    kept = spell(r, name_within(name, u->directory), u->directory ? u->directory : "", &length);

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

/* ---- Tables ---- */

/* A unit's table under way. */
struct table {
    struct elf_unit *unit;
    uint32_t main;
    const char *name; /* of the last line's file, as libdw keeps it, */
    uint32_t file;    /* and where that is */
    Dwarf_Addr ended; /* where the last sequence of code ended */
};

static uint32_t file_of(struct table *t, Dwarf_Line *from)
{
    const char *name = dwarf_linesrc(from, NULL, NULL);

    if (name != t->name)
        t->file = elf_file_place(t->unit, name);
    t->name = name;
    return t->file;
}

/* Of lines where a sequence of code ends, which libdw has after that end, those are none that the sequence itself
 * leaves there: code of the unit has to go on. */
static bool is_beyond(struct table *t, Dwarf_Addr address)
{
    return address == t->ended && dwarf_haspc(&t->unit->die, address) == 0;
}

/* A line 0 is none. */
static void take_line(struct table *t, Dwarf_Line *from)
{
    struct elf_line_reading *r = t->unit->r;
    struct elf_line line = {.file = ELF_NO_FILE, .main = t->main};
    Dwarf_Addr address = 0;
    int number = 0, column = 0;
    bool ends = true;

    if (dwarf_lineaddr(from, &address) != 0 || dwarf_lineno(from, &number) != 0 ||
        dwarf_linecol(from, &column) != 0 || dwarf_lineendsequence(from, &ends) != 0)
        return;
    if (ends)
        t->ended = address;
    else if (is_beyond(t, address))
        return;
    line.address = (uint32_t)address;
    line.line = (uint32_t)number;
    line.column = (uint32_t)column;
    if (!ends && number > 0)
        line.file = file_of(t, from);
    if (!array_room(&r->rows, r->count, &r->capacity, sizeof *r->rows)) {
        r->no_memory = true;
        return;
    }
    r->rows[r->count] = (struct elf_line_row){line, r->count};
    r->count++;
}

static void take_table(struct elf_unit *u)
{
    struct table t = {.unit = u, .main = elf_file_place(u, dwarf_diename(&u->die)), .file = ELF_NO_FILE,
                      .ended = UINT64_MAX};
    Dwarf_Lines *lines;
    size_t count;

    if (dwarf_getsrclines(&u->die, &lines, &count) != 0) {
        note_trouble(u->r);
        return;
    }
    for (size_t i = 0; i < count && !u->r->no_memory; i++)
        take_line(&t, dwarf_onesrcline(lines, i));
}

/* ---- Units ---- */

static void take_files(struct elf_unit *u)
{
    const char *const *directories;
    size_t count;

    if (dwarf_getsrcfiles(&u->die, &u->files, &count) != 0)
        u->files = NULL;
    else if (dwarf_getsrcdirs(u->files, &directories, &count) == 0 && count > 0)
        u->directory = directories[0];
}

static void take_units(struct elf_line_reading *r)
{
    Dwarf_CU *unit = NULL;
    struct elf_unit u = {.r = r};
    int result;

    while ((result = dwarf_get_units(r->dwarf, unit, &unit, NULL, NULL, &u.die, NULL)) == 0 && !r->no_memory) {
        u.directory = NULL;
        take_files(&u);
        if (dwarf_hasattr(&u.die, DW_AT_stmt_list))
            take_table(&u);
        elf_take_inlined(&u);
    }
    if (result < 0)
        note_trouble(r);
}

/* ---- Order ---- */

static bool is_end(const struct elf_line *line)
{
    return line->file == ELF_NO_FILE;
}

/* Where code ends and other code begins, the end comes first; else the order in which they were found stands. */
static int by_address(const void *a, const void *b)
{
    const struct elf_line_row *x = a, *y = b;

    if (x->line.address != y->line.address)
        return x->line.address < y->line.address ? -1 : 1;
    if (is_end(&x->line) != is_end(&y->line))
        return is_end(&x->line) ? -1 : 1;
    return (x->order > y->order) - (x->order < y->order);
}

/* Of several rows at one address the last one is what the instruction there comes from. */
static void put_in_order(struct elf_line_reading *r)
{
    struct elf_lines *lines = r->lines;

    if (r->count == 0)
        return;
    qsort(r->rows, r->count, sizeof *r->rows, by_address);
    lines->lines = malloc(r->count * sizeof *lines->lines);
    for (size_t i = 0; lines->lines && i < r->count; i++) {
        if (lines->count > 0 && lines->lines[lines->count - 1].address == r->rows[i].line.address)
            lines->count--;
        lines->lines[lines->count++] = r->rows[i].line;
    }
    r->no_memory |= !lines->lines;
}

/* ---- All of it ---- */

/* Where libdw leaves to, in this thread, when it has no memory: it can tell nobody, and ends the program otherwise. */
static _Thread_local jmp_buf *way_out;

__attribute__((noreturn)) static void leave(void)
{
    longjmp(*way_out, 1);
}

static void read_all(struct elf_line_reading *r)
{
    jmp_buf here;

    if (setjmp(here) == 0) {
        way_out = &here;
        dwarf_new_oom_handler(r->dwarf, leave);
        take_units(r);
    } else {
        r->no_memory = true;
    }
    way_out = NULL;
}

static bool read_dwarf(Elf *elf, struct elf_lines *lines)
{
    struct elf_line_reading r = {.dwarf = dwarf_begin_elf(elf, DWARF_C_READ, NULL), .lines = lines};

    if (!r.dwarf)
        return true;
    read_all(&r);
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

static bool begins_by(const void *line, const void *address)
{
    return ((const struct elf_line *)line)->address <= *(const uint32_t *)address;
}

const struct elf_line *elf_line_at(const struct elf_lines *lines, uint32_t address)
{
    const size_t before = array_before(lines->lines, lines->count, sizeof *lines->lines, begins_by, &address);

    return before > 0 && !is_end(&lines->lines[before - 1]) ? &lines->lines[before - 1] : NULL;
}
