/* *.S sources: the C compiler's preprocessor, as gcc runs it for assembly. */
#include "assembler.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "util/fail.h"

/* Starts `argv` with its standard output going to `output` and its standard error to `messages`. Returns 0 or an error
 * number. */
static int start(char *const *argv, int output, int messages, pid_t *child)
{
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    sigset_t normal;
    int why = posix_spawn_file_actions_init(&actions);

    if (why)
        return why;
    why = posix_spawnattr_init(&attributes);
    if (why) {
        posix_spawn_file_actions_destroy(&actions);
        return why;
    }
    /* A caller that ignores these must not make its children ignore them. */
    sigemptyset(&normal);
    sigaddset(&normal, SIGPIPE);
    sigaddset(&normal, SIGXFSZ);
    posix_spawnattr_setsigdefault(&attributes, &normal);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF);
    why = posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
    if (!why)
        why = posix_spawn_file_actions_adddup2(&actions, messages, STDERR_FILENO);
    if (!why)
        why = posix_spawnp(child, argv[0], &actions, &attributes, argv, environ);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    return why;
}

/* Hands on what the preprocessor said, if anything. */
static void pass_on(const struct sfp_asm_options *options, const char *path, int messages)
{
    const struct sfp_reading reading = {path, SFP_MOST_INPUT, false};
    struct sfp_buffer said;
    char *error = NULL;

    if (!options->sink || lseek(messages, 0, SEEK_SET) < 0 || !sfp_read_descriptor(messages, &reading, &said, &error)) {
        free(error);
        return;
    }
    if (said.size > 0)
        options->sink(options->context, &(struct sfp_diagnostic){.note = true, .file = path, .text = said.data,
                                                                 .verbatim = said.data});
    sfp_buffer_free(&said);
}

/* Reads all that `argv` prints; what it says goes to `messages`. */
static bool capture(char *const *argv, const char *path, int messages, struct sfp_buffer *text, char **error)
{
    /* Not as text: a preprocessor that cannot write on at a NUL would seem to have failed. */
    const struct sfp_reading reading = {path, SFP_MOST_INPUT, false};
    int ends[2];
    pid_t child;
    int status;
    int why;
    bool read_whole;

    *error = NULL;
    if (pipe2(ends, O_CLOEXEC) != 0) {
        if (asprintf(error, "cannot run the C preprocessor: %s", strerror(errno)) < 0)
            *error = NULL;
        return false;
    }
    why = start(argv, ends[1], messages, &child);
    close(ends[1]);
    if (why) {
        close(ends[0]);
        if (asprintf(error, "cannot run the C preprocessor '%s': %s", argv[0], strerror(why)) < 0)
            *error = NULL;
        return false;
    }
    read_whole = sfp_read_descriptor(ends[0], &reading, text, error);
    close(ends[0]);
    while (waitpid(child, &status, 0) < 0 && errno == EINTR)
        continue;
    if (!read_whole)
        return false;
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0)
        return true;
    sfp_buffer_free(text);
    if (asprintf(error, "the C preprocessor failed on '%s'", path) < 0)
        *error = NULL;
    return false;
}

/* Keeps what the preprocessor says until it has ended: it must not wait for who reads the text to read this too. */
static bool preprocess_with(char *const *argv, const struct sfp_asm_options *options, const char *path,
                            struct sfp_buffer *text, char **error)
{
    const int messages = memfd_create("messages", MFD_CLOEXEC);
    bool done;

    if (messages < 0)
        return sfp_fail(error, "cannot run the C preprocessor: %s", strerror(errno));
    done = capture(argv, path, messages, text, error);
    pass_on(options, path, messages);
    close(messages);
    return done;
}

bool preprocess(const struct sfp_asm_options *options, const char *path, struct sfp_buffer *text, char **error)
{
    static const char *const command[] = {"cc", "-E", "-x", "assembler-with-cpp"};
    static const char command_include[] = "-I";
    static const char command_define[] = "-D";
    /* Two more: the input and the NULL at the end. */
    const size_t most =
        sizeof command / sizeof command[0] + 2 + 2 * (options->include_dir_count + options->define_count);
    char **argv = calloc(most, sizeof *argv);
    char *input = NULL;
    size_t count = 0;
    bool done;

    /* A name that starts with a dash must not be read as an option. */
    if (!argv || asprintf(&input, "%s%s", path[0] == '-' ? "./" : "", path) < 0) {
        free(argv);
        *error = NULL;
        return false;
    }
    for (size_t i = 0; i < sizeof command / sizeof command[0]; i++)
        argv[count++] = (char *)command[i];
    for (size_t i = 0; i < options->include_dir_count; i++) {
        argv[count++] = (char *)command_include;
        argv[count++] = (char *)options->include_dirs[i];
    }
    for (size_t i = 0; i < options->define_count; i++) {
        argv[count++] = (char *)command_define;
        argv[count++] = (char *)options->defines[i];
    }
    argv[count++] = input;
    done = preprocess_with(argv, options, path, text, error);
    free(input);
    free(argv);
    return done;
}
