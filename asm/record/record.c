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

__attribute__((format(printf, 2, 3))) static bool fail_recording(const struct work *work, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    *work->error = format_text(format, arguments);
    va_end(arguments);
    return false;
}

/* ---- Arch ---- */

static bool is_defined(const struct sfp_recording *recording, const char *name)
{
    const size_t length = strlen(name);

    for (size_t i = 0; i < recording->define_count; i++)
        if (strncmp(recording->defines[i], name, length) == 0 &&
            (!recording->defines[i][length] || recording->defines[i][length] == '='))
            return true;
    return false;
}

/* Chooses the arch by the request, or by a definition, as in the vendor's builds. Returns false if the two disagree. */
static bool choose_arch(struct work *work)
{
    const struct sfp_recording *recording = work->recording;
    const struct sfp_arch_facts *defined = NULL;
    enum sfp_arch stated = SFP_WH;

    if (recording->arch && !sfp_arch_parse(recording->arch, &stated))
        return fail_recording(work, "no arch '%s'", recording->arch);
    for (unsigned i = 0; i < SFP_ARCHES; i++) {
        if (!is_defined(recording, sfp_arches[i].macro))
            continue;
        if (defined)
            return fail_recording(work, "-D %s contradicts -D %s", defined->macro, sfp_arches[i].macro);
        defined = &sfp_arches[i];
        work->arch = (enum sfp_arch)(1 << i);
    }
    if (defined && recording->arch && stated != work->arch)
        return fail_recording(work, "-D %s contradicts --arch=%s", defined->macro, sfp_arch_name(stated));
    if (!defined)
        work->arch = stated;
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

/* Makes the compiler give the words of the user's cmath_common.h the place of that header, not of the link to it. */
static void add_math_name(const struct work *work, struct command *c)
{
    char *path, *map;

    if (!user_math_find(work->recording, &path, work->error)) {
        c->failed = true;
    } else if (path) {
        if (asprintf(&map, "%s/%s=%s", work->recording->directory, RECORD_USER_MATH, path) < 0) {
            c->failed = true;
        } else {
            add_joined(c, "-fmacro-prefix-map=", map);
            free(map);
        }
    }
    free(path);
}

static void add_common(struct work *work)
{
    /* The map makes clang say kernel.h, as g++ does, instead of ./kernel.h. */
    static const char *const always[] = {"-std=gnu++17", "-O0", "-Wno-unknown-pragmas", "-fmacro-prefix-map=./="};
    static const char *const for_sfpi[] = {"-g1", "-fno-omit-frame-pointer", "-Wno-deprecated-declarations"};
    const struct sfp_recording *recording = work->recording;
    struct command *c = &work->compiler;
    char errors[32];

    for (size_t i = 0; i < sizeof always / sizeof always[0]; i++)
        command_add(c, always[i]);
    for (size_t i = 0; work->sfpi && i < sizeof for_sfpi / sizeof for_sfpi[0]; i++)
        command_add(c, for_sfpi[i]);
    if (recording->no_warnings)
        command_add(c, "-w");
    snprintf(errors, sizeof errors, "-fmax-errors=%zu", recording->max_errors);
    if (recording->max_errors)
        command_add(c, errors);
    if (!is_defined(recording, sfp_arch_facts(work->arch)->macro))
        add_joined(c, "-D", sfp_arch_facts(work->arch)->macro);
    for (size_t i = 0; i < recording->define_count; i++)
        add_joined(c, "-D", recording->defines[i]);
    add_math_name(work, c);
    add_joined(c, "-I", recording->directory);
    for (size_t i = 0; i < recording->include_dir_count; i++)
        add_joined(c, "-I", recording->include_dirs[i]);
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

static void add_step(struct command *c, const struct work *work, const struct step *step)
{
    const struct sfp_recording *recording = work->recording;

    c->failed |= work->compiler.failed;
    for (size_t i = 0; i < work->compiler.count; i++)
        command_add(c, work->compiler.words[i]);
    if (recording->dependencies && step->dependencies) {
        command_add(c, "-MMD");
        add_path_option(c, "-MF", recording->directory, RECORD_DEPENDENCIES);
    }
    if (!step->output)
        add_path_option(c, "-o", recording->directory, RECORD_PROGRAM);
    for (const char *const *option = step->options; *option; option++)
        command_add(c, *option);
}

/* Reports why the process `what` was ended. Returns false. */
static bool fail_ended(const struct work *work, const char *what, const struct ending *ending)
{
    switch (ending->why) {
    case ENDED_FLOODED: return fail_recording(work, "%s printed more than %d bytes", what, RECORD_MOST_MESSAGES);
    case ENDED_STOPPED:
        return fail_recording(work, "%s stopped on a signal, and did not go on: %s", what, strsignal(ending->signal));
    case ENDED_LATE: return fail_recording(work, "%s did not end in time", what);
    case ENDED_ITSELF: break;
    }
    return false;
}

/* Runs the process `what`. Returns false with an error if the process could not run or was ended by host_run(). */
static bool run_to_end(const struct work *work, const struct process *process, const char *what, int *status)
{
    struct ending ending;

    if (!host_run(process, &ending))
        return fail_recording(work, "cannot run %s: %s", what, strerror(errno));
    *status = ending.status;
    return ending.why == ENDED_ITSELF || fail_ended(work, what, &ending);
}

/* Reports that the sfpi headers may be of another release than the kernel: kernels and sfpi headers go together by
 * release. */
static bool fail_by_release(const struct work *work, const char *name)
{
    char *folder, *release = NULL, *error;

    if (user_headers_find(work->recording, &folder, &error) && folder)
        release = user_headers_release(folder);
    if (release)
        fail_recording(work, "%s could not compile the calls: the sfpi headers in '%s' are %s, and the kernel may be "
                       "for another release: tests/sfpi-version in tt-llk names the release of its kernels", name,
                       folder, release);
    free(folder);
    free(release);
    free(error);
    return false;
}

static bool fail_to_compile(const struct work *work, const char *name)
{
    const char *reason = messages_reason(work->messages, work->sfpi);

    if (messages_want_memory(work->messages))
        return fail_recording(work, "%s could not compile the calls: it needs more than its limit of %d MiB of memory",
                              name, RECORD_MEMORY_MIB);
    if (!reason && work->sfpi && messages_name_sfpi(work->messages))
        return fail_by_release(work, name);
    return fail_recording(work, "%s could not compile the calls%s%s", name, reason ? ": " : "", reason ? reason : "");
}

/* Runs a step of the compiler. Returns false with an error if the step failed. */
static bool compile_step(const struct work *work, const struct step *step)
{
    struct command command = {0};
    char *input = record_path(work->recording->directory, step->input);
    char *output = step->output ? record_path(work->recording->directory, step->output) : NULL;
    const struct process process = {&command, input, output, work->messages, 0, work->recording->child};
    char *name;
    int status;
    bool done;

    if (asprintf(&name, "'%s'", work->compiler.words[0]) < 0)
        name = NULL;
    done = name;
    add_step(&command, work, step);
    if (done && input && (output || !step->output) && !command.failed) {
        done = run_to_end(work, &process, name, &status);
        messages_name_linked(work->messages, work->recording->directory);
        done = done && (status == 0 || fail_to_compile(work, name));
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
static bool was_unrolling_refused(const struct work *work)
{
    return work->messages->data && memmem(work->messages->data, work->messages->size, unroll, strlen(unroll));
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

static bool compile_without_unrolling(const struct work *work)
{
    static const struct step preprocess = {to_preprocess, RECORD_SOURCE, RECORD_PREPROCESSED, true};
    static const struct step finish = {preprocessed, RECORD_PREPROCESSED, NULL, false};
    const char *directory = work->recording->directory;
    struct sfp_buffer text;
    char *path;
    bool done;

    work->messages->size = 0;
    free(*work->error);
    *work->error = NULL;
    if (!compile_step(work, &preprocess))
        return false;
    path = record_path(directory, RECORD_PREPROCESSED);
    done = path && file_read_text(path, &text, work->error);
    free(path);
    if (!done)
        return false;
    blank_unrolling(&text);
    done = record_write(directory, RECORD_PREPROCESSED, text.data, text.size, work->error);
    buffer_free(&text);
    return done && compile_step(work, &finish);
}

static bool write_given_text(const struct work *work)
{
    const struct sfp_recording *r = work->recording;

    return !r->text || record_write(r->directory, RECORD_GIVEN, r->text, r->text_size, work->error);
}

static bool compile_calls(struct work *work)
{
    static const struct step direct = {to_make, RECORD_SOURCE, NULL, true};
    struct text source = {0};
    bool done = calls_source(work->recording, work->sfpi, &source, work->error) && write_given_text(work) &&
                record_write(work->recording->directory, RECORD_SOURCE, source.data, source.size, work->error);

    text_free(&source);
    if (!done)
        return false;
    add_common(work);
    return compile_step(work, &direct) || (was_unrolling_refused(work) && compile_without_unrolling(work));
}

/* ---- Running ---- */

/* Did the calls print an error? Other programs may end with the same status as a refusal. */
static bool has_said(const struct work *work)
{
    static const char error[] = ": error: ";

    return work->messages->data && memmem(work->messages->data, work->messages->size, error, sizeof error - 1);
}

/* Judges the exit status of the calls; `wrote`: words or nodes exist. Returns false on failure, with an error unless
 * the calls reported a refusal themselves. */
static bool judge_exit(struct work *work, int status, bool wrote)
{
    enum { REFUSED = 2 }; /* sfpu_record::status_refused */

    if (WIFSIGNALED(status) && messages_want_memory(work->messages))
        return fail_recording(work, "the calls need more than their limit of %d MiB of memory", RECORD_MEMORY_MIB);
    if (WIFSIGNALED(status))
        return fail_recording(work, "the calls were ended by a signal: %s", strsignal(WTERMSIG(status)));
    work->refused = WEXITSTATUS(status) == REFUSED && has_said(work);
    if (!work->refused && (WEXITSTATUS(status) != 0 || !wrote))
        return fail_recording(work, "the calls ended their program with status %d, by _exit() or a similar function: "
                              "calls must return", WEXITSTATUS(status));
    return !work->refused;
}

/* Adds source lines to the messages about sfpi code. */
static void place_messages(const struct work *work, const char *program)
{
    struct program_lines *lines = program_lines_open(program, work->recording->directory);
    const struct line_finder finder = program_lines_finder(lines);

    messages_place(work->messages, &finder);
    program_lines_close(lines);
}

static bool run_calls(struct work *work)
{
    const struct sfp_recording *recording = work->recording;
    char *program = record_path(recording->directory, RECORD_PROGRAM);
    char *words = record_path(recording->directory, RECORD_WORDS);
    struct command command = {0};
    const struct process process = {&command, NULL, NULL, work->messages,
                                    recording->cpu_seconds ? recording->cpu_seconds : RECORD_CPU_SECONDS,
                                    recording->child};
    bool done = program && words;
    int status;

    if (done) {
        command_add(&command, program);
        command_add(&command, words);
        done = !command.failed && run_to_end(work, &process, "the calls", &status);
        if (done && work->sfpi)
            place_messages(work, program);
        if (done && WIFEXITED(status) && outcome_misfits(recording, sfp_arch_name(work->arch), work->messages))
            work->refused = true;
        done = done && !work->refused &&
               judge_exit(work, status, access(words, F_OK) == 0 || outcome_has_nodes(recording->directory));
    }
    command_free(&command);
    free(program);
    free(words);
    return done;
}

/* ---- Everything ---- */

bool record_write_headers(const struct sfp_recording *recording, bool *sfpi, char **error)
{
    char *folder;
    bool done;

    *sfpi = false;
    if (!record_put_headers(recording->directory, error) || !user_math_link(recording, error))
        return false;
    if (!user_headers_find(recording, &folder, error))
        return false;
    *sfpi = folder;
    done = !folder || (record_write_sfpi(recording->directory, error) && user_headers_link(recording, folder, error) &&
                       user_blocks_write(recording, folder, error));
    free(folder);
    return done;
}

/* Takes the recorded words, after selection if the recording has sfpi code. */
static bool take_recorded_words(struct work *work, struct sfp_recorded *recorded)
{
    const struct sfp_recording *recording = work->recording;

    if (outcome_has_nodes(recording->directory) && !chosen_write(recording, &recorded->nodes, work->error))
        return false;
    return recording->show_nodes || outcome_words(recording->directory, recorded, work->error);
}

static bool record_all(struct work *work, struct sfp_recorded *recorded)
{
    const struct sfp_recording *recording = work->recording;

    return choose_arch(work) && host_compiler(&work->compiler, work->error) &&
           record_write_headers(recording, &work->sfpi, work->error) && compile_calls(work) &&
           run_calls(work) && take_recorded_words(work, recorded) &&
           (!recording->dependencies || outcome_dependencies(recording->directory, recorded, work->error));
}

bool record_calls(const struct sfp_recording *recording, struct sfp_recorded *recorded, struct text *messages,
                  char **error)
{
    struct work work = {.recording = recording, .error = error, .messages = messages};
    bool done;

    *recorded = (struct sfp_recorded){0};
    *messages = (struct text){0};
    *error = NULL;
    done = record_all(&work, recorded);
    if (messages->failed) {
        done = work.refused = false;
        free(*error);
        *error = NULL;
    }
    if (!done)
        record_free(recorded);
    recorded->refused = work.refused;
    command_free(&work.compiler);
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
