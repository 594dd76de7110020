/* Line tables as programs: a header with directories and files, and what makes rows (DWARF 5, 6.2.4 and 6.2.5). */
#include "lines_inside.h"

#include "util/array.h"

#include <stdlib.h>
#include <string.h>

enum { OLDEST = 2, NEWEST = 5, WITH_OPERATIONS = 4, WITH_FORMS = 5 /* versions */ };

/* Opcodes; those above the last standard one are the table's special ones. */
enum {
    DW_LNS_EXTENDED, DW_LNS_COPY, DW_LNS_ADVANCE_PC, DW_LNS_ADVANCE_LINE, DW_LNS_SET_FILE, DW_LNS_SET_COLUMN,
    DW_LNS_NEGATE_STMT, DW_LNS_SET_BASIC_BLOCK, DW_LNS_CONST_ADD_PC, DW_LNS_FIXED_ADVANCE_PC,
    DW_LNE_END_SEQUENCE = 1, DW_LNE_SET_ADDRESS,
    LAST_SPECIAL = 255,
};

/* What an entry of a directory or file has, and how it is written. */
enum { DW_LNCT_PATH = 1, DW_LNCT_DIRECTORY_INDEX = 2 };
enum {
    DW_FORM_DATA2 = 0x05, DW_FORM_DATA4, DW_FORM_DATA8, DW_FORM_STRING, DW_FORM_BLOCK, DW_FORM_DATA1 = 0x0B,
    DW_FORM_STRP = 0x0E, DW_FORM_UDATA = 0x0F, DW_FORM_DATA16 = 0x1E, DW_FORM_LINE_STRP = 0x1F,
};

enum { MOST_FORMS = 16, WORD = 4 };

struct form {
    uint64_t content, form;
};

/* A directory or file as the header has it. */
struct entry {
    const char *name;
    uint64_t directory;
    bool placed;    /* it has its place in the list of all files, */
    uint32_t place; /* which is this */
};

/* A table under way. */
struct table {
    struct line_reading *r;
    struct line_bytes in;   /* up to the table's end */
    const char *trouble;
    unsigned version;
    uint8_t step, line_range, opcode_base; /* step: bytes of the least instruction */
    int8_t line_base;
    uint8_t operands[LAST_SPECIAL + 1];    /* of the standard opcodes */
    struct entry *directories, *files;
    size_t directory_count, directory_capacity, file_count, file_capacity;
    struct rv_line now;     /* the registers */
    uint64_t file;
    size_t sequence;        /* the first row of the one under way */
};

/* ---- Reading ---- */

static void fail(struct table *t, const char *trouble)
{
    if (!t->trouble)
        t->trouble = trouble;
    t->in.at = t->in.end;
}

static uint64_t take(struct table *t, uint64_t size)
{
    uint64_t value = 0;

    if ((uint64_t)(t->in.end - t->in.at) < size) {
        fail(t, "it ends too early");
        return 0;
    }
    for (unsigned i = 0; i < size && i < sizeof value; i++)
        value |= (uint64_t)t->in.at[i] << 8 * i;
    t->in.at += size;
    return value;
}

/* A number in bytes of seven bits each; of a signed one the last byte's highest is its sign. */
static uint64_t take_leb(struct table *t, bool is_signed)
{
    enum { BITS = 64, SIGN = 0x40, MORE = 0x80 };
    uint64_t value = 0;
    unsigned shift = 0;
    uint8_t byte;

    do {
        byte = (uint8_t)take(t, 1);
        if (shift < BITS)
            value |= (uint64_t)(byte & ~MORE) << shift;
        shift += 7;
    } while (byte & MORE);
    if (is_signed && byte & SIGN && shift < BITS)
        value |= UINT64_MAX << shift;
    return value;
}

static const char *string_in(struct table *t, struct line_bytes bytes)
{
    if (bytes.at < bytes.end && memchr(bytes.at, '\0', (size_t)(bytes.end - bytes.at)))
        return (const char *)bytes.at;
    fail(t, "a text without an end");
    return "";
}

static const char *take_string(struct table *t)
{
    const char *text = string_in(t, t->in);

    if (t->in.at < t->in.end)
        t->in.at += strlen(text) + 1;
    return text;
}

static const char *string_at(struct table *t, struct line_bytes section, uint64_t offset)
{
    const size_t size = (size_t)(section.end - section.at);

    return string_in(t, (struct line_bytes){section.at + (offset < size ? offset : size), section.end});
}

/* ---- The header's directories and files ---- */

static void add_entry(struct table *t, struct entry **list, size_t *count, size_t *capacity, struct entry entry)
{
    if (array_room(list, *count, capacity, sizeof **list))
        (*list)[(*count)++] = entry;
    else
        t->r->no_memory = true;
}

static void add_directory(struct table *t, const char *name)
{
    add_entry(t, &t->directories, &t->directory_count, &t->directory_capacity, (struct entry){.name = name});
}

static void add_file(struct table *t, struct entry entry)
{
    add_entry(t, &t->files, &t->file_count, &t->file_capacity, entry);
}

/* Up to version 4: directory 0 is that of the compilation, which is not told here, and there is no file 0. */
static void take_old_lists(struct table *t)
{
    const char *name;

    add_directory(t, NULL);
    while (*(name = take_string(t)))
        add_directory(t, name);
    add_file(t, (struct entry){.name = NULL});
    while (*(name = take_string(t))) {
        const uint64_t directory = take_leb(t, false);

        take_leb(t, false); /* time */
        take_leb(t, false); /* size */
        add_file(t, (struct entry){.name = name, .directory = directory});
    }
}

static unsigned take_forms(struct table *t, struct form forms[MOST_FORMS])
{
    const unsigned count = (unsigned)take(t, 1);

    if (count > MOST_FORMS)
        fail(t, "entries of too many parts");
    for (unsigned i = 0; i < count && !t->trouble; i++) {
        forms[i].content = take_leb(t, false);
        forms[i].form = take_leb(t, false);
    }
    return count;
}

/* A part of an entry: a text, or a number. */
static uint64_t take_part(struct table *t, uint64_t form, const char **text)
{
    *text = NULL;
    switch (form) {
    case DW_FORM_STRING:
        *text = take_string(t);
        return 0;
    case DW_FORM_LINE_STRP:
        *text = string_at(t, t->r->line_strings, take(t, WORD));
        return 0;
    case DW_FORM_STRP:
        *text = string_at(t, t->r->strings, take(t, WORD));
        return 0;
    case DW_FORM_UDATA:
        return take_leb(t, false);
    case DW_FORM_DATA1:
        return take(t, 1);
    case DW_FORM_DATA2:
        return take(t, 2);
    case DW_FORM_DATA4:
        return take(t, 4);
    case DW_FORM_DATA8:
        return take(t, 8);
    case DW_FORM_DATA16:
        return take(t, 16);
    case DW_FORM_BLOCK:
        take(t, take_leb(t, false));
        return 0;
    default:
        fail(t, "an entry of a form that none has");
        return 0;
    }
}

static struct entry take_entry(struct table *t, const struct form *forms, unsigned count)
{
    struct entry entry = {.name = ""};

    for (unsigned i = 0; i < count && !t->trouble; i++) {
        const char *text;
        const uint64_t value = take_part(t, forms[i].form, &text);

        if (forms[i].content == DW_LNCT_PATH && text)
            entry.name = text;
        if (forms[i].content == DW_LNCT_DIRECTORY_INDEX && !text)
            entry.directory = value;
    }
    return entry;
}

static void take_list(struct table *t, bool of_files)
{
    struct form forms[MOST_FORMS] = {0};
    const unsigned parts = take_forms(t, forms);
    const uint64_t count = take_leb(t, false);

    if (count > 0 && parts == 0)
        fail(t, "entries of no parts");
    for (uint64_t i = 0; i < count && !t->trouble && !t->r->no_memory; i++) {
        const struct entry entry = take_entry(t, forms, parts);

        if (of_files)
            add_file(t, entry);
        else
            add_directory(t, entry.name);
    }
}

/* ---- Files as the lines name them ---- */

static bool is_absolute(const char *path)
{
    return *path == '/';
}

/* The directory of a file, as the compiler was told; NULL: the one that it was started in. */
static const char *directory_of(const struct table *t, const struct entry *file)
{
    return file->directory > 0 && file->directory < t->directory_count ? t->directories[file->directory].name : NULL;
}

/* "DIRECTORY/NAME", and behind its NUL the directory that a relative one is meant in; `length` is that of all. */
static char *spell(struct table *t, const struct entry *file, size_t *name_length, size_t *length)
{
    const char *directory = is_absolute(file->name) ? NULL : directory_of(t, file);
    const char *base = t->directory_count > 0 ? t->directories[0].name : NULL;
    char *text;
    int size = asprintf(&text, "%s%s%s%c%s", directory ? directory : "", directory ? "/" : "", file->name, '\0',
                        base ? base : "");

    if (size < 0) {
        t->r->no_memory = true;
        return NULL;
    }
    *name_length = strlen(text);
    *length = (size_t)size;
    return text;
}

/* Its place in the list of all files, where it is added. */
static uint32_t place_of(struct table *t, const struct entry *file)
{
    struct rv_lines *lines = t->r->lines;
    size_t name_length, length, place;
    char *text = spell(t, file, &name_length, &length);
    const char *kept;

    if (!text)
        return RV_NO_FILE;
    if (names_find(&t->r->order_of_files, text, length, &place)) {
        free(text);
        return (uint32_t)place;
    }
    kept = pool_copy(&lines->strings, text, length);
    free(text);
    place = lines->file_count;
    if (!kept || !array_room(&lines->files, place, &lines->file_capacity, sizeof *lines->files) ||
        !names_add(&t->r->order_of_files, kept, length, place)) {
        t->r->no_memory = true;
        return RV_NO_FILE;
    }
    lines->files[lines->file_count++] = (struct rv_source_file){
        .name = kept, .directory = kept[name_length + 1] ? kept + name_length + 1 : NULL};
    return (uint32_t)place;
}

static uint32_t file_of(struct table *t, uint64_t number)
{
    struct entry *file = number < t->file_count ? &t->files[number] : NULL;

    if (!file || !file->name || !*file->name)
        return RV_NO_FILE;
    if (!file->placed)
        file->place = place_of(t, file);
    file->placed = true;
    return file->place;
}

/* ---- Rows ---- */

static void begin_sequence(struct table *t)
{
    t->now = (struct rv_line){.line = 1, .file = RV_NO_FILE, .main = t->now.main};
    t->file = 1;
    t->sequence = t->r->count;
}

static void add_row(struct table *t)
{
    struct line_reading *r = t->r;

    if (!array_room(&r->rows, r->count, &r->capacity, sizeof *r->rows)) {
        r->no_memory = true;
        return;
    }
    r->rows[r->count] = (struct line_row){t->now, r->count};
    r->count++;
}

static void put_row(struct table *t)
{
    t->now.file = t->now.line > 0 ? file_of(t, t->file) : RV_NO_FILE;
    add_row(t);
}

/* What begins where the sequence ends, or beyond it, is nothing. */
static void end_sequence(struct table *t)
{
    struct line_reading *r = t->r;
    const size_t count = r->count;

    r->count = t->sequence;
    for (size_t i = t->sequence; i < count; i++) {
        if (r->rows[i].line.address < t->now.address)
            r->rows[r->count++] = r->rows[i];
    }
    t->now.file = RV_NO_FILE;
    if (r->count > t->sequence)
        add_row(t);
    begin_sequence(t);
}

static void advance(struct table *t, uint64_t instructions)
{
    t->now.address += (uint32_t)(instructions * t->step);
}

static void run_extended(struct table *t)
{
    const uint64_t size = take_leb(t, false);
    const uint8_t *end;
    uint64_t opcode;

    if (size == 0 || size > (uint64_t)(t->in.end - t->in.at)) {
        fail(t, "an opcode that ends beyond it");
        return;
    }
    end = t->in.at + size;
    opcode = take(t, 1);
    if (opcode == DW_LNE_END_SEQUENCE)
        end_sequence(t);
    else if (opcode == DW_LNE_SET_ADDRESS && size == 1 + WORD)
        t->now.address = (uint32_t)take(t, WORD);
    t->in.at = end;
}

static void run_special(struct table *t, unsigned opcode)
{
    const unsigned distance = opcode - t->opcode_base;

    advance(t, distance / t->line_range);
    t->now.line += (uint32_t)(t->line_base + (int)(distance % t->line_range));
    put_row(t);
}

static void skip_operands(struct table *t, unsigned opcode)
{
    for (unsigned i = 0; i < t->operands[opcode]; i++)
        take_leb(t, false);
}

static void run_standard(struct table *t, unsigned opcode)
{
    switch (opcode) {
    case DW_LNS_EXTENDED:
        run_extended(t);
        break;
    case DW_LNS_COPY:
        put_row(t);
        break;
    case DW_LNS_ADVANCE_PC:
        advance(t, take_leb(t, false));
        break;
    case DW_LNS_ADVANCE_LINE:
        t->now.line += (uint32_t)take_leb(t, true);
        break;
    case DW_LNS_SET_FILE:
        t->file = take_leb(t, false);
        break;
    case DW_LNS_SET_COLUMN:
        t->now.column = (uint32_t)take_leb(t, false);
        break;
    case DW_LNS_CONST_ADD_PC:
        advance(t, (unsigned)(LAST_SPECIAL - t->opcode_base) / t->line_range);
        break;
    case DW_LNS_FIXED_ADVANCE_PC:
        t->now.address += (uint32_t)take(t, 2);
        break;
    default:
        skip_operands(t, opcode);
        break;
    }
}

/* File 0 of version 5, and mostly the first one before, is what the compiler was given. */
static void run(struct table *t)
{
    t->now.main = file_of(t, t->version >= WITH_FORMS ? 0 : 1);
    begin_sequence(t);
    while (t->in.at < t->in.end && !t->r->no_memory) {
        const unsigned opcode = (unsigned)take(t, 1);

        if (opcode >= t->opcode_base)
            run_special(t, opcode);
        else
            run_standard(t, opcode);
    }
    if (t->r->count > t->sequence)
        fail(t, "code without an end");
    t->r->count = t->sequence;
}

/* ---- Tables ---- */

/* From behind the version to the directories. */
static void take_figures(struct table *t)
{
    enum { ADDRESS_AND_SELECTOR = 2 };

    if (t->version >= WITH_FORMS)
        take(t, ADDRESS_AND_SELECTOR);
    take(t, WORD); /* the header's length */
    t->step = (uint8_t)take(t, 1);
    if (t->version >= WITH_OPERATIONS && take(t, 1) > 1)
        fail(t, "instructions of several operations");
    take(t, 1); /* whether rows begin statements */
    t->line_base = (int8_t)take(t, 1);
    t->line_range = (uint8_t)take(t, 1);
    t->opcode_base = (uint8_t)take(t, 1);
    if (t->line_range == 0 || t->opcode_base == 0)
        fail(t, "no lines, or no opcodes");
    for (unsigned i = 1; i < t->opcode_base; i++)
        t->operands[i] = (uint8_t)take(t, 1);
}

static void run_table(struct table *t)
{
    t->version = (unsigned)take(t, 2);
    if (t->version < OLDEST || t->version > NEWEST) {
        fail(t, "another version than 2 to 5");
        return;
    }
    take_figures(t);
    if (t->version >= WITH_FORMS) {
        take_list(t, false);
        take_list(t, true);
    } else if (!t->trouble) {
        take_old_lists(t);
    }
    if (!t->trouble)
        run(t);
}

static void note(struct line_reading *r, const char *trouble, size_t at)
{
    if (r->lines->trouble || !trouble)
        return;
    r->lines->trouble = trouble;
    r->lines->trouble_at = at;
}

void rv_lines_run(struct line_reading *r)
{
    const uint8_t *begin = r->section.at, *at = begin;

    while (at < r->section.end && !r->no_memory) {
        struct table t = {.r = r, .in = {at, r->section.end}};
        const uint64_t size = take(&t, WORD);

        if (size > (uint64_t)(t.in.end - t.in.at)) {
            note(r, "it ends too early", (size_t)(at - begin));
            return;
        }
        t.in.end = t.in.at + size;
        run_table(&t);
        note(r, t.trouble, (size_t)(at - begin));
        at += WORD + size;
        free(t.directories);
        free(t.files);
    }
}
