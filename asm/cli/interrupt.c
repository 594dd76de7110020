/* Ends a program by a signal, and removes its temporary files. */
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

enum { MOST_TEMPORARIES = 8192 }; /* more than the outputs that a program's threads have open at once */

/* State for the handlers: paths of existing temporary files, and the program's last words. Changed only with the
 * signals blocked. */
static const char *_Atomic temporaries[MOST_TEMPORARIES];
static void (*say)(const char *signal);
static struct {
    char *path; /* NULL: no directory exists */
    int descriptor;
    const char *const *names;
    char added[64][64]; /* further file names */
    unsigned added_count;
} scratch;
static volatile pid_t child;

static sigset_t make_endings_set(void)
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

/* Has the child's whole process group ended? */
static bool group_has_ended(void)
{
    pid_t ended;

    do
        ended = waitpid(-child, NULL, WNOHANG);
    while (ended > 0);
    return ended < 0;
}

/* Ends the child's process group and waits for its end, so that no process writes any more. Compilers and linkers
 * get time to remove their files; processes that ignore the signal are killed. */
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

/* Ends the program. The handlers block each other, and the signal itself until the handler returns; the raised
 * signal then ends the program. */
static void end_by_signal(int number)
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

/* Ends the program if standard output has lost its reader, who wants no more output; objdump and similar programs do
 * so too. SIGPIPE from another pipe has no effect. */
static void end_if_unread(int number)
{
    const int why = errno;
    struct pollfd standard_output = {.fd = STDOUT_FILENO, .events = POLLOUT};

    if (poll(&standard_output, 1, 0) == 1 && standard_output.revents & (POLLERR | POLLHUP))
        end_by_signal(number);
    errno = why;
}

/* Ends the program after SIGBUS: with an error if a mapped file was truncated, else by the signal. */
static void end_with_input(int number, siginfo_t *about, void *context)
{
    enum { EXIT_CANNOT = 2 };
    static const char text[] = ": error: a file became shorter while it was read\n";

    (void)context;
    if (about->si_code != BUS_ADRERR) {
        end_by_signal(number);
        return;
    }
    end_child();
    remove_temporaries();
    remove_scratch();
    (void)!write(STDERR_FILENO, program_invocation_short_name, strlen(program_invocation_short_name));
    (void)!write(STDERR_FILENO, text, sizeof text - 1);
    _exit(EXIT_CANNOT);
}

/* Installs a handler, except for an ignored signal. */
static void install_handler(int number, struct sigaction action)
{
    struct sigaction before;

    action.sa_mask = make_endings_set();
    if (sigaction(number, NULL, &before) == 0 && before.sa_handler != SIG_IGN)
        sigaction(number, &action, NULL);
}

void end_on_signals(void (*last_words)(const char *signal))
{
    say = last_words;
    for (int i = 0; i < ENDINGS; i++)
        install_handler(endings[i].number, (struct sigaction){.sa_handler = end_by_signal});
    install_handler(SIGPIPE, (struct sigaction){.sa_handler = end_if_unread});
    install_handler(SIGBUS, (struct sigaction){.sa_sigaction = end_with_input, .sa_flags = SA_SIGINFO});
}

/* ---- Noting a first signal ---- */

static atomic_int told; /* the noted signal's number; 0: none */

static void note_first_signal(int number)
{
    told = number;
    for (int i = 0; i < ENDINGS; i++)
        install_handler(endings[i].number, (struct sigaction){.sa_handler = end_by_signal});
}

void note_signals(void)
{
    for (int i = 0; !told && i < ENDINGS; i++)
        install_handler(endings[i].number, (struct sigaction){.sa_handler = note_first_signal});
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
    const sigset_t all = make_endings_set();
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

/* Replaces an entry `from` by `to`; NULL is a free entry. Returns false if no entry is `from`. */
static bool exchange_temporary(const char *from, const char *to)
{
    for (int i = 0; i < MOST_TEMPORARIES; i++) {
        const char *there = from;

        if (atomic_compare_exchange_strong(&temporaries[i], &there, to))
            return true;
    }
    return false;
}

static int create_temporary(const char *path)
{
    const sigset_t before = hold_signals();
    int descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);

    if (descriptor >= 0 && !exchange_temporary(NULL, path)) {
        close(descriptor);
        unlink(path);
        descriptor = -1;
        errno = EMFILE;
    }
    let_signals(&before);
    return descriptor;
}

static int place_temporary(const char *path, const char *final)
{
    const sigset_t before = hold_signals();
    const int result = rename(path, final);

    if (result == 0)
        exchange_temporary(path, NULL);
    let_signals(&before);
    return result;
}

static void discard_interruptible(const char *path)
{
    const sigset_t before = hold_signals();

    unlink(path);
    exchange_temporary(path, NULL);
    let_signals(&before);
}

const struct sfp_temporary_files interruptible = {create_temporary, place_temporary, discard_interruptible,
                                                    run_files_spare};

/* ---- A directory ---- */

/* Makes the directory. The caller blocks the signals. Returns false with errno set on failure. */
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
    prctl(PR_SET_CHILD_SUBREAPER, pid > 0); /* this process inherits the child's orphans, and can wait for them */
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
