/* Loading kernels: plain words, or assembly source. */
#include "kernel.h"

#include <stdlib.h>
#include <string.h>

#include "program/debug_table.h"
#include "util/fail.h"
#include "util/fileio.h"
#include "util/terminal.h"
#include "util/words.h"

/* Takes over the words of a plain file. */
static bool take_words(const char *path, const struct sfp_buffer *file, struct sfp_program *program, char **error)
{
    if (file->size == 0)
        return sfp_fail(error, "%s: empty: expected 32-bit instruction words", path);
    if (file->size % SFP_WORD_BYTES != 0)
        return sfp_fail(error, "%s: %zu bytes are not whole 32-bit words", path, file->size);
    program->words = malloc(file->size);
    if (!program->words)
        return sfp_fail(error, "%s: not enough memory for %zu bytes", path, file->size);
    program->count = file->size / SFP_WORD_BYTES;
    for (size_t i = 0; i < program->count; i++)
        program->words[i] = sfp_word_at(file->data + SFP_WORD_BYTES * i);
    return true;
}

/* A table that is there and not used is worth a word, but no failure. */
static void warn(const char *path, const char *text, sfp_diagnostic_sink *sink, void *context)
{
    const struct sfp_diagnostic warning = {.file = path, .text = text ? text : "not enough memory for the debug table"};

    if (sink)
        sink(context, &warning);
}

/* Takes over what the debug table beside the words says, if there is one and it is theirs. False if it contradicts an
 * arch that was stated. */
static bool take_table(const char *path, struct sfp_kernel *kernel, sfp_diagnostic_sink *sink, void *context,
                       char **error)
{
    struct sfp_program *program = &kernel->program;
    enum sfp_arch arch;
    const enum sfp_debug_result result = sfp_debug_read(path, program, &arch, error);

    if (result == SFP_DEBUG_REFUSED)
        warn(path, *error, sink, context);
    free(*error);
    *error = NULL;
    if (result != SFP_DEBUG_READ)
        return true;
    kernel->has_source = true;
    if (!sfp_debug_agrees(path, program->arch_stated ? program->arch : 0, arch, error))
        return false;
    program->arch = arch;
    return true;
}

static bool load_words(const char *path, enum sfp_arch arch, struct sfp_program *program, char **error)
{
    struct sfp_buffer file;
    bool ok;

    if (!sfp_read_file(path, &file, error))
        return false;
    program->arch = arch ? arch : SFP_WH;
    program->arch_stated = arch != 0;
    ok = take_words(path, &file, program, error);
    sfp_buffer_free(&file);
    return ok;
}

/* Where there is no memory for a message, either, the diagnostics say it. False. */
static bool refuse(const char *path, const char *error, sfp_diagnostic_sink *sink, void *context)
{
    const struct sfp_diagnostic lack = {.file = path, .error = true, .text = "not enough memory"};

    if (!error && sink)
        sink(context, &lack);
    return false;
}

bool sfp_kernel_load(const char *path, enum sfp_arch arch, sfp_diagnostic_sink *sink, void *context,
                     struct sfp_kernel *kernel, char **error)
{
    const struct sfp_asm_source source = {.path = path};
    struct sfp_asm_options options = {.arch = arch, .sink = sink, .context = context};

    *error = NULL;
    memset(kernel, 0, sizeof *kernel);
    kernel->path = path;
    if (!sfp_is_assembly(path)) {
        if (!load_words(path, arch, &kernel->program, error))
            return refuse(path, *error, sink, context);
        return take_table(path, kernel, sink, context, error) || refuse(path, *error, sink, context);
    }
    kernel->has_source = true;
    sfp_warnings_init(&options.warnings);
    if (!sfp_assemble(&options, &source, 1, &kernel->program))
        return false;
    if (kernel->program.count > 0)
        return true;
    sfp_fail(error, "%s: no instructions", path);
    return refuse(path, *error, sink, context);
}

void sfp_kernel_free(struct sfp_kernel *kernel)
{
    if (kernel->has_source)
        sfp_program_free(&kernel->program);
    else
        free(kernel->program.words);
}

void sfp_kernel_place(const struct sfp_kernel *kernel, size_t index, char *text, size_t size)
{
    struct sfp_where where;

    if (kernel->has_source && sfp_program_where(&kernel->program, index, &where))
        snprintf(text, size, "%s:%lu:%lu", where.file, where.line, where.column);
    else
        snprintf(text, size, "%s: word %zu", kernel->path, index);
    sfp_make_shown(text, strlen(text));
}
