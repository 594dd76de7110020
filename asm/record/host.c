/* The host's C++ compiler, and what it makes. */
#include "host.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

/* ---- Commands ---- */

void command_add(struct command *command, const char *word)
{
    char **words = reallocarray(command->words, command->count + 2, sizeof *words);
    char *copy = words ? strdup(word) : NULL;

    if (words)
        command->words = words;
    if (!copy) {
        command->failed = true;
        return;
    }
    words[command->count++] = copy;
    words[command->count] = NULL;
}

void command_free(struct command *command)
{
    for (size_t i = 0; i < command->count; i++)
        free(command->words[i]);
    free(command->words);
    *command = (struct command){0};
}

/* Is there a program of this name in PATH, or where its slashes lead? */
static bool is_program(const char *name)
{
    const char *path = getenv("PATH");
    bool found = false;

    if (strchr(name, '/') || !path)
        return access(name, X_OK) == 0;
    for (const char *end; !found && *path; path = end + (*end == ':')) {
        char file[PATH_MAX];

        end = strchrnul(path, ':');
        found = (size_t)snprintf(file, sizeof file, "%.*s/%s", (int)(end - path), path, name) < sizeof file &&
                access(file, X_OK) == 0;
    }
    return found;
}

/* Adds the words between blanks. */
static void add_words(struct command *command, const char *text)
{
    char *copy = strdup(text);
    char *rest = copy;

    command->failed |= !copy;
    for (char *word; rest && (word = strsep(&rest, " \t"));)
        if (*word)
            command_add(command, word);
    free(copy);
}

bool host_compiler(struct command *command, char **error)
{
    static const char *const names[] = {"c++", "g++", "clang++"};
    const char *wanted = getenv("CXX");

    *error = NULL;
    if (wanted)
        add_words(command, wanted);
    if (command->failed)
        return false;
    if (command->count > 0) {
        if (is_program(command->words[0]))
            return true;
        if (asprintf(error, "--call needs a C++ compiler, and CXX names none: '%s'", command->words[0]) < 0)
            *error = NULL;
        return false;
    }
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (is_program(names[i])) {
            command_add(command, names[i]);
            return !command->failed;
        }
    }
    *error = strdup("--call needs a C++ compiler: there is no c++, g++ or clang++, and CXX names none");
    return false;
}

/* ---- Processes ---- */

enum {
    CANNOT_RUN = 127, /* as of a shell */
    MOST_MEMORY_MIB = 4096,
    CLOCK_PER_CPU = 20, /* a process may wait, but not for ever */
};

/* The second before the last gives SIGXCPU, which can say what happened. */
static void limit_all(unsigned cpu_seconds)
{
    setrlimit(RLIMIT_CORE, &(const struct rlimit){0, 0});
    if (cpu_seconds == 0)
        return;
    setrlimit(RLIMIT_CPU, &(const struct rlimit){cpu_seconds, cpu_seconds + 1});
    setrlimit(RLIMIT_AS, &(const struct rlimit){(rlim_t)MOST_MEMORY_MIB << 20, (rlim_t)MOST_MEMORY_MIB << 20});
    alarm(cpu_seconds * CLOCK_PER_CPU);
}

static bool open_as(int descriptor, const char *path, int flags)
{
    const int opened = open(path, flags, 0600);
    const bool done = opened >= 0 && dup2(opened, descriptor) == descriptor;

    if (opened >= 0 && opened != descriptor)
        close(opened);
    return done;
}

/* A caller that ignores these must not make its children ignore them. */
static void restore_signals(void)
{
    sigset_t none;

    signal(SIGPIPE, SIG_DFL);
    signal(SIGXFSZ, SIG_DFL);
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
}

/* In the child. */
__attribute__((noreturn)) static void become(const struct process *p)
{
    enum { APPEND = O_WRONLY | O_CREAT | O_APPEND };
    const bool opened = open_as(STDIN_FILENO, p->input ? p->input : "/dev/null", O_RDONLY) &&
                        open_as(STDOUT_FILENO, p->output ? p->output : p->messages, APPEND) &&
                        open_as(STDERR_FILENO, p->messages, APPEND);

    setpgid(0, 0);
    restore_signals();
    if (opened) {
        limit_all(p->cpu_seconds);
        execvp(p->command->words[0], p->command->words);
    }
    _exit(CANNOT_RUN);
}

int host_run(const struct process *p)
{
    const pid_t child = fork();
    int status;

    if (child < 0)
        return -1;
    if (child == 0)
        become(p);
    setpgid(child, child);
    if (p->child)
        p->child(child);
    while (waitpid(child, &status, 0) < 0)
        if (errno != EINTR)
            return -1;
    if (p->child)
        p->child(0);
    return status;
}
