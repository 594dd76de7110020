/* Source text: the assembler takes it or says why not, and what it makes of it survives the disassembler. */
#include "fuzz.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "asm.h"
#include "dis.h"

enum { MOST_WORDS = 4096, MOST_TEXT = 1 << 16, MOST_TURNS = 64 };

static const char *find(const char *text, const char *word)
{
    return strcasestr(text, word);
}

/*
 * Would it read other files, or repeat itself often? Sources may ask for both; a repetition of a repetition of a large
 * number is slow and nothing to report. Where something repeats, numbers must be small and plain.
 */
static bool unsuitable(const char *text)
{
    static const char *const repeating[] = {".rept", ".irp", ".macro", "for", "while", "#define"};
    unsigned count = 0;

    if (find(text, "include") || find(text, "incbin"))
        return true;
    for (unsigned i = 0; i < sizeof repeating / sizeof *repeating; i++)
        for (const char *at = text; (at = find(at, repeating[i])); at++)
            count++;
    if (count == 0)
        return false;
    if (count > 3 || find(text, "<<") || strchr(text, '*'))
        return true;
    for (const char *at = text; *at; at++) {
        if (isdigit((unsigned char)*at)) {
            char *end;

            if (strtoull(at, &end, 0) > MOST_TURNS || end == at)
                return true;
            at = end - 1;
        }
    }
    return false;
}

static void round_trip(const struct sfp_program *program)
{
    struct sfp_index index;
    char *text = fuzz_memory(malloc(SFP_DISASSEMBLY_SIZE * program->count + 1));

    sfp_index_init(&index, program->arch);
    for (int syntax = SFP_SYNTAX_GNU; syntax <= SFP_SYNTAX_MACRO; syntax++) {
        size_t used = 0;

        for (size_t i = 0; i < program->count; i++) {
            used += sfp_disassemble(&index, program->words[i], (enum sfp_syntax)syntax, text + used);
            text[used++] = '\n';
        }
        fuzz_reassemble(program->arch, text, used, program->words, program->count);
    }
    free(text);
}

static void look_at(const struct sfp_program *program)
{
    struct sfp_where where;

    for (size_t i = 0; i < program->count; i++)
        if (sfp_program_where(program, i, &where) && (where.line == 0 || where.column == 0))
            fuzz_fail("word %zu has no place", i);
    for (size_t i = 0; i < program->region_count; i++)
        if (program->regions[i].first >= program->regions[i].end || program->regions[i].end > program->count)
            fuzz_fail("region %s is not of words", program->regions[i].name);
}

/* Input: options, then text. */
int fuzz_asm(const uint8_t *data, size_t size)
{
    enum { ARCH = 3, STRICT = 4, ALL_WARNINGS = 8, ALL_ERRORS = 16 };
    struct fuzz_input in = {data, size};
    const unsigned chosen = fuzz_byte(&in);
    char *text = fuzz_memory(malloc(in.size + 1));
    size_t errors = 0;
    struct sfp_asm_options options = {.arch = (enum sfp_arch)((chosen & ARCH) % 3), .gnu_strict = chosen & STRICT,
                                      .sink = fuzz_sink, .context = &errors};
    struct sfp_asm_source source = {.path = "fuzz.s", .text = text, .size = in.size};
    struct sfp_program program;
    bool assembled;

    memcpy(text, in.data, in.size);
    text[in.size] = '\0';
    for (size_t i = 0; i < in.size; i++)
        if (text[i] == '\0')
            text[i] = '\n';
    if (in.size > MOST_TEXT || unsuitable(text)) {
        free(text);
        return 0;
    }
    memcpy(text, in.data, in.size);
    sfp_warnings_init(&options.warnings);
    for (unsigned i = 0; i < SFP_WARNINGS; i++) {
        options.warnings.on[i] = options.warnings.on[i] || chosen & ALL_WARNINGS;
        options.warnings.error[i] = chosen & ALL_ERRORS;
    }
    assembled = sfp_assemble(&options, &source, 1, &program);
    free(text);
    if (assembled != (errors == 0))
        fuzz_fail("%zu errors, and %s", errors, assembled ? "a program all the same" : "no program");
    if (!assembled && (program.words || program.count))
        fuzz_fail("words in spite of errors");
    if (assembled && program.count && program.count <= MOST_WORDS) {
        look_at(&program);
        round_trip(&program);
    }
    if (assembled)
        sfp_program_free(&program);
    return 0;
}
