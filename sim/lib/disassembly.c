/* Disassembling without a machine. */
#include "lib.h"

#include <stdlib.h>
#include <string.h>

#include "dis/dis.h"

/* The syntaxes of the public header equal those of dis.h. */
_Static_assert((int)SFPU_GNU == (int)SFP_SYNTAX_GNU && (int)SFPU_MACRO == (int)SFP_SYNTAX_MACRO
                   && (int)SFPU_GAS == (int)SFP_SYNTAX_GAS,
               "syntaxes");

int sfpu_syntax_named(const char *name)
{
    static const char *const names[] = {[SFPU_GNU] = "gnu", [SFPU_MACRO] = "macro", [SFPU_GAS] = "gas"};

    for (int i = SFPU_GNU; name && i <= SFPU_GAS; i++)
        if (strcmp(names[i], name) == 0)
            return i;
    return -1;
}

/* Copies the caller's options. Returns false if a value is invalid. */
static bool convert_disassembly(const struct sfpu_disassembly *callers, struct sfpu_disassembly *how)
{
    *how = (struct sfpu_disassembly){0};
    if (callers && !lib_take(how, sizeof *how, callers))
        return false;
    if (how->stop == 0)
        how->stop = UINT64_MAX;
    return (how->source_dirs || !how->source_dir_count) && lib_is_arch(how->arch) && how->syntax >= SFPU_GNU
           && how->syntax <= SFPU_GAS && how->start < how->stop;
}

/* Reads the input and prints it. On failure *error is a message, or NULL without memory. */
static bool print_disassembly(const struct dis_settings *settings, const struct dis_origin *origin, FILE *stream,
                              char **error)
{
    struct dis_input input;
    bool done;

    if (!dis_input_read(settings, origin, &input, error))
        return false;
    done = dis_print(settings, &input, stream, error);
    dis_input_free(&input);
    return done;
}

static int disassemble_origin(const struct sfpu_disassembly *callers, const struct dis_origin *origin,
                              sfpu_write *write, void *context)
{
    struct sfpu_disassembly how;
    struct dis_settings settings;
    struct lib_voice voice;
    FILE *stream;
    char *error = NULL;
    bool done;

    if (!write || !convert_disassembly(callers, &how))
        return SFPU_BAD_ARGUMENT;
    stream = lib_stream(NULL, write, context);
    if (!stream)
        return SFPU_NO_MEMORY;
    voice = (struct lib_voice){.diagnose = how.diagnose, .context = how.context};
    settings = (struct dis_settings){.arch = (enum sfp_arch)how.arch, .syntax = (enum sfp_syntax)how.syntax,
                                     .hex = how.hex, .raw = how.raw, .all = how.all, .annotate = how.annotate,
                                     .source = how.source,
                                     .source_dirs = how.source_dirs, .source_dir_count = how.source_dir_count,
                                     .range = {.symbol = how.symbol, .start = how.start, .stop = how.stop},
                                     .sink = lib_say, .context = &voice};
    done = print_disassembly(&settings, origin, stream, &error);
    fclose(stream);
    if (error)
        lib_say(&voice, &(const struct sfp_diagnostic){.error = true, .text = error});
    lib_voice_end(&voice);
    free(error);
    return done ? SFPU_OK : error ? SFPU_BAD_INPUT : SFPU_NO_MEMORY;
}

int sfpu_disassemble_file(const struct sfpu_disassembly *how, const char *path, sfpu_write *write, void *context)
{
    const struct dis_origin origin = {.path = path, .name = path && strcmp(path, "-") == 0 ? "<stdin>" : path};

    return path ? disassemble_origin(how, &origin, write, context) : SFPU_BAD_ARGUMENT;
}

int sfpu_disassemble_bytes(const struct sfpu_disassembly *how, const char *name, const void *bytes, size_t size,
                           sfpu_write *write, void *context)
{
    const struct dis_origin origin = {.name = name, .bytes = bytes, .size = size};

    return name && bytes ? disassemble_origin(how, &origin, write, context) : SFPU_BAD_ARGUMENT;
}
