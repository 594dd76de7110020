/* Programs, and the formats in which sfpasm writes them. */
#include "sfp_program.h"

#include "origins.h"
#include "source.h"
#include "base/array.h"
#include "base/terminal.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

bool sfp_origins_where(const struct sfp_program *program, struct sfp_origin origin, struct sfp_where *where)
{
    struct position position;

    if (origin.source == SFP_NO_SOURCE)
        return false;
    if (!sfp_source_locate(program->sources[origin.source], origin.offset, &position))
        return false;
    *where = (struct sfp_where){
        .file = position.file,
        .line = position.line,
        .column = position.column,
        .text = position.text,
        .length = position.length,
        .from_file = position.from_file,
        .from_line = position.from_line,
    };
    return true;
}

bool sfp_program_where(const struct sfp_program *program, size_t index, struct sfp_where *where)
{
    return index < program->origins.count
        && sfp_origins_where(program, sfp_origins_at(&program->origins, index), where);
}

bool sfp_program_call(const struct sfp_program *program, size_t index, struct sfp_origin *call)
{
    const struct sfp_origin origin = index < program->origins.count ? sfp_origins_at(&program->origins, index)
                                                                    : (struct sfp_origin){.source = SFP_NO_SOURCE};
    struct place place = {0};
    const struct expansion *e;

    if (origin.source == SFP_NO_SOURCE)
        return false;
    place = (struct place){.source = program->sources[origin.source], .begin = origin.offset, .end = origin.offset};
    for (e = sfp_source_expansion(place); e; e = sfp_source_expansion(place))
        place = e->call;
    *call = (struct sfp_origin){.source = place.source->index, .offset = place.begin};
    return call->source != origin.source;
}

bool sfp_program_count_lines(const struct sfp_program *program)
{
    for (size_t i = 0; i < program->source_count; i++)
        if (!source_count_lines(program->sources[i]))
            return false;
    return true;
}

static bool region_ends_before(const void *region, const void *index)
{
    return ((const struct sfp_region *)region)->end <= *(const size_t *)index;
}

const struct sfp_region *sfp_program_region(const struct sfp_program *program, size_t index)
{
    const struct sfp_region *regions = program->regions;
    const size_t i = array_before(regions, program->region_count, sizeof *regions, region_ends_before, &index);

    return i < program->region_count && regions[i].first <= index ? &regions[i] : NULL;
}

const char *sfp_program_region_at(const struct sfp_program *program, size_t i, size_t *first, size_t *end)
{
    if (i >= program->region_count)
        return NULL;
    if (first)
        *first = program->regions[i].first;
    if (end)
        *end = program->regions[i].end;
    return program->regions[i].name;
}

static bool range_ends_before(const void *range, const void *index)
{
    return ((const struct sfp_word_range *)range)->end <= *(const size_t *)index;
}

const char *sfp_program_selected(const struct sfp_program *program, size_t first, size_t end)
{
    const struct sfp_chosen *chosen = &program->chosen;
    const size_t i = array_before(chosen->ranges, chosen->count, sizeof *chosen->ranges, range_ends_before, &first);

    return first < end && i < chosen->count && chosen->ranges[i].first < end ? chosen->profile : NULL;
}

void sfp_program_free(struct sfp_program *program)
{
    for (size_t i = 0; i < program->source_count; i++)
        sfp_source_free(program->sources[i]);
    for (size_t i = 0; i < program->region_count; i++)
        free(program->regions[i].name);
    for (size_t i = 0; i < program->file_count; i++)
        free(program->files[i].name);
    for (size_t i = 0; i < program->schedule_count; i++)
        sfp_schedule_free(&program->schedules[i]);
    free(program->schedules);
    free(program->streams);
    free(program->files);
    for (size_t i = 0; i < program->read_count; i++)
        free(program->read[i]);
    free(program->read);
    free(program->chosen.profile);
    free(program->chosen.ranges);
    free(program->symbols);
    free(program->constants);
    free(program->regions);
    free(program->sources);
    origins_free(&program->origins);
    free(program->words);
    *program = (struct sfp_program){0};
}

/* ---- Schedules ---- */

static void free_cell(struct sfp_schedule_cell *cell, unsigned turns)
{
    for (unsigned turn = 0; cell->actions && turn < turns; turn++)
        free(cell->actions[turn].sources);
    free(cell->actions);
}

void sfp_schedule_free(struct sfp_schedule *schedule)
{
    for (size_t i = 0; i < schedule->cell_count; i++)
        free_cell(&schedule->cells[i], schedule->turns);
    for (size_t i = 0; i < schedule->tag_count; i++)
        free(schedule->tags[i]);
    free(schedule->cells);
    free(schedule->tags);
    free(schedule->words);
    free(schedule->name);
    *schedule = (struct sfp_schedule){0};
}

static int compare_word_index(const void *key, const void *word)
{
    const size_t index = *(const size_t *)key, other = ((const struct sfp_schedule_word *)word)->index;

    return (index > other) - (index < other);
}

const struct sfp_schedule *sfp_schedule_of_word(const struct sfp_program *program, size_t index,
                                                const struct sfp_schedule_word **word)
{
    for (size_t i = 0; i < program->schedule_count; i++) {
        const struct sfp_schedule *s = &program->schedules[i];

        *word = s->word_count ? bsearch(&index, s->words, s->word_count, sizeof *s->words, compare_word_index) : NULL;
        if (*word)
            return s;
    }
    return NULL;
}

const struct sfp_schedule_cell *sfp_schedule_executes(const struct sfp_schedule *schedule,
                                                      const struct sfp_schedule_word *word, enum sfp_unit unit)
{
    const struct sfp_schedule_cell *own = &schedule->cells[word->cell];

    if (unit == SFP_UNIT_NONE)
        return own;
    for (const struct sfp_schedule_cell *cell = schedule->cells; cell < schedule->cells + schedule->cell_count; cell++)
        if (cell->kind == SFP_CELL_SCHEDULED && cell->tag == own->tag && cell->unit == unit)
            return cell;
    return NULL;
}

/* ---- Formats ---- */

static bool write_bin(const struct sfp_program *program, const char *name, FILE *stream)
{
    enum { BLOCK = 4096 };
    unsigned char bytes[4 * BLOCK];

    (void)name;
    for (size_t first = 0; first < program->count; first += BLOCK) {
        const size_t count = program->count - first < BLOCK ? program->count - first : BLOCK;

        for (size_t i = 0; i < 4 * count; i++)
            bytes[i] = (unsigned char)(program->words[first + i / 4] >> (8 * (i % 4)));
        fwrite(bytes, 4, count, stream);
    }
    return true;
}

static void write_lines(const struct sfp_program *program, FILE *stream, const char *before)
{
    char line[] = "0x........\n";

    for (size_t i = 0; i < program->count; i++) {
        for (int digit = 0; digit < 8; digit++)
            line[2 + digit] = "0123456789abcdef"[program->words[i] >> (28 - 4 * digit) & 0xF];
        fputs(before, stream);
        fwrite(line, sizeof line - 1, 1, stream);
    }
}

static bool write_hex(const struct sfp_program *program, const char *name, FILE *stream)
{
    (void)name;
    write_lines(program, stream, "");
    return true;
}

static bool write_gas(const struct sfp_program *program, const char *name, FILE *stream)
{
    (void)name;
    write_lines(program, stream, "\t.ttinsn\t");
    return true;
}

/* Writes source text inside a C comment. Separates characters that would end the comment, and replaces control
 * characters and a final backslash by blanks. */
static void write_comment(const struct sfp_where *where, FILE *stream)
{
    size_t begin = 0;

    while (begin < where->length && strchr(" \t", where->text[begin]))
        begin++;
    for (size_t i = begin; i < where->length;) {
        const char c = where->text[i];
        const size_t size = shown_size(where->text + i, where->length - i);

        if (i > begin && ((c == '/' && where->text[i - 1] == '*') || (c == '*' && where->text[i - 1] == '/')))
            fputc(' ', stream);
        if (size == 0 || c == '\t' || (c == '\\' && i + 1 == where->length))
            fputc(' ', stream);
        else
            fwrite(where->text + i, 1, size, stream);
        i += size ? size : 1;
    }
}

static bool write_c(const struct sfp_program *program, const char *name, FILE *stream)
{
    fprintf(stream, "#include <stdint.h>\n\n/* %s */\nconst uint32_t %s[] = {\n", sfp_arch_name(program->arch), name);
    for (size_t i = 0; i < program->count; i++) {
        struct sfp_where where;

        if (!sfp_program_where(program, i, &where))
            return false;
        fprintf(stream, "    0x%08x, /* %lu: ", program->words[i], where.line);
        write_comment(&where, stream);
        fputs(" */\n", stream);
    }
    fputs("};\n", stream);
    return true;
}

/* Is the name reserved in C or C++, although it consists of letters? */
static bool is_keyword(const char *name)
{
    static const char *const keywords[] = {
        "auto", "break", "case", "char", "const", "continue", "default", "do", "double", "else", "enum", "extern",
        "float", "for", "goto", "if", "inline", "int", "long", "register", "restrict", "return", "short", "signed",
        "sizeof", "static", "struct", "switch", "typedef", "uint32_t", "union", "unsigned", "void", "volatile", "while",
        /* reserved in C++ and newer C, where the array may be used too */
        "alignas", "alignof", "asm", "bool", "catch", "class", "constexpr", "delete", "explicit", "export", "false",
        "friend", "main", "mutable", "namespace", "new", "nullptr", "operator", "private", "protected", "public",
        "template", "this", "throw", "true", "try", "typename", "typeof", "using", "virtual",
    };

    for (size_t i = 0; i < sizeof keywords / sizeof keywords[0]; i++)
        if (strcmp(name, keywords[i]) == 0)
            return true;
    return false;
}

char *sfp_output_identifier(const char *path)
{
    static const char prefix[] = "sfpu_"; /* precedes a name that is not an identifier */
    const char *slash = strrchr(path, '/');
    const char *base = strcmp(path, "-") == 0 ? "program" : slash ? slash + 1 : path;
    const char *dot = strchr(base, '.');
    const size_t length = dot && dot > base ? (size_t)(dot - base) : strlen(base);
    char *name = malloc(sizeof prefix + length);
    char *own;

    if (!name)
        return NULL;
    own = name + sizeof prefix - 1;
    memcpy(name, prefix, sizeof prefix - 1);
    for (size_t i = 0; i < length; i++)
        own[i] = isalnum((unsigned char)base[i]) ? base[i] : '_';
    own[length] = '\0';
    if (strcmp(path, "-") != 0 && isalpha((unsigned char)*own) && !is_keyword(own))
        memmove(name, own, length + 1);
    return name;
}

const struct output_format sfp_output_formats[OUTPUT_FORMATS] = {
    [OUTPUT_BIN] = {"bin", ".bin", write_bin},
    [OUTPUT_HEX] = {"hex", ".hex", write_hex},
    [OUTPUT_C] = {"c", ".c", write_c},
    [OUTPUT_GAS] = {"gas", ".gas", write_gas},
};
