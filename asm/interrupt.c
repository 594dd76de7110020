/* The end of a program by a signal. */
#include "interrupt.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

static const struct { int number; const char *name; } endings[] = {
    {SIGINT, "SIGINT"}, {SIGTERM, "SIGTERM"}, {SIGHUP, "SIGHUP"},
};
enum { ENDINGS = sizeof endings / sizeof endings[0] };

enum { MOST_TEMPORARIES = 32 }; /* more than a program has outputs */

/* The handler's: names of files that are there, and what the program has to say. Changed with the signals blocked. */
static const char *temporaries[MOST_TEMPORARIES];
static void (*say)(const char *signal);

static sigset_t all_endings(void)
{
    sigset_t set;

    sigemptyset(&set);
    for (int i = 0; i < ENDINGS; i++)
        sigaddset(&set, endings[i].number);
    return set;
}

/* The handlers block each other, and this signal until they return: then it ends the program. */
static void end(int number)
{
    for (int i = 0; i < MOST_TEMPORARIES; i++)
        if (temporaries[i])
            unlink(temporaries[i]);
    for (int i = 0; i < ENDINGS; i++)
        if (say && endings[i].number == number)
            say(endings[i].name);
    signal(number, SIG_DFL);
    raise(number);
}

void sfp_end_on_signals(void (*last_words)(const char *signal))
{
    struct sigaction action = {.sa_handler = end, .sa_mask = all_endings()};
    struct sigaction before;

    say = last_words;
    for (int i = 0; i < ENDINGS; i++)
        if (sigaction(endings[i].number, NULL, &before) == 0 && before.sa_handler != SIG_IGN)
            sigaction(endings[i].number, &action, NULL);
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
        if (temporaries[i] == from) {
            temporaries[i] = to;
            return true;
        }
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

const struct sfp_temporary_files sfp_interruptible = {create, place, discard};
