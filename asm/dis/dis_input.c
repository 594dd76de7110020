/* Reads the input: recognizes its kind by its content, and chooses the arch. */
#include "dis.h"

#include "elf_code.h"
#include "program/object.h"
#include "program/debug_table.h"
#include "base/fail.h"
#include "base/terminal.h"
#include "base/word_bytes.h"

#include <ar.h>
#include <ctype.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

/* ---- Words as hexadecimal text ---- */

enum {
    DIGITS = 8,
    WORD_LENGTH = 2 + DIGITS, /* 0x........ */
    MOST_SHOWN = 40,          /* characters of a faulty line in a message */
};

static int parse_hex_digit(char digit)
{
    return isdigit((unsigned char)digit) ? digit - '0' : tolower((unsigned char)digit) - 'a' + 10;
}

/* Parses a line, without its line end, as one 0x word. Returns false for any other line. */
static bool parse_word_line(const char *line, size_t length, uint32_t *word)
{
    if (length != WORD_LENGTH || line[0] != '0' || (line[1] != 'x' && line[1] != 'X'))
        return false;
    *word = 0;
    for (size_t i = 2; i < WORD_LENGTH; i++) {
        if (!isxdigit((unsigned char)line[i]))
            return false;
        *word = *word << 4 | (uint32_t)parse_hex_digit(line[i]);
    }
    return true;
}

/* Returns the length of the line at `text`, without its line end. *next is the start of the next line. */
static size_t measure_text_line(const char *text, const char *end, const char **next)
{
    const char *newline = memchr(text, '\n', (size_t)(end - text));
    size_t length = (size_t)((newline ? newline : end) - text);

    *next = newline ? newline + 1 : end;
    return length > 0 && text[length - 1] == '\r' ? length - 1 : length;
}

/* Is the file hexadecimal text, judged by its first line? */
static bool is_hex_text(const struct sfp_buffer *file)
{
    enum { LINE_END = 2 };
    const size_t looked_at = file->size < WORD_LENGTH + LINE_END ? file->size : WORD_LENGTH + LINE_END;
    const char *next;
    uint32_t word;

    if (file->size == 0)
        return false;
    return parse_word_line(file->data, measure_text_line(file->data, file->data + looked_at, &next), &word) &&
           (next[-1] == '\n' || looked_at == file->size);
}

static bool fail_line(const char *name, size_t number, const char *line, size_t length, char **error)
{
    char shown[MOST_SHOWN];

    length = length < MOST_SHOWN ? length : MOST_SHOWN;
    memcpy(shown, line, length);
    shown_make(shown, length);
    if (asprintf(error, "'%s', line %zu: '%.*s' is not 0x and %d hexadecimal digits, like its first line",
                 name, number, (int)length, shown, DIGITS) < 0)
        *error = NULL;
    return false;
}

/* Reads the words as 32-bit little-endian bytes, which the caller frees. Lines may end in CR LF, and may be empty.
 * Returns false, with a message in *error for the caller to free (NULL: out of memory), if a line is anything else. */
static bool read_hex_text(const struct sfp_buffer *file, const char *name, struct sfp_buffer *words, char **error)
{
    const char *end = file->data + file->size;
    const char *next = file->data;

    /* A line is longer than its word, so the buffer has room for every word. */
    *words = (struct sfp_buffer){.data = calloc(file->size / WORD_LENGTH + 1, SFP_WORD_BYTES)};
    if (!words->data)
        return false;
    for (size_t number = 1; next < end; number++) {
        const char *line = next;
        const size_t length = measure_text_line(line, end, &next);
        uint32_t word;

        if (length == 0)
            continue;
        if (!parse_word_line(line, length, &word)) {
            buffer_free(words);
            return fail_line(name, number, line, length, error);
        }
        for (unsigned i = 0; i < SFP_WORD_BYTES; i++)
            words->data[words->size++] = (char)(word >> 8 * i);
    }
    return true;
}

/* ---- Warnings ---- */

void dis_warn(const struct dis_settings *s, const char *format, ...)
{
    char *text;
    va_list arguments;

    if (!s->sink)
        return;
    va_start(arguments, format);
    text = format_text(format, arguments);
    va_end(arguments);
    s->sink(s->context, &(const struct sfp_diagnostic){.text = text ? text : "out of memory"});
    free(text);
}

/* ---- Words ---- */

/* Is the file an ar archive, ordinary or thin? */
static bool is_archive(const struct sfp_buffer *file)
{
    static const char thin[] = "!<thin>\n";

    return file->size >= SARMAG &&
           (memcmp(file->data, ARMAG, SARMAG) == 0 || memcmp(file->data, thin, SARMAG) == 0);
}

/* Replaces hexadecimal text by its words. */
static bool replace_text_by_words(struct dis_input *input, char **error)
{
    struct sfp_buffer words;

    if (!read_hex_text(&input->file, input->name, &words, error))
        return false;
    if (!input->borrowed)
        buffer_free(&input->file);
    input->file = words;
    input->borrowed = false;
    return true;
}

/* Checks that the file is whole words, or replaces hexadecimal text by its words. Returns false with a message in
 * *error. */
static bool accept_plain_words(struct dis_input *input, char **error)
{
    const struct sfp_buffer *file = &input->file;

    if (is_hex_text(file))
        return replace_text_by_words(input, error);
    if (file->size == 0)
        return fail_with(error, "'%s' is empty", input->name);
    if (is_archive(file))
        return fail_with(error, "'%s' is an ar archive: extract its members (ar x) and disassemble those", input->name);
    if (file->size % SFP_WORD_BYTES != 0)
        return fail_with(error, "'%s' has %zu bytes, which is not a whole number of %d-byte words", input->name,
                         file->size, SFP_WORD_BYTES);
    return true;
}

/* ---- The debug table ---- */

static int compare_symbol_indices(const void *a, const void *b)
{
    const struct sfp_symbol *x = a;
    const struct sfp_symbol *y = b;

    return (x->index > y->index) - (x->index < y->index);
}

/* Reads the debug table of plain words, and their arch from it. If the result is not SFP_DEBUG_READ, *error says
 * why. */
static enum sfp_debug_result read_word_table(const char *path, struct dis_input *input, char **error)
{
    struct sfp_program *program = &input->program;
    enum sfp_debug_result result = SFP_DEBUG_ABSENT;

    if (path && sfp_debug_is_there(path)) {
        program->count = input->file.size / SFP_WORD_BYTES;
        program->words = calloc(program->count + 1, sizeof *program->words);
        if (!program->words)
            return SFP_DEBUG_REFUSED;
        for (size_t i = 0; i < program->count; i++)
            program->words[i] = sfp_word_at(input->file.data + SFP_WORD_BYTES * i);
        result = sfp_debug_read(path, program, &program->arch, error);
    }
    if (result == SFP_DEBUG_ABSENT)
        fail_with(error, "'%s' has no table of sfpasm -g beside it", input->name);
    if (result == SFP_DEBUG_READ)
        qsort(program->symbols, program->symbol_count, sizeof *program->symbols, compare_symbol_indices);
    return result;
}

/* Reads the debug table for source lines, the wanted label and the arch. A missing table is an error if a label is
 * wanted; else it means no source lines, with a warning if the user asked for source. */
static bool read_word_places(const struct dis_settings *s, const char *path, struct dis_input *input, char **error)
{
    const enum sfp_debug_result result = read_word_table(path, input, error);

    input->has_places = result == SFP_DEBUG_READ;
    if (input->has_places)
        return true;
    if (s->range.symbol)
        return false;
    if (s->source || result == SFP_DEBUG_REFUSED)
        dis_warn(s, "%s%s", s->source ? "no source lines: " : "", *error ? *error : "out of memory");
    free(*error);
    *error = NULL;
    return true;
}

/* ---- Source lines of an ELF file ---- */

/* Returns the code as pieces, one for each section, and its total number of *words. Returns NULL if memory ran out. */
static struct elf_piece *list_code_pieces(const struct elf_code *code, size_t *words)
{
    struct elf_piece *pieces = calloc(code->section_count, sizeof *pieces);

    *words = 0;
    for (size_t i = 0; pieces && i < code->section_count; i++) {
        elf_words_of(code, i, &pieces[i].address, &pieces[i].count);
        *words += pieces[i].count;
    }
    return pieces;
}

static bool make_elf_source(const struct dis_settings *s, struct dis_input *input, const struct elf_lines *lines)
{
    struct source_search search = {
        .elf = input->name, .directories = s->source_dirs, .directory_count = s->source_dir_count};
    struct sfp_program *program = &input->program;
    struct elf_piece *pieces = list_code_pieces(&input->code, &program->count);
    bool made = pieces && elf_sources(lines, &search, pieces, 0, program);
    char *warning = made ? source_search_warning(&search, &made) : NULL;

    if (warning)
        dis_warn(s, "%s", warning);
    free(warning);
    source_search_end(&search);
    free(pieces);
    return made;
}

/* Reads the table that sfpasm -g put into the file: more detailed than DWARF lines. */
static bool read_own_table(struct dis_input *input, char **error)
{
    input->has_lines = elf_all_of(&input->code, input->name, &input->program, error);
    return input->has_lines;
}

/* Reads source lines if the user asked for source. Missing or malformed lines cause a warning. */
static bool read_lines(const struct dis_settings *s, struct dis_input *input, char **error)
{
    struct elf_lines lines;
    bool done;

    *error = NULL;
    if (input->code.table)
        return read_own_table(input, error);
    if (!s->source)
        return true;
    if (!elf_lines_read(&input->file, &lines))
        return false;
    if (lines.trouble)
        dis_warn(s, "some source lines are not known: the debug information is malformed: %s", lines.trouble);
    else if (lines.count == 0)
        dis_warn(s, "no source lines: '%s' %s", input->name, input->code.relocatable ? "is not linked" : "has none");
    input->has_lines = lines.count > 0;
    done = !input->has_lines || make_elf_source(s, input, &lines);
    elf_lines_free(&lines);
    return done;
}

/* ---- The arch ---- */

/* Returns the arch stated by the input, or 0 if the input states none. */
static enum sfp_arch find_stated_arch(const struct dis_input *input)
{
    if (input->elf && !input->code.table)
        return input->code.arch;
    return input->has_places || input->elf ? input->program.arch : 0;
}

static bool choose_input_arch(const struct dis_settings *s, const char *path, struct dis_input *input, char **error)
{
    const enum sfp_arch own = find_stated_arch(input);

    input->arch = s->arch ? s->arch : own ? own : SFP_WH;
    if (input->has_places)
        return sfp_debug_agrees(path, s->arch, own, error);
    if (own && input->arch != own)
        return fail_with(error, "--arch says %s, but '%s' of '%s' says %s", sfp_arch_name(s->arch),
                         input->code.arch ? input->code.arch_place : OBJECT_TABLE, input->name, sfp_arch_name(own));
    return true;
}

/* ---- Everything ---- */

static bool open_origin(const struct dis_origin *origin, struct dis_input *input, char **error)
{
    *input = (struct dis_input){.name = origin->name, .borrowed = !origin->path};
    *error = NULL;
    if (origin->path)
        return file_map(origin->path, &input->file, error);
    input->file = (struct sfp_buffer){.data = (char *)(uintptr_t)origin->bytes, .size = origin->size};
    return true;
}

static bool read_elf_input(const struct dis_settings *s, struct dis_input *input, char **error)
{
    if (!elf_read(&input->file, input->name, &s->range, &input->code, error))
        return false;
    if (input->code.compressed)
        dis_warn(s, "'%s' may have compressed instructions, which look like Tensix words", input->name);
    return true;
}

bool dis_input_read(const struct dis_settings *s, const struct dis_origin *origin, struct dis_input *input,
                    char **error)
{
    bool done;

    if (!open_origin(origin, input, error))
        return false;
    input->elf = elf_is(&input->file);
    done = (input->elf ? read_elf_input(s, input, error) : accept_plain_words(input, error)) &&
           (input->elf ? read_lines(s, input, error) : read_word_places(s, origin->path, input, error)) &&
           choose_input_arch(s, origin->path, input, error);
    if (!done)
        dis_input_free(input);
    return done;
}

void dis_input_free(struct dis_input *input)
{
    if (input->elf)
        elf_free(&input->code);
    sfp_program_free(&input->program);
    if (!input->borrowed)
        buffer_free(&input->file);
}
