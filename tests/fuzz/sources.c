/* One run of the assembler on text, and the promises. */
#include "sources.h"

#include "fuzz.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "dis/dis.h"
#include "base/terminal.h"

enum { MOST_EXPANSION = 1 << 16, MOST_WORDS = 256, MOST_TURNS = 32, MOST_REPEATING = 3 };

/* ---- What is not assembled ---- */

static bool has(const char *text, const char *word)
{
    return strcasestr(text, word);
}

/* Words of the text that can make a part of it count more than once. */
static unsigned count_repeating(const char *text)
{
    static const char *const words[] = {".rep", ".irp", ".macro", "for", "while", "#define"};
    unsigned count = 0;

    for (unsigned i = 0; i < sizeof words / sizeof *words; i++)
        for (const char *at = text; (at = strcasestr(at, words[i])); at++)
            count++;
    return count;
}

static bool has_large_number(const char *text)
{
    for (const char *at = text; *at; at++) {
        char *end;

        if (!isdigit((unsigned char)*at))
            continue;
        if (strtoull(at, &end, 0) > MOST_TURNS || end == at)
            return true;
        at = end - 1;
    }
    return false;
}

/*
 * Would it read other files, or repeat itself often? Sources may ask for both; a repetition of a repetition of a large
 * number is slow and nothing to report. Where something repeats, numbers must be small and plain.
 */
static bool unsuitable(const char *text)
{
    unsigned repeating;

    if (has(text, "include") || has(text, "incbin"))
        return true;
    repeating = count_repeating(text);
    return repeating > MOST_REPEATING
           || (repeating > 0 && (has(text, "<<") || has(text, "*") || has_large_number(text)));
}

/* The same for text with NULs in it, which end the text for the functions above. */
static bool is_suitable(const char *text, size_t size)
{
    char *copy = fuzz_memory(malloc(size + 1));
    bool suitable;

    for (size_t i = 0; i < size; i++)
        copy[i] = (char)(text[i] ? text[i] : '\n');
    copy[size] = '\0';
    suitable = !unsuitable(copy);
    free(copy);
    return suitable;
}

/* ---- A run ---- */

/* What was said, as far as two runs are compared by it. */
struct said {
    size_t errors;
    size_t diagnostics;
    uint64_t sum;
};

static uint64_t mix(uint64_t sum, const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++)
        sum = (sum ^ (unsigned char)text[i]) * UINT64_C(0x100000001B3);
    return sum;
}

static void check_place(const struct sfp_diagnostic *d)
{
    /* The one error that is about no line. */
    static const char nothing[] = "no instructions";

    if (d->error && !d->file)
        fuzz_fail("an error without a file: %s", d->text);
    /* A marker can call the line 0, as the preprocessor's own do; then it is there all the same. */
    if (d->error && (d->column == 0 || !d->source) && strcmp(d->text, nothing) != 0)
        fuzz_fail("an error without a line: %s", d->text);
    /* The end of a source can lie behind a carriage return, which its line is shown without. */
    if (d->source && (d->column == 0 || d->begin > d->source_length + 1))
        fuzz_fail("column %lu of %zu bytes: %s", d->column, d->source_length, d->text);
}

/* A terminal gets no byte of a source that it would act on. */
static void check_shown(const struct sfp_diagnostic *d)
{
    char *text = NULL;
    size_t size = 0;
    FILE *stream = fuzz_memory(open_memstream(&text, &size));

    diagnostic_write(stream, d, false);
    fclose(stream);
    fuzz_memory(text);
    for (size_t i = 0; i < size;) {
        const size_t shown = text[i] == '\n' ? 1 : shown_size(text + i, size - i);

        if (!shown)
            fuzz_fail("byte %02x is printed, of: %s", (unsigned char)text[i], d->text);
        i += shown;
    }
    free(text);
}

static void listen(void *context, const struct sfp_diagnostic *d)
{
    struct said *said = context;

    fuzz_sink(&said->errors, d);
    check_place(d);
    check_shown(d);
    said->diagnostics++;
    said->sum = mix(said->sum ^ d->line << 32 ^ d->column, d->text, strlen(d->text));
}

static bool run(const struct sfp_asm_options *options, const char *text, size_t size, struct said *said,
                struct sfp_program *program)
{
    struct sfp_asm_options these = *options;
    const struct sfp_asm_source source = {.path = "fuzz.s", .text = text, .size = size};
    bool assembled;

    *said = (struct said){0};
    these.sink = listen;
    these.max_expansion = MOST_EXPANSION;
    these.context = said;
    assembled = assembly_make(&these, &source, 1, program);
    if (assembled != (said->errors == 0))
        fuzz_fail("%zu errors, and %s", said->errors, assembled ? "a program all the same" : "no program");
    if (these.max_errors && said->errors > these.max_errors)
        fuzz_fail("%zu errors, though %zu are the most", said->errors, these.max_errors);
    if (!assembled && (program->words || program->count))
        fuzz_fail("words in spite of errors");
    if (assembled && program->count == 0)
        fuzz_fail("a program without words");
    return assembled;
}

/* ---- Promises ---- */

static void check_places(const struct sfp_program *program)
{
    struct sfp_where where;

    for (size_t i = 0; i < program->count && i < MOST_WORDS; i++)
        if (sfp_program_where(program, i, &where) && (where.column == 0 || !where.file || !where.text))
            fuzz_fail("word %zu has no place", i);
    for (size_t i = 0; i < program->region_count; i++)
        if (program->regions[i].first >= program->regions[i].end || program->regions[i].end > program->count)
            fuzz_fail("region %s is not of words", program->regions[i].name);
    for (size_t i = 0; i < program->symbol_count; i++)
        if (!program->symbols[i].name || program->symbols[i].index > program->count)
            fuzz_fail("a label lies behind the program");
}

static void check_again(const struct sfp_asm_options *options, const char *text, size_t size, const struct said *said,
                        const struct sfp_program *program)
{
    struct said again;
    struct sfp_program second;

    if (run(options, text, size, &again, &second)) {
        if (second.count != program->count || second.arch != program->arch
            || memcmp(second.words, program->words, second.count * sizeof *second.words) != 0)
            fuzz_fail("a second run gives other words");
        sfp_program_free(&second);
    }
    if (again.errors != said->errors || again.diagnostics != said->diagnostics || again.sum != said->sum)
        fuzz_fail("a second run says something else: %zu diagnostics, then %zu", said->diagnostics,
                  again.diagnostics);
}

static void check_words(const struct sfp_program *program, enum sfp_syntax syntax)
{
    const size_t count = program->count < MOST_WORDS ? program->count : MOST_WORDS;
    char *text = fuzz_memory(malloc(SFP_DISASSEMBLY_SIZE * count));
    struct sfp_index index;
    size_t used = 0;

    sfp_index_init(&index, program->arch);
    for (size_t i = 0; i < count; i++) {
        used += disassembly_of_word(&index, program->words[i], syntax, text + used);
        text[used++] = '\n';
    }
    fuzz_reassemble(program->arch, text, used, program->words, count);
    free(text);
}

void fuzz_source(struct sfp_asm_options *options, enum fuzz_promise promise, char *text, size_t size)
{
    struct sfp_program program;
    struct said said;
    bool assembled;

    if (!is_suitable(text, size)) {
        free(text);
        return;
    }
    assembled = run(options, text, size, &said, &program);
    if (promise == FUZZ_AGAIN)
        check_again(options, text, size, &said, &program);
    free(text); /* the program must not need it */
    if (!assembled)
        return;
    if (promise == FUZZ_PLACES) {
        check_places(&program);
        if (program.count < MOST_WORDS)
            fuzz_object(&program);
    } else if (promise == FUZZ_GNU || promise == FUZZ_MACRO) {
        check_words(&program, promise == FUZZ_GNU ? SFP_SYNTAX_GNU : SFP_SYNTAX_MACRO);
    }
    sfp_program_free(&program);
}

char *fuzz_surround(struct fuzz_input in, const struct fuzz_around *around, size_t *size)
{
    const size_t before = strlen(around->before), after = strlen(around->after);
    char *text = fuzz_memory(malloc(before + in.size + after + 1));

    memcpy(text, around->before, before);
    memcpy(text + before, in.data, in.size);
    memcpy(text + before + in.size, around->after, after);
    *size = before + in.size + after;
    return text;
}

void fuzz_warnings(struct sfp_asm_options *options, bool all, bool errors)
{
    warnings_init(&options->warnings);
    for (unsigned i = 0; i < SFP_WARNINGS; i++) {
        options->warnings.on[i] = options->warnings.on[i] || all;
        options->warnings.error[i] = errors;
    }
}

int fuzz_within(struct fuzz_input in, const struct fuzz_around *arounds, size_t count)
{
    enum { BLACKHOLE = 1, ALL_WARNINGS = 2, FEW_ERRORS = 4, AROUND_LSB = 4, PROMISE_LSB = 6 };
    const unsigned chosen = fuzz_byte(&in);
    struct sfp_asm_options options = {
        .arch = chosen & BLACKHOLE ? SFP_BH : SFP_WH,
        .max_errors = chosen & FEW_ERRORS ? 1 : FUZZ_MOST_ERRORS,
    };
    size_t length;
    char *text = fuzz_surround(in, &arounds[(chosen >> AROUND_LSB) % count], &length);

    fuzz_warnings(&options, chosen & ALL_WARNINGS, false);
    fuzz_source(&options, (enum fuzz_promise)(chosen >> PROMISE_LSB), text, length);
    return 0;
}
