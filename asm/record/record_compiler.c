/* Finds the host's C++ compiler, and runs processes with limits. */
#include "record_parts.h"
#include "base/array.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* ---- Commands ---- */

void command_add(struct command *command, const char *word)
{
    char **words = array_resized(command->words, command->count + 2, sizeof *words);
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

/* Does a program of the name exist, in PATH, or, with slashes, at the path? */
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

/* Adds the blank-separated words of the text. */
static void add_compiler_words(struct command *command, const char *text)
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
        add_compiler_words(command, wanted);
    if (command->failed)
        return false;
    if (command->count > 0) {
        if (is_program(command->words[0]))
            return true;
        if (asprintf(error, "--call needs a C++ compiler, but CXX names no program: '%s'", command->words[0]) < 0)
            *error = NULL;
        return false;
    }
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (is_program(names[i])) {
            command_add(command, names[i]);
            return !command->failed;
        }
    }
    *error = strdup("--call needs a C++ compiler: CXX names none, and c++, g++ and clang++ do not exist");
    return false;
}

/* ---- Processes ---- */

enum {
    CANNOT_RUN = 127, /* status as in a shell */
    MOST_FILE_MIB = 256, /* ten times the size of the longest recording's words and table */
    LOOK_MS = 20,  /* milliseconds between checks for the process's end while other processes keep its output open */
    GRACE_MS = 1000, /* milliseconds for compilers to remove their files */
};

/* Sets the process's limits. The soft limit, a second before the hard one, raises SIGXCPU, whose handler reports the
 * cause. The alarm limits waiting. */
static void set_process_limits(unsigned cpu_seconds)
{
    setrlimit(RLIMIT_CORE, &(const struct rlimit){0, 0});
    setrlimit(RLIMIT_FSIZE, &(const struct rlimit){(rlim_t)MOST_FILE_MIB << 20, (rlim_t)MOST_FILE_MIB << 20});
    setrlimit(RLIMIT_AS, &(const struct rlimit){(rlim_t)RECORD_MEMORY_MIB << 20, (rlim_t)RECORD_MEMORY_MIB << 20});
    if (cpu_seconds == 0)
        return;
    setrlimit(RLIMIT_CPU, &(const struct rlimit){cpu_seconds, cpu_seconds + 1});
    alarm(cpu_seconds * RECORD_CLOCK_PER_CPU);
}

static bool open_as(int descriptor, const char *path, int flags)
{
    const int opened = open(path, flags, 0600);
    const bool done = opened >= 0 && dup2(opened, descriptor) == descriptor;

    if (opened >= 0 && opened != descriptor)
        close(opened);
    return done;
}

/* Restores default signals: children must not inherit a caller's ignored signals. */
static void restore_signals(void)
{
    sigset_t none;

    signal(SIGPIPE, SIG_DFL);
    signal(SIGXFSZ, SIG_DFL);
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
}

/* Becomes the process, in the child. Prints to the descriptor `messages`. Dies with the parent. */
__attribute__((noreturn)) static void become_process(const struct process *process, int messages)
{
    const bool opened = open_as(STDIN_FILENO, process->input ? process->input : "/dev/null", O_RDONLY)
                        && (process->output ? open_as(STDOUT_FILENO, process->output, O_WRONLY | O_CREAT | O_APPEND)
                                      : dup2(messages, STDOUT_FILENO) == STDOUT_FILENO)
                        && dup2(messages, STDERR_FILENO) == STDERR_FILENO;

    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    restore_signals();
    if (opened) {
        set_process_limits(process->cpu_seconds);
        execvp(process->command->words[0], process->command->words);
    }
    _exit(CANNOT_RUN);
}

/* Starts the process as leader of its own process group. Blocks signals meanwhile: a signal that ends this program
 * arrives before the start, or after process->child knows the pid. */
static pid_t start_process(const struct process *process, int messages)
{
    sigset_t all, before;
    pid_t child;

    sigfillset(&all);
    sigprocmask(SIG_SETMASK, &all, &before);
    child = fork();
    if (child == 0)
        become_process(process, messages);
    if (child > 0)
        setpgid(child, child);
    if (child > 0 && process->child)
        process->child(child);
    sigprocmask(SIG_SETMASK, &before, NULL);
    return child;
}

/* Has the child exited? The child is not reaped, so that its pid, which is also its process group, cannot be reused. */
static bool has_ended(pid_t child)
{
    siginfo_t about = {0};

    return waitid(P_PID, (id_t)child, &about, WEXITED | WNOHANG | WNOWAIT) == 0 && about.si_pid == child;
}

/* Has a signal stopped the child? *number is the signal. */
static bool has_stopped(pid_t child, int *number)
{
    siginfo_t about = {0};

    if (waitid(P_PID, (id_t)child, &about, WSTOPPED | WNOHANG | WNOWAIT) != 0 || about.si_pid != child)
        return false;
    *number = about.si_status;
    return about.si_code == CLD_STOPPED;
}

static bool is_readable(int descriptor, int milliseconds)
{
    struct pollfd output = {.fd = descriptor, .events = POLLIN};

    return poll(&output, 1, milliseconds) == 1;
}

/* Returns the seconds of a clock that never goes back. */
static long read_monotonic_clock(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec;
}

/* Returns the process's clock limit in seconds: a little later than its own alarm, which the process may ignore. */
static long choose_clock_limit(const struct process *process)
{
    return process->cpu_seconds ? (long)process->cpu_seconds * RECORD_CLOCK_PER_CPU + 2 : RECORD_COMPILER_CLOCK;
}

/* Reads output, and keeps at most *left more bytes. Returns the bytes read; 0 at the end. */
static size_t read_process_output(int output, struct text *messages, size_t *left)
{
    enum { BLOCK = 1 << 16 };
    char block[BLOCK];
    ssize_t got;

    while ((got = read(output, block, sizeof block)) < 0 && errno == EINTR)
        continue;
    if (got <= 0)
        return 0;
    text_add(messages, block, (size_t)got < *left ? (size_t)got : *left);
    *left -= (size_t)got < *left ? (size_t)got : *left;
    return (size_t)got;
}

/* Keeps the child's output until the child exits, no process has the output open, or a limit is exceeded:
 * ending->why. */
static void keep_output(int output, pid_t child, const struct process *process, struct ending *ending)
{
    const long end = read_monotonic_clock() + choose_clock_limit(process);
    size_t left = RECORD_MOST_MESSAGES;

    for (;;) {
        const bool ended = has_ended(child);

        if (is_readable(output, ended ? 0 : LOOK_MS)) {
            const size_t room = left, got = read_process_output(output, process->messages, &left);

            if (got > room)
                ending->why = ENDED_FLOODED;
            if (got == 0 || got > room)
                return;
        } else if (ended) {
            return;
        } else if (has_stopped(child, &ending->signal)) {
            ending->why = ENDED_STOPPED;
            return;
        } else if (read_monotonic_clock() > end) {
            ending->why = ENDED_LATE;
            return;
        }
    }
}

/* Ends the child's process group, at once if `now`, else after the child's exit. Returns the child's status. */
static int end_group(pid_t child, bool now)
{
    int status = 0;

    if (now) {
        kill(-child, SIGTERM);
        kill(-child, SIGCONT);
        for (int waited = 0; waited < GRACE_MS && !has_ended(child); waited += LOOK_MS)
            poll(NULL, 0, LOOK_MS);
        kill(-child, SIGKILL);
    }
    while (waitid(P_PID, (id_t)child, &(siginfo_t){0}, WEXITED | WNOWAIT) < 0 && errno == EINTR)
        continue;
    kill(-child, SIGKILL);
    while (waitpid(child, &status, 0) < 0 && errno == EINTR)
        continue;
    return status;
}

bool host_run(const struct process *process, struct ending *ending)
{
    int ends[2];
    pid_t child;

    *ending = (struct ending){0};
    if (pipe2(ends, O_CLOEXEC) != 0)
        return false;
    child = start_process(process, ends[1]);
    close(ends[1]);
    if (child > 0) {
        keep_output(ends[0], child, process, ending);
        ending->status = end_group(child, ending->why != ENDED_ITSELF);
        if (process->child)
            process->child(0);
    }
    close(ends[0]);
    return child > 0;
}
