/* Programs: loading, and the origin of their words. */
#include "lib.h"

#include <stdlib.h>
#include <string.h>

#include "dis/dis.h"
#include "source/preprocess.h"
#include "program/origins.h"

void sfpu_on_diagnostic(sfpu_machine *m, sfpu_diagnose *diagnose, void *context)
{
    if (!m || !lib_may_change(m))
        return;
    m->diagnose = diagnose;
    m->diagnose_context = context;
}

void sfpu_on_read(sfpu_machine *m, sfpu_hear_read *hear, void *context)
{
    if (!m || !lib_may_change(m))
        return;
    m->read = hear;
    m->read_context = context;
}

/* Drops a kernel that could not be loaded, and reports `error`; NULL: the voice has the reason. Returns a code. */
static int drop_failed_kernel(sfpu_machine *m, struct sfp_kernel *kernel, char *name, char *error,
                              const struct lib_voice *voice)
{
    const int code = error ? SFPU_BAD_INPUT : lib_voice_code(voice);

    if (error)
        lib_fail_with(m, code, error);
    else if (code == SFPU_NO_MEMORY)
        lib_no_memory(m);
    else
        lib_fail(m, code, "%s: %s", name, sfpu_code_text(code));

    sfp_kernel_free(kernel);
    free(name);
    return code;
}

/* Takes ownership of the kernel, its name and the error. If `ok`, makes the kernel the machine's program; otherwise
 * reports the failure. Returns a code. */
static int take_loaded_kernel(sfpu_machine *m, struct sfp_kernel *kernel, char *name, bool ok, char *error,
                              const struct lib_voice *voice)
{
    return ok ? lib_take_kernel(m, kernel, name, NULL) : drop_failed_kernel(m, kernel, name, error, voice);
}

int sfpu_load_words(sfpu_machine *m, const uint32_t *words, size_t count)
{
    struct sfp_kernel kernel;
    char *error, *name;
    bool ok;

    if (!m || !words)
        return lib_fail(m, SFPU_BAD_ARGUMENT, "no words");
    if (!lib_may_change(m))
        return SFPU_BAD_ARGUMENT;
    name = strdup("words");
    if (!name)
        return lib_no_memory(m);
    ok = sfp_kernel_words(name, words, count, m->arch, &kernel, &error);
    return take_loaded_kernel(m, &kernel, name, ok, error, &(struct lib_voice){0});
}

int sfpu_load_text(sfpu_machine *m, const char *name, const char *text, size_t length)
{
    struct lib_voice voice = lib_voice_of(m);
    struct sfp_asm_options how;
    struct sfp_kernel kernel;
    char *error, *own;
    bool ok;

    if (!m || !name || !text)
        return lib_fail(m, SFPU_BAD_ARGUMENT, "no text, or no name for it");
    if (!lib_may_change(m))
        return SFPU_BAD_ARGUMENT;
    own = strdup(name);
    if (!own)
        return lib_no_memory(m);
    how = lib_sources_options(m, &voice);
    ok = sfp_kernel_assemble(own, text, length, &how, &kernel, &error);
    lib_voice_end(&voice);
    return take_loaded_kernel(m, &kernel, own, ok, error, &voice);
}

int sfpu_load_elf(sfpu_machine *m, const void *bytes, size_t size, const char *symbol)
{
    const struct sfp_buffer file = {.data = (char *)(uintptr_t)bytes, .size = size};
    struct sfp_kernel kernel;
    char *error, *name;
    bool ok;

    if (!m || !bytes)
        return lib_fail(m, SFPU_BAD_ARGUMENT, "no bytes");
    if (!lib_may_change(m))
        return SFPU_BAD_ARGUMENT;
    name = strdup("ELF file");
    if (!name)
        return lib_no_memory(m);
    if (compiled_can_run(&file)) {
        struct sfp_buffer copy = {.data = malloc(size), .size = size};

        if (copy.data)
            memcpy(copy.data, bytes, size);
        return lib_load_compiled(m, name, &copy, symbol);
    }
    ok = sfp_kernel_elf(name, &file, symbol, m->arch, &kernel, &error);
    return take_loaded_kernel(m, &kernel, name, ok, error, &(struct lib_voice){0});
}

int sfpu_load_program(sfpu_machine *m, const char *name, sfpu_program *program)
{
    struct sfp_kernel kernel;
    char *error, *own;

    if (!m || !name || !program)
        return lib_fail(m, SFPU_BAD_ARGUMENT, "no program, or no name for it");
    if (!lib_may_change(m))
        return SFPU_BAD_ARGUMENT;
    own = strdup(name);
    if (!own)
        return lib_no_memory(m);
    if (sfp_kernel_program(own, &program->program, m->arch, &kernel, &error))
        return lib_take_kernel(m, &kernel, own, NULL);
    free(own);
    return error ? lib_fail_with(m, SFPU_BAD_INPUT, error) : lib_no_memory(m);
}

int sfpu_preprocessed_open(sfpu_preprocessed **preprocessed)
{
    sfpu_preprocessed *own;

    if (!preprocessed)
        return SFPU_BAD_ARGUMENT;
    *preprocessed = NULL;
    own = calloc(1, sizeof *own);
    if (own && (own->kept = preprocessed_new())) {
        own->holders = 1;
        *preprocessed = own;
        return SFPU_OK;
    }
    free(own);
    return SFPU_NO_MEMORY;
}

void sfpu_preprocessed_close(sfpu_preprocessed *preprocessed)
{
    if (!preprocessed || --preprocessed->holders > 0)
        return;
    preprocessed_free(preprocessed->kept);
    free(preprocessed);
}

int sfpu_share_preprocessed(sfpu_machine *m, sfpu_preprocessed *preprocessed)
{
    if (!m || !lib_may_change(m))
        return SFPU_BAD_ARGUMENT;
    if (preprocessed)
        preprocessed->holders++;
    sfpu_preprocessed_close(m->preprocessed);
    m->preprocessed = preprocessed;
    return SFPU_OK;
}

int sfpu_load_file(sfpu_machine *m, const char *path)
{
    struct lib_voice voice = lib_voice_of(m);
    struct sfp_asm_options how;
    struct sfp_kernel kernel;
    struct sfp_buffer file;
    char *error, *name;
    bool ok, compiled = false;
    int code;

    if (!m || !path)
        return lib_fail(m, SFPU_BAD_ARGUMENT, "no path");
    if (!lib_may_change(m))
        return SFPU_BAD_ARGUMENT;
    name = strdup(path);
    if (!name)
        return lib_no_memory(m);
    if (!assembly_is_meant(path) && (code = lib_is_compiled(m, path, &compiled)) != SFPU_OK) {
        free(name);
        return code;
    }
    if (compiled && file_read(path, &file, &error))
        return lib_load_compiled(m, name, &file, NULL);
    if (compiled) {
        free(name);
        return lib_fail_with(m, SFPU_BAD_INPUT, error);
    }
    how = lib_sources_options(m, &voice);
    ok = sfp_kernel_load(name, &how, &kernel, &error);
    lib_voice_end(&voice);
    return take_loaded_kernel(m, &kernel, name, ok, error, &voice);
}

int sfpu_stated_arch(const sfpu_machine *m)
{
    return m && m->has_program && m->kernel.program.arch_stated ? (int)m->kernel.program.arch : SFPU_ANY_ARCH;
}

const char *sfpu_stated_init(const sfpu_machine *m)
{
    return m && m->has_program ? sfp_init_name(m->kernel.program.init) : NULL;
}

size_t sfpu_word_count(const sfpu_machine *m)
{
    return m && m->has_program ? m->kernel.program.count : 0;
}

const uint32_t *sfpu_words(const sfpu_machine *m)
{
    return m && m->has_program ? m->kernel.program.words : NULL;
}

int sfpu_place(sfpu_machine *m, size_t index, char *text, size_t size)
{
    if (!m || !text || size == 0)
        return lib_fail(m, SFPU_BAD_ARGUMENT, "no room for the place");
    if (index >= sfpu_word_count(m))
        return lib_fail(m, SFPU_BAD_ARGUMENT, "there is no word %zu: the program has %zu", index, sfpu_word_count(m));
    sfp_kernel_place(&m->kernel, index, text, size);
    return SFPU_OK;
}

int sfpu_get_where(sfpu_machine *m, size_t index, struct sfpu_where *where)
{
    struct sfp_where found;
    struct sfpu_where own;

    if (!m || !where)
        return lib_fail(m, SFPU_BAD_ARGUMENT, "no room for the place");
    if (index >= sfpu_word_count(m))
        return lib_fail(m, SFPU_BAD_ARGUMENT, "there is no word %zu: the program has %zu", index, sfpu_word_count(m));
    if (!m->kernel.has_source)
        return lib_fail(m, SFPU_BAD_INPUT, "%s: its source is unknown", m->kernel.path);
    if (sfp_origins_at(&m->kernel.program.origins, index).source == SFP_NO_SOURCE)
        return lib_fail(m, SFPU_BAD_INPUT, "%s: the source of word %zu is unknown", m->kernel.path, index);
    if (!sfp_program_where(&m->kernel.program, index, &found))
        return lib_no_memory(m);
    own = (struct sfpu_where){.file = found.file, .line = found.line, .column = found.column,
                              .further = sfp_origins_at(&m->kernel.program.origins, index).further,
                              .text = found.text, .length = found.length};
    return lib_given(m, lib_give(where, &own, sizeof own));
}

int sfpu_get_call(sfpu_machine *m, size_t index, struct sfpu_where *call)
{
    struct sfp_origin origin;
    struct sfp_where found;
    struct sfpu_where own;

    if (!m || !call)
        return lib_fail(m, SFPU_BAD_ARGUMENT, "no room for the place");
    if (index >= sfpu_word_count(m))
        return lib_fail(m, SFPU_BAD_ARGUMENT, "there is no word %zu: the program has %zu", index, sfpu_word_count(m));
    if (!m->kernel.has_source || !sfp_program_call(&m->kernel.program, index, &origin))
        return lib_fail(m, SFPU_BAD_INPUT, "%s: word %zu comes from no macro", m->kernel.path, index);
    if (!sfp_origins_where(&m->kernel.program, origin, &found))
        return lib_no_memory(m);
    own = (struct sfpu_where){.file = found.file, .line = found.line, .column = found.column, .text = found.text,
                              .length = found.length};
    return lib_given(m, lib_give(call, &own, sizeof own));
}

int sfpu_get_inlined(sfpu_machine *m, size_t index, size_t level, struct sfpu_inlined *inlined)
{
    struct sfp_inlined found;
    struct sfpu_inlined own;

    if (!m || !inlined)
        return lib_fail(m, SFPU_BAD_ARGUMENT, "no room for the function");
    if (index >= sfpu_word_count(m))
        return lib_fail(m, SFPU_BAD_ARGUMENT, "there is no word %zu: the program has %zu", index, sfpu_word_count(m));
    if (!sfp_kernel_inlined(&m->kernel, index, level, &found))
        return lib_fail(m, SFPU_BAD_INPUT, "%s: word %zu was inlined through fewer functions", m->kernel.path,
                        index);
    own = (struct sfpu_inlined){.function = found.function, .file = found.file, .line = found.line,
                                .column = found.column};
    return lib_given(m, lib_give(inlined, &own, sizeof own));
}

const char *sfpu_region(const sfpu_machine *m, size_t i, size_t *first, size_t *end)
{
    return m && m->has_program ? sfp_program_region_at(&m->kernel.program, i, first, end) : NULL;
}

const char *sfpu_constant(const sfpu_machine *m, size_t i, int64_t *value)
{
    const struct sfp_constant *constant;

    if (!m || !m->has_program || i >= m->kernel.program.constant_count)
        return NULL;
    constant = &m->kernel.program.constants[i];
    if (value)
        *value = constant->value;
    return constant->name;
}

const char *sfpu_selected(const sfpu_machine *m, size_t first, size_t end)
{
    return m && m->has_program ? sfp_program_selected(&m->kernel.program, first, end) : NULL;
}

int sfpu_disassemble(sfpu_machine *m, uint32_t word, char *text, size_t size)
{
    char line[SFP_DISASSEMBLY_SIZE];
    int code;

    if (!m || !text || size == 0)
        return lib_fail(m, SFPU_BAD_ARGUMENT, "no room for the instruction");
    code = lib_need_any(m);
    if (code != SFPU_OK)
        return code;
    disassembly_of_word(&m->m->index, word, SFP_SYNTAX_GNU, line);
    snprintf(text, size, "%s", line);
    return SFPU_OK;
}

const char *sfpu_source_file(const sfpu_machine *m, size_t i)
{
    return m && m->has_program && i < m->kernel.program.file_count ? m->kernel.program.files[i].name : NULL;
}

const char *sfpu_source_path(const sfpu_machine *m, size_t i)
{
    return m && m->has_program && i < m->kernel.program.read_count ? m->kernel.program.read[i] : NULL;
}
