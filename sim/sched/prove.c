/* Proves answers on the machine. */
#include "prove.h"

#include <inttypes.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "cli/run_files.h"
#include "base/fail.h"

bool proof_is_slower(const struct proof *proof)
{
    return proof->plain_cycles > 0 && proof->whole_cycles > proof->plain_cycles;
}

void proof_free(struct proof *proof)
{
    free(proof->warnings);
    *proof = (struct proof){0};
}

/* ---- Machines ---- */

/* The assembler's messages: the first error, on a line, and every warning. */
struct heard {
    struct text errors, warnings;
    bool no_memory; /* the reason of the failure */
    unsigned long include_line; /* line of the source that includes sfpu.inc; 0: no line */
    bool no_include; /* sfpu.inc could not be read: no other form of the source can be assembled either */
};

static const char found_name[] = "found.s"; /* the source's name in messages */

/* Returns the line that includes sfpu.inc, counted from 1, or 0 if the source does not include it. */
static unsigned long find_include_line(const struct text *source)
{
    static const char include[] = "\n    .include \"sfpu.inc\"\n";
    const char *at = source->data ? memmem(source->data, source->size, include, sizeof include - 1) : NULL;
    unsigned long line = 2; /* after the line feed that is found */

    for (const char *c = source->data; at && c < at; c++)
        line += *c == '\n';
    return at ? line : 0;
}

static void hear_diagnostic(void *context, const struct sfpu_diagnostic *d)
{
    struct heard *h = context;

    /* The line has nothing but the directive, whose only error is a file that cannot be read. */
    h->no_include |= strcmp(d->severity, "error") == 0 && d->line > 0 && d->line == h->include_line && d->file &&
                     strcmp(d->file, found_name) == 0;
    if (strcmp(d->severity, "error") != 0)
        text_add(&h->warnings, d->printed, strlen(d->printed));
    else if (h->errors.size == 0 && d->line)
        text_print(&h->errors, "%s:%lu:%lu: %s", d->file, d->line, d->column, d->text);
    else if (h->errors.size == 0)
        text_print(&h->errors, "%s%s%s", d->file ? d->file : "", d->file ? ": " : "", d->text);
}

static void heard_free(struct heard *h)
{
    text_free(&h->errors);
    text_free(&h->warnings);
    *h = (struct heard){{0}};
}

static char *copy_text(const struct text *text)
{
    return text->failed ? NULL : strndup(text->data ? text->data : "", text->size);
}

/* Returns NULL if memory ran out. */
static char *copy_errors(const struct heard *h)
{
    return h->no_memory ? NULL : copy_text(&h->errors);
}

static bool prepare_candidate_machine(void *context, sfpu_machine *m, char **error)
{
    const struct sfp_machine_options *o = ((const struct prove_wants *)context)->machine;
    const struct sfpu_running running = machine_running(o);

    sfpu_configure_runs(m, &running);
    if (machine_initialise(o, m, m) ||
        (o->dst_format != SFPU_ANY_FORMAT && sfpu_configure_format(m, o->dst_format) != SFPU_OK) ||
        machine_apply(o, m))
        return fail_with(error, "the machine rejects its options");
    return true;
}

static sfpu_machine *open_proving_machine(enum sfp_arch arch, struct heard *heard)
{
    const struct sfpu_options options = {.size = sizeof options,
                                         .arch = arch == SFP_WH ? SFPU_WORMHOLE : SFPU_BLACKHOLE};
    sfpu_machine *m;

    if (sfpu_open(&options, &m) != SFPU_OK)
        return NULL;
    sfpu_on_diagnostic(m, hear_diagnostic, heard);
    return m;
}

bool prove_finds_include(enum sfp_arch arch)
{
    static const char source[] = "    .include \"sfpu.inc\"\n    sfpnop\n";
    struct heard heard = {{0}};
    sfpu_machine *m = open_proving_machine(arch, &heard);
    const bool found = !m || sfpu_load_text(m, found_name, source, sizeof source - 1) != SFPU_BAD_SOURCE;

    sfpu_close(m);
    heard_free(&heard);
    return found;
}

/* Returns a machine with the source in this form loaded, or NULL after messages in *heard or without memory. */
static sfpu_machine *load_candidate_source(const struct source *source, const struct source_form *form,
                                           size_t iterations, struct heard *heard)
{
    sfpu_machine *m = open_proving_machine(source->body->arch, heard);
    struct text text = {0};
    int code = SFPU_NO_MEMORY;

    source_print(source, form, iterations, &text);
    heard->include_line = find_include_line(&text);
    if (m && !text.failed)
        code = sfpu_load_text(m, found_name, text.data, text.size);
    text_free(&text);
    heard->no_memory |= code == SFPU_NO_MEMORY || heard->errors.failed || heard->warnings.failed;
    if (code == SFPU_OK && !heard->no_memory)
        return m;
    sfpu_close(m);
    return NULL;
}

/* Keeps the machine as the best so far, or closes it. */
static void keep_best_form(sfpu_machine *m, const struct source_form *form, const struct heard *heard,
                           sfpu_machine **best, struct proof *proof)
{
    if (!m || (*best && heard->warnings.size > 0)) {
        sfpu_close(m);
        return;
    }
    sfpu_close(*best);
    free(proof->warnings);
    *best = m;
    proof->form = form;
    proof->warned = heard->warnings.size > 0;
    proof->warnings = proof->warned ? copy_text(&heard->warnings) : NULL;
}

/* Loads the source in the first form without a warning, or else in the first form that assembles. */
static sfpu_machine *load_best_form(const struct source *source, struct proof *proof, char **error)
{
    sfpu_machine *best = NULL;
    bool no_memory = false, no_include = false;

    *error = NULL;
    for (size_t i = 0; i < SOURCE_FORMS && !no_memory && !no_include && !(best && !proof->warned); i++) {
        struct heard heard = {{0}};
        sfpu_machine *m = load_candidate_source(source, &source_forms[i], source_iterations(source), &heard);

        if (!m && !*error)
            *error = copy_errors(&heard);
        keep_best_form(m, &source_forms[i], &heard, &best, proof);
        no_include = heard.no_include;
        no_memory = heard.no_memory || (!best && !*error) || (proof->warned && !proof->warnings);
        heard_free(&heard);
    }
    if ((best && !no_include) || no_memory) {
        free(*error);
        *error = NULL;
    }
    if (!no_memory && !no_include)
        return best;
    sfpu_close(best);
    return NULL;
}

/* ---- Findings ---- */

#define FLAGS_CLASH "flags-clash"

/* Is the finding dst-mixed or dst-halves, about cells of Dst in the plain kernel's order, and found in the plain
 * kernel too? */
static bool is_plain_finding(sfpu_machine *plain, const struct sfpu_finding *finding)
{
    struct sfpu_finding other = {.size = sizeof other};

    if (strcmp(finding->name, "dst-mixed") != 0 && strcmp(finding->name, "dst-halves") != 0)
        return false;
    for (size_t i = 0; sfpu_get_finding(plain, i, &other) == SFPU_OK; i++)
        if (strcmp(other.name, finding->name) == 0)
            return true;
    return false;
}

/* Is the finding flags-clash, which the assembler has warned of? Operations then work under the old flags. */
static bool is_meant_clash(const struct proof *proof, const struct sfpu_finding *finding)
{
    return proof->warned && strncmp(finding->name, FLAGS_CLASH, sizeof FLAGS_CLASH - 1) == 0;
}

/* Sets *error to the finding with its place. Returns false. */
static bool fail_with_finding(const struct sfpu_finding *finding, char **error)
{
    if (!finding->file)
        return fail_with(error, "word %zu: %s [%s]", finding->index, finding->text, finding->name);
    return fail_with(error, "%s:%lu:%lu: %s [%s]", finding->file, finding->line, finding->column, finding->text,
                     finding->name);
}

/* Runs the source, and fails on findings of severity warning or error, such as an instruction that the table does
 * not have. The kernel as written keeps its own findings. */
static bool run_clean(const struct prove_wants *wants, struct proof *proof, sfpu_machine *m, bool as_written,
                      char **error)
{
    struct sfpu_finding finding = {.size = sizeof finding};
    struct sfpu_result whole = {.size = sizeof whole}, plain = {.size = sizeof plain};

    if (!prepare_candidate_machine((void *)(uintptr_t)wants, m, error))
        return false;
    sfpu_limit_findings(m, SFPU_WARNING, 0);
    if (sfpu_run(m, 1) != SFPU_OK || sfpu_get_result(m, &whole) != SFPU_OK)
        return fail_with(error, "%s", sfpu_error(m));
    if (wants->plain && sfpu_get_result(wants->plain, &plain) != SFPU_OK)
        return fail_with(error, "%s", sfpu_error(wants->plain));
    proof->whole_cycles = whole.cycles;
    proof->plain_cycles = plain.cycles;
    for (size_t i = 0; sfpu_get_finding(m, i, &finding) == SFPU_OK; i++)
        if (as_written || is_plain_finding(wants->plain, &finding))
            proof->as_plain = true;
        else if (is_meant_clash(proof, &finding))
            proof->clashes = true;
        else
            return fail_with_finding(&finding, error);
    return true;
}

/* ---- Cycles ---- */

static bool count_run_cycles(const struct prove_wants *wants, const struct source *source,
                             const struct source_form *form, size_t iterations, uint64_t *cycles, char **error)
{
    struct sfpu_result result = {.size = sizeof result};
    struct heard heard = {{0}};
    sfpu_machine *m = load_candidate_source(source, form, iterations, &heard);
    bool good = m && prepare_candidate_machine((void *)(uintptr_t)wants, m, error);

    if (!m)
        *error = copy_errors(&heard);
    else if (good && (sfpu_run(m, 1) != SFPU_OK || sfpu_get_result(m, &result) != SFPU_OK))
        good = fail_with(error, "%s", sfpu_error(m));
    *cycles = result.cycles;
    heard_free(&heard);
    sfpu_close(m);
    return good;
}

/* Measures some iterations, then PROVE_ITERATIONS more, and subtracts. Both numbers leave the remainder that the
 * kernel's own number leaves, divided by any number of turns, so that the form fits them too. */
bool prove_cycles(const struct prove_wants *wants, const struct source *source, const struct source_form *form,
                  uint64_t *cycles, char **error)
{
    const size_t few = source_iterations(source) % PROVE_ITERATIONS + PROVE_ITERATIONS;
    uint64_t some, more;

    if (!count_run_cycles(wants, source, form, few, &some, error) ||
        !count_run_cycles(wants, source, form, few + PROVE_ITERATIONS, &more, error))
        return false;
    *cycles = more - some;
    return true;
}

/* Checks the measured cycles against the period. A kernel as written may miss a multiple of the period. */
static bool measure_period(const struct prove_wants *wants, const struct source *source, struct proof *proof,
                           char **error)
{
    const unsigned period = source->answer->wants.period;

    if (!prove_cycles(wants, source, proof->form, &proof->cycles, error))
        return false;
    return proof->cycles == (uint64_t)period * PROVE_ITERATIONS || source->answer->as_written ||
           fail_with(error, "%d more iterations take %" PRIu64 " cycles, at a period of %u", PROVE_ITERATIONS,
                     proof->cycles,
                     period);
}

/* ---- Values ---- */

static bool compare_results(const struct prove_wants *wants, enum sfp_arch arch, sfpu_machine *m, struct proof *proof,
                            char **error)
{
    const struct comparison_wants how = {.arch = arch,
                                         .begin = prepare_candidate_machine,
                                         .stop = wants->stop,
                                         .context = wants->context,
                                         .operands = wants->operands,
                                         .carries = wants->carries,
                                         .all = wants->all,
                                         .goes_on = wants->goes_on,
                                         .workers = wants->workers,
                                         .begin_context = (void *)(uintptr_t)wants};

    return compare_kernels(&how, (const uint32_t *const[]){wants->words, sfpu_words(m)},
                           (const size_t[]){wants->count, sfpu_word_count(m)}, &proof->compared, error);
}

/* Assembles the source with numbers in place of the kernel's names for constants, and compares the words. */
static bool compare_unnamed(const struct source *source, const struct source_form *form, const sfpu_machine *m,
                            char **error)
{
    struct kept_names numbers = *source->kept;
    struct source unnamed = *source;
    struct heard heard = {{0}};
    sfpu_machine *other;
    bool equal;

    numbers.as_numbers = true;
    unnamed.kept = &numbers;
    other = load_candidate_source(&unnamed, form, source_iterations(source), &heard);
    equal = other && sfpu_word_count(other) == sfpu_word_count(m) &&
            memcmp(sfpu_words(other), sfpu_words(m), sfpu_word_count(m) * sizeof *sfpu_words(m)) == 0;
    if (!other)
        *error = copy_errors(&heard);
    else if (!equal)
        fail_with(error, "the names of constants change the words of the source");
    heard_free(&heard);
    sfpu_close(other);
    return equal;
}

bool prove_answer(const struct prove_wants *wants, const struct source *source, struct proof *proof, char **error)
{
    sfpu_machine *m;
    bool good;

    *proof = (struct proof){0};
    m = load_best_form(source, proof, error);
    if (!m)
        return false;
    good = (!source->kept || compare_unnamed(source, proof->form, m, error)) &&
           run_clean(wants, proof, m, source->answer->as_written, error) &&
           measure_period(wants, source, proof, error) && compare_results(wants, source->body->arch, m, proof, error);
    sfpu_close(m);
    return good;
}

/* ---- Tables in files ---- */

/* Reads the first schedule from JSON; its period is 0 without a schedule. False if memory ran out. */
static bool parse_table(const struct text *table, struct checked_table *read)
{
    json_t *document = json_loadb(table->data, table->size, 0, NULL);
    const json_t *first = json_array_get(json_object_get(document, "schedules"), 0);
    const bool good = document;

    read->period = (unsigned)json_integer_value(json_object_get(first, "period"));
    read->step = (unsigned)json_integer_value(json_object_get(first, "step"));
    json_decref(document);
    return good;
}

static int add_table_bytes(void *text, const char *bytes, size_t size)
{
    text_add(text, bytes, size);
    return ((struct text *)text)->failed;
}

/* Reads the file's first schedule. */
static bool read_table(const struct prove_wants *wants, enum sfp_arch arch, const char *path,
                       struct checked_table *read, char **error)
{
    struct heard heard = {{0}};
    const struct sfpu_assembly how = {.size = sizeof how, .arch = arch == SFP_WH ? SFPU_WORMHOLE : SFPU_BLACKHOLE,
                                      .include_dirs = wants->machine->include_dirs,
                                      .include_dir_count = wants->machine->include_dir_count,
                                      .diagnose = hear_diagnostic, .context = &heard};
    struct text table = {0};
    sfpu_program *program;
    const int code = sfpu_is_assembly(path) ? sfpu_assemble_files(&how, &path, 1, &program)
                                            : sfpu_read_program(path, hear_diagnostic, &heard, &program);

    *read = (struct checked_table){0};
    if (code != SFPU_OK) {
        heard.no_memory |= code == SFPU_NO_MEMORY;
        *error = copy_errors(&heard);
    } else {
        if (sfpu_program_write(program, SFPU_TABLE, NULL, add_table_bytes, &table) == SFPU_OK &&
            parse_table(&table, read) && read->period == 0)
            fail_with(error, "%s: no .schedule with its .schedule_loop", path);
        sfpu_program_free(program);
    }
    text_free(&table);
    heard_free(&heard);
    return read->period > 0;
}

bool prove_file(const struct prove_wants *wants, enum sfp_arch arch, const char *path, struct proof *proof,
                struct checked_table *table, char **error)
{
    const struct sfpu_assembly how = {.size = sizeof how, .read = run_file_source,
                                      .include_dirs = wants->machine->include_dirs,
                                      .include_dir_count = wants->machine->include_dir_count};
    struct heard heard = {{0}};
    sfpu_machine *m;
    int code;
    bool good;

    *proof = (struct proof){0};
    *error = NULL;
    if (!read_table(wants, arch, path, table, error) || !(m = open_proving_machine(arch, &heard)))
        return false;
    sfpu_configure_assembly(m, &how);
    code = sfpu_load_file(m, path);
    good = code == SFPU_OK || (code != SFPU_NO_MEMORY && fail_with(error, "%s", sfpu_error(m)));
    proof->warned = heard.warnings.size > 0 || heard.warnings.failed;
    good = good && run_clean(wants, proof, m, false, error) && compare_results(wants, arch, m, proof, error);
    heard_free(&heard);
    sfpu_close(m);
    return good;
}
