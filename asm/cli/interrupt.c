/* The end of a program by a signal. */
#include "interrupt.h"

#include "run_files.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

static const struct { int number; const char *name; } endings[] = {
    {SIGINT, "SIGINT"}, {SIGTERM, "SIGTERM"}, {SIGHUP, "SIGHUP"},
};
enum { ENDINGS = sizeof endings / sizeof endings[0] };

enum { MOST_TEMPORARIES = 8192 }; /* more than a program has outputs at once, in all of its threads */

/* The handler's: names of files that are there, and what the program has to say. Changed with the signals blocked. */
static const char *_Atomic temporaries[MOST_TEMPORARIES];
static void (*say)(const char *signal);
static struct {
    char *path; /* NULL: there is none */
    int descriptor;
    const char *const *names;
    char added[64][64]; /* further names */
    unsigned added_count;
} scratch;
static volatile pid_t child;

static sigset_t all_endings(void)
{
    sigset_t set;

    sigemptyset(&set);
    for (int i = 0; i < ENDINGS; i++)
        sigaddset(&set, endings[i].number);
    return set;
}

static void remove_temporaries(void)
{
    for (int i = 0; i < MOST_TEMPORARIES; i++) {
        const char *const path = atomic_load(&temporaries[i]);

        if (path)
            unlink(path);
    }
}

static void remove_scratch(void)
{
    if (!scratch.path)
        return;
    for (const char *const *name = scratch.names; *name; name++)
        unlinkat(scratch.descriptor, *name, 0);
    for (unsigned i = 0; i < scratch.added_count; i++)
        unlinkat(scratch.descriptor, scratch.added[i], 0);
    rmdir(scratch.path);
}

/* Has all of the child's group ended? */
static bool group_has_ended(void)
{
    pid_t ended;

    do
        ended = waitpid(-child, NULL, WNOHANG);
    while (ended > 0);
    return ended < 0;
}

/* Waits for all of its group, so that none writes anything more: a compiler, and its linker behind it, remove their
 * files, but who ignores the signal ends too. */
static void end_child(void)
{
    enum { GRACE_MS = 1000, LOOK_MS = 20 };

    if (child <= 0)
        return;
    kill(-child, SIGTERM);
    for (int waited = 0; waited < GRACE_MS && !group_has_ended(); waited += LOOK_MS)
        poll(NULL, 0, LOOK_MS);
    kill(-child, SIGKILL);
    while (waitpid(-child, NULL, 0) > 0 || errno == EINTR)
        continue;
}

/* The handlers block each other, and this signal until they return: then it ends the program. */
static void end(int number)
{
    end_child();
    remove_temporaries();
    remove_scratch();
    for (int i = 0; i < ENDINGS; i++)
        if (say && endings[i].number == number)
            say(endings[i].name);
    signal(number, SIG_DFL);
    raise(number);
}

/* A pipe has been written to that nobody reads. Who has closed standard output wants no more of this program; objdump
 * and its like end so too. */
static void end_if_unread(int number)
{
    const int why = errno;
    struct pollfd standard_output = {.fd = STDOUT_FILENO, .events = POLLOUT};

    if (poll(&standard_output, 1, 0) == 1 && standard_output.revents & (POLLERR | POLLHUP))
        end(number);
    errno = why;
}

/* Memory is not there: of a mapped file that has become shorter, or something is wrong with this program. */
static void end_with_input(int number, siginfo_t *about, void *context)
{
    enum { EXIT_CANNOT = 2 };
    static const char text[] = ": error: a file became shorter while it was read\n";

    (void)context;
    if (about->si_code != BUS_ADRERR) {
        end(number);
        return;
    }
    end_child();
    remove_temporaries();
    remove_scratch();
    (void)!write(STDERR_FILENO, program_invocation_short_name, strlen(program_invocation_short_name));
    (void)!write(STDERR_FILENO, text, sizeof text - 1);
    _exit(EXIT_CANNOT);
}

/* Signals that are ignored stay so. */
static void handle(int number, struct sigaction action)
{
    struct sigaction before;

    action.sa_mask = all_endings();
    if (sigaction(number, NULL, &before) == 0 && before.sa_handler != SIG_IGN)
        sigaction(number, &action, NULL);
}

void end_on_signals(void (*last_words)(const char *signal))
{
    say = last_words;
    for (int i = 0; i < ENDINGS; i++)
        handle(endings[i].number, (struct sigaction){.sa_handler = end});
    handle(SIGPIPE, (struct sigaction){.sa_handler = end_if_unread});
    handle(SIGBUS, (struct sigaction){.sa_sigaction = end_with_input, .sa_flags = SA_SIGINFO});
}

/* ---- A first signal that is noted ---- */

static atomic_int told; /* its number */

static void note(int number)
{
    told = number;
    for (int i = 0; i < ENDINGS; i++)
        handle(endings[i].number, (struct sigaction){.sa_handler = end});
}

void note_signals(void)
{
    for (int i = 0; !told && i < ENDINGS; i++)
        handle(endings[i].number, (struct sigaction){.sa_handler = note});
}

bool told_to_stop(void)
{
    return told != 0;
}

void end_as_told(void)
{
    if (told) {
        signal(told, SIG_DFL);
        raise(told);
    }
}

/* ---- Temporary files ---- */

static sigset_t hold_signals(void)
{
    const sigset_t all = all_endings();
    sigset_t before;

    sigprocmask(SIG_BLOCK, &all, &before);
    return before;
}

static void let_signals(const sigset_t *before)
{
    const int why = errno;

    sigprocmask(SIG_SETMASK, before, NULL);
    errno = why;
}

/* Replaces the entry `from` by `to`; NULL is a free one. False if there is no such entry. */
static bool exchange(const char *from, const char *to)
{
    for (int i = 0; i < MOST_TEMPORARIES; i++) {
        const char *there = from;

        if (atomic_compare_exchange_strong(&temporaries[i], &there, to))
            return true;
    }
    return false;
}

static int create(const char *path)
{
    const sigset_t before = hold_signals();
    int descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);

    if (descriptor >= 0 && !exchange(NULL, path)) {
        close(descriptor);
        unlink(path);
        descriptor = -1;
        errno = EMFILE;
    }
    let_signals(&before);
    return descriptor;
}

static int place(const char *path, const char *final)
{
    const sigset_t before = hold_signals();
    const int result = rename(path, final);

    if (result == 0)
        exchange(path, NULL);
    let_signals(&before);
    return result;
}

static void discard(const char *path)
{
    const sigset_t before = hold_signals();

    unlink(path);
    exchange(path, NULL);
    let_signals(&before);
}

const struct sfp_temporary_files interruptible = {create, place, discard, run_files_spare};

/* ---- A directory ---- */

/* With the signals blocked. False with errno set. */
static bool make_scratch(char *path, const char *const *names)
{
    int descriptor;

    if (!mkdtemp(path))
        return false;
    descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (descriptor < 0) {
        rmdir(path);
        return false;
    }
    scratch.path = path;
    scratch.descriptor = descriptor;
    scratch.names = names;
    scratch.added_count = 0;
    return true;
}

const char *scratch_open(const char *const *names, char **error)
{
    const char *parent = getenv("TMPDIR");
    const sigset_t before = hold_signals();
    char *path;
    bool made;

    *error = NULL;
    if (asprintf(&path, "%s/sfpasm-XXXXXX", parent && *parent == '/' ? parent : "/tmp") < 0)
        path = NULL;
    made = path && make_scratch(path, names);
    let_signals(&before);
    if (path && !made && asprintf(error, "cannot make a directory '%s': %s", path, strerror(errno)) < 0)
        *error = NULL;
    if (!made)
        free(path);
    return made ? path : NULL;
}

void scratch_close(void)
{
    const sigset_t before = hold_signals();

    remove_scratch();
    if (scratch.path)
        close(scratch.descriptor);
    free(scratch.path);
    scratch.path = NULL;
    let_signals(&before);
}

void end_with_child(int pid)
{
    prctl(PR_SET_CHILD_SUBREAPER, pid > 0); /* what the child leaves behind can be waited for */
    child = pid;
}

bool scratch_add(const char *name)
{
    const sigset_t before = hold_signals();
    const bool fits = scratch.added_count < sizeof scratch.added / sizeof scratch.added[0] &&
                      strlen(name) < sizeof scratch.added[0];

    if (fits)
        strcpy(scratch.added[scratch.added_count++], name);
    let_signals(&before);
    return fits;
}
