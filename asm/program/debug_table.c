/* The debug table: written from a program's places, and read back as a source that contains only the lines the table
 * lists. */
#include "debug_table.h"

#include "debug_parts.h"
#include "origins.h"
#include "source.h"
#include "base/array.h"
#include "base/checksum.h"
#include "base/fail.h"
#include "base/names.h"
#include "base/terminal.h"

#include <errno.h>
#include <inttypes.h>
#include <jansson.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define SCHEMA "sfpasm-debug"
enum { TABLE_VERSION = 1 };

uint64_t sfp_debug_checksum(const uint32_t *words, size_t count)
{
    uint64_t sum = CHECKSUM_START;

    for (size_t i = 0; i < count; i++)
        for (unsigned shift = 0; shift < 32; shift += 8)
            sum = checksum_add(sum, words[i] >> shift & 0xFF);
    return sum;
}

/* ---- Writing ---- */

static bool collect_places(const struct sfp_program *program, struct collection *c)
{
    struct origin_walk walk = sfp_origins_from(&program->origins, 0);

    for (size_t i = 0; i < program->count; i++) {
        const struct sfp_origin before = walk.last;
        const struct sfp_origin origin = sfp_origins_next(&walk);

        if (i > 0 && origin.source == before.source && origin.offset == before.offset)
            continue;
        if (!debug_add_place(program, origin, i, c))
            return false;
    }
    c->word_line_count = c->line_count;
    return true;
}

static void write_places(struct sfp_json *j, const struct collection *c)
{
    json_list_on_line(j, "lines");
    for (size_t i = 0; i < c->word_line_count; i++) {
        const struct source_line *line = &c->lines[i];

        json_new_line(j, DEBUG_ENTRY);
        json_list(j, NULL);
        json_count(j, NULL, line->index);
        json_count(j, NULL, line->file);
        json_count(j, NULL, line->where.line);
        json_count(j, NULL, line->where.column);
        json_count(j, NULL, line->text);
        if (line->where.from_file) {
            json_count(j, NULL, line->from);
            json_count(j, NULL, line->where.from_line);
        }
        json_list_end(j);
    }
    json_list_end(j);
}

/* Orders by file, line and text: a macro's line has a different text in each expansion. */
static int by_text(const void *a, const void *b)
{
    const struct source_line *x = *(const struct source_line *const *)a;
    const struct source_line *y = *(const struct source_line *const *)b;

    if (x->file != y->file)
        return x->file < y->file ? -1 : 1;
    if (x->where.line != y->where.line)
        return x->where.line < y->where.line ? -1 : 1;
    if (x->where.length != y->where.length)
        return x->where.length < y->where.length ? -1 : 1;
    return memcmp(x->where.text, y->where.text, x->where.length);
}

/* Writes each text once, and sets the number of each place's text. */
static void write_table_text(struct sfp_json *j, struct collection *c)
{
    struct source_line **sorted = calloc(c->line_count + 1, sizeof *sorted);
    size_t number = 0;

    j->failed |= !sorted;
    for (size_t i = 0; sorted && i < c->line_count; i++)
        sorted[i] = &c->lines[i];
    if (sorted)
        qsort(sorted, c->line_count, sizeof *sorted, by_text);
    json_list_on_line(j, "text");
    for (size_t i = 0; sorted && i < c->line_count; i++) {
        struct source_line *line = sorted[i];

        if (i == 0 || by_text(&sorted[i], &sorted[i - 1]) != 0) {
            json_new_line(j, DEBUG_ENTRY);
            json_list(j, NULL);
            json_count(j, NULL, line->file);
            json_count(j, NULL, line->where.line);
            json_bytes(j, NULL, line->where.text, line->where.length);
            json_list_end(j);
            number += i > 0;
        }
        line->text = number;
    }
    json_list_end(j);
    free(sorted);
}

static void write_table_files(struct sfp_json *j, const struct collection *c)
{
    json_list_on_line(j, "files");
    for (size_t i = 0; i < c->file_count; i++)
        json_text(j, NULL, c->files[i]);
    json_list_end(j);
}

static void write_symbols(struct sfp_json *j, const struct sfp_program *program)
{
    json_list_on_line(j, "symbols");
    for (size_t i = 0; i < program->symbol_count; i++) {
        json_new_line(j, DEBUG_ENTRY);
        json_begin(j, NULL);
        json_text(j, "name", program->symbols[i].name);
        json_count(j, "index", program->symbols[i].index);
        json_end(j);
    }
    json_list_end(j);
}

static void write_regions(struct sfp_json *j, const struct sfp_program *program)
{
    json_list_on_line(j, "regions");
    for (size_t i = 0; i < program->region_count; i++) {
        json_new_line(j, DEBUG_ENTRY);
        json_begin(j, NULL);
        json_text(j, "name", program->regions[i].name);
        json_count(j, "first", program->regions[i].first);
        json_count(j, "end", program->regions[i].end);
        json_end(j);
    }
    json_list_end(j);
}

static void write_debug_table(struct sfp_json *j, const struct sfp_program *program, struct collection *c)
{
    enum { SUM_DIGITS = 16 };

    json_begin(j, NULL);
    json_text(j, "schema", SCHEMA);
    json_count(j, "version", TABLE_VERSION);
    json_text(j, "arch", sfp_arch_name(program->arch));
    if (program->init)
        json_text(j, "init", sfp_init_name(program->init));
    json_count(j, "words", program->count);
    json_hex(j, "checksum", sfp_debug_checksum(program->words, program->count), SUM_DIGITS);
    write_table_files(j, c);
    write_table_text(j, c);
    write_places(j, c);
    write_symbols(j, program);
    write_regions(j, program);
    debug_write_chosen(j, program);
    debug_write_schedules(j, program, c);
    json_end(j);
}

bool sfp_debug_write(const struct sfp_program *program, FILE *stream)
{
    struct sfp_json json = {.out = stream};
    struct collection c = {0};
    bool done = collect_places(program, &c) && debug_collect_schedules(program, &c);

    if (done)
        write_debug_table(&json, program, &c);
    done = done && !json.failed;
    json_free(&json);
    free(c.files);
    names_free(&c.file_names);
    free(c.lines);
    return done;
}

/* ---- Reading ---- */

static bool check_head(struct reading *r, enum sfp_arch *arch)
{
    const char *schema = json_string_value(json_object_get(r->root, "schema"));
    const char *sum = json_string_value(json_object_get(r->root, "checksum"));
    const char *name = json_string_value(json_object_get(r->root, "arch"));
    char own[32];

    if (!schema || strcmp(schema, SCHEMA) != 0)
        return debug_fail(r, "not a debug table of sfpasm -g");
    if (debug_number(json_object_get(r->root, "version"), TABLE_VERSION) != TABLE_VERSION)
        return debug_fail(r, "a debug table whose version is not %d", TABLE_VERSION);
    if (!sum || !name || !sfp_arch_parse(name, arch))
        return debug_fail(r, "malformed debug table: no checksum, or no arch");
    snprintf(own, sizeof own, "0x%016" PRIx64, sfp_debug_checksum(r->program->words, r->program->count));
    if (debug_number(json_object_get(r->root, "words"), INT64_MAX) != (json_int_t)r->program->count ||
        strcmp(own, sum) != 0)
        return debug_fail(r, "not the debug table of these words: assemble again with -g");
    return true;
}

/* Appends an entry of "text" to the table's source: the line, marked with its file and line number. */
static bool add_text_entry(struct reading *r, struct source *source, const struct debug_entry *entry)
{
    const json_int_t file = entry->values[0].number, line = entry->values[1].number;
    const struct debug_value *text = &entry->values[2];
    const json_t *files = json_object_get(r->root, "files");
    const char *name = file < 0 ? NULL : json_string_value(json_array_get(files, (size_t)file));

    if (line < 1 || line > INT32_MAX || !text->text || memchr(text->text, '\n', text->length) || !name)
        return debug_fail(r, "malformed debug table: \"text\", entry %zu", r->text_count);
    if (!array_room(&r->texts, r->text_count, &r->text_capacity, sizeof *r->texts) ||
        !sfp_source_mark(source, source->text.size, (unsigned long)line, name, strlen(name)))
        return debug_fail(r, NO_MEMORY);
    r->texts[r->text_count++] = (struct debug_text){file, line, source->text.size, text->length};
    memcpy(source->text.data + source->text.size, text->text, text->length);
    source->text.size += text->length;
    source->text.data[source->text.size++] = '\n';
    return true;
}

static bool fill_source(struct reading *r, struct source *source)
{
    struct debug_entry entry = {0};
    enum debug_next next;
    bool good = true;

    while (good && (next = debug_next_entry(r->text, &entry)) != DEBUG_NEXT_END)
        good = next == DEBUG_NEXT_ENTRY ? add_text_entry(r, source, &entry)
                                        : debug_fail(r, "malformed debug table: \"text\", entry %zu", r->text_count);
    debug_entry_free(&entry);
    return good;
}

/* Makes the program's only source from the table's lines. Returns false with an error set. */
static bool make_table_source(struct reading *r)
{
    /* A line with its newline is shorter than its entry in the table. */
    const size_t size = (size_t)(r->text->end - r->text->at) + 2;
    struct sfp_program *program = r->program;
    struct source *source;
    struct sfp_buffer buffer = {0};

    if (size > INT32_MAX)
        return debug_fail(r, "more than 2 GiB of source lines");
    buffer.data = calloc(size, 1);
    program->sources = calloc(1, sizeof *program->sources);
    source = buffer.data ? sfp_source_new(r->path, buffer, true) : NULL;
    if (!source) {
        free(buffer.data);
        return debug_fail(r, NO_MEMORY);
    }
    if (!program->sources) {
        sfp_source_free(source);
        return debug_fail(r, NO_MEMORY);
    }
    program->sources[program->source_count++] = source;
    return fill_source(r, source);
}

/* Makes the table's files the program's files. Returns false with an error set. */
static bool read_table_files(struct reading *r)
{
    const json_t *files = json_object_get(r->root, "files");
    struct sfp_program *program = r->program;
    size_t i;
    json_t *entry;

    program->files = calloc(json_array_size(files) + 1, sizeof *program->files);
    if (!program->files)
        return debug_fail(r, NO_MEMORY);
    json_array_foreach(files, i, entry) {
        char *copy = json_is_string(entry) ? strdup(json_string_value(entry)) : NULL;

        if (!json_is_string(entry))
            return debug_fail(r, "malformed debug table: \"files\", entry %zu", i);
        if (!copy)
            return debug_fail(r, NO_MEMORY);
        program->files[program->file_count++].name = copy;
    }
    return true;
}

/* Gives the words up to `end` the place of the last word that has a place. */
static bool fill_origins(struct reading *r, size_t end)
{
    struct sfp_origins *origins = &r->program->origins;

    while (origins->count < end)
        if (!sfp_origins_add(origins, origins->last))
            return debug_fail(r, NO_MEMORY);
    return true;
}

/* Sets the place of the word that an entry of "lines" names. First gives earlier words without a place the place
 * before them. */
static bool add_line_entry(struct reading *r, const struct debug_entry *entry, bool first)
{
    struct sfp_origins *origins = &r->program->origins;
    const struct debug_value *v = entry->values;
    const json_int_t index = v[0].number;
    const int64_t offset = debug_offset(r, (struct debug_place){v[1].number, v[2].number, v[3].number, v[4].number});

    if (index < (json_int_t)origins->count || index >= (json_int_t)r->program->count || first != (index == 0) ||
        offset < 0)
        return debug_fail(r, "malformed debug table: \"lines\", entry %zu", r->lines->read - 1);
    if (!fill_origins(r, (size_t)index))
        return false;
    if (!sfp_origins_add(origins, (struct sfp_origin){.offset = (uint32_t)offset}))
        return debug_fail(r, NO_MEMORY);
    return true;
}

static bool make_origins(struct reading *r)
{
    struct debug_entry entry = {0};
    enum debug_next next;
    bool good = true;

    while (good && (next = debug_next_entry(r->lines, &entry)) != DEBUG_NEXT_END)
        good = next == DEBUG_NEXT_ENTRY
                   ? add_line_entry(r, &entry, r->lines->read == 1)
                   : debug_fail(r, "malformed debug table: \"lines\", entry %zu", r->lines->read - 1);
    debug_entry_free(&entry);
    if (good && r->lines->read == 0 && r->program->count > 0)
        return debug_fail(r, "malformed debug table: no \"lines\"");
    return good && fill_origins(r, r->program->count);
}

static bool read_table_symbols(struct reading *r)
{
    const json_t *symbols = json_object_get(r->root, "symbols");
    struct sfp_program *program = r->program;
    size_t i;
    json_t *entry;

    program->symbols = calloc(json_array_size(symbols) + 1, sizeof *program->symbols);
    if (!program->symbols)
        return debug_fail(r, NO_MEMORY);
    json_array_foreach(symbols, i, entry) {
        const char *name = json_string_value(json_object_get(entry, "name"));
        const json_int_t index = debug_number(json_object_get(entry, "index"), program->count);
        const char *copy;

        if (!name || index < 0)
            return debug_fail(r, "malformed debug table: \"symbols\", entry %zu", i);
        copy = sfp_source_keep(program->sources[0], name, strlen(name));
        if (!copy)
            return debug_fail(r, NO_MEMORY);
        program->symbols[program->symbol_count++] = (struct sfp_symbol){copy, (size_t)index};
    }
    return true;
}

static bool read_table_regions(struct reading *r)
{
    const json_t *regions = json_object_get(r->root, "regions");
    struct sfp_program *program = r->program;
    size_t last = 0;
    size_t i;
    json_t *entry;

    program->regions = calloc(json_array_size(regions) + 1, sizeof *program->regions);
    if (!program->regions)
        return debug_fail(r, NO_MEMORY);
    json_array_foreach(regions, i, entry) {
        const char *name = json_string_value(json_object_get(entry, "name"));
        const json_int_t first = debug_number(json_object_get(entry, "first"), program->count);
        const json_int_t end = debug_number(json_object_get(entry, "end"), program->count);
        char *copy;

        if (!name || first < (json_int_t)last || end <= first)
            return debug_fail(r, "malformed debug table: \"regions\", entry %zu", i);
        copy = strdup(name);
        if (!copy)
            return debug_fail(r, NO_MEMORY);
        program->regions[program->region_count++] = (struct sfp_region){copy, (size_t)first, (size_t)end};
        last = (size_t)end;
    }
    return true;
}

/* Takes the state that .init of the source states, if the table has the member. Must be the last step of reading:
 * discard_table_parts() keeps the state. */
static bool read_table_init(struct reading *r)
{
    const json_t *member = json_object_get(r->root, "init");
    const char *name = json_string_value(member);

    if (!member || (name && sfp_init_parse(name, strlen(name), &r->program->init)))
        return true;
    return debug_fail(r, "malformed debug table: \"init\" is not %s", sfp_init_names());
}

/* Frees everything that a malformed table gave the program; the words and the arch remain. */
static void discard_table_parts(struct sfp_program *program)
{
    struct sfp_program gone = *program;

    *program = (struct sfp_program){
        .words = gone.words, .count = gone.count, .arch = gone.arch, .arch_stated = gone.arch_stated,
        .init = gone.init};
    gone.words = NULL;
    sfp_program_free(&gone);
}

/* Reads the file, without the entries of the two long lists, as a JSON tree. Returns false with an error set. */
static bool read_rest(struct reading *r, const struct sfp_buffer *file, const struct debug_split *split)
{
    json_error_t where;

    r->root = json_loadb(split->rest.data, split->rest.size, JSON_REJECT_DUPLICATES, &where);
    if (r->root)
        return true;
    shown_make(where.text, strlen(where.text));
    return debug_fail(r, "not a debug table: line %d: %s",
                      debug_line_in_table(file, split, where.line, (size_t)where.position), where.text);
}

bool sfp_debug_parse(const struct sfp_buffer *file, const char *path, struct sfp_program *program, enum sfp_arch *arch,
                     char **error)
{
    struct debug_split split;
    struct reading r = {.path = path, .lines = &split.lines, .text = &split.text, .program = program, .error = error};
    bool taken;

    *error = NULL;
    if (!debug_split_table(file, &split))
        return debug_fail(&r, NO_MEMORY);
    taken = read_rest(&r, file, &split) && check_head(&r, arch) && make_table_source(&r) && read_table_files(&r) &&
            make_origins(&r) && read_table_symbols(&r) && read_table_regions(&r) && debug_read_chosen(&r) &&
            debug_read_schedules(&r) && read_table_init(&r);
    if (!taken)
        discard_table_parts(program);
    free(r.texts);
    json_decref(r.root);
    buffer_free(&split.rest);
    return taken;
}

char *sfp_debug_path(const char *path)
{
    char *name;

    return asprintf(&name, "%s" SFP_DEBUG_SUFFIX, path) < 0 ? NULL : name;
}

bool sfp_debug_is_there(const char *path)
{
    char name[PATH_MAX];

    return strcmp(path, "-") != 0 && (size_t)snprintf(name, sizeof name, "%s" SFP_DEBUG_SUFFIX, path) < sizeof name &&
           access(name, F_OK) == 0;
}

bool sfp_debug_agrees(const char *path, enum sfp_arch stated, enum sfp_arch table, char **error)
{
    if (!stated || stated == table)
        return true;
    if (asprintf(error, "--arch says %s, but '%s" SFP_DEBUG_SUFFIX "' says that the words were assembled for %s",
                 sfp_arch_name(stated), path, sfp_arch_name(table)) < 0)
        *error = NULL;
    return false;
}

enum sfp_debug_result sfp_debug_read(const char *path, struct sfp_program *program, enum sfp_arch *arch, char **error)
{
    enum sfp_debug_result result = SFP_DEBUG_REFUSED;
    struct sfp_buffer file;
    char *name;

    *error = NULL;
    if (strcmp(path, "-") == 0)
        return SFP_DEBUG_ABSENT;
    name = sfp_debug_path(path);
    if (!name)
        return SFP_DEBUG_REFUSED;
    if (access(name, F_OK) != 0 && errno == ENOENT)
        result = SFP_DEBUG_ABSENT;
    else if (file_read_ordinary(name, SFP_MOST_INPUT, &file, error)) {
        if (sfp_debug_parse(&file, name, program, arch, error))
            result = SFP_DEBUG_READ;
        buffer_free(&file);
    }
    free(name);
    return result;
}
