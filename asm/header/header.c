/* Makes a header of a program, and checks it by recording. */
#include "header.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "cli/record_program.h"
#include "dis/dis.h"
#include "text.h"

/* Returns the number of words in the program's regions named "init", which must be its first words; SIZE_MAX without
 * such a region. Sets *error if the region is elsewhere. */
static size_t find_init_region(const sfpu_program *program, char **error)
{
    size_t first, end, setup = 0;
    bool named = false;
    const char *name;

    for (size_t i = 0; (name = sfpu_program_region(program, i, &first, &end)); i++) {
        if (strcmp(name, "init") != 0)
            continue;
        if (first != setup)
            fail_with(error, "region 'init' begins at word %zu: its words must be the program's first", first);
        named = true;
        setup = end;
    }
    return named ? setup : SIZE_MAX;
}

/* Checks that each word has a spelling as the vendor's macro. */
static bool check_spelling(const struct header_kernel *k, char **error)
{
    char text[SFP_DISASSEMBLY_SIZE], remark[SFP_ANNOTATION_SIZE];

    for (size_t i = 0; i < k->request->count; i++) {
        disassembly_of_word(&k->index, k->request->words[i], SFP_SYNTAX_MACRO, text);
        if (*text != '.')
            continue;
        if (!dis_remark(&k->index, k->request->words[i], SFP_SYNTAX_MACRO, remark))
            strcpy(remark, "no instruction");
        return fail_with(error, "word %zu, 0x%08" PRIx32 ", has no macro of the vendor's: %s", i, k->request->words[i],
                         remark);
    }
    return true;
}

static bool check_threads(const sfpu_program *program, char **error)
{
    for (size_t i = 0; i < sfpu_program_word_count(program); i++)
        if (sfpu_program_thread(program, i) != SFPU_THREAD_MATH)
            return fail_with(error, "word %zu is for the %s thread: a header is for one thread, math", i,
                             sfpu_thread_name(sfpu_program_thread(program, i)));
    return true;
}

bool header_take_program(struct header_request *request, const sfpu_program *program, char **error)
{
    *error = NULL;
    request->arch = sfpu_program_arch(program);
    request->words = sfpu_program_words(program);
    request->count = sfpu_program_word_count(program);
    request->init = sfpu_program_init(program);
    request->setup = find_init_region(program, error);
    return !*error && check_threads(program, error);
}

/* ---- The check ---- */

static bool compare_words(const struct header_kernel *k, const sfpu_program *recorded, char **error)
{
    const size_t count = sfpu_program_word_count(recorded);
    const uint32_t *words = sfpu_program_words(recorded);

    for (size_t i = 0; i < count && i < k->request->count; i++)
        if (words[i] != k->request->words[i])
            return fail_with(error, "the header gives other words: word %zu is 0x%08" PRIx32 ", expected 0x%08" PRIx32,
                             i, words[i], k->request->words[i]);
    return count == k->request->count
        || fail_with(error, "the header gives %zu words, expected %zu", count, k->request->count);
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

/* Records the header's functions, and compares the words. */
static bool check_header(const struct header_kernel *k, const struct text *header, FILE *messages, char **error)
{
    const bool has_init = k->shape.setup > 0;
    struct recorded_program recorded = {0};
    struct text init = {0}, calculate = {0};
    bool done;

    text_print(&init, "_init_%s_()", k->request->name);
    text_add_char(&init, '\0');
    text_print(&calculate, "_calculate_%s_", k->request->name);
    if (k->shape.turns > 0)
        text_print(&calculate, "<%zu>", header_iterations(k));
    text_print(&calculate, "()");
    text_add_char(&calculate, '\0');
    done = !init.failed && !calculate.failed
        && record_calls_of(k, (const char *const[]){init.data, calculate.data} + !has_init,
                           (size_t)has_init + header_calculates(k), header, messages, &recorded)
        && compare_words(k, recorded.program, error);
    recorded_program_free(&recorded);
    text_free(&init);
    text_free(&calculate);
    return done;
}

bool header_make(const struct header_request *request, FILE *messages, struct text *text, char **error)
{
    struct header_kernel k = {.request = request};
    bool lost, done;

    *error = NULL;
    sfp_index_init(&k.index, (enum sfp_arch)request->arch);
    if (!check_spelling(&k, error))
        return false;
    k.shape = shape_find(&k.index, request->words, request->count, request->setup, &lost);
    done = !lost && figures_measure(request->arch, request->init, request->words, request->count, &k.shape, &k.figures);
    if (done) {
        header_write(&k, text);
        done = !text->failed && check_header(&k, text, messages, error);
    }
    figures_free(&k.figures);
    return done;
}
