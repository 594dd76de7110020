/* Records programs from C++: from the calls to a program. */
#include "record.h"

#include "isa/arch.h"
#include "record_parts.h"
#include "base/fail.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* A recording in progress. */
struct work {
    const struct sfp_recording *recording;
    struct command compiler; /* command with the options common to every step */
    bool sfpi;               /* the user has sfpi headers */
    enum sfp_arch arch;
    struct text *messages;
    char **error;
    bool refused;
};

__attribute__((format(printf, 2, 3))) static bool fail_recording(const struct work *w, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    *w->error = format_text(format, arguments);
    va_end(arguments);
    return false;
}

/* ---- Arch ---- */

static bool is_defined(const struct sfp_recording *r, const char *name)
{
    const size_t length = strlen(name);

    for (size_t i = 0; i < r->define_count; i++)
        if (strncmp(r->defines[i], name, length) == 0 && (!r->defines[i][length] || r->defines[i][length] == '='))
            return true;
    return false;
}

/* Chooses the arch by the request, or by a definition, as in the vendor's builds. Returns false if the two disagree. */
static bool choose_arch(struct work *w)
{
    const struct sfp_recording *r = w->recording;
    const struct sfp_arch_facts *defined = NULL;
    enum sfp_arch stated = SFP_WH;

    if (r->arch && !sfp_arch_parse(r->arch, &stated))
        return fail_recording(w, "no arch '%s'", r->arch);
    for (unsigned i = 0; i < SFP_ARCHES; i++) {
        if (!is_defined(r, sfp_arches[i].macro))
            continue;
        if (defined)
            return fail_recording(w, "-D %s contradicts -D %s", defined->macro, sfp_arches[i].macro);
        defined = &sfp_arches[i];
        w->arch = (enum sfp_arch)(1 << i);
    }
    if (defined && r->arch && stated != w->arch)
        return fail_recording(w, "-D %s contradicts --arch=%s", defined->macro, sfp_arch_name(stated));
    if (!defined)
        w->arch = stated;
    return true;
}

/* ---- Compiling ---- */

static void add_joined(struct command *command, const char *option, const char *value)
{
    char *word;

    if (asprintf(&word, "%s%s", option, value) < 0) {
        command->failed = true;
        return;
    }
    command_add(command, word);
    free(word);
}

static void add_common(struct work *w)
{
    /* The map makes clang say kernel.h, as g++ does, instead of ./kernel.h. */
    static const char *const always[] = {"-std=gnu++17", "-O0", "-Wno-unknown-pragmas", "-fmacro-prefix-map=./="};
    static const char *const for_sfpi[] = {"-g1", "-fno-omit-frame-pointer", "-Wno-deprecated-declarations"};
    const struct sfp_recording *r = w->recording;
    struct command *c = &w->compiler;
    char errors[32];

    for (size_t i = 0; i < sizeof always / sizeof always[0]; i++)
        command_add(c, always[i]);
    for (size_t i = 0; w->sfpi && i < sizeof for_sfpi / sizeof for_sfpi[0]; i++)
        command_add(c, for_sfpi[i]);
    if (r->no_warnings)
        command_add(c, "-w");
    snprintf(errors, sizeof errors, "-fmax-errors=%zu", r->max_errors);
    if (r->max_errors)
        command_add(c, errors);
    if (!is_defined(r, sfp_arch_facts(w->arch)->macro))
        add_joined(c, "-D", sfp_arch_facts(w->arch)->macro);
    for (size_t i = 0; i < r->define_count; i++)
        add_joined(c, "-D", r->defines[i]);
    add_joined(c, "-I", r->directory);
    for (size_t i = 0; i < r->include_dir_count; i++)
        add_joined(c, "-I", r->include_dirs[i]);
}

/* A run of the compiler: its options, and its input and output files in the directory. */
struct step {
    const char *const *options; /* last options, up to a NULL */
    const char *input;
    const char *output; /* output of the preprocessor; NULL: the step makes the program */
    bool dependencies;  /* the step writes dependencies if the recording wants them */
};

static const char *const to_make[] = {"-x", "c++", "-", NULL};
static const char *const to_preprocess[] = {"-E", "-x", "c++", "-", NULL};
static const char *const preprocessed[] = {"-x", "c++-cpp-output", "-", NULL};

static void add_path_option(struct command *c, const char *option, const char *directory, const char *name)
{
    char *path = record_path(directory, name);

    command_add(c, option);
    if (path)
        command_add(c, path);
    c->failed |= !path;
    free(path);
}

static void add_step(struct command *c, const struct work *w, const struct step *step)
{
    const struct sfp_recording *r = w->recording;

    for (size_t i = 0; i < w->compiler.count; i++)
        command_add(c, w->compiler.words[i]);
    if (r->dependencies && step->dependencies) {
        command_add(c, "-MMD");
        add_path_option(c, "-MF", r->directory, RECORD_DEPENDENCIES);
    }
    if (!step->output)
        add_path_option(c, "-o", r->directory, RECORD_PROGRAM);
    for (const char *const *option = step->options; *option; option++)
        command_add(c, *option);
}

/* Reports why the process `what` was ended. Returns false. */
static bool fail_ended(const struct work *w, const char *what, const struct ending *ending)
{
    switch (ending->why) {
    case ENDED_FLOODED: return fail_recording(w, "%s printed more than %d bytes", what, RECORD_MOST_MESSAGES);
    case ENDED_STOPPED:
        return fail_recording(w, "%s stopped on a signal, and did not go on: %s", what, strsignal(ending->signal));
    case ENDED_LATE: return fail_recording(w, "%s did not end in time", what);
    case ENDED_ITSELF: break;
    }
    return false;
}

/* Runs the process `what`. Returns false with an error if the process could not run or was ended by host_run(). */
static bool run_to_end(const struct work *w, const struct process *p, const char *what, int *status)
{
    struct ending ending;

    if (!host_run(p, &ending))
        return fail_recording(w, "cannot run %s: %s", what, strerror(errno));
    *status = ending.status;
    return ending.why == ENDED_ITSELF || fail_ended(w, what, &ending);
}

/* Reports that the sfpi headers may be of another release than the kernel: kernels and sfpi headers go together by
 * release. */
static bool fail_by_release(const struct work *w, const char *name)
{
    char *folder = user_headers_find(w->recording), *release = folder ? user_headers_release(folder) : NULL;

    if (release)
        fail_recording(w, "%s could not compile the calls: the sfpi headers in '%s' are %s, and the kernel may be for "
                       "another release: tests/sfpi-version in tt-llk names the release of its kernels", name,
                       folder, release);
    free(folder);
    free(release);
    return false;
}

static bool fail_to_compile(const struct work *w, const char *name)
{
    const char *reason = messages_reason(w->messages, w->sfpi);

    if (messages_want_memory(w->messages))
        return fail_recording(w, "%s could not compile the calls: it needs more than its limit of %d MiB of memory",
                              name, RECORD_MEMORY_MIB);
    if (!reason && w->sfpi && messages_name_sfpi(w->messages))
        return fail_by_release(w, name);
    return fail_recording(w, "%s could not compile the calls%s%s", name, reason ? ": " : "", reason ? reason : "");
}

/* Runs a step of the compiler. Returns false with an error if the step failed. */
static bool compile_step(const struct work *w, const struct step *step)
{
    struct command command = {0};
    char *input = record_path(w->recording->directory, step->input);
    char *output = step->output ? record_path(w->recording->directory, step->output) : NULL;
    const struct process process = {&command, input, output, w->messages, 0, w->recording->child};
    char *name;
    int status;
    bool done;

    if (asprintf(&name, "'%s'", w->compiler.words[0]) < 0)
        name = NULL;
    done = name;
    add_step(&command, w, step);
    if (done && input && (output || !step->output) && !command.failed) {
        done = run_to_end(w, &process, name, &status);
        if (w->sfpi)
            messages_name_linked(w->messages, w->recording->directory);
        done = done && (status == 0 || fail_to_compile(w, name));
    } else {
        done = false;
    }
    command_free(&command);
    free(name);
    free(input);
    free(output);
    return done;
}

/* ---- Loops with an unroll count from a template parameter ---- */

static const char unroll[] = "pragma GCC unroll";

/* Did the compiler refuse an unroll count? gcc before version 14 refuses a template parameter, and clang refuses 0. */
static bool was_unrolling_refused(const struct work *w)
{
    return w->messages->data && memmem(w->messages->data, w->messages->size, unroll, strlen(unroll));
}

/* Blanks the unroll directives, which change no result. */
static void blank_unrolling(struct sfp_buffer *text)
{
    for (char *line = text->data, *end; line < text->data + text->size; line = end + 1) {
        const char *hash = line + strspn(line, " \t");
        const char *word = hash + 1 + strspn(hash + (*hash == '#'), " \t");

        end = line + strcspn(line, "\n");
        if (*hash == '#' && strncmp(word, unroll, strlen(unroll)) == 0)
            memset(line, ' ', (size_t)(end - line));
    }
}

static bool compile_without_unrolling(const struct work *w)
{
    static const struct step preprocess = {to_preprocess, RECORD_SOURCE, RECORD_PREPROCESSED, true};
    static const struct step finish = {preprocessed, RECORD_PREPROCESSED, NULL, false};
    const char *directory = w->recording->directory;
    struct sfp_buffer text;
    char *path;
    bool done;

    w->messages->size = 0;
    free(*w->error);
    *w->error = NULL;
    if (!compile_step(w, &preprocess))
        return false;
    path = record_path(directory, RECORD_PREPROCESSED);
    done = path && file_read_text(path, &text, w->error);
    free(path);
    if (!done)
        return false;
    blank_unrolling(&text);
    done = record_write(directory, RECORD_PREPROCESSED, text.data, text.size, w->error);
    buffer_free(&text);
    return done && compile_step(w, &finish);
}

static bool compile_calls(struct work *w)
{
    static const struct step direct = {to_make, RECORD_SOURCE, NULL, true};
    struct text source = {0};
    bool done = calls_source(w->recording, w->sfpi, &source, w->error) &&
                record_write(w->recording->directory, RECORD_SOURCE, source.data, source.size, w->error);

    text_free(&source);
    if (!done)
        return false;
    add_common(w);
    return compile_step(w, &direct) || (was_unrolling_refused(w) && compile_without_unrolling(w));
}

/* ---- Running ---- */

/* Did the calls print an error? Other programs may end with the same status as a refusal. */
static bool has_said(const struct work *w)
{
    static const char error[] = ": error: ";

    return w->messages->data && memmem(w->messages->data, w->messages->size, error, sizeof error - 1);
}

/* Judges the exit status of the calls; `wrote`: words or nodes exist. Returns false on failure, with an error unless
 * the calls reported a refusal themselves. */
static bool judge_exit(struct work *w, int status, bool wrote)
{
    enum { REFUSED = 2 }; /* sfpu_record::status_refused */

    if (WIFSIGNALED(status) && messages_want_memory(w->messages))
        return fail_recording(w, "the calls need more than their limit of %d MiB of memory", RECORD_MEMORY_MIB);
    if (WIFSIGNALED(status))
        return fail_recording(w, "the calls were ended by a signal: %s", strsignal(WTERMSIG(status)));
    w->refused = WEXITSTATUS(status) == REFUSED && has_said(w);
    if (!w->refused && (WEXITSTATUS(status) != 0 || !wrote))
        return fail_recording(w, "the calls ended their program with status %d, by _exit() or a similar function: "
                              "calls must return", WEXITSTATUS(status));
    return !w->refused;
}

/* Adds source lines to the messages about sfpi code. */
static void place_messages(const struct work *w, const char *program)
{
    struct program_lines *lines = program_lines_open(program, w->recording->directory);
    const struct line_finder finder = program_lines_finder(lines);

    messages_place(w->messages, &finder);
    program_lines_close(lines);
}

static bool run_calls(struct work *w)
{
    const struct sfp_recording *r = w->recording;
    char *program = record_path(r->directory, RECORD_PROGRAM);
    char *words = record_path(r->directory, RECORD_WORDS);
    struct command command = {0};
    const struct process process = {&command, NULL, NULL, w->messages,
                                    r->cpu_seconds ? r->cpu_seconds : RECORD_CPU_SECONDS, r->child};
    bool done = program && words;
    int status;

    if (done) {
        command_add(&command, program);
        command_add(&command, words);
        done = !command.failed && run_to_end(w, &process, "the calls", &status);
        if (done && w->sfpi)
            place_messages(w, program);
        if (done && WIFEXITED(status) && outcome_misfits(r, sfp_arch_name(w->arch), w->messages))
            w->refused = true;
        done = done && !w->refused &&
               judge_exit(w, status, access(words, F_OK) == 0 || outcome_has_nodes(r->directory));
    }
    command_free(&command);
    free(program);
    free(words);
    return done;
}

/* ---- Everything ---- */

bool record_write_headers(const struct sfp_recording *r, bool *sfpi, char **error)
{
    char *folder;
    bool done;

    *sfpi = false;
    if (!record_put_headers(r->directory, error))
        return false;
    folder = user_headers_find(r);
    *sfpi = folder;
    done = !folder || (record_write_sfpi(r->directory, error) && user_headers_link(r, folder, error) &&
                       user_blocks_write(r, folder, error));
    free(folder);
    return done;
}

/* Takes the recorded words, after selection if the recording has sfpi code. */
static bool take_recorded_words(struct work *w, struct sfp_recorded *recorded)
{
    const struct sfp_recording *r = w->recording;

    if (outcome_has_nodes(r->directory) && !chosen_write(r, &recorded->nodes, w->error))
        return false;
    return r->show_nodes || outcome_words(r->directory, recorded, w->error);
}

static bool record_all(struct work *w, struct sfp_recorded *recorded)
{
    const struct sfp_recording *r = w->recording;

    return choose_arch(w) && host_compiler(&w->compiler, w->error) &&
           record_write_headers(r, &w->sfpi, w->error) && compile_calls(w) &&
           run_calls(w) && take_recorded_words(w, recorded) &&
           (!r->dependencies || outcome_dependencies(r->directory, recorded, w->error));
}

bool record_calls(const struct sfp_recording *recording, struct sfp_recorded *recorded, struct text *messages,
                  char **error)
{
    struct work w = {.recording = recording, .error = error, .messages = messages};
    bool done;

    *recorded = (struct sfp_recorded){0};
    *messages = (struct text){0};
    *error = NULL;
    done = record_all(&w, recorded);
    if (messages->failed) {
        done = w.refused = false;
        free(*error);
        *error = NULL;
    }
    if (!done)
        record_free(recorded);
    recorded->refused = w.refused;
    command_free(&w.compiler);
    return done;
}

void record_free(struct sfp_recorded *recorded)
{
    for (size_t i = 0; i < recorded->file_count; i++)
        free(recorded->files[i]);
    free(recorded->files);
    free(recorded->words);
    text_free(&recorded->nodes);
    *recorded = (struct sfp_recorded){0};
}
