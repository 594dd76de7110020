/* An assembled program's words, labels, files and outputs. */
#include "lib.h"

#include <stdlib.h>
#include <string.h>

#include "assembly/asm.h"
#include "program/object.h"
#include "program/debug_table.h"
#include "program/sfp_program.h"
#include "program/streams.h"

void sfpu_program_free(sfpu_program *p)
{
    if (p)
        sfp_program_free(&p->program);
    free(p);
}

int sfpu_program_arch(const sfpu_program *p)
{
    return p ? (int)p->program.arch : SFPU_ANY_ARCH;
}

size_t sfpu_program_word_count(const sfpu_program *p)
{
    return p ? p->program.count : 0;
}

const uint32_t *sfpu_program_words(const sfpu_program *p)
{
    return p ? p->program.words : NULL;
}

const char *sfpu_program_label(const sfpu_program *p, size_t i, size_t *index)
{
    if (!p || i >= p->program.symbol_count)
        return NULL;
    if (index)
        *index = p->program.symbols[i].index;
    return p->program.symbols[i].name;
}

const char *sfpu_program_region(const sfpu_program *p, size_t i, size_t *first, size_t *end)
{
    return p ? sfp_program_region_at(&p->program, i, first, end) : NULL;
}

const char *sfpu_program_init(const sfpu_program *p)
{
    return p ? sfp_init_name(p->program.init) : NULL;
}

int sfpu_program_thread(const sfpu_program *p, size_t index)
{
    return p && index < p->program.count ? (int)sfp_thread_of_word(&p->program, index) : -1;
}

const char *sfpu_program_selected(const sfpu_program *p, size_t first, size_t end)
{
    return p ? sfp_program_selected(&p->program, first, end) : NULL;
}

const char *sfpu_program_file(const sfpu_program *p, size_t i, int *system)
{
    if (!p || i >= p->program.file_count)
        return NULL;
    if (system)
        *system = p->program.files[i].system;
    return p->program.files[i].name;
}

/* ---- Outputs ---- */

/* The formats of the public header equal those of program/sfp_program.h, in the same order. */
_Static_assert((int)SFPU_BIN == (int)OUTPUT_BIN && (int)SFPU_C == (int)OUTPUT_C
                   && (int)SFPU_TTINSN == (int)OUTPUT_GAS && (int)SFPU_LISTING == (int)OUTPUT_FORMATS,
               "outputs");

int sfpu_output_named(const char *name)
{
    for (int i = 0; name && i < OUTPUT_FORMATS; i++)
        if (strcmp(sfp_output_formats[i].name, name) == 0)
            return i;
    return name && strcmp(name, "elf") == 0 ? SFPU_ELF : -1;
}

const char *sfpu_output_suffix(int output)
{
    if (output == SFPU_LISTING)
        return ".lst";
    if (output == SFPU_TABLE)
        return SFP_DEBUG_SUFFIX;
    if (output == SFPU_ELF || output == SFPU_ELF_DEBUG)
        return ".elf";
    return output >= 0 && output < OUTPUT_FORMATS ? sfp_output_formats[output].suffix : NULL;
}

static bool write_words_output(const struct sfp_program *program, const struct output_format *format, const char *name,
                               FILE *stream)
{
    char *identifier = sfp_output_identifier(name ? name : "-");
    const bool written = identifier && format->write(program, identifier, stream);

    free(identifier);
    return written;
}

static int write_object(const struct sfp_program *program, bool debug, FILE *stream)
{
    static const int codes[] = {
        [OBJECT_WRITTEN] = SFPU_OK, [OBJECT_NO_MEMORY] = SFPU_NO_MEMORY, [OBJECT_REFUSED] = SFPU_BAD_INPUT};

    return codes[sfp_object_write(program, debug, stream)];
}

_Static_assert(OBJECT_CODE == SFPU_CODE, "words lie where debuggers look for them");

static int write_output(const struct sfp_program *program, int output, const char *name, FILE *stream)
{
    bool written;

    if (output == SFPU_ELF || output == SFPU_ELF_DEBUG)
        return write_object(program, output == SFPU_ELF_DEBUG, stream);
    if (output != SFPU_LISTING && sfp_has_several_threads(program))
        return SFPU_BAD_INPUT;
    if (output == SFPU_LISTING)
        written = listing_write(program, stream);
    else if (output == SFPU_TABLE)
        written = sfp_debug_write(program, stream);
    else
        written = write_words_output(program, &sfp_output_formats[output], name, stream);
    return written ? SFPU_OK : SFPU_NO_MEMORY;
}

/* Writes an output through the caller's function; during that, `m`, if not NULL, may only be read. Returns a code. */
static int write_for_caller(sfpu_machine *m, const struct sfp_program *program, int output, const char *name,
                            sfpu_write *write, void *context)
{
    FILE *stream = lib_stream(m, write, context);
    int code;

    if (!stream)
        return SFPU_NO_MEMORY;
    code = write_output(program, output, name, stream);
    fclose(stream);
    return code;
}

int sfpu_program_write(sfpu_program *p, int output, const char *name, sfpu_write *write, void *context)
{
    if (!p || !write || !sfpu_output_suffix(output))
        return SFPU_BAD_ARGUMENT;
    return write_for_caller(NULL, &p->program, output, name, write, context);
}

int sfpu_write_loaded(sfpu_machine *m, int output, const char *name, sfpu_write *write, void *context)
{
    int code;

    if (!m || !write || !sfpu_output_suffix(output))
        return lib_fail(m, SFPU_BAD_ARGUMENT, "no such output");
    if (!lib_may_read(m))
        return SFPU_BAD_ARGUMENT;
    if (!m->has_program)
        return lib_fail(m, SFPU_NO_PROGRAM, "%s", sfpu_code_text(SFPU_NO_PROGRAM));
    if (m->compiled)
        return lib_fail(m, SFPU_BAD_ARGUMENT, "a compiled kernel has words only once it runs");
    code = write_for_caller(m, &m->kernel.program, output, name, write, context);
    if (code == SFPU_BAD_INPUT)
        return lib_fail(m, code, "the program has no such output");
    return code == SFPU_OK ? code : lib_no_memory(m);
}
