/* Loads kernels: plain words, assembly source, or ELF files. */
#include "kernel.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "dis/elf_code.h"
#include "program/debug_table.h"
#include "program/streams.h"
#include "base/array.h"
#include "base/fail.h"
#include "base/fileio.h"
#include "base/terminal.h"
#include "base/word_bytes.h"

/* Copies the little-endian words of `bytes` into the program. */
static bool take_plain_words(const char *path, const char *bytes, size_t size, struct sfp_program *program,
                             char **error)
{
    if (size == 0)
        return fail_with(error, "%s: empty: expected 32-bit instruction words", path);
    if (size % SFP_WORD_BYTES != 0)
        return fail_with(error, "%s: %zu bytes are not whole 32-bit words; source is named .s or .S; for C++ headers: "
                                "sfpasm --call", path, size);
    program->words = malloc(size);
    if (!program->words)
        return fail_with(error, "%s: " NO_MEMORY " for %zu bytes", path, size);
    program->count = size / SFP_WORD_BYTES;
    for (size_t i = 0; i < program->count; i++)
        program->words[i] = sfp_word_at(bytes + SFP_WORD_BYTES * i);
    return true;
}

/* Warns about a debug table that exists but is not used. That is no failure. */
static void warn_of_table(const char *path, const char *text, sfp_diagnostic_sink *sink, void *context)
{
    const struct sfp_diagnostic warning = {.file = path, .text = text ? text : NO_MEMORY " for the debug table"};

    if (sink)
        sink(context, &warning);
}

/* Reads the debug table beside the words, if it exists and fits them. Returns false if the table contradicts a
 * stated arch. */
static bool take_debug_table(const char *path, struct sfp_kernel *kernel, sfp_diagnostic_sink *sink, void *context,
                             char **error)
{
    struct sfp_program *program = &kernel->program;
    enum sfp_arch arch;
    const enum sfp_debug_result result = sfp_debug_read(path, program, &arch, error);

    if (result == SFP_DEBUG_REFUSED)
        warn_of_table(path, *error, sink, context);
    free(*error);
    *error = NULL;
    if (result != SFP_DEBUG_READ)
        return true;
    if (!sfp_program_count_lines(program))
        return fail_with(error, "%s: " NO_MEMORY, path);
    kernel->has_source = true;
    if (!sfp_debug_agrees(path, program->arch_stated ? program->arch : 0, arch, error))
        return false;
    program->arch = arch;
    program->arch_stated = true;
    return true;
}

static bool take_file(const char *path, const struct sfp_buffer *file, enum sfp_arch arch, struct sfp_program *program,
                      char **error)
{
    program->arch = arch ? arch : SFP_WH;
    program->arch_stated = arch != 0;
    return take_plain_words(path, file->data, file->size, program, error);
}

/* Reads the Tensix words of the code, and the file's own table if it has one. */
static bool take_code(const struct elf_code *code, enum sfp_arch arch, struct sfp_kernel *kernel, char **error)
{
    struct sfp_program *program = &kernel->program;
    enum sfp_arch own;

    if (!elf_program(code, kernel->path, program, error))
        return *error ? false : fail_with(error, "%s: " NO_MEMORY, kernel->path);
    if (program->count == 0)
        return fail_with(error, "%s: no Tensix instructions", kernel->path);
    own = program->arch;
    if (own && arch && own != arch)
        return fail_with(error, "%s: %s says that it is for %s, not for %s", kernel->path,
                         code->arch ? code->arch_place : "its table", sfp_arch_name(own), sfp_arch_name(arch));
    program->arch = own ? own : arch ? arch : SFP_WH;
    program->arch_stated = own || arch;
    kernel->has_source = program->source_count > 0;
    if (kernel->has_source && !sfp_program_count_lines(program))
        return fail_with(error, "%s: " NO_MEMORY, kernel->path);
    return true;
}

static bool take_elf(const struct sfp_buffer *file, const char *symbol, enum sfp_arch arch, struct sfp_kernel *kernel,
                     char **error)
{
    const struct elf_range range = {.symbol = symbol, .stop = UINT64_MAX};
    struct elf_code code;
    bool taken;

    if (!elf_read(file, kernel->path, &range, &code, error))
        return false;
    taken = take_code(&code, arch, kernel, error);
    elf_free(&code);
    return taken;
}

/* Reads plain words, or the words of an ELF file without segments (an object file). */
static bool take_either(const struct sfp_buffer *file, enum sfp_arch arch, struct sfp_kernel *kernel, char **error)
{
    if (elf_is(file) && !elf_has_segments(file))
        return take_elf(file, NULL, arch, kernel, error);
    return take_file(kernel->path, file, arch, &kernel->program, error);
}

static bool load_words(const struct sfp_asm_options *how, struct sfp_kernel *kernel, char **error)
{
    struct sfp_buffer file;
    bool elf, ok;

    if (!file_read(kernel->path, &file, error))
        return false;
    elf = elf_is(&file);
    ok = take_either(&file, how->arch, kernel, error);
    buffer_free(&file);
    return ok && (elf || take_debug_table(kernel->path, kernel, how->sink, how->context, error));
}

/* Completes the kernel after assembly. Returns false if the source had errors. */
static bool take_assembled(bool made, const struct sfp_asm_source *source, struct sfp_kernel *kernel, char **error)
{
    kernel->has_source = true;
    if (!made)
        return false;
    if (kernel->program.count > 0 && sfp_program_count_lines(&kernel->program))
        return true;
    return kernel->program.count == 0 && fail_with(error, "%s: no instructions", source->path);
}

static bool assemble_text(const char *name, const char *text, size_t size, const struct sfp_asm_options *how,
                          struct sfp_kernel *kernel, char **error)
{
    const struct sfp_asm_source source = {.path = name, .text = text, .size = size};

    return take_assembled(assembly_make_texts(how, &source, 1, &kernel->program), &source, kernel, error);
}

static bool assemble_file(const char *path, const struct sfp_asm_options *how, struct sfp_kernel *kernel, char **error)
{
    const struct sfp_asm_source source = {.path = path};

    return take_assembled(assembly_make(how, &source, 1, &kernel->program), &source, kernel, error);
}

static void begin_kernel(const char *path, struct sfp_kernel *kernel, char **error)
{
    *error = NULL;
    memset(kernel, 0, sizeof *kernel);
    kernel->path = path;
}

/* Returns whether the bytes are a text of printable characters. Binary words contain zeros, or opcodes that no
 * character begins with. */
static bool is_text(const struct sfp_buffer *file)
{
    size_t size;

    for (size_t i = 0; i < file->size; i += size) {
        size = strchr("\n\r\f\v", file->data[i]) ? 1 : shown_size(file->data + i, file->size - i);
        if (size == 0 || !file->data[i])
            return false;
    }
    return file->size > 0;
}

static bool load_input(const struct sfp_asm_options *how, struct sfp_kernel *kernel, char **error)
{
    static const char name[] = "<stdin>";
    struct sfp_buffer file;
    bool ok;

    kernel->path = name;
    if (!file_read("-", &file, error))
        return false;
    if (is_text(&file))
        ok = assemble_text(name, file.data, file.size, how, kernel, error);
    else
        ok = take_either(&file, how->arch, kernel, error);
    buffer_free(&file);
    return ok;
}

bool sfp_kernel_load(const char *path, const struct sfp_asm_options *how, struct sfp_kernel *kernel, char **error)
{
    begin_kernel(path, kernel, error);
    if (strcmp(path, "-") == 0)
        return load_input(how, kernel, error);
    if (assembly_is_meant(path))
        return assemble_file(path, how, kernel, error);
    return load_words(how, kernel, error);
}

bool sfp_kernel_assemble(const char *name, const char *text, size_t size, const struct sfp_asm_options *how,
                         struct sfp_kernel *kernel, char **error)
{
    begin_kernel(name, kernel, error);
    return assemble_text(name, text, size, how, kernel, error);
}

bool sfp_kernel_words(const char *name, const uint32_t *words, size_t count, enum sfp_arch arch,
                      struct sfp_kernel *kernel, char **error)
{
    begin_kernel(name, kernel, error);
    if (count == 0)
        return fail_with(error, "%s: empty: expected 32-bit instruction words", name);
    kernel->program.arch = arch ? arch : SFP_WH;
    kernel->program.arch_stated = arch != 0;
    kernel->program.words = array_resized(NULL, count, sizeof *words);
    if (!kernel->program.words)
        return false;
    memcpy(kernel->program.words, words, count * sizeof *words);
    kernel->program.count = count;
    return true;
}

bool sfp_kernel_elf(const char *name, const struct sfp_buffer *file, const char *symbol, enum sfp_arch arch,
                    struct sfp_kernel *kernel, char **error)
{
    begin_kernel(name, kernel, error);
    return take_elf(file, symbol, arch, kernel, error);
}

bool sfp_kernel_program(const char *name, struct sfp_program *program, enum sfp_arch arch, struct sfp_kernel *kernel,
                        char **error)
{
    const enum sfp_arch stated = program->arch_stated ? program->arch : 0;

    begin_kernel(name, kernel, error);
    if (program->count == 0)
        return fail_with(error, "%s: no instructions", name);
    if (program->source_count > 0 && !sfp_program_count_lines(program))
        return false;
    kernel->program = *program;
    *program = (struct sfp_program){0};
    kernel->program.arch = stated ? stated : arch ? arch : SFP_WH;
    kernel->program.arch_stated = stated || arch;
    kernel->has_source = kernel->program.source_count > 0;
    return true;
}

void sfp_kernel_free(struct sfp_kernel *kernel)
{
    sfp_program_free(&kernel->program);
}

bool sfp_kernel_has_core(const struct sfp_kernel *kernel)
{
    for (unsigned t = 0; t < SFP_THREADS; t++)
        if (kernel->code[t].place)
            return true;
    return false;
}

const struct sfp_core_code *sfp_kernel_code_at(const struct sfp_kernel *kernel, size_t index)
{
    const struct sfp_program *program = &kernel->program;
    const bool outside = index >= program->count;
    const struct sfp_core_code *code;

    if (!sfp_kernel_has_core(kernel) || (outside && sfp_has_several_threads(program)))
        return NULL;
    code = &kernel->code[sfp_thread_of_word(program, outside ? 0 : index)];
    return code->place ? code : NULL;
}

void sfp_kernel_core_place(const struct sfp_kernel *kernel, enum sfp_thread_id thread, size_t index, char *text,
                           size_t size)
{
    const struct sfp_core_code *code = &kernel->code[thread];
    int length;

    if (index < kernel->program.count && sfp_kernel_code_at(kernel, code->first + index) == code) {
        sfp_kernel_place(kernel, code->first + index, text, size);
        return;
    }
    length = snprintf(text, size, "%s: ", sfp_kernel_path(kernel, thread));
    if (length >= 0 && (size_t)length < size)
        code->place(code->context, index, text + length, size - (size_t)length);
    shown_make(text, strlen(text));
}

const char *sfp_kernel_path(const struct sfp_kernel *kernel, enum sfp_thread_id thread)
{
    return kernel->thread_paths[thread] ? kernel->thread_paths[thread] : kernel->path;
}

/* Returns the number by which people know a word without a place: its index in its file. */
static size_t index_in_file(const struct sfp_kernel *kernel, size_t index)
{
    const bool own = kernel->thread_paths[sfp_thread_of_word(&kernel->program, index)];

    return own ? sfp_index_in_thread(&kernel->program, index) : index;
}

void sfp_kernel_place(const struct sfp_kernel *kernel, size_t index, char *text, size_t size)
{
    const struct sfp_core_code *code = sfp_kernel_code_at(kernel, index);
    struct sfp_where where;
    int length;

    if (kernel->has_source && sfp_program_where(&kernel->program, index, &where))
        length = snprintf(text, size, "%s:%lu:%lu", where.file, where.line, where.column);
    else
        length = snprintf(text, size, code ? "%s" : "%s: word %zu",
                          sfp_kernel_path(kernel, sfp_thread_of_word(&kernel->program, index)),
                          index_in_file(kernel, index));
    if (code && length >= 0 && (size_t)length + 2 < size) {
        memcpy(text + length, ": ", 3);
        code->place(code->context, index - code->first, text + length + 2, size - (size_t)length - 2);
    }
    shown_make(text, strlen(text));
}

bool sfp_kernel_inlined(const struct sfp_kernel *kernel, size_t index, size_t level, struct sfp_inlined *inlined)
{
    const struct sfp_core_code *code = sfp_kernel_code_at(kernel, index);

    return code && code->inlined && code->inlined(code->context, index - code->first, level, inlined);
}

void sfp_inlined_text(const struct sfp_inlined *inlined, char text[SFP_INLINED_SIZE])
{
    if (!inlined->file)
        snprintf(text, SFP_INLINED_SIZE, "%s, inlined", inlined->function);
    else if (inlined->column == 0)
        snprintf(text, SFP_INLINED_SIZE, "%s, inlined at %s:%lu", inlined->function, inlined->file, inlined->line);
    else
        snprintf(text, SFP_INLINED_SIZE, "%s, inlined at %s:%lu:%lu", inlined->function, inlined->file, inlined->line,
                 inlined->column);
    shown_make(text, strlen(text));
}

/* ---- Reading --gaps files ---- */

enum { MAX_GAP = 1 << 20, MAX_LINE = 256 };

/* Parses a number up to `high` at *text, and moves *text past the number and the blanks after it. */
static bool take_gap_number(char **text, unsigned long high, unsigned long *value)
{
    char *end;

    *value = strtoul(*text, &end, 0);
    if (end == *text || **text == '-' || *value > high)
        return false;
    *text = end + strspn(end, " \t\r");
    return true;
}

/* Parses one line, without its comment. */
static bool parse_gap_line(char *line, unsigned long line_number, uint32_t *gaps, size_t words, char **error)
{
    unsigned long index = 0, cycles;
    bool all;

    line += strspn(line, " \t\r");
    if (!*line)
        return true;
    all = *line == '*';
    if (all)
        line += 1 + strspn(line + 1, " \t");
    else if (!take_gap_number(&line, words - 1, &index))
        return fail_with(error, "line %lu: expected '*' or the index of a word below %zu", line_number, words);
    if (!take_gap_number(&line, MAX_GAP, &cycles) || *line)
        return fail_with(error, "line %lu: expected a number of cycles up to %d", line_number, MAX_GAP);
    for (size_t i = all ? 0 : index; i < (all ? words : index + 1); i++)
        gaps[i] = (uint32_t)cycles;
    return true;
}

bool sfp_gaps_parse(const char *text, size_t size, uint32_t *gaps, size_t words, char **error)
{
    const char *end = text + size;
    unsigned long line_number = 0;

    memset(gaps, 0, words * sizeof *gaps);
    while (text < end) {
        const char *newline = memchr(text, '\n', (size_t)(end - text));
        size_t length = (size_t)((newline ? newline : end) - text);
        const char *comment = memchr(text, '#', length);
        size_t used = comment ? (size_t)(comment - text) : length;
        char line[MAX_LINE];

        line_number++;
        if (used >= sizeof line || memchr(text, '\0', used))
            return fail_with(error, "line %lu: not a line of INDEX CYCLES", line_number);
        memcpy(line, text, used);
        line[used] = '\0';
        if (!parse_gap_line(line, line_number, gaps, words, error))
            return false;
        text += length + 1;
    }
    return true;
}
