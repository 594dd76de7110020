/* Makes a header of a program, and checks it by recording. */
#include "header.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "cli/echo.h"
#include "cli/record_program.h"
#include "dis/dis.h"
#include "kernel_error.h"
#include "text.h"

/* Finds the number of set-up words: those of the program's regions named "init", which must be its first words, or
 * SIZE_MAX without such a region. Returns false with a message in *error if such a region is elsewhere. */
static bool find_init_region(const struct header_kernel *k, const sfpu_program *program, size_t *setup, char **error)
{
    size_t first, end, before = 0;
    const char *name;

    *setup = SIZE_MAX;
    for (size_t i = 0; (name = sfpu_program_region(program, i, &first, &end)); i++) {
        if (strcmp(name, "init") != 0)
            continue;
        if (first != before)
            return fail_with(error, "%s: region 'init' begins at word %zu: its words must be the program's first",
                             k->request->source, first);
        *setup = before = end;
    }
    return true;
}

/* Checks that each word has a spelling as the vendor's macro. */
static bool check_spelling(const struct header_kernel *k, char **error)
{
    char text[SFP_DISASSEMBLY_SIZE], remark[SFP_ANNOTATION_SIZE];

    for (size_t i = 0; i < k->count; i++) {
        disassembly_of_word(&k->index, k->words[i], SFP_SYNTAX_MACRO, text);
        if (*text != '.')
            continue;
        if (!dis_remark(&k->index, k->words[i], SFP_SYNTAX_MACRO, remark))
            strcpy(remark, "no instruction");
        return fail_with(error, "%s: word %zu, 0x%08" PRIx32 ", has no macro of the vendor's: %s", k->request->source,
                         i, k->words[i], remark);
    }
    return true;
}

static bool check_threads(const struct header_kernel *k, const sfpu_program *program, char **error)
{
    for (size_t i = 0; i < sfpu_program_word_count(program); i++)
        if (sfpu_program_thread(program, i) != SFPU_THREAD_MATH)
            return fail_with(error, "%s: word %zu is for the %s thread: a header is for one thread, math",
                             k->request->source, i, sfpu_thread_name(sfpu_program_thread(program, i)));
    return true;
}

/* ---- The check ---- */

static bool compare_words(const struct header_kernel *k, const sfpu_program *recorded, char **error)
{
    const size_t count = sfpu_program_word_count(recorded);
    const uint32_t *words = sfpu_program_words(recorded);

    for (size_t i = 0; i < count && i < k->count; i++)
        if (words[i] != k->words[i])
            return fail_with(error, "the header gives other words: word %zu is 0x%08" PRIx32 ", expected 0x%08" PRIx32,
                             i, words[i], k->words[i]);
    return count == k->count
        || fail_with(error, "the header gives %zu words, expected %zu", count, k->count);
}

static bool record_calls_of(const struct header_kernel *k, const char *const *calls, size_t count,
                            const struct text *header, FILE *messages, struct recorded_program *recorded)
{
    const struct sfp_recording recording = {
        .arch = sfpu_arch_name((int)k->index.arch),
        .calls = calls,
        .call_count = count,
        .text = header->data,
        .text_size = header->size,
    };

    return record_program(&recording, k->request->tool, messages, recorded);
}

/* Records the header's functions, and compares the words. Returns false with a message in *error, or after setting
 * *told if `messages` has the reason. */
static bool check_header(const struct header_kernel *k, const struct text *header, FILE *messages, bool *told,
                         char **error)
{
    struct recorded_program recorded = {0};
    bool done = record_calls_of(k, k->calls.list, k->calls.count, header, messages, &recorded);

    *told = !done;
    done = done && compare_words(k, recorded.program, error);
    recorded_program_free(&recorded);
    return done;
}

/* Writes the header's text, and checks it. */
static bool write_checked(const struct header_kernel *k, FILE *messages, struct text *text, bool *told, char **error)
{
    header_write(k, text);
    return !text->failed && check_header(k, text, messages, told, error);
}

/* Measures the error of the header in *text, and writes the header again, with it. */
static bool add_error(struct header_kernel *k, FILE *messages, struct text *text, bool *told, char **error)
{
    if (k->figures.failure)
        return fail_with(error, "--sweep: %s", k->figures.failure);
    if (!kernel_error_measure(k, text, told, error))
        return false;
    text_free(text);
    return write_checked(k, messages, text, told, error);
}

/* Finds the shape and the figures of the program whose words are in `k`. Returns false with a message in *error. */
static bool measure_program(struct header_kernel *k, const sfpu_program *program, char **error)
{
    size_t setup;
    bool lost = false;

    if (!check_threads(k, program, error) || !find_init_region(k, program, &setup, error) || !check_spelling(k, error))
        return false;
    k->shape = shape_find(&k->index, k->words, k->count, setup, &lost);
    return !lost && figures_measure(sfpu_program_arch(program), sfpu_program_init(program), k->words, k->count,
                                    &k->shape, &k->figures);
}

/* Writes a warning if the measured run has errors or warnings. Returns false if memory ran out. */
static bool warn_of_findings(const struct header_kernel *k, FILE *messages)
{
    struct text found = {0};
    bool done;

    if (!k->figures.finding)
        return true;
    figures_put_findings(&k->figures, &found);
    text_add_char(&found, '\0');
    done = !found.failed;
    if (done)
        echo_print(messages, "%s: warning: the run that measures the header's cycles has %s: see sfpsim check",
                   k->request->tool, found.data);
    text_free(&found);
    return done;
}

bool header_make(const struct header_request *request, const sfpu_program *program, FILE *messages, struct text *text)
{
    struct header_kernel k = {.request = request, .words = sfpu_program_words(program),
                              .count = sfpu_program_word_count(program),
                              .selected = sfpu_program_selected(program, 0, SIZE_MAX)};
    char *error = NULL;
    bool told = false, done;

    sfp_index_init(&k.index, (enum sfp_arch)sfpu_program_arch(program));
    done = measure_program(&k, program, &error) && header_calls_list(&k)
        && write_checked(&k, messages, text, &told, &error)
        && (!request->sweep || add_error(&k, messages, text, &told, &error))
        && warn_of_findings(&k, messages);
    if (!done && !told)
        echo_print(messages, "%s: error: %s", request->tool, error ? error : NO_MEMORY);
    free(error);
    header_calls_free(&k.calls);
    figures_free(&k.figures);
    return done;
}
