/* Reads what sfpdis is given: finds out by its content what it is, and for which arch. */
#include "dis_input.h"

#include "program/debug_table.h"
#include "util/fail.h"
#include "dis/hex_words.h"
#include "util/terminal.h"
#include "util/words.h"

#include <ar.h>
#include <stdlib.h>
#include <string.h>

/* ---- Words ---- */

/* An archive of object files, or one that only names them. */
static bool is_archive(const struct sfp_buffer *file)
{
    static const char thin[] = "!<thin>\n";

    return file->size >= SARMAG &&
           (memcmp(file->data, ARMAG, SARMAG) == 0 || memcmp(file->data, thin, SARMAG) == 0);
}

/* Is the file whole words, or text that stands for some, and is now replaced by them? */
static bool take_words(const struct dis_settings *s, struct sfp_buffer *file, char **error)
{
    if (hex_words_is(file))
        return hex_words_read(file, s->name, error);
    if (file->size == 0)
        return sfp_fail(error, "'%s' is empty", s->name);
    if (is_archive(file))
        return sfp_fail(error, "'%s' is an ar archive: extract its members (ar x) and disassemble those", s->name);
    if (file->size % SFP_WORD_BYTES != 0)
        return sfp_fail(error, "'%s' has %zu bytes, which is no whole number of %d-byte words", s->name, file->size,
                    SFP_WORD_BYTES);
    return true;
}

/* ---- The debug table ---- */

static int by_index(const void *a, const void *b)
{
    const struct sfp_symbol *x = a;
    const struct sfp_symbol *y = b;

    return (x->index > y->index) - (x->index < y->index);
}

/* Reads the debug table of plain words, and the arch from it. If there is none of theirs, *error says why. */
static enum sfp_debug_result read_table(const struct dis_settings *s, struct dis_input *input, char **error)
{
    struct sfp_program *program = &input->program;
    enum sfp_debug_result result = SFP_DEBUG_ABSENT;

    if (!input->elf && sfp_debug_is_there(s->input)) {
        program->count = input->file.size / SFP_WORD_BYTES;
        program->words = calloc(program->count + 1, sizeof *program->words);
        if (!program->words)
            return SFP_DEBUG_REFUSED;
        for (size_t i = 0; i < program->count; i++)
            program->words[i] = sfp_word_at(input->file.data + SFP_WORD_BYTES * i);
        result = sfp_debug_read(s->input, program, &program->arch, error);
    }
    if (result == SFP_DEBUG_ABSENT)
        sfp_fail(error, "'%s' has no table of sfpasm -g beside it", s->name);
    if (result == SFP_DEBUG_READ)
        qsort(program->symbols, program->symbol_count, sizeof *program->symbols, by_index);
    return result;
}

static void warn(const char *before, const char *text)
{
    sfp_print_shown(stderr, "sfpdis: warning: %s%s", before, text ? text : "out of memory");
}

/* What --source, --symbol and the arch need of the table. Without one there are no source lines, which gets a warning,
 * and no labels. */
static bool read_places(const struct dis_settings *s, struct dis_input *input, char **error)
{
    const enum sfp_debug_result result = read_table(s, input, error);

    input->has_places = result == SFP_DEBUG_READ;
    if (input->has_places)
        return true;
    if (s->range.symbol && !input->elf)
        return false;
    if (s->source)
        warn("no source lines: ", *error);
    else if (result == SFP_DEBUG_REFUSED)
        warn("", *error);
    free(*error);
    *error = NULL;
    return true;
}

/* ---- The arch ---- */

static bool find_arch(const struct dis_settings *s, struct dis_input *input, char **error)
{
    const enum sfp_arch own = input->elf ? input->code.arch : input->has_places ? input->program.arch : 0;

    input->arch = s->arch ? s->arch : own ? own : SFP_WH;
    if (input->has_places)
        return sfp_debug_agrees(s->input, s->arch, own, error);
    if (own && input->arch != own)
        return sfp_fail(error, "--arch says %s, and '%s' of '%s' that it was built for %s", sfp_arch_name(s->arch),
                    input->code.arch_place, s->name, sfp_arch_name(own));
    return true;
}

/* ---- All of it ---- */

static bool read_elf(const struct dis_settings *s, struct dis_input *input, char **error)
{
    if (!elf_read(&input->file, s->name, &s->range, &input->code, error))
        return false;
    if (input->code.compressed)
        sfp_print_shown(stderr, "sfpdis: warning: '%s' may have compressed instructions, which look like Tensix words",
                        s->name);
    return true;
}

bool dis_input_read(const struct dis_settings *s, struct dis_input *input, char **error)
{
    bool done;

    *input = (struct dis_input){0};
    *error = NULL;
    if (!sfp_map_file(s->input, &input->file, error))
        return false;
    input->elf = elf_is(&input->file);
    done = (input->elf ? read_elf(s, input, error) : take_words(s, &input->file, error)) &&
           read_places(s, input, error) && find_arch(s, input, error);
    if (!done)
        dis_input_free(input);
    return done;
}

void dis_input_free(struct dis_input *input)
{
    if (input->elf)
        elf_free(&input->code);
    sfp_program_free(&input->program);
    sfp_buffer_free(&input->file);
}
