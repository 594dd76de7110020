/* Assembling without a machine. */
#include "lib.h"

#include <stdlib.h>
#include <string.h>

#include "assembly/asm.h"
#include "dis/elf_code.h"
#include "program/debug_table.h"
#include "base/fail.h"
#include "base/terminal.h"
#include "base/word_bytes.h"

/* ---- Diagnostics on their way to the caller ---- */

enum { SHORT_FORM = 512 }; /* bytes of the printed form without memory */

struct lib_voice lib_voice_of(sfpu_machine *m)
{
    if (!m)
        return (struct lib_voice){0};
    return (struct lib_voice){.m = m, .diagnose = m->diagnose, .context = m->diagnose_context, .read = m->read,
                              .read_context = m->read_context};
}

static int append_printed(void *text, const char *bytes, size_t size)
{
    struct text *printed = text;

    text_add(printed, bytes, size);
    return printed->failed;
}

/* Prints a form, NUL-terminated. */
static void print_form(struct lib_voice *v, const struct sfp_diagnostic *d, bool color)
{
    diagnostic_write(v->stream, d, color);
    fputc('\0', v->stream);
    fflush(v->stream);
}

/* Prints the wanted forms of a diagnostic as sfpasm does. One stream serves all diagnostics, because there may be
 * millions. Returns the offset of the coloured form, or -1 without memory. */
static long print_diagnostic_forms(struct lib_voice *v, const struct sfp_diagnostic *d)
{
    size_t second = 0;

    if (!v->stream)
        v->stream = lib_stream(NULL, append_printed, &v->printed);
    if (!v->stream)
        return -1;
    v->printed.size = 0;
    print_form(v, d, v->forms == SFPU_COLORED);
    if (v->forms == SFPU_BOTH_FORMS) {
        second = v->printed.size;
        print_form(v, d, true);
    }
    return v->printed.failed ? -1 : (long)second;
}

static const char *severity_of(const struct sfp_diagnostic *d)
{
    return d->error ? "error" : d->note ? "note" : "warning";
}

/* Formats only the diagnostic's first line, cut to `size`, without allocating memory. */
static void print_line(char *line, size_t size, const struct sfp_diagnostic *d)
{
    const char *file = d->file ? d->file : "", *after = d->file ? ": " : "";

    if (d->file && d->line)
        snprintf(line, size - 1, "%s:%lu:%lu: %s: %s", file, d->line, d->column, severity_of(d), d->text);
    else
        snprintf(line, size - 1, "%s%s%s: %s", file, after, severity_of(d), d->text);
    shown_make(line, strlen(line));
    strcat(line, "\n");
}

void lib_say(void *voice, const struct sfp_diagnostic *d)
{
    struct lib_voice *v = voice;
    char line[SHORT_FORM];
    long second;

    v->errors |= d->error;
    v->no_memory |= d->no_memory;
    if (!v->diagnose || d->no_memory)
        return;
    second = print_diagnostic_forms(v, d);
    if (second < 0)
        print_line(line, sizeof line, d);
    lib_tell_begin(v->m);
    v->diagnose(v->context,
                &(struct sfpu_diagnostic){
                    .size = sizeof(struct sfpu_diagnostic),
                    .severity = severity_of(d),
                    .warning = d->class,
                    .file = d->file,
                    .line = d->line,
                    .column = d->column,
                    .text = d->text,
                    .printed = v->forms == SFPU_COLORED ? NULL : second < 0 ? line : v->printed.data,
                    .colored = v->forms == SFPU_PRINTED ? NULL : second < 0 ? line : v->printed.data + second,
                    .source_line = d->source,
                    .source_length = d->source_length,
                    .made_from = d->from_file,
                    .made_from_line = d->from_line,
                });
    lib_tell_end(v->m);
}

void lib_hear_read(void *voice, const char *path)
{
    const struct lib_voice *v = voice;

    if (!v->read)
        return;
    lib_tell_begin(v->m);
    v->read(v->read_context, path);
    lib_tell_end(v->m);
}

int lib_voice_code(const struct lib_voice *v)
{
    return v->errors && !v->no_memory ? SFPU_BAD_SOURCE : SFPU_NO_MEMORY;
}

void lib_voice_end(struct lib_voice *v)
{
    if (v->stream)
        fclose(v->stream);
    text_free(&v->printed);
}

/* ---- Warnings ---- */

int sfpu_get_warning_class(size_t i, struct sfpu_warning_class *warning)
{
    const enum sfp_warning number = (enum sfp_warning)i;
    struct sfpu_warning_class own;

    if (i >= SFP_WARNINGS || !warning)
        return SFPU_BAD_ARGUMENT;
    own = (struct sfpu_warning_class){.name = warning_name(number), .help = warning_help(number),
                                      .on = warning_default(number)};
    return lib_given(NULL, lib_give(warning, &own, sizeof own));
}

int sfpu_check_warning_class(const char *argument)
{
    struct sfp_warnings warnings;

    warnings_init(&warnings);
    return argument && warnings_set(&warnings, argument) ? SFPU_OK : SFPU_BAD_ARGUMENT;
}

/* ---- Assembling ---- */

static bool is_list(const char *const *strings, size_t count)
{
    for (size_t i = 0; strings && i < count; i++)
        if (!strings[i])
            return false;
    return strings || count == 0;
}

/* Applies the arguments of -W in order. Returns false for an unknown warning. */
static bool take_warnings(const struct sfpu_assembly *how, struct sfp_warnings *warnings)
{
    warnings_init(warnings);
    for (size_t i = 0; i < how->warning_count; i++)
        if (!warnings_set(warnings, how->warnings[i]))
            return false;
    return true;
}

/* Returns whether the members have permitted values. */
static bool is_valid(const struct sfpu_assembly *how)
{
    return lib_is_arch(how->arch) && is_list(how->include_dirs, how->include_dir_count) &&
           is_list(how->defines, how->define_count) && is_list(how->warnings, how->warning_count) &&
           how->forms >= SFPU_BOTH_FORMS && how->forms <= SFPU_COLORED;
}

/* Converts the caller's options to the assembler's. Returns false if a value is invalid. */
static bool convert_assembly(const struct sfpu_assembly *callers, struct sfp_asm_options *options,
                             struct lib_voice *voice)
{
    struct sfpu_assembly how = {0};

    if (callers && !lib_take(&how, sizeof how, callers))
        return false;
    if (!is_valid(&how))
        return false;
    *voice = (struct lib_voice){.diagnose = how.diagnose, .context = how.context, .read = how.read,
                                .read_context = how.context, .forms = how.forms};
    *options = (struct sfp_asm_options){.arch = (enum sfp_arch)how.arch, .gnu_strict = how.gnu_strict,
                                        .fix_hazards = how.fix_hazards,
                                        .include_dirs = how.include_dirs, .include_dir_count = how.include_dir_count,
                                        .defines = how.defines, .define_count = how.define_count,
                                        .max_errors = how.max_errors, .sink = lib_say, .read = lib_hear_read,
                                        .context = voice};
    return take_warnings(&how, &options->warnings);
}

/* assembly_make() or assembly_make_texts(). */
typedef bool make_program(const struct sfp_asm_options *options, const struct sfp_asm_source *sources, size_t count,
                          struct sfp_program *program);

static int assemble_for_caller(const struct sfpu_assembly *how, const struct sfp_asm_source *sources, size_t count,
                            make_program *make, sfpu_program **program)
{
    struct sfp_asm_options options;
    struct lib_voice voice;
    sfpu_program *made;
    bool done;

    if (!convert_assembly(how, &options, &voice))
        return SFPU_BAD_ARGUMENT;
    made = calloc(1, sizeof *made);
    if (!made)
        return SFPU_NO_MEMORY;
    done = make(&options, sources, count, &made->program);
    lib_voice_end(&voice);
    if (done)
        *program = made;
    else
        free(made);
    return done ? SFPU_OK : lib_voice_code(&voice);
}

int sfpu_assemble_files(const struct sfpu_assembly *how, const char *const *paths, size_t count, sfpu_program **program)
{
    struct sfp_asm_source *sources;
    int code;

    if (program)
        *program = NULL;
    if (!program || !paths || count == 0 || !is_list(paths, count))
        return SFPU_BAD_ARGUMENT;
    sources = calloc(count, sizeof *sources);
    if (!sources)
        return SFPU_NO_MEMORY;
    for (size_t i = 0; i < count; i++)
        sources[i].path = paths[i];
    code = assemble_for_caller(how, sources, count, assembly_make, program);
    free(sources);
    return code;
}

int sfpu_assemble_text(const struct sfpu_assembly *how, const char *name, const char *text, size_t length,
                       sfpu_program **program)
{
    const struct sfp_asm_source source = {.path = name, .text = text, .size = length};

    if (program)
        *program = NULL;
    if (!name || !text || !program)
        return SFPU_BAD_ARGUMENT;
    return assemble_for_caller(how, &source, 1, assembly_make_texts, program);
}

int sfpu_warn_words(const struct sfpu_assembly *how, sfpu_program *p)
{
    struct sfp_asm_options options;
    struct lib_voice voice;
    bool fine;

    if (!p || !convert_assembly(how, &options, &voice))
        return SFPU_BAD_ARGUMENT;
    fine = operand_warn_words(&options, &p->program);
    lib_voice_end(&voice);
    return fine ? SFPU_OK : lib_voice_code(&voice);
}

/* ---- Sources of machines ---- */

void lib_sources_init(struct lib_sources *sources)
{
    *sources = (struct lib_sources){0};
    warnings_init(&sources->options.warnings);
}

void lib_sources_free(struct lib_sources *sources)
{
    const size_t count = sources->options.include_dir_count + sources->options.define_count;

    for (size_t i = 0; sources->texts && i < count; i++)
        free(sources->texts[i]);
    free(sources->texts);
}

struct sfp_asm_options lib_sources_options(const sfpu_machine *m, struct lib_voice *voice)
{
    struct sfp_asm_options options = m->sources.options;

    options.arch = m->arch;
    options.preprocessed = m->preprocessed ? m->preprocessed->kept : NULL;
    options.sink = lib_say;
    options.read = lib_hear_read;
    options.context = voice;
    return options;
}

/* Copies the lists and their texts. Returns false without memory. */
static bool copy_lists(const struct sfpu_assembly *how, struct lib_sources *sources)
{
    struct sfp_asm_options *options = &sources->options;

    sources->texts = calloc(how->include_dir_count + how->define_count + 1, sizeof *sources->texts);
    if (!sources->texts)
        return false;
    options->include_dirs = (const char *const *)sources->texts;
    options->defines = (const char *const *)sources->texts + how->include_dir_count;
    options->include_dir_count = how->include_dir_count;
    options->define_count = how->define_count;
    for (size_t i = 0; i < how->include_dir_count; i++)
        if (!(sources->texts[i] = strdup(how->include_dirs[i])))
            return false;
    for (size_t i = 0; i < how->define_count; i++)
        if (!(sources->texts[how->include_dir_count + i] = strdup(how->defines[i])))
            return false;
    return true;
}

int sfpu_configure_assembly(sfpu_machine *m, const struct sfpu_assembly *callers)
{
    struct sfpu_assembly how = {0};
    struct lib_sources sources;

    if (!m || (callers && !lib_take(&how, sizeof how, callers)) || !is_valid(&how))
        return lib_fail(m, SFPU_BAD_ARGUMENT, "the options for assembling are invalid");
    if (!lib_may_change(m))
        return SFPU_BAD_ARGUMENT;
    lib_sources_init(&sources);
    if (!take_warnings(&how, &sources.options.warnings))
        return lib_fail(m, SFPU_BAD_ARGUMENT, "unknown warning of the assembler");
    sources.options.gnu_strict = how.gnu_strict;
    sources.options.fix_hazards = how.fix_hazards;
    sources.options.max_errors = how.max_errors;
    if (!copy_lists(&how, &sources)) {
        lib_sources_free(&sources);
        return lib_no_memory(m);
    }
    lib_sources_free(&m->sources);
    m->sources = sources;
    return SFPU_OK;
}

int sfpu_is_assembly(const char *path)
{
    return path && assembly_is_meant(path);
}

/* ---- Reading ---- */

/* The next functions return false with a message in *error, or with *error NULL without memory. */

static bool read_program_words(const char *path, const struct sfp_buffer *file, struct sfp_program *program,
                               char **error)
{
    const bool whole = file->size % SFP_WORD_BYTES == 0;

    program->count = file->size / SFP_WORD_BYTES;
    program->words = calloc(program->count + 1, sizeof *program->words);
    for (size_t i = 0; program->words && i < program->count; i++)
        program->words[i] = sfp_word_at(file->data + SFP_WORD_BYTES * i);
    return whole ? program->words != NULL
                 : fail_with(error, "%s: the size is not a multiple of %d bytes", path, SFP_WORD_BYTES);
}

static bool read_debug_places(const char *path, struct sfp_program *program, char **error)
{
    const enum sfp_debug_result result = sfp_debug_read(path, program, &program->arch, error);

    if (result == SFP_DEBUG_ABSENT)
        return fail_with(error, "'%s' has no table of sfpasm -g beside it", path);
    return result == SFP_DEBUG_READ;
}

static bool read_elf_program(const char *path, const struct sfp_buffer *file, struct sfp_program *program, char **error)
{
    struct elf_code code;
    bool done;

    if (!elf_read(file, path, &(struct elf_range){.stop = UINT64_MAX}, &code, error))
        return false;
    done = code.table ? elf_program(&code, path, program, error)
                      : fail_with(error, "'%s' has no table of sfpasm -g in it", path);
    elf_free(&code);
    return done;
}

static bool read_program(const char *path, struct sfp_program *program, char **error)
{
    struct sfp_buffer file;
    bool done;

    if (!file_read(path, &file, error))
        return false;
    done = elf_is(&file) ? read_elf_program(path, &file, program, error)
                         : read_program_words(path, &file, program, error) && read_debug_places(path, program, error);
    buffer_free(&file);
    return done;
}

int sfpu_read_program(const char *path, sfpu_diagnose *diagnose, void *context, sfpu_program **program)
{
    struct lib_voice voice = {.diagnose = diagnose, .context = context};
    sfpu_program *made;
    char *error = NULL;
    int code = SFPU_OK;

    if (program)
        *program = NULL;
    if (!path || !program)
        return SFPU_BAD_ARGUMENT;
    made = calloc(1, sizeof *made);
    if (!made)
        return SFPU_NO_MEMORY;
    if (read_program(path, &made->program, &error)) {
        *program = made;
    } else {
        sfpu_program_free(made);
        code = error ? SFPU_BAD_INPUT : SFPU_NO_MEMORY;
    }
    if (error)
        lib_say(&voice, &(const struct sfp_diagnostic){.error = true, .text = error});
    lib_voice_end(&voice);
    free(error);
    return code;
}
